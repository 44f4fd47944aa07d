import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

test('a visitor sends a form whose questions follow the answers; the owner reads it, and changes the form', async ({
  page,
}) => {
  const name = `Visitor ${crypto.randomUUID().slice(0, 6)}`;
  await page.goto(`${originOf('demo')}/contact`);
  const form = page.getByRole('form', { name: 'Visit the darkroom' });
  await form.getByLabel('Your name').fill(name);
  await expect(form.getByLabel('How many pupils?')).toBeHidden();
  await form.getByText('A school class').click();
  await expect(form.getByLabel('How many pupils?')).toBeVisible();
  await form.getByRole('button', { name: 'Ask for a day' }).click();
  await expect(form.getByText('Check the highlighted fields.')).toBeVisible();
  await expect(form.getByLabel('Your e-mail')).toBeFocused();
  await expect(form.getByLabel('Your name')).toHaveValue(name);
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  await form.getByLabel('Your e-mail').fill(`${name.toLowerCase().replace(' ', '.')}@post.test`);
  await form.getByLabel('How many pupils?').fill('12');
  await form.getByLabel('Where do you come from?').selectOption({ label: 'Ireland' });
  // No person is as quick as a story can be, and what is quicker is asked to send it once more.
  await page.waitForFunction(() => performance.now() > 1_200);
  await form.getByRole('button', { name: 'Ask for a day' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Helena answers' })).toBeVisible();

  await signIn(page, originOf('demo'), 'owner@demo.test');
  await page.goto(`${originOf('demo')}/dashboard/manage/marketing/forms`);
  await expect(page.getByRole('heading', { level: 1, name: 'Forms' })).toBeVisible();
  await expect(page.getByText('Visit the darkroom').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto(
    `${originOf('demo')}/dashboard/manage/marketing/forms/00000000-0000-7000-8000-0000000f0001/answers?q=${encodeURIComponent(name)}`,
  );
  await expect(page.getByText(name).first()).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.goto(`${originOf('demo')}/dashboard/manage/marketing/forms/00000000-0000-7000-8000-0000000f0001`);
  await page.getByRole('button', { name: 'Edit How many pupils?' }).click();
  await page.getByRole('textbox', { name: 'Maximum' }).fill('28');
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Save form' }).click();
  await expect(page.getByText('Visit the darkroom saved.')).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.goto(`${originOf('demo')}/dashboard/manage/marketing/emails/contacts?q=${encodeURIComponent(name)}`);
  await expect(page.getByText(name).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('a mailed link leads to a page that says what it does, and one that is too old says so', async ({ page }) => {
  const token = `${'a'.repeat(32)}-${'b'.repeat(32)}`;
  await page.goto(`${originOf('demo')}/subscribed?leave=${token}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Unsubscribe from the newsletter?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();
  await expectNoBarriers(page);
  await page.goto(`${originOf('demo')}/subscribed?token=${token}`);
  await expect(page.getByRole('heading', { level: 1, name: 'This link is no longer valid' })).toBeVisible();
  await page.goto(`${originOf('demo')}/subscribed?state=check`);
  await expect(page.getByRole('heading', { level: 1, name: 'Check your inbox' })).toBeVisible();
  await expectNoBarriers(page);
});
