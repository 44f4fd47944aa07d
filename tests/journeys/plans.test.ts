import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { passDaysOfSubscriptions } from './clock.ts';
import { freshEmail, originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { markPaid, placeOrder } from './shop.ts';

const LOWER = 'Light and exposure';
const UPPER = 'Macro botany: a summer herbarium';

/** In English and Arabic, on a phone and a wide window: what stands there has no barriers. */
async function inEveryLook(page: Page, open: () => Promise<string | undefined>): Promise<void> {
  const origin = originOf('demo');
  for (const [language, direction] of Object.entries({ ar: 'rtl', en: 'ltr' }))
    for (const width of [390, 1280]) {
      await page.context().addCookies([{ name: 'lang', value: language, url: origin }]);
      await page.setViewportSize({ width, height: 900 });
      const part = await open();
      await expect(page.locator('html')).toHaveAttribute('dir', direction);
      await expectNoBarriers(page, part);
      await expectNoSidewaysScroll(page);
    }
}

/** The owner makes a membership of two levels, each at a price of its own; the address of its page. */
async function sellLevels(owner: Page, title: string): Promise<string> {
  await owner.goto(`${originOf('demo')}/dashboard/manage/ecommerce/products/new-membership`);
  await owner.getByRole('textbox', { name: 'Title' }).fill(title);
  const included = owner.getByRole('group', { name: 'Included courses' });
  for (const course of [LOWER, UPPER]) await included.getByText(course, { exact: true }).click();
  const level = owner.getByRole('textbox', { name: 'Name of the level' });
  for (const name of ['Silver', 'Gold']) {
    await owner.getByRole('button', { name: 'Add level' }).click();
    await expect(level).toHaveValue('');
    await level.fill(name);
  }
  await owner.getByRole('group', { name: 'Courses from this level on' }).getByText(UPPER, { exact: true }).click();
  const price = owner.getByRole('textbox', { name: 'Price', exact: true });
  await price.fill('20');
  await owner.getByRole('button', { name: 'Add a price' }).click();
  await expect(price).toHaveValue('');
  await price.fill('35');
  await owner.getByRole('button', { name: /\bLevel$/ }).click();
  await owner.getByRole('option', { name: 'Gold' }).click();
  await owner.getByText('For sale', { exact: true }).click();
  await owner.getByRole('button', { name: 'Save product' }).click();
  await expect(owner.getByText('is saved').first()).toBeVisible();
  await expect(owner.getByRole('grid', { name: 'Prices' }).getByRole('row')).toHaveText([
    /Silver: €20 every month/,
    /Gold: €35 every month/,
  ]);
  await expectNoBarriers(owner);
  return (await owner.getByRole('link', { name: 'View page' }).getAttribute('href')) ?? '';
}

test('an owner sells a membership by levels; a member goes up for what was shown, and down with the next period', async ({
  page: owner,
  browser,
}, { project }) => {
  test.setTimeout(180_000);
  const title = `Print circle ${crypto.randomUUID().slice(0, 6)}`;
  await signIn(owner, originOf('demo'), 'owner@demo.test');
  const shopPage = originOf('demo') + (await sellLevels(owner, title));

  const buyer = await (await browser.newContext(project.use)).newPage();
  await inEveryLook(buyer, async () => {
    await buyer.goto(shopPage);
    await expect(buyer.getByRole('heading', { level: 1, name: title })).toBeVisible();
    return undefined;
  });
  const levels = buyer.getByRole('list').filter({ has: buyer.getByRole('heading', { name: 'Silver' }) });
  const gold = levels.getByRole('listitem').filter({ has: buyer.getByRole('heading', { name: 'Gold' }) });
  await expect(gold).toContainText('Everything in Silver, and:');
  await expect(gold.getByRole('link', { name: UPPER })).toBeVisible();
  await expect(gold.getByRole('link', { name: LOWER })).toHaveCount(0);

  await buyer.getByRole('radio', { name: /^Silver/ }).check();
  await buyer.getByRole('link', { name: 'Add to cart' }).first().click();
  await buyer.getByRole('link', { name: 'In your cart: check out' }).first().click();
  const email = freshEmail('levels');
  await markPaid(owner, await placeOrder(buyer, { name: 'Lena Levels', email }));

  const panel = buyer.getByRole('dialog', { name: `${title} · Silver`, exact: true });
  const openPanel = async (name: string) => {
    await buyer.goto(`${originOf('demo')}/dashboard/orders/subscriptions`);
    await buyer.locator('main button.link').filter({ hasText: name }).click();
  };
  await inEveryLook(buyer, async () => {
    await openPanel(`${title} · Silver`);
    await buyer.locator('[role="dialog"] button:has(.lucide-arrow-left-right)').click();
    await expect(buyer.locator('[role="dialog"] dl').last()).toContainText('15');
    return '[role="dialog"]:has(input[type="radio"])';
  });
  const change = buyer.getByRole('dialog', { name: `Change ${title} · Silver` });
  await expect(change).toContainText('Left of what is paid');
  await expect(change).toContainText('to be paid within 7 days');
  await change.getByRole('button', { name: 'Change and pay €15' }).click();
  const heading = buyer.getByRole('heading', { name: /^Order #/ });
  await expect(heading).toBeVisible();
  const number = (await heading.innerText()).replace('Order #', '').trim();

  await openPanel(`${title} · Silver`);
  await expect(panel).toContainText(`as soon as order #${number} (€15) is paid`);
  await expectNoBarriers(buyer, '[role="dialog"]');
  await markPaid(owner, number);
  await openPanel(`${title} · Gold`);
  const now = buyer.getByRole('dialog', { name: `${title} · Gold`, exact: true });
  await expect(now).toContainText('€35 every month');

  const goDown = async () => {
    await now.getByRole('button', { name: 'Change plan' }).click();
    const question = buyer.getByRole('dialog', { name: `Change ${title} · Gold` });
    await expect(question).toContainText('Nothing is due now.');
    await question.getByRole('button', { name: /^Change on / }).click();
    await expect(now).toContainText(`Changes to ${title} · Silver on`);
  };
  await goDown();
  await expectNoBarriers(buyer, '[role="dialog"]');
  await now.getByRole('button', { name: 'Undo change' }).click();
  await expect(now).toContainText('Renews on');
  await goDown();

  await passDaysOfSubscriptions(email, 26);
  await owner.goto(`${originOf('demo')}/dashboard/manage/ecommerce/subscriptions`);
  await owner.getByRole('searchbox').fill(email);
  await owner.getByRole('button', { name: `Open ${title} · Gold` }).click();
  const managed = owner.getByRole('dialog', { name: `${title} · Gold`, exact: true });
  await expect(managed).toContainText(`Changes to ${title} · Silver on`);
  const renewal = (
    await managed
      .getByRole('link', { name: /^Order #/ })
      .first()
      .innerText()
  ).replace('Order #', '');
  await markPaid(owner, renewal.trim());
  await openPanel(`${title} · Silver`);
  await expect(panel).toContainText('€20 every month');
});
