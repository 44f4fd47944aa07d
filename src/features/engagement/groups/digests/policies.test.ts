import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  const members = await world.sql.query<{ email: string; id: string; user_id: string }>(
    'select email, id, user_id from public.members where account_id = $1',
    [world.demo],
  );
  for (const { email, id, user_id } of members) {
    ids[email.split('@')[0] ?? ''] = id;
    ids[`${email.split('@')[0]}User`] = user_id;
  }
  const groups = await world.sql.query<{ slug: string; id: string; thread: string }>(
    "select g.slug, g.id, t.id as thread from public.groups g join public.threads t on t.kind = 'group' and t.subject_id = g.id",
  );
  for (const { slug, id, thread } of groups) Object.assign(ids, { [slug]: id, [`${slug}:thread`]: thread });
});
afterAll(() => world.close());

beforeEach(async () => {
  await world.sql.query("delete from public.account_notifications where said ->> 'key' like 'group%'");
  await world.sql.query('delete from public.thread_posts where thread_id = any ($1)', [
    ['night-sky-walkers', 'first-hundred-frames', 'critique-circle'].map((slug) => ids[`${slug}:thread`]),
  ]);
  await world.sql.query(
    "update public.group_members set notify_level = 'none', seen_at = null, digested_to = now() - interval '30 days', created_at = now() - interval '40 days'",
  );
});

const want = (person: string, level: string, digestedHoursAgo = 48) =>
  world.sql.query(
    'update public.group_members set notify_level = $2, digested_to = now() - make_interval(hours => $3) where member_id = $1',
    [ids[person], level, digestedHoursAgo],
  );
/** A post of the instructor that was shown some hours ago; returns its id. */
const post = async (group: string, hoursAgo: number) =>
  (
    await world.sql.query<{ id: string }>(
      `insert into public.thread_posts (account_id, thread_id, member_id, author_name, content, status, announced_at, created_at)
       values ($1, $2, $3, 'Ines', 'Look up', 'shown', now() - make_interval(mins => $4), now() - make_interval(mins => $4)) returning id`,
      [world.demo, ids[`${group}:thread`], ids.instructor, Math.round(hoursAgo * 60)],
    )
  )[0]?.id ?? '';
const send = async (level: string) =>
  (await world.sql.query<{ n: number }>('select private.send_group_digests($1) as n', [level]))[0]?.n;
const bell = (person: string) =>
  world.sql.query<{ key: string; count: number; link: string }>(
    `select said ->> 'key' as key, (said -> 'values' ->> 'count')::int as count, link from public.account_notifications
      where user_id = $1 and said ->> 'key' like 'group%' order by created_at`,
    [ids[`${person}User`]],
  );

test('a digest has each post of all groups once, in one message a day', async () => {
  await want('student', 'daily');
  await post('night-sky-walkers', 3);
  await post('first-hundred-frames', 2);
  expect(await send('daily')).toBe(1);
  expect(await bell('student')).toEqual([{ key: 'groupDigest', count: 2, link: '/dashboard/groups' }]);
  expect(await send('daily')).toBe(0);
  await want('student', 'daily', 25);
  await world.sql.query(
    "update public.group_members set digested_to = now() - interval '25 hours' where member_id = $1",
    [ids.student],
  );
  await post('night-sky-walkers', 1);
  await world.sql.query(
    "update public.thread_posts set announced_at = now() - interval '26 hours' where created_at < now() - interval '90 minutes'",
  );
  expect(await send('daily')).toBe(1);
  expect((await bell('student')).map(({ count }) => count)).toEqual([2, 1]);
});

test('the mail of a digest lists each of its posts once: who wrote, where, the first line, and the way there', async () => {
  await want('student', 'daily');
  const first = await post('night-sky-walkers', 3);
  const second = await post('first-hundred-frames', 2);
  await world.sql.query("update public.thread_posts set content = E'Look up\\nand wait.' where id = $1", [first]);
  await send('daily');
  const [notification] = await world.sql.query<{ id: string }>(
    "select id from public.account_notifications where user_id = $1 and said ->> 'key' = 'groupDigest'",
    [ids.studentUser],
  );
  const lines = () =>
    world.sql.query('select * from private.notification_lines($1, $2)', [world.demo, notification?.id]);
  expect(await lines()).toEqual([
    {
      name: 'Ines',
      title: 'Night sky walkers',
      line: 'Look up',
      path: `/dashboard/groups/night-sky-walkers#comment-${first}`,
    },
    {
      name: 'Ines',
      title: 'First hundred frames',
      line: 'Look up',
      path: `/dashboard/groups/first-hundred-frames#comment-${second}`,
    },
  ]);
  // What was hidden, and what its reader may not see any more, stands in no mail.
  await world.sql.query("update public.thread_posts set status = 'hidden' where id = $1", [second]);
  expect((await lines()).length).toBe(1);
  await world.sql.query("update public.groups set visibility = 'private' where slug = 'night-sky-walkers'");
  const leave = (call: string) =>
    world.database.as(world.caller('student')).query(`select public.${call}($1)`, [ids['night-sky-walkers']]);
  await leave('leave_group');
  expect(await lines()).toEqual([]);
  await world.sql.query("update public.groups set visibility = 'public' where slug = 'night-sky-walkers'");
  await leave('join_group');
});

test('a weekly digest waits for its week, and a post of the last minutes for the next digest', async () => {
  await want('student', 'weekly', 48);
  await post('night-sky-walkers', 3);
  expect(await send('weekly')).toBe(0);
  await want('student', 'weekly', 24 * 8);
  await post('night-sky-walkers', 0);
  expect(await send('weekly')).toBe(1);
  expect(await bell('student')).toEqual([
    { key: 'groupDigest', count: 1, link: '/dashboard/groups/night-sky-walkers' },
  ]);
});

test('nobody is told of what they have seen, nor of what they wrote', async () => {
  await want('student', 'daily');
  await want('instructor', 'daily');
  await post('night-sky-walkers', 3);
  await world.database.as(world.caller('student')).query('select public.see_group($1)', [ids['night-sky-walkers']]);
  expect(await send('daily')).toBe(0);
  expect([await bell('student'), await bell('instructor')]).toEqual([[], []]);
});

describe('each post', () => {
  test('is told to those who want each, and to nobody else', async () => {
    await want('student', 'each');
    await want('member', 'mentions');
    const id = await post('night-sky-walkers', 0);
    await world.sql.query('select private.announce_group_post($1, $2)', [world.demo, id]);
    expect(await bell('student')).toMatchObject([
      { key: 'groupPost', link: `/dashboard/groups/night-sky-walkers#comment-${id}` },
    ]);
    expect([await bell('member'), await bell('parent'), await bell('instructor')]).toEqual([[], [], []]);
  });
});

matrix(
  () => world,
  [
    [
      'says how much of a group they want to hear',
      `select public.set_group_level((select id from public.groups where slug = 'night-sky-walkers'), 'each')`,
      { visitor: '42501', others: 1 },
    ],
    [
      'notes that they read a group',
      `select public.see_group((select id from public.groups limit 1))`,
      { visitor: '42501', others: 1 },
    ],
    ['reads who hears how much', 'select notify_level from public.group_members', { others: '42501' }],
  ],
  () => ids,
);

test('a level is set for oneself alone', async () => {
  await world.database
    .as(world.caller('student'))
    .query("select public.set_group_level($1, 'weekly')", [ids['night-sky-walkers']]);
  const rows = await world.sql.query<{ member_id: string }>(
    "select member_id from public.group_members where notify_level = 'weekly'",
  );
  expect(rows).toEqual([{ member_id: ids.student }]);
});
