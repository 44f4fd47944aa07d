import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { originOf } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { readPage } from './visitor.ts';

test("the home pages of the platform and of atelier have no barriers, in their owners' own languages", async ({
  page,
}) => {
  for (const origin of [originOf(), originOf('atelier')]) {
    await page.goto(origin);
    await expectNoBarriers(page);
    await expectNoSidewaysScroll(page);
  }
});

test('whatever a search finds leads to a page that is there', async ({ page }) => {
  const kinds = new Set<string>();
  for (const words of ['light', 'night', 'stars', 'about', 'membership', 'tom']) {
    await page.goto(`${originOf('demo')}/search?q=${words}`);
    for (const kind of await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()) kinds.add(kind);
    const links = await page.locator('.search-hit').evaluateAll((hits) => hits.map((hit) => hit.getAttribute('href')));
    expect(links.length, `what "${words}" finds`).toBeGreaterThan(0);
    for (const link of links) await readPage('demo.localhost', link ?? '');
  }
  expect([...kinds].sort()).toEqual(['Blog', 'Courses', 'Groups', 'Lessons', 'Members', 'Pages', 'Products']);
});

test('headings of a long text are a step smaller on a telephone', async ({ page }) => {
  await page.goto(`${originOf('demo')}/blog/why-shade-is-blue`);
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  const heading = page.locator('.prose > h2').first();
  await expect(heading).toHaveCSS('font-size', isPhone ? '24px' : '32px');
});

test('an address nobody knows answers 404 with a page that helps on', async ({ page }) => {
  const answer = await page.goto(`${originOf('demo')}/there-is-nothing-here`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoBarriers(page);
});

test('a visitor without JavaScript reads the catalogue and finds the way into the checkout', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${originOf('demo')}/course`);
  await page.getByRole('main').getByRole('link', { name: 'Light and exposure' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Light and exposure' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Curriculum' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add to cart' }).first()).toHaveAttribute('href', /\/checkout\?add=/);
  await context.close();
});
