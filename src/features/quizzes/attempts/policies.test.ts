import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Outcome, openWorld, type Person, type World } from '#tests/world.ts';
import { type AnswerKey, type GivenAnswer, gradeAnswer, plainAnswer } from '../rules.ts';

type Row = Record<string, unknown>;
type State = {
  attempt: { id: string; number: number; due_at: string | null; is_trial: boolean };
  questions: Row[];
  answers: Record<string, { answer: GivenAnswer; revision: number }>;
};
type Result = {
  attempt: { score: number; points: number; passed: boolean };
  shown: string;
  tries_left: number;
  questions: Row[];
};

let world: World;
const ids = { course: '', lesson: '', quiz: '' };
const question = (n: number) => `00000000-0000-7000-8000-0000000f000${n}`;
const options = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: `Option ${id}` }));
const questions = [
  {
    id: question(1),
    kind: 'single',
    prompt: 'One?',
    points: 2,
    options,
    answer: 'a',
    explanation: 'Because of a secret reason.',
  },
  { id: question(2), kind: 'multiple', prompt: 'Several?', points: 4, options, answer: ['a', 'b'] },
  { id: question(3), kind: 'truefalse', prompt: 'True?', points: 1, answer: true },
  { id: question(4), kind: 'short', prompt: 'Word?', points: 3, answer: { texts: ['Secretword'] } },
];

const as = async <Answer>(person: Person, call: string, values: unknown[]): Promise<Answer> =>
  (
    await world.database.as(world.caller(person)).query<{ answer: Answer }>(`select public.${call} as answer`, values)
  )[0]?.answer as Answer;
const start = (person: Person = 'student') => as<State>(person, 'start_attempt($1)', [ids.quiz]);
const save = (attempt: string, n: number, answer: GivenAnswer, revision: number | null = null) =>
  as<{ saved: boolean; answer: GivenAnswer; revision: number }>('student', 'save_answer($1, $2, $3, $4)', [
    attempt,
    question(n),
    JSON.stringify(answer),
    revision,
  ]);
const submit = (attempt: string) => as<Result>('student', 'submit_attempt($1)', [attempt]);
const set = (settings: Row) =>
  world.sql.query(
    `update public.quizzes set ${Object.keys(settings)
      .map((key, at) => `${key} = $${at + 2}`)
      .join(', ')} where id = $1`,
    [ids.quiz, ...Object.values(settings)],
  );
const seen = (outcome: Outcome) => ('rows' in outcome ? outcome.rows.length : outcome.refused);

beforeAll(async () => {
  world = await openWorld();
  const one = async (text: string, values: unknown[]) =>
    (await world.sql.query<{ id: string }>(text, values))[0]?.id ?? '';
  ids.course = await one(
    `insert into public.courses (account_id, title, slug, summary, author_id)
     select account_id, 'Attempts', 'attempts-at-quizzes', 'About attempts.', id from public.members where account_id = $1 and email = 'instructor@demo.test' returning id`,
    [world.demo],
  );
  const section = await one(
    'insert into public.sections (account_id, course_id, title) values ($1, $2, $3) returning id',
    [world.demo, ids.course, 'One'],
  );
  ids.lesson = await one(
    `insert into public.lessons (account_id, course_id, section_id, title, slug, kind) values ($1, $2, $3, 'Quiz', 'quiz', 'quiz') returning id`,
    [world.demo, ids.course, section],
  );
  ids.quiz = await one('select id from public.quizzes where lesson_id = $1', [ids.lesson]);
  await world.sql.query(`update public.courses set status = 'published' where id = $1`, [ids.course]);
  await world.sql.query(
    `select private.enrol(account_id, $1, id, 'manual') from public.members where account_id = $2 and email in ('student@demo.test', 'blocked@world.test')`,
    [ids.course, world.demo],
  );
  await as('instructor', 'save_quiz($1, $2, $3, 0)', [ids.quiz, '{}', JSON.stringify(questions)]);
});
beforeEach(async () => {
  await world.sql.query('delete from public.attempts where quiz_id = $1', [ids.quiz]);
  await world.sql.query('delete from public.lesson_progress where lesson_id = $1', [ids.lesson]);
  await set({
    attempts_allowed: 0,
    time_limit_seconds: null,
    feedback: 'answers',
    shuffle_questions: false,
    shuffle_options: false,
    pass_mark: 60,
  });
});
afterAll(() => world.close());

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
    const { attempt } = await start();
    await save(attempt.id, 1, 'a');
    await submit(attempt.id);
    const to = (text: string) => world.attempt(person, text, [attempt.id]);
    expect([
      seen(await to('select id from public.attempts where id = $1')),
      seen(await to('select answer from public.attempt_answers where attempt_id = $1')),
      seen(await to('select public.attempt_result($1)')),
    ]).toEqual(reads[person] ?? [0, 0, 'not_found']);
    expect(seen(await world.attempt(person, 'select public.start_attempt($1)', [ids.quiz]))).toBe(
      starts[person] ?? 'not_enrolled',
    );
    for (const text of [
      'update public.attempts set score = points where id = $1',
      'delete from public.attempts where id = $1',
      'select points, is_right from public.attempt_answers where attempt_id = $1',
      'update public.attempt_answers set points = 4 where attempt_id = $1',
      'select * from private.attempt_papers where attempt_id = $1',
    ]) {
      expect(await to(text), text).toMatchObject({ refused: '42501' });
    }
  });

  test.each(people.filter((person) => person !== 'student'))(
    '%s neither answers nor hands in for the student',
    async (person) => {
      const { attempt } = await start();
      const outcomes = [
        await world.attempt(person, 'select public.save_answer($1, $2, $3)', [attempt.id, question(1), '"b"']),
        await world.attempt(person, 'select public.submit_attempt($1)', [attempt.id]),
      ];
      for (const outcome of outcomes) expect(seen(outcome)).toBe(person === 'visitor' ? '42501' : 'not_found');
    },
  );

  test('nothing a student can call or read before grading holds a right answer or an explanation', async () => {
    const { attempt } = await start();
    await save(attempt.id, 4, 'something');
    const texts = [
      `select public.start_attempt('${ids.quiz}')::text as t`,
      `select public.quiz_overview('${ids.quiz}')::text as t`,
      `select coalesce(string_agg(q::text, ''), '') as t from (select id, prompt, options from public.questions) q`,
      `select coalesce(string_agg(q::text, ''), '') as t from (select id, intro, feedback from public.quizzes) q`,
      `select public.save_answer('${attempt.id}', '${question(4)}', '"x"')::text as t`,
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
    // Nor does an error: the functions that know the key can't be called.
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
  test('is graded by its paper, and a pass completes the lesson', async () => {
    const { attempt, questions: paper } = await start();
    expect(paper.map((q) => q.id)).toEqual(questions.map((q) => q.id));
    expect(Object.keys(paper[0] ?? {}).sort()).toEqual(['figure', 'id', 'kind', 'options', 'points', 'prompt']);
    await save(attempt.id, 1, 'a');
    await save(attempt.id, 2, ['a']);
    await save(attempt.id, 3, false);
    await save(attempt.id, 4, '  secretWORD. ');
    const result = await submit(attempt.id);
    expect(result.attempt).toMatchObject({ score: 7, points: 10, passed: true });
    expect(result.questions.map((q) => [q.earned, q.is_right, q.key])).toEqual([
      [2, true, 'a'],
      [2, false, ['a', 'b']],
      [0, false, true],
      [3, true, { texts: ['Secretword'], keep_case: false, keep_marks: false }],
    ]);
    expect(
      await world.sql.query(
        'select completed_at is not null as done from public.lesson_progress where lesson_id = $1',
        [ids.lesson],
      ),
    ).toEqual([{ done: true }]);
  });

  test('that fails leaves the lesson undone; handing in twice changes nothing', async () => {
    const { attempt } = await start();
    await save(attempt.id, 1, 'a');
    const first = await submit(attempt.id);
    expect(first.attempt).toMatchObject({ score: 2, passed: false });
    expect(await submit(attempt.id)).toEqual(first);
    expect(
      await world.sql.query('select 1 from public.lesson_progress where lesson_id = $1 and completed_at is not null', [
        ids.lesson,
      ]),
    ).toEqual([]);
    expect(
      await world.attempt('student', 'select public.save_answer($1, $2, $3)', [attempt.id, question(1), '"b"']),
    ).toMatchObject({ refused: 'attempt_closed' });
  });

  test('goes on where it was left, also when two tabs begin at once', async () => {
    const both = await Promise.all([start(), start(), start()]);
    expect(new Set(both.map((state) => state.attempt.id)).size).toBe(1);
    const attempt = both[0]?.attempt.id ?? '';
    await save(attempt, 1, 'c');
    expect((await start()).answers).toMatchObject({ [question(1)]: { answer: 'c', revision: 1 } });
  });

  test('over the limit is refused in a clear sentence', async () => {
    await set({ attempts_allowed: 1 });
    await submit((await start()).attempt.id);
    expect(await world.attempt('student', 'select public.start_attempt($1)', [ids.quiz])).toEqual({
      refused: 'no_attempts_left',
      message: 'You have used every attempt this quiz allows.',
    });
  });

  test('keeps its paper when the author changes the quiz meanwhile', async () => {
    const { attempt } = await start();
    await save(attempt.id, 1, 'a');
    await world.sql.query(`update public.question_keys set answer = '"b"' where id = $1`, [question(1)]);
    const result = await submit(attempt.id);
    await world.sql.query(`update public.question_keys set answer = '"a"' where id = $1`, [question(1)]);
    expect(result.questions[0]).toMatchObject({ is_right: true, key: 'a' });
  });

  test('shuffles by attempt and keeps the order it dealt', async () => {
    await set({ shuffle_questions: true, shuffle_options: true });
    const first = await start();
    expect((await start()).questions).toEqual(first.questions);
    expect(first.questions.map((q) => q.id).sort()).toEqual(questions.map((q) => q.id));
  });

  test('of an author is a trial: it counts for nothing', async () => {
    const { attempt } = await start('instructor');
    expect(attempt.is_trial).toBe(true);
    await as('instructor', 'submit_attempt($1)', [attempt.id]);
    const second = await start('instructor');
    expect(second.attempt.id).not.toBe(attempt.id);
    expect(await world.sql.query('select 1 from public.lesson_progress where lesson_id = $1', [ids.lesson])).toEqual(
      [],
    );
  });

  const wrong: [number, unknown][] = [
    [1, 'z'],
    [1, ['a']],
    [1, true],
    [2, 'a'],
    [2, ['a', 'a']],
    [2, ['z']],
    [3, 'true'],
    [3, 1],
    [4, 'x'.repeat(501)],
    [4, { text: 'x' }],
  ];
  test.each(wrong)('question %i takes no answer %j', async (n, answer) => {
    const { attempt } = await start();
    expect(
      await world.attempt('student', 'select public.save_answer($1, $2, $3)', [
        attempt.id,
        question(n),
        JSON.stringify(answer),
      ]),
    ).toMatchObject({ refused: 'invalid' });
  });
  test('no answer to a question that is not on its paper', async () => {
    const { attempt } = await start();
    expect(
      await world.attempt('student', 'select public.save_answer($1, $2, $3)', [attempt.id, question(9), '"a"']),
    ).toMatchObject({ refused: 'not_found' });
  });
});

test('the demo student failed the short quiz and passed it the next day', async () => {
  const rows = await world.sql.query(
    `select number, passed, score::float from public.attempts where account_id = $1 and quiz_id <> $2 order by number`,
    [world.demo, ids.quiz],
  );
  expect(rows).toEqual([
    { number: 1, passed: false, score: 3 },
    { number: 2, passed: true, score: 7 },
  ]);
});

describe('what an author lets a student see', () => {
  const fieldsAfter = async (feedback: string, allowed = 0) => {
    await set({ feedback, attempts_allowed: allowed });
    const { attempt } = await start();
    await save(attempt.id, 1, 'b');
    const { shown, questions: asked } = await submit(attempt.id);
    return [shown, ['earned', 'is_right', 'key', 'explanation'].filter((field) => field in (asked[0] ?? {}))];
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

describe('time', () => {
  const passTime = (attempt: string, seconds: number) =>
    world.sql.query(
      'update public.attempts set started_at = started_at - make_interval(secs => $2), due_at = due_at - make_interval(secs => $2) where id = $1',
      [attempt, seconds],
    );

  test("is the server's: an answer after it is refused, what was saved is graded", async () => {
    await set({ time_limit_seconds: 60 });
    const { attempt } = await start();
    await save(attempt.id, 1, 'a');
    await passTime(attempt.id, 120);
    expect(
      await world.attempt('student', 'select public.save_answer($1, $2, $3)', [attempt.id, question(2), '["a"]']),
    ).toMatchObject({ refused: 'attempt_overdue' });
    const late = await submit(attempt.id);
    expect(late.attempt).toMatchObject({ score: 2, passed: false });
    expect(
      await world.sql.query('select submitted_at = due_at as at_its_end from public.attempts where id = $1', [
        attempt.id,
      ]),
    ).toEqual([{ at_its_end: true }]);
  });

  test('that ran out while nobody looked is closed by the clock, once, and the student hears of it', async () => {
    await set({ time_limit_seconds: 60 });
    const { attempt } = await start();
    await save(attempt.id, 1, 'a');
    expect(await world.sql.query('select private.close_overdue_attempts() as closed')).toEqual([{ closed: 0 }]);
    await passTime(attempt.id, 120);
    expect(await world.sql.query('select private.close_overdue_attempts() as closed')).toEqual([{ closed: 1 }]);
    expect(await world.sql.query('select private.close_overdue_attempts() as closed')).toEqual([{ closed: 0 }]);
    expect(await world.sql.query('select score::int from public.attempts where id = $1', [attempt.id])).toEqual([
      { score: 2 },
    ]);
    expect(
      await world.sql.query(
        `select count(*)::int as told from public.account_notifications where message like 'Time was up for%'`,
      ),
    ).toEqual([{ told: 1 }]);
  });

  test('that ran out makes room for the next attempt', async () => {
    await set({ time_limit_seconds: 60 });
    const first = await start();
    await passTime(first.attempt.id, 120);
    expect((await start()).attempt).toMatchObject({ number: 2 });
  });
});

describe('no answer is lost', () => {
  test('two tabs save at once: the last acknowledged stands, and one that waited undoes no later one', async () => {
    const { attempt } = await start();
    const given = ['a', 'b', 'c', 'd'];
    const saved = await Promise.all(Array.from({ length: 24 }, (_, at) => save(attempt.id, 1, given[at % 4] ?? 'a')));
    expect(saved.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual(saved.map((_, at) => at + 1));
    const last = saved.find(({ revision }) => revision === 24);
    expect((await start()).answers[question(1)]).toMatchObject({ answer: last?.answer, revision: 24 });
    expect(await save(attempt.id, 1, last?.answer === 'a' ? 'b' : 'a', 3)).toMatchObject({
      saved: false,
      answer: last?.answer,
      revision: 24,
    });
  });

  test('handing in while answers arrive grades each that was acknowledged', async () => {
    for (let round = 0; round < 10; round++) {
      const { attempt } = await start();
      const acknowledged = new Map<number, boolean>();
      const [result] = await Promise.all([
        submit(attempt.id),
        ...(
          [
            [1, 'a'],
            [2, ['a', 'b']],
            [3, true],
          ] as [number, GivenAnswer][]
        ).map(([n, answer]) =>
          save(attempt.id, n, answer).then(
            () => acknowledged.set(n, true),
            () => acknowledged.set(n, false),
          ),
        ),
      ]);
      const earned = [2, 4, 1].map((points, at) => (acknowledged.get(at + 1) ? points : 0));
      expect(result.questions.slice(0, 3).map((q) => q.earned)).toEqual(earned);
    }
  });

  test('connections are killed at any moment: every acknowledged answer is there', async () => {
    const { attempt } = await start();
    const claims = JSON.stringify(world.caller('student').claims);
    const letters = ['a', 'b', 'c', 'd'];
    let acknowledged: { answer: string; revision: number } | undefined;
    let killed = 0;
    for (let round = 0; round < 120; round++) {
      const client = new pg.Client({ connectionString: world.clientUrl });
      client.on('error', () => {});
      await client.connect();
      const pid = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
      const work = client
        .query(
          `begin; select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${client.escapeLiteral(claims)}, true);
           select public.save_answer('${attempt.id}', '${question(1)}', '"${letters[round % 4]}"') as answer; commit`,
        )
        .then(
          (answers) =>
            (answers as unknown as pg.QueryResult<{ answer: { answer: string; revision: number } }>[])[2]?.rows[0]
              ?.answer,
          () => undefined,
        );
      // Killed by another connection while it works: before, between or after its statements, as it falls.
      if (round % 3 !== 0) await world.sql.query('select pg_terminate_backend($1)', [pid]).catch(() => {});
      const answer = await work;
      if (answer) acknowledged = answer;
      else killed++;
      await client.end().catch(() => {});
      const kept = (
        await world.sql.query<{ answer: string; revision: number }>(
          `select answer #>> '{}' as answer, revision from public.attempt_answers where attempt_id = $1`,
          [attempt.id],
        )
      )[0];
      if (answer) expect(kept).toMatchObject({ answer: answer.answer, revision: answer.revision });
      else expect(kept?.revision ?? 0).toBeGreaterThanOrEqual(acknowledged?.revision ?? 0);
    }
    expect(killed).toBeGreaterThan(0);
    expect(acknowledged).toBeDefined();
  });
});

describe('rules.ts explains the score that the database gives', () => {
  const letters = ['a', 'b', 'c', 'd', 'e', 'f'];
  const tricky = fc.string({
    unit: fc.constantFrom(
      'a',
      'É',
      'e',
      '\u0301',
      'ß',
      'İ',
      'ς',
      'Σ',
      'Ж',
      'ل',
      'ّ',
      '٣',
      '۴',
      ' ',
      '\t',
      '\n',
      '\u00A0',
      '’',
      '½',
      '⁄',
      '.',
      '!',
      'f/',
      '2',
      'ﬁ',
      'Å',
    ),
    maxLength: 8,
  });
  const asked = fc.oneof(
    fc.record({
      kind: fc.constant('single' as const),
      points: fc.integer({ min: 1, max: 100 }),
      options: fc.constant(options),
      key: fc.constantFrom('a', 'b'),
      given: fc.constantFrom(null, 'a', 'b', 'c'),
    }),
    fc.record({
      kind: fc.constant('truefalse' as const),
      points: fc.integer({ min: 1, max: 100 }),
      options: fc.constant([]),
      key: fc.boolean(),
      given: fc.constantFrom(null, true, false),
    }),
    fc.integer({ min: 2, max: 6 }).chain((count) =>
      fc.record({
        kind: fc.constant('multiple' as const),
        points: fc.integer({ min: 1, max: 100 }),
        options: fc.constant(letters.slice(0, count).map((id) => ({ id, text: id }))),
        key: fc.subarray(letters.slice(0, count), { minLength: 1 }),
        given: fc.option(fc.subarray(letters.slice(0, count)), { nil: null }),
      }),
    ),
    fc.record({
      kind: fc.constant('short' as const),
      points: fc.integer({ min: 1, max: 100 }),
      options: fc.constant([]),
      key: fc.record({
        texts: fc.array(tricky, { minLength: 1, maxLength: 3 }),
        keep_case: fc.boolean(),
        keep_marks: fc.boolean(),
      }),
      given: tricky,
    }),
  );

  test('for any question and answer', async () => {
    const cases = fc.sample(asked, { numRuns: 600, seed: 20261121 });
    const rows = await world.sql.query<{ points: number }>(
      `select private.grade_answer(c ->> 'kind', c -> 'key', c -> 'options', (c ->> 'points')::int, c -> 'given')::float as points
         from jsonb_array_elements($1) with ordinality t (c, n) order by n`,
      [JSON.stringify(cases)],
    );
    const explained = cases.map(
      ({ given, ...rest }) => gradeAnswer({ ...rest, key: rest.key as AnswerKey }, given).earned,
    );
    expect(rows.map((row) => row.points)).toEqual(explained);
  });

  test('and what counts as the same short answer', async () => {
    const texts = fc.sample(fc.tuple(tricky, fc.boolean(), fc.boolean()), { numRuns: 800, seed: 7 });
    const rows = await world.sql.query<{ plain: string }>(
      `select private.plain_answer(c ->> 0, (c ->> 1)::boolean, (c ->> 2)::boolean) as plain from jsonb_array_elements($1) with ordinality t (c, n) order by n`,
      [JSON.stringify(texts)],
    );
    expect(rows.map((row) => row.plain)).toEqual(
      texts.map(([text, keep_case, keep_marks]) => plainAnswer(text, { keep_case, keep_marks })),
    );
  });
});
