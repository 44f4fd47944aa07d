import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { freshEmail, PASSWORD, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { COURSE } from './shop.ts';
import { productWithStripe } from './start-with-stripe.ts';

const { origin, stripe } = productWithStripe('payments');

test('an owner sets up Stripe, a student gives up, pays by card on its page and comes back paid, and the owner refunds', async ({
  page: buyer,
  browser,
}, { project }) => {
  const owner = await (await browser.newContext(project.use)).newPage();
  await signIn(owner, origin(), 'owner@demo.test');
  await owner.goto(`${origin()}/dashboard/manage/ecommerce/payment`);
  await owner.getByRole('button', { name: 'Set up Stripe' }).click();
  const panel = owner.getByRole('dialog', { name: 'Set up Stripe' });
  await expect(panel.getByText(`${origin()}/api/payments/events/stripe`)).toBeVisible();
  await expect(panel.getByText('charge.dispute.created')).toBeVisible();
  await expectNoBarriers(owner);
  await panel.getByLabel('Secret key').fill('sk_test_wrong');
  await panel.getByLabel('Webhook signing secret').fill(stripe().payments.keys.webhook_secret ?? '');
  await panel.getByRole('button', { name: 'Try and save' }).click();
  await expect(panel.getByText('The provider rejected this key.')).toBeVisible();
  await panel.getByLabel('Secret key').fill(stripe().payments.keys.secret_key ?? '');
  await panel.getByRole('button', { name: 'Try and save' }).click();
  await expect(owner.getByText('Stripe is set up.')).toBeVisible();
  await expect(owner.getByRole('main').getByText('Test mode')).toBeVisible();
  await owner.getByRole('button', { name: 'Set up Stripe' }).click();
  await panel.getByRole('button', { name: 'Test this provider' }).click();
  await expect(owner.getByText('Stripe accepts the keys.')).toBeVisible();
  await expectNoSidewaysScroll(owner);

  await buyer.goto(`${origin()}/course/${COURSE.slug}`);
  await buyer.getByRole('link', { name: 'Add to cart' }).first().click();
  await expect(buyer.getByRole('link', { name: 'In your cart: check out' }).first()).toBeVisible();
  await buyer.goto(`${origin()}/checkout`);
  const byCard = buyer.getByRole('radio', { name: /Pay with Stripe/ });
  await expect(byCard).toBeChecked();
  await expect(buyer.getByRole('radio', { name: 'Bank transfer' })).not.toBeChecked();
  await expectNoBarriers(buyer);
  await buyer.getByRole('textbox', { name: 'E-mail' }).fill(freshEmail('lena'));
  await buyer.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await buyer.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Portugal' });
  await buyer.getByRole('textbox', { name: 'Name', exact: true }).fill('Lena Novak');
  await buyer.getByRole('button', { name: /^Place order/ }).click();

  // On the page of the provider: a declined card, then back to the shop without having paid.
  const onPage = buyer.getByRole('heading', { level: 1, name: 'Stripe' });
  await expect(onPage).toBeVisible();
  await buyer.getByRole('button', { name: 'Pay with a declined card' }).click();
  await expect(buyer.getByRole('status')).toContainText('declined');
  await buyer.getByRole('button', { name: 'Back to the shop' }).click();
  await expect(buyer.getByText('You left the payment page before paying.')).toBeVisible();
  const number = (await buyer.getByRole('heading', { name: /^Order #/ }).innerText()).replace('Order #', '').trim();
  await expectNoBarriers(buyer);

  // Later, from the list of orders.
  await buyer.goto(`${origin()}/dashboard/orders`);
  await buyer.getByRole('button', { name: `Open order #${number}`, exact: true }).click();
  await buyer.getByRole('button', { name: 'Pay with Stripe' }).click();
  await expect(onPage).toBeVisible();
  const page = buyer.url();
  await buyer.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(buyer.getByText('Your order is paid.')).toBeVisible();
  await expectNoBarriers(buyer);
  await buyer.goto(`${origin()}/dashboard/courses`);
  await expect(buyer.getByRole('main').getByRole('link', { name: COURSE.title }).first()).toBeVisible();
  expect(stripe().payments.taken()).toEqual({ count: 1, amount: 9_000 });

  await owner.goto(`${origin()}/dashboard/manage/ecommerce/payment/messages`);
  const message = owner.getByRole('row').filter({ hasText: 'checkout.session.completed' }).first();
  await expect(message).toContainText('Done');
  await expectNoBarriers(owner);

  await owner.goto(`${origin()}/dashboard/manage/ecommerce/orders`);
  await owner.getByRole('searchbox', { name: 'Search by number, name or e-mail' }).fill(number);

  // The bank of the buyer takes the money back, and decides for the shop.
  stripe().payments.dispute(page);
  const row = owner.getByRole('row').filter({ hasText: `#${number}` });
  await expect(row).toContainText('Disputed');
  await owner.getByRole('button', { name: `Open order #${number}`, exact: true }).click();
  const detail = owner.getByRole('dialog', { name: `Order #${number}` });
  await expect(detail).toContainText('€90 disputed');
  await expect(detail.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0);
  await expectNoBarriers(owner);
  await buyer.goto(`${origin()}/dashboard/orders`);
  await expect(buyer.getByRole('row').filter({ hasText: `#${number}` })).toContainText('Disputed');
  for (const width of [390, 1280]) {
    await buyer.setViewportSize({ width, height: 800 });
    await expectNoBarriers(buyer);
    await expectNoSidewaysScroll(buyer);
  }
  await buyer.goto(`${origin()}/dashboard/courses`);
  await expect(buyer.getByText('Your enrolment in this course has ended.')).toBeVisible();
  stripe().payments.decideDispute(page, 'won');
  await expect(detail).toContainText('Dispute won: €90 back');
  await detail.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = owner.getByRole('dialog', { name: `Refund order #${number}?` });
  await expect(dialog).toContainText('The provider sends the money back to Lena Novak.');
  await dialog.getByRole('button', { name: 'Refund €90' }).click();
  await expect(owner.getByText(`€90 of order #${number} is refunded.`)).toBeVisible();
  await expect.poll(() => stripe().payments.taken()).toEqual({ count: 0, amount: 0 });
  await buyer.reload();
  await expect(buyer.getByText('Your enrolment in this course has ended.')).toBeVisible();
});
