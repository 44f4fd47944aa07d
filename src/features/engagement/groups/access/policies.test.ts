import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  const members = await world.sql.query<{ email: string; id: string }>(
    'select email, id from public.members where account_id = $1',
    [world.demo],
  );
  for (const { email, id } of members) ids[email.split('@')[0] ?? ''] = id;
});
afterAll(() => world.close());

/** A private group of the student that a course opens. */
beforeEach(async () => {
  await world.sql.query("delete from public.groups where slug = 'course-room'");
  const [group] = await world.sql.query<{ id: string }>(
    `insert into public.groups (account_id, slug, title, visibility, join_by) values ($1, 'course-room', 'Course room', 'private', 'access') returning id`,
    [world.demo],
  );
  ids.group = group?.id ?? '';
  ids.course = crypto.randomUUID();
  ids.other = crypto.randomUUID();
  await world.sql.query(
    "insert into public.group_members (account_id, group_id, member_id, role) values ($1, $2, $3, 'owner')",
    [world.demo, ids.group, ids.student],
  );
  for (const source of [ids.course, ids.other])
    await world.sql.query(
      `insert into public.group_sources (account_id, group_id, kind, source_id, title, path, is_offered) values ($1, $2, 'course', $3, 'Light', '/course/light', true)`,
      [world.demo, ids.group, source],
    );
});

const as = (person: Person) => world.database.as(world.caller(person));
const run = (person: Person, call: string, ...values: unknown[]) =>
  as(person).query<{ it: string }>(`select public.${call} as it`, values);
const grant = (person: string, source = ids.course, until: string | null = null) =>
  world.sql.query("select private.grant_groups($1, 'course', $2, $3, $4)", [world.demo, source, ids[person], until]);
const revoke = (person: string, source = ids.course) =>
  world.sql.query("select private.revoke_groups($1, 'course', $2, $3)", [world.demo, source, ids[person]]);
const isIn = async (person: string) =>
  (
    await world.sql.query('select 1 from public.group_members where group_id = $1 and member_id = $2', [
      ids.group,
      ids[person],
    ])
  ).length === 1;
const listed = async (person: Person) =>
  (
    await as(person).query<{ slug: string; request: string | null; offers: { path: string }[] }>(
      "select slug, request, offers from public.list_groups() where slug = 'course-room'",
    )
  )[0];

matrix(
  () => world,
  [
    [
      'see what opens the group',
      'select title from public.group_sources where group_id = {group}',
      { owner: 2, student: 2, visitor: '42501', others: 0 },
    ],
    ['see to whom it is open', 'select 1 from public.group_grants', { visitor: '42501', student: 1, others: 0 }],
    [
      'open the group by hand',
      `insert into public.group_sources (account_id, group_id, kind, source_id, title, path) values ({demo}, {group}, 'course', {course}, 'X', '/x')`,
      { others: '42501' },
    ],
    [
      'come in by hand',
      `insert into public.group_grants (account_id, group_source_id, group_id, member_id) values ({demo}, {course}, {group}, {member})`,
      { others: '42501' },
    ],
    [
      'join without the course',
      'select public.join_group({group})',
      { owner: 'not_found', student: 1, visitor: '42501', others: 'not_found' },
    ],
  ],
  () => ids,
);

test('whom a course lets in is a member until the last one takes it back', async () => {
  await grant('member');
  await grant('member', ids.other);
  expect(await isIn('member')).toBe(true);
  await revoke('member');
  expect(await isIn('member')).toBe(true);
  await revoke('member', ids.other);
  expect(await isIn('member')).toBe(false);
});

test('who joined by themselves, or looks after the group, stays', async () => {
  await world.sql.query('insert into public.group_members (account_id, group_id, member_id) values ($1, $2, $3)', [
    world.demo,
    ids.group,
    ids.parent,
  ]);
  await grant('parent');
  await grant('member');
  await run('student', "set_group_role($1, $2, 'moderator')", ids.group, ids.member);
  await revoke('parent');
  await revoke('member');
  expect([await isIn('parent'), await isIn('member')]).toEqual([true, true]);
});

test('who left may come back while it is open to them, and who is banned may not', async () => {
  await grant('member');
  await run('member', 'leave_group($1)', ids.group);
  expect([await isIn('member'), (await listed('member'))?.request]).toEqual([false, 'grant']);
  expect((await run('member', 'join_group($1)', ids.group))[0]?.it).toBe('joined');
  await run('student', 'remove_group_member($1, $2, true)', ids.group, ids.member);
  await revoke('member');
  await grant('member');
  expect(await isIn('member')).toBe(false);
  expect(await refused(run('member', 'join_group($1)', ids.group))).toBe('not_found');
});

test('access ends with its time', async () => {
  await grant('member', ids.course, new Date(Date.now() + 60_000).toISOString());
  expect(await isIn('member')).toBe(true);
  await world.sql.query("update public.group_grants set until = now() - interval '1 minute' where member_id = $1", [
    ids.member,
  ]);
  await world.sql.query('select private.end_group_grants()');
  expect(await isIn('member')).toBe(false);
  await grant('member', ids.course, '2020-01-01T00:00:00Z');
  expect(await isIn('member')).toBe(false);
});

test('a member sees the group with what opens it, and nothing that is in it', async () => {
  expect((await listed('parent'))?.offers[0]?.path).toBe('/course/light');
  const inside = await as('parent').query("select 1 from public.threads where kind = 'group' and subject_id = $1", [
    ids.group,
  ]);
  expect(inside).toEqual([]);
  await world.sql.query("update public.groups set join_by = 'invitation' where id = $1", [ids.group]);
  expect(await listed('parent')).toBeUndefined();
});

describe('which groups it opens', () => {
  const set = (person: Person, groups: (string | undefined)[]) =>
    as(person).query("select private.set_group_sources($1, 'course', $2, $3, 'Light', '/course/light', true)", [
      world.demo,
      ids.course,
      groups,
    ]);

  test('is never said past the functions of courses and products', async () => {
    for (const person of ['owner', 'student', 'member', 'visitor'] as const)
      expect(await refused(set(person, [ids.group]))).toBe('42501');
  });
});

test('where the account has no groups nobody comes in, and no order or enrolment fails for it', async () => {
  await world.sql.query(
    "update public.accounts set features = array_remove(features, 'groups') where account_id = $1",
    [world.demo],
  );
  await grant('member');
  expect(await isIn('member')).toBe(false);
  await world.sql.query(
    "update public.accounts set features = array_append(features, 'groups') where account_id = $1",
    [world.demo],
  );
});
