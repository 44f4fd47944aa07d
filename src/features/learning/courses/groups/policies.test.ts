import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dispatchEvents } from '#tests/db/dispatch-events.ts';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

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

/** A course of the instructor, and a private group they own. */
beforeEach(async () => {
  const slug = `c-${crypto.randomUUID()}`;
  const [course] = await world.sql.query<{ id: string }>(
    `insert into public.courses (account_id, title, slug, author_id, access, status) values ($1, $2, $2, $3, 'free', 'published') returning id`,
    [world.demo, slug, ids.instructor],
  );
  const [group] = await world.sql.query<{ id: string }>(
    `insert into public.groups (account_id, slug, title, visibility, join_by) values ($1, $2, 'Class', 'private', 'access') returning id`,
    [world.demo, slug],
  );
  Object.assign(ids, { course: course?.id, group: group?.id });
  await world.sql.query(
    "insert into public.group_members (account_id, group_id, member_id, role) values ($1, $2, $3, 'owner')",
    [world.demo, ids.group, ids.instructor],
  );
});

const link = (groups: (string | undefined)[]) =>
  world.database.as(world.caller('instructor')).query('select public.set_course_groups($1, $2)', [ids.course, groups]);
const enrol = (person: string) =>
  world.sql.query("select private.enrol($1, $2, $3, 'manual', null)", [world.demo, ids.course, ids[person]]);
const end = (person: string) =>
  world.sql.query('select private.end_enrolment($1, $2, $3)', [world.demo, ids.course, ids[person]]);
const isIn = async (person: string) =>
  (
    await world.sql.query('select 1 from public.group_members where group_id = $1 and member_id = $2', [
      ids.group,
      ids[person],
    ])
  ).length === 1;

matrix(
  () => world,
  [
    [
      'say which groups a course opens',
      'select public.set_course_groups({course}, array[{group}]::uuid[])',
      { owner: 1, instructor: 1, visitor: '42501', others: 'not_found' },
    ],
  ],
  () => ids,
);

test('who is enrolled comes into the groups of the course by the event of it, and leaves with the end', async () => {
  await link([ids.group]);
  await enrol('member');
  await dispatchEvents(world.sql);
  expect(await isIn('member')).toBe(true);
  await end('member');
  await dispatchEvents(world.sql);
  expect(await isIn('member')).toBe(false);
});

test('what holds now counts, however late an event arrives', async () => {
  await link([ids.group]);
  await enrol('member');
  await end('member');
  await enrol('member');
  await dispatchEvents(world.sql);
  expect(await isIn('member')).toBe(true);
  await end('member');
  await world.sql.query('select private.sync_course_groups($1, $2, $3)', [world.demo, ids.course, ids.member]);
  expect(await isIn('member')).toBe(false);
});

test('a group that is added to a course opens to who is enrolled, and one that is taken out closes', async () => {
  await enrol('member');
  await dispatchEvents(world.sql);
  await link([ids.group]);
  expect(await isIn('member')).toBe(true);
  await link([]);
  expect([await isIn('member'), await isIn('instructor')]).toEqual([false, true]);
});

test('a course that is deleted opens nothing any more', async () => {
  await link([ids.group]);
  await world.sql.query('delete from public.courses where id = $1', [ids.course]);
  expect(await world.sql.query('select 1 from public.group_sources where group_id = $1', [ids.group])).toEqual([]);
});
