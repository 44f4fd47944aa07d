import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** Asks the data of the site a page stands on with the rights of the service; answers the rows. */
export function asService(
  page: Page,
  path: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' = 'GET',
  body?: object,
) {
  const { service_role_key } = JSON.parse(readFileSync(process.env.JOURNEY_KEYS ?? '', 'utf8'));
  return page.evaluate(
    async ([key, asked, verb, rows]) => {
      const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const init = { method: verb, headers: { ...headers, prefer: 'return=representation' }, body: rows };
      const answer = await fetch(`/rest/v1/${asked}`, init);
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    },
    [service_role_key as string, path, method, body && JSON.stringify(body)] as const,
  );
}

/** What an operator does for a login they know: the service key confirms its address, which counts as proved then. */
export async function vouchFor(page: Page, email: string): Promise<void> {
  const { service_role_key } = JSON.parse(readFileSync(process.env.JOURNEY_KEYS ?? '', 'utf8'));
  await page.evaluate(
    async ([key, address]) => {
      const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const list = await (await fetch('/auth/v1/admin/users?per_page=1000', { headers })).json();
      const person = (list as { users: { id: string; email: string }[] }).users.find((one) => one.email === address);
      const init = { method: 'PUT', headers, body: JSON.stringify({ email_confirm: true }) };
      const response = await fetch(`/auth/v1/admin/users/${person?.id}`, init);
      if (!response.ok) throw new Error(await response.text());
    },
    [service_role_key as string, email] as const,
  );
}

/** Makes a login of a number that counts as confirmed, as an operator brings people along. */
export async function makePhoneLogin(page: Page, phone: string, password: string): Promise<void> {
  const { service_role_key } = JSON.parse(readFileSync(process.env.JOURNEY_KEYS ?? '', 'utf8'));
  await page.evaluate(
    async ([key, person]) => {
      const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const response = await fetch('/auth/v1/admin/users', { method: 'POST', headers, body: person });
      if (!response.ok) throw new Error(await response.text());
    },
    [service_role_key as string, JSON.stringify({ phone, phone_confirm: true, password })] as const,
  );
}
