import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { productWithStripe } from './start-with-stripe.ts';

const { origin, stripe } = productWithStripe('methods');

async function inArabic(page: Page, address: string) {
  await page.context().addCookies([{ name: 'lang', value: 'ar', url: address }]);
  await page.goto(address);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoBarriers(page);
    await expectNoSidewaysScroll(page);
  }
}

test('a buyer keeps a card on the page of the provider, pays a subscription with it, changes it and removes the old one', async ({
  page: buyer,
  browser,
}, { project }) => {
  const owner = await (await browser.newContext(project.use)).newPage();
  await signIn(owner, origin(), 'owner@demo.test');
  await owner.goto(`${origin()}/dashboard/manage/ecommerce/payment`);
  await owner.getByRole('button', { name: 'Set up Stripe' }).click();
  const setUp = owner.getByRole('dialog', { name: 'Set up Stripe' });
  await setUp.getByLabel('Secret key').fill(stripe().payments.keys.secret_key ?? '');
  await setUp.getByLabel('Webhook signing secret').fill(stripe().payments.keys.webhook_secret ?? '');
  await setUp.getByRole('button', { name: 'Try and save' }).click();
  await expect(owner.getByText('Stripe is set up.')).toBeVisible();

  await signIn(buyer, origin(), 'instructor@demo.test', '/dashboard/orders');
  await buyer.getByRole('link', { name: 'Payment methods', exact: true }).click();
  await expect(buyer.getByText('No payment methods yet')).toBeVisible();
  await expectNoBarriers(buyer);
  const onPage = buyer.getByRole('heading', { level: 1, name: 'Stripe' });
  await buyer.getByRole('button', { name: 'Add card' }).click();
  await expect(onPage).toBeVisible();
  await buyer.getByRole('button', { name: 'Back to the shop' }).click();
  await expect(buyer.getByText('You left the page before a payment method was saved.')).toBeVisible();
  await buyer.getByRole('button', { name: 'Add card' }).click();
  await expect(onPage).toBeVisible();
  await buyer.getByRole('button', { name: 'Save card' }).click();
  await expect(buyer.getByText('Your payment method is saved.')).toBeVisible();
  const first = buyer.getByRole('row', { name: /Visa ···· 4242/ });
  await expect(first).toContainText('Default');
  await expect(first).toContainText('Nothing now');
  await expectNoBarriers(buyer);
  await expectNoSidewaysScroll(buyer);

  // A subscription that is paid by bank transfer so far.
  await buyer.getByRole('link', { name: 'Subscriptions', exact: true }).click();
  const opener = buyer.getByRole('button', { name: /^Open / }).first();
  const title = (await opener.innerText()).trim();
  await opener.click();
  const panel = buyer.getByRole('dialog', { name: title });
  await expect(panel).toContainText('You pay each order yourself.');
  await panel.getByRole('button', { name: 'Change payment method' }).click();
  const dialog = buyer.getByRole('dialog', { name: `Payment method for ${title}` });
  await expect(dialog.getByRole('radio', { name: 'Visa ···· 4242' })).toBeChecked();
  await expectNoBarriers(buyer);
  await dialog.getByRole('button', { name: 'Use this' }).click();
  await expect(buyer.getByText(`${title} is paid with Visa ···· 4242 from now on.`)).toBeVisible();
  await expect(panel).toContainText('Visa ···· 4242');

  // Another card, by the page of the provider, for this subscription.
  await panel.getByRole('button', { name: 'Change payment method' }).click();
  await dialog.getByRole('radio', { name: /Another card/ }).check({ force: true });
  await dialog.getByRole('button', { name: 'Continue with Stripe' }).click();
  await expect(onPage).toBeVisible();
  stripe().payments.changeKept({ exp_month: 12, exp_year: 2026 });
  await buyer.getByRole('button', { name: 'Save card' }).click();
  await expect(buyer.getByText('Your payment method is saved.')).toBeVisible();
  await expect(first).toHaveCount(2);
  const second = first.filter({ hasText: title });
  await expect(second).toHaveCount(1);
  await expect(second).not.toContainText('Default');
  await second.getByRole('button', { name: /^Actions for/ }).click();
  await buyer.getByRole('menuitem', { name: 'Remove' }).click();
  const needed = buyer.getByRole('alertdialog', { name: /still needed|^Remove/ });
  await expect(needed).toContainText(`It pays for ${title}.`);
  await expectNoBarriers(buyer);
  await needed.getByRole('button', { name: 'Go back' }).click();
  await second.getByRole('button', { name: /^Actions for/ }).click();
  await buyer.getByRole('menuitem', { name: 'Make default' }).click();
  await expect(buyer.getByText('Visa ···· 4242 is your default now.')).toBeVisible();
  const old = first.filter({ hasText: 'Nothing now' });
  await old.getByRole('button', { name: /^Actions for/ }).click();
  await buyer.getByRole('menuitem', { name: 'Remove' }).click();
  await needed.getByRole('button', { name: 'Remove' }).click();
  await expect(first).toHaveCount(1);
  await expect.poll(() => stripe().payments.keptCount()).toBe(1);
  await inArabic(buyer, `${origin()}/dashboard/orders/payment-methods`);
  expect(stripe().payments.taken()).toEqual({ count: 0, amount: 0 });
});
