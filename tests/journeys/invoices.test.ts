import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { pdfTexts } from '#tests/pdf.ts';
import { test } from './browser.ts';
import { freshEmail, originOf, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';
import { buyCourse, markPaid } from './shop.ts';

/** What an address holds for who reads it in the browser, whose sites Node's resolver does not know. */
async function bytesOf(page: Page, address: string | null): Promise<Uint8Array> {
  const bytes = await page.evaluate(async (path) => {
    const response = await fetch(path);
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    return [...new Uint8Array(await response.arrayBuffer())];
  }, address ?? '');
  return new Uint8Array(bytes);
}

/** The PDF the link of an invoice leads to. */
const fileOf = async (page: Page, number: string) =>
  bytesOf(page, await page.getByRole('link', { name: `Open ${number}` }).getAttribute('href'));

test('an owner marks an order as paid, the buyer reads the invoice; a refund brings a credit note, and the owner takes both along', async ({
  page: buyer,
  browser,
}, { project }) => {
  const order = await buyCourse(buyer, { name: 'Inês Prado', email: freshEmail('ines') });
  const owner = await (await browser.newContext(project.use)).newPage();
  await signIn(owner, originOf('demo'), 'owner@demo.test');
  await markPaid(owner, order);

  await buyer.goto(`${originOf('demo')}/dashboard/orders`);
  await buyer.getByRole('link', { name: 'Invoices', exact: true }).click();
  await expect(buyer.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
  const own = buyer.getByRole('row').filter({ hasText: `#${order}` });
  await expect(own).toContainText('€90');
  const number = (await own.getByRole('link', { name: /^Open INV-/ }).innerText()).trim();
  const texts = await pdfTexts(await fileOf(buyer, number));
  expect(texts).toEqual(expect.arrayContaining([`Invoice ${number}`, 'Inês Prado', 'Lumen Academy GmbH', `#${order}`]));
  await expectNoBarriers(buyer);

  await owner.goto(`${originOf('demo')}/dashboard/manage/ecommerce/orders?q=${order}`);
  await owner.getByRole('button', { name: `Open order #${order}`, exact: true }).click();
  const panel = owner.getByRole('dialog', { name: `Order #${order}` });
  await panel.getByRole('button', { name: 'Refund', exact: true }).click();
  await owner
    .getByRole('dialog', { name: `Refund order #${order}?` })
    .getByRole('button', { name: 'Refund €90' })
    .click();
  await expect(owner.getByText(`€90 of order #${order} is refunded.`)).toBeVisible();
  await panel.getByRole('link', { name: 'Invoices' }).click();
  await expect(owner.getByRole('heading', { level: 1, name: /^Invoices/ })).toBeVisible();
  const rows = owner.getByRole('row').filter({ hasText: 'Inês Prado' });
  await expect(rows).toHaveCount(2);
  const note = rows.filter({ hasText: 'Credit note' });
  await expect(note).toContainText('-€90');
  const creditNumber = (await note.getByRole('link', { name: /^Open CN-/ }).innerText()).trim();
  expect((await pdfTexts(await fileOf(owner, creditNumber))).join(' ')).toContain(`Corrects invoice ${number}`);
  await expectNoBarriers(owner);

  await owner.getByRole('button', { name: 'Download as ZIP' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Download invoices' });
  await expectNoBarriers(owner);
  const address = await dialog.getByRole('link', { name: 'Download' }).getAttribute('href');
  const files = Object.keys(unzipSync(await bytesOf(owner, address)));
  expect(files).toEqual(expect.arrayContaining([`${number}.pdf`, `${creditNumber}.pdf`]));
  await owner.keyboard.press('Escape');
  const [csv] = await Promise.all([
    owner.waitForEvent('download'),
    owner.getByRole('button', { name: /Export/ }).click(),
  ]);
  const lines = (await readFile(await csv.path(), 'utf8')).split('\n');
  expect(lines.filter((line) => line.includes('Inês Prado'))).toHaveLength(2);
});

test('an owner numbers invoices their own way, from the next one on', async ({ page: owner, browser }, { project }) => {
  const buyer = await (await browser.newContext(project.use)).newPage();
  const order = await buyCourse(buyer, { name: 'Rui Lobo', email: freshEmail('rui') });
  await signIn(owner, originOf('demo'), 'owner@demo.test');
  await owner.goto(`${originOf('demo')}/dashboard/manage/ecommerce/invoices`);
  await owner.getByRole('button', { name: 'Numbering' }).click();
  const panel = owner.getByRole('dialog', { name: 'Numbering' });
  const prefix = panel.getByRole('textbox', { name: /^Prefix of invoices/ });
  await prefix.fill('R1');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(prefix).toHaveAccessibleDescription(/do not end with a digit/);
  await prefix.fill('RE/');
  await panel.getByText('Put the year into the number').click();
  await expect(panel).toContainText('A new series begins with RE/0001');
  await expectNoBarriers(owner);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(owner.getByText('Numbering is saved.')).toBeVisible();
  await markPaid(owner, order);
  await owner.goto(`${originOf('demo')}/dashboard/manage/ecommerce/invoices`);
  await expect(owner.getByRole('row').filter({ hasText: 'Rui Lobo' })).toContainText('RE/0001');
});
