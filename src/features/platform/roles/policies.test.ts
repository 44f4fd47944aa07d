import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { countOf, matrix, membersOfDemo, memberWith } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let added: string;
/** A member with `manage_options` by a custom role who is not the owner. */
let deputy: Caller;
beforeAll(async () => {
  world = await openWorld();
  added =
    (
      await world.sql.query<{ role_id: string }>(
        `insert into public.roles (account_id, name, caps) values ($1, 'Curator', '{edit_posts}') returning role_id`,
        [world.demo],
      )
    )[0]?.role_id ?? '';
});
afterAll(() => world.close());

const role = (kind: string) => `account_id = {demo} and kind = '${kind}' returning 1`;

matrix(
  () => world,
  [
    [
      'reads the roles of demo',
      'select * from public.roles where account_id = {demo}',
      { ...membersOfDemo(5), visitor: '42501', others: 0 },
    ],
    [
      'adds a role to demo',
      `insert into public.roles (account_id, name, caps) values ({demo}, 'Guest', '{}') returning 1`,
      { owner: 1, others: '42501' },
    ],
    [
      'adds a role to atelier',
      `insert into public.roles (account_id, name, caps) values ({atelier}, 'Guest', '{}') returning 1`,
      { atelierOwner: 1, others: '42501' },
    ],
    [
      'adds a second owner’s role',
      `insert into public.roles (account_id, kind, name) values ({demo}, 'owner', 'Other')`,
      { others: '42501' },
    ],
    [
      'gives students every right',
      `update public.roles set caps = array['manage_options'] where ${role('student')}`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'takes the owner’s rights away',
      `update public.roles set caps = '{}' where ${role('owner')}`,
      { visitor: '42501', others: 0 },
    ],
    [
      'changes an added role',
      `update public.roles set name = 'Keeper' where role_id = {added} returning 1`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'moves a role to atelier',
      'update public.roles set account_id = {atelier} where account_id = {demo}',
      { others: '42501' },
    ],
    [
      'changes what kind a role is',
      `update public.roles set kind = 'owner' where role_id = {added}`,
      { others: '42501' },
    ],
    [
      'removes an added role',
      'delete from public.roles where role_id = {added} returning 1',
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'removes a role every account has',
      `delete from public.roles where ${role('parent')}`,
      { visitor: '42501', others: 0 },
    ],
  ],
  () => ({ added }),
);

describe('a manager who is not the owner', () => {
  beforeAll(async () => {
    deputy = await memberWith(world, world.demo, ['manage_options']);
  });

  test.each([
    [
      'changes a role',
      `update public.roles set name = 'Learner' where account_id = $1 and kind = 'student' returning 1`,
      1,
    ],
    [
      'leaves the owner’s role alone',
      `update public.roles set caps = '{}' where account_id = $1 and kind = 'owner' returning 1`,
      0,
    ],
    ['adds a role', `insert into public.roles (account_id, name) values ($1, 'Guest') returning 1`, 1],
  ])('%s', async (_, text, expected) => {
    expect(countOf(await world.attempt(deputy, text, [world.demo]))).toBe(expected);
  });
});

test('an unknown capability is rejected', async () => {
  const text = `update public.roles set caps = '{rule_the_world}' where role_id = $1`;
  expect(countOf(await world.attempt('owner', text, [added]))).toBe('23514');
});

test('a role with members can’t be deleted', async () => {
  const holder = await memberWith(world, world.demo, ['edit_posts']);
  const text = `delete from public.roles where role_id = (select role_id from public.members where user_id = $1)`;
  // Servers before 18 say foreign_key_violation, later ones restrict_violation.
  expect(['23001', '23503']).toContain(countOf(await world.attempt('owner', text, [holder.claims.sub])));
});
