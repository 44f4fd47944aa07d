import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { isLong } from '#tests/long.ts';

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
    'select id from public.courses where account_id = $1 limit 1',
    [world.demo],
  );
  ids.course = course?.id ?? '';
});
afterAll(() => world.close());

beforeEach(async () => {
  await world.sql.query('delete from public.point_entries where account_id = $1', [world.demo]);
  await world.sql.query('delete from public.member_scores where account_id = $1', [world.demo]);
  await world.sql.query('delete from public.score_messages where account_id = $1', [world.demo]);
  await world.sql.query('delete from public.member_badges where account_id = $1', [world.demo]);
  await setRule('lesson_completed', 10, null);
});

const setRule = (kind: string, points: number, dailyLimit: number | null) =>
  world.sql.query('update public.point_rules set points = $3, daily_limit = $4 where account_id = $1 and kind = $2', [
    world.demo,
    kind,
    points,
    dailyLimit,
  ]);
const settings = (change: string) =>
  world.sql.query(`update public.gamification_settings set ${change} where account_id = $1`, [world.demo]);

/** Records an event as its feature does, at a moment. */
async function emit(type: string, facts: Record<string, unknown>, at = '2026-11-20T12:00:00Z'): Promise<string> {
  const [event] = await world.sql.query<{ id: string }>(`select private.emit($1, $2, 'member:test', null, $3) as id`, [
    world.demo,
    type,
    JSON.stringify({ member_id: ids.student, ...facts }),
  ]);
  await world.sql.query('update private.events set occurred_at = $2 where id = $1', [event?.id, at]);
  return event?.id ?? '';
}
const lesson = (source: string, at?: string) =>
  emit('lesson.completed', { lesson_id: source, course_id: ids.course }, at);
const reopen = (source: string, at?: string) =>
  emit('lesson.reopened', { lesson_id: source, course_id: ids.course }, at);
const record = async (id: string) =>
  (await world.sql.query<{ gained: number }>('select private.record_points($1) as gained', [id]))[0]?.gained;
const pointsOf = async (person = 'student') =>
  (
    await world.sql.query<{ points: number; sum: number }>(
      `select s.points, (select coalesce(sum(p.amount), 0)::int from public.point_entries p where p.member_id = s.member_id) as sum
         from public.member_scores s where s.member_id = $1`,
      [ids[person]],
    )
  )[0] ?? { points: 0, sum: 0 };

describe('an event', () => {
  test('counts once, though it is delivered a hundred times', async () => {
    const id = await lesson('a');
    const gains = [];
    for (let time = 0; time < 100; time++) gains.push(await record(id));
    expect(gains).toEqual([10, ...Array(99).fill(0)]);
    expect(await pointsOf()).toEqual({ points: 10, sum: 10 });
  });

  test('counts once, though it is delivered by several connections at the same time', async () => {
    const events = await Promise.all(['a', 'b', 'c'].map((source) => lesson(source)));
    await Promise.all([...events, ...events, ...events].map(record));
    expect(await pointsOf()).toEqual({ points: 30, sum: 30 });
  });

  test('of something that was done before gives nothing, until it was undone', async () => {
    expect(await record(await lesson('a'))).toBe(10);
    expect(await record(await lesson('a'))).toBe(0);
    expect(await record(await reopen('a'))).toBe(-10);
    expect(await record(await lesson('a'))).toBe(10);
    expect(await pointsOf()).toEqual({ points: 10, sum: 10 });
  });

  test('gives nothing beyond the limit of a day, and makes room for the next when it is undone', async () => {
    await setRule('lesson_completed', 10, 2);
    for (const source of ['a', 'b', 'c']) await record(await lesson(source));
    expect(await pointsOf()).toEqual({ points: 20, sum: 20 });
    expect(await record(await reopen('a'))).toBe(0);
    const rows = await world.sql.query<{ source: string; points: number }>(
      'select source, sum(amount)::int as points from public.point_entries where member_id = $1 group by source order by source',
      [ids.student],
    );
    expect(rows).toEqual([
      { source: 'a', points: 0 },
      { source: 'b', points: 10 },
      { source: 'c', points: 10 },
    ]);
    expect(await record(await lesson('d', '2026-11-21T12:00:00Z'))).toBe(10);
  });

  test('belongs to the day that the member had, where clocks change and after a journey', async () => {
    await setRule('lesson_completed', 10, 1);
    const zone = (name: string) =>
      world.sql.query('update public.members set time_zone = $2 where id = $1', [ids.student, name]);
    await zone('Europe/Berlin');
    // The night of 25 October 2026 has 25 hours: half past midnight, and 23:30 of the same day.
    expect(await record(await lesson('a', '2026-10-24T22:30:00Z'))).toBe(10);
    expect(await record(await lesson('b', '2026-10-25T22:30:00Z'))).toBe(0);
    expect(await record(await lesson('c', '2026-10-25T23:30:00Z'))).toBe(10);
    await zone('Pacific/Auckland');
    expect(await record(await lesson('d', '2026-10-26T12:00:00Z'))).toBe(10);
    const days = await world.sql.query<{ day: string }>(
      'select day::text from public.point_entries where member_id = $1 order by event_position',
      [ids.student],
    );
    expect(days.map(({ day }) => day)).toEqual(['2026-10-25', '2026-10-25', '2026-10-26', '2026-10-27']);
    await zone('');
  });

  test('gives nothing while points are switched off, and what it undoes is taken back all the same', async () => {
    await record(await lesson('a'));
    await settings('is_on = false');
    expect(await record(await lesson('b'))).toBe(0);
    expect(await record(await reopen('a'))).toBe(-10);
    await settings('is_on = true');
    expect(await pointsOf()).toEqual({ points: 0, sum: 0 });
  });

  test('of an erased person, of a stranger and of another kind gives nothing', async () => {
    const erased = await lesson('a');
    await world.sql.query("update private.events set erased_at = now(), facts = '{}' where id = $1", [erased]);
    expect(await record(erased)).toBe(0);
    expect(await record(await emit('lesson.completed', { member_id: crypto.randomUUID(), lesson_id: 'x' }))).toBe(0);
    expect(await record(await emit('course.viewed', { lesson_id: 'x' }))).toBe(0);
  });
});

/** What each event says of points. */
const cases: [type: string, facts: Record<string, unknown>, kind: string | null, effect?: string][] = [
  ['lesson.completed', { lesson_id: 's' }, 'lesson_completed', 'counts'],
  ['lesson.reopened', { lesson_id: 's' }, 'lesson_completed', 'undone'],
  ['course.completed', {}, 'course_completed', 'counts'],
  ['course.reopened', {}, 'course_completed', 'undone'],
  ['quiz.passed', { quiz_id: 's' }, 'quiz_passed', 'counts'],
  ['quiz.pass_lost', { quiz_id: 's' }, 'quiz_passed', 'undone'],
  ['assignment.submitted', { assignment_id: 's' }, 'assignment_submitted', 'counts'],
  ['assignment.graded', { assignment_id: 's', result: 'passed' }, 'assignment_passed', 'counts'],
  ['assignment.graded', { assignment_id: 's', result: 'failed' }, 'assignment_passed', 'undone'],
  ['thread.post_added', { post_id: 's', parent_id: null, status: 'shown' }, 'post_added', 'counts'],
  ['thread.post_added', { post_id: 's', parent_id: null, status: 'waiting' }, null],
  ['thread.post_shown', { post_id: 's', parent_id: 'p', status: 'shown' }, 'reply_added', 'counts'],
  ['thread.post_hidden', { post_id: 's', parent_id: null, status: 'hidden' }, 'post_added', 'undone'],
  ['thread.post_removed', { post_id: 's', parent_id: 'p', status: 'removed' }, 'reply_added', 'undone'],
  ['thread.post_edited', { post_id: 's', parent_id: null, status: 'shown' }, null],
  ['thread.post_reported', { post_id: 's' }, null],
];
test.each(cases)('%s with %o is %s', async (type, facts, kind, effect) => {
  const id = await emit(type, { course_id: ids.course, ...facts });
  const rows = await world.sql.query(
    'select f.kind, f.effect from private.events e, private.point_facts(e) f where e.id = $1',
    [id],
  );
  expect(rows).toEqual(kind ? [{ kind, effect }] : []);
});

test('a reaction gives a point to who wrote, but not to who praises themselves', async () => {
  const reaction = (author: string | undefined, type = 'thread.reaction_added') =>
    emit(type, { post_id: 'p', member_id: ids.member, author_id: author });
  expect(await record(await reaction(ids.student))).toBe(1);
  expect(await record(await reaction(ids.member))).toBe(0);
  expect(await record(await reaction(ids.student, 'thread.reaction_removed'))).toBe(-1);
  expect(await pointsOf()).toEqual({ points: 0, sum: 0 });
});

test('what a member does in the product is recorded as it is undone', async () => {
  const counted = async () =>
    (
      await world.sql.query<{ type: string }>(
        `select e.type from private.events e where e.account_id = $1 and e.position > $2
            and exists (select from private.point_facts(e)) order by e.position`,
        [world.demo, start],
      )
    ).map(({ type }) => type);
  const [at] = await world.sql.query<{ start: string }>('select max(position) as start from private.events');
  const start = at?.start ?? '0';
  const [progress] = await world.sql.query<{ id: string }>(
    'select id from public.lesson_progress where account_id = $1 and member_id = $2 and completed_at is not null limit 1',
    [world.demo, ids.student],
  );
  await world.sql.query('update public.lesson_progress set completed_at = null where id = $1', [progress?.id]);
  await world.sql.query('update public.lesson_progress set completed_at = now() where id = $1', [progress?.id]);
  await world.sql.query('delete from public.lesson_progress where id = $1', [progress?.id]);
  expect(await counted()).toEqual(['lesson.reopened', 'lesson.completed', 'lesson.reopened']);
  await world.sql.query('delete from public.group_members where account_id = $1 and member_id = $2', [
    world.demo,
    ids.member,
  ]);
  expect((await counted()).slice(3)).toEqual(['group.member_left']);
  const set = (table: string, change: string, where: string) =>
    world.sql.query<{ id: string }>(
      `update public.${table} set ${change} where account_id = $1 and member_id = $2 and ${where} returning id`,
      [world.demo, ids.student],
    );
  expect(await set('enrolments', 'completed_at = null', 'completed_at is not null')).toHaveLength(1);
  expect((await counted()).slice(4)).toEqual(['course.reopened']);
  const passed = await set('attempts', 'passed = false', 'passed and submitted_at is not null and not is_trial');
  expect(passed).toHaveLength(1);
  await set('attempts', 'passed = true', `id = '${passed[0]?.id}'`);
  expect((await counted()).slice(5)).toEqual(['quiz.pass_lost', 'quiz.passed']);
});

/** A generator of numbers from a seed, so that a failure can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

type Step = { source: string; isDone: boolean; day: number };

/** The same rule in a few lines: of each day the first two sources that stand give ten points. */
function modelOf(steps: readonly Step[]): number {
  const standing = new Map<string, { day: number; at: number }>();
  for (const [at, { source, isDone, day }] of steps.entries()) {
    if (!isDone) standing.delete(source);
    else if (!standing.has(source)) standing.set(source, { day, at });
  }
  const perDay = Map.groupBy(standing.values(), ({ day }) => day);
  return [...perDay.values()].reduce((sum, day) => sum + 10 * Math.min(2, day.length), 0);
}

test('in any order, doubled and replayed, events come to what a small model says', async () => {
  await setRule('lesson_completed', 10, 2);
  for (let seed = 1; seed <= (isLong ? 200 : 12); seed++) {
    await world.sql.query('delete from public.point_entries where account_id = $1', [world.demo]);
    await world.sql.query('delete from public.member_scores where account_id = $1', [world.demo]);
    const random = randomFrom(seed);
    const steps = Array.from({ length: 14 }, () => ({
      source: 'abcde'[random(5)] ?? 'a',
      isDone: random(3) > 0,
      day: 1 + random(3),
    }));
    const events: string[] = [];
    for (const { source, isDone, day } of steps)
      events.push(await (isDone ? lesson : reopen)(source, `2026-11-0${day}T12:00:00Z`));
    const deliveries = [...events, ...events.slice(0, 5)]
      .map((id) => ({ id, at: random(1000) }))
      .sort((one, other) => one.at - other.at);
    for (const { id } of deliveries) await record(id);
    const expected = modelOf(steps);
    expect([seed, await pointsOf()]).toEqual([seed, { points: expected, sum: expected }]);
  }
});

test('a ledger is never changed', async () => {
  await record(await lesson('a'));
  await expect(
    world.sql.query('update public.point_entries set amount = 1000 where account_id = $1', [world.demo]),
  ).rejects.toThrow('never changed');
});

/** Days of activity, today, freezes at most, and what the streak is. */
const streaks: [days: string, today: number, maxFreezes: number, streak: Record<string, unknown>][] = [
  ['', 5, 2, { length: 0, longest: 0, freezes: 0, is_today: false }],
  ['5', 5, 2, { length: 1, longest: 1, freezes: 0, is_today: true }],
  ['3,4', 5, 2, { length: 2, longest: 2, freezes: 0, is_today: false }],
  ['3,4', 6, 2, { length: 0, longest: 2, freezes: 0, is_today: false }],
  ['1,2,4,5', 5, 2, { length: 2, longest: 2, freezes: 0, is_today: true }],
  ['1,2,3,4,5,6,7', 7, 2, { length: 7, longest: 7, freezes: 1, is_today: true }],
  ['1,2,3,4,5,6,7,9', 9, 2, { length: 8, longest: 8, freezes: 0, is_today: true }],
  ['1,2,3,4,5,6,7', 9, 2, { length: 7, longest: 7, freezes: 0, is_today: false }],
  ['1,2,3,4,5,6,7', 10, 2, { length: 0, longest: 7, freezes: 0, is_today: false }],
  ['1,2,3,4,5,6,7', 9, 0, { length: 0, longest: 7, freezes: 0, is_today: false }],
];
test.each(streaks)('days %s on day %i with %i freezes', async (days, today, maxFreezes, streak) => {
  const [row] = await world.sql.query(
    `select * from private.count_streak(array(select date '2026-01-01' + d from unnest(string_to_array(nullif($1, ''), ',')::int[]) d),
       date '2026-01-01' + $2::int, $3)`,
    [days, today, maxFreezes],
  );
  expect(row).toEqual(streak);
});

describe('a level', () => {
  test('is told of once, however often points come and go, and is lost with them unless it stays', async () => {
    const levelMessages = () =>
      world.sql.query(
        `select kind, title from public.score_messages where member_id = $1 and kind = 'level' order by created_at`,
        [ids.student],
      );
    const level = async () => {
      const [row] = await world.database
        .as(world.caller('student'))
        .query<{ score: { level: { name: string } | null } }>('select public.own_score() as score');
      return row?.score.level?.name;
    };
    await setRule('lesson_completed', 60, null);
    await record(await lesson('a'));
    expect(await levelMessages()).toEqual([{ kind: 'level', title: 'Observer' }]);
    expect(await level()).toBe('Observer');
    await record(await reopen('a'));
    expect(await level()).toBeUndefined();
    await settings('keeps_reached = true');
    expect(await level()).toBe('Observer');
    await settings('keeps_reached = false');
    await record(await lesson('a'));
    expect(await levelMessages()).toHaveLength(1);
    const events = await world.sql.query(
      "select 1 from private.events where type = 'level.reached' and facts ->> 'member_id' = $1 and facts ->> 'points' = '60'",
      [ids.student],
    );
    expect(events).toHaveLength(1);
  });
});

test('messages are seen by their member alone, once', async () => {
  await record(await lesson('a'));
  const unseen = async (person: 'student' | 'member') =>
    (
      await world.database
        .as(world.caller(person))
        .query<{ id: string; kind: string }>('select id, kind from public.score_messages where seen_at is null')
    ).sort((one, other) => one.kind.localeCompare(other.kind));
  const see = (person: 'student' | 'member', ids: unknown[]) =>
    world.database.as(world.caller(person)).query('select public.see_score_messages($1)', [ids]);
  const messages = await unseen('student');
  expect(messages.map(({ kind }) => kind)).toEqual(['badge', 'points']);
  const all = messages.map(({ id }) => id);
  await see('member', all);
  expect(await unseen('student')).toHaveLength(2);
  await see('student', all);
  expect(await unseen('student')).toEqual([]);
});

const refusedToAll = { owner: '42501', student: '42501', visitor: '42501', others: '42501' } as const;
matrix(
  () => world,
  [
    [
      'adds an entry',
      'insert into public.point_entries (account_id, amount) values ({demo}, 1) returning 1',
      refusedToAll,
    ],
    ['changes points', 'update public.member_scores set points = 1 returning 1', refusedToAll],
    ['removes an entry', 'delete from public.point_entries returning 1', refusedToAll],
    ['writes a message', 'update public.score_messages set seen_at = now() returning 1', refusedToAll],
    [
      'reads their score',
      'select 1 from (select public.own_score() as s) x where s is not null',
      {
        visitor: '42501',
        owner: 1,
        instructor: 1,
        student: 1,
        parent: 1,
        member: 1,
        others: 0,
      },
    ],
    [
      'reads entries of the student',
      'select 1 from public.point_entries where member_id = {student} limit 1',
      { visitor: '42501', others: 0 },
    ],
    ['marks messages', "select public.see_score_messages('{}')", { visitor: '42501', others: 1 }],
  ],
  () => ids,
);
