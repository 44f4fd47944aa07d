import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';

const demo = () => originOf('demo');

/** Opens a list, ready to be used. */
async function stand(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(`${demo()}${path}`);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.locator('[aria-busy="true"], .sk')).toHaveCount(0);
}

/** Presses the button of the export; answers the lines of the file. */
async function exported(page: Page): Promise<string[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  return (await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').trim().split('\r\n');
}

const selectAll = (page: Page) =>
  page.getByRole('checkbox', { name: 'Select all on this page' }).check({ force: true });

test('an owner sorts a list, hands it out as a file, deletes several of it after a question, and brings them back', async ({
  page,
}) => {
  const id = crypto.randomUUID().slice(0, 8);
  await signIn(page, demo(), 'owner@demo.test');
  await stand(page, '/dashboard/manage/site/redirects', 'Redirects');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.locator('input[type="file"]').setInputFiles({
    name: 'redirects.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`/b-${id},/blog\n/a-${id},/course,302\n/c-${id},/\n`),
  });
  await expect(page.getByText('3 redirects')).toBeVisible();

  await stand(page, `/dashboard/manage/site/redirects?q=${id}`, 'Redirects');
  await page.getByRole('button', { name: 'From', exact: true }).click();
  await expect(page).toHaveURL(/sort=from_path/);
  await expect(page.getByRole('row').nth(1)).toContainText(`/a-${id}`);
  const [, ...lines] = await exported(page);
  expect(lines).toEqual([`/a-${id},/course,302,Manually`, `/b-${id},/blog,301,Manually`, `/c-${id},/,301,Manually`]);

  await selectAll(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 3 entries?' });
  await expectNoBarriers(page, '[role="alertdialog"]');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No redirects match')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
});

test('what has to stay is left and named with its reason when several pages are deleted', async ({ page }) => {
  await signIn(page, demo(), 'owner@demo.test');
  await stand(page, '/dashboard/pages?sort=title', 'Pages');
  await page.getByRole('button', { name: 'Actions for About' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByText(/was duplicated/)).toBeVisible();
  const copy = page.getByRole('row', { name: /\/about-\d/ }).first();
  const home = page.getByRole('row').filter({ has: page.getByRole('cell', { name: '/', exact: true }) });
  await copy.getByRole('checkbox').check({ force: true });
  await home.getByRole('checkbox').check({ force: true });
  await expect(page.getByText('2 selected')).toBeVisible();
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 2 entries?' });
  await expect(question).toContainText('deleted permanently after 30 days');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(
    page.getByText('1 entry deleted. 1 was not changed: Every site needs a home page. Edit it instead of deleting it.'),
  ).toBeVisible();
  await expect(home).toBeVisible();
});

test('comments are hidden together, and shown again', async ({ page }) => {
  await signIn(page, demo(), 'owner@demo.test');
  await stand(page, '/dashboard/posts/comments?sort=-author', 'Comments');
  const rows = page.locator('tbody').getByRole('row');
  const count = await rows.count();
  expect(count).toBeGreaterThan(1);
  for (const [act, state] of [
    ['Hide', 'Hidden'],
    ['Approve', 'Approved'],
  ] as const) {
    await selectAll(page);
    await page.getByRole('button', { name: act, exact: true }).click();
    await expect(rows.filter({ hasText: state })).toHaveCount(count);
  }
  await expect(page.getByText(`${count} entries changed.`, { exact: true }).last()).toBeVisible();
});

test('what was chosen is chosen no more once the list is filtered anew, and stays from page to page', async ({
  page,
}) => {
  const id = crypto.randomUUID().slice(0, 8);
  await signIn(page, demo(), 'owner@demo.test');
  await stand(page, '/dashboard/manage/site/redirects', 'Redirects');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.locator('input[type="file"]').setInputFiles({
    name: 'redirects.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(Array.from({ length: 30 }, (_, at) => `/many-${at}-${id},/blog`).join('\n')),
  });
  await expect(page.getByText('30 redirects')).toBeVisible();

  await stand(page, `/dashboard/manage/site/redirects?q=${id}&sort=from_path`, 'Redirects');
  await page
    .getByRole('row', { name: new RegExp(`/many-0-${id}`) })
    .getByRole('checkbox')
    .check({ force: true });
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText('1 selected')).toBeVisible();

  await page.getByRole('searchbox').fill(`many-7-${id}`);
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(1);
  await expect(page.getByText('1 selected')).toHaveCount(0);
  await expect(
    page.getByRole('status').filter({ hasText: 'The list changed, so the selection was cleared.' }),
  ).toBeAttached();

  await stand(page, `/dashboard/manage/site/redirects?q=${id}`, 'Redirects');
  await selectAll(page);
  await page.getByRole('button', { name: 'Select all 30' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 30 entries?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No redirects match')).toBeVisible();
});

test('an import of redirects says of each address whether it is still there; all that a site shows is', async ({
  page,
}) => {
  const id = crypto.randomUUID().slice(0, 8);
  await signIn(page, demo(), 'owner@demo.test');
  const addressesOf = async (map: string) => {
    const text = await page.evaluate(async (path) => (await fetch(path)).text(), new URL(map).pathname);
    return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => loc);
  };
  const first = await addressesOf(`${demo()}/sitemap.xml`);
  const all = [...first];
  for (const map of first.filter((loc) => loc.includes('.xml'))) all.push(...(await addressesOf(map)));
  // What redirects of the demo lead to: led on from there, they would lead on too, and go with the rest.
  const ends = ['/contact', '/course'];
  const shown = [...new Set(all.map((loc) => new URL(loc).pathname))].filter(
    (path) => path !== '/' && !path.endsWith('.xml') && !ends.includes(path),
  );
  expect(shown.length).toBeGreaterThan(10);
  await stand(page, '/dashboard/manage/site/redirects', 'Redirects');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.locator('input[type="file"]').setInputFiles({
    name: 'redirects.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([...shown, `/gone-${id}`, '/login', 'no path'].map((path) => `${path},/to-${id}`).join('\n')),
  });
  const dialog = page.getByRole('dialog', { name: 'Import CSV' });
  await expect(dialog.getByText('1 line was not imported')).toBeVisible();
  const waiting = dialog.getByRole('listitem');
  await expect(dialog.getByText('These addresses currently exist on this site')).toBeVisible();
  for (const path of [...shown, '/login'])
    await expect(waiting.filter({ has: page.getByText(decodeURIComponent(path), { exact: true }) })).toHaveCount(1);
  await expect(waiting.filter({ hasText: `/gone-${id}` })).toHaveCount(0);
  await expectNoBarriers(page, '[role="dialog"]');

  await stand(page, `/dashboard/manage/site/redirects?q=to-${id}`, 'Redirects');
  await selectAll(page);
  await page.getByRole('button', { name: /^Select all \d+$/ }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No redirects match')).toBeVisible();
});

test('what is saved offline says so in the form, and the same press saves it once the network is back', async ({
  page,
}) => {
  const name = `OFF${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
  await signIn(page, demo(), 'owner@demo.test');
  await stand(page, '/dashboard/manage/ecommerce/coupons', 'Coupons');
  await page.getByRole('button', { name: 'New coupon' }).first().click();
  const panel = page.getByRole('dialog', { name: 'New coupon' });
  await panel.getByRole('textbox', { name: 'Code' }).fill(name);
  // What the screen loads ahead has to be there.
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  const save = panel.getByRole('button', { name: 'Save coupon' });
  await save.click();
  await expect(panel.getByRole('alert')).toContainText(
    'The server can’t be reached. Check your connection and try again.',
  );
  await page.context().setOffline(false);
  // Two presses in a row are one write.
  await save.dblclick();
  await expect(panel).toBeHidden();
  await stand(page, `/dashboard/manage/ecommerce/coupons?q=${name}`, 'Coupons');
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(1);
});

test('a page past the end of a list is its last one', async ({ page }) => {
  await signIn(page, demo(), 'owner@demo.test');
  await stand(page, '/dashboard/pages?page=90', 'Pages');
  await expect(page).not.toHaveURL(/page=90/);
  await expect(page.locator('tbody').getByRole('row').first()).toBeVisible();
  await stand(page, '/dashboard/pages?page=90&q=nothing-is-called-so', 'Pages');
  await expect(page).not.toHaveURL(/page=90/);
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page.locator('tbody').getByRole('row').first()).toBeVisible();
});
