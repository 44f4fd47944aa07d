import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';
import { sameSettings, settingsFor } from './caller-settings.ts';
import { type Caller, createDatabase, type Database } from './database.ts';

let world: World;
let database: Database;

beforeAll(async () => {
  world = await openWorld();
  // One connection, so that every caller follows another one on it.
  database = createDatabase({ ownerUrl: world.ownerUrl, clientUrl: world.clientUrl, poolSize: 1 });
  await world.sql.query(`create function public.hold_role() returns void language plpgsql as $$ begin
    perform set_config('role', 'service_role', false);
    perform set_config('request.jwt.claims', '{"sub": "forged"}', false); end $$`);
});
afterAll(async () => {
  await database.close();
  await world.close();
});

const caller = (sub: string, query: Record<string, string> = {}): Caller => ({
  role: 'authenticated',
  claims: { role: 'authenticated', sub },
  request: { method: 'GET', path: '/things', headers: { host: 'here' }, query },
});
const who = `select current_user::text as role, current_setting('request.jwt.claims')::json ->> 'sub' as sub,
  current_setting('request.path') as path, current_setting('request.query')::json ->> 'q' as q`;
const queryAs = async (caller: Caller) => (await database.as(caller).query(who, [], { keepsSettings: true }))[0];

describe('who calls, on one connection', () => {
  test('is the one who asks, however the callers follow each other', async () => {
    for (const sub of ['a', 'a', 'b', 'a']) {
      for (const q of ['x', 'x', 'y']) {
        expect(await queryAs(caller(sub, { q }))).toEqual({ role: 'authenticated', sub, path: '/things', q });
      }
    }
    expect(await queryAs({ role: 'anon', claims: { role: 'anon' } })).toEqual({
      role: 'anon',
      sub: null,
      path: '',
      q: null,
    });
  });

  test('is set again after a failed statement', async () => {
    await queryAs(caller('before'));
    await expect(database.as(caller('fails')).query('select 1 / 0', [], { keepsSettings: true })).rejects.toThrow(
      'division by zero',
    );
    expect(await queryAs(caller('fails'))).toMatchObject({ sub: 'fails' });
    expect(await queryAs(caller('before'))).toMatchObject({ sub: 'before' });
  });

  test('is set again after a call that changed it for the session', async () => {
    await queryAs(caller('honest'));
    const service: Caller = { role: 'service_role', claims: { role: 'service_role' } };
    await database.as(service).query('select public.hold_role()');
    expect(await queryAs(caller('honest'))).toMatchObject({ role: 'authenticated', sub: 'honest' });
  });

  test('is set again after a transaction that changed it for the session', async () => {
    await queryAs(caller('honest'));
    const service: Caller = { role: 'service_role', claims: { role: 'service_role' } };
    await database.as(service).transaction((tx) => tx.query('select public.hold_role()'));
    expect(await queryAs(caller('honest'))).toMatchObject({ role: 'authenticated', sub: 'honest' });
  });
});

describe('who calls, among many who ask in one turn', () => {
  const read = { keepsSettings: true, isRead: true };
  const failing = 'select 1 / (case when $1::text = $2::text then 0 else 1 end) as fine';
  const queryFor = async (sub: string, q: string) =>
    (await database.as(caller(sub, { q })).query<{ sub: string; q: string }>(who, [], read))[0];

  beforeAll(async () => {
    // Only statements known to be fast are pipelined behind others.
    await database.as(caller('first')).query(who, [], read);
    await database.as(caller('first')).query(failing, ['a', 'b'], read);
  });

  test('is the one who asks, each of them', async () => {
    const requests = Array.from({ length: 60 }, (_, index) => [`person ${index % 7}`, `question ${index}`] as const);
    const rows = await Promise.all(requests.map(([sub, q]) => queryFor(sub, q)));
    expect(rows.map((row) => [row?.sub, row?.q])).toEqual(requests);
    const same = await Promise.all(Array.from({ length: 40 }, () => queryFor('one', 'the same')));
    expect(new Set(same.map((row) => `${row?.sub} ${row?.q}`))).toEqual(new Set(['one the same']));
    expect(await queryFor('another', 'x')).toMatchObject({ sub: 'another', q: 'x' });
  });

  test('is the one who asks, whoever of them fails', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        index % 3 === 1
          ? database.as(caller(`fails ${index}`)).query(failing, ['a', 'a'], read)
          : queryFor(`person ${index}`, `question ${index}`),
      ),
    );
    for (const [index, outcome] of outcomes.entries()) {
      if (index % 3 === 1) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
      else expect(outcome).toMatchObject({ value: { sub: `person ${index}`, q: `question ${index}` } });
    }
  });

  test('gets the error of a broken connection, and retries on a new one', async () => {
    const sleeping = 'select pg_sleep(case when $1::text = $2::text then 0.5 else 0 end)';
    await database.as(caller('first')).query(sleeping, ['a', 'b'], read);
    const all = Promise.allSettled(
      Array.from({ length: 5 }, () => database.as(caller('first')).query(sleeping, ['a', 'a'], read)),
    );
    await expect
      .poll(() =>
        world.sql.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'active' and query like 'select pg_sleep(case%'`),
      )
      .toHaveLength(1);
    // Statements that were not sent yet run on a new connection; none waits forever.
    expect((await all).some(({ status }) => status === 'rejected')).toBe(true);
    expect(await queryFor('after', 'x')).toMatchObject({ sub: 'after', q: 'x' });
  });
});

describe('the settings before a statement', () => {
  const clientOf = (processID: number, backend: number) =>
    ({ processID, query: async () => ({ rows: [{ pid: backend }] }) }) as unknown as pg.ClientBase;

  const valuesFor = (sub: string) =>
    ['authenticated', JSON.stringify({ sub }), 'GET', '/things', '{}', '{}', 'the same', 'the same'] as const;

  test('is only what differs, and nothing where nothing does', async () => {
    const client = clientOf(7, 7);
    await sameSettings(client);
    const first = settingsFor(client, valuesFor('a'), true);
    expect(first.first?.values).toHaveLength(8);
    first.done();
    const second = settingsFor(client, valuesFor('b'), true);
    expect(second.first?.text).toBe(`select set_config('request.jwt.claims', $1, false)`);
    second.done();
    expect(settingsFor(client, valuesFor('b'), true).first).toBeNull();
    // The last statement was never completed, as if it had failed.
    expect(settingsFor(client, valuesFor('b'), true).first?.values).toHaveLength(8);
  });

  test('is everything, for the transaction alone, behind a pooler', async () => {
    const client = clientOf(7, 1_234);
    await sameSettings(client);
    for (let time = 0; time < 2; time++) {
      const { first, done } = settingsFor(client, valuesFor('a'), true);
      expect(first?.values).toHaveLength(8);
      expect(first?.text).not.toContain('false');
      done();
    }
  });
});
