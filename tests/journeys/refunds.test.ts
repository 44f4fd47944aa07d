import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { freshEmail, originOf, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';
import { buyCourse, COURSE, markPaid } from './shop.ts';

/** The owner opens the refund of an order from its panel. */
async function openRefund(owner: Page, number: string) {
  const panel = owner.getByRole('dialog', { name: `Order #${number}` });
  if (!(await panel.isVisible())) {
    await owner.goto(`${originOf('demo')}/dashboard/manage/ecommerce/orders`);
    await owner.getByRole('searchbox', { name: 'Search by number, name or e-mail' }).fill(number);
    await owner.getByRole('button', { name: `Open order #${number}`, exact: true }).click();
  }
  await panel.getByRole('button', { name: 'Refund', exact: true }).click();
  return owner.getByRole('dialog', { name: `Refund order #${number}?` });
}

test('an owner refunds an amount and then the rest; the buyer sees both, and has the course until all is refunded', async ({
  page: buyer,
  browser,
}, { project }) => {
  const number = await buyCourse(buyer, { name: 'Rui Pinto', email: freshEmail('rui') });
  const owner = await (await browser.newContext(project.use)).newPage();
  await signIn(owner, originOf('demo'), 'owner@demo.test');
  await markPaid(owner, number);

  await owner.reload();
  let dialog = await openRefund(owner, number);
  await dialog.getByText('An amount', { exact: true }).click();
  const amount = dialog.getByRole('textbox', { name: 'Amount' });
  await amount.fill('90.01');
  await dialog.getByRole('button', { name: /^Refund/ }).click();
  await expect(amount).toHaveAccessibleDescription(/Enter an amount of up to €90/);
  await amount.fill('20.50');
  await dialog.getByRole('textbox', { name: /Reason/ }).fill('The second lesson came late.');
  await expect(dialog.getByText('€69.50')).toBeVisible();
  await expectNoBarriers(owner);
  await dialog.getByRole('button', { name: 'Refund €20.50' }).click();
  await expect(owner.getByText(`€20.50 of order #${number} is refunded.`)).toBeVisible();
  await expect(owner.getByRole('dialog', { name: `Order #${number}` })).toContainText('Partly refunded');

  const history = owner.getByRole('region', { name: 'History' });
  await expect(
    history.getByRole('listitem').filter({ hasText: /^(Order placed|Order paid|€20\.50 refunded)/ }),
  ).toHaveCount(3);
  await history.getByRole('textbox', { name: 'Note' }).fill('Asked by phone.');
  await history.getByRole('button', { name: 'Add note' }).click();
  await expect(history.getByRole('listitem').last()).toContainText('Asked by phone.');
  await history.getByRole('button', { name: 'Resend e-mail' }).click();
  await expect(owner.getByText('The e-mail is on its way to')).toBeVisible();
  await owner.getByText('Ledger', { exact: true }).click();
  await expect(owner.getByRole('table', { name: /^Refund/ })).toContainText('€20.50');
  await expectNoBarriers(owner);

  await buyer.goto(`${originOf('demo')}/dashboard/orders`);
  await expect(buyer.getByRole('main')).toContainText('Partly refunded');
  await buyer.goto(`${originOf('demo')}/dashboard/courses`);
  await expect(buyer.getByRole('main').getByRole('link', { name: COURSE.title }).first()).toBeVisible();
  const ended = buyer.getByText('Your enrolment in this course has ended.');
  await expect(ended).toHaveCount(0);

  dialog = await openRefund(owner, number);
  await dialog.getByRole('button', { name: 'Refund €69.50' }).click();
  await expect(owner.getByText(`€69.50 of order #${number} is refunded.`)).toBeVisible();
  const panel = owner.getByRole('dialog', { name: `Order #${number}` });
  await expect(panel).toContainText('The second lesson came late.');
  await expect(panel.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0);
  await buyer.reload();
  await expect(ended).toBeVisible();
});

test('an owner credits an order; the buyer sees the credit, and it pays for a part of their next one', async ({
  page: buyer,
  browser,
}) => {
  const number = await buyCourse(buyer, { name: 'Iva Horak', email: freshEmail('iva') });
  const owner = await (await browser.newContext()).newPage();
  await signIn(owner, originOf('demo'), 'owner@demo.test');
  await markPaid(owner, number);
  await owner.reload();
  const dialog = await openRefund(owner, number);
  await dialog.getByText('An amount', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('12.50');
  await dialog.getByText('As credit for their next order', { exact: true }).click();
  await expectNoBarriers(owner);
  await dialog.getByRole('button', { name: 'Credit €12.50' }).click();
  await expect(owner.getByText('€12.50 credited').first()).toBeVisible();

  await buyer.goto(`${originOf('demo')}/dashboard/orders`);
  await expect(buyer.getByText('Your credit: €12.50. It pays for your next order by itself.')).toBeVisible();
  await buyer.goto(`${originOf('demo')}/membership`);
  const link = buyer.locator('main a[href*="/checkout?add="]').first();
  await buyer.goto(`${originOf('demo')}${await link.getAttribute('href')}`);
  const summary = buyer.getByRole('region', { name: 'Your order' });
  await expect(summary.getByText('Paid with your credit')).toBeVisible();
  await expect(summary.getByText('€7.50')).toBeVisible();
  await expectNoBarriers(buyer);
  await buyer.getByRole('button', { name: 'Place order for €7.50' }).click();
  await expect(buyer.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  await expect(buyer.getByText('To pay', { exact: true })).toBeVisible();
  await expect(buyer.getByText('€7.50')).toBeVisible();
});
