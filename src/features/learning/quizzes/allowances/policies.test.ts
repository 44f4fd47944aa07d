import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openQuizRoom, type QuizRoom } from '#tests/db/quiz-room.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let room: QuizRoom;
const ids = { course: '', student: '', member: '', allowance: '' };
const one = async <Value>(text: string, values: unknown[] = []) =>
  (await world.sql.query<{ value: Value }>(text, values))[0]?.value as Value;
const memberOf = (email: string) =>
  one<string>('select id as value from public.members where account_id = $1 and email = $2', [world.demo, email]);

beforeAll(async () => {
  world = await openWorld();
  room = await openQuizRoom(world);
  ids.course = await one('select course_id as value from public.quizzes where id = $1', [room.quiz]);
  ids.student = await memberOf('student@demo.test');
  ids.member = await memberOf('member@demo.test');
});
beforeEach(async () => {
  await room.clear();
  await world.sql.query('delete from public.quiz_allowances where quiz_id = $1', [room.quiz]);
  ids.allowance = await one(
    `insert into public.quiz_allowances (account_id, course_id, quiz_id, member_id, extra_time, extra_attempts)
     values ($1, $2, $3, $4, 50, 1) returning id as value`,
    [world.demo, ids.course, room.quiz, ids.student],
  );
});
afterAll(() => world.close());

describe('who', () => {
  const authors = { owner: 1, instructor: 1, visitor: '42501', others: 0 };
  const insert = (member: string) =>
    `insert into public.quiz_allowances (account_id, course_id, quiz_id, member_id, extra_time)
     select {demo}, {course}, q.id, ${member}, 10 from (values ({quiz}::uuid)) q (id) on conflict do nothing returning id`;
  matrix(
    () => world,
    [
      [
        'reads what the student is allowed',
        'select extra_time from public.quiz_allowances where id = {allowance}',
        { ...authors, student: 1 },
      ],
      [
        'allows the student more',
        'update public.quiz_allowances set extra_time = 100 where id = {allowance} returning id',
        authors,
      ],
      ['ends it', 'delete from public.quiz_allowances where id = {allowance} returning id', authors],
      ['allows somebody who is not in the course', insert('{member}'), { others: '42501' }],
      [
        'gives it to somebody else',
        'update public.quiz_allowances set member_id = {member} where id = {allowance}',
        { others: '42501' },
      ],
    ],
    () => ({ demo: world.demo, quiz: room.quiz, ...ids }),
  );

  test.each([
    [301, 0],
    [-1, 0],
    [0, 101],
    [0, -1],
  ])('has limits: %d percent, %d attempts are refused', async (time, attempts) => {
    expect(
      await world.attempt(
        'instructor',
        'update public.quiz_allowances set extra_time = $2, extra_attempts = $3 where id = $1',
        [ids.allowance, time, attempts],
      ),
    ).toMatchObject({ refused: '23514' });
  });
});

describe('a student who is allowed more', () => {
  test('has that much more time, and is told so before', async () => {
    await room.set({ time_limit_seconds: 600 });
    expect(await room.as('student', 'quiz_overview($1)', [room.quiz])).toMatchObject({ time_limit_seconds: 900 });
    const { attempt } = await room.start();
    expect(
      await one('select extract(epoch from due_at - started_at)::int as value from public.attempts where id = $1', [
        attempt.id,
      ]),
    ).toBe(900);
  });

  test('has that many more attempts, and no more', async () => {
    await room.set({ attempts_allowed: 1 });
    for (const left of [1, 0]) {
      const { attempt } = await room.start();
      expect(await room.submit(attempt.id)).toMatchObject({ tries_left: left });
    }
    await expect(room.start()).rejects.toThrow('You have used every attempt');
  });

  test('is alone with it: another has the rules of the quiz', async () => {
    await world.sql.query('delete from public.quiz_allowances where id = $1', [ids.allowance]);
    await room.set({ time_limit_seconds: 600, attempts_allowed: 1 });
    expect(await room.as('student', 'quiz_overview($1)', [room.quiz])).toMatchObject({
      time_limit_seconds: 600,
      attempts_allowed: 1,
    });
  });

  test('without a limit of time or attempts has none either', async () => {
    expect(await room.as('student', 'quiz_overview($1)', [room.quiz])).toMatchObject({
      time_limit_seconds: null,
      attempts_allowed: 0,
    });
  });
});
