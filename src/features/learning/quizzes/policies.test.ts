import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Outcome, openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
const ids = { course: '', lesson: '', quiz: '' };
const question = (n: number) => `00000000-0000-7000-8000-0000000f000${n}`;
const questions = [
  {
    id: question(1),
    kind: 'single',
    prompt: 'Which is wide?',
    points: 2,
    options: [
      { id: 'a', text: 'f/2' },
      { id: 'b', text: 'f/16' },
    ],
    answer: 'a',
    explanation: 'A small number is a wide opening.',
  },
  { id: question(2), kind: 'truefalse', prompt: 'ISO is grain.', points: 1, answer: false },
];

beforeAll(async () => {
  world = await openWorld();
  const insertedId = async (text: string, values: unknown[]) =>
    (await world.sql.query<{ id: string }>(text, values))[0]?.id ?? '';
  ids.course = await insertedId(
    `insert into public.courses (account_id, title, slug, summary, author_id)
     select account_id, 'Rights', 'rights-of-quizzes', 'About rights.', id from public.members where account_id = $1 and email = 'instructor@demo.test' returning id`,
    [world.demo],
  );
  const section = await insertedId(
    'insert into public.sections (account_id, course_id, title) values ($1, $2, $3) returning id',
    [world.demo, ids.course, 'One'],
  );
  ids.lesson = await insertedId(
    `insert into public.lessons (account_id, course_id, section_id, title, slug, kind) values ($1, $2, $3, 'Quiz', 'quiz', 'quiz') returning id`,
    [world.demo, ids.course, section],
  );
  ids.quiz = await insertedId('select id from public.quizzes where lesson_id = $1', [ids.lesson]);
  await world.sql.query(`update public.courses set status = 'published' where id = $1`, [ids.course]);
  await world.sql.query(
    `select private.enrol(account_id, $1, id, 'manual') from public.members where account_id = $2 and email in ('student@demo.test', 'blocked@world.test')`,
    [ids.course, world.demo],
  );
  await world.database
    .as(world.caller('instructor'))
    .query('select public.save_quiz($1, $2, $3, 0)', [ids.quiz, '{}', JSON.stringify(questions)]);
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
const authors: Person[] = ['owner', 'instructor'];
const rowsOrError = (outcome: Outcome) => ('rows' in outcome ? outcome.rows.length : outcome.refused);

describe('quizzes: who reads which rows', () => {
  test.each(people)('%s', async (person) => {
    const read = (text: string) => world.attempt(person, text, [ids.quiz]);
    const [rules, questionRows, keys] = [
      await read('select id from public.quizzes where id = $1'),
      await read('select id, prompt from public.questions where quiz_id = $1'),
      await read(
        'select k.id, k.answer, k.explanation from public.question_keys k where k.course_id = (select course_id from public.quizzes where id = $1)',
      ),
    ];
    if (person === 'visitor')
      return expect([rowsOrError(rules), rowsOrError(questionRows), rowsOrError(keys)]).toEqual([
        '42501',
        '42501',
        '42501',
      ]);
    const isAuthor = authors.includes(person);
    expect([rowsOrError(rules), rowsOrError(questionRows), rowsOrError(keys)]).toEqual([
      isAuthor || person === 'student' ? 1 : 0,
      isAuthor ? 2 : 0,
      isAuthor ? 2 : 0,
    ]);
  });

  test.each(['student', 'member', 'atelierOwner', 'stolen'] as Person[])(
    '%s finds no right answer by its id alone',
    async (person) => {
      expect(
        rowsOrError(
          await world.attempt(person, 'select answer from public.question_keys where id = $1', [question(1)]),
        ),
      ).toBe(0);
    },
  );
});

describe('quizzes: who writes', () => {
  const tables = ['quizzes', 'questions', 'question_keys'];
  test.each(people.flatMap((person) => tables.map((table) => [person, table] as const)))(
    '%s writes %s only by save_quiz',
    async (person, table) => {
      for (const text of [
        `insert into public.${table} (account_id, course_id) values ($1, $2)`,
        `update public.${table} set updated_at = now() where account_id = $1 and course_id = $2`,
        `delete from public.${table} where account_id = $1 and course_id = $2`,
      ]) {
        expect(await world.attempt(person, text, [world.demo, ids.course])).toMatchObject({ refused: '42501' });
      }
    },
  );

  test.each(people)('save_quiz and add_quiz by %s', async (person) => {
    const saved = await world.attempt(person, 'select public.save_quiz($1, $2, $3, 1) as version', [
      ids.quiz,
      '{"pass_mark": 70}',
      JSON.stringify(questions),
    ]);
    const added = await world.attempt(person, `select public.add_quiz($1, 'Another')`, [ids.course]);
    const expected = person === 'visitor' ? '42501' : 'forbidden';
    expect([rowsOrError(saved), rowsOrError(added)]).toEqual(authors.includes(person) ? [1, 1] : [expected, expected]);
  });

  test('an older version is refused, so that no change of a colleague is lost', async () => {
    expect(
      await world.attempt('owner', 'select public.save_quiz($1, $2, $3, 0)', [ids.quiz, '{}', '[]']),
    ).toMatchObject({ refused: 'quiz_changed' });
  });

  const broken: [string, Record<string, unknown>, string][] = [
    ['no id', { id: 'one' }, 'Question 1 has no id.'],
    ['no text', { prompt: ' ' }, 'Question 1 needs a text of at most 2000 characters.'],
    ['an unknown kind', { kind: 'riddle' }, 'Question 1 has an unknown type.'],
    ['no points', { points: 0 }, 'Question 1 is worth 1 to 100 points.'],
    ['a single option', { options: [{ id: 'a', text: 'f/2' }] }, 'Question 1 needs 2 to 12 options.'],
    [
      'two options of one id',
      {
        options: [
          { id: 'a', text: 'f/2' },
          { id: 'a', text: 'f/4' },
        ],
      },
      'Question 1 has an option without a text, or one longer than 500 characters.',
    ],
    [
      'an empty option',
      {
        options: [
          { id: 'a', text: 'f/2' },
          { id: 'b', text: '' },
        ],
      },
      'Question 1 has an option without a text, or one longer than 500 characters.',
    ],
    [
      'feedback that is too long',
      {
        options: [
          { id: 'a', text: 'f/2', feedback: 'x'.repeat(501) },
          { id: 'b', text: 'f/4' },
        ],
      },
      'Question 1 has feedback on an answer of more than 500 characters.',
    ],
    ['a key that is no option', { answer: 'z' }, 'Question 1 needs one option marked as correct.'],
    [
      'an empty key of several',
      { kind: 'multiple', answer: [] },
      'Question 1 needs at least one option marked as correct.',
    ],
    ['a word for true', { kind: 'truefalse', answer: 'yes' }, 'Question 1 needs true or false marked as correct.'],
    [
      'no accepted text',
      { kind: 'short', answer: { texts: [''] } },
      'Question 1 needs 1 to 20 accepted answers of at most 200 characters.',
    ],
    [
      'a picture that is a script',
      { figure: { image: 'javascript:alert(1)' } },
      'Question 1 has an image that can’t be shown.',
    ],
  ];
  test.each(broken)('a question with %s is refused', async (_, change, message) => {
    const outcome = await world.attempt('instructor', 'select public.save_quiz($1, $2, $3, 1)', [
      ids.quiz,
      '{}',
      JSON.stringify([{ ...questions[0], ...change }]),
    ]);
    expect(outcome).toMatchObject({ refused: 'invalid', message });
  });
  test.each([
    '{"pass_mark": 101}',
    '{"attempts_allowed": -1}',
    '{"time_limit_seconds": 5}',
    '{"feedback": "all"}',
    '{"pass_mark": "x"}',
    '{"pass_mark": 99999}',
  ])('settings %s are refused', async (settings) => {
    expect(
      await world.attempt('instructor', 'select public.save_quiz($1, $2, $3, 1)', [ids.quiz, settings, '[]']),
    ).toMatchObject({ refused: 'invalid' });
  });

  test('a question of another quiz cannot be taken over by its id', async () => {
    const otherLesson = (
      await world.sql.query<{ id: string }>(
        `with l as (insert into public.lessons (account_id, course_id, section_id, title, slug, kind)
         select account_id, course_id, section_id, 'Other', 'other', 'quiz' from public.lessons where id = $1 returning id) select id from l`,
        [ids.lesson],
      )
    )[0]?.id;
    const outcome = await world.attempt(
      'instructor',
      'select public.save_quiz((select id from public.quizzes where lesson_id = $1), $2, $3, 0)',
      [otherLesson, '{}', JSON.stringify(questions)],
    );
    expect(outcome).toMatchObject({ refused: 'invalid', message: 'The list includes a question of another quiz.' });
  });

  test('saving counts questions and points, keeps the order, and removes what is not in the list', async () => {
    const outcome = await world.attempt(
      'instructor',
      `with s as (select public.save_quiz($1, '{"time_limit_seconds": 600}', $2, 1) as version) select version from s`,
      [ids.quiz, JSON.stringify([questions[1]])],
    );
    expect(outcome).toEqual({ rows: [{ version: 2 }] });
    const rows = await world.database
      .as(world.caller('instructor'))
      .query('select question_count, points, version from public.quizzes where id = $1', [ids.quiz]);
    expect(rows).toEqual([{ question_count: 2, points: 3, version: 1 }]);
  });
});
