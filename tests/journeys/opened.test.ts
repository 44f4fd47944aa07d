import { type Browser, expect, type Page } from '@playwright/test';
import { barriersOf } from '#tests/barriers.ts';
import { isLong } from '#tests/long.ts';
import { test } from './browser.ts';
import { beginSession, originOf, signIn } from './people.ts';
import { expectNoSidewaysScroll } from './scan.ts';
import { putIntoCart } from './shop.ts';

/**
 * What opens over a screen, one of each kind, in widths, themes and languages that the other stories are not told in. It is found
 * by what it is and not by its words, so that every language finds the same.
 */

type Opening = {
  path: string;
  kind: string;
  on?: 'narrow' | 'wide';
  open: (page: Page) => Promise<void>;
  part: string;
};

const press = (selector: string) => async (page: Page) => page.locator(selector).first().click();
/** What holds for the whole document, whatever is open. */
const DOCUMENT_RULES = [
  'region',
  'landmark-one-main',
  'page-has-heading-one',
  'aria-hidden-focus',
  'aria-valid-attr-value',
];
const DIALOG = '[role="dialog"]';

const openSuggestions = async (page: Page) => page.locator('input[role="combobox"]').first().fill('a');

const ofVisitors: readonly Opening[] = [
  { path: '/', kind: 'drawer', on: 'narrow', open: press('.site-drawer > button'), part: '.drawer' },
  { path: '/', kind: 'sheet of a menu', on: 'wide', open: press('.site-bar nav .mega > summary'), part: '.site-bar' },
  { path: '/', kind: 'search', open: press('.site-tools a[aria-haspopup="dialog"]'), part: 'dialog, [role="dialog"]' },
  { path: '/', kind: 'languages', open: press('.foot-languages > summary'), part: '.foot-languages' },
  {
    path: '/course',
    kind: 'cart',
    open: press('[data-island="cart"] :is(a, button)'),
    part: 'dialog, [role="dialog"]',
  },
  {
    path: '/checkout',
    kind: 'sign-in of a buyer',
    open: press('.seg label:last-child'),
    part: 'form:has([autocomplete="current-password"])',
  },
];

const ofOwners: readonly Opening[] = [
  {
    path: '/dashboard',
    kind: 'palette',
    open: (page) => page.keyboard.press('Control+k'),
    part: DIALOG,
  },
  {
    path: '/dashboard',
    kind: 'menu',
    open: press('.topbar button[aria-haspopup="true"] >> visible=true'),
    part: '.pop',
  },
  {
    path: '/dashboard/posts/why-shade-is-blue',
    kind: 'tip',
    open: async (page) => {
      await page.locator('[role="toolbar"] button').first().focus();
      await page.keyboard.press('ArrowRight');
    },
    part: '[role="tooltip"]',
  },
  { path: '/dashboard/profile', kind: 'suggestions', open: openSuggestions, part: '[role="listbox"]' },
  { path: '/dashboard', kind: 'bell', open: press('.topbar button:has(.lucide-bell)'), part: '.pop' },
  { path: '/dashboard/manage/users', kind: 'filter', open: press('.filters .chip'), part: '.pop' },
  { path: '/dashboard/manage/users', kind: 'menu of a row', open: press('tbody .cell-actions button'), part: '.pop' },
  { path: '/dashboard/manage/users', kind: 'rows that are chosen', open: press('tbody .choice'), part: 'main' },
  { path: '/dashboard/manage/users', kind: 'panel', open: press('tbody .cell-link'), part: DIALOG },
  { path: '/dashboard/manage/site', kind: 'select', open: press('button[aria-haspopup="listbox"]'), part: '.pop' },
  {
    path: '/dashboard/manage/site/theme',
    kind: 'colour',
    open: press('.field .input button:has(.swatch)'),
    part: '.pop',
  },
  { path: '/dashboard/manage/media', kind: 'dialog', open: press('button:has(.lucide-folder-plus)'), part: DIALOG },
  { path: '/dashboard/manage/ecommerce/coupons', kind: 'form', open: press('main .btn-primary'), part: DIALOG },
  {
    path: '/dashboard/manage/ecommerce/coupons',
    kind: 'calendar',
    open: async (page) => {
      await press('main .btn-primary')(page);
      await press('[role="dialog"] .input-btn')(page);
    },
    part: '.pop .cal',
  },
  {
    path: '/dashboard/manage/ecommerce/coupons',
    kind: 'question',
    open: async (page) => {
      await press('main .btn-primary')(page);
      await page.locator('[role="dialog"] input[type="text"]').first().fill('HARVEST');
      await page.keyboard.press('Escape');
    },
    part: '[role="alertdialog"]',
  },
  {
    path: '/dashboard/manage/ecommerce/orders?q=1001',
    kind: 'refund of an order',
    open: async (page) => {
      await page.getByText('#1001', { exact: true }).first().click();
      await press('[role="dialog"] button:has(.lucide-undo-2)')(page);
    },
    part: '[role="dialog"]:has(input[type="radio"])',
  },
];

type Look = { width: number; language: string };

const WIDTHS = [320, 390, 1280];
const LANGUAGES = ['ar', 'en'];
/** What is farthest from the looks of the other stories; all widths in both languages in the long run. */
const SAMPLE: Look[] = [{ width: 320, language: 'ar' }];
const looks = isLong ? WIDTHS.flatMap((width) => LANGUAGES.map((language) => ({ width, language }))) : SAMPLE;

test('what opens is read and reached in light and dark, on a narrow phone from right to left', async ({ browser }) => {
  test.setTimeout(looks.length * 180_000);
  const found: string[] = [];
  for (const look of looks) found.push(...(await barriersOfOpened(browser, look)));
  expect(found).toEqual([]);
});

test('Tab goes from a combo box with its list open to what follows it', async ({ page }) => {
  await signIn(page, originOf('demo'), 'student@demo.test', '/dashboard/profile');
  await expect(page.locator('[aria-busy="true"], .sk')).toHaveCount(0);
  await openSuggestions(page);
  const field = page.locator('input[role="combobox"]').first();
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  const following = await field.evaluate((input) => {
    const reached = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')].filter(
      (element) => element.tabIndex >= 0,
    );
    const next = reached[reached.indexOf(input as HTMLInputElement) + 1];
    next?.setAttribute('data-following', '');
    return next !== undefined;
  });
  expect(following).toBe(true);
  await page.keyboard.press('ArrowDown');
  await expect(field).toHaveAttribute('aria-activedescendant', /./);
  await page.keyboard.press('Tab');
  await expect(page.locator('[data-following]')).toBeFocused();
  await expect(page.locator('[role="listbox"]')).toHaveCount(0);
});

async function barriersOfOpened(browser: Browser, { width, language }: Look): Promise<string[]> {
  const origin = originOf('demo');
  const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await putIntoCart(page);
  const found = await barriersIn(page, '.cookie');
  // It stands over what one wants to press on a small screen.
  await page.locator('[data-cookie-choice]').first().click();
  for (const openings of [ofVisitors, ofOwners]) {
    if (openings === ofOwners) await beginSession(context, origin, 'owner@demo.test');
    await context.addCookies([{ name: 'lang', value: language, url: origin }]);
    for (const { path, kind, on, open, part } of openings) {
      if (on && on !== (width < 768 ? 'narrow' : 'wide')) continue;
      await test.step(`${kind} on ${path} at ${width} px in ${language}`, async () => {
        await page.goto(origin + path);
        await expect(page.locator('[aria-busy="true"], .sk')).toHaveCount(0);
        // On a busy machine a press may come before the page is hydrated, and opens nothing.
        await expect(async () => {
          await open(page);
          await expect(page.locator(part).first(), kind).toBeVisible({ timeout: 5_000 });
        }).toPass();
        const barriers = await barriersIn(page, part);
        barriers.push(...(await barriersOf(page, { rules: DOCUMENT_RULES })));
        found.push(...barriers.map((barrier) => `${kind} on ${path}, ${width} px, ${language}: ${barrier}`));
        await expectNoSidewaysScroll(page);
      });
    }
  }
  await context.close();
  return found;
}

/** In light and in dark: a public page is dark, the dashboard has a night of its own. */
async function barriersIn(page: Page, part: string): Promise<string[]> {
  const dark = new URL(page.url()).pathname.startsWith('/dashboard') ? 'night' : 'dark';
  const found: string[] = [];
  for (const theme of ['light', dark]) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    const rules = theme === 'light' ? undefined : ['color-contrast'];
    found.push(...(await barriersOf(page, { within: part, rules })).map((barrier) => `${theme}: ${barrier}`));
  }
  return found;
}
