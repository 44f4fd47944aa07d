import { expect, test } from '@playwright/test';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { readPage } from './visitor.ts';

test('the owner changes menu and theme colour; the public site follows at once, and atelier stays as it was', async ({
  page,
}, { project }) => {
  const entry = `Winter ${crypto.randomUUID().slice(0, 6)}`;
  const colour = project.name === 'desktop' ? '#7a1f5c' : '#1f5c3a';
  const atelier = await readPage('atelier.localhost', '/');
  await readPage('demo.localhost', '/');
  await signIn(page, originOf('demo'), 'owner@demo.test');

  await page.goto(`${originOf('demo')}/dashboard/manage/site/header`);
  await expect(page.getByRole('heading', { level: 1, name: 'Header and menu' })).toBeVisible();
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Add an entry' }).click();
  await page.getByRole('textbox', { name: 'Words', exact: true }).fill(entry);
  await page.getByRole('textbox', { name: 'Address' }).fill('/faq');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved. The site shows it from now on.')).toBeVisible();
  await expectNoBarriers(page);
  expect(await readPage('demo.localhost', '/')).toContain(entry);

  await page.goto(`${originOf('demo')}/dashboard/manage/site/theme`);
  await expect(page.getByRole('heading', { level: 1, name: 'Colours and fonts' })).toBeVisible();
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('textbox', { name: 'Main colour', exact: true }).fill(colour);
  await page.getByRole('textbox', { name: 'Main colour', exact: true }).press('Tab');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved. The site shows it from now on.')).toBeVisible();

  // The public page, as the next visitor sees it.
  await page.goto(originOf('demo'));
  const shown = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--color-primary').trim().toLowerCase(),
  );
  expect(shown).toBe(colour);
  await expectNoBarriers(page);
  expect(await readPage('atelier.localhost', '/')).toBe(atelier);
});
