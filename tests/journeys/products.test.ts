import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { freshEmail, originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { markPaid, placeOrder } from './shop.ts';

const PRINT = { title: 'Four hours of stars, a print', slug: 'four-hours-of-stars-a-print' };
const TEAM = { title: 'Light and exposure for a team', slug: 'light-and-exposure-for-a-team' };
const GIFT = { title: 'Light and exposure as a gift', slug: 'light-and-exposure-as-a-gift' };
const pageOf = ({ slug }: { slug: string }) => `${originOf('demo')}/shop/${slug}`;

/** From the page of a product to a placed order, as somebody new; its number. */
async function order(page: Page, product: { slug: string }, name: string, quantity = 1): Promise<string> {
  await page.goto(pageOf(product));
  if (quantity > 1) await page.getByRole('spinbutton', { name: 'Quantity' }).fill(String(quantity));
  await page.getByRole('link', { name: 'Add to cart' }).first().click();
  await page.getByRole('link', { name: 'In your cart: check out' }).first().click();
  await page.getByRole('textbox', { name: 'Street and number' }).fill('Rua do Sol 4');
  await page.getByRole('textbox', { name: 'Postcode' }).fill('4000-100');
  await page.getByRole('textbox', { name: 'City' }).fill('Porto');
  return placeOrder(page, { name, email: freshEmail(name.split(' ')[0]?.toLowerCase() ?? 'buyer') });
}

test('the shop and its pages have no barriers in English and Arabic, on a phone and a wide window', async ({
  page,
  context,
}) => {
  for (const [language, direction] of Object.entries({ en: 'ltr', ar: 'rtl' }))
    for (const width of [390, 1280]) {
      await context.addCookies([{ name: 'lang', value: language, url: originOf('demo') }]);
      await page.setViewportSize({ width, height: 900 });
      for (const address of [`${originOf('demo')}/shop`, pageOf(PRINT), pageOf(TEAM)]) {
        await page.goto(address);
        await expect(page.locator('html')).toHaveAttribute('dir', direction);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoBarriers(page);
        await expectNoSidewaysScroll(page);
      }
    }
});

test('a visitor finds a print, reads its page and buys two; the owner sees the stock, sends them, and the buyer is told', async ({
  page: buyer,
  browser,
}, { project }) => {
  await buyer.goto(`${originOf('demo')}/search?q=cotton`);
  await buyer.getByRole('link', { name: new RegExp(PRINT.title) }).click();
  await expect(buyer).toHaveURL(pageOf(PRINT));
  await expect(buyer.getByText('Edition of 40, signed and numbered')).toBeVisible();
  const data = await buyer.locator('script[type="application/ld+json"]').allTextContents();
  expect(data.map((text) => JSON.parse(text) as { '@type': string; offers?: object[] })).toContainEqual(
    expect.objectContaining({
      '@type': 'Product',
      offers: expect.arrayContaining([
        expect.objectContaining({ price: '65.00', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' }),
      ]) as object[],
    }),
  );
  const number = await order(buyer, PRINT, 'Ilda Reis', 2);

  const owner = await (await browser.newContext(project.use)).newPage();
  await signIn(owner, originOf('demo'), 'owner@demo.test');
  await markPaid(owner, number);
  await owner.goto(`${originOf('demo')}/dashboard/manage/ecommerce/fulfilment`);
  await owner.getByRole('button', { name: `Open ${PRINT.title} of order #${number}`, exact: true }).click();
  const panel = owner.getByRole('dialog', { name: PRINT.title });
  await expect(panel).toContainText('Rua do Sol 4');
  await expect(panel).toContainText('840 g');
  await expectNoBarriers(owner);
  await panel.getByRole('textbox', { name: /Tracking note/ }).fill('CTT 4711');
  await panel.getByRole('button', { name: 'Mark as sent' }).click();
  await expect(panel).toContainText('CTT 4711');

  await buyer.goto(`${originOf('demo')}/dashboard/orders/items`);
  await buyer.getByRole('button', { name: /^Open Four hours/ }).click();
  await expect(buyer.getByRole('dialog', { name: PRINT.title })).toContainText('CTT 4711');
  await expectNoBarriers(buyer);

  await owner.goto(`${originOf('demo')}/dashboard/manage/ecommerce/products/${PRINT.slug}`);
  await owner.getByRole('textbox', { name: /^Stock/ }).fill('0');
  await owner.getByRole('button', { name: 'Save product' }).click();
  await expect(owner.getByText(`${PRINT.title} is saved.`)).toBeVisible();
  await expectNoBarriers(owner);
  await buyer.goto(pageOf(PRINT));
  await expect(buyer.getByText('Sold out')).toBeVisible();
  await expect(buyer.getByRole('link', { name: 'Add to cart' })).toHaveCount(0);
});

test('a leader buys seats, gives them away and takes one back', async ({ page: leader, browser }, { project }) => {
  const number = await order(leader, TEAM, 'Nuno Melo');
  const owner = await (await browser.newContext(project.use)).newPage();
  await signIn(owner, originOf('demo'), 'owner@demo.test');
  await markPaid(owner, number);

  await leader.goto(`${originOf('demo')}/dashboard/orders/items`);
  await leader.getByRole('button', { name: /^Open Light and exposure for a team/ }).click();
  const panel = leader.getByRole('dialog', { name: TEAM.title });
  const people = panel.getByRole('textbox', { name: 'E-mail addresses' });
  await people.fill('nobody');
  await panel.getByRole('button', { name: 'Assign seats' }).click();
  await expect(people).toHaveAccessibleDescription(/There is no e-mail address in/);
  await people.fill('one@team.test, Uma\ntwo@team.test');
  await panel.getByRole('button', { name: 'Assign seats' }).click();
  await expect(panel).toContainText('2 of 10 seats assigned');
  await expect(panel).toContainText('Uma');
  await expectNoBarriers(leader);
  await panel.getByRole('button', { name: 'Free the seat of two@team.test' }).click();
  await leader.getByRole('alertdialog').getByRole('button', { name: 'Free seat' }).click();
  await expect(panel).toContainText('1 of 10 seats assigned');
});

test('a gift is bought, mailed, and redeemed by somebody else, once', async ({ page: buyer, browser }, { project }) => {
  const number = await order(buyer, GIFT, 'Olga Serra');
  const owner = await (await browser.newContext(project.use)).newPage();
  await signIn(owner, originOf('demo'), 'owner@demo.test');
  await markPaid(owner, number);

  await buyer.goto(`${originOf('demo')}/dashboard/orders/items`);
  await buyer.getByRole('button', { name: /^Open Light and exposure as a gift/ }).click();
  const panel = buyer.getByRole('dialog', { name: GIFT.title });
  await panel.getByRole('textbox', { name: /Recipient’s e-mail/ }).fill('friend@home.test');
  await panel.getByRole('textbox', { name: /Message/ }).fill('For the long evenings.');
  await expectNoBarriers(buyer);
  await panel.getByRole('button', { name: 'Send gift' }).click();
  await expect(panel).toContainText('Sent on');
  const link = /http\S+code=[0-9a-f]{20}/.exec((await panel.textContent()) ?? '')?.[0] ?? '';

  const friend = await (await browser.newContext(project.use)).newPage();
  await signIn(friend, originOf('demo'), 'parent@demo.test');
  await friend.goto(link);
  await expect(friend.getByText('A gift from Olga Serra.')).toBeVisible();
  await expect(friend.getByText('For the long evenings.')).toBeVisible();
  await expectNoBarriers(friend);
  await friend.getByRole('button', { name: 'Redeem' }).click();
  await expect(friend).toHaveURL(/\/dashboard\/courses\/light-and-exposure/);

  await buyer.reload();
  await buyer.getByRole('button', { name: /^Open Light and exposure as a gift/ }).click();
  await expect(buyer.getByRole('dialog', { name: GIFT.title })).toContainText('Redeemed on');
  const late = await (await browser.newContext(project.use)).newPage();
  await signIn(late, originOf('demo'), 'member@demo.test');
  await late.goto(link);
  await expect(late.getByText('This was redeemed already')).toBeVisible();
});
