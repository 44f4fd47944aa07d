import { request } from 'node:http';
import { expect, type Page } from '@playwright/test';
import { textOf } from '#tests/texts.ts';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';
import { countRenders, readPage } from './visitor.ts';

const origin = originOf('demo');
const checkText = (key: string) => textOf('en', 'publishing', `checks.${key}`);
const wide = { width: 1280, height: 860 };

async function openBuilder(page: Page, slug: string) {
  await page.goto(`${origin}/dashboard/pages/${slug}`);
  await expect(page.frameLocator('iframe').first().locator('[data-puck-component]').first()).toBeVisible();
}
const title = (page: Page) => page.getByRole('textbox', { name: 'Page title' });
const isSaved = (page: Page) =>
  expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible({ timeout: 15_000 });

const openActions = (page: Page) => page.getByRole('button', { name: 'Actions for من نحن 🎉' }).click();

/** Where an address leads without being followed. */
function ask(path: string): Promise<{ status: number; location: string; robots: string; cache: string }> {
  return new Promise((settle, fail) => {
    const port = Number(process.env.JOURNEY_PORT);
    request({ host: '127.0.0.1', port, path, headers: { host: `demo.localhost:${port}` } }, ({ statusCode, headers }) =>
      settle({
        status: statusCode ?? 0,
        location: headers.location ?? '',
        robots: String(headers['x-robots-tag'] ?? ''),
        cache: headers['cache-control'] ?? '',
      }),
    )
      .on('error', fail)
      .end();
  });
}

test('what is written is never lost: a failed save, a closed tab, another editor, fifty steps back', async ({
  page,
}) => {
  await page.setViewportSize(wide);
  await signIn(page, origin, 'owner@demo.test');
  await openBuilder(page, 'privacy');

  // The first step of all can be taken back.
  const began = await title(page).inputValue();
  const told = (isMeant: (text: string) => boolean) =>
    page.waitForResponse(
      (answer) => answer.url().endsWith('/rpc/save_draft') && isMeant(answer.request().postData() ?? ''),
    );
  const first = told((text) => text.includes('Privacy, first'));
  await title(page).fill('Privacy, first');
  await first;
  const back = told((text) => !text.includes('Privacy, first'));
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(title(page)).toHaveValue(began);
  await back;

  // The server can't be reached, and the tab is closed.
  await page.route('**/rpc/save_draft', (route) => route.abort());
  await title(page).fill('Privacy, kept');
  await expect(page.getByRole('alert').filter({ hasText: 'stored on this device' })).toBeVisible({ timeout: 15_000 });
  const context = page.context();
  await page.close({ runBeforeUnload: false });
  const mine = await context.newPage();
  await mine.setViewportSize(wide);
  await openBuilder(mine, 'privacy');
  await expect(title(mine)).toHaveValue(began);
  await mine.getByRole('button', { name: 'Restore them' }).click();
  await expect(title(mine)).toHaveValue('Privacy, kept');
  await isSaved(mine);

  // Somebody else has the page open too: each sees the other, and of two saves both are shown.
  const theirs = await context.newPage();
  await theirs.setViewportSize(wide);
  await openBuilder(theirs, 'privacy');
  await expect(mine.getByText('Also editing: Helena Voss')).toBeVisible();
  await title(theirs).fill('Privacy, theirs');
  await expect(mine.getByText('saved a newer version')).toBeVisible({ timeout: 15_000 });
  await title(mine).fill('Privacy, mine');
  await mine.getByRole('button', { name: 'Compare' }).click({ timeout: 15_000 });
  const choice = mine.getByRole('dialog', { name: 'Conflicting changes' });
  await expect(choice).toBeVisible();
  await expect(choice.getByText('Privacy, mine')).toBeVisible();
  await expectNoBarriers(mine);
  await choice.getByRole('radio', { name: /Privacy, theirs/ }).check();
  await choice.getByRole('button', { name: 'Save selection' }).click();
  await isSaved(mine);
  await expect(title(mine)).toHaveValue('Privacy, theirs');
  await theirs.close();

  // Fifty steps, and all of them back. The builder counts what follows within a moment as one step, so the clock is moved on.
  await mine.clock.install();
  const steps = Array.from({ length: 50 }, (_, step) => `Privacy, step ${step + 1}`);
  for (const step of steps) {
    await title(mine).fill(step);
    await mine.clock.runFor(600);
  }
  const undo = mine.getByRole('button', { name: 'Undo' }).first();
  for (const step of steps.toReversed()) {
    await expect(title(mine)).toHaveValue(step);
    await undo.dispatchEvent('click');
  }
  await expect(title(mine)).toHaveValue('Privacy, theirs');
  const redo = mine.getByRole('button', { name: 'Redo' }).first();
  for (const step of steps) {
    await redo.dispatchEvent('click');
    await expect(title(mine)).toHaveValue(step);
  }

  // The check names what is wrong and puts right what it can.
  await mine.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(mine.getByText('The page has no social image.')).toBeVisible();
  await expectNoBarriers(mine);
});

test('the demo’s own home page lacks no alternative text: a portrait beside a name is decorative', async ({ page }) => {
  await page.setViewportSize(wide);
  await signIn(page, origin, 'owner@demo.test');
  await openBuilder(page, 'home');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Page check' });
  await expect(panel.getByText(checkText('none')).or(panel.getByRole('listitem')).first()).toBeVisible();
  await expect(panel.getByText(checkText('noAlt'))).toHaveCount(0);
});

test('a section changes everywhere, an address is led on, a draft is shown by a link, a page comes back', async ({
  page,
}) => {
  await page.setViewportSize(wide);
  await signIn(page, origin, 'owner@demo.test');
  for (const path of ['/faq', '/instructors', '/about']) await readPage('demo.localhost', path);
  expect(await readPage('demo.localhost', '/faq')).toContain('Come to the open evening');

  const words = `Open evening ${crypto.randomUUID().slice(0, 6)}`;
  await openBuilder(page, 'section-open-evening');
  await page.frameLocator('iframe').first().locator('[data-puck-component]').first().click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(words);
  await page.getByRole('button', { name: 'Publish section' }).click();
  await expect(page.getByText(/is published\./)).toBeVisible();
  const rendered = await countRenders();
  await readPage('demo.localhost', '/about');
  expect(await countRenders(), 'a page without the section is not made anew').toBe(rendered);
  for (const path of ['/faq', '/instructors']) expect(await readPage('demo.localhost', path)).toContain(words);

  // A page under an address of another script, shown to somebody before it is published.
  await page.goto(`${origin}/dashboard/pages`);
  await page.getByRole('button', { name: 'New page' }).click();
  await page.getByRole('textbox', { name: 'Page title' }).fill('من نحن 🎉');
  await page.getByRole('button', { name: 'Create page' }).click();
  await expect(page).toHaveURL(`${origin}/dashboard/pages/${encodeURIComponent('من-نحن-🎉')}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Share draft' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const secret = new URL(await page.getByRole('textbox', { name: 'Link' }).inputValue()).pathname;
  expect(await ask(secret)).toMatchObject({ status: 200, robots: 'noindex, nofollow', cache: 'no-store' });
  expect((await ask('/%D9%85%D9%86-%D9%86%D8%AD%D9%86-%F0%9F%8E%89')).status).toBe(404);
  await page.getByRole('button', { name: 'Revoke link' }).click();
  await expect(page.getByText('The link was revoked.')).toBeVisible();
  expect((await ask(secret)).status).toBe(404);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Publish page' }).click();
  await expect(page.getByText(/is published\./)).toBeVisible();
  expect((await ask('/%D9%85%D9%86-%D9%86%D8%AD%D9%86-%F0%9F%8E%89')).status).toBe(200);

  // It moves, and whoever comes to the old address is led on; the redirect stands in the table.
  await page.goto(`${origin}/dashboard/pages?q=${encodeURIComponent('من نحن')}`);
  await openActions(page);
  await page.getByRole('menuitem', { name: 'Change address' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill('about-arabic');
  await page.getByRole('button', { name: 'Change address' }).click();
  await expect(page.getByText('The page is now at /about-arabic.')).toBeVisible();
  expect(await ask('/%D9%85%D9%86-%D9%86%D8%AD%D9%86-%F0%9F%8E%89')).toMatchObject({
    status: 301,
    location: '/about-arabic',
  });
  expect(await ask('/2023/spring')).toMatchObject({ status: 301, location: '/blog/spring' });
  expect(await ask('/open-day')).toMatchObject({ status: 302, location: '/contact' });
  // Who came with a query of their own arrives with it, though the way itself is remembered by its path.
  expect(await ask('/open-day?utm_source=x')).toMatchObject({ status: 302, location: '/contact?utm_source=x' });
  expect(await ask('/open-day')).toMatchObject({ status: 302, location: '/contact' });

  // It goes, and comes back.
  await openActions(page);
  await page.getByRole('menuitem', { name: 'Delete page' }).click();
  await expect(page.getByText(/was moved to the trash\./)).toBeVisible();
  expect((await ask('/about-arabic')).status).toBe(404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Restored.')).toBeVisible();
  expect((await ask('/about-arabic')).status).toBe(200);

  await page.goto(`${origin}/dashboard/manage/site/redirects`);
  await expect(page.getByText('/about-arabic').first()).toBeVisible();
  await page.getByRole('button', { name: 'New redirect' }).click();
  await page.getByRole('textbox', { name: 'From' }).fill('/about-arabic');
  await page.getByRole('textbox', { name: 'To' }).fill('/about-arabic');
  // A page stands there: whoever wants the redirect all the same says so once more.
  await page.getByRole('button', { name: 'Save redirect' }).click();
  await expect(page.getByText('/about-arabic is currently an address on this site')).toBeVisible();
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Save redirect' }).click();
  await expect(page.getByText(/redirect loop/)).toBeVisible();
});

test('a countdown is set on the clock of the account’s own time zone, and kept as the same instant', async ({
  page,
}) => {
  await page.setViewportSize(wide);
  await signIn(page, origin, 'owner@demo.test', '/dashboard/pages');
  await page.getByRole('button', { name: 'New page' }).click();
  await title(page).fill(`Clock ${crypto.randomUUID().slice(0, 6)}`);
  await page.getByRole('button', { name: 'Create page' }).click();
  const canvas = page.frameLocator('iframe').first();
  await expect(canvas.getByText('The page is empty. Choose a block to start.')).toBeVisible();
  // The account lives by a zone of its own, told where a page is planned.
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Schedule' }).click();
  const plan = page.getByRole('dialog', { name: 'Schedule' });
  for (const [part, value] of [
    ['month', '6'],
    ['day', '15'],
    ['year', String(new Date().getFullYear() + 1)],
    ['hour', '9'],
    ['minute', '0'],
  ] as const)
    await plan.getByRole('spinbutton', { name: new RegExp(part, 'i') }).pressSequentially(value);
  await plan.getByRole('combobox', { name: 'Site time zone' }).fill('Tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await plan.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByText('Scheduled for publishing.')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search blocks' }).filter({ visible: true }).fill('countdown');
  await page.getByRole('button', { name: /^Countdown/ }).press('Enter');
  await expect(page.getByText('Site time zone: Asia/Tokyo').filter({ visible: true })).toBeVisible();
  // What stood there before is the same instant: 18:00 in UTC is three in the morning there.
  await expect(canvas.locator('[data-countdown="2027-01-11T18:00:00.000Z"]')).toBeVisible();
  const until = page.getByRole('group', { name: 'Until' }).filter({ visible: true });
  await expect(until.getByRole('spinbutton', { name: /hour/i })).toHaveText('3');
  await expect(until.getByRole('spinbutton', { name: /minute/i })).toHaveText('00');
  await until.getByRole('spinbutton', { name: /hour/i }).pressSequentially('10');
  await expect(canvas.locator('[data-countdown="2027-01-12T01:00:00.000Z"]')).toBeVisible();
  await expectNoBarriers(page);
});
