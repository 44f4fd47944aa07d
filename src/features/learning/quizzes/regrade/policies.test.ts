import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openQuizRoom, type QuizRoom } from '#tests/db/quiz-room.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let room: QuizRoom;
const ids = { course: '', attempt: '', regrade: '' };
const one = async <Value>(text: string, values: unknown[] = []) =>
  (await world.sql.query<{ value: Value }>(text, values))[0]?.value as Value;
type Change = { score: number; score_before: number; points: number; passed: boolean; passed_before: boolean };
type Preview = { total: number; gained: number; lost: number; token: string; rows: (Change & { student: string })[] };
const preview = (person: Person = 'instructor') => room.as<Preview>(person, 'preview_regrade($1)', [room.quiz]);
const apply = async (token?: string) =>
  room.as<number>('instructor', 'regrade_quiz($1, $2, $3)', [
    room.quiz,
    token ?? (await preview()).token,
    'A wrong key.',
  ]);
/** Saves the quiz with its questions changed, by their number. */
const correct = async (changes: Record<number, object> = {}, more: object[] = []) =>
  room.as('instructor', 'save_quiz($1, $2, $3, $4)', [
    room.quiz,
    '{}',
    JSON.stringify([...room.questions.map((question, at) => ({ ...question, ...changes[at + 1] })), ...more]),
    await one('select version as value from public.quizzes where id = $1', [room.quiz]),
  ]);
/** Of ten points and a pass mark of 60 percent, this has five. */
async function handIn(): Promise<string> {
  const { attempt } = await room.start();
  await room.save(attempt.id, 1, 'b');
  await room.save(attempt.id, 2, ['a', 'b']);
  await room.save(attempt.id, 3, true);
  await room.submit(attempt.id);
  return attempt.id;
}
const state = (attempt: string) =>
  one<Change & { done: boolean }>(
    `select jsonb_build_object('score', a.score, 'points', a.points, 'passed', a.passed, 'done', exists (select from public.lesson_progress p
        where p.lesson_id = $2 and p.member_id = a.member_id and p.completed_at is not null)) as value from public.attempts a where id = $1`,
    [attempt, room.lesson],
  );

beforeAll(async () => {
  world = await openWorld();
  room = await openQuizRoom(world);
  ids.course = await one('select course_id as value from public.quizzes where id = $1', [room.quiz]);
});
beforeEach(async () => {
  await room.clear();
  await correct();
});
afterAll(() => world.close());

describe('a regrade', () => {
  test('changes nothing by itself: the preview says whose result would change, and how', async () => {
    const attempt = await handIn();
    await correct({ 1: { answer: 'b' } });
    expect(await preview()).toMatchObject({
      total: 1,
      gained: 1,
      lost: 0,
      rows: [
        { score_before: 5, score: 7, points: 10, passed_before: false, passed: true, student: expect.any(String) },
      ],
    });
    expect(await state(attempt)).toEqual({ score: 5, points: 10, passed: false, done: false });
  });

  test('that lets somebody pass finishes the lesson, tells them, and is written down', async () => {
    const attempt = await handIn();
    await correct({ 1: { answer: 'b', explanation: 'Now right.' } });
    const waiting = () =>
      one<number>(
        `select count(*)::int as value from public.account_notifications where account_id = $1 and message like '%was corrected%'`,
        [world.demo],
      );
    const before = await waiting();
    expect(await apply()).toBe(1);
    expect(await state(attempt)).toEqual({ score: 7, points: 10, passed: true, done: true });
    expect(await waiting()).toBe(before + 1);
    const result = await room.as<{ questions: object[] }>('student', 'attempt_result($1)', [attempt]);
    expect(result.questions[0]).toMatchObject({ earned: 2, is_right: true, key: 'b', explanation: 'Now right.' });
    expect(
      await world.sql.query(
        `select r.reason, r.changed, c.score_before::float, c.score::float, c.passed_before, c.passed from public.quiz_regrades r
           join public.quiz_regrade_changes c on c.regrade_id = r.id where r.quiz_id = $1 order by r.id desc limit 1`,
        [room.quiz],
      ),
    ).toEqual([{ reason: 'A wrong key.', changed: 1, score_before: 5, score: 7, passed_before: false, passed: true }]);
  });

  test('that takes a pass leaves the lesson finished', async () => {
    await correct({ 1: { answer: 'b' } });
    const attempt = await handIn();
    expect(await state(attempt)).toMatchObject({ passed: true, done: true });
    await correct({ 1: { answer: 'a' } });
    expect(await preview()).toMatchObject({ total: 1, gained: 0, lost: 1 });
    await apply();
    expect(await state(attempt)).toEqual({ score: 5, points: 10, passed: false, done: true });
  });

  test('follows the points of a question, whether or not it was answered', async () => {
    const attempt = await handIn();
    await correct({ 2: { points: 8 }, 4: { points: 1 } });
    await apply();
    expect(await state(attempt)).toMatchObject({ score: 9, points: 12, passed: true });
  });

  test('does nothing twice', async () => {
    await handIn();
    await correct({ 1: { answer: 'b' } });
    await apply();
    expect(await preview()).toMatchObject({ total: 0, rows: [] });
    await expect(apply()).rejects.toThrow('No result would change.');
  });

  test('touches neither a running attempt nor a trial', async () => {
    const { attempt } = await room.start();
    await room.save(attempt.id, 1, 'a');
    await room.start('instructor');
    await correct({ 1: { answer: 'b' } });
    expect(await preview()).toMatchObject({ total: 0 });
    expect(await room.submit(attempt.id)).toMatchObject({ attempt: { score: 2 } });
  });

  test('is refused when results are no longer those of the preview', async () => {
    await handIn();
    await correct({ 1: { answer: 'b' } });
    const { token } = await preview();
    await correct({ 1: { answer: 'b', points: 9 } });
    await expect(apply(token)).rejects.toThrow('Results have changed since you looked');
  });

  test('leaves points that were given by hand, up to those of the question', async () => {
    const attempt = await handIn();
    const grades = [{ question_id: room.question(2), points: 1.5, comment: 'Half.' }];
    await room.as('instructor', 'grade_attempt($1, $2)', [attempt, JSON.stringify(grades)]);
    await correct({ 1: { answer: 'b' }, 2: { answer: ['c'] } });
    await apply();
    expect(await state(attempt)).toMatchObject({ score: 4.5, points: 10 });
    await correct({ 1: { answer: 'b' }, 2: { answer: ['c'], points: 1 } });
    await apply();
    expect(await state(attempt)).toMatchObject({ score: 4, points: 7 });
  });

  test('judges no answer by a question that has become another', async () => {
    const attempt = await handIn();
    await correct({ 1: { kind: 'truefalse', answer: true, options: [] }, 4: { prompt: 'A new text?' } });
    expect(await preview()).toMatchObject({ total: 0 });
    expect(await state(attempt)).toMatchObject({ score: 5 });
  });

  test('knows which item is which on a shuffled paper', async () => {
    const ordering = (texts: string[]) => ({
      id: '00000000-0000-7000-8000-0000000f0021',
      kind: 'ordering',
      prompt: 'In order?',
      points: 3,
      options: texts.map((text) => ({ id: text, text })),
    });
    await correct({}, [ordering(['x', 'y', 'z'])]);
    const { attempt, questions } = await room.start();
    const paper = questions[4]?.options as { id: string; text: string }[];
    const given = ['y', 'x', 'z'].map((text) => paper.find((option) => option.text === text)?.id);
    await room.as('student', 'save_answer($1, $2, $3)', [attempt.id, ordering([]).id, JSON.stringify(given)]);
    expect(await room.submit(attempt.id)).toMatchObject({ attempt: { score: 1 } });
    await correct({}, [ordering(['y', 'x', 'z'])]);
    await apply();
    expect(await state(attempt.id)).toMatchObject({ score: 3, points: 13 });
  });

  const generated = Array.from({ length: 20 }, (_, seed) => {
    const pick = (max: number, salt: number) => (Math.imul(seed + 1, 2246822519 + salt * 65599) >>> 9) % max;
    const letters = ['a', 'b', 'c', 'd'];
    const key = letters.filter((_, at) => pick(2, 20 + at) === 1);
    return [
      seed,
      {
        1: { answer: letters[pick(4, 1)], points: 1 + pick(9, 2) },
        2: { answer: key.length > 0 ? key : ['d'], points: 1 + pick(9, 3) },
        3: { answer: pick(2, 4) === 1, points: 1 + pick(9, 5) },
        4: { points: 1 + pick(9, 6) },
      },
      letters[pick(4, 7)] ?? 'a',
      letters.filter((_, at) => pick(2, 30 + at) === 1),
    ] as const;
  });
  test.each(generated)(
    'gives what the attempt would have had with these keys from the start (case %s)',
    async (_, changes, single, several) => {
      const answer = async () => {
        const { attempt } = await room.start();
        await room.save(attempt.id, 1, single);
        await room.save(attempt.id, 2, several);
        await room.save(attempt.id, 3, true);
        await room.save(attempt.id, 4, 'secretword');
        await room.submit(attempt.id);
        return attempt.id;
      };
      const before = await answer();
      await correct(changes);
      const after = await answer();
      if ((await preview()).total > 0) await apply();
      const [{ done: _a, ...regraded }, { done: _b, ...direct }] = [await state(before), await state(after)];
      expect(regraded).toEqual(direct);
    },
  );
});

describe('who', () => {
  beforeEach(async () => {
    ids.attempt = await handIn();
    await correct({ 1: { answer: 'b' } });
    await apply();
    ids.regrade = await one(
      'select id as value from public.quiz_regrades where quiz_id = $1 order by id desc limit 1',
      [room.quiz],
    );
    await correct({ 1: { answer: 'a' } });
  });
  matrix(
    () => world,
    [
      [
        'reads that it was',
        'select reason from public.quiz_regrades where id = {regrade}',
        { owner: 1, instructor: 1, visitor: '42501', others: 0 },
      ],
      [
        'reads what it changed',
        'select score from public.quiz_regrade_changes where regrade_id = {regrade}',
        { owner: 1, instructor: 1, student: 1, visitor: '42501', others: 0 },
      ],
      [
        'looks at what one would change',
        'select public.preview_regrade({quiz})',
        { owner: 1, instructor: 1, visitor: '42501', others: 'not_found' },
      ],
      [
        'regrades without the preview',
        `select public.regrade_quiz({quiz}, 'x')`,
        { owner: 'regrade_changed', instructor: 'regrade_changed', visitor: '42501', others: 'not_found' },
      ],
      [
        'rewrites the history',
        `update public.quiz_regrades set reason = 'x' where id = {regrade}`,
        { others: '42501' },
      ],
      ['rewrites a change', 'update public.quiz_regrade_changes set score = 0', { others: '42501' }],
      ['removes the history', 'delete from public.quiz_regrades where id = {regrade}', { others: '42501' }],
      [
        'writes history',
        `insert into public.quiz_regrades (account_id, course_id, quiz_id, changed) values ({demo}, {course}, {quiz}, 1)`,
        { others: '42501' },
      ],
    ],
    () => ({ ...ids, quiz: room.quiz }),
  );
});
