import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('the ground is nobody’s to touch', () => {
  matrix(
    () => world,
    [
      ['reads the outbox', 'select * from private.outbox', { others: '42501' }],
      ['reads mails', 'select * from private.mails', { others: '42501' }],
      ['writes a mail', `insert into private.mails default values`, { others: '42501' }],
      ['reads the ledger of migrations', 'select * from private.migrations', { others: '42501' }],
      ['forgets the policies’ state', 'delete from private.policy_state', { others: '42501' }],
      ['says the demo was seeded', `insert into private.seeds (name) values ('x')`, { others: '42501' }],
      ['enqueues a side effect', `select private.enqueue('mail', '{}')`, { others: '42501' }],
      ['makes a table', 'create table public.mine ()', { others: '42501' }],
      ['makes a private function', 'create function private.mine() returns int return 1', { others: '42501' }],
    ],
  );

  test('no table of the private schema is granted to a client', async () => {
    const granted = await world.sql.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c, unnest('{anon,authenticated}'::text[]) role
        where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'v', 'm', 'p')
          and has_any_column_privilege(role, c.oid, 'select,insert,update,references')`,
    );
    expect(granted).toEqual([]);
  });
});

describe('what features stand on', () => {
  test('ids sort by creation, also within one millisecond', async () => {
    const rows = await world.sql.query<{ id: string; version: string }>(
      `select id::text, substr(id::text, 15, 1) as version from
        (select private.uuid_v7() as id, pg_sleep(0.002) from generate_series(1, 50)) made`,
    );
    const ids = rows.map((row) => row.id);
    expect(ids).toEqual([...ids].sort());
    expect(new Set(rows.map((row) => row.version))).toEqual(new Set(['7']));
  });

  test('a side effect is kept with the row it follows from, and goes with it', async () => {
    const waiting = () => world.sql.query(`select payload from private.outbox where queue = 'test.kept' order by id`);
    const work = (fails: boolean) =>
      world.sql.transaction(async (tx) => {
        await tx.query(`select private.enqueue('test.kept', $1)`, [JSON.stringify({ fails })]);
        if (fails) throw new Error('undone');
      });
    await expect(work(true)).rejects.toThrow('undone');
    expect(await waiting()).toEqual([]);
    await work(false);
    expect(await waiting()).toEqual([{ payload: { fails: false } }]);
  });

  test('an error has its code, its message and its hint', async () => {
    await expect(
      world.sql.query(`select private.raise_error('owner_stays', 'The owner stays.', 'Name another one.')`),
    ).rejects.toMatchObject({
      code: 'P0001',
      detail: 'owner_stays',
      message: 'The owner stays.',
      hint: 'Name another one.',
    });
  });

  test('an update of a row sets updated_at, whoever makes it and whatever value they send', async () => {
    const [row] = await world.sql.query<{ moved: boolean; at: Date }>(
      `update public.options set value = value, updated_at = '2001-01-01' where account_id = $1 and key = 'settings'
       returning updated_at > now() - interval '1 minute' as moved`,
      [world.demo],
    );
    expect(row?.moved).toBe(true);
  });
});
