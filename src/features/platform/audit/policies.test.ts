import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    [
      'reads the log of demo',
      'select from public.audit_entries where account_id = {demo} limit 1',
      { owner: 1, visitor: '42501', others: 0 },
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

  test('only deleting an account deletes its entries', async () => {
    await world.sql.query(`insert into public.audit_entries (account_id, act) values ($1, 'role.added')`, [
      world.atelier,
    ]);
    await world.sql.query('delete from public.accounts where account_id = $1', [world.atelier]);
    const remaining = await world.sql.query('select from public.audit_entries where account_id = $1', [world.atelier]);
    expect(remaining).toHaveLength(0);
  });
});

test('what is done to roles and members is written down with who did it', async () => {
  const owner = world.caller('owner');
  const entries = async () =>
    world.database
      .as(owner)
      .query<{ act: string; actor_id: string; details: object }>(
        'select act, actor_id, details from public.audit_entries where account_id = $1 order by id',
        [world.demo],
      );
  const before = (await entries()).length;
  const run = (text: string) => world.database.as(owner).query(text, [world.demo]);
  await run(`insert into public.roles (account_id, name, caps) values ($1, 'Curator', '{edit_posts}')`);
  await run(`update public.roles set caps = '{manage_stats}' where account_id = $1 and name = 'Curator'`);
  const student = `account_id = $1 and email = 'student@demo.test'`;
  await run(
    `update public.members set role_id = (select role_id from public.roles where name = 'Curator') where ${student}`,
  );
  await run(`update public.members set blocked_at = now() where ${student}`);
  await run(`update public.members set blocked_at = null where ${student}`);
  await run(`update public.members set bio = 'Nobody''s business' where ${student}`);
  await run(`delete from public.members where ${student}`);
  await run(`delete from public.roles where account_id = $1 and name = 'Curator'`);
  const rows = (await entries()).slice(before);
  expect(rows.map((row) => row.act)).toEqual([
    'role.added',
    'role.changed',
    'member.role_changed',
    'member.blocked',
    'member.unblocked',
    'member.removed',
    'role.removed',
  ]);
  expect(rows[1]?.details).toEqual({ name: 'Curator', added: ['manage_stats'], taken: ['edit_posts'] });
  expect(rows[2]?.details).toEqual({ from: 'Student', to: 'Curator' });
  expect(new Set(rows.map((row) => row.actor_id))).toEqual(new Set([owner.claims.sub]));
  expect(countOf(await world.attempt('instructor', 'select from public.audit_entries'))).toBe(0);
});
