import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openQuizRoom, type QuizRoom } from '#tests/db/quiz-room.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import { evaluate, parseFormula, type Step } from './rules.ts';

let world: World;
let room: QuizRoom;
beforeAll(async () => {
  world = await openWorld();
  room = await openQuizRoom(world);
});
afterAll(() => world.close());

const id = '00000000-0000-7000-8000-0000000f2001';
const variable = { name: 'x', min: 1, max: 10, decimals: 1 };
const question = (formula: string, more: object = {}, variables: object[] = [variable]) => ({
  id,
  kind: 'calculated',
  prompt: 'How much is twice {x}?',
  points: 4,
  options: [{ id: 'a', text: 'm' }],
  parts: { variables },
  answer: {
    formula,
    steps: stepsOf(formula),
    tolerance: 0,
    is_percent: false,
    factors: { a: 1 },
    ...more,
  },
});
const stepsOf = (formula: string) => parseFormula(formula, ['x', 'y']);
const problemOf = async (question: object) => {
  const [row] = await world.sql.query<{ problem: string | null }>('select private.question_problem($1) as problem', [
    JSON.stringify(question),
  ]);
  return row?.problem;
};

test.each(['visitor', 'student', 'instructor', 'owner', 'atelierOwner'] as Person[])(
  '%s calls none of the functions that know the formula',
  async (person) => {
    for (const call of [
      `formula_value('[]', '{}')`,
      `calculated_key('{}')`,
      `calculated_paper('calculated', '{}', '{}')`,
    ])
      expect(await world.attempt(person, `select private.${call}`), call).toMatchObject({ refused: '42501' });
  },
);

test('the database reckons any formula as the editor does', async () => {
  const { tree } = fc.letrec<{ tree: Step[]; leaf: Step[] }>((tie) => ({
    leaf: fc.oneof(
      fc.integer({ min: -20, max: 20 }).map((value): Step[] => [value / 4]),
      fc.constantFrom<Step[]>(['{x}'], ['{y}']),
    ),
    tree: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      tie('leaf'),
      fc
        .tuple(tie('tree'), fc.constantFrom('neg', 'sqrt', 'sin', 'cos', 'log', 'ln', 'exp', 'abs'))
        .map(([a, step]): Step[] => [...a, step]),
      fc
        .tuple(tie('tree'), tie('tree'), fc.constantFrom('+', '-', '*', '/', '^', 'min', 'max'))
        .map(([a, b, step]): Step[] => [...a, ...b, step]),
    ),
  }));
  const cases = fc.sample(
    fc.record({ steps: tree, x: fc.integer({ min: -8, max: 8 }), y: fc.constantFrom(0, 0.5, 3) }),
    {
      numRuns: 800,
      seed: 20261211,
    },
  );
  const rows = await world.sql.query<{ value: number | null }>(
    `select private.formula_value(c -> 'steps', c) as value from jsonb_array_elements($1) with ordinality t (c, n) order by n`,
    [JSON.stringify(cases)],
  );
  const outcomes = cases.map(({ steps, x, y }) => evaluate(steps, { x, y }));
  for (const [at, outcome] of outcomes.entries()) {
    const description = JSON.stringify(cases[at]);
    if ('problem' in outcome) expect(rows[at]?.value, description).toBeNull();
    else {
      const size = Math.max(1, Math.abs(outcome.value));
      expect(Math.abs(Number(rows[at]?.value) - outcome.value) / size, description).toBeLessThan(1e-9);
    }
  }
  expect(outcomes.filter((outcome) => 'value' in outcome).length).toBeGreaterThan(300);
  expect(outcomes.filter((outcome) => 'problem' in outcome).length).toBeGreaterThan(50);
});

test.each([
  ['three times a tenth', [0.1, 3, '*'], 0.3],
  ['round', [2.675, 2, 'round'], 2.68],
  ['round to whole numbers', [-2.5, 0, 'round'], -3],
  ['steps that leave two numbers', [1, 2], null],
  ['steps without a number', ['+'], null],
  ['a step that is none', [1, 2, 'drop'], null],
  ['a variable that is none', ['{q}'], null],
  ['too large a number', [1e15], null],
])('%s comes to the number it should, or to none', async (_, steps, value) => {
  const [row] = await world.sql.query<{ value: number | null }>('select private.formula_value($1, $2) as value', [
    JSON.stringify(steps),
    '{}',
  ]);
  expect(row?.value).toBe(value);
});

test.each<[string, object, string | null]>([
  ['a formula', question('{x} * 2'), null],
  ['no variable', question('2', {}, []), '1 to 10 variables'],
  ['a range upside down', question('{x}', {}, [{ ...variable, min: 11 }]), '1 to 10 variables'],
  ['a name twice', question('{x}', {}, [variable, variable]), '1 to 10 variables'],
  ['seven decimals', question('{x}', {}, [{ ...variable, decimals: 7 }]), '1 to 10 variables'],
  ['variables that are no list', { ...question('{x}'), parts: { variables: 'x' } }, '1 to 10 variables'],
  ['no formula', question('{x}', { formula: ' ' }), 'formula of its variables'],
  ['no steps', question('{x}', { steps: [] }), 'formula of its variables'],
  ['a division by zero at one end', question('1 / ({x} - 10)'), 'no number'],
  ['a division by zero between', question('1 / ({x} - 7)', {}, [{ ...variable, decimals: 0 }]), 'no number'],
  ['an unknown variable', question('{y}'), 'no number'],
  ['a tolerance below 0', question('{x}', { tolerance: -1 }), 'tolerance'],
  ['no right unit', question('{x}', { factors: { a: null } }), 'factor'],
])('%s: what may be saved', async (_, question, sentence) => {
  const problem = await problemOf(question);
  if (sentence === null) expect(problem).toBeNull();
  else expect(problem).toContain(sentence);
});

describe('an attempt', () => {
  const write = (question: object) =>
    world.sql.query(`select private.write_quiz(z.*, '{}', $2) from public.quizzes z where z.id = $1`, [
      room.quiz,
      JSON.stringify([question]),
    ]);
  const begin = async (question: object) => {
    await write(question);
    const state = await room.start();
    const [paper] = state.questions as { parts: { values: { x: number } } }[];
    return { attempt: state.attempt.id, paper, x: paper?.parts.values.x ?? Number.NaN };
  };
  const answer = (attempt: string, value: number) =>
    room.as('student', 'save_answer($1, $2, $3)', [attempt, id, JSON.stringify({ value, unit: 'a' })]);

  test('has values of its own, in the range and with the decimals of the variable, that stay after a reload', async () => {
    const seen = new Set<number>();
    for (let round = 0; round < 12; round++) {
      const { x, paper } = await begin(question('{x} * 2'));
      const again = await room.start();
      expect(again.questions[0]).toEqual(paper);
      expect([x >= 1, x <= 10, Number(x.toFixed(1)) === x]).toEqual([true, true, true]);
      expect(JSON.stringify(paper)).not.toMatch(/formula|steps|variables|tolerance/);
      seen.add(x);
      await room.clear();
    }
    expect(seen.size).toBeGreaterThan(3);
  });

  test.each([
    ['within the tolerance', (x: number) => 2 * x + 0.1, 4],
    ['beyond it', (x: number) => 2 * x + 0.11, 0],
  ])('is graded by its own number: %s', async (_, value, earned) => {
    const { attempt, x } = await begin(question('{x} * 2', { tolerance: 0.1 }));
    await answer(attempt, Number(value(x).toFixed(4)));
    const result = await room.submit(attempt);
    expect(result.attempt.score).toBe(earned);
    expect(result.questions[0]).toMatchObject({ parts: { values: { x } } });
    expect((result.questions[0] as { key: { value: number } }).key.value).toBeCloseTo(2 * x, 9);
    await room.clear();
  });

  test.each<[string, object, number[]]>([
    ['a corrected formula is reckoned with the values of the attempt', question('{x} * 3'), [4]],
    [
      'a variable that the attempt has not leaves it as it was',
      question('{x} * {y}', {}, [variable, { ...variable, name: 'y' }]),
      [],
    ],
  ])('is regraded: %s', async (_, corrected, scores) => {
    const { attempt, x } = await begin(question('{x} * 2', { tolerance: 0.01 }));
    await answer(attempt, Number((3 * x).toFixed(4)));
    expect((await room.submit(attempt)).attempt.score).toBe(0);
    await write(corrected);
    const changes = await world.sql.query<{ score: number }>(
      'select c.score::float from public.quizzes z, private.regrade_changes(z.*) c where z.id = $1',
      [room.quiz],
    );
    expect(changes.map((row) => row.score)).toEqual(scores);
    await room.clear();
  });
});
