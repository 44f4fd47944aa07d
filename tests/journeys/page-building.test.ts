import { expect, test } from '@playwright/test';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';
import { readPage } from './visitor.ts';

test('the owner edits the home page in the builder; visitors see it once it is published', async ({ page }) => {
  // The builder is for a wide screen.
  await page.setViewportSize({ width: 1280, height: 800 });
  const words = `Learn to see ${crypto.randomUUID().slice(0, 6)}`;
  await signIn(page, originOf('demo'), 'owner@demo.test');
  await page.goto(`${originOf('demo')}/dashboard/pages`);
  await expect(page.getByRole('heading', { level: 1, name: 'Pages' })).toBeVisible();
  await expectNoBarriers(page);

  await page.goto(`${originOf('demo')}/dashboard/pages/home`);
  const canvas = page.frameLocator('iframe').first();
  const opening = canvas.getByRole('group', { name: 'Opening' });
  await expect(opening).toBeVisible();
  await expectNoBarriers(page);
  await opening.click();
  // "Saved" stands there before anything was changed: what is waited for is the saving of this change.
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().includes('/rest/v1/') &&
      answer.request().method() !== 'GET' &&
      (answer.request().postData() ?? '').includes(words),
  );
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(words);
  expect((await saved).ok()).toBe(true);
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await expectNoBarriers(page);
  expect(await readPage('demo.localhost', '/'), 'a draft is nobody else’s').not.toContain(words);
  // On a phone, where a hand has to reach it, the bar takes lines and not width.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Publish page' })).toBeInViewport({ ratio: 1 });
  await expectNoBarriers(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Publish page' }).click();
  await expect(page.getByText(/is published\./)).toBeVisible();
  expect(await readPage('demo.localhost', '/')).toContain(words);
  expect(await readPage('atelier.localhost', '/')).not.toContain(words);
});

test('a page is built by keyboard alone: blocks, their order, what stands in them, and the rows of a list', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const title = `By keyboard ${crypto.randomUUID().slice(0, 6)}`;
  await signIn(page, originOf('demo'), 'owner@demo.test', '/dashboard/pages');
  await page.getByRole('button', { name: 'New page' }).click();
  await page.getByRole('textbox', { name: 'Page title' }).fill(title);
  await page.getByRole('button', { name: 'Create page' }).click();
  const canvas = page.frameLocator('iframe').first();
  await expect(canvas.getByText('The page is empty. Choose a block to begin.')).toBeVisible();
  await expectNoBarriers(page);

  const shelf = (name: string) => page.getByRole('button', { name, exact: true });
  const blocks = canvas.locator('[data-puck-component]');
  const order = (names: string[]) =>
    expect.poll(() => blocks.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual(names);
  await shelf('Opening').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '“Opening” was added.' })).toBeAttached();
  await order(['Opening']);
  await shelf('Points').press('Space');
  await order(['Opening', 'Points']);
  await shelf('Layout').press('Enter');
  await shelf('Columns').press('Enter');
  await order(['Opening', 'Points', 'Columns']);

  // What is added next stands in the first of the columns, and leaves it upwards.
  await shelf('Card').press('Enter');
  await expect(canvas.getByRole('group', { name: 'Columns' }).getByRole('group', { name: 'Card' })).toBeVisible();
  const up = page.getByRole('button', { name: 'Move up' }).filter({ visible: true }).first();
  await up.press('Enter');
  await order(['Opening', 'Points', 'Card', 'Columns']);
  await up.press('Enter');
  await order(['Opening', 'Card', 'Points', 'Columns']);
  await page.getByRole('button', { name: 'Move down' }).filter({ visible: true }).first().press('Enter');
  await order(['Opening', 'Points', 'Card', 'Columns']);

  // A row of a list is opened, and stays open where it is put.
  await canvas.getByRole('group', { name: 'Points' }).press('Enter');
  await page.getByRole('group', { name: 'One lesson' }).filter({ visible: true }).press('Enter');
  await page.getByRole('button', { name: 'Move down' }).filter({ visible: true }).nth(1).press('Enter');
  await expect(canvas.getByRole('group', { name: 'Points' }).getByRole('heading', { level: 3 })).toHaveText([
    'One thing to make',
    'One lesson',
    'One answer',
  ]);
  await expect(page.getByRole('textbox', { name: 'Title' }).filter({ visible: true }).last()).toHaveValue('One lesson');
  await expectNoBarriers(page);
});
