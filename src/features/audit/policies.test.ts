import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/matrix.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.sql.query(`insert into public.audit_entries (account_id, act) values ($1, 'role.added')`, [world.demo]);
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    [
      'reads the log of demo',
      'select from public.audit_entries where account_id = {demo} limit 1',
      { visitor: '42501', others: 0 },
    ],
    [
      'writes into the log',
      `insert into public.audit_entries (account_id, act) values ({demo}, 'member.removed')`,
      { others: '42501' },
    ],
    ['changes the log', `update public.audit_entries set act = 'a.b'`, { others: '42501' }],
    ['clears the log', 'delete from public.audit_entries', { others: '42501' }],
    ['writes through the function', `select private.audit({demo}, 'a.b', null, null)`, { others: '42501' }],
  ],
  () => ({}),
);

describe('whoever asks, the owner of the tables too', () => {
  test.each([
    'update public.audit_entries set details = default',
    'delete from public.audit_entries',
    'truncate public.audit_entries',
  ])('%s is refused', async (text) => {
    await expect(world.sql.query(text)).rejects.toMatchObject({ detail: 'forbidden' });
  });

  test('only an account that goes takes its entries along', async () => {
    await world.sql.query(`insert into public.audit_entries (account_id, act) values ($1, 'role.added')`, [
      world.atelier,
    ]);
    await world.sql.query('delete from public.accounts where account_id = $1', [world.atelier]);
    const left = await world.sql.query('select from public.audit_entries where account_id = $1', [world.atelier]);
    expect(left).toHaveLength(0);
  });
});
