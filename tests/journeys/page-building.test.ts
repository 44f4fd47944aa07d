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
