import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { freshEmail, originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { placeOrder } from './shop.ts';

const shop = () => originOf('demo');

test('an owner adds an upsell; a buyer takes an order bump with one press, and the upsell after the order', async ({
  page: buyer,
  browser,
}, { project }) => {
  const ownersBrowser = await browser.newContext({ ...project.use, baseURL: shop() });
  const owner = await ownersBrowser.newPage();
  await signIn(owner, shop(), 'owner@demo.test');
  await owner.goto(`${shop()}/dashboard/manage/ecommerce?q=Astrophotography`);
  await owner.getByRole('link', { name: /Astrophotography/ }).click();
  await owner.getByRole('button', { name: 'Add an offer' }).click();
  const panel = owner.getByRole('dialog', { name: 'Add an offer' });
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Write a headline.')).toBeVisible();
  await expectNoBarriers(owner);
  await panel.getByRole('combobox', { name: 'Product to offer' }).fill('Light and exposure');
  await owner.getByRole('option', { name: 'Light and exposure', exact: true }).click();
  await panel.getByText('After the order').click();
  await panel.getByRole('textbox', { name: 'Headline' }).fill('Begin with the light itself');
  await panel.getByRole('textbox', { name: 'Discount' }).fill('30');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(owner.getByText('The offer is saved.')).toBeVisible();
  await expect(owner.getByText('After the order · 30% off')).toBeVisible();
  await expectNoBarriers(owner);
  await expectNoSidewaysScroll(owner);

  await buyer.goto(`${shop()}/course/astrophotography-from-a-city-balcony`);
  await buyer.getByRole('link', { name: 'Add to cart' }).first().click();
  await buyer.getByRole('link', { name: 'In your cart: check out' }).first().click();
  const order = buyer.getByRole('region', { name: 'Your order' });
  const bump = order.getByRole('article').filter({ hasText: 'Take the table out with you' });
  await expect(bump).toContainText('€4');
  await expectNoBarriers(buyer);
  await expectNoSidewaysScroll(buyer);
  await bump.getByRole('button', { name: 'Add to order: Shutter times under the stars' }).click();
  await expect(bump).toBeHidden();
  await expect(order.getByText('€124').last()).toBeVisible();
  const number = await placeOrder(buyer, { name: 'Estela Vale', email: freshEmail('estela') });

  const upsell = buyer.getByRole('article').filter({ hasText: 'Begin with the light itself' });
  await expect(upsell).toContainText('€63');
  await expectNoBarriers(buyer);
  await expectNoSidewaysScroll(buyer);
  await upsell.getByRole('link', { name: 'Buy at this price: Light and exposure' }).click();
  // What is known of the buyer is filled in: one press orders it.
  await expect(order.getByText('€63').last()).toBeVisible();
  await expect(buyer.getByRole('combobox', { name: 'Country' })).toHaveValue('PT');
  await buyer.getByRole('button', { name: /^Place order/ }).click();
  await expect(buyer.getByRole('heading', { name: /^Order #/ })).not.toHaveText(`Order #${number}`);
  await expect(buyer.getByText('€63').last()).toBeVisible();

  // It is left to the other stories as it was.
  await owner.getByRole('button', { name: /Change the offer of Light and exposure/ }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(owner.getByText('The offer is removed.')).toBeVisible();
  await ownersBrowser.close();
});
