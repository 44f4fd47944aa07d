import { expect, type Page } from '@playwright/test';

/** The password of every demo login. */
export const PASSWORD = 'stoa-demo-2026';

/** Where an account's site stands; the platform's own without a name. */
export function originOf(account?: 'demo' | 'atelier'): string {
  return `http://${account ? `${account}.` : ''}localhost:${process.env.JOURNEY_PORT}`;
}

/** An address nobody has signed up with, so that a story can be told any number of times on one world. */
export function freshEmail(name: string): string {
  return `${name}-${crypto.randomUUID().slice(0, 8)}@journeys.test`;
}

/** Signs in through the door of a site, as a person does, and arrives in the dashboard or where they wanted to go. */
export async function signIn(page: Page, origin: string, email: string, wanted?: string): Promise<void> {
  // Stories are told in English, whatever a site's own language is.
  await page.context().addCookies([{ name: 'lang', value: 'en', url: origin }]);
  await page.goto(`${origin}/login${wanted ? `?redirectedFrom=${encodeURIComponent(wanted)}` : ''}`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${origin}${wanted ?? '/dashboard'}`);
}

/** The side bar, which a phone keeps closed until it is asked for. */
export async function openSideBar(page: Page): Promise<void> {
  const open = page.getByRole('button', { name: 'Open menu' });
  const isOpen = page.getByRole('button', { name: 'Close menu' });
  await expect(open.or(isOpen).first()).toBeVisible();
  if (await open.isVisible()) await open.click();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
}
