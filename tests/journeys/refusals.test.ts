import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { originOf } from './people.ts';
import { untilAlive } from './visitor.ts';

const refuse = (page: Page, calls: string, status: number, body: object) =>
  page.route(calls, (route) => route.fulfill({ status, json: body }));

test('a public page and a screen say in Arabic what the server refuses in English', async ({ page }) => {
  await refuse(page, '**/api/forms/*', 404, {
    error: { code: 'not_found', message: 'This form is closed.' },
  });
  await page.goto(`${originOf('demo')}/contact?lang=ar`);
  // Before that the browser sends a form by itself.
  await untilAlive(page);
  const form = page.getByRole('form', { name: 'Visit the darkroom' });
  await form.getByLabel('Your name').fill('Rosa');
  await form.getByLabel('Your e-mail').fill('rosa@post.test');
  await form.getByText('Just me').click();
  await form.getByRole('button', { name: 'Ask for a day' }).click();
  await expect(form.getByText('لم يعد هذا النموذج مفتوحًا.')).toBeVisible();

  await refuse(page, '**/auth/v1/token*', 422, {
    code: 422,
    error_code: 'signup_disabled',
    msg: 'Signups not allowed for this instance',
  });
  await page.goto(`${originOf('demo')}/login?lang=ar`);
  await page.locator('input[type=email]').fill('member@demo.test');
  await page.locator('input[type=password]').fill('any password at all');
  await page.locator('input[type=password]').press('Enter');
  await expect(page.getByText('التسجيل مغلق هنا.')).toBeVisible();
});
