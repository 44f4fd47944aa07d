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
