import { chromium } from 'playwright-core';
import { findBrowser } from './tools/chromium.ts';
const origin = process.argv[2];
const browser = await chromium.launch({ ...(await findBrowser()) });
for (const [name, width, lang, theme] of [['d', 1280, 'en', 'light'], ['p', 390, 'ar', 'dark']] as const) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme === 'dark' ? 'dark' : 'light', locale: lang });
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.getByRole('textbox').first().fill('owner@demo.test');
  await page.locator('input[type=password]').fill('stoa-demo-2026');
  await page.locator('input[type=password]').press('Enter');
  await page.waitForURL(/dashboard/);
  await context.addCookies([{ name: 'lang', value: lang, url: origin }]);
  await page.goto(`${origin}/dashboard/manage/ecommerce/orders`);
  await page.waitForTimeout(2500);
  await page.locator('table button, [role=row] button').filter({ hasText: /#?\d{4}/ }).first().click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `/tmp/h-${name}-1.png` });
  await page.locator('details.fold summary').last().click();
  await page.locator('details.fold').last().scrollIntoViewIfNeeded();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `/tmp/h-${name}-2.png` });
  await context.close();
}
await browser.close();
