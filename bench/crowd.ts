import { DEMO_PASSWORD } from '#base/server/seeding.ts';
import { askJson } from './ask.ts';
import { withDatabase } from './database.ts';
import type { Measured } from './processes.ts';
import { keyOf } from './sign-ins.ts';

type Bench = { server: Measured; host: string; folder: string };

/** How many sign in at once: each hashes a password. */
const SIGN_INS = 8;

/** Puts `count` people of one role into an account, with the demo's password; answers their addresses. */
export function addCrowd(folder: string, account: string, role: string, count: number): Promise<string[]> {
  return withDatabase(folder, async (client) => {
    const { rows } = await client.query<{ email: string }>(
      `with made as (
         insert into auth.users (id, email, aud, role, encrypted_password, email_confirmed_at)
         select gen_random_uuid(), $3 || i || '@crowd.test', u.aud, u.role, u.encrypted_password, now()
           from generate_series(1, $2::int) i, auth.users u where u.email = 'member@demo.test' returning id, email)
       select m.email, private.make_member($1, m.id, $3) from made m`,
      [account, count, role],
    );
    return rows.map(({ email }) => email);
  });
}

/** Signs everybody in, each from an address of their own: what one address may do is less than what is measured. */
export async function signInCrowd(
  { server, host, folder }: Bench,
  emails: readonly string[],
): Promise<Record<string, string>[]> {
  const apikey = keyOf(folder);
  const headers: Record<string, string>[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: SIGN_INS }, async () => {
      for (let at = next++; at < emails.length; at = next++) {
        const { access_token } = await askJson<{ access_token: string }>(
          server.port,
          host,
          '/auth/v1/token?grant_type=password',
          {
            method: 'POST',
            headers: { apikey, 'content-type': 'application/json' },
            body: JSON.stringify({ email: emails[at], password: DEMO_PASSWORD }),
            from: `127.0.${2 + (at % 200)}.${1 + Math.floor(at / 200)}`,
          },
        );
        headers[at] = { apikey, authorization: `Bearer ${access_token}` };
      }
    }),
  );
  return headers;
}
