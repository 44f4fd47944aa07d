import { expect } from '@playwright/test';
import { readPage } from './visitor.ts';

/** What matches in the newest mail to an address that has it, as the outbox shows it; waited for. */
export async function mailTo(email: string, sign: RegExp): Promise<string> {
  let found = '';
  await expect
    .poll(
      async () => {
        const outbox = await readPage('localhost', '/dev/outbox');
        const mine = outbox.split('<article').filter((mail) => mail.includes(`<b>${email}</b>`));
        found =
          mine
            .map((mail) => sign.exec(mail)?.[0] ?? '')
            .find(Boolean)
            ?.replaceAll('&amp;', '&') ?? '';
        return found;
      },
      { timeout: 30_000 },
    )
    .toBeTruthy();
  return found;
}
