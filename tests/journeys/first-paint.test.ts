import { writeFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, PASSWORD } from './people.ts';
import { readPage } from './visitor.ts';

/** One of each kind: with and without blocks, with islands, forms, long text. */
const pages = {
  '/': 'the home page',
  '/course': 'the catalogue',
  '/course/light-and-exposure': 'a course',
  '/blog/why-shade-is-blue': 'a post',
  '/docs': 'the documentation',
  '/contact': 'a page with a form',
  '/login': 'the door',
};

/**
 * A new visitor of a site, who has nothing of it yet. What moves is noted from the frame on that shows the whole document: a slow machine
 * paints what it has parsed, and what is parsed later takes its room, files or not.
 */
async function arrive(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => {
    const shifts: unknown[] = [];
    Object.assign(window, { shifts });
    const note = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node?: Element }[] })[])
        shifts.push(entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 200)));
    };
    const nextFrame = () => new Promise((settle) => requestAnimationFrame(settle));
    const isParsed = new Promise((settle) => document.addEventListener('readystatechange', settle, { once: true }));
    void isParsed
      .then(nextFrame)
      .then(nextFrame)
      .then(() => new PerformanceObserver(note).observe({ type: 'layout-shift' }));
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.evaluate(() =>
    Promise.all(Array.from(document.images, (image) => (image.loading === 'lazy' ? null : image.decode()))),
  );
}

/** What is seen once nothing changes any more. */
async function picture(page: Page): Promise<Buffer> {
  let last: Buffer = Buffer.alloc(0);
  for (let look = 0; look < 20; look++) {
    const seen = await page.screenshot({ animations: 'disabled', caret: 'hide', fullPage: true });
    if (seen.equals(last)) return seen;
    last = seen;
    await page.waitForTimeout(200);
  }
  throw new Error('The page does not come to rest.');
}

for (const [path, name] of Object.entries(pages)) {
  test(`who arrives at ${name} is shown a page that waits for no file, and nothing of it changes when they come`, async ({
    page,
  }, testInfo) => {
    for (const [address, theme] of [
      [`${originOf('demo')}${path}`, 'light'],
      [`${originOf('demo')}${path}?lang=ar`, 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await arrive(page, address);

      const { early, fonts, shifts } = await page.evaluate(() => {
        const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
        const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        return {
          early: files
            .filter(({ name, startTime }) => /\.(?:css|js|woff2)$/.test(name) && startTime < painted)
            .map(({ name }) => name),
          fonts: Array.from(document.fonts).map(({ status }) => status),
          shifts: (window as unknown as { shifts: unknown[] }).shifts,
        };
      });
      expect(early).toEqual([]);
      expect(fonts.length).toBeGreaterThan(0);
      expect(new Set(fonts)).toEqual(new Set(['loaded']));
      expect(shifts).toEqual([]);

      const before = await picture(page);
      await page.evaluate(() => window.wholeSheet?.());
      await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(2);
      const after = await picture(page);
      if (!after.equals(before)) {
        // For whoever looks into it.
        writeFileSync(testInfo.outputPath('before.png'), before);
        writeFileSync(testInfo.outputPath('after.png'), after);
      }
      expect(after.equals(before), `${address} looks as it did`).toBe(true);
    }
  });
}

test('who goes on within the site is sent no rules and fonts again, and finds them kept', async ({ page }) => {
  const origin = originOf('demo');
  const kept = page.waitForResponse(/\.woff2$/);
  await arrive(page, `${origin}/about`);
  await kept;
  await expect(page.locator('#first-rules')).toHaveCount(1);
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).not.toHaveURL(`${origin}/about`);
  await expect(page.locator('head link[rel="stylesheet"]').first()).toBeAttached();
  await expect(page.locator('#first-rules')).toHaveCount(0);
  const sent = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\/site-[\w-]+\.css$/.test(name))
      .map(({ transferSize }) => transferSize),
  );
  expect(sent).toEqual([0]);
});

test('what comes alive has the whole sheet', async ({ page }) => {
  await arrive(page, `${originOf('demo')}/course/light-and-exposure`);
  await expect(page.locator('head link[rel="stylesheet"]')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.locator('head link[rel="stylesheet"]')).toHaveCount(1);
});

/** Nothing of our script comes until the answer is called. A page that was painted before it was loaded waits for it, too. */
async function withholdScript(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/site\/site-script-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  return () => release();
}

test('a checkout that turns out to be empty has the rules its first page did without', async ({ page }) => {
  await page.goto(`${originOf('demo')}/checkout`);
  const state = page.locator('.state').filter({ has: page.getByRole('heading', { name: 'Your cart is empty' }) });
  await expect(state).toHaveCSS('display', 'grid');
});

test('what is pressed before the script has come is done when it has', async ({ page }) => {
  const release = await withholdScript(page, `${originOf('demo')}/course/light-and-exposure`);
  await page.getByRole('link', { name: 'Add to cart' }).first().click();
  release();
  await expect(page.getByRole('link', { name: 'In your cart: check out' }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/course\/light-and-exposure$/);
});

test('an e-mail typed at sign-in goes along to the recovery page before the script has come', async ({ page }) => {
  const release = await withholdScript(page, `${originOf('demo')}/login`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ada+light@journeys.test');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  release();
  await expect(page).toHaveURL(`${originOf('demo')}/login/reset-password`);
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('ada+light@journeys.test');
});

test('several things pressed before the script has come are done in their order when it has', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const release = await withholdScript(page, originOf('demo'));
  const notice = page.getByRole('region', { name: 'Notice' });
  await notice.getByRole('button', { name: 'Dismiss notice' }).click();
  for (let press = 0; press < 3; press++)
    await page.getByRole('banner').getByRole('button', { name: 'Dark theme' }).click();
  // What the browser does by itself needs no script.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.locator('#site-drawer')).toBeVisible();
  await expect(notice).toBeVisible();
  release();
  await expect(notice).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a form that is filled in before the script has come asks on by what was answered', async ({ page }) => {
  const release = await withholdScript(page, `${originOf('demo')}/contact`);
  const form = page.getByRole('form', { name: 'Visit the darkroom' });
  await form.getByText('A school class').click();
  release();
  await expect(form.getByLabel('How many pupils?')).toBeVisible();
  await expect(form.getByLabel('A school class')).toBeChecked();
});

test('a drawing that stands in a page is another one as soon as its file is', async ({ page }) => {
  const origin = originOf('demo');
  // By the browser, which knows where names under localhost lead.
  await page.goto(origin);
  const call = (address: string, method = 'GET', headers: Record<string, string> = {}, body?: string) =>
    page.evaluate(
      async ([address, method, headers, body]) => {
        const answer = await fetch(address, { method, headers, body });
        return { status: answer.status, text: await answer.text() };
      },
      [address, method, headers, body] as const,
    );
  const { account } = JSON.parse((await call('/api/config')).text);
  const file = `${account.account_id}/public/pages/lumen-hero.svg`;
  const owner = JSON.stringify({ email: 'owner@demo.test', password: PASSWORD });
  const signed = await call(
    '/auth/v1/token?grant_type=password',
    'POST',
    { 'content-type': 'application/json' },
    owner,
  );
  const { access_token } = JSON.parse(signed.text);
  const replace = async (drawing: string) => {
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'image/svg+xml' };
    expect(await call(`/storage/v1/object/${file}`, 'PUT', headers, drawing)).toMatchObject({ status: 200 });
  };
  const mark = `M${Math.floor(Math.random() * 1e6)} 7`;
  const { text: before } = await call(`/storage/v1/object/public/${file}`);
  expect(await readPage('demo.localhost', '/', { 'sec-fetch-site': 'none' })).not.toContain(mark);
  try {
    await replace(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="${mark}h1"/></svg>`);
    expect(await readPage('demo.localhost', '/', { 'sec-fetch-site': 'none' })).toContain(mark);
  } finally {
    await replace(before);
  }
  expect(await readPage('demo.localhost', '/', { 'sec-fetch-site': 'none' })).not.toContain(mark);
});
