import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { inDatabase } from './database.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

const TALK = `(select id from public.grade_items where title = 'Talk about one print')`;
const NGOZI = `(select id from public.members where email = 'parent@demo.test' and account_id = (select account_id from public.accounts where slug = 'demo'))`;
const restore = () =>
  inDatabase(
    [
      `update public.grade_entries set status = 'points', points = 12.5, version = 1 where item_id = ${TALK} and member_id = ${NGOZI}`,
    ],
    [
      `delete from public.grade_changes where item_id = ${TALK} and member_id = ${NGOZI} and points is distinct from 12.5`,
    ],
    [`delete from public.account_notifications where said ->> 'key' = 'gradesChanged'`],
  );
test.beforeEach(restore);
test.afterEach(restore);

test('an instructor grades by keyboard, looks at the history and sets the course up', async ({ page }) => {
  await signIn(page, originOf('demo'), 'instructor@demo.test', '/dashboard/course/colour-you-can-trust');
  await page.getByRole('link', { name: 'Gradebook' }).click();
  const row = page.getByRole('row', { name: /Ngozi Okafor/ });
  const talk = row.getByRole('gridcell').last();
  await expect(talk).toContainText('12.5');
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  // Tab reaches one cell of the grid, arrows the others.
  await row.getByRole('rowheader').focus();
  await page.keyboard.press('End');
  await expect(talk).toBeFocused();
  await page.keyboard.type('nonsense');
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: 'Grade for Talk about one print' });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Escape');
  await talk.focus();
  await page.keyboard.type('19.5');
  await page.keyboard.press('Enter');
  await expect(talk).toContainText('19.5');
  // One digit is a grade, and so is what is left by going elsewhere.
  await talk.focus();
  await page.keyboard.type('8');
  await page.keyboard.press('Enter');
  await expect(talk).toHaveText(/^8 /);
  await talk.focus();
  await page.keyboard.type('19.5');
  await row.getByRole('rowheader').click();
  await expect(talk).toContainText('19.5');
  await talk.focus();
  await page.keyboard.press('Space');
  const panel = page.getByRole('dialog', { name: 'Ngozi Okafor' });
  await expect(panel.getByRole('listitem').first()).toContainText('19.5');
  await expect(panel.getByRole('listitem').last()).toContainText('12.5');
  await expectNoBarriers(page);
  await panel.getByText('Excused', { exact: true }).click();
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(talk).toContainText('EX');
  await page.getByRole('button', { name: 'Setup' }).click();
  const setup = page.getByRole('dialog', { name: 'Setup' });
  await expect(setup.getByText('Sum of the weights: 100%')).toBeVisible();
  await setup.getByRole('textbox', { name: 'Weight' }).first().fill('50');
  await expect(setup.getByText('Sum of the weights: 110%')).toBeVisible();
  await expectNoBarriers(page);
  const download = page.waitForEvent('download');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('grades-colour-you-can-trust.csv');
  // The same file with another grade comes back.
  const text = await readFile(await file.path(), 'utf8');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const importing = page.getByRole('dialog', { name: 'Import' });
  await importing.locator('input[type="file"]').setInputFiles({
    name: 'grades.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text.replace(/(Ngozi Okafor.*?)EX/, (_all, before) => `${before}18.25`)),
  });
  await expect(importing.getByText('Grades that change: 1')).toBeVisible();
  await expectNoBarriers(page);
  await importing.getByRole('button', { name: 'Import grades (1)' }).click();
  await expect(talk).toContainText('18.25');
});

test('a student reads their grades on a phone and imagines others; a parent reads them', async ({ page, browser }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, originOf('demo'), 'student@demo.test', '/dashboard/courses/colour-you-can-trust/grades');
  const total = page.getByText('95.7% · A', { exact: true });
  await expect(total).toBeVisible();
  await expect(page.getByText('Clear, and without notes.', { exact: false })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('switch', { name: 'What if?' }).press('Space');
  await page.getByRole('textbox', { name: 'Points for Talk about one print' }).fill('0');
  await expect(total).toBeHidden();
  await expect(page.getByText('71.4% · C', { exact: true })).toBeVisible();
  await expectNoBarriers(page);
  await page.reload();
  await expect(total).toBeVisible();

  const parent = await browser.newPage();
  await signIn(parent, originOf('demo'), 'parent@demo.test', '/dashboard/progress');
  await parent.getByRole('tab', { name: 'Amara Okafor' }).click();
  await parent.getByRole('link', { name: /All grades.*Colour you can trust/ }).click();
  await expect(parent.getByRole('heading', { level: 1, name: /Amara Okafor/ })).toBeVisible();
  await expect(parent.getByText('95.7% · A', { exact: true })).toBeVisible();
  await expectNoBarriers(parent);
  await parent.close();
});
