import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asKind, dropOption, markRight, newQuestion, type QuestionDraft, questionProblems } from './drafts/rules.ts';
import { freeOptionId, gradeAnswer, normalizeAnswer, type StudentAnswer } from './rules.ts';

const options = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, text: id.toUpperCase() }));
const eightOptions = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => ({ id, text: id }));
const multiple = (key: string[], points: number, count = 5) =>
  ({ kind: 'multiple', points, options: options.slice(0, count), key }) as const;

describe('golden scores', () => {
  const short = {
    kind: 'short',
    points: 2,
    options: [],
    key: { texts: ['Ägypten', '1/60 s'], keep_case: false, keep_marks: false },
  } as const;
  const cases: [string, Parameters<typeof gradeAnswer>[0], StudentAnswer, number][] = [
    ['the right option', { kind: 'single', points: 3, options, key: 'b' }, 'b', 3],
    ['a wrong option', { kind: 'single', points: 3, options, key: 'b' }, 'c', 0],
    ['no option', { kind: 'single', points: 3, options, key: 'b' }, null, 0],
    ['true where it is true', { kind: 'truefalse', points: 1, options: [], key: true }, true, 1],
    ['false where it is false', { kind: 'truefalse', points: 1, options: [], key: false }, false, 1],
    ['false where it is true', { kind: 'truefalse', points: 1, options: [], key: true }, false, 0],
    ['both of two right ones', multiple(['a', 'b'], 2), ['b', 'a'], 2],
    ['one of two right ones', multiple(['a', 'b'], 2), ['a'], 1],
    ['two right and one of three wrong', multiple(['a', 'b'], 3), ['a', 'b', 'c'], 2],
    ['one right and one wrong of three', multiple(['a', 'b'], 6), ['a', 'e'], 1],
    ['more wrong than right', multiple(['a', 'b'], 6), ['a', 'c', 'd'], 0],
    ['everything', multiple(['a', 'b', 'c'], 5), ['a', 'b', 'c', 'd', 'e'], 0],
    ['one of three right ones, thirds to hundredths', multiple(['a', 'b', 'c'], 1), ['a'], 0.33],
    ['two of three right ones', multiple(['a', 'b', 'c'], 1), ['a', 'b'], 0.67],
    [
      'a half hundredth rounds up',
      { kind: 'multiple', points: 1, options: eightOptions, key: eightOptions.map(({ id }) => id) },
      ['a'],
      0.13,
    ],
    ['where all are right, each earns', multiple(['a', 'b', 'c', 'd'], 2, 4), ['a', 'b', 'c'], 1.5],
    ['an empty choice', multiple(['a'], 2), [], 0],
    ['a text in another case, without marks', short, '  agypten. ', 2],
    ['a text with other space', short, '1/60   S', 2],
    ['an accepted text typed with a fraction slash', short, '1⁄60 s', 2],
    ['another text', short, '1/30 s', 0],
  ];
  test.each(cases)('%s', (_, question, answer, earned) => {
    expect(gradeAnswer(question, answer).earned).toBe(earned);
  });

  test('an answer is right exactly when it earns all its points, and earns no less than nothing', () => {
    fc.assert(
      fc.property(
        fc.subarray(['a', 'b', 'c', 'd', 'e'], { minLength: 1 }),
        fc.subarray(['a', 'b', 'c', 'd', 'e']),
        fc.integer({ min: 1, max: 100 }),
        (key, answer, points) => {
          const grade = gradeAnswer(multiple(key, points), answer);
          expect(grade.earned).toBeGreaterThanOrEqual(0);
          expect(grade.earned).toBeLessThanOrEqual(points);
          expect(grade.isRight).toBe([...key].sort().join() === [...answer].sort().join());
        },
      ),
    );
  });
});

describe('short answers', () => {
  const ignoreBoth = { keep_case: false, keep_marks: false };
  test.each([
    ['Éclair', 'eclair'],
    ['  f/8 ', 'F/8'],
    ['ΟΔΟΣ', 'οδος'],
    ['İstanbul', 'istanbul'],
    ['الضَّوْء', 'الضوء'],
    ['٦٠', '60'],
    ['۱۲', '12'],
    ['it’s', "it's"],
    ['two\u00A0stops', 'two stops'],
    ['½', '1/2'],
  ])('%s is as good as %s', (a, b) => expect(normalizeAnswer(a, ignoreBoth)).toBe(normalizeAnswer(b, ignoreBoth)));

  test('case and marks count where the author says so', () => {
    expect(normalizeAnswer('Éa', { keep_case: true, keep_marks: false })).not.toBe(
      normalizeAnswer('éa', { keep_case: true, keep_marks: false }),
    );
    expect(normalizeAnswer('Éa', { keep_case: false, keep_marks: true })).not.toBe(
      normalizeAnswer('Ea', { keep_case: false, keep_marks: true }),
    );
  });
});

describe('what an author still has to do', () => {
  const draft: QuestionDraft = {
    id: 'x',
    kind: 'single',
    prompt: 'Which?',
    figure: null,
    points: 1,
    options: options.slice(0, 2),
    parts: {},
    answer: 'a',
    explanation: '',
  };
  test.each([
    [{}, []],
    [{ prompt: ' ' }, ['prompt']],
    [{ points: 0 }, ['points']],
    [{ options: options.slice(0, 1) }, ['options']],
    [{ options: [...options.slice(0, 1), { id: 'b', text: ' ' }] }, ['optionText']],
    [{ options: [...options.slice(0, 1), { id: 'b', text: 'A ' }] }, ['optionTwice']],
    [{ answer: 'z' }, ['right']],
    [{ answer: null }, ['right']],
    [{ kind: 'multiple', answer: [] }, ['right']],
    [{ kind: 'truefalse', options: [], answer: false }, []],
    [{ kind: 'short', options: [], answer: { texts: ['f/8'], keep_case: false, keep_marks: false } }, []],
    [{ kind: 'short', options: [], answer: { texts: [], keep_case: false, keep_marks: false } }, ['accepted']],
  ] as [Partial<QuestionDraft>, string[]][])('%j', (change, problems) =>
    expect(questionProblems({ ...draft, ...change })).toEqual(problems),
  );
  test('a new option gets a free letter', () => expect(freeOptionId([{ id: 'a' }, { id: 'c' }])).toBe('b'));
});

describe('writing a question', () => {
  const single = { ...newQuestion('x', 'single'), options: options.slice(0, 3), answer: 'b' };
  test('as several choices it keeps its options and what was right, and back again', () => {
    const multipleChoice = asKind(single, 'multiple');
    expect(multipleChoice).toMatchObject({ kind: 'multiple', options: single.options, answer: ['b'] });
    expect(asKind(multipleChoice, 'single')).toEqual(single);
  });
  test('as a text it keeps its words, and has no options', () => {
    expect(asKind({ ...single, prompt: 'Why?' }, 'short')).toMatchObject({
      prompt: 'Why?',
      options: [],
      answer: { texts: [] },
    });
    expect(asKind(asKind(single, 'truefalse'), 'single').options).toHaveLength(4);
  });
  test('one mark moves, several gather', () => {
    expect(markRight(single, 'a', true).answer).toBe('a');
    expect(markRight(asKind(single, 'multiple'), 'a', true).answer).toEqual(['b', 'a']);
    expect(markRight(asKind(single, 'multiple'), 'b', false).answer).toEqual([]);
  });
  test('an option that goes takes its mark with it, and no other', () => {
    expect(dropOption(single, 'b')).toMatchObject({ answer: null, options: [{ id: 'a' }, { id: 'c' }] });
    expect(dropOption(single, 'a')).toMatchObject({ answer: 'b' });
    expect(dropOption(asKind(single, 'multiple'), 'b').answer).toEqual([]);
  });
});
