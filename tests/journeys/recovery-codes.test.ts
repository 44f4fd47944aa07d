import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { test } from './browser.ts';
import { freshEmail, originOf, PASSWORD } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { readPage } from './visitor.ts';

const demo = () => originOf('demo');
const platform = () => originOf();
const confirmed = (page: Page) => page.getByRole('dialog', { name: 'Confirm it is you' });

async function signUp(page: Page, email: string): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: 'en', url: demo() }]);
  await page.goto(`${demo()}/signup`);
  await page.getByRole('textbox', { name: /^Name/ }).fill('Ada Locked');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(`${demo()}/dashboard`);
}

/** As far as the second step. */
async function showPassword(page: Page, origin: string, email: string): Promise<void> {
  await page.context().clearCookies();
  await page.context().addCookies([{ name: 'lang', value: 'en', url: origin }]);
  await page.goto(`${origin}/login`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('who sets up a second step keeps ten recovery codes, comes in by one, and by who runs the platform without any', async ({
  page,
}) => {
  const email = freshEmail('ada');
  await signUp(page, email);
  await page.goto(`${demo()}/dashboard/profile`);
  const app = page.getByRole('dialog', { name: 'Add authenticator app' });
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await expect(confirmed(page)).toBeVisible();
  // Nothing opens beneath the question; who closes it has begun nothing.
  await expect(app).toHaveCount(0);
  await confirmed(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await confirmed(page).getByLabel('Current password').fill(PASSWORD);
  await confirmed(page).getByRole('button', { name: 'Confirm' }).click();
  const secret = (await app.locator('code').innerText()).replaceAll(' ', '');
  const link = new URL(
    (await app.getByRole('link', { name: 'Open in your authenticator app' }).getAttribute('href')) ?? '',
  );
  expect([link.protocol, link.searchParams.get('secret')]).toEqual(['otpauth:', secret]);
  expect(link.searchParams.get('issuer')).toBe('Lumen Academy');
  await app.getByLabel('Code').fill(generateSync({ secret }));
  await app.getByRole('button', { name: 'Confirm' }).click();

  // The codes come by themselves, this once: to copy, to download, to print.
  const fresh = page.getByRole('dialog', { name: 'Your backup codes' });
  await expect(fresh.getByRole('listitem')).toHaveCount(10);
  const codes = await fresh.getByRole('listitem').allInnerTexts();
  for (const code of codes) expect(code).toMatch(/^(?:[0-9a-z]{4}-){6}[0-9a-z]{4}$/);
  await expectNoBarriers(page, '[role="dialog"]');
  // They are shown this once: who closes without having taken them is asked, by key as by the cross.
  const question = page.getByRole('alertdialog', { name: 'You have not saved these codes' });
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => fresh.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await close();
    await expect(question).toBeVisible();
    await expectNoBarriers(page, '[role="alertdialog"]');
    await question.getByRole('button', { name: 'Back to the codes' }).click();
    await expect(question).toHaveCount(0);
    await expect(fresh.getByRole('listitem')).toHaveText(codes);
  }
  const downloading = page.waitForEvent('download');
  await fresh.getByRole('button', { name: 'Download' }).click();
  const file = readFileSync(await (await downloading).path(), 'utf8');
  for (const text of [...codes, email]) expect(file).toContain(text);
  // The paper has the same, and nothing of the page around it.
  await page.evaluate(() => {
    const append = document.body.append.bind(document.body);
    document.body.append = (...nodes) => {
      append(...nodes);
      const [frame] = nodes;
      if (!(frame instanceof HTMLIFrameElement) || !frame.contentWindow) return;
      frame.contentWindow.print = () => {
        document.body.dataset.printed = frame.contentDocument?.body.innerText ?? '';
      };
    };
  });
  await fresh.getByRole('button', { name: 'Print' }).click();
  expect(await page.evaluate(() => document.body.dataset.printed?.trim().split('\n').length)).toBe(
    3 + 1 + codes.length,
  );
  await fresh.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 of 10 left')).toBeVisible();
  await expectNoSidewaysScroll(page);

  // The app is renamed; who it is was shown minutes ago.
  await page.getByRole('button', { name: 'Rename App 1' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename App 1' });
  await rename.getByRole('textbox', { name: 'Name' }).fill('Old telephone');
  await rename.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Old telephone')).toBeVisible();

  // The telephone is lost: a code from the list stands in, once.
  const [code = '', second = ''] = codes;
  await showPassword(page, demo(), email);
  await expect(page.getByRole('heading', { level: 1, name: 'Two-factor authentication' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a backup code' }).click();
  await expectNoBarriers(page);
  await page.getByRole('textbox', { name: 'Backup code' }).fill('no code at all');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('This backup code is wrong or was already used.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Backup code' }).fill(code.toUpperCase());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Backup codes' })).toBeVisible();
  await expect(page.getByText('9 of 10 left')).toBeVisible();
  await expectNoBarriers(page);
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await page.getByRole('link', { name: 'Generate new codes' }).click();
  await expect(page).toHaveURL(`${demo()}/dashboard/profile#second-step`);
  await expect(page.getByText('9 of 10 left')).toBeVisible();
  await expect.poll(() => readPage('localhost', '/dev/outbox')).toContain('A backup code was used');

  // It confirms a change as well: a new set, and the old one is void.
  await page.getByRole('button', { name: 'Generate new codes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Generate new codes' }).click();
  await confirmed(page).getByRole('button', { name: 'Use a backup code' }).click();
  await confirmed(page).getByRole('textbox', { name: 'Backup code' }).fill(second);
  await expectNoBarriers(page, '[role="dialog"]');
  await confirmed(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(fresh.getByRole('listitem')).toHaveCount(10);
  await fresh.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 of 10 left')).toBeVisible();

  // The list is lost too: who runs the platform takes the second step away.
  await showPassword(page, platform(), 'admin@stoa.test');
  await expect(page).toHaveURL(`${platform()}/dashboard`);
  await page.goto(`${platform()}/dashboard/maintenance/people?q=${encodeURIComponent(email)}`);
  await expect(page.getByRole('heading', { level: 1, name: /^People/ })).toBeVisible();
  await expectNoBarriers(page);
  await page.getByRole('row').nth(1).getByText('Ada Locked').click();
  await page.getByRole('button', { name: 'Reset two-factor authentication' }).click();
  const taking = page.getByRole('dialog', { name: 'Reset two-factor authentication of Ada Locked?' });
  await taking
    .getByRole('textbox', { name: 'How you verified their identity' })
    .fill('Called the number we have had for years.');
  await expectNoBarriers(page, '[role="dialog"]');
  await taking.getByRole('button', { name: 'Reset two-factor authentication' }).click();
  await confirmed(page).getByLabel('Current password').fill(PASSWORD);
  await confirmed(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Two-factor authentication of Ada Locked was reset.')).toBeVisible();

  await showPassword(page, demo(), email);
  await expect(page).toHaveURL(`${demo()}/dashboard`);
});
