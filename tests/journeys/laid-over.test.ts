import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoSidewaysScroll } from './scan.ts';
import { COURSE } from './shop.ts';

/** What lies over something else: the way back up, menus that open, a row's menu, and the page editor's own parts. */

const demo = () => originOf('demo');
const PHONE = { width: 390, height: 844 };
const NARROWEST = { width: 320, height: 700 };
const DESK = { width: 1280, height: 800 };

/** The question about cookies, answered: it lies over the end of a page. */
const answered = () => ({ name: 'cookie_preference', value: 'required', url: demo() });

test('the way back up takes no tap that is meant for a link or a field, wherever the page stands', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await context.addCookies([answered()]);
  for (const path of ['/', `/course/${COURSE.slug}`, '/contact']) {
    await page.goto(demo() + path);
    await page.waitForLoadState('networkidle');
    const { taken, seen, shown } = await page.evaluate(async () => {
      document.documentElement.style.scrollBehavior = 'auto';
      const settled = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const button = document.querySelector('[data-totop]') as HTMLElement;
      const parts = Array.from(
        document.querySelectorAll<HTMLElement>(':is(main, footer) :is(a, button, input, select, textarea, summary)'),
      ).filter((part) => part !== button && part.checkVisibility());
      const found: string[] = [];
      let [seen, shown] = [0, 0];
      for (const part of parts) {
        // To where it stands as far down as the button does, as far as the page can be scrolled there.
        const box = part.getBoundingClientRect();
        scrollTo(0, scrollY + box.top + box.height / 2 - (innerHeight - 40));
        await settled();
        const here = part.getBoundingClientRect();
        const round = new DOMRect(button.offsetLeft, button.offsetTop, button.offsetWidth, button.offsetHeight);
        if (!button.hidden && button.contains(document.elementFromPoint(round.x + 24, round.y + 24))) shown++;
        if (here.right <= round.left || here.left >= round.right) continue;
        if (here.bottom <= round.top || here.top >= round.bottom) continue;
        seen++;
        const [x, y] = [
          (Math.max(here.left, round.left) + Math.min(here.right, round.right)) / 2,
          (Math.max(here.top, round.top) + Math.min(here.bottom, round.bottom)) / 2,
        ];
        const isTaken = () => button.contains(document.elementFromPoint(x, y));
        // A busy browser may run the handler of the scroll some frames later.
        for (let frames = 0; frames < 10 && isTaken(); frames++) await settled();
        if (isTaken()) found.push(part.outerHTML.slice(0, 120));
      }
      return { taken: found, seen, shown };
    });
    expect(taken, path).toEqual([]);
    // There is something it could have taken, and places where it is offered.
    expect(seen, path).toBeGreaterThan(0);
    expect(shown, path).toBeGreaterThan(0);
  }
  await context.close();
});

test('the way back up lies over no link at the end of a page', async ({ page, context }) => {
  await context.addCookies([answered()]);
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    await page.goto(`${demo()}/about`);
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    const up = page.getByRole('link', { name: 'Back to top, 100% read' });
    await expect(up).toHaveCSS('pointer-events', 'auto');
    const covered = await up.evaluate((button) => {
      const round = button.getBoundingClientRect();
      return Array.from(document.querySelectorAll('footer :is(a, button, summary)'))
        .filter((link) => link !== button)
        .filter((link) => {
          const box = link.getBoundingClientRect();
          return box.right > round.left && box.left < round.right && box.bottom > round.top && box.top < round.bottom;
        })
        .map((link) => link.textContent);
    });
    expect(covered, `at ${size.width} px`).toEqual([]);
  }
});

test('the footer’s languages close by Escape, with the focus where they were opened, and by a press elsewhere', async ({
  page,
}) => {
  for (const origin of [demo(), originOf(), originOf('atelier')]) {
    // Without the script a menu opens, but no key closes it.
    await page.goto(origin, { waitUntil: 'networkidle' });
    const menu = page.locator('.foot-languages');
    const button = menu.locator('summary');
    await button.click();
    await expect(menu).toHaveAttribute('open', '');
    await menu.getByRole('link').first().focus();
    await page.keyboard.press('Escape');
    await expect(menu).not.toHaveAttribute('open');
    await expect(button).toBeFocused();
    await button.click();
    await expect(menu).toHaveAttribute('open', '');
    await page.locator('.site-foot').click({ position: { x: 4, y: 4 } });
    await expect(menu).not.toHaveAttribute('open');
  }
});

/** How many rows break so that their end stands before their beginning, under the checkbox. */
const sidesAtTheEdge = (page: Page) =>
  page.locator('tbody > tr:has(> .cell-side)').evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const leftOf = (name: string) => row.querySelector(name)?.getBoundingClientRect().left ?? 0;
        return leftOf('.cell-side') < leftOf('.cell-main');
      }).length,
  );

test('the narrowest phone: a row keeps its menu beside its first line, and the top bar says where one is', async ({
  page,
}) => {
  await page.setViewportSize(NARROWEST);
  await signIn(page, demo(), 'owner@demo.test');
  for (const path of ['/dashboard/manage/users', '/dashboard/posts']) {
    await page.goto(demo() + path);
    await expect(page.locator('tbody .cell-actions button').first()).toBeVisible();
    const below = await page.locator('tbody > tr:has(.cell-actions)').evaluateAll(
      (rows) =>
        rows.filter((row) => {
          const main = row.querySelector('.cell-main')?.getBoundingClientRect();
          const menu = row.querySelector('.cell-actions button')?.getBoundingClientRect();
          return !main || !menu || menu.top >= main.bottom || menu.right > innerWidth || menu.left < main.right;
        }).length,
    );
    expect(below, path).toBe(0);
    expect(await sidesAtTheEdge(page), path).toBe(0);
    await expectNoSidewaysScroll(page);
    const name = page.locator('.topbar .crumbs [aria-current]');
    await expect(name).toBeVisible();
    expect((await name.boundingBox())?.width, path).toBeGreaterThan(36);
  }
  await page.goto(`${demo()}/dashboard/manage/ecommerce`);
  await expect(page.getByText('€20 every month')).toBeVisible();
  expect(await sidesAtTheEdge(page)).toBe(0);
  for (const [path, words] of [
    ['/dashboard', 'Dashboard'],
    ['/dashboard/manage/users', 'Members'],
  ] as const) {
    await page.goto(demo() + path);
    const name = page.locator('.topbar .crumbs [aria-current]');
    await expect(name).toHaveText(words);
    expect(await name.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  }
});

test('the page editor: its fonts are shown whenever they come, an empty page is read line by line, one tab is the current one', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: DESK, forcedColors: 'active', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, demo(), 'owner@demo.test', '/dashboard/pages');
  // Of a browser that has none of them yet, on a slow line.
  const late: (() => Promise<void>)[] = [];
  let isLate = true;
  await page.route('**/*.woff2', (route) => (isLate ? void late.push(() => route.continue()) : route.continue()));
  await page.goto(`${demo()}/dashboard/pages/home`, { waitUntil: 'commit' });
  const canvas = page.frameLocator('iframe').first();
  const heading = canvas.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  // Longer than a browser waits for a font that may be left out.
  await heading.evaluate(() => new Promise((done) => setTimeout(done, 400)));
  isLate = false;
  await Promise.all(late.map((go) => go()));
  const isOwnFont = () =>
    heading.evaluate((one) => {
      const own = getComputedStyle(one).fontFamily;
      const [wide, other] = [own, own.slice(own.indexOf(',') + 1)].map((family) => {
        const word = document.body.appendChild(document.createElement('span'));
        Object.assign(word.style, { position: 'absolute', fontFamily: family, fontSize: '64px' });
        word.textContent = 'The way light does';
        const { width } = word.getBoundingClientRect();
        word.remove();
        return width;
      });
      return wide !== other;
    });
  await expect.poll(isOwnFont).toBe(true);
  const borders = await page
    .locator('.builder [class*="_NavItem-link_"]')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderInlineEndColor));
  expect(borders.length).toBeGreaterThan(1);
  expect(new Set(borders.slice(1)).size).toBe(1);
  expect(borders[0]).not.toBe(borders[1]);

  await page.setViewportSize(PHONE);
  await page.goto(`${demo()}/dashboard/pages`);
  await page.getByRole('button', { name: 'New page' }).click();
  await page.getByRole('textbox', { name: 'Page title' }).fill(`Empty ${crypto.randomUUID().slice(0, 6)}`);
  await page.getByRole('button', { name: 'Create page' }).click();
  const words = canvas.getByText('The page is empty. Choose a block to start.');
  await expect(words).toBeVisible();
  // The fonts of the theme are there before the first block asks for one.
  await expect
    .poll(() =>
      words.evaluate(() => {
        const families = getComputedStyle(document.documentElement).getPropertyValue('--font-display');
        const own = /^\s*"?([^",]+)/.exec(families)?.[1];
        return [...document.fonts].some(
          ({ family, status, display }) => family.includes(own ?? '?') && status === 'loaded' && display === 'swap',
        );
      }),
    )
    .toBe(true);
  expect(
    await words.evaluate((one) => {
      const { lineHeight, fontSize } = getComputedStyle(one);
      return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
    }),
  ).toBeGreaterThan(1.1);
  await context.close();
});
