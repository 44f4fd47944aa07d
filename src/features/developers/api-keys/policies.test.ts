import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { apiScopes } from '#tests/db/api-resources.ts';
import { countOf, matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
const ids = { key: '' };
beforeAll(async () => {
  world = await openWorld();
  await world.sql.query('delete from public.api_keys');
  ids.key = await make(['orders:read']);
});
afterAll(() => world.close());

async function make(chosen: readonly string[]): Promise<string> {
  const [row] = await world.database
    .as(world.caller('owner'))
    .query<{ made: { id: string } }>(`select public.create_api_key($1, 'A key', $2) as made`, [world.demo, chosen]);
  return row?.made.id ?? '';
}
const keyCaller = (id: string): Caller => ({ role: 'authenticated', claims: { role: 'authenticated', api_key: id } });

matrix(
  () => world,
  [
    [
      'see keys',
      'select prefix from public.api_keys where account_id = {demo}',
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'make a key',
      `select public.create_api_key({demo}, 'Another', '{orders:read}')`,
      { owner: 1, visitor: '42501', others: 'forbidden' },
    ],
    [
      'make a key of an account that is not theirs',
      `select public.create_api_key({atelier}, 'Another', '{orders:read}')`,
      { atelierOwner: 1, visitor: '42501', others: 'forbidden' },
    ],
    ['revoke a key', 'select public.revoke_api_key({key})', { owner: 1, visitor: '42501', others: 'not_found' }],
    [
      'write a key themselves',
      `insert into public.api_keys (account_id, name, prefix, scopes) values ({demo}, 'x', 'stoa_00000000', '{orders:read}')`,
      { others: '42501' },
    ],
    ['widen a key', `update public.api_keys set scopes = '{members:read}' where id = {key}`, { others: '42501' }],
    ['remove the trace of a key', 'delete from public.api_keys where id = {key}', { others: '42501' }],
    ['read hashes', 'select hash from private.api_key_hashes', { others: '42501' }],
    ['have a scope without a key', `select private.key_account('orders:read')`, { visitor: '42501', others: 0 }],
    [
      'enrol as a key does',
      'select private.enrol_by_key({key}, {key}, null)',
      { visitor: '42501', others: 'forbidden' },
    ],
  ],
  () => ids,
);

/** Which scopes let a key read which table. */
const opened: Record<string, string[]> = {
  members: ['members:read'],
  enrolments: ['enrolments:read', 'enrolments:write'],
  orders: ['orders:read'],
  order_items: ['orders:read'],
  order_invoices: ['invoices:read'],
  coupons: ['coupons:read', 'coupons:write'],
};
const otherTables = [
  'api_keys',
  'webhooks',
  'webhook_deliveries',
  'account_notifications',
  'attempts',
  'lesson_progress',
];

describe('a key with one scope', () => {
  test.each(apiScopes)('%s reads what it names and nothing else', async (scope) => {
    const caller = keyCaller(await make([scope]));
    for (const [table, needed] of Object.entries(opened)) {
      const outcome = await world.attempt(caller, `select id from public.${table}`);
      const [all] = await world.sql.query<{ count: number }>(
        `select count(*)::int as count from public.${table} where account_id = $1`,
        [world.demo],
      );
      expect(countOf(outcome), table).toBe(needed.includes(scope) ? all?.count : 0);
    }
    for (const table of otherTables)
      expect(countOf(await world.attempt(caller, `select from public.${table}`)), table).toBe(0);
  });

  test.each(apiScopes)('%s writes what it names and nothing else', async (scope) => {
    const caller = keyCaller(await make([scope]));
    const add = `insert into public.coupons (account_id, name, discount_type, coupon_amount) values ($1, 'KEYED', 'flat', 1)`;
    const mayWrite = scope === 'coupons:write';
    expect(countOf(await world.attempt(caller, add, [world.demo]))).toBe(mayWrite ? 0 : '42501');
    expect(countOf(await world.attempt(caller, add, [world.atelier]))).toBe('42501');
    expect(countOf(await world.attempt(caller, 'delete from public.coupons returning id'))).toBe(mayWrite ? 6 : 0);
    const [pair] = await world.sql.query<{ course: string; member: string; foreign: string }>(
      `select (select id from public.courses where account_id = $1 and slug = 'light-and-exposure') as course,
              (select id from public.members where account_id = $1 and email = 'parent@demo.test') as member,
              (select id from public.courses where account_id = $2 limit 1) as foreign`,
      [world.demo, world.atelier],
    );
    const enrol = 'select private.enrol_by_key($1, $2, null)';
    const mayEnrol = scope === 'enrolments:write';
    expect(countOf(await world.attempt(caller, enrol, [pair?.course, pair?.member]))).toBe(mayEnrol ? 1 : 'forbidden');
    expect(countOf(await world.attempt(caller, enrol, [pair?.foreign, pair?.member]))).toBe(
      mayEnrol ? 'not_found' : 'forbidden',
    );
    expect(countOf(await world.attempt(caller, `update public.members set name = 'x' returning id`))).toBe(0);
    expect(countOf(await world.attempt(caller, `update public.roles set name = 'x' returning role_id`))).toBe(0);
  });
});

test('the scopes a key can have are those that policies ask for, and each has a resource', async () => {
  const [row] = await world.sql.query<{ all: string[] }>('select private.key_scopes() as all');
  expect(row?.all).toEqual([...apiScopes].sort());
});

test('a revoked or expired key has no access, whatever its claim', async () => {
  const id = await make(['orders:read']);
  const count = async () => countOf(await world.attempt(keyCaller(id), 'select from public.orders'));
  expect(await count()).not.toBe(0);
  await world.sql.query(`update public.api_keys set expires_at = now() - interval '1 second' where id = $1`, [id]);
  expect(await count()).toBe(0);
  await world.sql.query('update public.api_keys set expires_at = null where id = $1', [id]);
  await world.database.as(world.caller('owner')).query('select public.revoke_api_key($1)', [id]);
  expect(await count()).toBe(0);
});

test.each([
  ['', ['orders:read'], null],
  ['x'.repeat(81), ['orders:read'], null],
  ['A key', [], null],
  ['A key', ['everything'], null],
  ['A key', ['orders:read'], '2020-01-01'],
])('a key named "%s" for %j until %s is refused', async (name, chosen, until) => {
  expect(
    await world.attempt('owner', 'select public.create_api_key($1, $2, $3, $4)', [world.demo, name, chosen, until]),
  ).toMatchObject({ refused: 'invalid' });
});

test('fifty keys are in use at most, also where many are made at once', async () => {
  const sql = world.database.as(world.caller('atelierOwner'));
  await world.sql.query('delete from public.api_keys where account_id = $1', [world.atelier]);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, () =>
      sql.query(`select public.create_api_key($1, 'One of many', '{orders:read}')`, [world.atelier]),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ detail: 'too_many_keys' });
});
