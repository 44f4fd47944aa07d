import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
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
  const [course] = await world.sql.query<{ id: string }>(
    `select c.id from public.courses c where c.account_id = $1 and c.status = 'published' and exists (
       select from public.enrolments e where e.course_id = c.id and e.member_id = $2 and e.status = 'active' and e.expires_at is null) limit 1`,
    [world.demo, ids.student],
  );
  const [group] = await world.sql.query<{ id: string }>("select id from public.groups where slug = 'critique-circle'");
  Object.assign(ids, { course: course?.id, group: group?.id });
});
afterAll(() => world.close());

beforeEach(async () => {
  for (const table of ['point_entries', 'member_scores', 'score_choices'])
    await world.sql.query(`delete from public.${table} where account_id = $1`, [world.demo]);
  await world.sql.query('update public.gamification_settings set is_public = true where account_id = $1', [world.demo]);
});

/** Points of a person, some days ago. */
async function earn(person: string, amount: number, daysAgo: number, of: { course?: string; group?: string } = {}) {
  await world.sql.query(
    `insert into public.point_entries (account_id, event_id, event_position, member_id, kind, source, effect, day, worth, amount, course_id, group_id, occurred_at)
     select $1, gen_random_uuid(), 1, $2, 'lesson_completed', gen_random_uuid()::text, 'counts', current_date, $3, $3, $5, $6,
       private.clock_now() - make_interval(days => $4)`,
    [world.demo, ids[person], amount, daysAgo, of.course ?? null, of.group ?? null],
  );
  await world.sql.query(
    `insert into public.member_scores as s (account_id, member_id, points, top_points) values ($1, $2, $3, $3)
     on conflict (account_id, member_id) do update set points = s.points + $3, top_points = s.top_points + $3`,
    [world.demo, ids[person], amount],
  );
}
type Row = {
  place: number;
  name: string;
  avatar: string | null;
  slug: string | null;
  points: number;
  is_own: boolean;
  level: string | null;
};
const board = async (person: Person, period = 'all', of: { course?: string; group?: string } = {}) =>
  world.database
    .as(world.caller(person))
    .query<Row>('select * from public.leaderboard($1, $2, $3, $4)', [
      world.demo,
      period,
      of.course ?? null,
      of.group ?? null,
    ]);
const choose = (person: string, isListed: boolean, alias: string | null) =>
  world.sql.query(
    'insert into public.score_choices (account_id, member_id, is_listed, alias) values ($1, $2, $3, $4)',
    [world.demo, ids[person], isListed, alias],
  );

test('a leaderboard is of all time, of this month or of this week', async () => {
  await earn('student', 100, 400);
  await earn('member', 30, 0);
  expect((await board('student')).map(({ points, is_own }) => [points, is_own])).toEqual([
    [100, true],
    [30, false],
  ]);
  for (const period of ['week', 'month'])
    expect((await board('student', period)).map(({ points }) => points)).toEqual([30]);
});

test('who has as much shares the place, always in the same order', async () => {
  await earn('student', 30, 0);
  await earn('member', 30, 0);
  await earn('parent', 20, 0);
  const rows = await board('student');
  expect(rows.map(({ place }) => place)).toEqual([1, 1, 3]);
  expect(await board('student')).toEqual(rows);
});

test('says the level of each', async () => {
  await earn('student', 160, 0);
  await earn('member', 20, 0);
  expect((await board('student')).map(({ level }) => level)).toEqual(['Framer', null]);
});

describe('a member', () => {
  test('who opted out is in no leaderboard, for nobody', async () => {
    await earn('student', 30, 0, { course: ids.course ?? '', group: ids.group ?? '' });
    await choose('student', false, null);
    for (const person of ['student', 'owner', 'member', 'visitor'] as const)
      for (const period of ['all', 'week']) expect(await board(person, period)).toEqual([]);
    expect(await board('owner', 'all', { course: ids.course ?? '' })).toEqual([]);
    expect(await board('owner', 'all', { group: ids.group ?? '' })).toEqual([]);
  });

  test('who chose another name stands under it alone, without picture and card', async () => {
    await earn('member', 30, 0);
    await choose('member', true, 'Night owl');
    for (const person of ['student', 'owner', 'visitor'] as const)
      expect(await board(person)).toMatchObject([{ name: 'Night owl', avatar: null, slug: null }]);
  });

  test('who is blocked is in none', async () => {
    await earn('blocked', 30, 0);
    expect(await board('owner')).toEqual([]);
  });
});

describe('who sees which leaderboard', () => {
  const cases: [
    what: string,
    of: (ids: Record<string, string>) => { course?: string; group?: string },
    people: Person[],
  ][] = [
    ['of the site, where the owner shows it', () => ({}), ['visitor', 'owner', 'student', 'member', 'atelierOwner']],
    ['of a course', ({ course = '' }) => ({ course }), ['owner', 'instructor', 'student']],
    ['of a group', ({ group = '' }) => ({ group }), ['owner', 'instructor', 'student']],
  ];
  const showCard = (isPublic: boolean) =>
    world.sql.query('update public.members set is_public = $3 where account_id = $1 and user_id = $2', [
      world.demo,
      world.caller('student').claims.sub,
      isPublic,
    ]);
  test.each(cases)('%s', async (_, of, people) => {
    await showCard(true);
    await earn('student', 30, 0, { course: ids.course ?? '', group: ids.group ?? '' });
    for (const person of ['visitor', 'owner', 'instructor', 'student', 'member', 'atelierOwner'] as const) {
      const isShown = people.includes(person) || (Object.keys(of(ids)).length === 0 && person === 'instructor');
      expect([person, (await board(person, 'all', of(ids))).length]).toEqual([person, isShown ? 1 : 0]);
    }
  });

  test('of the site, but a visitor sees nobody who hides their card, save under another name', async () => {
    await showCard(false);
    await earn('student', 30, 0);
    expect([(await board('visitor', 'all')).length, (await board('member', 'all')).length]).toEqual([0, 1]);
    await choose('student', true, 'Moth');
    expect((await board('visitor', 'all')).length).toBe(1);
  });

  test('nobody stands there under the name of another member', async () => {
    await expect(choose('student', true, ' helena voss')).rejects.toThrow('This is the name of another member.');
  });

  test('of the site, where the owner keeps it for members', async () => {
    await world.sql.query('update public.gamification_settings set is_public = false where account_id = $1', [
      world.demo,
    ]);
    await earn('student', 30, 0);
    for (const [person, rows] of [
      ['visitor', 0],
      ['atelierOwner', 0],
      ['blocked', 0],
      ['member', 1],
    ] as const)
      expect([person, (await board(person)).length]).toEqual([person, rows]);
  });

  test('of a group has nobody who left it', async () => {
    await earn('member', 30, 0, { group: ids.group ?? '' });
    expect(await board('owner', 'all', { group: ids.group ?? '' })).toEqual([]);
  });
});

test('badges on a card are for members, and for visitors where owner and member show them', async () => {
  await world.sql.query('delete from public.member_badges where account_id = $1', [world.demo]);
  await world.sql.query(
    "insert into public.member_badges (account_id, badge_id, member_id) select $1, id, $2 from public.badges where account_id = $1 and name = 'Finisher'",
    [world.demo, ids.student],
  );
  const card = async (person: Person) =>
    (
      await world.database
        .as(world.caller(person))
        .query('select * from public.card_badges($1, $2)', [world.demo, ids.student])
    ).length;
  const setPublic = (isPublic: boolean) =>
    world.sql.query('update public.members set is_public = $2 where id = $1', [ids.student, isPublic]);
  await setPublic(true);
  expect([await card('member'), await card('visitor')]).toEqual([1, 1]);
  await setPublic(false);
  expect([await card('member'), await card('visitor')]).toEqual([1, 0]);
  await choose('student', true, 'Somebody');
  expect([await card('member'), await card('visitor')]).toEqual([0, 0]);
});

matrix(
  () => world,
  [
    [
      'opts out',
      'insert into public.score_choices (account_id, member_id, is_listed) values ({demo}, {student}, false) returning 1',
      { student: 1, others: '42501' },
    ],
    [
      'reads a choice of the student',
      'select 1 from public.score_choices where member_id = {student}',
      { visitor: '42501', others: 0 },
    ],
    ['reads a leaderboard', 'select 1 from public.leaderboard({demo}) limit 0', { others: 0 }],
  ],
  () => ids,
);
