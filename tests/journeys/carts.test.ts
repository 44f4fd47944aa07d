import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { inDatabase } from './database.ts';
import { mailTo } from './outbox.ts';
import { freshEmail, originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { COURSE, placeOrder, putIntoCart } from './shop.ts';

const carts = () => `${originOf('demo')}/dashboard/manage/ecommerce/carts`;

test('a visitor leaves a cart, is reminded of it once, comes back by the link in another browser and buys', async ({
  page,
  browser,
}, { project }) => {
  const visitor = { name: 'Carla Cruz', email: freshEmail('carla') };
  await putIntoCart(page);
  await page.goto(`${originOf('demo')}/checkout`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(visitor.email);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(visitor.name);
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/carts') && response.ok());
  await page.getByRole('checkbox', { name: /remind me once by e-mail/ }).check();
  await saved;
  await expectNoBarriers(page);

  await inDatabase(
    [`update public.carts set changed_at = private.clock_now() - interval '1 day' where email = $1`, [visitor.email]],
    ['select private.remind_of_carts()'],
  );
  const link = await mailTo(visitor.email, /http:\/\/[^\s"<]+\/checkout\/saved\?cart=[0-9a-f-]{36}(?=["<\s])/);
  const later = await (await browser.newContext(project.use)).newPage();
  await later.goto(link);
  await expect(later).toHaveURL(`${originOf('demo')}/checkout`);
  await expect(later.getByRole('region', { name: 'Your order' })).toContainText(COURSE.title);
  const number = await placeOrder(later, visitor);

  const owner = await (await browser.newContext(project.use)).newPage();
  await signIn(owner, originOf('demo'), 'owner@demo.test', '/dashboard/manage/ecommerce/carts');
  await owner.getByRole('searchbox', { name: 'Search by e-mail' }).fill(visitor.email);
  await expect(owner.getByRole('main')).toContainText(`Ordered: #${number}`);
  await expectNoBarriers(owner);

  // What was ordered is no cart any more.
  await later.goto(link);
  await expect(later.getByRole('heading', { level: 1, name: 'This cart is no longer here' })).toBeVisible();
  await expectNoBarriers(later);
  await later.context().addCookies([{ name: 'lang', value: 'ar', url: originOf('demo') }]);
  await later.setViewportSize({ width: 390, height: 800 });
  await later.reload();
  await expect(later.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(later.getByRole('main').getByRole('link')).toBeVisible();
  await expectNoBarriers(later);
  await expectNoSidewaysScroll(later);
});

test('the link that ends the reminders ends them; the owner switches the question off and on', async ({
  page: owner,
  browser,
}, { project }) => {
  const email = freshEmail('nora');
  const visitor = await (await browser.newContext(project.use)).newPage();
  await putIntoCart(visitor);
  await visitor.goto(`${originOf('demo')}/checkout`);
  await visitor.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await visitor.getByRole('checkbox', { name: /remind me once/ }).check();
  await visitor.waitForResponse((response) => response.url().endsWith('/api/carts') && response.ok());
  await inDatabase(
    [`update public.carts set changed_at = private.clock_now() - interval '1 day' where email = $1`, [email]],
    ['select private.remind_of_carts()'],
  );
  await visitor.goto(await mailTo(email, /http:\/\/[^\s"<]+\/checkout\/saved\?cart=[0-9a-f-]{36}&(?:amp;)?stop=1/));
  await visitor.getByRole('button', { name: 'End reminders' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'No more reminders', exact: true })).toBeVisible();
  await expectNoBarriers(visitor);

  await signIn(owner, originOf('demo'), 'owner@demo.test', '/dashboard/manage/ecommerce/carts');
  await expect(owner.getByRole('row', { name: email })).toContainText('Wants no reminders');
  await owner.getByRole('button', { name: 'Reminder after 4 h' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Cart reminders' });
  await dialog.getByRole('textbox', { name: 'Hours after the last change' }).fill('0');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Enter at least 1.');
  await expectNoBarriers(owner);
  await dialog.getByRole('textbox', { name: 'Hours after the last change' }).fill('6');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(owner.getByRole('button', { name: 'Reminder after 6 h' })).toBeVisible();
  await owner.getByRole('button', { name: 'Reminder after 6 h' }).click();
  await dialog.getByRole('textbox', { name: 'Hours after the last change' }).fill('4');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(owner.getByRole('button', { name: 'Reminder after 4 h' })).toBeVisible();

  // The checkout follows at once.
  const asksInCheckout = async () => {
    await visitor.goto(`${originOf('demo')}/checkout`);
    await visitor.getByRole('textbox', { name: 'E-mail' }).fill(email);
    const checkbox = visitor.getByRole('checkbox', { name: /remind me once/ });
    return checkbox.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  };
  for (const isOn of [false, true]) {
    await owner.getByRole('button', { name: isOn ? 'Reminders are off' : 'Reminder after 4 h' }).click();
    await dialog.getByRole('checkbox', { name: 'Offer a reminder in the checkout' }).setChecked(isOn, { force: true });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByRole('button', { name: isOn ? 'Reminder after 4 h' : 'Reminders are off' })).toBeVisible();
    await expect.poll(asksInCheckout).toBe(isOn);
  }
});

test('the list of carts has no barriers in English and Arabic, on a phone and a wide window', async ({
  page,
  context,
}) => {
  await signIn(page, originOf('demo'), 'owner@demo.test', '/dashboard/manage/ecommerce/carts');
  for (const [language, direction] of Object.entries({ en: 'ltr', ar: 'rtl' }))
    for (const width of [390, 1280]) {
      await context.addCookies([{ name: 'lang', value: language, url: originOf('demo') }]);
      await page.setViewportSize({ width, height: 900 });
      await page.goto(carts());
      await expect(page.locator('html')).toHaveAttribute('dir', direction);
      await expect(page.getByText('lena@example.com')).toBeVisible();
      await expectNoBarriers(page);
      await expectNoSidewaysScroll(page);
    }
});
