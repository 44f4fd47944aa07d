import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#base/server/seeding.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { signedInClient } from '#tests/db/official-client.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const PERSON = 'owner@demo.test';

const sessionIdOf = async (client: SupabaseClient) => {
  const { data } = await client.auth.getSession();
  return String((await app.runtime.tokens.verify(data.session?.access_token ?? ''))?.session_id);
};
const isAlive = async (client: SupabaseClient) => (await client.auth.getUser()).error === null;

describe('one person, signed in at two schools and on the platform', () => {
  type Place = 'here' | 'otherDevice' | 'atelier' | 'platform';
  let at: Record<Place, SupabaseClient>;
  beforeEach(async () => {
    await world.sql.query('delete from auth.sessions where user_id = (select id from auth.users where email = $1)', [
      PERSON,
    ]);
    const [here, otherDevice, atelier, platform] = await Promise.all([
      signedInClient(app, PERSON),
      signedInClient(app, PERSON),
      signedInClient(app, PERSON, 'atelier'),
      signedInClient(app, PERSON, 'platform'),
    ]);
    at = { here, otherDevice, atelier, platform };
  });
  const alive = async () => {
    const places = Object.entries(at).map(async ([location, client]) => ((await isAlive(client)) ? location : ''));
    return (await Promise.all(places)).filter(Boolean);
  };
  const idsOf = async (...places: Place[]) =>
    (await Promise.all(places.map((location) => sessionIdOf(at[location] as SupabaseClient)))).sort();
  const listed = async (client: SupabaseClient) =>
    ((await client.rpc('own_sessions')).data as { id: string }[]).map(({ id }) => id).sort();

  test('is shown and ends the sessions of this school alone, on the platform all', async () => {
    expect(await listed(at.here)).toEqual(await idsOf('here', 'otherDevice'));
    expect(await listed(at.platform)).toEqual(await idsOf('here', 'otherDevice', 'atelier', 'platform'));
    const end = async (client: SupabaseClient, location: Place) =>
      (await client.rpc('end_own_session', { session_id: await sessionIdOf(at[location]) })).data;
    expect([await end(at.here, 'atelier'), await end(at.here, 'platform')]).toEqual([false, false]);
    expect(await alive()).toEqual(['here', 'otherDevice', 'atelier', 'platform']);
    expect([await end(at.here, 'otherDevice'), await end(at.platform, 'atelier')]).toEqual([true, true]);
    expect(await alive()).toEqual(['here', 'platform']);
  });

  test.each([
    ['here', 'others', ['here', 'atelier', 'platform']],
    ['here', 'global', ['atelier', 'platform']],
    ['platform', 'others', ['platform']],
    ['platform', 'global', []],
  ] as const)('signing out, asked %s for %s, leaves %j', async (location, scope, left) => {
    // By HTTP: the client forgets its session at `global`, whatever the service does.
    const { data } = await at[location].auth.getSession();
    const response = await app.call(`/auth/v1/logout?scope=${scope}`, {
      method: 'POST',
      host: 'demo',
      token: data.session?.access_token ?? '',
    });
    expect(response.status).toBe(204);
    expect(await alive()).toEqual(left);
  });

  test('is not shown a session that was idle for too long, though it is removed later', async () => {
    const another = await sessionIdOf(at.otherDevice);
    const isListed = async () => (await listed(at.here)).includes(another);
    const used = (days: number) =>
      world.sql.query(
        `update auth.sessions set refreshed_at = (now() - make_interval(days => $2)) at time zone 'utc' where id = $1`,
        [another, days],
      );
    for (const [days, expected] of [
      [29, true],
      [31, false],
    ] as const) {
      await used(days);
      expect([days, await isListed()]).toEqual([days, expected]);
    }
  });

  test('who owes the second step is shown nothing and ends nobody else’s session', async () => {
    await world.sql.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       select gen_random_uuid(), id, 'App', 'totp', 'verified', 'sealed', now(), now() from auth.users where email = $1`,
      [PERSON],
    );
    try {
      for (const location of ['here', 'platform'] as const) {
        expect(await listed(at[location])).toEqual([]);
        const session_id = await sessionIdOf(at.otherDevice);
        expect((await at[location].rpc('end_own_session', { session_id })).data).toBe(false);
        expect((await at[location].auth.signOut({ scope: 'others' })).error).toBeNull();
      }
      expect(await alive()).toEqual(['here', 'otherDevice', 'atelier', 'platform']);
      const { data } = await at.here.auth.getSession();
      await app.call('/auth/v1/logout', { method: 'POST', token: data.session?.access_token ?? '' });
      expect(await alive()).toEqual(['otherDevice', 'atelier', 'platform']);
    } finally {
      await world.sql.query(
        'delete from auth.mfa_factors where user_id = (select id from auth.users where email = $1)',
        [PERSON],
      );
    }
  });

  test('is renamed by no school for the others: there the member has the name, elsewhere the person', async () => {
    const name = async () => (await at.platform.auth.getUser()).data.user?.user_metadata.display_name;
    const before = await name();
    for (const data of [{ display_name: 'Mallory' }, { locale: 'de', name: 'Mallory' }, { caps: ['all'] }]) {
      const { error } = await at.here.auth.updateUser({ data });
      expect([data, error?.status, error?.code]).toEqual([data, 403, 'forbidden']);
    }
    expect(await name()).toBe(before);
    expect((await at.here.auth.updateUser({ data: { locale: 'de', shortcuts: false } })).error).toBeNull();
    expect((await at.platform.auth.updateUser({ data: { display_name: 'Olga', locale: 'en' } })).error).toBeNull();
    expect(await name()).toBe('Olga');
    await at.platform.auth.updateUser({ data: { display_name: before } });
  });
});

describe('a session of the product', () => {
  const age = (id: string, column: string, days: number) =>
    world.sql.query(`update auth.sessions set ${column} = ${column} - make_interval(days => $2) where id = $1`, [
      id,
      days,
    ]);
  const own = (client: SupabaseClient) => client.from('members').select('id').eq('email', PERSON);

  test.each([
    ['demo', 29, 31],
    ['platform', 13, 15],
  ] as const)('of %s holds %i days unused and not %i', async (host, within, beyond) => {
    const client = await signedInClient(app, PERSON, host);
    const id = await sessionIdOf(client);
    await age(id, 'created_at', within);
    expect((await client.auth.refreshSession()).error).toBeNull();
    await age(id, 'refreshed_at', beyond);
    expect((await client.auth.refreshSession()).error?.code).toBe('session_expired');
    expect(await isAlive(client)).toBe(false);
    expect(await world.sql.query('select from auth.sessions where id = $1', [id])).toEqual([]);
  });

  test.each([
    ['demo', 180],
    ['platform', 30],
  ] as const)('of %s ends after %i days, however much it is used', async (host, days) => {
    const client = await signedInClient(app, PERSON, host);
    const id = await sessionIdOf(client);
    const [row] = await world.sql.query<{ days: number }>(
      'select extract(epoch from not_after - created_at)::int / 86400 as days from auth.sessions where id = $1',
      [id],
    );
    expect(row?.days).toBe(days);
    await age(id, 'not_after', days - 1);
    expect((await client.auth.refreshSession()).error).toBeNull();
    if (host === 'demo') expect((await own(client)).data).toHaveLength(1);
    await age(id, 'not_after', 1);
    expect((await client.auth.refreshSession()).error?.code).toBe('session_expired');
    expect(await isAlive(client)).toBe(false);
  });

  test('of the platform is not longer lived for being renewed on a school’s host', async () => {
    const client = await signedInClient(app, PERSON, 'platform');
    const { data } = await client.auth.getSession();
    await age(await sessionIdOf(client), 'created_at', 15);
    const response = await app.call('/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      body: { refresh_token: data.session?.refresh_token },
    });
    expect([response.status, ((await response.json()) as { error_code?: string }).error_code]).toEqual([
      400,
      'session_expired',
    ]);
  });
});

test('signing in again in the same browser ends the session before, whoever’s it was', async () => {
  const former = await signedInClient(app, PERSON);
  const another = await signedInClient(app, PERSON);
  const { data } = await former.auth.getSession();
  const named = (token: string | undefined) => ({ 'x-former-session': token ?? '' });
  const signIn = (email: string, password: string, headers: Record<string, string>) =>
    app.call('/auth/v1/token?grant_type=password', { method: 'POST', headers, body: { email, password } });
  expect((await signIn('student@demo.test', 'wrong password', named(data.session?.refresh_token))).status).toBe(400);
  expect((await signIn(PERSON, DEMO_PASSWORD, named('no token of anybody'))).status).toBe(200);
  expect(await isAlive(former)).toBe(true);
  const again = await signIn('student@demo.test', DEMO_PASSWORD, named(data.session?.refresh_token));
  expect(again.status).toBe(200);
  expect([await isAlive(former), await isAlive(another)]).toEqual([false, true]);
});

test('a password is not what the site or its person is called, on the site and where a new one is chosen', async () => {
  const here = await signedInClient(app, PERSON);
  const platform = await signedInClient(app, PERSON, 'platform');
  for (const [client, password] of [
    [here, 'LumenAcademy1'],
    [here, '!demo.localhost!'],
    [platform, 'Lumen-Academy-2026'],
    [platform, 'owner.stoa.26'],
  ] as const) {
    const { error } = await client.auth.updateUser({ password });
    expect([password, error?.code]).toEqual([password, 'weak_password']);
  }
  const response = await app.call('/auth/v1/signup', {
    method: 'POST',
    body: { email: 'quillfeather@x.test', password: 'Quillfeather7' },
  });
  expect(((await response.json()) as { error_code?: string }).error_code).toBe('weak_password');
});
