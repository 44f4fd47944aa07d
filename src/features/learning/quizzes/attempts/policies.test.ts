import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openQuizRoom, type QuizRoom } from '#tests/db/quiz-room.ts';
import { type Outcome, openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let room: QuizRoom;
beforeAll(async () => {
  world = await openWorld();
  room = await openQuizRoom(world);
});
beforeEach(() => room.clear());
afterAll(() => world.close());
const rowsOrError = (outcome: Outcome) => ('rows' in outcome ? outcome.rows.length : outcome.refused);
const people: Person[] = [
  'visitor',
  'owner',
  'instructor',
  'student',
  'parent',
  'member',
  'atelierOwner',
  'atelierStudent',
  'both',
  'blocked',
  'removed',
  'fresh',
  'stolen',
  'unbound',
];

describe('attempts: who may do what', () => {
  const starts: Partial<Record<Person, string | number>> = { visitor: '42501', owner: 1, instructor: 1, student: 1 };
  const reads: Partial<Record<Person, [string | number, string | number, string | number]>> = {
    visitor: ['42501', '42501', '42501'],
    owner: [1, 1, 1],
    instructor: [1, 1, 1],
    student: [1, 1, 1],
    parent: [1, 0, 1],
  };
  test.each(people)('%s', async (person) => {
    const { attempt } = await room.start();
    await room.save(attempt.id, 1, 'a');
    await room.submit(attempt.id);
    const asPerson = (text: string) => world.attempt(person, text, [attempt.id]);
    expect([
      rowsOrError(await asPerson('select id from public.attempts where id = $1')),
      rowsOrError(await asPerson('select answer from public.attempt_answers where attempt_id = $1')),
      rowsOrError(await asPerson('select public.attempt_result($1)')),
    ]).toEqual(reads[person] ?? [0, 0, 'not_found']);
    expect(rowsOrError(await world.attempt(person, 'select public.start_attempt($1)', [room.quiz]))).toBe(
      starts[person] ?? 'not_enrolled',
    );
    for (const text of [
      'update public.attempts set score = points where id = $1',
      'delete from public.attempts where id = $1',
      'select points, is_right from private.answer_marks where answer_id = $1',
      `update public.attempt_answers set answer = '"b"' where attempt_id = $1`,
      'select * from private.attempt_papers where attempt_id = $1',
    ]) {
      expect(await asPerson(text), text).toMatchObject({ refused: '42501' });
    }
  });

  test.each(people.filter((person) => person !== 'student'))(
    '%s neither answers nor hands in for the student',
    async (person) => {
      const { attempt } = await room.start();
      const outcomes = [
        await world.attempt(person, 'select public.save_answer($1, $2, $3)', [attempt.id, room.question(1), '"b"']),
        await world.attempt(person, 'select public.submit_attempt($1)', [attempt.id]),
      ];
      for (const outcome of outcomes) expect(rowsOrError(outcome)).toBe(person === 'visitor' ? '42501' : 'not_found');
    },
  );

  test('nothing a student can call or read before grading holds a right answer or an explanation', async () => {
    const { attempt } = await room.start();
    await room.save(attempt.id, 4, 'something');
    const texts = [
      `select public.start_attempt('${room.quiz}')::text as t`,
      `select public.quiz_overview('${room.quiz}')::text as t`,
      `select coalesce(string_agg(q::text, ''), '') as t from (select id, prompt, options from public.questions) q`,
      `select coalesce(string_agg(q::text, ''), '') as t from (select id, intro, feedback from public.quizzes) q`,
      `select public.save_answer('${attempt.id}', '${room.question(4)}', '"x"')::text as t`,
      `select coalesce(string_agg(w.answer::text, ''), '') as t from public.attempt_answers w`,
    ];
    for (const text of texts) {
      const outcome = await world.attempt('student', text);
      expect('rows' in outcome && outcome.rows.length, text).toBe(1);
      expect(JSON.stringify(outcome)).not.toMatch(/secret|"key"|explanation/i);
    }
    expect(await world.attempt('student', 'select public.attempt_result($1)', [attempt.id])).toMatchObject({
      refused: 'not_found',
    });
    // Error messages do not leak it either: the functions that know the key can't be called.
    for (const text of [
      `select private.grade_answer('single', '"a"', '[]', 1, '"a"')`,
      `select private.hand_in('${world.demo}', '${attempt.id}')`,
      `select private.write_paper(null, null)`,
      `select private.question_problem('{}')`,
    ]) {
      expect(await world.attempt('student', text), text).toMatchObject({ refused: '42501' });
    }
  });
});

describe('an attempt', () => {
  test('that does not pass after one that did says that the quiz stays passed', async () => {
    const passed = await room.start();
    await room.save(passed.attempt.id, 1, 'a');
    await room.save(passed.attempt.id, 2, ['a', 'b']);
    await room.save(passed.attempt.id, 4, 'secretword');
    expect(await room.submit(passed.attempt.id)).toMatchObject({ attempt: { passed: true }, passed_before: false });
    const failed = await room.start();
    expect(await room.submit(failed.attempt.id)).toMatchObject({ attempt: { passed: false }, passed_before: true });
  });

  test('is graded by its paper, and a pass completes the lesson', async () => {
    const { attempt, questions: attemptQuestions } = await room.start();
    expect(attemptQuestions.map((q) => q.id)).toEqual(room.questions.map((q) => q.id));
    expect(Object.keys(attemptQuestions[0] ?? {}).sort()).toEqual([
      'figure',
      'id',
      'kind',
      'options',
      'parts',
      'points',
      'prompt',
    ]);
    await room.save(attempt.id, 1, 'a');
    await room.save(attempt.id, 2, ['a']);
    await room.save(attempt.id, 3, false);
    await room.save(attempt.id, 4, '  secretWORD. ');
    const result = await room.submit(attempt.id);
    expect(result.attempt).toMatchObject({ score: 7, points: 10, passed: true });
    expect(result.questions.map((q) => [q.earned, q.is_right, q.key])).toEqual([
      [2, true, 'a'],
      [2, false, ['a', 'b']],
      [0, false, true],
      [3, true, { texts: ['Secretword'], keep_case: false, keep_marks: false, is_pattern: false }],
    ]);
    expect(
      await world.sql.query(
        'select completed_at is not null as done from public.lesson_progress where lesson_id = $1',
        [room.lesson],
      ),
    ).toEqual([{ done: true }]);
  });

  test('that fails leaves the lesson undone; handing in twice changes nothing', async () => {
    const { attempt } = await room.start();
    await room.save(attempt.id, 1, 'a');
    const first = await room.submit(attempt.id);
    expect(first.attempt).toMatchObject({ score: 2, passed: false });
    expect(await room.submit(attempt.id)).toEqual(first);
    expect(
      await world.sql.query('select 1 from public.lesson_progress where lesson_id = $1 and completed_at is not null', [
        room.lesson,
      ]),
    ).toEqual([]);
    expect(
      await world.attempt('student', 'select public.save_answer($1, $2, $3)', [attempt.id, room.question(1), '"b"']),
    ).toMatchObject({ refused: 'attempt_closed' });
  });

  test('goes on where it was left, also when two tabs begin at once', async () => {
    const states = await Promise.all([room.start(), room.start(), room.start()]);
    expect(new Set(states.map((state) => state.attempt.id)).size).toBe(1);
    const attempt = states[0]?.attempt.id ?? '';
    await room.save(attempt, 1, 'c');
    expect((await room.start()).answers).toMatchObject({ [room.question(1)]: { answer: 'c', revision: 1 } });
  });

  test('over the limit is refused in a clear sentence', async () => {
    await room.set({ attempts_allowed: 1 });
    await room.submit((await room.start()).attempt.id);
    expect(await world.attempt('student', 'select public.start_attempt($1)', [room.quiz])).toEqual({
      refused: 'no_attempts_left',
      message: 'You have used every attempt this quiz allows.',
    });
  });

  test('keeps its paper when the author changes the quiz meanwhile', async () => {
    const { attempt } = await room.start();
    await room.save(attempt.id, 1, 'a');
    await world.sql.query(`update public.question_keys set answer = '"b"' where id = $1`, [room.question(1)]);
    const result = await room.submit(attempt.id);
    await world.sql.query(`update public.question_keys set answer = '"a"' where id = $1`, [room.question(1)]);
    expect(result.questions[0]).toMatchObject({ is_right: true, key: 'a' });
  });

  test('shuffles by attempt and keeps the order it dealt', async () => {
    await room.set({ shuffle_questions: true, shuffle_options: true });
    const first = await room.start();
    expect((await room.start()).questions).toEqual(first.questions);
    expect(first.questions.map((q) => q.id).sort()).toEqual(room.questions.map((q) => q.id));
  });

  test('of an author is a trial: it counts for nothing', async () => {
    const { attempt } = await room.start('instructor');
    expect(attempt.is_trial).toBe(true);
    await room.as('instructor', 'submit_attempt($1)', [attempt.id]);
    const second = await room.start('instructor');
    expect(second.attempt.id).not.toBe(attempt.id);
    expect(await world.sql.query('select 1 from public.lesson_progress where lesson_id = $1', [room.lesson])).toEqual(
      [],
    );
  });
});

test('the demo student failed the short quiz and passed it the next day', async () => {
  const rows = await world.sql.query(
    `select number, passed, score::float from public.attempts where account_id = $1 and quiz_id <> $2
       and member_id = (select id from public.members where account_id = $1 and email = 'student@demo.test') order by number`,
    [world.demo, room.quiz],
  );
  expect(rows).toEqual([
    { number: 1, passed: false, score: 3 },
    { number: 2, passed: true, score: 7 },
  ]);
});

describe('what an author lets a student see', () => {
  const fieldsAfter = async (feedback: string, allowed = 0) => {
    await room.set({ feedback, attempts_allowed: allowed });
    const { attempt } = await room.start();
    await room.save(attempt.id, 1, 'b');
    const { shown, questions } = await room.submit(attempt.id);
    return [shown, ['earned', 'is_right', 'key', 'explanation'].filter((field) => field in (questions[0] ?? {}))];
  };
  test.each([
    ['score', 0, ['score', []]],
    ['verdicts', 0, ['verdicts', ['earned', 'is_right']]],
    ['answers', 0, ['answers', ['earned', 'is_right', 'key', 'explanation']]],
    ['answers_when_done', 2, ['verdicts', ['earned', 'is_right']]],
    ['answers_when_done', 1, ['answers', ['earned', 'is_right', 'key', 'explanation']]],
  ])('%s with %i attempts allowed', async (feedback, allowed, expected) =>
    expect(await fieldsAfter(feedback, allowed)).toEqual(expected),
  );
});

describe('feedback on an answer', () => {
  const feedbackAfter = async (feedback: string, n: number, answer: string | string[]) => {
    await world.sql.query(
      `update public.questions set options = (select jsonb_agg(o || jsonb_build_object('feedback', 'Said of ' || (o ->> 'id')) order by n)
         from jsonb_array_elements(options) with ordinality t (o, n)) where id = $1`,
      [room.question(n)],
    );
    await room.set({ feedback, attempts_allowed: 0 });
    const started = await room.start();
    expect(JSON.stringify(started)).not.toContain('Said of');
    await room.save(started.attempt.id, n, answer);
    const { questions } = await room.submit(started.attempt.id);
    return [...JSON.stringify(questions).matchAll(/Said of (\w)/g)].map(([, id]) => id);
  };
  test.each([
    ['score', 1, 'b', []],
    ['verdicts', 1, 'b', ['b']],
    ['answers', 1, 'b', ['b']],
    ['answers', 2, ['a', 'd'], ['a', 'd']],
  ])('with %s, after question %i was answered by %j: %j', async (feedback, n, answer, expected) =>
    expect(await feedbackAfter(feedback, n, answer)).toEqual(expected),
  );
});

describe('time', () => {
  const passTime = (attempt: string, seconds: number) =>
    world.sql.query(
      'update public.attempts set started_at = started_at - make_interval(secs => $2), due_at = due_at - make_interval(secs => $2) where id = $1',
      [attempt, seconds],
    );

  test("is the server's: an answer after it is refused, what was saved is graded", async () => {
    await room.set({ time_limit_seconds: 60 });
    const { attempt } = await room.start();
    await room.save(attempt.id, 1, 'a');
    await passTime(attempt.id, 120);
    expect(
      await world.attempt('student', 'select public.save_answer($1, $2, $3)', [attempt.id, room.question(2), '["a"]']),
    ).toMatchObject({ refused: 'attempt_overdue' });
    const result = await room.submit(attempt.id);
    expect(result.attempt).toMatchObject({ score: 2, passed: false });
    expect(
      await world.sql.query('select submitted_at = due_at as at_its_end from public.attempts where id = $1', [
        attempt.id,
      ]),
    ).toEqual([{ at_its_end: true }]);
  });

  test('an overdue attempt is submitted by the scheduled job, once, and the student is notified', async () => {
    await room.set({ time_limit_seconds: 60 });
    const { attempt } = await room.start();
    await room.save(attempt.id, 1, 'a');
    expect(await world.sql.query('select private.close_overdue_attempts() as closed')).toEqual([{ closed: 0 }]);
    await passTime(attempt.id, 120);
    expect(await world.sql.query('select private.close_overdue_attempts() as closed')).toEqual([{ closed: 1 }]);
    expect(await world.sql.query('select private.close_overdue_attempts() as closed')).toEqual([{ closed: 0 }]);
    expect(await world.sql.query('select score::int from public.attempts where id = $1', [attempt.id])).toEqual([
      { score: 2 },
    ]);
    expect(
      await world.sql.query(
        `select count(*)::int as count from public.account_notifications where message like 'Time ran out for%'`,
      ),
    ).toEqual([{ count: 1 }]);
  });

  test('that ran out makes room for the next attempt', async () => {
    await room.set({ time_limit_seconds: 60 });
    const first = await room.start();
    await passTime(first.attempt.id, 120);
    expect((await room.start()).attempt).toMatchObject({ number: 2 });
  });
});
