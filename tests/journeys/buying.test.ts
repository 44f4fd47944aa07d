import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { mailTo } from './outbox.ts';
import { freshEmail, originOf, PASSWORD, signInByForm } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { COURSE, placeOrder, putIntoCart } from './shop.ts';

test('a visitor finds a course, buys it with a coupon and signs up on the way', async ({ page, isMobile }) => {
  const person = { name: 'Nuria Campos', email: freshEmail('nuria') };

  await page.goto(originOf('demo'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (isMobile) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expectNoBarriers(page);
    await page.getByRole('navigation', { name: 'Mobile menu' }).getByRole('link', { name: 'Courses' }).first().click();
  } else await page.getByRole('main').getByRole('link', { name: 'Browse the courses' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Courses' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: COURSE.title }).first().click();

  await expect(page.getByRole('heading', { level: 1, name: COURSE.title })).toBeVisible();
  await page.getByRole('link', { name: 'Add to cart' }).first().click();
  await expect(page.getByRole('link', { name: 'In your cart: check out' }).first()).toBeVisible();

  // What lies in the cart is still there after a reload.
  await page.reload();
  await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click();
  const cart = page.getByRole('dialog', { name: 'Cart' });
  await expect(cart.getByRole('listitem').filter({ hasText: COURSE.title })).toBeVisible();
  await expect(cart.getByText('€90').last()).toBeVisible();
  await expectNoBarriers(page);

  await cart.getByRole('button', { name: 'Add a coupon' }).click();
  await cart.getByRole('textbox', { name: 'Coupon' }).fill('EXPIRED');
  await cart.getByRole('button', { name: 'Apply' }).click();
  await expect(cart.getByRole('alert')).toContainText('This coupon has expired.');
  await expect(cart.getByRole('textbox', { name: 'Coupon' })).toHaveAttribute('aria-invalid', 'true');
  await expectNoBarriers(page);

  await cart.getByRole('textbox', { name: 'Coupon' }).fill('welcome10');
  await cart.getByRole('button', { name: 'Apply' }).click();
  await expect(cart.getByText('Coupon applied.')).toBeVisible();
  await expect(cart.getByText('€81').last()).toBeVisible();
  await cart.getByRole('link', { name: 'Proceed to checkout' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  const order = page.getByRole('region', { name: 'Your order' });
  await expect(order.getByText('€81').last()).toBeVisible();
  await expectNoSidewaysScroll(page);

  // What is missing is said beside its field, and nothing is sent.
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByText('Enter an e-mail address')).toBeVisible();
  await expectNoBarriers(page);

  const number = await placeOrder(page, person);
  await expect(page.getByText('How to pay')).toBeVisible();
  await expect(page.getByText(`the order number ${number}`)).toBeVisible();
  await expect(page.getByText('€81').last()).toBeVisible();
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);

  // Signed up on the way: the order is theirs, and the cart is empty.
  await page.getByRole('link', { name: 'View your orders' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(COURSE.title);
  await expect(page.getByRole('main')).toContainText('Awaiting payment');
  await expectNoSidewaysScroll(page);
});

test('a guest buys without a password, and sets one by the link that is mailed to them', async ({ page, browser }, {
  project,
}) => {
  const guest = { name: 'Gil Guerra', email: freshEmail('gil') };
  await putIntoCart(page);
  await page.goto(`${originOf('demo')}/checkout`);
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/Or leave it empty/);
  const number = await placeOrder(page, guest, '');
  await expect(page.getByText('How to pay')).toBeVisible();

  // Another day, in another browser: the address alone opens nothing, the link does.
  const later = await (await browser.newContext(project.use)).newPage();
  await putIntoCart(later);
  await later.goto(`${originOf('demo')}/checkout`);
  await later.getByRole('textbox', { name: 'E-mail' }).fill(guest.email);
  await later.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Portugal' });
  await later.getByRole('textbox', { name: 'Name', exact: true }).fill(guest.name);
  await later.getByRole('button', { name: /^Place order/ }).click();
  await expect(later.getByText('An account with this e-mail address already exists. Sign in instead.')).toBeVisible();
  await expectNoBarriers(later);
  await later.goto(await mailTo(guest.email, /http:\/\/[^\s"]+\/login\/reset-password[^\s"<]+/));
  await later.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await later.getByRole('button', { name: 'Save password' }).click();
  await expect(later).toHaveURL(`${originOf('demo')}/login?password=new`);
  await signInByForm(later, originOf('demo'), guest.email);
  await later.goto(`${originOf('demo')}/dashboard/orders`);
  await expect(later.getByRole('main')).toContainText(`#${number}`);
  await expect(later.getByRole('main')).toContainText(COURSE.title);
});
