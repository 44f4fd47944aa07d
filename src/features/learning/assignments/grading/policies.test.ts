import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AssignmentRoom, openAssignmentRoom } from '#tests/db/assignment-room.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let room: AssignmentRoom;
beforeAll(async () => {
  world = await openWorld();
  room = await openAssignmentRoom(world);
});
beforeEach(() => room.clear());
afterAll(() => world.close());

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
type Queue = {
  counts: Record<string, number>;
  rows: { id: string; name: string | null; number: number | null; member_id: string | null; is_late: boolean }[];
};
const queue = (person: Person, shown = 'to_grade') =>
  room.as<Queue>(person, 'submission_queue($1, $2)', [shown, room.assignment]);
const notificationsOf = async (person: Person, like: string) =>
  (
    await world.sql.query<{ count: number }>(
      `select count(*)::int as count from public.account_notifications where account_id = $1 and user_id = $2 and message like $3`,
      [world.demo, world.caller(person).claims.sub, like],
    )
  )[0]?.count ?? 0;
const done = async () =>
  (
    await world.sql.query('select 1 from public.lesson_progress where lesson_id = $1 and completed_at is not null', [
      room.lesson,
    ])
  ).length;

describe('who grades', () => {
  test.each<[Person, string]>([
    ['visitor', '42501'],
    ['student', 'not_found'],
    ['member', 'not_found'],
    ['parent', 'not_found'],
    ['atelierOwner', 'not_found'],
    ['stolen', 'not_found'],
    ['instructor', 'accepted'],
    ['owner', 'accepted'],
  ])('%s: %s', async (person, code) => {
    const work = await room.handIn();
    expect(await refused(room.as(person, `grade_submission($1, 1, 50, '{}', '')`, [work]))).toBe(code);
  });

  test.each<[Person, number]>([
    ['student', 0],
    ['member', 0],
    ['atelierOwner', 0],
    ['instructor', 1],
    ['owner', 1],
  ])('%s sees %s of the queue', async (person, count) => {
    await room.handIn();
    const { rows, counts } = await queue(person);
    expect([rows.length, counts.to_grade]).toEqual([count, count]);
  });

  test('nobody their own', async () => {
    const work = await room.handIn();
    await world.sql.query(
      `update public.assignment_submissions set member_id = (select id from public.members where account_id = $2 and email = 'owner@demo.test') where id = $1`,
      [work, world.demo],
    );
    expect(await refused(room.grade(work, 50, {}, 'owner'))).toBe('own_attempt');
    expect((await queue('owner')).rows).toEqual([]);
  });
});

describe('a grade', () => {
  test('that passes completes the lesson, is told as an event, and to the student', async () => {
    const before = await notificationsOf('student', '%A photo%graded%');
    const work = await room.handIn();
    const sheet = await room.grade(work, 59.99);
    expect(sheet).toMatchObject({ status: 'graded', grades: [{ points: 59.99, deducted: 0, feedback: 'Seen.' }] });
    expect(await done()).toBe(0);
    await room.grade(work, 60);
    expect(await done()).toBe(1);
    expect((await room.overview()).submission).toMatchObject({ status: 'graded', points: 60, passed: true });
    expect(await notificationsOf('student', '%A photo%graded%')).toBe(before + 2);
    const facts = await world.sql.query<{ type: string; result: string }>(
      `select type, facts ->> 'result' as result from private.events where facts ->> 'submission_id' = $1 order by position`,
      [work],
    );
    expect(facts.map(({ type, result }) => [type, result])).toEqual([
      ['assignment.submitted', null],
      ['assignment.graded', 'failed'],
      ['assignment.graded', 'passed'],
    ]);
  });

  test('of late work is lower by what the rules say, down to the floor', async () => {
    await room.set({ due_at: hoursAgo(30), late_percent: 15, late_floor: 40 });
    const work = await room.handIn();
    expect(await room.grade(work, 80)).toMatchObject({ grades: [{ late_units: 2, deducted: 30, points: 50 }] });
    expect((await room.grade(work, 60)).grades[0]).toMatchObject({ deducted: 20, points: 40 });
    expect((await room.grade(work, 35)).grades[0]).toMatchObject({ deducted: 0, points: 35 });
    expect((await queue('instructor', 'graded')).rows).toMatchObject([{ is_late: true }]);
  });

  test('by a rubric is the sum of its levels, or what the grader enters', async () => {
    const levels = [
      { id: 'l1', title: 'Good', points: 6 },
      { id: 'l2', title: 'Weak', points: 2 },
    ];
    await room.set({
      points: 12,
      rubric: JSON.stringify([
        { id: 'c1', title: 'Light', levels },
        { id: 'c2', title: 'Words', levels },
      ]),
    });
    const work = await room.handIn();
    expect((await room.grade(work, null, { c1: 'l1', c2: 'l2' })).grades[0]).toMatchObject({ points: 8 });
    expect((await room.grade(work, 9.5, { c1: 'l1', c2: 'l2' })).grades[0]).toMatchObject({ points: 9.5 });
    expect(await refused(room.grade(work, null, { c1: 'l1' }))).toBe('invalid');
    expect(await refused(room.grade(work, null, { c1: 'l9', c2: 'l2' }))).toBe('assignment_changed');
  });

  test.each([-1, 100.01, 5.001])('of %s points is refused', async (points) => {
    const work = await room.handIn();
    expect(await refused(room.grade(work, points))).toBe('invalid');
  });

  test('on what was handed in again meanwhile is refused', async () => {
    const work = await room.handIn();
    const { version } = await room.sheet(work);
    await room.handIn('Again');
    expect(await refused(room.as('instructor', `grade_submission($1, $2, 50, '{}', '')`, [work, version]))).toBe(
      'submission_changed',
    );
    expect((await queue('instructor')).rows).toHaveLength(1);
  });

  test('opens what waits for it', async () => {
    const work = await room.handIn();
    const met = async () =>
      (
        await world.sql.query<{ met: boolean }>(
          `select (private.check_grade_condition(account_id, member_id, now(), now(), $2) ->> 'met')::boolean as met from public.assignment_submissions where id = $1`,
          [work, JSON.stringify({ lesson: room.lesson, min: 70 })],
        )
      )[0]?.met;
    expect(await met()).toBe(false);
    await room.grade(work, 70);
    expect(await met()).toBe(true);
  });
});

describe('hidden names', () => {
  test('are in nothing a grader reads', async () => {
    await room.set({ is_anonymous: true });
    const { submission_id, revision } = await room.draft('Words');
    await room.as('student', 'add_assignment_file($1, $2, $3)', [
      submission_id,
      await room.upload(submission_id),
      'Anna Example.jpg',
    ]);
    await room.as('student', 'submit_assignment($1, $2)', [room.assignment, revision]);
    const [student] = await world.sql.query<{ id: string; name: string }>(
      `select id, name from public.members where account_id = $1 and email = 'student@demo.test'`,
      [world.demo],
    );
    const sheet = await room.sheet(submission_id);
    expect(sheet).toMatchObject({
      number: 1,
      name: null,
      member_id: null,
      handed_in: [{ files: [{ name: '1.jpg' }] }],
    });
    const body = JSON.stringify([
      sheet,
      await room.grade(submission_id, 50),
      await queue('instructor'),
      await queue('instructor', 'open'),
      await queue('instructor', 'graded'),
    ]);
    for (const secret of [student?.id ?? '?', student?.name ?? '?', 'Anna', 'student@'])
      expect(body).not.toContain(secret);
    const answer = await world.attempt('instructor', 'select * from public.assignment_result($1, $2)', [
      room.lesson,
      student?.id,
    ]);
    expect(answer).toEqual({ rows: [] });
    expect(await refused(room.as('instructor', 'set_own_due($1, $2, now())', [room.assignment, student?.id]))).toBe(
      'not_found',
    );
    expect((await room.overview()).submission).toMatchObject({ points: 50 });
  });
});

describe('what is not handed in', () => {
  test('is listed with its due date, until it is', async () => {
    await room.set({ due_at: hoursAgo(1) });
    const { rows } = await queue('instructor', 'open');
    expect(rows.map(({ is_late }) => is_late)).toEqual([true, true]);
    await room.handIn();
    expect((await queue('instructor', 'open')).rows).toHaveLength(1);
  });
});

test('graders are told once what waits', async () => {
  await world.sql.query('select private.tell_graders()');
  const before = await notificationsOf('instructor', '%Work to grade%');
  await room.handIn('One');
  await room.handIn('Two');
  const later = `private.clock_now() + interval '1 minute'`;
  await world.sql.query(`select private.tell_graders(${later})`);
  await world.sql.query(`select private.tell_graders(${later} + interval '1 minute')`);
  expect(await notificationsOf('instructor', '%Work to grade%<strong>A photo</strong>%1%')).toBe(before + 1);
});
