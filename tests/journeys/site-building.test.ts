import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, PASSWORD, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { readPage } from './visitor.ts';

test('the owner changes menu and theme colour; the public site follows at once, and atelier stays as it was', async ({
  page,
}, { project }) => {
  const entry = `Winter ${crypto.randomUUID().slice(0, 6)}`;
  const colour = project.name === 'desktop' ? '#7a1f5c' : '#1f5c3a';
  const atelier = await readPage('atelier.localhost', '/');
  await readPage('demo.localhost', '/');
  await signIn(page, originOf('demo'), 'owner@demo.test');

  await page.goto(`${originOf('demo')}/dashboard/manage/site/header`);
  await expect(page.getByRole('heading', { level: 1, name: 'Header and menu' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Add menu item' }).click();
  await page.getByRole('textbox', { name: 'Label', exact: true }).fill(entry);
  await page.getByRole('textbox', { name: 'Address' }).fill('/faq');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved. Your changes are live.')).toBeVisible();
  expect(await readPage('demo.localhost', '/')).toContain(entry);

  await page.goto(`${originOf('demo')}/dashboard/manage/site/theme`);
  await expect(page.getByRole('heading', { level: 1, name: 'Colours and fonts' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  const main = page.getByRole('textbox', { name: 'Primary colour', exact: true });
  const preview = page.locator('iframe[title="Site preview"]').contentFrame();
  const shownIn = () =>
    preview.locator('html').evaluate((html) => getComputedStyle(html).getPropertyValue('--color-primary').trim());
  await expect(preview.getByRole('banner')).toContainText(entry);
  // Its links lead to the other pages, in the colours that are not saved yet.
  await preview.getByRole('link', { name: 'Membership' }).first().click();
  await expect(preview.getByRole('heading', { level: 1, name: 'Membership' })).toBeVisible();

  // What can't be read is shown, not saved, and the nearest that can be read is one press away.
  await main.fill('#c9b8ff');
  await main.press('Tab');
  await expect.poll(shownIn).toBe('#c9b8ff');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Not saved: in the Light theme', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: /^Use #[0-9a-f]{6}/ }).click();
  await expect(page.getByText('is too low to read', { exact: false })).toHaveCount(0);

  await main.fill(colour);
  await main.press('Tab');
  await expect.poll(shownIn).toBe(colour);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved. Your changes are live.')).toBeVisible();

  // The public page, as the next visitor sees it.
  await page.goto(originOf('demo'));
  const shown = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--color-primary').trim().toLowerCase(),
  );
  expect(shown).toBe(colour);
  await expectNoBarriers(page);
  if (project.name === 'desktop') await dragFooterColumn(page);
  expect(await readPage('atelier.localhost', '/')).toBe(atelier);
});

test('a visitor’s page asks nobody else for anything and keeps no cookie before consent; then the analytics tag is told of views and carts', async ({
  page,
  browser,
}) => {
  await signIn(page, originOf('demo'), 'owner@demo.test');
  const saveTag = async (id: string) => {
    await page.goto(`${originOf('demo')}/dashboard/manage/site/footer`);
    await page.getByRole('textbox', { name: 'Analytics ID' }).fill(id);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Saved. Your changes are live.').first()).toBeVisible();
  };
  await saveTag('G-JOURNEY123');
  const face = await foreignPicture(page, 'publish_page', 'https://pictures.example/face.png');

  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const visitor = await context.newPage();
  const elsewhere: string[] = [];
  await context.route(/^https:/, (route) => {
    elsewhere.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  for (const path of ['/', '/blog', '/course/light-and-exposure']) {
    await visitor.goto(originOf('demo') + path);
    await expect(visitor.getByRole('region', { name: 'Cookies' })).toBeVisible();
  }
  await visitor.goto(`${originOf('demo')}/from-elsewhere`);
  const picture = visitor.getByAltText('A harbour');
  await expect(picture).not.toHaveAttribute('src');
  // No sign of a broken picture while it may not be loaded.
  await expect(picture).toBeHidden();
  // What a script draws in the browser waits as well.
  await visitor.getByRole('link', { name: 'Search this site' }).first().click();
  await visitor.getByRole('searchbox').fill('Helena');
  const waiting = visitor.locator('.search-hit img[data-later-src="https://pictures.example/face.png"]');
  await expect(waiting).toBeAttached();
  await expect(waiting).toBeHidden();
  await visitor.goto(`${originOf('demo')}/course/light-and-exposure`);
  expect(elsewhere).toEqual([]);
  expect(await context.cookies()).toEqual([]);

  await visitor.getByRole('button', { name: 'Accept all' }).click();
  await expect.poll(() => elsewhere).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-JOURNEY123']);
  await visitor.goto(`${originOf('demo')}/from-elsewhere`);
  await expect(picture).toHaveAttribute('src', 'https://pictures.example/harbour.png');
  await expect.poll(() => elsewhere).toContain('https://pictures.example/harbour.png');
  await visitor.goto(`${originOf('demo')}/course/light-and-exposure`);
  await visitor.getByRole('link', { name: 'Add to cart' }).first().click();
  await expect(visitor.getByRole('link', { name: 'In your cart: check out' }).first()).toBeVisible();
  const told = await visitor.evaluate(() =>
    (window as unknown as { dataLayer: ArrayLike<unknown>[] }).dataLayer.map((words) => [...Array.from(words)]),
  );
  const eventOf = (name: string) => told.find(([kind, what]) => kind === 'event' && what === name)?.[2];
  const tenant_id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(eventOf('page_view')).toMatchObject({ tenant_id, page_path: '/course/light-and-exposure' });
  expect(eventOf('add_to_cart')).toMatchObject({
    tenant_id,
    currency: 'EUR',
    value: 90,
    items: [expect.objectContaining({ quantity: 1 })],
  });

  // Where a visit came from is told once in a session, when all three values are there.
  const funnels: string[] = [];
  visitor.on('request', (request) => {
    if (request.url().endsWith('/api/funnel/start')) funnels.push(request.postData() ?? '');
  });
  await visitor.goto(`${originOf('demo')}/about?utm_source=letter&utm_medium=mail`);
  const begun = visitor.waitForResponse(/\/api\/funnel\/start$/);
  await visitor.goto(`${originOf('demo')}/about?utm_source=letter&utm_medium=mail&utm_campaign=winter`);
  expect((await begun).status()).toBe(200);
  await expect.poll(() => visitor.evaluate(() => sessionStorage.getItem('funnel_session'))).toMatch(/^[0-9a-f-]{36}$/);
  await visitor.goto(`${originOf('demo')}/course?utm_source=letter&utm_medium=mail&utm_campaign=winter`);
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  expect(funnels).toHaveLength(1);
  expect(JSON.parse(funnels[0] ?? '{}')).toMatchObject({ utm_campaign: 'winter', initial_page: '/about' });
  await context.close();
  await foreignPicture(page, 'unpublish_page', face);
  await saveTag('');
});

/** A page whose author took a picture from another site is shown to visitors, or no longer; answers the owner's last face. */
async function foreignPicture(
  page: Page,
  verb: 'publish_page' | 'unpublish_page',
  face: string | null,
): Promise<string | null> {
  await page.goto(originOf('demo'));
  const done = await page.evaluate(
    async ({ verb, password, face }) => {
      const { backend } = JSON.parse(document.getElementById('stoa-site')?.textContent ?? '{}');
      const headers: Record<string, string> = { apikey: backend.anon_key, 'content-type': 'application/json' };
      const post = (path: string, body: object) => fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
      const session = await post('/auth/v1/token?grant_type=password', { email: 'owner@demo.test', password });
      const { access_token, user } = await session.json();
      headers.authorization = `Bearer ${access_token}`;
      const me = `/rest/v1/members?user_id=eq.${user.id}`;
      const [{ avatar }] = await (await fetch(`${me}&select=avatar`, { headers })).json();
      await fetch(me, { method: 'PATCH', headers, body: JSON.stringify({ avatar: face }) });
      const slug = 'from-elsewhere';
      const picture = { src: 'https://pictures.example/harbour.png', alt: 'A harbour', width: 1280, height: 860 };
      const content = [{ type: 'Picture', props: { id: 'picture-1', picture } }];
      await post('/rest/v1/rpc/begin_page', {
        title: 'From elsewhere',
        slug,
        content: { root: {}, zones: {}, content },
      });
      const found = await fetch(`/rest/v1/pages?select=id&slug=eq.${slug}`, { headers });
      const { ok } = await post(`/rest/v1/rpc/${verb}`, { page_id: (await found.json())[0].id });
      return { ok, avatar: avatar as string | null };
    },
    { verb, password: PASSWORD, face },
  );
  expect(done.ok).toBe(true);
  return done.avatar;
}

/** Puts a column of the footer before the one above it with the mouse; the next visitor finds them so. */
async function dragFooterColumn(page: Page): Promise<void> {
  await page.goto(`${originOf('demo')}/dashboard/manage/site/footer`);
  const columns = page.getByRole('grid', { name: 'Columns' }).getByRole('row');
  const names = () => columns.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
  await expect(columns.nth(2)).toBeVisible();
  // The first has no title, and is called by its place.
  const [untitled = '', above = '', dragged = '', ...others] = await names();
  await columns.nth(2).dragTo(columns.nth(1), { sourcePosition: { x: 80, y: 20 }, targetPosition: { x: 80, y: 3 } });
  await expect.poll(names).toEqual([untitled, dragged, above, ...others]);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved. Your changes are live.')).toBeVisible();
  const footer = (await readPage('demo.localhost', '/')).split('<footer').at(-1) ?? '';
  const placeOf = (title: string) => footer.indexOf(`>${title}<`);
  expect(placeOf(dragged)).toBeGreaterThan(-1);
  expect(placeOf(dragged)).toBeLessThan(placeOf(above));
}
