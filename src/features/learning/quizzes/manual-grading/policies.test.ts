import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openQuizRoom, type QuizRoom } from '#tests/db/quiz-room.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let room: QuizRoom;
const ESSAY = '00000000-0000-7000-8000-0000000f0005';
const OTHER = '00000000-0000-7000-8000-0000000f0006';

beforeAll(async () => {
  world = await openWorld();
  room = await openQuizRoom(world);
  const essay = (id: string) => ({
    id,
    kind: 'essay',
    prompt: 'Why?',
    points: 10,
    parts: { min_words: 0, max_words: null },
    answer: { guide: 'A secret guide.' },
  });
  await room.as('instructor', 'save_quiz($1, $2, $3, 1)', [
    room.quiz,
    '{}',
    JSON.stringify([...room.questions.slice(0, 1), essay(ESSAY), essay(OTHER)]),
  ]);
});
beforeEach(() => room.clear());
afterAll(() => world.close());

type Result = {
  attempt: { score: number; passed: boolean; to_grade: number };
  questions: { id: string; is_waiting: boolean; comment: string; earned?: number; key?: unknown }[];
};
/** Two points are right by themselves; as many essays as told wait, of ten points each; the pass mark is 60 percent of 22. */
async function handIn(essays = 1): Promise<string> {
  const { attempt } = await room.start();
  await room.save(attempt.id, 1, 'a');
  for (const id of [ESSAY, OTHER].slice(0, essays))
    await room.as('student', 'save_answer($1, $2, $3)', [attempt.id, id, '"Because."']);
  await room.submit(attempt.id);
  return attempt.id;
}
const grade = (attempt: string, grades: object[], person: Person = 'instructor') =>
  room.as<Result>(person, 'grade_attempt($1, $2)', [attempt, JSON.stringify(grades)]);
const of = (points: number, comment = '', question_id = ESSAY) => ({ question_id, points, comment });
const state = async (attempt: string) =>
  (
    await world.sql.query<{ score: number; passed: boolean; to_grade: number; done: boolean }>(
      `select a.score::float, a.passed, a.to_grade, exists (select from public.lesson_progress p
         where p.lesson_id = $2 and p.member_id = a.member_id and p.completed_at is not null) as done from public.attempts a where id = $1`,
      [attempt, room.lesson],
    )
  )[0];
const events = async (attempt: string) =>
  (
    await world.sql.query<{ type: string }>(
      `select type from private.events where facts ->> 'attempt_id' = $1 order by position`,
      [attempt],
    )
  ).map(({ type }) => type);

describe('an attempt with an essay', () => {
  test('waits: neither passed nor failed, told as no event, and no condition of a lesson', async () => {
    const attempt = await handIn();
    expect(await state(attempt)).toEqual({ score: 2, passed: false, to_grade: 1, done: false });
    expect(await events(attempt)).toEqual([]);
    const [met] = await world.sql.query<{ met: boolean }>(
      `select (private.check_grade_condition(account_id, member_id, now(), now(), $2) ->> 'met')::boolean as met from public.attempts where id = $1`,
      [attempt, JSON.stringify({ lesson: room.lesson, below: 50 })],
    );
    expect(met).toEqual({ met: false });
    const result = await room.as<Result>('student', 'attempt_result($1)', [attempt]);
    expect(result.attempt).toMatchObject({ to_grade: 1 });
    expect(result.questions.map(({ is_waiting }) => is_waiting)).toEqual([false, true, false]);
    expect(JSON.stringify(result)).not.toContain('secret guide');
  });

  test('passes once it is graded: the lesson is finished, the event told, the student notified, all once', async () => {
    const attempt = await handIn();
    const result = await grade(attempt, [of(12 - 0.5 - 0.25)]).catch((error: { detail?: string }) => error.detail);
    expect(result).toBe('invalid');
    const { attempt: graded, questions } = await grade(attempt, [of(10, ' Well seen. ')]);
    // Twelve of 22 are less than 60 percent.
    expect(graded).toMatchObject({ score: 12, passed: false, to_grade: 0 });
    expect(questions[1]).toMatchObject({ earned: 10, is_waiting: false, comment: 'Well seen.' });
    expect(await events(attempt)).toEqual(['quiz.failed']);
    await room.clear();
    const better = await handIn(2);
    await grade(better, [of(8)]);
    expect(await state(better)).toEqual({ score: 10, passed: false, to_grade: 1, done: false });
    await grade(better, [of(4, '', OTHER)]);
    expect(await state(better)).toEqual({ score: 14, passed: true, to_grade: 0, done: true });
    expect(await events(better)).toEqual(['quiz.passed']);
    const [told] = await world.sql.query<{ count: number }>(
      `select count(*)::int as count from public.account_notifications where account_id = $1 and message like '%graded%'
         and user_id = $2 and created_at > now() - interval '1 minute'`,
      [world.demo, world.caller('student').claims.sub],
    );
    expect(told).toEqual({ count: 2 });
  });

  test('that passes without it is passed at once', async () => {
    await room.set({ pass_mark: 5 });
    const attempt = await handIn();
    expect(await state(attempt)).toEqual({ score: 2, passed: true, to_grade: 1, done: true });
    await grade(attempt, [of(0)]);
    expect(await events(attempt)).toEqual(['quiz.passed']);
  });

  test('left without an answer waits for nobody', async () => {
    const attempt = await handIn(0);
    expect(await state(attempt)).toMatchObject({ score: 2, to_grade: 0 });
    expect(await grade(attempt, [of(5)]).catch((error: { detail?: string }) => error.detail)).toBe('not_found');
  });

  test('keeps what was finished when its points are taken back, and changes what was graded by itself', async () => {
    const attempt = await handIn(2);
    await grade(attempt, [of(10), of(10, '', OTHER)]);
    await grade(attempt, [of(0), of(0, '', OTHER), of(1.5, 'Half right', room.question(1))]);
    expect(await state(attempt)).toEqual({ score: 1.5, passed: false, to_grade: 0, done: true });
    expect(await events(attempt)).toEqual(['quiz.passed', 'quiz.pass_lost']);
  });

  test('shows a comment whatever else the quiz shows', async () => {
    await room.set({ feedback: 'score' });
    const attempt = await handIn();
    await grade(attempt, [of(3, 'Read it again.')]);
    const { questions } = await room.as<Result>('student', 'attempt_result($1)', [attempt]);
    expect(questions[1]).toMatchObject({ comment: 'Read it again.' });
    expect(questions[1]).not.toHaveProperty('earned');
  });
});

describe('who grades', () => {
  test.each([
    ['visitor', false],
    ['student', false],
    ['member', false],
    ['parent', false],
    ['instructor', true],
    ['owner', true],
    ['atelierOwner', false],
  ] as [Person, boolean][])('%s: %s', async (person, may) => {
    const attempt = await handIn();
    const outcome = await world.attempt(person, 'select public.grade_attempt($1, $2)', [
      attempt,
      JSON.stringify([of(4)]),
    ]);
    expect('refused' in outcome).toBe(!may);
  });

  test.each([
    ['visitor', null],
    ['student', 0],
    ['member', 0],
    ['atelierOwner', 0],
    ['instructor', 1],
    ['owner', 1],
  ] as [Person, number | null][])('%s sees %s of the queue', async (person, count) => {
    await handIn();
    const outcome = await world.attempt(person, 'select quiz from public.attempts_to_grade()');
    if (count === null) expect(outcome).toHaveProperty('refused');
    else
      expect((outcome as { rows: { quiz: string }[] }).rows.filter(({ quiz }) => quiz === 'Quiz')).toHaveLength(count);
  });

  test('nobody their own', async () => {
    const attempt = await handIn();
    await world.sql.query(
      `update public.attempts set member_id = (select id from public.members where account_id = $2 and email = 'owner@demo.test') where id = $1`,
      [attempt, world.demo],
    );
    expect(await grade(attempt, [of(4)], 'owner').catch((error: { detail?: string }) => error.detail)).toBe(
      'own_attempt',
    );
  });

  test.each([
    ['points below 0', [of(-1)]],
    ['more points than there are', [of(10.01)]],
    ['a text for points', [{ question_id: ESSAY, points: '5' }]],
    ['a comment too long', [of(1, 'x'.repeat(4001))]],
    ['nothing', []],
    ['no list', { question_id: ESSAY, points: 1 }],
  ])('with %s is refused, and nothing is graded', async (_, grades) => {
    const attempt = await handIn();
    expect(await grade(attempt, grades as object[]).catch((error: { detail?: string }) => error.detail)).toBe(
      'invalid',
    );
    expect(await state(attempt)).toMatchObject({ score: 2, to_grade: 1 });
  });
});
