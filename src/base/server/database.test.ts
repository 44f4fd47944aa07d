import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';
import { anonymous, type Caller, createDatabase, type Database } from './database.ts';

let world: World;
let database: Database;
beforeAll(async () => {
  world = await openWorld();
  // One connection: anything a caller left on it would be visible to the next one.
  database = createDatabase({ ownerUrl: world.ownerUrl, clientUrl: world.clientUrl, poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await world.close();
});

const person = (sub: string): Caller => ({ role: 'authenticated', claims: { sub, role: 'authenticated' } });
const WHO = `select current_user::text as role, auth.uid()::text as id, current_setting('request.path', true) as path`;
const A = '00000000-0000-7000-8000-0000000000aa';

describe('the caller’s role', () => {
  test('runs one statement as the caller, and leaves nothing of them on the connection', async () => {
    const caller = { ...person(A), request: { path: '/things' } };
    expect(await database.as(caller).query(WHO)).toEqual([{ role: 'authenticated', id: A, path: '/things' }]);
    expect(await database.as(anonymous).query(WHO)).toEqual([{ role: 'anon', id: null, path: '' }]);
  });

  test('keeps many callers apart on few connections', async () => {
    const ids = Array.from({ length: 200 }, (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`);
    const results = await Promise.all(ids.map((id) => world.database.as(person(id)).query<{ id: string }>(WHO)));
    expect(results.map((rows) => rows[0]?.id)).toEqual(ids);
  });

  test('continues after a forbidden, a failed and an unparseable statement', async () => {
    const failing = 'select 1 / $1::int as one';
    for (const [text, values, code] of [
      ['select email from public.members', [], '42501'],
      [failing, [0], '22012'],
      ['select from from', [], '42601'],
    ] as const) {
      await expect(database.as(anonymous).query(text, values)).rejects.toMatchObject({ code });
      expect(await database.as(anonymous).query('select 1 as fine')).toEqual([{ fine: 1 }]);
    }
    expect(await database.as(anonymous).query(failing, [1])).toEqual([{ one: 1 }]);
  });

  test('takes every kind of value as text', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z');
    const rows = await database
      .as(anonymous)
      .query(
        'select $1::text as a, $2::int as b, $3::bool as c, $4::jsonb as d, $5::text[] as e, $6::timestamptz as f, $7::text as g',
        ['a"b\\', 7, true, { deep: ['x'] }, ['one', 'a "quoted" \\ one', null], at, null],
      );
    expect(rows).toEqual([
      { a: 'a"b\\', b: 7, c: true, d: { deep: ['x'] }, e: ['one', 'a "quoted" \\ one', null], f: at, g: null },
    ]);
  });

  test('never becomes the owner, whatever a statement asks', async () => {
    await expect(database.as(anonymous).query('select 1 from private.mails')).rejects.toMatchObject({ code: '42501' });
    const owner = new URL(world.ownerUrl).username;
    await expect(database.as(anonymous).query(`select set_config('role', $1, true)`, [owner])).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('undoes a transaction that fails, and a nested one alone', async () => {
    const own = world.database.as(world.caller('owner'));
    const add = (sql: { query: (text: string, values: unknown[]) => Promise<unknown> }, key: string) =>
      sql.query(`insert into public.options (account_id, key, value) values ($1, $2, '1')`, [world.demo, key]);
    await own.transaction(async (tx) => {
      await add(tx, 'kept');
      await tx
        .transaction(async (inner) => {
          await add(inner, 'undone');
          throw new Error('changed my mind');
        })
        .catch(() => {});
    });
    await own
      .transaction(async (tx) => {
        await add(tx, 'lost');
        throw new Error('changed my mind');
      })
      .catch(() => {});
    const stored = await world.sql.query(`select key from public.options where key in ('kept', 'undone', 'lost')`);
    expect(stored).toEqual([{ key: 'kept' }]);
  });
});

test('receives notifications after the commit, in order', async () => {
  const received: string[] = [];
  let isDone = () => {};
  const all = new Promise<void>((resolve) => {
    isDone = resolve;
  });
  const stop = await world.database.listen('test_channel', (payload) => {
    received.push(payload);
    if (payload === 'last') isDone();
  });
  await world.sql.transaction(async (tx) => {
    await tx.query(`select pg_notify('test_channel', 'first')`);
    expect(received).toEqual([]);
  });
  await world.sql.query(`select pg_notify('test_channel', 'last')`);
  await all;
  expect(received).toEqual(['first', 'last']);
  await stop();
});

test('listens again after a lost connection, and reports it', async () => {
  const received: string[] = [];
  let resume = () => {};
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  let onReceived = () => {};
  const resubscribed = new Promise<void>((resolve) => {
    onReceived = resolve;
  });
  const stop = await world.database.listen(
    'cut_channel',
    (payload) => {
      received.push(payload);
      onReceived();
    },
    resume,
  );
  const cut = await world.sql.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stoa-listen-cut_channel'`,
  );
  expect(cut).toHaveLength(1);
  await resumed;
  await world.sql.query(`select pg_notify('cut_channel', 'after')`);
  await resubscribed;
  expect(received).toEqual(['after']);
  await stop();
});
