import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matrix, membersOfDemo } from '#tests/db/matrix.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  const members = await world.sql.query<{ email: string; id: string; user_id: string }>(
    'select email, id, user_id from public.members where account_id = $1',
    [world.demo],
  );
  for (const { email, id, user_id } of members)
    Object.assign(ids, { [email.split('@')[0] ?? '']: id, [`${email.split('@')[0]}User`]: user_id });
  const groups = await world.sql.query<{ slug: string; id: string }>('select slug, id from public.groups');
  for (const { slug, id } of groups) ids[slug.replaceAll('-', '_')] = id;
});
afterAll(() => world.close());

const as = (person: Person) => world.database.as(world.caller(person));
const add = async (group: string | undefined, hours: number) =>
  (
    await world.sql.query<{ id: string }>(
      `insert into public.group_events (account_id, group_id, title, starts_at, ends_at, time_zone)
       values ($1, $2, 'Walk', now() + make_interval(mins => $3), now() + make_interval(mins => $3 + 60), 'Europe/Lisbon') returning id`,
      [world.demo, group, Math.round(hours * 60)],
    )
  )[0]?.id ?? '';
const answer = (person: Person, event: string | undefined, value: string | null) =>
  as(person).query('select public.answer_group_event($1, $2)', [event, value]);
const counts = async (event: string | undefined) =>
  (await world.sql.query('select going_count, maybe_count from public.group_events where id = $1', [event]))[0];
const remind = async () => (await world.sql.query<{ n: number }>('select private.remind_group_events() as n'))[0]?.n;

/** An event of a private group, and one of a public group. */
beforeEach(async () => {
  await world.sql.query('delete from public.group_events');
  await world.sql.query("delete from public.account_notifications where said ->> 'key' = 'groupEventSoon'");
  ids.event = await add(ids.critique_circle, 48);
  ids.open = await add(ids.night_sky_walkers, 48);
  ids.past = await add(ids.critique_circle, -48);
});

describe('who may', () => {
  const within = { owner: 1, instructor: 1, student: 1 };
  const leaders = { owner: 1, instructor: 1 };
  matrix(
    () => world,
    [
      [
        'see an event of a private group',
        'select title from public.group_events where id = {event}',
        { ...within, visitor: '42501', others: 0 },
      ],
      [
        'see an event of a public group',
        'select title from public.group_events where id = {open}',
        { ...membersOfDemo(1), visitor: '42501', others: 0 },
      ],
      [
        'plan an event',
        `insert into public.group_events (account_id, group_id, title, starts_at, ends_at, time_zone)
         values ({demo}, {critique_circle}, 'Show', now(), now() + interval '1 hour', 'UTC') returning 1`,
        { ...leaders, others: '42501' },
      ],
      [
        'put an event off',
        "update public.group_events set ends_at = ends_at + interval '1 hour' where id = {event} returning 1",
        { ...leaders, visitor: '42501', others: 0 },
      ],
      [
        'cancel an event',
        'delete from public.group_events where id = {event} returning id',
        { ...leaders, visitor: '42501', others: 0 },
      ],
      [
        'answer',
        `select public.answer_group_event({event}, 'going')`,
        { instructor: 1, student: 1, visitor: '42501', others: 'not_found' },
      ],
      [
        'answer by hand',
        `insert into public.group_event_answers (account_id, event_id, member_id, answer) values ({demo}, {event}, {student}, 'going')`,
        { others: '42501' },
      ],
      ['count by hand', 'update public.group_events set going_count = 99 where id = {event}', { others: '42501' }],
      ['see who was reminded', 'select reminded_at from public.group_events', { others: '42501' }],
    ],
    () => ids,
  );

  test('see who comes: those who are in the group; answers themselves are seen by who gave them', async () => {
    await answer('student', ids.event, 'maybe');
    const people = async (person: Person) =>
      (await as(person).query('select name from public.list_event_people($1)', [ids.event])).length;
    expect([await people('instructor'), await people('owner'), await people('member')]).toEqual([1, 1, 0]);
    const answers = async (person: Person) =>
      (await as(person).query('select 1 from public.group_event_answers')).length;
    expect([await answers('student'), await answers('instructor')]).toEqual([1, 0]);
  });
});

test('an answer is changed and taken back until the event is over', async () => {
  await answer('student', ids.event, 'going');
  await answer('instructor', ids.event, 'going');
  expect(await counts(ids.event)).toEqual({ going_count: 2, maybe_count: 0 });
  await answer('student', ids.event, 'maybe');
  expect(await counts(ids.event)).toEqual({ going_count: 1, maybe_count: 1 });
  await answer('student', ids.event, null);
  expect(await counts(ids.event)).toEqual({ going_count: 1, maybe_count: 0 });
  expect(await refused(answer('student', ids.past, 'going'))).toBe('invalid');
  expect(await refused(answer('student', ids.event, 'perhaps'))).toBe('invalid');
});

test('who leaves the group does not come', async () => {
  await answer('student', ids.open, 'going');
  await as('student').query('select public.leave_group($1)', [ids.night_sky_walkers]);
  expect(await counts(ids.open)).toEqual({ going_count: 0, maybe_count: 0 });
  await as('student').query('select public.join_group($1)', [ids.night_sky_walkers]);
});

test('those who come, or may, are reminded once in the hour before', async () => {
  const soon = await add(ids.night_sky_walkers, 0.75);
  await answer('student', soon, 'going');
  await answer('instructor', soon, 'maybe');
  await answer('member', soon, 'no');
  await answer('student', ids.open, 'going');
  expect(await remind()).toBe(2);
  expect(await remind()).toBe(0);
  const bell = await world.sql.query<{ user_id: string; link: string }>(
    "select user_id, link from public.account_notifications where said ->> 'key' = 'groupEventSoon' order by user_id",
  );
  expect(bell.map(({ user_id }) => user_id)).toEqual([ids.studentUser, ids.instructorUser].sort());
  expect(bell[0]?.link).toBe('/dashboard/groups/night-sky-walkers/events');
});

test('an event that is put off is reminded of anew', async () => {
  const soon = await add(ids.night_sky_walkers, 0.5);
  await answer('student', soon, 'going');
  expect(await remind()).toBe(1);
  await as('instructor').query(
    "update public.group_events set starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day' where id = $1",
    [soon],
  );
  expect(await remind()).toBe(0);
  await as('instructor').query(
    "update public.group_events set starts_at = now() + interval '20 minutes', ends_at = now() + interval '1 hour' where id = $1",
    [soon],
  );
  expect(await remind()).toBe(1);
});

describe('refused', () => {
  const plan = (change: string, values = "now(), now() + interval '1 hour', 'UTC', ''") =>
    world.attempt(
      'instructor',
      `insert into public.group_events (account_id, group_id, title, starts_at, ends_at, time_zone, link) values ($1, $2, ${change}, ${values})`,
      [world.demo, ids.critique_circle],
    );
  test.each([
    ['no title', "''", undefined, '23514'],
    ['an end before the start', "'A'", "now(), now() - interval '1 hour', 'UTC', ''", '23514'],
    ['two months', "'A'", "now(), now() + interval '60 days', 'UTC', ''", '23514'],
    ['a time zone that is none', "'A'", "now(), now() + interval '1 hour', 'Mars/Olympus', ''", 'invalid'],
    ['a link that runs a script', "'A'", "now(), now() + interval '1 hour', 'UTC', 'javascript:alert(1)'", '23514'],
  ])('%s', async (_what, title, values, code) => expect(await plan(title, values)).toMatchObject({ refused: code }));

  test('the thousand and first event', async () => {
    await world.sql.query(
      `insert into public.group_events (account_id, group_id, title, starts_at, ends_at, time_zone)
       select $1, $2, 'Walk ' || i, now(), now() + interval '1 hour', 'UTC' from generate_series(1, 998) i`,
      [world.demo, ids.critique_circle],
    );
    expect(await plan("'One too many'")).toMatchObject({ refused: 'invalid' });
  });
});
