import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { root } from '#base/server/root.ts';
import { test } from './browser.ts';
import { originOf, PASSWORD, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { readPage } from './visitor.ts';

/** Publishes a page of some blocks, each on another ground, as its owner would through the wire, from a public page's own window. */
function publish(page: Page, slug: string, types: readonly string[], turn: number): Promise<number[]> {
  return page.evaluate(
    async ({ slug, types, turn, password }) => {
      const grounds = ['paper', 'ink', 'soft', 'accent', 'primary', 'second'];
      const { backend } = JSON.parse(document.getElementById('stoa-site')?.textContent ?? '{}');
      const headers: Record<string, string> = { apikey: backend.anon_key, 'content-type': 'application/json' };
      const post = (path: string, body: object) => fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
      const session = await post('/auth/v1/token?grant_type=password', { email: 'owner@demo.test', password });
      headers.authorization = `Bearer ${(await session.json()).access_token}`;
      const inside = (at: string) => ['Card', 'RichText'].map((type) => ({ type, props: { id: `${at}-${type}` } }));
      const content = types.map((type, at) => ({
        type,
        props: {
          id: `${type}-${at}`,
          ground: grounds[(at + turn) % grounds.length],
          frame: at % 2 ? { sheen: 'dots', phone: { align: 'center' } } : undefined,
          ...(type === 'Section' || type === 'Grid' ? { inside: inside(type) } : {}),
          ...(type === 'Columns' ? { one: inside('one'), two: inside('two') } : {}),
        },
      }));
      const begun = await post('/rest/v1/rpc/begin_page', {
        title: 'Every block',
        slug,
        content: { root: {}, zones: {}, content },
      });
      const found = await fetch(`/rest/v1/pages?select=id&slug=eq.${slug}`, { headers });
      const shown = await post('/rest/v1/rpc/publish_page', { page_id: (await found.json())[0].id });
      return [begun.status, shown.status];
    },
    { slug, types, turn, password: PASSWORD },
  );
}

test('every block has no barriers, in a wide and a narrow window, in light and in night, from left and from right', async ({
  page,
}, { project }) => {
  test.skip(project.name === 'phone', 'It sets the windows it needs.');
  const texts = JSON.parse(readFileSync(join(root, 'src/features/content/blocks/texts/en.json'), 'utf8')) as {
    blocks: object;
  };
  const types = Object.keys(texts.blocks).filter((type) => type !== 'Unknown');
  await page.setViewportSize({ width: 1280, height: 800 });
  const slug = `every-block-${crypto.randomUUID().slice(0, 6)}`;
  for (const turn of [1, 0]) {
    await page.goto(originOf('demo'));
    expect(await publish(page, `${slug}-${turn}`, types, turn)).toEqual([200, 200]);
    await page.goto(`${originOf('demo')}/${slug}-${turn}`);
    await expectNoBarriers(page);
    await expectNoSidewaysScroll(page);
  }

  // What opens and turns does so without a framework.
  const tabs = page.locator('.tabset').first();
  await tabs.getByText('For binding').click();
  await expect(tabs.getByText('an old telephone book')).toBeVisible();
  const folds = page.locator('.faq-folds').last();
  await folds.getByText('Three: hands').click();
  await expect(folds.getByText('never hold still')).toBeVisible();
  await expect(folds.getByText('Twenty chairs')).toBeHidden();
  await page.getByRole('button', { name: 'View larger: Boats in a harbour' }).click();
  await expect(page.getByRole('button', { name: 'Next image' })).toBeVisible();
  await expectNoBarriers(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Next image' })).toBeHidden();
  await expect(page.locator('[data-unit="days"]')).toHaveText(/^\d{2,}$/);
  // Nothing of another site is there before it was asked for.
  await expect(page.locator('iframe')).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => localStorage.setItem('theme', 'night'));
  await page.goto(`${originOf('demo')}/${slug}-0?lang=ar`);
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
});

test('an owner begins a page from a template, and gives the site a whole new look and takes it back', async ({ page }, {
  project,
}) => {
  test.skip(project.name === 'phone', 'The builder is for a wide screen.');
  const origin = originOf('atelier');
  await signIn(page, origin, 'owner@atelier.test');
  await page.goto(`${origin}/dashboard/pages`);
  await page.getByRole('button', { name: 'New page' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New page' });
  await dialog.getByText('Sales page', { exact: true }).click();
  await expect(dialog.getByRole('radio', { name: /^Sales page/ })).toBeChecked();
  await expectNoBarriers(page);
  await dialog.getByRole('textbox', { name: 'Page title' }).fill('Eight evenings');
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`eight-${crypto.randomUUID().slice(0, 6)}`);
  await dialog.getByRole('button', { name: 'Create page' }).click();
  const canvas = page.frameLocator('iframe').first();
  // The site is written in Arabic, whatever language its owner works in.
  await expect(canvas.getByRole('heading', { name: /تستطيع أن ترسم/ })).toBeVisible();

  // When it was last changed is the one thing that differs afterwards.
  const home = async () => (await readPage('atelier.localhost', '/')).replace(/"dateModified":"[^"]+"/, '');
  const before = await home();
  await page.goto(`${origin}/dashboard/pages`);
  await page.getByRole('button', { name: 'Site templates' }).click();
  await page.getByRole('dialog').getByText('Coding bootcamp', { exact: true }).click();
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Use “Coding bootcamp”' }).click();
  await expect(page.getByText('Your site now uses “Coding bootcamp”.')).toBeVisible();
  const dressed = await home();
  expect(dressed).toContain('في الأسبوع السادس عشر');
  expect(dressed).toContain('href="/syllabus"');
  expect(await readPage('atelier.localhost', '/syllabus')).toContain('الأسبوع الغريب');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Your site was restored.')).toBeVisible();
  expect((await home()) === before).toBe(true);
});
