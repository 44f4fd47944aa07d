import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

async function chooseKind(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: /Type$/ }).click();
  await page.getByRole('option', { name: kind, exact: true }).click();
}

async function saveLesson(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save lesson' }).click();
  await expect(page.getByRole('button', { name: 'Save lesson' })).toHaveCount(0);
}

test('an instructor adds a file to download and a page of another site, which waits for the learner’s consent', async ({
  page,
}) => {
  await signIn(page, originOf('demo'), 'instructor@demo.test', '/dashboard/instructor/new');
  await page.getByRole('textbox', { name: 'Title' }).fill(`Kinds ${crypto.randomUUID().slice(0, 8)}`);
  await page.getByRole('button', { name: 'Create course' }).click();
  await page.getByRole('button', { name: 'Add section' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Section title' })).toHaveValue('Section 1');

  await page.getByRole('button', { name: 'Add lesson to Section 1' }).click();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('New lesson');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Worksheet');
  await chooseKind(page, 'File');
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({
      name: 'exposures.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('aperture,time\r\n8,1/60\r\n'),
    });
  await expect(page.getByText('exposures.csv').first()).toBeVisible();
  await expectNoBarriers(page);
  await saveLesson(page);

  await page.getByRole('button', { name: 'Add lesson to Section 1' }).click();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('New lesson');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Simulation');
  await chooseKind(page, 'Embedded page');
  await page.getByRole('textbox', { name: 'Address of the page' }).fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save lesson' }).click();
  await expect(page.getByText('Enter a URL that starts with https://', { exact: false }).first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Address of the page' }).fill('https://simulation.test/aperture');
  await saveLesson(page);

  await page.getByRole('link', { name: 'Preview as student' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Worksheet' })).toBeVisible();
  const file = page.getByRole('link', { name: 'Download: exposures.csv' });
  await expect(file).toHaveAttribute('download', 'exposures.csv');
  const address = (await file.getAttribute('href')) ?? '';
  expect(await page.evaluate(async (href) => (await fetch(href)).text(), address)).toContain('aperture,time');
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('link', { name: /Simulation/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Simulation' })).toBeVisible();
  await expect(page.getByText('simulation.test', { exact: false }).first()).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Load content' }).click();
  const frame = page.locator('iframe[title="Simulation"]');
  await expect(frame).toHaveAttribute('src', 'https://simulation.test/aperture');
  await expect(frame).toHaveAttribute('sandbox', /allow-scripts/);
});
