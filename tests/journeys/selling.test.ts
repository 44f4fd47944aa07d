import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';

test('a price is read by the reader’s language, shown as it was understood, and refused where it is unclear', async ({
  page,
}) => {
  const shop = `${originOf('demo')}/dashboard/manage/ecommerce`;
  await signIn(page, originOf('demo'), 'owner@demo.test', '/dashboard/manage/ecommerce/products/new');
  await expect(page.getByRole('heading', { level: 1, name: 'New product' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('A print of the harbour');
  const price = page.getByRole('textbox', { name: 'Price', exact: true });
  const save = page.getByRole('button', { name: 'Save product' });

  await price.fill('49,50');
  await price.blur();
  await expect(price).toHaveAccessibleDescription(/Write it like this: 49\.50/);
  await expectNoBarriers(page);
  // Not even a draft is saved without what stands in its field.
  await save.click();
  await expect(price).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(`${shop}/products/new`);

  await price.fill('1,049.5');
  await expect(price).toHaveAccessibleDescription(/Read as €1,049\.50/);
  await price.blur();
  await expect(price).toHaveValue('1,049.50');
  await save.click();
  await expect(page).not.toHaveURL(`${shop}/products/new`);
  await page.reload();
  await expect(price).toHaveValue('1,049.50');
  await page.goto(shop);
  await expect(page.getByRole('row', { name: /A print of the harbour/ })).toContainText('€1,049.50');

  // A number that has to be whole, the same way: nothing is saved over one that could be another, an empty field is its default.
  await page.goto(`${shop}/coupons`);
  await page.getByRole('button', { name: 'New coupon' }).first().click();
  const panel = page.getByRole('dialog', { name: 'New coupon' });
  await panel.getByRole('textbox', { name: 'Code' }).fill('WHOLE');
  await panel.getByRole('textbox', { name: 'Percent' }).fill('10');
  const uses = panel.getByRole('textbox', { name: 'Total uses' });
  await uses.fill('1.000');
  await panel.getByRole('button', { name: 'Save coupon' }).click();
  await expect(uses).toHaveAccessibleDescription(/Write it like this: 1,000/);
  await expect(uses).toBeFocused();
  await uses.fill('1,000');
  await expect(uses).toHaveAccessibleDescription(/Read as 1,000/);
  const each = panel.getByRole('textbox', { name: 'Uses per customer' });
  await each.fill('');
  await each.blur();
  await expect(each).toHaveValue('0');
  await panel.getByRole('button', { name: 'Save coupon' }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('row', { name: /WHOLE/ })).toContainText(/1,?000/);

  // Small counts go up and down by the arrows, within their limits.
  await page.goto(`${originOf('demo')}/dashboard/manage/site/header`);
  const size = page.getByRole('textbox', { name: 'Menu text size' });
  await size.fill('24');
  await size.press('ArrowUp');
  await expect(size).toHaveValue('24');
  await size.press('ArrowDown');
  await expect(size).toHaveValue('23');
  await size.fill('7');
  await size.blur();
  await expect(size).toHaveAccessibleDescription(/Enter at least 12/);
});

test('coupons at the checkout say one thing at a time, and what is paid again says how', async ({ page }) => {
  const monthly = 'every month';
  await page.goto(`${originOf('demo')}/course`);
  const tiles = page.getByRole('main').getByRole('link').filter({ hasText: monthly });
  await expect(tiles.first()).toContainText('€20');

  await page.goto(`${originOf('demo')}/membership`);
  const plan = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Lumen membership' }) });
  await expect(plan).toContainText('€20');
  await expect(plan).toContainText(monthly);
  await plan.getByRole('link', { name: 'Add to cart' }).click();
  await plan.getByRole('link', { name: 'In your cart: check out' }).click();
  const order = page.getByRole('region', { name: 'Your order' });
  await expect(order.getByRole('listitem').filter({ hasText: 'Lumen membership' })).toContainText(monthly);
  await expect(order.getByText('For each further period we place an order')).toBeVisible();
  await expect(order.getByText('€20', { exact: true }).last()).toBeVisible();

  await order.getByRole('button', { name: 'Add a coupon' }).click();
  const field = order.getByRole('textbox', { name: 'Coupon' });
  const toasts = page.locator('.toasts').getByRole('alert');
  const refused = async (name: string, words: string) => {
    await field.fill(name);
    await order.getByRole('button', { name: 'Apply' }).click();
    await expect(field).toHaveAccessibleErrorMessage(words);
  };
  await refused('EXPIRED', 'This coupon has expired.');
  await expect(toasts).toHaveText(/expired/);
  await refused('SOLDOUT', 'This coupon has reached its usage limit.');
  await expect(toasts).toHaveText(/usage limit/);
  await expectNoBarriers(page);
  await refused('NOBODY-HAS-THIS', 'There is no coupon with this code.');
  await expect(toasts).toHaveCount(0);
});

test('an owner generates codes for one product, and a code reduces that product alone', async ({ page, browser }) => {
  await signIn(page, originOf('demo'), 'owner@demo.test', '/dashboard/manage/ecommerce/coupons');
  await page.getByRole('button', { name: 'New coupon' }).first().click();
  const panel = page.getByRole('dialog', { name: 'New coupon' });
  await panel.getByText('Many unique codes').click();
  await panel.getByRole('textbox', { name: 'Prefix' }).fill('HARBOUR');
  await panel.getByRole('textbox', { name: 'Number of codes' }).fill('12');
  await panel.getByRole('textbox', { name: 'Percent' }).fill('50');
  await expect(panel.getByRole('textbox', { name: 'Total uses' })).toHaveValue('1');
  await panel.getByText('Chosen products').click();
  await panel.getByRole('button', { name: 'Save coupon' }).click();
  const box = panel.getByRole('combobox', { name: 'Add a product' });
  await expect(box).toHaveAccessibleDescription(/Choose at least one product/);
  await box.fill('membership');
  await page.getByRole('option', { name: 'Lumen membership' }).click();
  await expect(panel.getByRole('list', { name: 'Chosen products' })).toContainText('Lumen membership');
  // The next one can be typed at once.
  await expect(box).toBeFocused();
  await expectNoBarriers(page);
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Save coupon' }).click();
  const file = await (await download).path();
  const codes = readFileSync(file, 'utf8').match(/HARBOUR-[2-9A-HJ-NP-Z]{8}/g) ?? [];
  expect(new Set(codes).size).toBe(12);
  await expect(page.getByText('12 codes were created and downloaded.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search coupons' }).fill(codes[0] ?? '');
  await expect(page.getByRole('row', { name: codes[0] })).toContainText('One product');

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${originOf('demo')}/course/light-and-exposure`);
  await visitor.getByRole('link', { name: 'Add to cart' }).first().click();
  await visitor.getByRole('link', { name: 'In your cart: check out' }).first().click();
  const order = visitor.getByRole('region', { name: 'Your order' });
  const field = order.getByRole('textbox', { name: 'Coupon' });
  await order.getByRole('button', { name: 'Add a coupon' }).click();
  await field.fill(codes[0] ?? '');
  await order.getByRole('button', { name: 'Apply' }).click();
  await expect(field).toHaveAccessibleErrorMessage('This coupon does not apply to anything in your cart.');

  await visitor.goto(`${originOf('demo')}/membership`);
  const plan = visitor
    .getByRole('listitem')
    .filter({ has: visitor.getByRole('heading', { name: 'Lumen membership' }) });
  await plan.getByRole('link', { name: 'Add to cart' }).click();
  await plan.getByRole('link', { name: 'In your cart: check out' }).click();
  await order.getByRole('button', { name: 'Add a coupon' }).click();
  await field.fill(codes[0] ?? '');
  await order.getByRole('button', { name: 'Apply' }).click();
  // Half of the membership's €20, whatever else is in the cart.
  await expect(order.getByText('-€10', { exact: true })).toBeVisible();
});

test('an owner puts a course on sale, and its pages show the sale price beside the regular one', async ({
  page,
  browser,
}) => {
  const visitor = await (await browser.newContext()).newPage();
  const buyCard = visitor.getByRole('main').locator('.card').filter({ hasText: 'Add to cart' }).first();
  await visitor.goto(`${originOf('demo')}/course/astrophotography-from-a-city-balcony`);
  const regular = (await buyCard.locator('b').first().innerText()).trim();
  await expect(buyCard.locator('s')).toHaveCount(0);

  await signIn(page, originOf('demo'), 'owner@demo.test', '/dashboard/manage/ecommerce');
  await page.getByRole('link', { name: 'Astrophotography from a city balcony' }).click();
  const sale = page.getByRole('textbox', { name: 'Sale price' });
  const save = page.getByRole('button', { name: 'Save product' });
  await sale.fill('9999');
  await save.click();
  await expect(sale).toHaveAccessibleDescription(/below the regular price/);
  await sale.fill('12.50');
  const end = page.getByRole('group', { name: /Sale ends/ });
  await end.getByRole('spinbutton', { name: /month/ }).pressSequentially('12312099');
  await save.click();
  await expect(page.getByText('is saved').first()).toBeVisible();
  await expectNoBarriers(page);

  await expect(async () => {
    await visitor.reload();
    await expect(buyCard).toContainText('€12.50', { timeout: 1_000 });
  }).toPass();
  await expect(buyCard.locator('s')).toHaveText(`Regular price ${regular}`);
  await expect(buyCard).toContainText('on sale until December 31');
  await expectNoBarriers(visitor);
  await visitor.goto(`${originOf('demo')}/course`);
  const tile = visitor.getByRole('link').filter({ hasText: 'Astrophotography from a city balcony' }).first();
  await expect(tile).toContainText('€12.50');
  await expect(tile.locator('s')).toContainText(regular);
  await visitor.goto(`${originOf('demo')}/course/astrophotography-from-a-city-balcony`);
  await visitor.getByRole('link', { name: 'Add to cart' }).first().click();
  await visitor.getByRole('link', { name: 'In your cart: check out' }).first().click();
  await expect(visitor.getByRole('button', { name: /€12\.50/ })).toBeVisible();

  await sale.fill('');
  await save.click();
  await expect(async () => {
    await visitor.goto(`${originOf('demo')}/course/astrophotography-from-a-city-balcony`);
    await expect(buyCard.locator('b').first()).toHaveText(regular, { timeout: 1_000 });
  }).toPass();
});
