import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import { type AnswerKey, gradeAnswer, normalizeAnswer } from '../rules.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const options = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: `Option ${id}` }));

test.each(['visitor', 'student', 'instructor', 'owner', 'atelierOwner'] as Person[])(
  '%s grades nothing by themselves',
  async (person) => {
    for (const statement of [`grade_answer('single', '"a"', '[]', 1, '"a"')`, `normalize_answer('a', false, false)`]) {
      expect(await world.attempt(person, `select private.${statement}`), statement).toMatchObject({ refused: '42501' });
    }
  },
);

describe('rules.ts explains the score that the database gives', () => {
  const optionIds = ['a', 'b', 'c', 'd', 'e', 'f'];
  const trickyText = fc.string({
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
  const gradedCase = fc.oneof(
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
        options: fc.constant(optionIds.slice(0, count).map((id) => ({ id, text: id }))),
        key: fc.subarray(optionIds.slice(0, count), { minLength: 1 }),
        given: fc.option(fc.subarray(optionIds.slice(0, count)), { nil: null }),
      }),
    ),
    fc.record({
      kind: fc.constant('short' as const),
      points: fc.integer({ min: 1, max: 100 }),
      options: fc.constant([]),
      key: fc.record({
        texts: fc.array(trickyText, { minLength: 1, maxLength: 3 }),
        keep_case: fc.boolean(),
        keep_marks: fc.boolean(),
      }),
      given: trickyText,
    }),
  );

  test('for any question and answer', async () => {
    const cases = fc.sample(gradedCase, { numRuns: 600, seed: 20261121 });
    const rows = await world.sql.query<{ points: number }>(
      `select private.grade_answer(c ->> 'kind', c -> 'key', c -> 'options', (c ->> 'points')::int, c -> 'given')::float as points
         from jsonb_array_elements($1) with ordinality t (c, n) order by n`,
      [JSON.stringify(cases)],
    );
    const expected = cases.map(
      ({ given: answer, ...rest }) => gradeAnswer({ ...rest, key: rest.key as AnswerKey }, answer).earned,
    );
    expect(rows.map((row) => row.points)).toEqual(expected);
  });

  test('and what counts as the same short answer', async () => {
    const texts = fc.sample(fc.tuple(trickyText, fc.boolean(), fc.boolean()), { numRuns: 800, seed: 7 });
    const rows = await world.sql.query<{ plain: string }>(
      `select private.normalize_answer(c ->> 0, (c ->> 1)::boolean, (c ->> 2)::boolean) as plain from jsonb_array_elements($1) with ordinality t (c, n) order by n`,
      [JSON.stringify(texts)],
    );
    expect(rows.map((row) => row.plain)).toEqual(
      texts.map(([text, keep_case, keep_marks]) => normalizeAnswer(text, { keep_case, keep_marks })),
    );
  });
});

test('a lesson opens by the best result in a quiz, at least or below; without one by neither', async () => {
  const [quiz] = await world.sql.query<{ member_id: string; lesson_id: string; percent: number }>(
    `select a.member_id, z.lesson_id, floor(100.0 * max(a.score) / max(a.points))::int as percent
       from public.attempts a join public.quizzes z on z.id = a.quiz_id
      where a.account_id = $1 and a.submitted_at is not null and not a.is_trial group by a.member_id, z.lesson_id limit 1`,
    [world.demo],
  );
  const percent = quiz?.percent ?? -1;
  const met = async (limit: object, member = quiz?.member_id) => {
    const [row] = await world.sql.query<{ met: boolean }>(
      `select (private.check_grade_condition($1, $2, now(), now(), $3::jsonb) ->> 'met')::boolean as met`,
      [world.demo, member, JSON.stringify({ lesson: quiz?.lesson_id, ...limit })],
    );
    return row?.met;
  };
  expect(percent).toBeGreaterThan(0);
  expect([await met({ min: percent }), await met({ below: percent })]).toEqual([true, false]);
  expect([await met({ min: percent + 1 }), await met({ below: percent + 1 })]).toEqual([false, true]);
  const nobody = crypto.randomUUID();
  expect([await met({ min: 0 }, nobody), await met({ below: 100 }, nobody)]).toEqual([false, false]);
});
