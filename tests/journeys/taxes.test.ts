import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { freshEmail, originOf, PASSWORD, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { asService } from './unbound-rows.ts';

const TAXES = '/dashboard/manage/ecommerce/taxes';
const atelier = () => originOf('atelier');

/** The screen as it stands, in a language and at both widths. */
async function expectItFits(page: Page, language: 'en' | 'ar'): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: language, url: atelier() }]);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.reload();
    await expect(page.locator('main section.card').first()).toBeVisible();
    await expectNoBarriers(page);
    await expectNoSidewaysScroll(page);
  }
}

/** A file for 100, at the reduced rate; the slug of its page. */
async function sellSomething(owner: Page): Promise<string> {
  await owner.goto(`${atelier()}/dashboard/manage/ecommerce/products/new`);
  await owner.getByRole('textbox', { name: 'Title', exact: true }).fill('Paper samples');
  await owner.getByRole('radio', { name: 'Digital download' }).click({ force: true });
  await owner.getByRole('textbox', { name: 'Price', exact: true }).fill('100');
  await owner.getByRole('radio', { name: 'Reduced rate' }).click({ force: true });
  await owner.getByRole('radio', { name: 'For sale' }).click({ force: true });
  await owner.getByRole('button', { name: 'Save product' }).click();
  await expect(owner.getByText('is saved').first()).toBeVisible();
  await owner.reload();
  await expect(owner.getByRole('radio', { name: 'Reduced rate' })).toBeChecked();
  return 'paper-samples';
}

test('an owner who knows nothing of tax sets it up by three answers, and a buyer elsewhere pays it', async ({
  page: owner,
  browser,
}, { project }) => {
  await signIn(owner, atelier(), 'owner@atelier.test', TAXES);
  const main = owner.getByRole('main');
  await expect(main).toContainText('No tax is collected');
  await expectItFits(owner, 'ar');
  await expectItFits(owner, 'en');

  await owner.getByRole('combobox', { name: 'Where is your business?' }).fill('Portugal');
  await owner.getByRole('option', { name: 'Portugal', exact: true }).click();
  await main.getByText('No, not yet').click();
  await expect(main).toContainText('Then you charge no tax');
  await main.getByText('Yes', { exact: true }).click();
  const number = owner.getByRole('textbox', { name: 'Tax number' });
  await number.fill('PT123');
  await owner.getByRole('button', { name: 'Start collecting tax' }).click();
  await expect(number).toHaveAccessibleDescription(/not a VAT number of this country: Portugal/);
  await number.fill('PT501964843');
  await main.getByText('No, it comes on top').click();
  await main.getByText('I use the one-stop shop').click();
  await expectNoBarriers(owner);
  await owner.getByRole('button', { name: 'Start collecting tax' }).click();
  await expect(owner.getByText('Tax is collected from now on.')).toBeVisible();
  await expect(main).toContainText('Every order gets the tax');
  await expect(main.getByRole('region', { name: 'Where you are registered' })).toContainText('One-stop shop of the EU');

  // What would a buyer pay?
  const preview = main.getByRole('region', { name: 'What would a buyer pay?' });
  await expect(preview).toContainText('VAT 23%');
  const country = preview.getByRole('combobox', { name: 'The buyer is in' });
  await country.fill('Germany');
  await owner.getByRole('option', { name: 'Germany', exact: true }).click();
  await expect(preview).toContainText('VAT 19%');
  await expect(preview).toContainText('pay the tax of their own country (Germany)');
  await preview.getByText('A company with a confirmed VAT number').click();
  await expect(preview).toContainText('reverse charge');
  await country.fill('Japan');
  await owner.getByRole('option', { name: 'Japan', exact: true }).click();
  await preview.getByText('Goods that are sent').click();
  await expect(preview).toContainText('you are not registered there (Japan). The goods leave the country');

  // A rate of one's own, and what invoices lack.
  await main.getByRole('searchbox', { name: 'Search by country or state' }).fill('france');
  await main
    .getByRole('row', { name: /France/ })
    .getByRole('button')
    .first()
    .click();
  const rate = owner.getByRole('dialog', { name: 'France' });
  await rate.getByRole('textbox', { name: 'Reduced rate' }).fill('2.125');
  await expectNoBarriers(owner);
  await rate.getByRole('button', { name: 'Save' }).click();
  await expect(main.getByRole('row', { name: /France/ })).toContainText('2.125%');
  const business = main.getByRole('region', { name: 'Your business' });
  await expect(business).toContainText('Invoices still lack: Legal name');
  await business.getByRole('button', { name: 'Edit business' }).click();
  const details = owner.getByRole('dialog', { name: 'Your business' });
  await details.getByRole('textbox', { name: 'Legal name' }).fill('Atelier, Lda.');
  await details.getByRole('textbox', { name: 'Street and number' }).fill('Rua do Século 1');
  await details.getByRole('textbox', { name: 'Postcode' }).fill('1200-433');
  await details.getByRole('textbox', { name: 'City' }).fill('Lisboa');
  await expectNoBarriers(owner);
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(business).toContainText('Atelier, Lda.');
  await expect(business).not.toContainText('still lack');
  await expectItFits(owner, 'ar');
  await expectItFits(owner, 'en');

  // A buyer in another country.
  const slug = await sellSomething(owner);
  const buyer = await (await browser.newContext(project.use)).newPage();
  await buyer.context().addCookies([{ name: 'lang', value: 'en', url: atelier() }]);
  await buyer.goto(`${atelier()}/shop/${slug}`);
  await buyer.getByRole('link', { name: 'Add to cart' }).first().click();
  await buyer.getByRole('link', { name: 'In your cart: check out' }).first().click();
  await buyer.getByRole('textbox', { name: 'E-mail' }).fill(freshEmail('lea'));
  await buyer.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await buyer.getByRole('combobox', { name: 'Country' }).selectOption('DE');
  await buyer.getByRole('textbox', { name: 'Name', exact: true }).fill('Lea Brandt');
  const order = buyer.getByRole('region', { name: 'Your order' });
  await expect(order).toContainText('VAT 7%');
  await expect(buyer.getByRole('button', { name: /^Place order/ })).toContainText('107');
  await buyer.getByRole('combobox', { name: 'Country' }).selectOption('FR');
  await expect(order).toContainText('VAT 2.125%');
  await expectNoBarriers(buyer);
  await buyer.getByRole('combobox', { name: 'Country' }).selectOption('DE');
  await expect(buyer.getByRole('button', { name: /^Place order/ })).toContainText('107');
  await buyer.getByRole('button', { name: /^Place order/ }).click();
  await expect(buyer.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  await expect(buyer.getByRole('main')).toContainText('VAT 7%');

  // Without registrations nobody pays tax, and it says so; then it is switched off.
  await owner.goto(`${atelier()}${TAXES}`);
  for (const place of ['One-stop shop of the EU', 'Portugal']) {
    await owner.getByRole('button', { name: `Edit ${place}`, exact: true }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(owner.getByRole('button', { name: `Edit ${place}`, exact: true })).toHaveCount(0);
  }
  await expect(main).toContainText('You are registered nowhere, so nobody pays tax.');
  await owner.getByRole('button', { name: 'Stop collecting' }).click();
  await expect(main).toContainText('No tax is collected');
  await expect(main).toContainText('Set up tax');
  // The shop is again as the other stories expect it.
  await asService(owner, 'products?slug=eq.paper-samples', 'PATCH', { status: 'archived', slug: crypto.randomUUID() });
  for (const table of ['seller_details?country=eq.PT', 'tax_rates?country=eq.FR'])
    await asService(owner, table, 'DELETE');
});
