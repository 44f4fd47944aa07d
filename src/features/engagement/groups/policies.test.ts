import { afterAll, beforeAll, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  const rows = await world.sql.query<{ slug: string; id: string }>('select slug, id from public.groups');
  for (const { slug, id } of rows) ids[slug.replaceAll('-', '_')] = id;
  const members = await world.sql.query<{ email: string; id: string }>(
    'select email, id from public.members where account_id = $1',
    [world.demo],
  );
  for (const { email, id } of members) ids[email.split('@')[0] ?? ''] = id;
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    // Public groups are public on every account; a list names its account.
    [
      'sees the public groups of demo',
      "select * from public.groups where account_id = {demo} and visibility = 'public'",
      { others: 2 },
    ],
    [
      'sees the private groups of demo',
      "select id from public.groups where account_id = {demo} and visibility = 'private'",
      { owner: 2, instructor: 1, student: 1, others: 0 },
    ],
    [
      'sees who is in the groups of demo',
      'select id from public.group_members where account_id = {demo}',
      { owner: 8, instructor: 7, student: 7, member: 3, visitor: '42501', others: 0 },
    ],
    [
      'adds a group',
      "insert into public.groups (account_id, slug, title) values ({demo}, 'new', 'New') returning 1",
      { owner: 1, others: '42501' },
    ],
    [
      'renames a group',
      "update public.groups set title = 'Another' where id = {critique_circle} returning 1",
      { owner: 1, instructor: 1, visitor: '42501', others: 0 },
    ],
    [
      'removes a group',
      'delete from public.groups where id = {critique_circle} returning id',
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'puts the member into the private group without being asked',
      'insert into public.group_members (account_id, group_id, member_id) values ({demo}, {critique_circle}, {member}) returning 1',
      { others: '42501' },
    ],
    [
      'takes the student out by hand',
      'delete from public.group_members where member_id = {student} returning id',
      { others: '42501' },
    ],
    [
      'sees who asks, is invited and is kept out',
      'select id from public.group_requests where account_id = {demo}',
      { owner: 1, instructor: 1, parent: 1, visitor: '42501', others: 0 },
    ],
    [
      'writes a request by hand',
      "insert into public.group_requests (account_id, group_id, member_id, kind) values ({demo}, {critique_circle}, {member}, 'invitation') returning 1",
      { others: '42501' },
    ],
    [
      'changes and removes requests by hand',
      'delete from public.group_requests where account_id = {demo} returning 1',
      { others: '42501' },
    ],
    [
      'makes themselves an owner',
      "update public.group_members set role = 'owner' where member_id = {student} returning 1",
      { others: '42501' },
    ],
  ],
  () => ids,
);

test('titles are searched as text', async () => {
  const outcome = await world.attempt(
    'visitor',
    "select slug from public.groups where account_id = $1 and to_tsvector('simple', title) @@ plainto_tsquery('simple', 'walkers')",
    [world.demo],
  );
  expect(outcome).toEqual({ rows: [{ slug: 'night-sky-walkers' }] });
});

test('a group counts its members as they join and leave, and tells a visitor how many, not who', async () => {
  const count = async () =>
    (
      await world.sql.query<{ member_count: number }>('select member_count from public.groups where id = $1', [
        ids.first_hundred_frames,
      ])
    )[0]?.member_count;
  expect(await count()).toBe(2);
  await world.sql.query('insert into public.group_members (account_id, group_id, member_id) values ($1, $2, $3)', [
    world.demo,
    ids.first_hundred_frames,
    ids.member,
  ]);
  expect(await count()).toBe(3);
  const visible = await world.attempt('visitor', 'select member_count from public.groups where id = $1', [
    ids.first_hundred_frames,
  ]);
  expect(visible).toEqual({ rows: [{ member_count: 3 }] });
  await world.sql.query('delete from public.group_members where group_id = $1 and member_id = $2', [
    ids.first_hundred_frames,
    ids.member,
  ]);
  expect(await count()).toBe(2);
  const update = await world.attempt('owner', 'update public.groups set member_count = 9 where id = $1', [
    ids.first_hundred_frames,
  ]);
  expect(update).toMatchObject({ refused: '42501' });
});
