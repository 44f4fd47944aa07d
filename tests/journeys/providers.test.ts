import { type Browser, expect, type Page } from '@playwright/test';
import { CLIENT_ID, CLIENT_SECRET, type LocalProvider, openLocalProvider } from '#tests/local-provider.ts';
import { test } from './browser.ts';
import { freshEmail, PASSWORD } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { launch } from './start-product.ts';

let provider: LocalProvider;
let product: Awaited<ReturnType<typeof launch>>;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  provider = await openLocalProvider();
  product = await launch('providers.log', { SIGN_IN_STAND_IN: provider.url });
});
test.afterAll(async () => {
  await product.stop();
  await provider.close();
});
const at = (slug = '') => `http://${slug ? `${slug}.` : ''}localhost:${product.port}`;

/** A browser of one's own, in English, on both hosts. */
async function browserOf(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  for (const url of [at('atelier'), at()]) await context.addCookies([{ name: 'lang', value: 'en', url }]);
  return context.newPage();
}

async function signIn(page: Page, origin: string, email: string, wanted: string): Promise<void> {
  await page.goto(`${origin}/login?redirectedFrom=${encodeURIComponent(wanted)}`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${origin}${wanted}`);
}

/** What is drawn at both widths and in Arabic holds no barrier and no sideways scroll. */
async function lookAround(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoBarriers(page);
    await expectNoSidewaysScroll(page);
  }
}

test('an owner sets up Google, and a student signs up, out and in by it', async ({ browser }) => {
  const owner = await browserOf(browser);
  await signIn(owner, at('atelier'), 'owner@atelier.test', '/dashboard/manage/site');
  await owner.getByRole('button', { name: 'Set up Google' }).click();
  const panel = owner.getByRole('dialog', { name: 'Sign in with Google' });
  await expect(panel.getByText(`${at()}/auth/v1/callback`)).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Create credentials at Google' })).toHaveAttribute(
    'href',
    /^https:\/\/console\.cloud\.google\.com\//,
  );
  await panel.getByRole('textbox', { name: 'Client ID' }).fill(CLIENT_ID);
  await panel.getByLabel('Client secret', { exact: true }).fill('not the secret');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('The provider rejected this client ID and secret.')).toBeVisible();
  await lookAround(owner);
  await panel.getByLabel('Client secret', { exact: true }).fill(CLIENT_SECRET);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toBeHidden();
  await expect(owner.getByText('Your own credentials')).toBeVisible();
  // What is kept is never shown again.
  await owner.getByRole('button', { name: 'Set up Google' }).click();
  await expect(panel.getByLabel('Client secret', { exact: true })).toHaveValue('');
  await expect(panel.getByText('A secret is saved. Leave this empty to keep it.')).toBeVisible();
  await owner.context().close();

  const student = await browserOf(browser);
  const email = freshEmail('googled');
  await student.goto(`${at('atelier')}/signup`);
  await lookAround(student);
  const button = student.getByRole('link', { name: 'Continue with Google' });
  // They think better of it there.
  provider.present = null;
  await button.click();
  await expect(student).toHaveURL(`${at('atelier')}/login?problem=denied`);
  await expect(student.getByText('The sign-in was cancelled.')).toBeVisible();
  await lookAround(student);
  provider.present = { sub: crypto.randomUUID(), email, email_verified: true, name: 'Goo Gled' };
  await student.goto(`${at('atelier')}/login?redirectedFrom=/dashboard/profile`);
  await button.click();
  await expect(student).toHaveURL(`${at('atelier')}/dashboard/profile`);
  await expect(student.getByRole('button', { name: 'Disconnect Google' })).toBeVisible();
  await lookAround(student);
  await student.getByRole('button', { name: /^Goo Gled.*profile menu/ }).click();
  await student.getByRole('menuitem', { name: 'Sign out' }).click();
  await student.waitForURL((url) => !url.pathname.startsWith('/dashboard'));
  await student.goto(`${at('atelier')}/login`);
  await button.click();
  await expect(student).toHaveURL(`${at('atelier')}/dashboard`);
  await student.context().close();

  // Without a script, in Arabic; another site shows no button.
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const page = await plain.newPage();
  await page.goto(`${at('atelier')}/login?lang=ar`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.getByRole('link', { name: 'المتابعة باستخدام Google' }).click();
  await expect(page).toHaveURL(`${at('atelier')}/dashboard`);
  await page.goto(`${at('demo')}/login`);
  await expect(page.getByRole('link', { name: 'Continue with Google' })).toHaveCount(0);
  await plain.close();
});

test('the platform shares its credentials; who is known elsewhere accepts the terms before they join', async ({
  browser,
}) => {
  const admin = await browserOf(browser);
  await signIn(admin, at(), 'admin@stoa.test', '/dashboard/maintenance/sign-in');
  await expectNoBarriers(admin);
  await admin.getByRole('button', { name: 'Set up GitHub' }).click();
  const panel = admin.getByRole('dialog', { name: 'Sign in with GitHub' });
  await panel.getByRole('textbox', { name: 'Client ID' }).fill(CLIENT_ID);
  await panel.getByLabel('Client secret', { exact: true }).fill(CLIENT_SECRET);
  await panel.getByText('Let sites use these credentials').click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toBeHidden();
  await admin.context().close();

  const owner = await browserOf(browser);
  await signIn(owner, at('atelier'), 'owner@atelier.test', '/dashboard/manage/site');
  await owner.getByRole('button', { name: 'Set up GitHub' }).click();
  const own = owner.getByRole('dialog', { name: 'Sign in with GitHub' });
  await expect(own.getByRole('radio', { name: 'The platform’s credentials' })).toBeChecked();
  await expectNoBarriers(owner);
  await own.getByRole('button', { name: 'Save' }).click();
  await expect(own).toBeHidden();
  await owner.getByRole('textbox', { name: 'Terms page' }).fill('/terms');
  await owner.getByRole('button', { name: /^Save/ }).click();
  await expect(owner.getByText('Saved', { exact: false }).first()).toBeVisible();
  await owner.context().close();

  const student = await browserOf(browser);
  provider.present = { sub: '424242', email: 'student@demo.test', email_verified: true, name: 'Sam' };
  await student.goto(`${at('atelier')}/login?redirectedFrom=/course`);
  await student.getByRole('link', { name: 'Continue with GitHub' }).click();
  await expect(student).toHaveURL(`${at('atelier')}/login?signed=in&redirectedFrom=%2Fcourse`);
  await student.getByRole('button', { name: /^Join/ }).click();
  await expect(student.getByText('Accept this to continue.')).toBeVisible();
  await student.getByRole('checkbox', { name: /I have read and accept: Terms/ }).check();
  await student.getByRole('button', { name: /^Join/ }).click();
  await expect(student).toHaveURL(`${at('atelier')}/course`);
  await student.context().close();
});
