import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { openSideBar, originOf, signIn } from './people.ts';
import { expectNoSidewaysScroll } from './scan.ts';
import { countRenders, readPage } from './visitor.ts';

const DAY_SECONDS = 86_400;

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

/** Scrolls to exactly so many pixels, and waits until the page has answered it. */
async function scrollPage(page: Page, top: number): Promise<void> {
  await page.evaluate(async (y) => {
    document.documentElement.style.scrollBehavior = 'auto';
    scrollTo(0, y);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, top);
}

test('the frame of a page: notice, cookies, shadow, way back up, theme', async ({ page, context }) => {
  await page.goto(originOf('demo'));

  // The notice is dismissed for this session.
  const notice = page.getByRole('region', { name: 'Notice' });
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Dismiss notice' }).click();
  await expect(notice).toBeHidden();
  expect(await page.evaluate(() => sessionStorage.getItem('hide_header_notice'))).toBe('true');

  // While the question about cookies is open, the last line of the footer can be scrolled free of it.
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const bottomOf = (selector: string) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().bottom);
    const barTop = await page.locator('.cookie').evaluate((one) => one.getBoundingClientRect().top);
    // The page may still grow by a picture that arrives: each look at it scrolls to its end first.
    await expect
      .poll(async () => {
        await scrollPage(page, 1_000_000);
        return bottomOf('.foot-end');
      })
      .toBeLessThanOrEqual(barTop);
  }
  await page.setViewportSize({ width: 1280, height: 720 });

  // The question about cookies goes once it is answered, for 180 days, and can be asked again.
  const cookies = page.getByRole('region', { name: 'Cookies' });
  const kept = async () => (await context.cookies()).find(({ name }) => name === 'cookie_preference');
  await cookies.getByRole('button', { name: 'Required only' }).click();
  await expect(cookies).toBeHidden();
  const choice = await kept();
  expect(choice?.value).toBe('required');
  expect(Math.round(((choice?.expires ?? 0) - Date.now() / 1_000) / DAY_SECONDS)).toBe(180);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookies' }).click();
  for (const [name, value] of [
    ['Disable', 'disabled'],
    ['Accept all', 'all'],
  ] as const) {
    await cookies.getByRole('button', { name }).click();
    await expect(cookies).toBeHidden();
    expect((await kept())?.value).toBe(value);
    if (value === 'disabled') await page.getByRole('contentinfo').getByRole('button', { name: 'Cookies' }).click();
  }

  // A shadow past 20 pixels, the way back up past 200 with how far down one is.
  const header = page.getByRole('banner');
  const up = page.getByRole('link', { name: /^Back to top/ });
  await scrollPage(page, 20);
  await expect(header).toHaveCSS('box-shadow', 'none');
  await scrollPage(page, 21);
  await expect(header).not.toHaveCSS('box-shadow', 'none');
  await scrollPage(page, 200);
  await expect(up).toBeHidden();
  await scrollPage(page, 201);
  await expect(up).toHaveAccessibleName(/^Back to top, [1-9]\d?% read$/);
  await scrollPage(page, 1_000_000);
  await expect(up).toHaveAccessibleName('Back to top, 100% read');
  await up.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(up).toBeHidden();

  // Dark and light, kept under the specification's key, before the first paint of the next page.
  const dark = header.getByRole('button', { name: 'Dark theme' });
  await expect(dark).toHaveAttribute('aria-pressed', 'false');
  await dark.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await stored(page, 'theme')).toBe('dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(dark).toHaveAttribute('aria-pressed', 'true');
  await expect(notice).toBeHidden();
  await expect(cookies).toBeHidden();
  await dark.click();
  expect(await stored(page, 'theme')).toBe('light');
});

test('whoever takes their consent back is counted no more: what ran ends, and what it kept is gone', async ({
  page,
  context,
}) => {
  const { hostname } = new URL(originOf('demo'));
  const put = (name: string, value: string) => ({ name, value, domain: hostname, path: '/' });
  await context.addCookies([
    put('cookie_preference', 'all'),
    put('_ga', 'GA1.1.5'),
    put('_ga_X1', 'GS1.1.5'),
    put('_gallery', 'own'),
  ]);
  await page.goto(originOf('demo'));
  await page.evaluate(() => document.body.setAttribute('data-before', ''));
  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookies' }).click();
  await page.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Required only' }).click();
  await expect(page.locator('body[data-before]')).toHaveCount(0);
  const left = (await context.cookies(originOf('demo'))).map(({ name, value }) => `${name}=${value}`);
  expect(left).toContain('cookie_preference=required');
  expect(left).toContain('_gallery=own');
  expect(left.filter((cookie) => /^_ga(?:_X1)?=/.test(cookie))).toEqual([]);
});

test('a notice is not shown before its start nor after its expiry', async ({ page }) => {
  const notice = page.locator('#header-notice');
  for (const [day, isShown] of [
    ['2025-12-31T23:00:00Z', false],
    ['2026-01-01T01:00:00Z', true],
    ['2027-12-30T23:00:00Z', true],
    ['2028-01-01T01:00:00Z', false],
  ] as const) {
    await page.clock.setFixedTime(new Date(day));
    await page.goto(`${originOf('demo')}/about`);
    await expect(notice, day).toBeVisible({ visible: isShown });
  }
});

test('who is signed in has a menu of their own, who manages the site a bar to change it, and out leads home', async ({
  page,
}) => {
  await signIn(page, originOf('demo'), 'owner@demo.test', '/course/light-and-exposure');
  const bar = page.getByRole('complementary', { name: 'Edit this site' });
  const edit = bar.getByRole('link', { name: 'Edit page' });
  await expect(edit).toHaveAttribute('href', '/dashboard/course/light-and-exposure');
  for (const part of ['theme', 'header', 'footer'])
    await expect(bar.locator(`a[href="/dashboard/manage/site/${part}"]`)).toHaveAccessibleName(/./);
  // Whoever arrives is sent the page in another form than whoever goes on within the site.
  await readPage('demo.localhost', '/course/light-and-exposure');
  const before = await countRenders();
  await readPage('demo.localhost', '/course/light-and-exposure');
  expect(await countRenders()).toBe(before);
  const cleared = page.waitForResponse(/\/api\/site\/revalidateCache/);
  await bar.getByRole('button', { name: 'Clear page cache' }).click();
  expect((await cleared).status()).toBe(200);
  expect(new URL((await cleared).url()).searchParams.get('path')).toBe('course/light-and-exposure');
  await expect.poll(countRenders).toBeGreaterThan(before);

  const menu = page.getByRole('banner').locator('.user-menu');
  await menu.locator('summary').click();
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
  await expect(menu.getByRole('link', { name: /^Notifications/ })).toHaveAttribute('href', '/dashboard/notifications');
  const other = await page.context().newPage();
  await other.goto(`${originOf('demo')}/dashboard`);
  await expect(other.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await menu.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${originOf('demo')}/`);
  await expect(bar).toHaveCount(0);
  // The other tab has heard of it, and shows nothing of hers any more.
  await expect(other).toHaveURL(/\/login\?redirectedFrom=%2Fdashboard$/);
  await other.close();
  expect((await page.context().cookies()).filter(({ name }) => name.startsWith('sb-stoa-auth-token'))).toEqual([]);
});

test('who comes and goes in another tab comes and goes in this one', async ({ page }) => {
  const other = await page.context().newPage();
  await page.goto(originOf('demo'));
  const menuOf = (name: string) => page.getByRole('banner').getByText(`Account menu of ${name}`);
  const door = page.getByRole('banner').getByRole('link', { name: 'Sign in' }).first();
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await signIn(other, originOf('demo'), 'student@demo.test');
  await look();
  await expect(menuOf('Amara Okafor')).toBeAttached();
  await expect(door).toBeHidden();
  const signOut = async () => {
    await openSideBar(other);
    await other.getByRole('button', { name: /profile menu/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(other).toHaveURL(`${originOf('demo')}/`);
  };
  // What the device holds of somebody goes with them; what is the device's stays.
  await other.evaluate(() => {
    for (const key of ['kept:post:1', 'quiz-answers:1', 'quiz-flags:1', 'theme']) localStorage.setItem(key, 'light');
  });
  await signOut();
  const held = await other.evaluate(() => Object.keys(localStorage));
  expect(held.filter((key) => /^(?:kept|quiz-|recent-commands)/.test(key))).toEqual([]);
  expect(held).toContain('theme');
  await expect(menuOf('Amara Okafor')).toHaveCount(0);
  await expect(page.locator('html')).not.toHaveAttribute('data-session');
  await signIn(other, originOf('demo'), 'member@demo.test');
  await expect(menuOf('Elif Kaya')).toBeAttached();
  // Nothing of one person stays where another has come.
  await signIn(other, originOf('demo'), 'student@demo.test');
  await expect(menuOf('Amara Okafor')).toBeAttached();
  await expect(menuOf('Elif Kaya')).toHaveCount(0);
  await other.close();
});

test('the public addresses are rendered once and kept', async () => {
  const paths = [
    '/',
    '/blog',
    '/blog/why-shade-is-blue',
    '/course',
    '/course/light-and-exposure',
    '/about',
    '/login',
    '/signup',
    '/thankyou',
  ];
  for (const path of paths) await readPage('demo.localhost', path);
  const before = await countRenders();
  for (const path of paths) expect((await readPage('demo.localhost', path)).match(/<h1[ >]/g), path).toHaveLength(1);
  expect(await countRenders()).toBe(before);
});

test('the platform leads to what it says of itself, with prices by the month or the year, a page for what is missing, and a manifest', async ({
  page,
}) => {
  const home = await readPage('localhost', '/');
  for (const path of ['/product', '/use-cases', '/features', '/pricing']) {
    expect(home, path).toContain(`href="${path}"`);
    expect((await readPage('localhost', path)).match(/<h1[ >]/g), path).toHaveLength(1);
  }

  await page.goto(`${originOf()}/pricing`);
  await expectNoSidewaysScroll(page);
  for (const [period, shown, away] of [
    ['Yearly', '$299', '$29'],
    ['Monthly', '$29', '$299'],
  ] as const) {
    await page.getByText(period, { exact: true }).click();
    await expect(page.getByRole('radio', { name: period })).toBeChecked();
    await expect(page.getByText(shown, { exact: true })).toBeVisible();
    await expect(page.getByText(away, { exact: true })).toBeHidden();
  }

  const gone = await page.goto(`${originOf()}/no-such-page`);
  expect(gone?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing stands here' })).toBeVisible();
  const manifest = await page.evaluate(async () => {
    const address = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.href ?? '';
    return (await fetch(address)).json();
  });
  expect(manifest).toMatchObject({ name: 'Stoa', start_url: '/', lang: 'en', dir: 'ltr' });
  expect(await page.evaluate(async () => (await fetch('/favicon.ico')).headers.get('content-type'))).toMatch(
    /^image\//,
  );
});

test('the blog lists its posts, and a post is read', async ({ page }) => {
  await page.goto(`${originOf('demo')}/blog`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Why shade is blue' }).first().click();
  await expect(page).toHaveURL(`${originOf('demo')}/blog/why-shade-is-blue`);
  await expect(page.getByRole('heading', { level: 1, name: 'Why shade is blue' })).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText(/\w+ \w+/);
});

test('a header that hides is there up to 100 pixels, and away below', async ({ page }) => {
  const html = (await readPage('demo.localhost', '/about')).replace(
    'class="site-head',
    'data-hides="" class="is-fixed site-head',
  );
  await page.route('**/about', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.setViewportSize({ width: 390, height: 300 });
  await page.goto(`${originOf('demo')}/about`);
  const header = page.getByRole('banner');
  for (const [top, isAway] of [
    [100, false],
    [101, true],
    [100, false],
  ] as const) {
    await scrollPage(page, top);
    if (isAway) await expect(header).not.toBeInViewport();
    else await expect(header).toBeInViewport();
  }
});
