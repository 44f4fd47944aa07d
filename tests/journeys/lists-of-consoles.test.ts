import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { freshEmail, originOf, PASSWORD, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { vouchFor } from './unbound-rows.ts';

const exported = async (page: Page) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  return (await readFile(await download.path(), 'utf8')).replace('\uFEFF', '').trim().split('\r\n');
};
/** A dialog that has just closed gives the focus back, and may take it from the box between focus and key. */
async function selectPage(page: Page): Promise<void> {
  const box = page.getByRole('checkbox', { name: 'Select all on this page' });
  await expect(async () => {
    if (!(await box.isChecked())) await box.press('Space');
    await expect(box).toBeChecked({ timeout: 1_000 });
  }).toPass();
}
const sortBy = (page: Page, column: string) =>
  page.getByRole('columnheader', { name: column }).getByRole('button').click();

test('many accounts are closed for one reason and opened again; the list says what was left alone, and why', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const platform = originOf();
  const owner = freshEmail('chain');
  const slug = `chain-${crypto.randomUUID().slice(0, 8)}`;
  await page.context().addCookies([{ name: 'lang', value: 'en', url: platform }]);
  await page.goto(`${platform}/signup`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Clara Chain');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(owner);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(new RegExp(`^${platform}/dashboard`));
  await vouchFor(page, owner);
  await page.goto('about:blank');
  await page.context().clearCookies();

  await signIn(page, platform, 'admin@stoa.test');
  for (const name of ['one', 'two']) {
    await page.goto(`${platform}/dashboard/accounts?q=${slug}`);
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByRole('textbox', { name: 'Site name' }).fill(`Chain ${name}`);
    await page.getByRole('textbox', { name: 'Address' }).fill(`${slug}-${name}`);
    await page.getByRole('textbox', { name: 'Owner’s e-mail' }).fill(owner);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText(`Chain ${name} is live.`)).toBeVisible();
  }
  const rows = page.getByRole('table', { name: 'Accounts' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await sortBy(page, 'Account');
  await expect(page).toHaveURL(/sort=-?title/);

  const closeAll = async () => {
    await selectPage(page);
    await expectNoBarriers(page);
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend the selected accounts (2)?' });
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(dialog.getByText('Enter a reason of at least ten characters.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The chain closed its schools.');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(dialog).toBeHidden();
  };
  await closeAll();
  await expect(page.getByText('2 entries changed.', { exact: true })).toBeVisible();
  await expect(rows.filter({ hasText: 'Suspended' })).toHaveCount(2);
  await closeAll();
  await expect(page.getByText('2 were not changed: This account is already suspended.', { exact: true })).toBeVisible();

  await selectPage(page);
  await page.getByRole('button', { name: 'Reactivate', exact: true }).click();
  await page
    .getByRole('alertdialog', { name: 'Reactivate the selected accounts (2)?' })
    .getByRole('button', { name: 'Reactivate' })
    .click();
  await expect(rows.filter({ hasText: 'Suspended' })).toHaveCount(0);
  const [head, ...lines] = await exported(page);
  expect(head).toContain('Account,Address,Owner');
  expect(lines).toHaveLength(2);
  expect(lines.every((line) => line.includes(',Active,'))).toBe(true);
});

test('tickets are given away and resolved many at a time, and what was so already is counted apart', async ({
  page,
}) => {
  const site = originOf('demo');
  const about = `Many ${crypto.randomUUID().slice(0, 8)}`;
  await signIn(page, site, 'owner@demo.test');
  for (const number of [1, 2]) {
    await page.goto(`${site}/dashboard/tickets/new`);
    await page.getByLabel('Subject').fill(`${about} ${number}`);
    await page.getByLabel('Your message').fill('Something is missing here.');
    await page.getByRole('button', { name: 'Send ticket' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `${about} ${number}` })).toBeVisible();
  }
  await page.goto(`${site}/dashboard/tickets?q=${encodeURIComponent(about)}`);
  const rows = page.getByRole('table', { name: 'Support' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await sortBy(page, 'Subject');
  await expect(page).toHaveURL(/sort=subject/);
  await expect(rows).toContainText([`${about} 1`, `${about} 2`]);
  const choose = async (menu: string, item: RegExp) => {
    await page.locator('.bulk').getByRole('button', { name: menu }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await rows.first().getByRole('checkbox').press('Space');
  await choose('Status', /^Resolved$/);
  await expect(page.getByText('1 entry changed.', { exact: true })).toBeVisible();
  await selectPage(page);
  await expectNoSidewaysScroll(page);
  await choose('Status', /^Resolved$/);
  await expect(page.getByText('1 entry changed. 1 was already up to date.', { exact: true })).toBeVisible();
  await expect(rows.filter({ hasText: 'Resolved' })).toHaveCount(2);
  await selectPage(page);
  await choose('Assigned to', /\(me\)$/);
  await expect(page.getByText('2 entries changed.', { exact: true })).toBeVisible();
  const [, ...lines] = await exported(page);
  expect(lines).toHaveLength(2);
  expect(lines.every((line) => line.includes('Resolved'))).toBe(true);
});

test('who bought finds their orders by what they bought, and takes them along', async ({ page }) => {
  const site = originOf('demo');
  await signIn(page, site, 'student@demo.test', '/dashboard/orders');
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody tr');
  await expect(rows.filter({ hasText: 'Shutter times under the stars' })).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search by number or item' }).fill('SHUTTER times');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Shutter times under the stars');
  await sortBy(page, 'Total');
  await expect(page).toHaveURL(/q=SHUTTER.*sort=total/);
  const [head, ...lines] = await exported(page);
  expect(head).toBe('Order,Placed,Items,Status,Coupon,Total,Refunded,Currency');
  expect(lines).toHaveLength(1);
  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.getByText('No orders found')).toBeVisible();
});
