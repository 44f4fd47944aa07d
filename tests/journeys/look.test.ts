import { type Browser, expect, type Page } from '@playwright/test';
import { barriersOf } from '#tests/barriers.ts';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoSidewaysScroll } from './scan.ts';
import { COURSE, putIntoCart } from './shop.ts';

/** What the eye and the keyboard meet in widths, themes and languages that the other stories are not told in. */

const demo = () => originOf('demo');
const themes = ['light', 'dark', 'night'] as const;
const PHONE = { width: 390, height: 844 };
const NARROWEST = { width: 320, height: 700 };
const DESK = { width: 1280, height: 800 };

type Colour = { parseString: (name: string) => unknown };
type Scanner = {
  commons: { color: { Color: new () => Colour; getContrast: (ground: Colour, text: Colour) => number } };
};

async function wear(page: Page, theme: (typeof themes)[number]): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
}

/** A finger's browser: fields are measured as a phone shows them. */
async function onPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

/** Fields one can type in whose letters are so small that a phone magnifies the page. */
function smallFields(page: Page): Promise<string[]> {
  return page
    .locator(
      'textarea, select, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"], [type="hidden"])',
    )
    .evaluateAll((fields) =>
      fields
        .filter((field) => !field.closest('[tabindex="-1"], [hidden]'))
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => `${location.pathname} ${field.outerHTML.slice(0, 120)}`),
    );
}

test('what floats or is filled in on a coloured ground can be read in every theme', async ({ page }) => {
  await page.goto(demo());
  await page.locator('.foot-languages > summary').click();
  for (const theme of themes) {
    await wear(page, theme);
    expect(await barriersOf(page, { within: '.foot-languages', rules: ['color-contrast'] }), theme).toEqual([]);
    // What is typed is no text to the scanner: its colours are held against each other here.
    const contrasts = await page.locator('main .input, main .btn-line').evaluateAll((all) => {
      const { Color, getContrast } = (window as unknown as { axe: Scanner }).axe.commons.color;
      const colour = (name: string) => {
        const one = new Color();
        one.parseString(name);
        return one;
      };
      return all.map((field) => {
        const { color, backgroundColor } = getComputedStyle(field);
        return getContrast(colour(backgroundColor), colour(color));
      });
    });
    expect(contrasts.length).toBeGreaterThan(0);
    expect(Math.min(...contrasts), theme).toBeGreaterThan(4.5);
  }
});

test('the header has room for who is signed in on the narrowest phone, in both directions', async ({ page }) => {
  await page.setViewportSize(NARROWEST);
  await signIn(page, demo(), 'student@demo.test', '/');
  for (const address of ['/', '/?lang=ar']) {
    await page.goto(demo() + address);
    await expect(page.locator('.user-menu summary')).toBeVisible();
    await expectNoSidewaysScroll(page);
    const tools = await page.locator('.site-tools :is(a, button, summary):visible').evaluateAll((all) =>
      all.map((tool) => {
        const { left, right } = tool.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
      }),
    );
    expect(tools.length).toBeGreaterThanOrEqual(4);
    expect(tools).not.toContain(false);
  }
  // The switch of themes has moved to the menu.
  await page.goto(`${demo()}/?lang=en`);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('no field of a phone has letters that magnify the page', async ({ browser }) => {
  const page = await onPhone(browser);
  const small: string[] = [];
  for (const path of ['/contact', '/course', '/search?q=light', '/login', '/docs', '/blog/why-shade-is-blue']) {
    await page.goto(demo() + path);
    small.push(...(await smallFields(page)));
  }
  await putIntoCart(page);
  await page.goto(`${demo()}/checkout`);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
  small.push(...(await smallFields(page)));
  await signIn(page, demo(), 'owner@demo.test');
  for (const path of ['/manage/users', '/manage/site', '/manage/site/theme', '/post', '/profile', '/tickets/new']) {
    await page.goto(`${demo()}/dashboard${path}`);
    await expect(page.locator('[aria-busy="true"], .sk')).toHaveCount(0);
    small.push(...(await smallFields(page)));
  }
  // The page editor has a toolbar of its own.
  await page.goto(`${demo()}/dashboard/pages/home`);
  await expect(page.locator('.builder-bar')).toBeVisible();
  await expect(page.locator('select').first()).toBeAttached();
  small.push(...(await smallFields(page)));
  expect(small).toEqual([]);
  await page.context().close();
});

test('on a phone a list’s filters stand in the window, and the checkout is met in the order it is read', async ({
  browser,
}) => {
  const page = await onPhone(browser);
  await putIntoCart(page);
  await page.goto(`${demo()}/checkout`);
  const order = page.getByRole('region', { name: 'Your order' });
  const heading = page.getByRole('heading', { level: 1, name: 'Checkout' });
  const country = page.getByRole('combobox', { name: 'Country' });
  await expect(country).toBeVisible();
  const tops = [];
  for (const part of [heading, order, country]) tops.push((await part.boundingBox())?.y ?? 0);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  const comesFirst = await country.evaluate(
    (field, region) => ((region?.compareDocumentPosition(field) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    await order.elementHandle(),
  );
  expect(comesFirst).toBe(true);

  await signIn(page, demo(), 'owner@demo.test', '/dashboard/manage/users');
  await page.setViewportSize(NARROWEST);
  const filters = page.locator('.filters');
  await expect(filters).toBeVisible();
  const outside = await filters.locator(':is(input, button):visible').evaluateAll(
    (all) =>
      all.filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        return left < 0 || right > innerWidth;
      }).length,
  );
  expect(outside).toBe(0);
  await page.context().close();
});

test('with forced colours the focus and the current entry are seen', async ({ browser }) => {
  const context = await browser.newContext({ viewport: DESK, forcedColors: 'active', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const styleOf = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one, key) => getComputedStyle(one).getPropertyValue(key), name);
  await signIn(page, demo(), 'owner@demo.test', '/dashboard/manage/users');
  const search = page.getByRole('searchbox').first();
  await search.focus();
  await expect(search).toHaveCSS('outline-style', 'solid');
  await expect(search).toHaveCSS('outline-width', '2px');
  const current = '.side-link[aria-current="page"]';
  await expect(page.locator(current).first()).toBeVisible();
  expect(await styleOf(current, 'background-color')).not.toBe(
    await styleOf('.side-link:not([aria-current])', 'background-color'),
  );
  // Switches and ticks, on and off: told by where the knob stands and whether there is a tick, in colours of the system.
  const first = page.getByRole('checkbox', { name: /^Select / }).nth(1);
  const tick = page.locator('tbody .check > svg').first();
  await expect(tick).toHaveCSS('visibility', 'hidden');
  await first.check({ force: true });
  await expect(tick).toHaveCSS('visibility', 'visible');
  expect(await tick.evaluate((one) => getComputedStyle(one).stroke)).not.toBe(
    await tick.evaluate((one) => getComputedStyle(one.parentElement ?? one).backgroundColor),
  );
  await page.goto(`${demo()}/dashboard/manage/site`);
  await expect(page.getByRole('switch').first()).toBeAttached();
  const knob = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => {
        const { backgroundColor, transform, translate, insetInlineStart } = getComputedStyle(one, '::after');
        return { colour: backgroundColor, place: [transform, translate, insetInlineStart].join() };
      });
  const [isOn, isOff] = [await knob('[data-selected] > .toggle'), await knob(':not([data-selected]) > .toggle')];
  expect(isOn.place).not.toBe(isOff.place);
  expect(isOn.colour).not.toBe(isOff.colour);
  expect(await styleOf('.toggle', 'border-top-style')).toBe('solid');

  // On the public home the header stands on a ground of the system, and no picture lies under what has the focus.
  await page.goto(demo());
  await expect(page.locator('.site-head')).toHaveClass(/is-clear/);
  expect(await styleOf('.site-head', 'background-color')).toBe(await styleOf('.cookie', 'background-color'));
  await expect(page.locator('.hero-picture').first()).toHaveCSS('opacity', '0');
  for (const one of ['.site-tools .btn', '.hero .btn']) {
    await page.locator(one).first().focus();
    await page.keyboard.press('Shift');
    await expect(page.locator(one).first()).toHaveCSS('outline-style', 'solid');
  }

  await page.goto(`${demo()}/course`);
  const field = page.locator('main input').first();
  await field.focus();
  await expect(field).toHaveCSS('outline-style', 'solid');
  await context.close();
});

test('on an Arabic page nothing of Arabic is tracked, and what is written in another language says so', async ({
  page,
}) => {
  const tracked = () =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll(':lang(ar)'))
        .filter((one) => !['normal', '0px'].includes(getComputedStyle(one).letterSpacing))
        .map((one) => one.className),
    );
  await page.goto(`${demo()}/?lang=ar`);
  expect(await tracked()).toEqual([]);
  await page.context().addCookies([{ name: 'lang', value: 'ar', url: demo() }]);
  await page.goto(`${demo()}/course/${COURSE.slug}`);
  expect(await tracked()).toEqual([]);
  // The course is in English, and says so; what is ours is not.
  await expect(page.locator('h1 [lang="en"]')).toHaveText(COURSE.title);
  await expect(page.locator('.foot-cols a[lang="en"]').first()).toBeVisible();
  await expect(page.locator('main aside [lang="en"]')).toHaveCount(0);
  await expect(page.locator('main')).not.toContainText('UK£');
  // A page of the account is in its language from end to end, and what the product says in it in the reader's.
  await page.goto(`${demo()}/`);
  const main = page.locator('main');
  await expect(main).toHaveAttribute('lang', 'en');
  await expect(main).toHaveAttribute('dir', 'ltr');
  await expect(main.locator('bdi[lang="ar"]').first()).toBeVisible();
  await expect(page.locator('.brand [lang="en"]').first()).toHaveText('Lumen Academy');
  await page.goto(`${demo()}/docs`);
  await expect(page.locator('.docs-tree a').first()).toHaveAttribute('lang', 'en');
  // So does what is listed, searched or asked: names, categories, groups, questions of a sign-up.
  await page.goto(`${demo()}/search?q=light`);
  const hit = page.locator('.search-hit').filter({ has: page.getByText(COURSE.title, { exact: true }) });
  await expect(hit.locator('b [lang="en"]')).toHaveText(COURSE.title);
  await expect(hit.locator('.search-text [lang="en"]')).toBeVisible();
  await page.goto(`${demo()}/course/${COURSE.slug}`);
  await expect(page.locator('main nav li:last-child [lang="en"]')).toBeVisible();
  await expect(page.locator('main section:has(.av) p [lang="en"]')).toBeVisible();
  await page.goto(`${demo()}/blog`);
  const categories = page.locator('main nav.chips').first().locator('a:not(:first-child)');
  await expect(categories.first()).toBeVisible();
  await expect(categories.locator('[lang="en"]')).toHaveCount(await categories.count());
  await page.goto(`${demo()}/blog/why-shade-is-blue`);
  await expect(page.locator('.post-head .link [lang="en"]').first()).toBeVisible();
  await page.goto(`${demo()}/groups/first-hundred-frames`);
  await expect(page.locator('main h1')).toHaveAttribute('lang', 'en');
  await expect(page.locator('main .lead')).toHaveAttribute('lang', 'en');
  await page.goto(`${demo()}/signup`);
  await expect(page.locator('.field-label [lang="en"]').first()).toBeVisible();
  // So do the lists of the dashboard.
  await signIn(page, demo(), 'owner@demo.test');
  await page.context().addCookies([{ name: 'lang', value: 'ar', url: demo() }]);
  await page.goto(`${demo()}/dashboard/manage/elearning`);
  await expect(page.getByRole('row').locator('bdi[lang="en"]').filter({ hasText: COURSE.title })).toBeVisible();
  await page.goto(`${demo()}/dashboard/manage/ecommerce/products/new-membership`);
  await expect(page.locator('.choices [lang="en"]').filter({ hasText: COURSE.title })).toBeVisible();
  await page.goto(`${demo()}/dashboard/manage/reports/learning`);
  await expect(page.locator('td [lang="en"]').filter({ hasText: COURSE.title }).first()).toBeVisible();
  await page.goto(`${demo()}/dashboard/courses/${COURSE.slug}`);
  await expect(page.locator('.crumbs [aria-current] [lang="en"]')).toHaveText(COURSE.title);
});

test('the dashboard comes in its own font with its first line, and its top bar stays in sight', async ({ page }) => {
  await signIn(page, demo(), 'owner@demo.test', '/dashboard/manage/users');
  await expect(page.locator('head link[rel="preload"][as="font"]')).toHaveCount(1);
  await expect.poll(() => page.evaluate(() => document.fonts.check('600 14px "Geist Workshop"'))).toBe(true);
  expect(await page.locator('head script').allInnerTexts()).not.toContainEqual(expect.stringContaining('connection'));
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    await page.goto(`${demo()}/dashboard/manage/site`);
    await expect(page.locator('[aria-busy="true"], .sk')).toHaveCount(0);
    await page.evaluate(() => scrollTo(0, 400));
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await expect(page.locator('.topbar')).toBeInViewport({ ratio: 1 });
  }
});

test('the name of a site stands whole beside the tools of who is signed in, and the total of an order beside its button', async ({
  page,
}) => {
  await signIn(page, demo(), 'student@demo.test', '/about');
  const name = page.getByRole('banner').getByRole('link', { name: 'Lumen Academy' }).locator('span').first();
  for (const width of [360, 390, 412]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(name).toHaveText('Lumen Academy');
    expect(await name.evaluate((box) => box.scrollHeight - box.clientHeight), `${width} px`).toBeLessThan(2);
  }
  await page.setViewportSize(DESK);
  await page.goto(`${demo()}/search?q=shutter+times`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Shutter times under the stars/ })
    .click();
  await page.getByRole('link', { name: 'Add to cart' }).first().click();
  await page.getByRole('link', { name: 'In your cart: check out' }).first().click();
  await page.getByRole('button', { name: /^Place order/ }).scrollIntoViewIfNeeded();
  const order = page.getByRole('region', { name: 'Your order' });
  await expect(order.getByText('Total', { exact: true })).toBeInViewport();
});

test('who is no member is asked to join in the middle of the window', async ({ page }) => {
  await page.setViewportSize(DESK);
  await signIn(page, demo(), 'owner@atelier.test');
  const card = page.locator('.card', { has: page.getByRole('heading', { level: 1, name: 'Join Lumen Academy' }) });
  await expect(card).toBeVisible();
  const box = await card.boundingBox();
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - DESK.width / 2)).toBeLessThan(20);
  expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - DESK.height / 2)).toBeLessThan(20);
});
