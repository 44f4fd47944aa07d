import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';

test('a screen that is refused hydrates as the server wrote it, however late the other texts arrive', async ({
  page,
}) => {
  await signIn(page, originOf('demo'), 'student@demo.test');
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  await page.route('**/assets/texts-*.json', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  const texts = page.waitForResponse('**/assets/texts-*.json');
  await page.goto(`${originOf('demo')}/dashboard/manage/ecommerce/orders`);
  await texts;
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { name: 'You don’t have access' })).toBeVisible();
  expect(problems).toEqual([]);
});
