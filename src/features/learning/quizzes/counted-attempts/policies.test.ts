import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openQuizRoom, type QuizRoom } from '#tests/db/quiz-room.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let room: QuizRoom;
let student: string;
const usual = { grading_method: 'highest', wrong_penalty: 0 };
beforeAll(async () => {
  world = await openWorld();
  room = await openQuizRoom(world);
  student = await one('select id as value from public.members where account_id = $1 and email = $2', [
    world.demo,
    'student@demo.test',
  ]);
});
beforeEach(async () => {
  await room.clear();
  await room.set(usual);
});
afterAll(() => world.close());

const one = async <Value>(text: string, values: unknown[] = []) =>
  (await world.sql.query<{ value: Value }>(text, values))[0]?.value as Value;
/** Of ten points: two for question 1, four for 2, one for 3, three for 4. */
const tries = {
  none: {},
  two: { 1: 'a' },
  six: { 1: 'a', 2: ['a', 'b'] },
  ten: { 1: 'a', 2: ['a', 'b'], 3: true, 4: 'secretword' },
} as const;
async function handIn(name: keyof typeof tries): Promise<number> {
  const { attempt } = await room.start();
  for (const [n, answer] of Object.entries(tries[name])) await room.save(attempt.id, Number(n), answer as never);
  return (await room.submit(attempt.id)).attempt.score;
}
const percent = () =>
  one<number | null>(
    `select private.quiz_percent(z.account_id, z.id, m.id)::int as value from public.quizzes z
       join public.members m on m.account_id = z.account_id and m.email = 'student@demo.test' where z.id = $1`,
    [room.quiz],
  );
const isDone = () =>
  one<boolean>(
    'select exists (select from public.lesson_progress where lesson_id = $1 and completed_at is not null) as value',
    [room.lesson],
  );

describe('of several attempts counts', () => {
  test.each([
    ['highest', ['two', 'ten', 'none'], 100, true],
    ['average', ['two', 'none', 'ten'], 40, false],
    ['average', ['two', 'ten'], 60, true],
    ['first', ['two', 'ten'], 20, false],
    ['first', ['six', 'none'], 60, true],
    ['last', ['none', 'six'], 60, true],
    ['last', ['two'], 20, false],
  ] as const)('the %s of %j: %d percent, finished: %s', async (grading_method, names, expected, done) => {
    await room.set({ grading_method });
    for (const name of names) await handIn(name);
    expect([await percent(), await isDone()]).toEqual([expected, done]);
  });

  test('a result is told with how many attempts there were, and without one that waits to be graded', async () => {
    const result = () =>
      world.database
        .as(world.caller('student'))
        .query('select attempts::int, grading_method, percent::int from public.quiz_result($1, $2)', [
          room.lesson,
          student,
        ]);
    expect(await result()).toEqual([]);
    await room.set({ grading_method: 'average' });
    await handIn('two');
    await handIn('ten');
    expect(await result()).toEqual([{ attempts: 2, grading_method: 'average', percent: 60 }]);
    await world.sql.query('update public.attempts set to_grade = 1 where quiz_id = $1 and score = 10', [room.quiz]);
    expect(await result()).toEqual([{ attempts: 2, grading_method: 'average', percent: 20 }]);
  });

  test('what was finished stays finished when a later attempt brings the average down', async () => {
    await room.set({ grading_method: 'average' });
    await handIn('six');
    await handIn('none');
    expect([await percent(), await isDone()]).toEqual([30, true]);
  });
});

describe('whose result', () => {
  beforeEach(() => handIn('two'));
  matrix(
    () => world,
    [
      [
        'reads the result of a student',
        'select from public.quiz_result({lesson}, {student})',
        { owner: 1, instructor: 1, student: 1, parent: 1, visitor: '42501', others: 0 },
      ],
    ],
    () => ({ lesson: room.lesson, student }),
  );
});

describe('negative marks', () => {
  const earned = async (answers: Record<number, unknown>) => {
    const { attempt } = await room.start();
    for (const [n, answer] of Object.entries(answers)) await room.save(attempt.id, Number(n), answer as never);
    const { attempt: result, questions } = await room.submit(attempt.id);
    return [result.score, ...questions.map((question) => question.earned)];
  };
  test.each([
    ['a wrong choice costs its share', { 1: 'b', 2: ['a', 'b'] }, [3.5, -0.5, 4, 0, 0]],
    ['what is left empty costs nothing', { 1: null, 2: ['a', 'b'], 3: null, 4: '' }, [4, 0, 4, 0, 0]],
    ['a part costs nothing', { 2: ['a'] }, [2, 0, 2, 0, 0]],
    ['the whole is never below zero', { 1: 'b', 3: false, 4: 'wrong' }, [0, -0.5, 0, -0.25, -0.75]],
  ])('%s', async (_, answers, expected) => {
    await room.set({ wrong_penalty: 25 });
    expect(await earned(answers)).toEqual(expected);
  });

  test('are those of the quiz when the attempt began', async () => {
    const { attempt } = await room.start();
    await room.save(attempt.id, 1, 'b');
    await room.save(attempt.id, 3, true);
    await room.set({ wrong_penalty: 100 });
    expect(await room.submit(attempt.id)).toMatchObject({ attempt: { score: 1 } });
  });

  test.each([
    [{ wrong_penalty: 101 }, 'A wrong answer costs 0 to 100 percent'],
    [{ wrong_penalty: -1 }, 'A wrong answer costs 0 to 100 percent'],
    [{ grading_method: 'best' }, 'The pass mark is 0 to 100 percent'],
  ])('%j is refused', async (settings, message) => {
    const saved = room.as('instructor', 'save_quiz($1, $2, $3, $4)', [
      room.quiz,
      JSON.stringify(settings),
      JSON.stringify(room.questions),
      await one('select version as value from public.quizzes where id = $1', [room.quiz]),
    ]);
    await expect(saved).rejects.toThrow(message);
  });
});
