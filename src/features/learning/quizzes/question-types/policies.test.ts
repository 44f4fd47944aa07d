import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import { type AnswerKey, gradeAnswer } from '../rules.ts';
import { clozeGaps, clozeProblems } from './rules.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const listed = (...texts: string[]) => texts.map((text, at) => ({ id: String.fromCharCode(97 + at), text }));
type Question = { points: number; kind: string; [field: string]: unknown };
const question = (kind: string, { points = 6, ...more }: { points?: number; [field: string]: unknown }): Question => ({
  id: crypto.randomUUID(),
  prompt: 'Which?',
  options: [],
  parts: {},
  ...more,
  kind,
  points,
});
const units = listed('m', 'cm', 'kg');
const length = question('numeric', {
  options: units,
  answer: { value: 1.5, tolerance: 2, is_percent: true, factors: { a: 1, b: 0.01, c: null } },
});
const plainNumber = question('numeric', { answer: { value: -0.3, tolerance: 0.1, is_percent: false, factors: {} } });
const matching = question('matching', {
  parts: { rows: listed('whale', 'robin', 'bat') },
  options: listed('mammal', 'bird', 'mammal ', 'fish'),
  answer: { a: 'a', b: 'b', c: 'c' },
});
const ordering = question('ordering', { options: listed('one', 'two', 'three', 'four') });
const cloze = question('cloze', {
  answer: { text: 'Paris is on the [[Seine|la Seine]], Rome on the [[*Tiber|Arno|Po]]; both are [[old]].' },
});
const essay = question('essay', { parts: { min_words: 10, max_words: 20 }, answer: { guide: 'Two ideas.' } });

const value = async <Value>(call: string, ...values: unknown[]): Promise<Value> => {
  const list = values.map((_, at) => `$${at + 1}::jsonb`).join(', ');
  const [row] = await world.sql.query<{ value: Value }>(
    `select private.${call}(${list}) as value`,
    values.map((item) => JSON.stringify(item)),
  );
  return row?.value as Value;
};
/** A question as it stands on a paper: with its options, its parts and its key as they are stored. */
const stored = async (given: Question) => ({
  ...given,
  options: await value<object[]>('question_options', given),
  parts: await value<object>('question_parts', given),
  key: await value<AnswerKey>('question_key', given),
});
const points = async (given: Question, answer: unknown) => {
  const { kind, key, options } = await stored(given);
  const [row] = await world.sql.query<{ points: number | null }>(
    'select private.grade_answer($1, $2, $3, $4, $5)::float as points',
    [kind, JSON.stringify(key), JSON.stringify(options), given.points, JSON.stringify(answer)],
  );
  return row?.points;
};

test.each(['visitor', 'student', 'instructor', 'owner', 'atelierOwner'] as Person[])(
  '%s calls none of the functions that know what is right',
  async (person) => {
    for (const call of [
      `grade_cloze('{}', 1, '{}')`,
      `grade_matching('{}', 1, '{}')`,
      `question_key('{}')`,
      `paper_question('ordering', '[]', '[]', false)`,
      `cloze_gaps('[[a]]')`,
    ])
      expect(await world.attempt(person, `select private.${call}`), call).toMatchObject({ refused: '42501' });
  },
);

describe('a question', () => {
  test.each([
    ['a number', length],
    ['a number without units', plainNumber],
    ['pairs', matching],
    ['an order', ordering],
    ['gaps', cloze],
    ['an essay', essay],
  ])('of %s can be saved', async (_, given) => {
    expect(await value('question_problem', given)).toBeNull();
  });

  test.each([
    ['no number', { ...length, answer: { value: null, tolerance: 0, factors: {} } }, 'right number'],
    ['a number as text', { ...length, answer: { value: '1', tolerance: 0, factors: { a: 1 } } }, 'right number'],
    ['a tolerance below 0', { ...plainNumber, answer: { value: 1, tolerance: -1, factors: {} } }, 'tolerance'],
    ['no right unit', { ...length, answer: { value: 1, tolerance: 0, factors: { a: null } } }, 'factor'],
    ['a factor of 0', { ...length, answer: { value: 1, tolerance: 0, factors: { a: 0 } } }, 'factor'],
    ['one row', { ...matching, parts: { rows: listed('whale') } }, 'rows'],
    ['a row without a match', { ...matching, answer: { a: 'a', b: 'b' } }, 'rows'],
    ['a match that is no option', { ...matching, answer: { a: 'a', b: 'b', c: 'z' } }, 'rows'],
    ['one item', { ...ordering, options: listed('one') }, '2 to 12 options'],
    ['no gap', { ...cloze, answer: { text: 'No gap here.' } }, 'gaps'],
    ['an empty gap', { ...cloze, answer: { text: 'An [[]] one' } }, 'gaps'],
    ['21 gaps', { ...cloze, answer: { text: '[[a]] '.repeat(21) } }, 'gaps'],
    ['two stars in a gap', { ...cloze, answer: { text: '[[*a|*b|c]]' } }, 'star'],
    ['a star alone', { ...cloze, answer: { text: '[[*a]]' } }, 'star'],
    ['more words than it allows', { ...essay, parts: { min_words: 20, max_words: 10 } }, 'words'],
    ['words that are no number', { ...essay, parts: { min_words: 'many' } }, 'words'],
  ])('with %s is refused', async (_, given, sentence) => {
    expect(await value('question_problem', given)).toContain(sentence);
  });

  test('with gaps shows a student what stands between them, and its choices by the alphabet', async () => {
    expect((await stored(cloze)).parts).toEqual({
      segments: [
        { text: 'Paris is on the ' },
        { gap: '1' },
        { text: ', Rome on the ' },
        { gap: '2', choices: ['Arno', 'Po', 'Tiber'] },
        { text: '; both are ' },
        { gap: '3' },
        { text: '.' },
      ],
    });
  });

  test('with the same match twice has it once', async () => {
    const { options, key } = await stored(matching);
    expect(options).toEqual(listed('mammal', 'bird', 'x', 'fish').filter(({ text }) => text !== 'x'));
    expect(key).toEqual({ a: 'a', b: 'b', c: 'a' });
  });
});

describe('an answer', () => {
  test.each([
    ['a number', length, { value: 150, unit: 'b' }, true],
    ['a number of no unit yet', length, { value: 150, unit: null }, true],
    ['a text for a number', length, { value: '150', unit: 'b' }, false],
    ['a unit that is none', length, { value: 1, unit: 'z' }, false],
    ['more than a number', length, { value: 1, unit: 'a', is_right: true }, false],
    ['a number beyond limits', plainNumber, { value: 1e16 }, false],
    ['some pairs', matching, { a: 'b' }, true],
    ['a row that is none', matching, { z: 'a' }, false],
    ['a match that is none', matching, { a: 'c' }, false],
    ['an order', ordering, ['d', 'c', 'b', 'a'], true],
    ['an order without an item', ordering, ['d', 'c', 'b'], false],
    ['an order with an item twice', ordering, ['d', 'c', 'b', 'b'], false],
    ['an order with another item', ordering, ['d', 'c', 'b', 'z'], false],
    ['some gaps', cloze, { '1': 'anything', '2': 'Po' }, true],
    ['a choice that is none', cloze, { '2': 'Danube' }, false],
    ['a gap that is none', cloze, { '9': 'x' }, false],
    ['too long a gap', cloze, { '1': 'x'.repeat(201) }, false],
    ['an essay', essay, 'x '.repeat(9_999), true],
    ['too long an essay', essay, 'x'.repeat(20_001), false],
    ['a list for an essay', essay, ['x'], false],
    ['nothing', matching, null, true],
  ])('%s', async (_, given, answer, fits) => {
    expect(await value('fits_question', await stored(given), answer)).toBe(fits);
  });
});

describe('points', () => {
  test.each([
    ['the number in its first unit', length, { value: 1.5, unit: 'a' }, 6],
    ['the number in another right unit', length, { value: 150, unit: 'b' }, 6],
    ['at the edge of two percent', length, { value: 1.53, unit: 'a' }, 6],
    ['beyond two percent', length, { value: 1.531, unit: 'a' }, 0],
    ['the number in a wrong unit', length, { value: 1.5, unit: 'c' }, 0],
    ['the number without its unit', length, { value: 1.5, unit: null }, 0],
    ['a number below 0 at the edge, as people write decimals', plainNumber, { value: -0.4 }, 6],
    ['the other sign', plainNumber, { value: 0.3 }, 0],
    ['all pairs', matching, { a: 'a', b: 'b', c: 'a' }, 6],
    ['two of three pairs', matching, { a: 'a', b: 'b', c: 'b' }, 4],
    ['one pair and nothing more', matching, { b: 'b' }, 2],
    ['the right order', ordering, ['a', 'b', 'c', 'd'], 6],
    ['two items changed places', ordering, ['a', 'c', 'b', 'd'], 3],
    ['moved by one', ordering, ['b', 'c', 'd', 'a'], 0],
    ['all gaps, in any case', cloze, { '1': ' SEINE', '2': 'Tiber', '3': 'Old.' }, 6],
    ['another accepted text', cloze, { '1': 'la seine', '2': 'Arno' }, 2],
    ['no gap', cloze, {}, 0],
    ['an essay, which nobody has read', essay, 'Long thoughts', null],
    ['an essay that is not there', essay, null, 0],
  ])('of %s', async (_, given, answer, earned) => {
    expect(await points(given, answer)).toBe(earned);
  });

  test('of generated orders and pairs are the share that is at its place', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const cases = fc.sample(
      fc.integer({ min: 2, max: 7 }).chain((count) => {
        const some = ids.slice(0, count);
        return fc.record({
          points: fc.integer({ min: 1, max: 100 }),
          key: fc.shuffledSubarray(some, { minLength: count }),
          order: fc.shuffledSubarray(some, { minLength: count }),
          pairs: fc.array(fc.constantFrom(...some), { minLength: count, maxLength: count }),
        });
      }),
      { numRuns: 300, seed: 20261126 },
    );
    const rows = await world.sql.query<{ ordered: number; paired: number }>(
      `select private.grade_ordering(c -> 'key', (c ->> 'points')::int, c -> 'order')::float as ordered,
          private.grade_matching((select jsonb_object_agg(n, k) from jsonb_array_elements(c -> 'key') with ordinality t (k, n)), (c ->> 'points')::int,
            (select jsonb_object_agg(n, k) from jsonb_array_elements(c -> 'pairs') with ordinality t (k, n)))::float as paired
         from jsonb_array_elements($1) with ordinality t (c, at) order by at`,
      [JSON.stringify(cases)],
    );
    const share = (given: string[], key: string[], all: number) =>
      Math.round((all * 100 * given.filter((id, at) => key[at] === id).length) / key.length) / 100;
    expect(rows).toEqual(
      cases.map(({ points: all, key, order, pairs }) => ({
        ordered: share(order, key, all),
        paired: share(pairs, key, all),
      })),
    );
  });

  test.each([
    ['f/*', 'f/2.8', 1],
    ['*light*', 'the LIGHT of day', 1],
    ['100%', '100%', 1],
    ['100%', '1000', 0],
    ['a_b', 'acb', 0],
    ['f/*', 'g/2', 0],
  ])('of the pattern %s for %s', async (accepted, given, earned) => {
    const short = question('short', { points: 1, answer: { texts: [accepted], is_pattern: true } });
    expect(await points(short, given)).toBe(earned);
    const key = { texts: [accepted], keep_case: false, keep_marks: false, is_pattern: true };
    expect(gradeAnswer({ kind: 'short', points: 1, options: [], key }, given).earned).toBe(earned);
  });
});

test.each([
  ['ordering', ordering],
  ['matching', matching],
])('on paper the ids of %s tell nothing of what is right, and the key is theirs', async (kind, given) => {
  const { options, key } = await stored(given);
  const rows = await world.sql.query<{
    paper: { options: { id: string; text: string }[]; key: AnswerKey };
    points: number;
  }>(
    `select p.paper, private.grade_answer($1, p.paper -> 'key', p.paper -> 'options', 6, p.paper -> 'key')::float as points
       from (select private.paper_question($1, $2, $3, false) as paper from generate_series(1, 40)) p`,
    [kind, JSON.stringify(options), JSON.stringify(key)],
  );
  const textsOf = (from: { id: string; text: string }[], right: AnswerKey) =>
    Object.entries(right).map(([at, id]) => [at, from.find((option) => option.id === id)?.text]);
  for (const { paper, points: earned } of rows) {
    expect(paper.options.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'].slice(0, options.length));
    expect(textsOf(paper.options, paper.key)).toEqual(textsOf(options as { id: string; text: string }[], key));
    expect(earned).toBe(6);
  }
  // As a student sees it, each order comes up; none says by its ids which one is right.
  expect(new Set(rows.map(({ paper }) => JSON.stringify(paper.key))).size).toBeGreaterThan(1);
});

test('an ordering question is never shown in its right order', async () => {
  const options = listed('one', 'two');
  const rows = await world.sql.query<{ items: object[] }>(
    'select private.shuffled_items($1) as items from generate_series(1, 40)',
    [JSON.stringify(options)],
  );
  for (const { items } of rows) expect(items).toEqual(options.toReversed());
});

test('the editor reads the gaps of a text as the database does', async () => {
  const part = fc.constantFrom('[[', ']]', '|', '*', 'Paris', ' ', 'x', ']', '[');
  const texts = fc.sample(fc.array(part, { maxLength: 14 }), { numRuns: 400, seed: 7 }).map((parts) => parts.join(''));
  const rows = await world.sql.query<{ gaps: number; problem: string | null }>(
    `select (select count(*)::int from private.cloze_gaps(t)) as gaps,
        private.cloze_problem(jsonb_build_object('answer', jsonb_build_object('text', t))) as problem
       from jsonb_array_elements_text($1) with ordinality k (t, n) order by n`,
    [JSON.stringify(texts)],
  );
  expect(rows.map(({ gaps, problem }) => ({ gaps, isFine: problem === null }))).toEqual(
    texts.map((text) => ({ gaps: clozeGaps(text).length, isFine: clozeProblems({ text }).length === 0 })),
  );
});
