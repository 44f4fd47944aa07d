import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openQuizRoom, type QuizRoom } from '#tests/db/quiz-room.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import type { QuestionDraft } from '../drafts/rules.ts';
import { newQuestion, questionProblems } from '../drafts/rules.ts';
import type { AnswerKey } from '../rules.ts';
import { holds, labelsOf, newRegion, placeOf, type Region, withCorner } from './rules.ts';

let world: World;
let room: QuizRoom;
beforeAll(async () => {
  world = await openWorld();
  room = await openQuizRoom(world);
});
afterAll(() => world.close());

const listed = (...texts: string[]) => texts.map((text, at) => ({ id: String.fromCharCode(97 + at), text }));
const figure = { image: '/storage/v1/object/public/files/lens.svg', alt: 'A lens from the side' };
type Question = Record<string, unknown> & { kind: string; points: number };
const base = { prompt: 'Where?', options: [], figure, explanation: 'At the front.' };
const regions: Region[] = [
  {
    id: 'a',
    text: 'ring',
    shape: 'rectangle',
    points: [
      [30, 40],
      [10, 20],
    ],
  },
  {
    id: 'b',
    text: 'glass',
    shape: 'circle',
    points: [
      [70, 50],
      [80, 50],
    ],
  },
  {
    id: 'c',
    text: 'shade',
    shape: 'polygon',
    points: [
      [10, 70],
      [40, 70],
      [40, 95],
      [25, 80],
      [10, 95],
    ],
  },
];
const hotspot: Question = {
  ...base,
  id: idOf(1),
  kind: 'hotspot',
  points: 6,
  parts: { ratio: 2, description: 'The ring is at the left.' },
  answer: { regions },
};
const labels: Question = {
  ...base,
  id: idOf(2),
  kind: 'labels',
  points: 4,
  parts: { ratio: 2, rows: listed('at the front', 'behind it').map((row, at) => ({ ...row, x: 20 + at, y: 30 })) },
  options: listed('hood', 'mount', 'shutter'),
  answer: { a: 'a', b: 'b' },
};

function idOf(n: number): string {
  return `00000000-0000-7000-8000-0000000f10${String(n).padStart(2, '0')}`;
}

const value = async <Value>(call: string, ...values: unknown[]): Promise<Value> => {
  const list = values.map((_, at) => `$${at + 1}::jsonb`).join(', ');
  const [row] = await world.sql.query<{ value: Value }>(
    `select private.${call}(${list}) as value`,
    values.map((item) => JSON.stringify(item)),
  );
  return row?.value as Value;
};
const stored = async (question: Question) => ({
  ...question,
  options: await value<object[]>('question_options', question),
  parts: await value<object>('question_parts', question),
  key: await value<AnswerKey>('question_key', question),
});
const points = async (question: Question, answer: unknown) => {
  const { kind, key, options } = await stored(question);
  const [row] = await world.sql.query<{ points: number | null }>(
    'select private.grade_answer($1, $2, $3, $4, $5)::float as points',
    [kind, JSON.stringify(key), JSON.stringify(options), question.points, JSON.stringify(answer)],
  );
  return row?.points;
};
const draft = (question: Question) => ({ ...newQuestion('x', 'single'), ...question }) as QuestionDraft;
const markers = (...places: [number, number][]) => ({ markers: places.map(([x, y]) => ({ x, y })) });

test.each(['visitor', 'student', 'instructor', 'owner', 'atelierOwner'] as Person[])(
  '%s calls none of the functions that know where the regions are',
  async (person) => {
    for (const call of [`grade_hotspot('{}', 1, '{}')`, `hotspot_key('{}')`, `region_holds('{}', 1, 1, 1)`])
      expect(await world.attempt(person, `select private.${call}`), call).toMatchObject({ refused: '42501' });
  },
);

describe('a question on an image', () => {
  test.each([
    ['regions', hotspot],
    ['labels', labels],
  ])('of %s can be saved', async (_, question) => {
    expect(await value('question_problem', question)).toBeNull();
    expect(questionProblems(draft(question))).toEqual([]);
  });

  const withRegion = (region: object) => ({ ...hotspot, answer: { regions: [{ ...regions[0], ...region }] } });
  test.each<[string, Question, string, string]>([
    ['no image', { ...hotspot, figure: null }, 'alternative text', 'image'],
    ['an image without alternative text', { ...labels, figure: { ...figure, alt: ' ' } }, 'alternative text', 'image'],
    ['an image of no ratio', { ...hotspot, parts: { description: 'x' } }, 'alternative text', 'image'],
    ['no description', { ...hotspot, parts: { ratio: 1, description: ' ' } }, 'description', 'description'],
    ['no region', { ...hotspot, answer: { regions: [] } }, 'regions', 'regions'],
    ['a region without a name', withRegion({ text: '' }), 'regions', 'regions'],
    [
      'a rectangle without a height',
      withRegion({
        points: [
          [1, 5],
          [20, 5],
        ],
      }),
      'regions',
      'regions',
    ],
    ['a circle of one point', withRegion({ shape: 'circle', points: [[5, 5]] }), 'regions', 'regions'],
    [
      'a polygon of two corners',
      withRegion({
        shape: 'polygon',
        points: [
          [1, 1],
          [9, 9],
        ],
      }),
      'regions',
      'regions',
    ],
    ['one place', { ...labels, parts: { ratio: 1, rows: [{ id: 'a', text: 'x', x: 1, y: 1 }] } }, 'places', 'labels'],
    ['a place that is nowhere', { ...labels, parts: { ratio: 1, rows: listed('x', 'y') } }, 'places', 'labels'],
  ])('with %s is refused, here and in the editor', async (_, question, sentence, problem) => {
    expect(await value('question_problem', question)).toContain(sentence);
    expect(questionProblems(draft(question))).toContain(problem);
  });

  test.each([
    [
      'a place beyond the image',
      withRegion({
        points: [
          [1, 1],
          [101, 50],
        ],
      }),
    ],
    [
      'a place that is a text',
      withRegion({
        points: [
          ['1', 1],
          [9, 50],
        ],
      }),
    ],
    ['a shape that is none', withRegion({ shape: 'star' })],
    [
      '13 regions',
      { ...hotspot, answer: { regions: Array.from({ length: 13 }, (_, at) => ({ ...regions[0], id: `r${at}` })) } },
    ],
  ])('with %s is refused', async (_, question) => {
    expect(await value('question_problem', question)).toContain('1 to 12 regions');
  });

  test('shows a student how many markers there are and where labels belong, and nothing of what is right', async () => {
    expect((await stored(hotspot)).parts).toEqual({ ratio: 2, description: 'The ring is at the left.', markers: 3 });
    expect((await stored(labels)).parts).toEqual(labels.parts);
  });
});

describe('an answer', () => {
  test.each<[string, Question, unknown, boolean]>([
    ['a marker', hotspot, markers([1, 2]), true],
    ['a marker for each region', hotspot, markers([1, 2], [3, 4], [100, 0.5]), true],
    ['one marker too many', hotspot, markers([1, 2], [3, 4], [5, 6], [7, 8]), false],
    ['no marker', hotspot, { markers: [] }, false],
    ['a marker beyond the image', hotspot, markers([101, 2]), false],
    ['a marker that is a text', hotspot, { markers: [{ x: '1', y: 2 }] }, false],
    ['more than markers', hotspot, { ...markers([1, 2]), score: 1 }, false],
    ['a list', hotspot, ['a'], false],
    ['nothing', hotspot, null, true],
    ['a label on a place', labels, { a: 'c' }, true],
    ['a label that is none', labels, { a: 'z' }, false],
    ['a place that is none', labels, { z: 'a' }, false],
  ])('%s', async (_, question, answer, fits) => {
    expect(await value('fits_question', await stored(question), answer)).toBe(fits);
  });
});

describe('points', () => {
  test.each<[string, Question, unknown, number]>([
    ['a marker in each region', hotspot, markers([20, 30], [70, 50], [25, 75]), 6],
    ['two of three', hotspot, markers([20, 30], [70, 50], [60, 90]), 4],
    ['markers in one region', hotspot, markers([20, 30], [21, 31], [22, 32]), 2],
    ['the edge of a rectangle', hotspot, markers([30, 40]), 2],
    // The image is twice as wide as high: as far up as across are twice as many percent.
    ['a circle that is round on the image', hotspot, markers([70, 69]), 2],
    ['beyond that circle', hotspot, markers([70, 71]), 0],
    ['the notch of a polygon', hotspot, markers([25, 90]), 0],
    ['all labels', labels, { a: 'a', b: 'b' }, 4],
    ['one label', labels, { a: 'a', b: 'c' }, 2],
    ['no label', labels, {}, 0],
  ])('of %s', async (_, question, answer, earned) => {
    expect(await points(question, answer)).toBe(earned);
  });

  test('of generated regions and markers are what the result shows', async () => {
    const whole = fc.integer({ min: 0, max: 100 });
    const place = fc.tuple(whole, whole);
    const region = fc
      .constantFrom('rectangle' as const, 'circle' as const, 'polygon' as const)
      .chain((shape) =>
        fc
          .array(place, { minLength: shape === 'polygon' ? 3 : 2, maxLength: shape === 'polygon' ? 8 : 2 })
          .map((corners): Region => ({ id: 'a', text: 'x', shape, points: corners })),
      );
    const cases = fc.sample(fc.record({ region, ratio: fc.constantFrom(0.5, 1, 1.5, 3), place }), {
      numRuns: 600,
      seed: 20261210,
    });
    const rows = await world.sql.query<{ is_in: boolean }>(
      `select private.region_holds(c -> 'region', (c ->> 'ratio')::float, (c -> 'place' ->> 0)::float, (c -> 'place' ->> 1)::float) as is_in
         from jsonb_array_elements($1) with ordinality t (c, n) order by n`,
      [JSON.stringify(cases)],
    );
    const expected = cases.map((one) => holds(one.region, one.ratio, { x: one.place[0], y: one.place[1] }));
    expect(rows.map((row) => row.is_in)).toEqual(expected);
    expect(new Set(expected).size).toBe(2);
  });
});

describe('an attempt', () => {
  const begin = async () => {
    await world.sql.query(`select private.write_quiz(z.*, '{}', $2) from public.quizzes z where z.id = $1`, [
      room.quiz,
      JSON.stringify([hotspot, labels]),
    ]);
    return room.start();
  };
  const answer = (attempt: string, n: number, given: unknown) =>
    room.as('student', 'save_answer($1, $2, $3)', [attempt, idOf(n), JSON.stringify(given)]);

  test('is answered, graded and shown with its regions after it is submitted', async () => {
    const { attempt, questions } = await begin();
    expect(JSON.stringify(questions)).not.toContain('regions');
    const paper = questions.find((question) => question.id === idOf(2)) as {
      options: { id: string; text: string }[];
    };
    const labelId = (text: string) => paper.options.find((option) => option.text === text)?.id ?? '';
    await answer(attempt.id, 1, markers([20, 30], [70, 50]));
    await answer(attempt.id, 2, { a: labelId('hood'), b: labelId('shutter') });
    const result = await room.submit(attempt.id);
    expect(result.attempt).toMatchObject({ score: 6, points: 10 });
    expect(result.questions.map((question) => question.earned)).toEqual([4, 2]);
    expect(result.questions[0]).toMatchObject({ key: { ratio: 2, regions }, answer: markers([20, 30], [70, 50]) });
    await room.clear();
  });

  test.each([
    [
      'larger regions count today',
      {
        answer: {
          regions: [
            {
              ...regions[0],
              points: [
                [0, 0],
                [100, 100],
              ],
            },
            ...regions.slice(1),
          ],
        },
      },
      [2],
    ],
    [
      'another image says nothing of what was marked',
      {
        figure: { ...figure, image: '/storage/v1/other.svg' },
        answer: {
          regions: [
            {
              ...regions[0],
              points: [
                [0, 0],
                [100, 100],
              ],
            },
            ...regions.slice(1),
          ],
        },
      },
      [],
    ],
    [
      'another number of regions neither',
      {
        answer: {
          regions: [
            {
              ...regions[0],
              points: [
                [0, 0],
                [100, 100],
              ],
            },
          ],
        },
      },
      [],
    ],
  ])('is regraded: %s', async (_, change, scores) => {
    const { attempt } = await begin();
    await answer(attempt.id, 1, markers([50, 5]));
    expect((await room.submit(attempt.id)).attempt.score).toBe(0);
    await world.sql.query(`select private.write_quiz(z.*, '{}', $2) from public.quizzes z where z.id = $1`, [
      room.quiz,
      JSON.stringify([{ ...hotspot, ...change }, labels]),
    ]);
    const changes = await world.sql.query<{ score: number }>(
      'select c.score::float from public.quizzes z, private.regrade_changes(z.*) c where z.id = $1',
      [room.quiz],
    );
    expect(changes.map((row) => row.score)).toEqual(scores);
    await room.clear();
  });
});

test('what the editor begins with is whole once it is named', () => {
  for (const shape of ['rectangle', 'circle', 'polygon'] as const) {
    const region = { ...newRegion('a', shape), text: 'ring' };
    expect(questionProblems(draft({ ...hotspot, answer: { regions: [region] } }))).toEqual([]);
  }
  expect(withCorner(newRegion('a', 'polygon')).points).toHaveLength(4);
  expect(placeOf(-3, 100.04)).toEqual({ x: 0, y: 100 });
  const places = [
    { id: 'a', row: 'front', match: 'hood', x: 10, y: 20 },
    { id: 'b', row: 'back', match: 'mount', x: 90, y: 20 },
  ];
  expect(labelsOf(places, [{ id: '', text: 'shutter' }])).toEqual({
    options: [
      { id: 'a', text: 'hood' },
      { id: 'b', text: 'mount' },
      { id: 'x0', text: 'shutter' },
    ],
    rows: [
      { id: 'a', text: 'front', x: 10, y: 20 },
      { id: 'b', text: 'back', x: 90, y: 20 },
    ],
    answer: { a: 'a', b: 'b' },
  });
});
