import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';
import { placeOrder } from './shop.ts';

const COURSE = { title: 'Seeing cells: microscopy at home', slug: 'seeing-cells' };

test('an owner sells a course at several prices, and a shopper chooses one, its amount and its currency', async ({
  page,
  browser,
}) => {
  await signIn(page, originOf('demo'), 'owner@demo.test', '/dashboard/manage/ecommerce');
  await page.getByRole('link', { name: COURSE.title }).click();
  const price = page.getByRole('textbox', { name: /^(Price|Suggested amount)$/ });
  const period = page.getByRole('button', { name: /Billing period/ });
  const addPrice = async (amount: string, kind: string) => {
    await page.getByRole('button', { name: 'Add a price' }).click();
    await expect(price).toHaveValue('');
    await period.click();
    await page.getByRole('option', { name: kind }).click();
    await price.fill(amount);
  };
  await addPrice('25', 'Instalments');
  await page.getByRole('button', { name: 'Save product' }).click();
  const payments = page.getByRole('textbox', { name: 'Number of payments' });
  await expect(payments).toHaveAccessibleDescription(/2 payments or more/);
  await payments.fill('3');
  await addPrice('20', 'Pay what you want');
  await page.getByRole('textbox', { name: 'Minimum' }).fill('5');
  await addPrice('75', 'One-time');
  await page.getByText('More options').click();
  const currency = page.getByRole('combobox', { name: 'Currency' });
  await currency.fill('US Dollar');
  await page.getByRole('option', { name: 'USD, US Dollar', exact: true }).click();
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page.getByText('is saved').first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('grid', { name: 'Prices' }).getByRole('row')).toHaveText([
    /^€70$/,
    /3 payments of €25, every month, €75 in all/,
    /Pay what you want, from €5/,
    /^\$75$/,
  ]);
  await expectNoBarriers(page);

  const visitor = await (await browser.newContext()).newPage();
  const card = visitor
    .getByRole('main')
    .locator('.card')
    .filter({ has: visitor.getByRole('radio') })
    .first();
  await expect(async () => {
    await visitor.goto(`${originOf('demo')}/course/${COURSE.slug}`);
    await expect(card.getByRole('radio')).toHaveCount(3, { timeout: 1_000 });
  }).toPass();
  await card.getByRole('radio', { name: /Pay what you want/ }).check();
  const amount = card.getByRole('textbox', { name: 'Your amount' });
  await expect(amount).toHaveValue(/^20(\.00)?$/);
  await amount.fill('4.99');
  await expect(amount).toHaveAccessibleDescription('Enter €5 or more.');
  await expect(card.getByRole('button', { name: 'Add to cart' })).toBeDisabled();
  await amount.fill('8');
  await expectNoBarriers(visitor);
  await card.getByRole('link', { name: 'Add to cart' }).click();
  await card.getByRole('link', { name: 'In your cart: check out' }).click();
  const order = visitor.getByRole('region', { name: 'Your order' });
  await expect(order.getByRole('listitem').first()).toContainText('€8');

  // Another price takes the place of the first one.
  await visitor.goto(`${originOf('demo')}/course/${COURSE.slug}`);
  await card.getByRole('radio', { name: /3 payments/ }).check();
  await card.getByRole('link', { name: 'Add to cart' }).click();
  await card.getByRole('link', { name: 'In your cart: check out' }).click();
  await expect(order.getByRole('listitem').first()).toContainText('3 payments of €25, every month, €75 in all');
  await expect(order.getByText('2 payments of €25, every month, €50 in all')).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Place order for €25' })).toBeVisible();
  await visitor.setViewportSize({ width: 390, height: 844 });
  await expectNoBarriers(visitor);

  await order.getByRole('combobox', { name: 'Currency' }).selectOption('USD');
  await expect(visitor.getByRole('button', { name: 'Place order for $75' })).toBeVisible();
  await placeOrder(visitor, { name: 'Paula Prices', email: 'paula.prices@demo.test' });
  await expect(visitor.getByRole('main')).toContainText('$75');
});
