import { expect, test } from '@playwright/test';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';

test('a price is read by the reader’s language, shown as it was understood, and refused where it is unclear', async ({
  page,
}) => {
  const shop = `${originOf('demo')}/dashboard/manage/ecommerce`;
  await signIn(page, originOf('demo'), 'owner@demo.test', '/dashboard/manage/ecommerce/products/new');
  await expect(page.getByRole('heading', { level: 1, name: 'New product' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('A print of the harbour');
  const price = page.getByRole('textbox', { name: 'Price' });
  const save = page.getByRole('button', { name: 'Save product' });

  await price.fill('49,50');
  await price.blur();
  await expect(price).toHaveAccessibleDescription(/Write it like this: 49\.50/);
  await expectNoBarriers(page);
  // Not even a draft is saved without what stands in its field.
  await save.click();
  await expect(price).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(`${shop}/products/new`);

  await price.fill('1,049.5');
  await expect(price).toHaveAccessibleDescription(/Read as €1,049\.50/);
  await price.blur();
  await expect(price).toHaveValue('1,049.50');
  await save.click();
  await expect(page).not.toHaveURL(`${shop}/products/new`);
  await page.reload();
  await expect(price).toHaveValue('1,049.50');
  await page.goto(shop);
  await expect(page.getByRole('row', { name: /A print of the harbour/ })).toContainText('€1,049.50');
});
