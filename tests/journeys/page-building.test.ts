import { expect } from '@playwright/test';
import { test } from './browser.ts';
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

  await page.goto(`${originOf('demo')}/dashboard/pages/home`);
  const canvas = page.frameLocator('iframe').first();
  const opening = canvas.getByRole('group', { name: 'Hero' });
  await expect(opening).toBeVisible();
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
  await expect(canvas.getByText('The page is empty. Choose a block to start.')).toBeVisible();

  const shelf = (name: string) => page.getByRole('button', { name, exact: true });
  const blocks = canvas.locator('[data-puck-component]');
  const order = (names: string[]) =>
    expect.poll(() => blocks.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual(names);
  await shelf('Hero').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '“Hero” was added.' })).toBeAttached();
  await order(['Hero']);
  await shelf('Features').press('Space');
  await order(['Hero', 'Features']);
  await shelf('Layout').press('Enter');
  await shelf('Columns').press('Enter');
  await order(['Hero', 'Features', 'Columns']);

  // What is added next stands in the first of the columns, and leaves it upwards.
  await shelf('Card').press('Enter');
  await expect(canvas.getByRole('group', { name: 'Columns' }).getByRole('group', { name: 'Card' })).toBeVisible();
  const up = page.getByRole('button', { name: 'Move up' }).filter({ visible: true }).first();
  await up.press('Enter');
  await order(['Hero', 'Features', 'Card', 'Columns']);
  await up.press('Enter');
  await order(['Hero', 'Card', 'Features', 'Columns']);
  await page.getByRole('button', { name: 'Move down' }).filter({ visible: true }).first().press('Enter');
  await order(['Hero', 'Features', 'Card', 'Columns']);

  // A row of a list is opened, and stays open where it is put.
  await canvas.getByRole('group', { name: 'Features' }).press('Enter');
  await page.getByRole('group', { name: 'One lesson' }).filter({ visible: true }).press('Enter');
  await page.getByRole('button', { name: 'Move down' }).filter({ visible: true }).nth(1).press('Enter');
  await expect(canvas.getByRole('group', { name: 'Features' }).getByRole('heading', { level: 3 })).toHaveText([
    'One thing to make',
    'One lesson',
    'One answer',
  ]);
  await expect(page.getByRole('textbox', { name: 'Title' }).filter({ visible: true }).last()).toHaveValue('One lesson');
  await expectNoBarriers(page);
});

test('a block is found by a word, put into another by keyboard, and looks otherwise on a phone; each act is a step', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const title = `For each width ${crypto.randomUUID().slice(0, 6)}`;
  await signIn(page, originOf('demo'), 'owner@demo.test', '/dashboard/pages');
  await page.getByRole('button', { name: 'New page' }).click();
  await page.getByRole('textbox', { name: 'Page title' }).fill(title);
  await page.getByRole('button', { name: 'Create page' }).click();
  const canvas = page.frameLocator('iframe').first();
  await expect(canvas.getByText('The page is empty. Choose a block to start.')).toBeVisible();
  const blocks = canvas.locator('[data-puck-component]');
  const order = (names: string[]) =>
    expect.poll(() => blocks.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual(names);
  const search = page.getByRole('searchbox', { name: 'Search blocks' }).filter({ visible: true });
  const undo = page.getByRole('button', { name: 'Undo' }).first();

  // By what it is for, whatever its name; Enter takes the first, the arrows lead to the others.
  await search.fill('réviews');
  await expect(page.getByRole('button', { name: 'Testimonials Reviews from your customers' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Blocks found:' })).toBeAttached();
  await expectNoBarriers(page);
  await search.fill('no such thing');
  await expect(page.getByText('No blocks match “no such thing”.')).toBeVisible();
  await search.fill('columns');
  await search.press('Enter');
  await order(['Columns']);
  // Down in the moment in which the blocks appear, as who types fast presses it.
  await search.evaluate(async (box) => {
    const type = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    type?.call(box, 'hero');
    box.dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve();
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  });
  const found = page.getByRole('button', { name: /^Hero/ }).first();
  await expect(found).toBeFocused();
  await found.press('ArrowUp');
  await expect(search).toBeFocused();
  await search.press('Escape');
  await expect(page.getByRole('button', { name: 'Hero and navigation' })).toBeVisible();

  // What stands in the columns now is a step, and so is what follows at once.
  await page.getByRole('button', { name: 'Features', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Move up' }).filter({ visible: true }).first().press('Enter');
  await order(['Features', 'Columns']);
  await undo.click();
  await expect(canvas.getByRole('group', { name: 'Columns' }).getByRole('group', { name: 'Features' })).toBeVisible();
  await undo.click();
  await order(['Columns']);
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Control+y');
  await order(['Features', 'Columns']);

  // Into the second column without a pointer, and back by one step.
  await canvas.getByRole('group', { name: 'Features' }).press('Enter');
  await page.getByRole('button', { name: 'Move to…' }).filter({ visible: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Move block' });
  await expectNoBarriers(page);
  await dialog.getByRole('button', { name: /Move into/ }).press('Enter');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    'Page',
    'Columns › First column',
    'Columns › Second column',
  ]);
  await page.getByRole('option', { name: 'Columns › Second column' }).press('Enter');
  await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter');
  await expect(
    page.getByRole('status').filter({ hasText: 'Features moved to Columns › Second column' }),
  ).toBeAttached();
  const second = canvas.locator('[data-puck-dropzone$=":two"]');
  await expect(second.getByRole('group', { name: 'Features' })).toBeVisible();
  await undo.click();
  await order(['Features', 'Columns']);

  // A value for the phone: the page is shown as wide as the value is for, and what is wider keeps its own.
  await canvas.getByRole('group', { name: 'Features' }).press('Enter');
  const heading = canvas.getByRole('heading', { name: 'How a week goes here' });
  const sizeOf = () => heading.evaluate((found) => Number.parseFloat(getComputedStyle(found).fontSize));
  const wide = await sizeOf();
  const size = page.getByLabel('Title size', { exact: true }).filter({ visible: true });
  const width = (name: string | RegExp) =>
    page.getByRole('group', { name: 'Title size: screen size' }).filter({ visible: true }).getByRole('radio', { name });
  await width('Phone').focus();
  await page.keyboard.press('Space');
  await expect.poll(() => canvas.locator('html').evaluate((root) => root.clientWidth)).toBe(390);
  await expect(size).toHaveValue('');
  const narrow = await sizeOf();
  await size.selectOption('Small');
  await expect.poll(sizeOf).toBeLessThan(narrow);
  const small = await sizeOf();
  await width('Desktop').focus();
  await page.keyboard.press('Space');
  await expect(size).toHaveValue('');
  await expect.poll(sizeOf).toBe(wide);
  await expect(width('Phone: Small')).toBeVisible();
  await page.getByRole('button', { name: 'Publish page' }).click();
  await expect(page.getByText(/is published\./)).toBeVisible();
  const slug = new URL(page.url()).pathname.split('/').at(-1);
  const published = page.getByRole('heading', { name: 'How a week goes here' });
  for (const [pixels, expected] of [
    [1280, wide],
    [390, small],
  ] as const) {
    await page.setViewportSize({ width: pixels, height: 800 });
    await page.goto(`${originOf('demo')}/${slug}`);
    expect(await published.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))).toBe(expected);
  }
});
