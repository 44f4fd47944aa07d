import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { freshEmail, originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { COURSE, markPaid, placeOrder } from './shop.ts';

/** A browser as people have it: the one of the tests says that it is a program, whose visits are not counted. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
test.use({ userAgent });

const MANAGE = '/dashboard/manage/marketing/affiliates';
const MINE = '/dashboard/orders/recommend';

async function addProgramme(owner: Page, title: string): Promise<void> {
  await owner.goto(`${originOf('demo')}${MANAGE}/programmes`);
  await owner.getByRole('button', { name: 'New programme' }).first().click();
  const form = owner.getByRole('dialog', { name: 'New programme' });
  await form.getByRole('textbox', { name: 'Title' }).fill(title);
  await form.getByText('Everybody at once').click();
  await form.getByRole('textbox', { name: 'Percent' }).fill('20');
  await form.getByRole('textbox', { name: 'Days until payment' }).fill('0');
  await form.getByRole('textbox', { name: 'Terms' }).fill('Say that you earn by it.');
  await expectNoBarriers(owner);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(owner.getByRole('row').filter({ hasText: title })).toContainText('20% of the net price');
}

/** Joins as somebody who is signed in; answers the address of their link. */
async function join(affiliate: Page, title: string, code: string): Promise<string> {
  await affiliate.goto(`${originOf('demo')}${MINE}`);
  await affiliate.getByRole('button', { name: `Join “${title}”` }).click();
  const form = affiliate.getByRole('dialog', { name: `Join “${title}”` });
  await form.getByRole('textbox', { name: 'Code of your link' }).fill(code);
  await form.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(form).toContainText('Accept the terms of the programme to join it.');
  await form.getByText('I accept the terms of the programme').click();
  await expectNoBarriers(affiliate);
  await form.getByRole('button', { name: 'Join', exact: true }).click();
  const link = affiliate.getByText(`?ref=${code}`);
  await expect(link).toBeVisible();
  return (await link.innerText()).trim();
}

/** Follows a link to the course and puts it into the cart; the code is gone from the address by then. */
async function followTo(visitor: Page, link: string): Promise<void> {
  const counted = visitor.waitForResponse((response) => response.url().endsWith('/api/affiliates/visits'));
  await visitor.goto(`${originOf('demo')}/course/${COURSE.slug}${new URL(link).search}`);
  expect((await counted).status()).toBe(200);
  await expect.poll(() => visitor.evaluate(() => sessionStorage.getItem('referrals'))).toMatch(/^[0-9a-f-]{36}$/);
  await expect(visitor).not.toHaveURL(/ref=/);
}

test('a programme pays who recommends: by the link, without a cookie, to the payout, and a refund takes it back', async ({
  page: owner,
  browser,
}, { project }) => {
  const [title, code] = [`Evening class ${Date.now()}`, `NGOZI-${Date.now() % 100_000}`];
  const openPage = async () => (await browser.newContext({ ...project.use, userAgent })).newPage();
  await signIn(owner, originOf('demo'), 'owner@demo.test');
  await addProgramme(owner, title);
  const affiliate = await openPage();
  await signIn(affiliate, originOf('demo'), 'parent@demo.test');
  const link = await join(affiliate, title, code);

  const buyer = await openPage();
  await followTo(buyer, link);
  expect((await buyer.context().cookies()).map(({ name }) => name)).not.toContain('referrals');
  await buyer.getByRole('link', { name: 'Add to cart' }).first().click();
  await expect(buyer.getByRole('link', { name: 'In your cart: check out' }).first()).toBeVisible();
  await buyer.goto(`${originOf('demo')}/checkout`);
  const number = await placeOrder(buyer, { name: 'Marta Reis', email: freshEmail('marta') });
  await markPaid(owner, number);

  await affiliate.reload();
  await expect(affiliate.getByRole('row').filter({ hasText: COURSE.title })).toContainText('€18');
  await expectNoBarriers(affiliate);

  await owner.goto(`${originOf('demo')}${MANAGE}/payouts`);
  const due = owner.getByRole('table', { name: 'Payable' }).getByRole('row').filter({ hasText: title });
  await expect(due).toContainText('€18');
  await due.getByRole('button', { name: /^Mark as paid/ }).click();
  const panel = owner.getByRole('dialog', { name: /^Mark €18/ });
  await panel.getByRole('textbox', { name: 'Reference' }).fill('SEPA 4711');
  await expectNoBarriers(owner);
  await panel.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(
    owner.getByRole('table', { name: 'Paid' }).getByRole('row').filter({ hasText: 'SEPA 4711' }),
  ).toContainText('€18');
  await affiliate.reload();
  await expect(affiliate.getByText('SEPA 4711')).toBeVisible();

  await owner.goto(`${originOf('demo')}/dashboard/manage/ecommerce/orders?q=${number}`);
  await owner.getByRole('button', { name: `Open order #${number}`, exact: true }).click();
  await owner
    .getByRole('dialog', { name: `Order #${number}` })
    .getByRole('button', { name: 'Refund', exact: true })
    .click();
  await owner
    .getByRole('dialog', { name: `Refund order #${number}?` })
    .getByRole('button', { name: 'Refund €90' })
    .click();
  await expect(owner.getByText(`€90 of order #${number} is refunded.`)).toBeVisible();
  await owner.goto(`${originOf('demo')}${MANAGE}/commissions`);
  const rows = owner.getByRole('row').filter({ hasText: COURSE.title });
  await expect(rows.filter({ hasText: 'Refund' }).first()).toContainText('-€18');
  await owner.goto(`${originOf('demo')}${MANAGE}/payouts`);
  await expect(due).toContainText('-€18');
  await expect(due.getByRole('button', { name: /^Mark as paid/ })).toHaveCount(0);
});

test('a cookie remembers the link after consent and not before, and is gone with the consent', async ({ page }) => {
  const cookie = async () => (await page.context().cookies()).find(({ name }) => name === 'referrals');
  await followTo(page, `${originOf('demo')}/?ref=tomas`);
  expect(await cookie()).toBeUndefined();
  const session = await page.evaluate(() => sessionStorage.getItem('referrals'));
  await page.getByRole('button', { name: 'Accept all' }).click();
  await expect.poll(async () => (await cookie())?.value).toBe(session);
  const days = ((await cookie())?.expires ?? 0) - Date.now() / 1000;
  expect(Math.round(days / 86_400)).toBe(30);
  await page
    .getByRole('button', { name: /cookie/i })
    .last()
    .click();
  await page.getByRole('button', { name: 'Disable' }).click();
  await expect.poll(cookie).toBeUndefined();
  // The page is loaded anew after consent is withdrawn: asked in the middle of it, a page doesn't answer.
  await expect(async () => {
    expect(await page.evaluate(() => sessionStorage.getItem('referrals'))).toBeNull();
  }).toPass();
});

test.describe('the screens of affiliates have no barriers', () => {
  for (const [locale, width] of [
    ['en', 390],
    ['ar', 390],
    ['ar', 1280],
  ] as const)
    test(`in ${locale} at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await signIn(page, originOf('demo'), 'owner@demo.test');
      await page.context().addCookies([{ name: 'lang', value: locale, url: originOf('demo') }]);
      for (const path of [MANAGE, `${MANAGE}/programmes`, `${MANAGE}/commissions`, `${MANAGE}/payouts`, MINE]) {
        await page.goto(`${originOf('demo')}${path}`);
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('table, .empty, .list').first()).toBeVisible();
        await expectNoBarriers(page);
        await expectNoSidewaysScroll(page);
      }
    });
});
