import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

/** From an address that leads nowhere to an answer: what fails is reported, asked about, answered, and done with. */
test('a question goes from whoever asks to whoever answers and back, and a note stays among those who answer', async ({
  page,
  browser,
}) => {
  const origin = originOf('demo');
  const about = `The timer is missing ${crypto.randomUUID().slice(0, 8)}`;
  await signIn(page, origin, 'student@demo.test', '/dashboard/nowhere');

  await test.step('a screen that is not there offers to report it, and the ticket carries where that was', async () => {
    await page.getByRole('link', { name: 'Report a problem' }).click();
    await expect(page.getByRole('radio', { name: 'Bug' })).toBeChecked();
    await expect(page.getByLabel('Subject')).toHaveValue('Page not found: /dashboard/nowhere');
    await expect(page.getByRole('definition').filter({ hasText: '/dashboard/nowhere' })).toBeVisible();
    await expectNoBarriers(page);
    await expectNoSidewaysScroll(page);
  });

  await test.step('nothing is sent without words; with them and a file it is', async () => {
    await page.getByRole('button', { name: 'Send ticket' }).click();
    await expect(page.getByText('Enter a message.')).toBeVisible();
    await page.getByLabel('Subject').fill(about);
    await page.getByLabel('Your message').fill('I came by a link in lesson two.');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'what I saw.txt', mimeType: 'text/plain', buffer: Buffer.from('Nothing.') });
    await expect(page.getByRole('button', { name: 'Remove what I saw.txt' })).toBeVisible();
    await page.getByRole('button', { name: 'Send ticket' }).click();
    await expect(page.getByRole('heading', { level: 1, name: about })).toBeVisible();
    await expect(page.getByText('Unresolved').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /what-I-saw\.txt/ })).toBeVisible();
  });
  const address = page.url();

  const office = await (await browser.newContext()).newPage();
  await test.step('whoever answers finds it, keeps a note, answers, and takes the list along', async () => {
    await signIn(office, origin, 'owner@demo.test', '/dashboard/tickets');
    await office.getByRole('searchbox', { name: 'Search tickets' }).fill(about);
    await expect(office.getByRole('row')).toHaveCount(2);
    const [file] = await Promise.all([
      office.waitForEvent('download'),
      office.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    expect(readFileSync(await file.path(), 'utf8')).toContain(about);
    await office.getByRole('link', { name: about }).click();
    await office.getByRole('radio', { name: 'Internal note' }).click();
    await office.getByLabel('Your note').fill('The link in lesson two is an old one.');
    await office.getByRole('button', { name: 'Save note' }).click();
    await expect(office.getByRole('article', { name: /Message by Helena/ })).toHaveCount(1);
    await office.getByRole('radio', { name: 'Reply', exact: true }).click();
    await office.getByRole('button', { name: 'Insert canned reply' }).click();
    await office.getByRole('menuitem', { name: 'Ask for the browser' }).click();
    await expect(office.getByLabel('Your reply')).toHaveValue(/^Hello Amara Okafor,/);
    await office.getByRole('button', { name: 'Send reply' }).click();
    await expect(office.getByRole('heading', { level: 1 }).locator('..')).toContainText('Awaiting reply');
    await expectNoBarriers(office);
    await expectNoSidewaysScroll(office);
  });

  await test.step('the answer arrives by itself, the note does not, and it is done', async () => {
    await expect(page.getByText('which browser do you use')).toBeVisible();
    await expect(page.getByText('is an old one')).toHaveCount(0);
    await page.getByRole('button', { name: 'Mark as resolved' }).click();
    await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  });

  await test.step('another member is told that there is no such ticket', async () => {
    const other = await (await browser.newContext()).newPage();
    await signIn(other, origin, 'member@demo.test', new URL(address).pathname);
    await expect(other.getByRole('heading', { level: 1, name: 'Ticket not found' })).toBeVisible();
    await other.context().close();
  });

  await test.step('replies are kept ready by those who answer', async () => {
    await office.goto(`${origin}/dashboard/tickets/replies`);
    await expect(office.getByRole('heading', { level: 2, name: 'Ask for the browser' })).toBeVisible();
  });
  await office.context().close();
});
