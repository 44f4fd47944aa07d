import { expect } from '@playwright/test';
import { generateSync } from 'otplib';
import { test } from './browser.ts';
import { freshEmail, originOf, PASSWORD, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { buyCourse } from './shop.ts';
import { asService } from './unbound-rows.ts';

// A browser of a country: without one no country is guessed.
test.use({ locale: 'en-US' });

const demo = () => originOf('demo');

test('somebody with a second step finds a product by search and buys it with their account, their address is there', async ({
  page,
}) => {
  const email = freshEmail('rita');
  await buyCourse(page, { name: 'Rita Reis', email });
  await page.goto(`${demo()}/dashboard/profile`);
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm it is you' });
  await question.getByLabel('Current password').fill(PASSWORD);
  await question.getByRole('button', { name: 'Confirm' }).click();
  const app = page.getByRole('dialog', { name: 'Add authenticator app' });
  const secret = (await app.locator('code').innerText()).replaceAll(' ', '');
  await app.getByLabel('Code').fill(generateSync({ secret }));
  await app.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.context().addCookies([{ name: 'lang', value: 'en', url: demo() }]);

  // Search leads to the page of a product.
  await page.goto(`${demo()}/search?q=shutter+times`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Shutter times under the stars/ })
    .click();
  await page.getByRole('link', { name: 'Add to cart' }).first().click();
  await page.getByRole('link', { name: 'In your cart: check out' }).first().click();
  const order = page.getByRole('region', { name: 'Your order' });
  await expect(order.getByRole('listitem').filter({ hasText: 'Shutter times under the stars' })).toBeVisible();
  await expect(page).toHaveURL(`${demo()}/checkout`);

  await page.getByRole('radio', { name: 'I have an account' }).click({ force: true });
  await expect(page.getByRole('button', { name: /^Place order/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute('href', /reset-password/);
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await expectNoBarriers(page);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  // The address goes along to the page that mails a new password, and back.
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL(/\/login\/reset-password\?redirectedFrom=%2Fcheckout$/);
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page).toHaveURL(`${demo()}/checkout`);
  await expect(page.getByRole('radio', { name: 'I have an account' })).toBeChecked();
  // A country that was guessed is not kept as if it had been chosen.
  await page.getByRole('radio', { name: 'I’m new here' }).click({ force: true });
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('US');
  await page.getByRole('radio', { name: 'I have an account' }).click({ force: true });
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill('not-this-one');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('The e-mail or password is incorrect.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeVisible();
  await expect(page.getByRole('button', { name: /^Place order/ })).toHaveCount(0);
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  await code.fill(generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 }));
  await page.getByRole('button', { name: 'Confirm' }).click();

  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('PT');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Rita Reis');
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Order #/ })).toBeVisible();
});

test('a price that changes while the checkout is open is not charged: the new total is shown and asked about again', async ({
  page,
}) => {
  await page.goto(`${demo()}/search?q=shutter+times`);
  const [price] = await asService(
    page,
    'prices?select=id,amount,products!inner(title)&products.title=eq.Shutter times under the stars&limit=1',
  );
  const changeTo = (amount: number) => asService(page, `prices?id=eq.${price.id}`, 'PATCH', { amount });
  await page
    .getByRole('main')
    .getByRole('link', { name: /Shutter times under the stars/ })
    .click();
  await page.getByRole('link', { name: 'Add to cart' }).first().click();
  await page.getByRole('link', { name: 'In your cart: check out' }).first().click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(freshEmail('tomas'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Portugal' });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Tomas Reis');
  const place = page.getByRole('button', { name: /^Place order/ });
  // The total of the country that was chosen, not one that is still on its way.
  await page.waitForLoadState('networkidle');
  const before = await place.innerText();
  await changeTo(price.amount + 1_000);
  await place.click();
  // Where the eye is: beside the button.
  await expect(page.getByText('The total has changed since you saw it. Check it, and order again.')).toBeInViewport();
  await expect(place).not.toHaveText(before);
  const after = await place.innerText();
  await place.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  const total = after.replace('Place order for ', '');
  await expect(page.getByText(total).first()).toBeVisible();
  await changeTo(price.amount);
});

test('nobody is thanked for an order that they have not placed', async ({ page, browser }) => {
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto(`${demo()}/thankyou?order=${crypto.randomUUID()}`);
  await expect(heading).toHaveText('Your order');
  await expect(page.getByRole('link', { name: 'View your orders' })).toBeVisible();

  await buyCourse(page, { name: 'Nuno Reis', email: freshEmail('nuno') });
  const own = page.url();
  for (const order of [crypto.randomUUID(), 'none-at-all', '']) {
    await page.goto(`${demo()}/thankyou?order=${order}`);
    await expect(heading).toHaveText('Order not found');
    await expect(page.getByText('Thank you')).toHaveCount(0);
  }
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);

  for (const other of ['owner@demo.test', 'student@demo.test']) {
    await signIn(page, demo(), other, own.replace(demo(), ''));
    await expect(heading).toHaveText('Order not found');
  }

  const withoutScript = await browser.newContext({ javaScriptEnabled: false, locale: 'en' });
  const bare = await withoutScript.newPage();
  await bare.goto(own);
  await expect(bare.getByRole('heading', { level: 1 })).toHaveText('Your order');
  await withoutScript.close();
});

test('a link puts its product into the cart, and the page wakes as the server rendered it', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => void errors.push(error.message));
  await page.goto(`${demo()}/membership`);
  const link = page.locator('main a[href*="/checkout?add="]').first();
  await page.goto(`${demo()}${await link.getAttribute('href')}`);
  await expect(
    page.getByRole('region', { name: 'Your order' }).getByText('For each further period we place an order'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/checkout$/);
  expect(errors).toEqual([]);
});
