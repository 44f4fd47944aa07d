import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { originOf } from './people.ts';
import { putIntoCart } from './shop.ts';
import { untilAlive } from './visitor.ts';

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

test('the menu opens by levels, and a phone has one of its own in a drawer', async ({ page, isMobile }) => {
  await page.goto(originOf('demo'));
  if (isMobile) {
    await expect(page.getByRole('navigation', { name: 'Menu', exact: true })).toBeHidden();
    const drawer = page.getByRole('navigation', { name: 'Mobile menu' });
    await expect(drawer).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(drawer.getByRole('link', { name: 'Membership' })).toHaveAttribute('href', '/membership');
    await expect(page.locator('#site-drawer').getByRole('link', { name: 'Sign up' })).toBeVisible();
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(drawer).toBeHidden();
    return;
  }
  const menu = page.getByRole('navigation', { name: 'Menu', exact: true });
  const courses = menu.locator('details', { has: page.getByText('Courses', { exact: true }) }).first();
  const opener = courses.locator('summary');
  await expect(courses.getByRole('link').first()).toBeHidden();
  await opener.click();
  await expect(courses.getByRole('link').first()).toBeVisible();
  // In the site's own type.
  const fontOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).fontFamily);
  expect(await fontOf(courses.getByRole('link').first())).toBe(await fontOf(page.locator('.hero p').first()));
  await untilAlive(page);
  await page.keyboard.press('Escape');
  await expect(courses.getByRole('link').first()).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a menu with more than one row has room for begins another, and its last sheet stays in the window', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has the drawer');
  for (const lang of ['en', 'ar']) {
    await page.goto(`${originOf('demo')}/about?lang=${lang}`);
    await untilAlive(page);
    await page.locator('.site-nav').evaluate((nav) => {
      const entries = [...nav.children];
      for (let times = 0; times < 3; times += 1) for (const entry of entries) nav.append(entry.cloneNode(true));
      for (const words of nav.querySelectorAll('summary')) words.prepend('Fortbildung und ');
      const last = nav.querySelector('details')?.cloneNode(true) as HTMLElement;
      nav.append(last);
    });
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(await isWide()).toBe(false);
    await expect(page.getByRole('banner').locator('.site-tools .btn').filter({ visible: true }).last()).toBeInViewport({
      ratio: 1,
    });
    for (const entry of await page.locator('.site-nav > details').all()) {
      await entry.locator('summary').click();
      await expect(entry.locator('.mega-sheet')).toBeInViewport();
      await expect
        .poll(() =>
          entry.locator('.mega-sheet').evaluate((sheet) => {
            const { left, right } = sheet.getBoundingClientRect();
            return left >= 0 && right <= innerWidth;
          }),
        )
        .toBe(true);
      await page.keyboard.press('Escape');
    }
    expect(await isWide()).toBe(false);
  }
});

test('the search waits until the typing rests, asks once, marks what it found, narrows by chips, and says where there is nothing', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/rpc/search_site?')) asked.push(decodeURIComponent(request.url()));
  });
  await page.goto(originOf('demo'));
  await page.getByRole('banner').getByRole('link', { name: 'Search this site' }).click();
  const search = page.getByRole('dialog', { name: /search/i });
  const box = search.getByRole('searchbox');
  await box.pressSequentially('light and', { delay: 20 });
  const courses = search.getByRole('region', { name: 'Courses' });
  await expect(courses.getByRole('link', { name: /Light and exposure/ })).toBeVisible();
  // Nine letters, one question.
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('term=light+and');
  await expect(courses.locator('mark').first()).toHaveText('Light');

  // By keyboard: down into what was found, up again into the box.
  await box.press('ArrowDown');
  await expect(search.locator('.search-hit').first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(box).toBeFocused();

  const chips = search.getByRole('group');
  for (const name of ['All', 'Courses', 'Blog', 'Pages', 'Members'])
    await expect(chips.getByRole('button', { name })).toBeVisible();
  await chips.getByRole('button', { name: 'Blog' }).click();
  await expect(chips.getByRole('button', { name: 'Blog' })).toHaveAttribute('aria-pressed', 'true');
  await expect(courses).toBeHidden();
  await chips.getByRole('button', { name: 'All' }).click();

  await box.fill('zzzz');
  await expect(search.getByRole('status').filter({ hasText: /./ })).toHaveText(/nothing|no results|not found/i);
  // Without a network it is not said that there is nothing.
  await page.context().setOffline(true);
  await box.fill('yyyy');
  await expect(search.getByRole('status').filter({ hasText: /./ })).toHaveText(/not responding/);
  await page.context().setOffline(false);
  await box.fill('');
  await expect(search.getByRole('status').filter({ hasText: /./ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
});

test('the cart opens when something is in it; a coupon is looked up, refused for its reason, applied and taken away', async ({
  page,
}) => {
  await page.goto(`${originOf('demo')}/course`);
  const button = page.getByRole('banner').getByRole('button', { name: /^Cart/ });
  const cart = page.getByRole('dialog', { name: 'Cart' });
  await button.click();
  await expect(page.getByText('Your cart is empty', { exact: false }).first()).toBeVisible();
  await expect(cart).toBeHidden();

  await page.evaluate(() => localStorage.clear());
  await page.addInitScript(() =>
    addEventListener('stoa:analytics', (event) => {
      sessionStorage.setItem('told', JSON.stringify((event as CustomEvent).detail));
    }),
  );
  await putIntoCart(page);
  const told = JSON.parse((await page.evaluate(() => sessionStorage.getItem('told'))) ?? '{}') as Record<
    string,
    unknown
  >;
  expect(told).toMatchObject({ event: 'add_to_cart', currency: 'EUR', value: 90 });
  await button.click();
  await expect(cart.getByRole('listitem')).toHaveCount(1);

  await cart.getByRole('button', { name: 'Add a coupon' }).click();
  const field = cart.getByRole('textbox', { name: 'Coupon' });
  const apply = async (name: string) => {
    await field.fill(name);
    await cart.getByRole('button', { name: 'Apply' }).click();
  };
  // While it is looked up the button says so.
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/rest/v1/coupons?*', async (route) => {
    await held;
    await route.continue();
  });
  await field.fill('NOBODY-HAS-THIS');
  await field.press('Enter');
  await expect(cart.locator('button[aria-busy="true"]')).toBeVisible();
  answer();
  // Unknown: the field is red, and nothing is to be read; who can't see the colour is told why.
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleErrorMessage('There is no coupon with this code.');
  await expect(field).toBeFocused();
  await expect.poll(() => field.evaluate(hasErrorBorder)).toBe(true);
  expect(
    await cart.getByText('There is no coupon with this code.').evaluate((node) => node.getBoundingClientRect().width),
  ).toBe(1);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await page.unroute('**/rest/v1/coupons?*');
  for (const [name, words] of [
    ['SOLDOUT', /limit|used/i],
    ['FUTURE', /yet/i],
  ] as const) {
    await apply(name);
    await expect(cart.getByRole('alert')).toContainText(words);
    await expect(cart.getByRole('alert')).toHaveCount(1);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleErrorMessage(words);
    await expect(cart.locator('.field-error')).toBeVisible();
  }
  await apply('FLAT5');
  await expect(field).toBeHidden();
  const remove = cart.getByRole('button', { name: /FLAT5/ });
  await expect(remove).toBeVisible();
  expect(await stored(page, 'cart')).toContain('FLAT5');
  await remove.click();
  await expect(cart.getByRole('button', { name: 'Add a coupon' })).toBeVisible();
  expect(await stored(page, 'cart')).not.toContain('FLAT5');
  await cart.getByRole('listitem').getByRole('button').click();
  expect(await stored(page, 'cart')).toBeNull();
});

test('the checkout has no header and no footer of the site', async ({ page }) => {
  await putIntoCart(page);
  await page.goto(`${originOf('demo')}/checkout`);
  await expect(page.getByRole('button', { name: /^Place order/ })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Menu', exact: true })).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Cart/ })).toHaveCount(0);
});

/** Whether the border of a field's box has the colour of errors. */
function hasErrorBorder(input: Element): boolean {
  const box = input.closest('.input') ?? input;
  const probe = box.appendChild(document.createElement('i'));
  probe.style.color = 'var(--color-error)';
  const isRed = getComputedStyle(box).borderTopColor === getComputedStyle(probe).color;
  probe.remove();
  return isRed;
}
