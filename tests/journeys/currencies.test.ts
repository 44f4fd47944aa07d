import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

const CURRENCIES = '/dashboard/manage/ecommerce/currencies';

test('an owner sees which way to pay takes which currency, and sells in another one', async ({ page }) => {
  const demo = originOf('demo');
  await signIn(page, demo, 'owner@demo.test', CURRENCIES);
  const main = page.getByRole('main');
  const row = (code: string) => main.getByRole('row').filter({ hasText: new RegExp(`^${code}`) });
  await expect(main).toContainText('Your shop sells in Euro.');
  await expect(row('EUR')).toContainText('Currency of the shop');
  await expect(row('EUR')).toContainText('Bank transfer, Stripe, PayPal, Razorpay');

  const search = main.getByRole('searchbox', { name: 'Search by code, name or country' });
  await search.fill('kuwait');
  await expect(row('KWD')).toContainText('Kuwaiti Dinar');
  await expect(row('KWD').getByRole('cell', { name: '3', exact: true })).toBeVisible();
  await expect(row('KWD')).not.toContainText('PayPal');
  await search.fill('japan');
  await row('JPY').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Sell in JPY' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sell in JPY from now on?' });
  await expect(question).toContainText('Existing prices stay as they are.');
  await expectNoBarriers(page);
  await question.getByRole('button', { name: 'Sell in JPY' }).click();
  await expect(main).toContainText('Your shop sells in Japanese Yen.');
  await page.goto(`${demo}/dashboard/manage/ecommerce/payment`);
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('JPY, Japanese Yen');

  // The shop is again as the other stories expect it.
  await page.goto(`${demo}${CURRENCIES}?q=euro`);
  await row('EUR').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Sell in EUR' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sell in EUR' }).click();
  await expect(main).toContainText('Your shop sells in Euro.');

  for (const language of ['ar', 'en']) {
    await page.context().addCookies([{ name: 'lang', value: language, url: demo }]);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${demo}${CURRENCIES}`);
      await expect(main).toContainText('EUR');
      await expectNoBarriers(page);
      await expectNoSidewaysScroll(page);
    }
  }
});
