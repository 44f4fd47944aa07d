import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { listInvitations, resendInvitations, revokeInvitations } from './data.ts';

let world: World;
let app: AppWorld;
let owner: Db;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  const { access_token } = await app.signIn('demo', 'owner@demo.test');
  owner = createClient('http://demo.localhost', app.runtime.keys.anon_key, {
    accessToken: async () => access_token,
    global: { fetch: (input, init) => app.app.fetch(new Request(input, init)) },
  }) as unknown as Db;
  await world.sql.query('update public.invitations set sent_at = now()');
});
afterAll(async () => {
  await app.close();
  await world.close();
});

matrix(
  () => world,
  [
    [
      'takes several invitations back',
      `select n from (select public.revoke_invitations(array(select id from public.invitations where email like 'ines%')) as n) x
        where (n ->> 'changed')::int = 1`,
      { owner: 1, visitor: '42501', others: 'invalid' },
    ],
    [
      'sends several invitations again',
      `select n from (select public.resend_invitations(array(select id from public.invitations where email like 'ines%')) as n) x
        where n -> 'refused' -> 0 ->> 'sentence' = 'An e-mail was sent a moment ago. Wait a minute.'`,
      { owner: 1, visitor: '42501', others: 'invalid' },
    ],
  ],
);

describe('the list of invitations', () => {
  const read = async (sort?: string, isDescending = false) =>
    (
      await listInvitations(owner, world.demo, {
        search: '@lists.test',
        state: undefined,
        sort,
        isDescending,
        page: 1,
        pageSize: 25,
      })
    ).rows;

  test('is ordered as it was asked for; several are sent again or taken back, each for itself', async () => {
    for (const name of ['b', 'c', 'a']) {
      await world.sql.query(
        `insert into public.invitations (account_id, email, name, role_id, invited_by, sent_at)
         select $1, $2, '', r.role_id, $3, now() - interval '1 hour' from public.roles r where r.account_id = $1 and r.kind = 'student'`,
        [world.demo, `${name}@lists.test`, world.caller('owner').claims.sub],
      );
    }
    const names = async (sort?: string, isDescending?: boolean) =>
      (await read(sort, isDescending)).map(({ email }) => email[0]).join('');
    expect(await names('email')).toBe('abc');
    expect(await names('email', true)).toBe('cba');
    expect(await names()).toBe('acb');
    expect(
      (await listInvitations(owner, world.demo, { search: '', state: undefined, page: 40, pageSize: 25 })).rows,
    ).toEqual([]);

    const [a, b, c] = (await read('email')).map(({ id }) => id);
    if (!a || !b || !c) throw new Error('Nobody was invited.');
    expect(await resendInvitations(owner, [a])).toEqual({ changed: 1, refused: [] });
    expect(await resendInvitations(owner, [a, b])).toEqual({
      changed: 1,
      refused: [{ code: 'conflict', sentence: 'An e-mail was sent a moment ago. Wait a minute.', count: 1 }],
    });
    expect(await revokeInvitations(owner, [a, b])).toMatchObject({ changed: 2 });
    // Those already revoked need no change.
    expect(await revokeInvitations(owner, [a, b, c])).toEqual({ changed: 1, refused: [] });
  });
});
