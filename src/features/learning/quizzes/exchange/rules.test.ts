import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CalculatedKey, withSteps } from '../calculated/rules.ts';
import { newQuestion, type QuestionDraft, questionProblems } from '../drafts/rules.ts';
import { type Format, formats, type ImportReport, MAX_FILE_BYTES, Unreadable } from '../question-formats/rules.ts';
import { formatOf, readQuestions, writeQuestions } from './rules.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const names: Record<Format, string> = { gift: 'a.gift', moodle: 'a.xml', csv: 'a.csv', aiken: 'a.txt' };
const read = (format: Format, text: string) => readQuestions(names[format], bytes(text));

/** What a file is about: without ids, which are new each time. */
function meaningOf({ kind, prompt, points, options, parts, answer, explanation }: QuestionDraft) {
  const textOf = (id: string | undefined) => options.find((option) => option.id === id)?.text;
  const shared = { kind, prompt, points, explanation };
  const texts = options.map(({ text }) => text);
  const feedback = options.map((option) => option.feedback ?? '');
  if (kind === 'single') return { ...shared, texts, feedback, right: textOf(answer as string) };
  if (kind === 'multiple') return { ...shared, texts, feedback, right: (answer as string[]).map(textOf) };
  if (kind === 'ordering') return { ...shared, texts };
  if (kind === 'matching') {
    const key = answer as Record<string, string>;
    const used = new Set(Object.values(key).map(textOf));
    const rows = (parts.rows ?? []).map(({ id, text }) => [text, textOf(key[id])]);
    return { ...shared, rows, extras: texts.filter((text) => !used.has(text)) };
  }
  if (kind === 'calculated') {
    const { factors, formula, ...key } = answer as CalculatedKey;
    return { ...shared, texts, parts, key, factors: options.map(({ id }) => factors[id] ?? null) };
  }
  if (kind === 'numeric') {
    const { factors, ...key } = answer as { factors: Record<string, number | null> };
    return { ...shared, texts, key, factors: options.map(({ id }) => factors[id] ?? null) };
  }
  return { ...shared, parts: kind === 'cloze' ? {} : parts, answer };
}

const word = fc.string({
  unit: fc.constantFrom(...'aBéß光ض{}~#:\\%', '<b>', ...'&"\';, '),
  minLength: 1,
  maxLength: 8,
});
/** Texts begin and end with a letter: what stands around them is no part of them in any format. */
const text = word.map((inner) => `x${inner}x`);
const texts = (minLength: number) => fc.uniqueArray(text, { minLength, maxLength: 6 });
const listed = (values: readonly string[]) =>
  values.map((value, at) => ({ id: String.fromCharCode(97 + at), text: value }));
/** Some options have a feedback. */
const withFeedback = (item: QuestionDraft, feedback: readonly string[]): QuestionDraft => ({
  ...item,
  options: item.options.map((option, at) => ({ ...option, ...(feedback[at] && { feedback: feedback[at] }) })),
});
const feedbacks = fc.array(fc.oneof(fc.constant(''), text), { maxLength: 4 });
const question = (kind: QuestionDraft['kind'], more: Partial<QuestionDraft>): QuestionDraft => ({
  ...newQuestion('x', kind),
  ...more,
});
const base = fc.record({ prompt: text, points: fc.constant(1), explanation: fc.oneof(fc.constant(''), text) });
const single = fc
  .tuple(base, texts(2), fc.nat())
  .map(([shared, values, at]) =>
    question('single', { ...shared, options: listed(values), answer: 'abcdef'[at % values.length] ?? 'a' }),
  );
const multiple = fc.tuple(base, texts(3), fc.integer({ min: 2, max: 5 })).map(([shared, values, rights]) =>
  question('multiple', {
    ...shared,
    options: listed(values),
    answer: listed(values.slice(0, Math.min(rights, values.length - 1))).map(({ id }) => id),
  }),
);
const truefalse = fc.tuple(base, fc.boolean()).map(([shared, answer]) => question('truefalse', { ...shared, answer }));
const short = fc
  .tuple(base, texts(1))
  .map(([shared, values]) =>
    question('short', { ...shared, answer: { texts: values, keep_case: false, keep_marks: false, is_pattern: false } }),
  );
const essay = base.map((shared) =>
  question('essay', { ...shared, parts: { min_words: 0, max_words: null }, answer: { guide: '' } }),
);
const matching = fc.tuple(base, texts(2), texts(2)).map(([shared, rows, matches]) =>
  question('matching', {
    ...shared,
    parts: { rows: listed(rows) },
    options: listed(matches),
    answer: Object.fromEntries(listed(rows).map(({ id }, at) => [id, 'abcdef'[at % matches.length] ?? 'a'])),
  }),
);
const ordering = fc
  .tuple(base, texts(2))
  .map(([shared, values]) => question('ordering', { ...shared, options: listed(values), answer: [] }));
const numeric = fc
  .tuple(base, fc.integer({ min: -999, max: 999 }), fc.integer({ min: 0, max: 9 }))
  .map(([shared, value, tolerance]) =>
    question('numeric', { ...shared, answer: { value: value / 8, tolerance, is_percent: false, factors: {} } }),
  );
const calculated = fc
  .tuple(
    base,
    fc.constantFrom('{x} * {y}', '-{x} ^ 2 + ln({y})', 'round(sqrt({x}), 1) / {y}', 'log({x}) + min({x}, {y}, pi)'),
    fc.constantFrom(0, 0.5, 2),
    fc.boolean(),
  )
  .map(([shared, formula, tolerance, is_percent]) => {
    const variables = [
      { name: 'x', min: 1, max: 10, decimals: 0 },
      { name: 'y', min: 0.5, max: 1.5, decimals: 2 },
    ];
    const key = withSteps({ formula, steps: [], tolerance, is_percent, factors: { a: 1 } }, variables);
    return question('calculated', { ...shared, options: listed(['m']), parts: { variables }, answer: key });
  });
const gapText = fc
  .string({ unit: fc.constantFrom('a', 'é', '光', '#', '%', '{', ' '), minLength: 1, maxLength: 5 })
  .map((inner) => `y${inner}y`);
const cloze = fc
  .tuple(base, fc.uniqueArray(gapText, { minLength: 2, maxLength: 4 }), fc.boolean())
  .map(([{ prompt, explanation }, [right = '', ...others], isChoice]) =>
    question('cloze', {
      prompt,
      explanation,
      points: 1,
      answer: { text: `Now [[${isChoice ? '*' : ''}${[right, ...others].join('|')}]] it is.` },
    }),
  );

const fedBack = fc.tuple(fc.oneof(single, multiple), feedbacks).map(([item, feedback]) => withFeedback(item, feedback));

const writable: Record<Format, fc.Arbitrary<QuestionDraft>[]> = {
  gift: [single, fedBack, multiple, truefalse, short, essay, matching, numeric],
  moodle: [single, fedBack, multiple, truefalse, short, essay, matching, ordering, numeric, cloze, calculated],
  csv: [single, fedBack, multiple, truefalse, short, essay, matching, ordering, numeric, cloze, calculated],
  aiken: [single],
};

describe('what is exported is imported again', () => {
  test.each(formats)('as %s', (format) => {
    fc.assert(
      fc.property(fc.array(fc.oneof(...writable[format]), { minLength: 1, maxLength: 6 }), (questions) => {
        // Aiken has neither points nor explanations.
        const sent = format === 'aiken' ? questions.map((item) => ({ ...item, explanation: '' })) : questions;
        const { text: file, left } = writeQuestions(format, sent);
        const report = read(format, file);
        expect(report.left).toEqual([]);
        expect(report.taken.flatMap(({ changes }) => changes)).toEqual([]);
        expect(report.taken.map((item) => meaningOf(item.question))).toEqual(
          sent
            .filter((item) => !left.includes(item))
            .map((item) => JSON.parse(JSON.stringify(meaningOf(flat(format, item))))),
        );
      }),
      { numRuns: 150, seed: 20261126 },
    );
  });

  test('what a format has no form for is told, not lost in silence', () => {
    const questions = [ordering, cloze, calculated, single].map(
      (kind) => fc.sample(kind, { numRuns: 1, seed: 3 })[0] as QuestionDraft,
    );
    const others = ['ordering', 'cloze', 'calculated'];
    expect(writeQuestions('gift', questions).left.map(({ kind }) => kind)).toEqual(others);
    expect(writeQuestions('aiken', questions).left.map(({ kind }) => kind)).toEqual(others);
    expect(writeQuestions('moodle', questions).left).toEqual([]);
  });

  test('units keep what each is in the first', () => {
    const metres = question('numeric', {
      prompt: 'How long?',
      options: listed(['m', 'cm']),
      answer: { value: 2, tolerance: 0.5, is_percent: false, factors: { a: 1, b: 0.01 } },
    });
    for (const format of ['moodle', 'csv'] as const) {
      const [taken] = read(format, writeQuestions(format, [metres]).text).taken;
      expect(meaningOf(taken?.question as QuestionDraft)).toEqual(meaningOf(metres));
    }
  });
});

/** Aiken has each text on a line of its own. */
const flat = (format: Format, item: QuestionDraft): QuestionDraft =>
  format !== 'aiken'
    ? item
    : {
        ...item,
        prompt: item.prompt.replace(/\s+/g, ' ').trim(),
        options: item.options.map(({ id, text: value }) => ({ id, text: value.replace(/\s+/g, ' ').trim() })),
      };

const outcome = ({ taken, left }: ImportReport) => [
  ...taken.map(({ line, question: item, changes }) => [line, item.kind, ...changes]),
  ...left.map(({ line, reason }) => [line, reason]),
];

describe('files of other products', () => {
  test('GIFT', () => {
    const report = read(
      'gift',
      `// a comment
$CATEGORY: Light

::Aperture:: Which opening lets in more light? {=f/2 #yes ~f/8 ~f/16}

The sun is a star. {TRUE}

Who took it? {=Ansel Adams =Adams =%50%Ansel}

Two stops are a factor of {=4 ~2 ~8}.

[html]<p>Pick <b>both</b></p>{~%50%one ~%50%two ~%-100%three}

How many? {#3.5:0.1####Between three and four.}

In between? {#1..2}

Match. {=sea -> blue =grass -> green = -> red}

Write about light.{}

A description that asks nothing.

Broken { =a
`,
    );
    expect(outcome(report)).toEqual([
      [4, 'single'],
      [6, 'truefalse'],
      [8, 'short', 'weights'],
      [10, 'single'],
      [12, 'multiple', 'format'],
      [14, 'numeric'],
      [16, 'numeric'],
      [18, 'matching'],
      [20, 'essay'],
      [22, 'noAnswer'],
      [24, 'broken'],
    ]);
    const at = (line: number) => report.taken.find((item) => item.line === line)?.question;
    expect(at(4)).toMatchObject({ prompt: 'Which opening lets in more light?' });
    expect(at(10)).toMatchObject({ prompt: 'Two stops are a factor of _____ .' });
    expect(at(14)).toMatchObject({ answer: { value: 3.5, tolerance: 0.1 }, explanation: 'Between three and four.' });
    expect(at(16)).toMatchObject({ answer: { value: 1.5, tolerance: 0.5 } });
  });

  test('Aiken', () => {
    const report = read(
      'aiken',
      'What is it?\nA. A lens\nB) A lamp\nANSWER: B\n\nNo answer?\nA. one\nB. two\n\nANSWER: A\n\nAlone\nANSWER: C\n',
    );
    expect(outcome(report)).toEqual([
      [1, 'single'],
      [6, 'single'],
      [12, 'broken'],
    ]);
    expect(report.taken[0]?.question).toMatchObject({ prompt: 'What is it?', answer: 'b' });
  });

  test('a table whose columns stand in another order, with semicolons', () => {
    const report = read(
      'csv',
      'Question;Answer;Type;Options\nWhich?;b;single;a|b|c\nTrue?;perhaps;truefalse;\nRiddle?;x;riddle;\n',
    );
    expect(outcome(report)).toEqual([
      [2, 'single'],
      [3, 'noAnswer'],
      [4, 'type'],
    ]);
  });
});

describe('broken and hostile files', () => {
  const bomb = `<!DOCTYPE quiz [<!ENTITY a "ha">${Array.from({ length: 30 }, (_, at) => `<!ENTITY b${at} "&a;&a;&a;">`).join('')}]><quiz>&b29;</quiz>`;
  test.each<[string, string, Uint8Array, unknown]>([
    ['nothing', 'a.gift', bytes(' \n'), 'empty'],
    ['bytes of another encoding', 'a.gift', new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x21]), 'encoding'],
    ['an archive', 'a.xml', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0]), 'encoding'],
    ['more than may be', 'a.csv', new Uint8Array(MAX_FILE_BYTES + 1).fill(65), 'large'],
    ['XML that ends in the middle', 'a.xml', bytes('<quiz><question type="essay"><name>'), 'broken'],
    ['XML of something else', 'a.xml', bytes('<rss></rss>'), 'broken'],
    [
      'XML a thousand levels deep',
      'a.xml',
      bytes(`<quiz>${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}</quiz>`),
      'broken',
    ],
  ])('%s', (_, name, content, problem) => {
    let thrown: unknown;
    try {
      readQuestions(name, content);
    } catch (error) {
      thrown = error instanceof Unreadable ? error.reason : (error as { problem: string }).problem;
    }
    expect(thrown).toBe(problem);
  });

  test('entities that multiply come to nothing', () => {
    expect(read('moodle', bomb)).toEqual({ taken: [], left: [] });
  });

  test('a script in a question is text, or gone', () => {
    const { taken } = read('gift', '[html]<script>alert(1)</script>Which? <img src=x onerror=alert(1)> {=a ~b}');
    expect(taken[0]?.question.prompt).toBe('Which?');
    expect(read('gift', '[plain]<script>alert(1)</script> {=a ~b}').taken[0]?.question.prompt).toBe(
      '<script>alert(1)</script>',
    );
  });

  test('any text is read without an error, and whatever is taken could be saved', () => {
    const junk = fc.string({
      unit: fc.constantFrom(
        '{',
        '}',
        '=',
        '~',
        '#',
        '%',
        '\\',
        ':',
        '->',
        '\n',
        '\n\n',
        'A. ',
        'ANSWER: A',
        'T',
        '5',
        ' ',
        '|',
        '[[',
        ']]',
        ',',
      ),
      maxLength: 40,
    });
    fc.assert(
      fc.property(junk, (content) => {
        for (const format of ['gift', 'aiken', 'csv'] as const) {
          if (content.trim() === '') continue;
          for (const { question: item } of read(format, content).taken) expect(questionProblems(item)).toEqual([]);
        }
      }),
      { numRuns: 500, seed: 20261126 },
    );
  });

  test('a long line without an end is read in a moment', () => {
    for (const content of [
      '{'.repeat(200_000),
      '='.repeat(200_000),
      `::${'a'.repeat(200_000)}`,
      '[['.repeat(100_000),
      '<'.repeat(200_000),
    ])
      expect(read('gift', content).taken).toEqual([]);
  });
});

test.each([
  ['questions.xml', '', 'moodle'],
  ['export.txt', '<quiz>', 'moodle'],
  ['bank.csv', '', 'csv'],
  ['bank.GIFT', 'ANSWER: A', 'gift'],
  ['bank.txt', 'Which?\nA. x\nANSWER: A', 'aiken'],
  ['bank.txt', 'Which? {=a ~b}', 'gift'],
] as const)('%s with %s is %s', (name, content, format) => expect(formatOf(name, content)).toBe(format));

describe('questions on an image', () => {
  const places: QuestionDraft = {
    ...newQuestion('x', 'labels'),
    prompt: 'Which is which?',
    options: listed(['one', 'two']),
    parts: { ratio: 1, rows: listed(['left', 'right']).map((row) => ({ ...row, x: 1, y: 1 })) },
    answer: { a: 'a', b: 'b' },
  };

  test.each(formats)('are left out of %s, and said to be, since files have no images', (format) => {
    const [other] = fc.sample(single, { numRuns: 1, seed: 3 });
    const { text: file, left } = writeQuestions(format, [places, other as QuestionDraft]);
    expect(left).toEqual([places]);
    expect(read(format, file).taken.map(({ question: item }) => item.kind)).toEqual(['single']);
  });

  test('are left out of what is imported, with the reason', () => {
    const of = (type: string) => `<question type="${type}"><questiontext><text>Drag</text></questiontext></question>`;
    const xml = read('moodle', `<quiz>${of('ddmarker')}${of('ddimageortext')}</quiz>`);
    expect(xml.left.map(({ reason }) => reason)).toEqual(['image', 'image']);
    expect(read('csv', 'type,question,answer\nhotspot,Where?,x\n').left).toMatchObject([{ line: 2, reason: 'image' }]);
  });
});
