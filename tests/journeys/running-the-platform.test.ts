import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { freshEmail, originOf, PASSWORD, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { vouchFor } from './unbound-rows.ts';

const screens = [
  '/dashboard',
  '/dashboard/accounts',
  '/dashboard/billing/products',
  '/dashboard/billing/orders',
  '/dashboard/maintenance/crons',
  '/dashboard/maintenance/health',
  '/dashboard/maintenance/health/jobs',
  '/dashboard/maintenance/people',
  '/dashboard/maintenance/audit',
  '/dashboard/pages',
  '/dashboard/posts',
  '/dashboard/docs',
];

test('who runs the platform opens a site for somebody, closes it with a reason, opens it again, and reads it in the log', async ({
  page,
}) => {
  test.setTimeout(90_000);
  const platform = originOf();
  const owner = freshEmail('harbour');
  const slug = `harbour-${crypto.randomUUID().slice(0, 8)}`;
  await page.context().addCookies([{ name: 'lang', value: 'en', url: platform }]);
  await page.goto(`${platform}/signup`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Hugo Harbour');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(owner);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(new RegExp(`^${platform}/dashboard`));
  await vouchFor(page, owner);
  // Whoever owns sites stands before a closed door here.
  await page.goto(`${platform}/dashboard/accounts`);
  await expect(page.getByRole('heading', { name: 'You don’t have access' })).toBeVisible();
  // Who stands in the dashboard when the session goes is led to the door by the page itself.
  await page.goto('about:blank');
  await page.context().clearCookies();

  await signIn(page, platform, 'admin@stoa.test');
  await page.goto(`${platform}/dashboard/accounts`);
  await page.getByRole('button', { name: 'New account' }).click();
  await page.getByRole('textbox', { name: 'Site name' }).fill('Harbour School');
  await page.getByRole('textbox', { name: 'Address' }).fill(slug);
  await page.getByRole('textbox', { name: 'Owner’s e-mail' }).fill(owner);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Harbour School is live.')).toBeVisible();

  await page.goto(`${platform}/dashboard/accounts?q=${slug}`);
  await page.getByRole('button', { name: 'Harbour School', exact: true }).click();
  // What opens is fetched first: it is looked at when it is there.
  await expect(page.getByRole('button', { name: 'Suspend account' })).toBeVisible();
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Suspend account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suspend Harbour School?' });
  await dialog.getByRole('button', { name: 'Suspend account' }).click();
  await expect(dialog.getByText('Enter a reason of at least ten characters.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Nobody answered our letters.');
  await dialog.getByRole('button', { name: 'Suspend account' }).click();
  await expect(page.getByText('Harbour School was suspended.')).toBeVisible();

  const site = platform.replace('//localhost', `//${slug}.localhost`);
  const visitor = await page.context().newPage();
  expect((await visitor.goto(`${site}/`))?.status()).toBe(403);
  await expect(visitor.getByRole('heading', { name: 'This site is closed for now' })).toBeVisible();
  await page.getByRole('button', { name: 'Reactivate account' }).click();
  await page
    .getByRole('alertdialog', { name: 'Reactivate Harbour School?' })
    .getByRole('button', { name: 'Reactivate account' })
    .click();
  await expect(page.getByText('Harbour School was reactivated.')).toBeVisible();
  expect((await visitor.goto(`${site}/`))?.status()).toBe(200);
  await visitor.close();

  await page.goto(`${platform}/dashboard/maintenance/audit?q=${slug}`);
  const log = page.getByRole('table', { name: 'Audit log' });
  await expect(log.getByText('Account created')).toBeVisible();
  await expect(log.getByText('Reason: Nobody answered our letters.')).toBeVisible();
  await expect(log.getByText('admin@stoa.test').first()).toBeVisible();
});

test('the screens of those who run the platform have no barriers; a job of the clock is run by hand and says what it did', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const platform = originOf();
  await signIn(page, platform, 'admin@stoa.test');
  for (const path of screens) {
    await page.goto(`${platform}${path}`);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"], .skeleton')).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  }
  await page.goto(`${platform}/dashboard/maintenance/crons?job=prune-figures`);
  const history = page.getByRole('dialog', { name: 'Delete old statistics' });
  await history.getByRole('button', { name: 'Run now' }).click();
  await expect(history.getByText('by admin@stoa.test').first()).toBeVisible();
  await expect(history.getByText(/Removed \d+ hours of traffic/).first()).toBeVisible({ timeout: 30_000 });
});

test('who runs the platform opens a site as its owner with a reason, at the list they want to see, and comes back', async ({
  page,
}) => {
  const platform = originOf();
  const site = originOf('demo');
  await signIn(page, platform, 'admin@stoa.test');
  await page.goto(`${platform}/dashboard/accounts?q=demo`);
  await page.getByRole('button', { name: 'Lumen Academy', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Lumen Academy' })
    .getByRole('button', { name: /View orders as the owner/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Open Lumen Academy as its owner?' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ticket 12: an order is missing.');
  await expectNoBarriers(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Open as owner' }).click();
  await expect(page).toHaveURL(`${site}/dashboard/manage/ecommerce/orders`);
  const notice = page.getByRole('form', { name: 'Impersonation' });
  await expect(notice).toContainText('You are signed in as Helena Voss');
  await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible();
  await notice.getByRole('button', { name: 'Stop impersonating' }).click();
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/dashboard\/accounts\?account=/);
  await expect(page.getByRole('dialog', { name: 'Lumen Academy' })).toBeVisible();
});

test('each list of those who run the platform is taken along as a file, as it is filtered', async ({ page }) => {
  const platform = originOf();
  await signIn(page, platform, 'admin@stoa.test');
  const fileOf = async (path: string) => {
    await page.goto(`${platform}${path}`);
    await expect(page.getByRole('main').getByRole('table')).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    return (await readFile(await download.path(), 'utf8')).replace('\uFEFF', '').split('\r\n');
  };
  for (const [path, head, row] of [
    ['accounts?q=demo', 'Account,Address,Owner', 'Lumen Academy,demo.localhost,owner@demo.test'],
    ['accounts/owners?q=owner@demo', 'Name,E-mail', 'Helena Voss,owner@demo.test'],
    ['billing/customers?q=owner@demo', 'Name,E-mail', 'Helena Voss,owner@demo.test'],
    ['billing/subscriptions?q=demo', 'Account,Owner,Plan', 'demo,owner@demo.test,Professional'],
    ['billing/orders?q=ST-2026-0001', 'Number,Account,Owner', 'ST-2026-0001'],
    ['maintenance/audit?q=demo', 'id,at,account', ''],
  ] as const) {
    const [first, ...rows] = await fileOf(`/dashboard/${path}`);
    expect(first).toContain(head);
    expect(rows.some((line) => line.includes(row))).toBe(true);
    expect(rows.every((line) => !line.includes('atelier'))).toBe(true);
  }
});
