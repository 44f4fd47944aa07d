import { request } from 'node:http';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { createChunks, stringToBase64URL } from '@supabase/ssr';
import { SESSION_COOKIE } from '#base/shared/session-cookie.ts';

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

/** Puts a session of one's own into a browser's cookies, without the form of the site. */
export async function beginSession(context: BrowserContext, origin: string, email: string): Promise<void> {
  const { anon_key } = await ask<{ anon_key: string }>(origin, 'GET', '/api/config');
  const credentials = { email, password: PASSWORD };
  const session = await ask(origin, 'POST', '/auth/v1/token?grant_type=password', { apikey: anon_key }, credentials);
  const pieces = createChunks(SESSION_COOKIE, `base64-${stringToBase64URL(JSON.stringify(session))}`);
  await context.addCookies([
    // Stories are told in English, whatever a site's own language is.
    { name: 'lang', value: 'en', url: origin },
    ...pieces.map(({ name, value }) => ({ name, value, url: origin, sameSite: 'Lax' as const })),
  ]);
}

/** Signs in on a site without its form, and goes to the dashboard or where one wants to go. */
export async function signIn(page: Page, origin: string, email: string, wanted = '/dashboard'): Promise<void> {
  // A screen that is open would load itself anew for the other person, in the middle of the step. One that is on its way
  // elsewhere already cancels the first attempt to leave it, or never lets it end.
  await expect(() => page.goto('about:blank', { timeout: 5_000 })).toPass();
  await beginSession(page.context(), origin, email);
  await page.goto(`${origin}${wanted}`);
}

/** A request past the browser, to a host that Node's resolver does not know. */
function ask<Answer>(
  origin: string,
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string> = {},
  body?: object,
): Promise<Answer> {
  const { host, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, path, method, headers: { ...headers, host, 'content-type': 'application/json' } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text) as Answer);
          else reject(new Error(`${method} ${origin}${path} answered ${response.statusCode}: ${text}`));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body && JSON.stringify(body));
  });
}

/** Signs in through the door of a site, as a person does, and arrives in the dashboard or where they wanted to go. */
export async function signInByForm(page: Page, origin: string, email: string, wanted?: string): Promise<void> {
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
