import { expect, test } from '@playwright/test';
import { originOf } from './people.ts';
import { expectContentInItsDirection, expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { readPage } from './visitor.ts';

const pages = {
  '/': 'the home page',
  '/course': 'the catalogue',
  '/course/category/photography': 'a category',
  '/course/light-and-exposure': 'a course',
  '/course/light-and-exposure?lesson=a-window-a-wall-an-hour': 'a free lesson',
  '/about': 'about',
  '/membership': 'the membership',
  '/instructors': 'the instructors',
  '/faq': 'questions and answers',
  '/contact': 'contact',
  '/blog': 'the blog',
  '/blog/why-shade-is-blue': 'a post',
  '/docs': 'the documentation',
  '/docs/how-a-course-works': 'a page of the documentation',
  '/search?q=light': 'the search',
  '/members/tomás-rivera': 'a person’s card',
  '/groups/night-sky-walkers': 'a group',
  '/login': 'the door',
  '/signup': 'the sign-up',
  '/login/reset-password': 'a forgotten password',
  '/signup/confirm?token=x': 'the link of a sign-up',
  '/login/set-up?code=x': 'the link a start prints',
  '/checkout': 'an empty checkout',
  '/thankyou': 'the thank-you page of nobody',
};

for (const [path, name] of Object.entries(pages)) {
  test(`${name} has no barriers in light, dark and Arabic`, async ({ page }) => {
    await page.goto(`${originOf('demo')}${path}`);
    await expectNoBarriers(page);
    await expectNoSidewaysScroll(page);

    await page.emulateMedia({ colorScheme: 'dark' });
    await page.reload();
    await expectNoBarriers(page);

    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`${originOf('demo')}${path}${path.includes('?') ? '&' : '?'}lang=ar`);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expectContentInItsDirection(page);
    await expectNoBarriers(page);
    await expectNoSidewaysScroll(page);

    // The narrowest phone, and the width where a telephone's page becomes a desk's.
    for (const width of [320, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
  });
}

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
  expect([...kinds].sort()).toEqual(['Blog', 'Courses', 'Groups', 'Members', 'Pages', 'Products']);
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
