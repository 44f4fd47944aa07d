import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  brokenConditions,
  checkAnswers,
  consentWords,
  editableOf,
  type FormField,
  fieldTypes,
  isThrowaway,
  searchWords,
  senderOf,
  type Values,
  visibleFields,
} from './rules.ts';
import { fieldsOf, formField } from './schema.ts';

const field = (part: Partial<FormField> & { id: string }): FormField =>
  formField.parse({ type: 'text', label: `Label of ${part.id}`, ...part });
const options = [
  { value: 'a', label: 'First' },
  { value: 'b', label: 'Second' },
];

describe('what a field takes', () => {
  test.each<[string, Partial<FormField>, string | string[], string | null]>([
    ['a text', {}, 'words', null],
    ['too long a text', { most: 3 }, 'four', 'long'],
    ['too short a text', { least: 3 }, 'ab', 'short'],
    ['a text over the limit of all', {}, 'x'.repeat(501), 'long'],
    ['a required text that is blank', { isRequired: true }, '   ', 'required'],
    ['an optional one that is blank', {}, '', null],
    ['an address', { type: 'email' }, 'ada@example.org', null],
    ['half an address', { type: 'email' }, 'ada@example', 'email'],
    ['an address with a second one', { type: 'email' }, 'ada@example.org\nbcc: all@example.org', 'email'],
    ['a number of the phone', { type: 'phone' }, '+353 (1) 234-5678', null],
    ['words for a phone', { type: 'phone' }, 'call me', 'phone'],
    ['a number', { type: 'number' }, '-12.5', null],
    ['a number with a comma', { type: 'number', most: 3 }, '2,5', null],
    ['a number too small', { type: 'number', least: 4 }, '3', 'least'],
    ['a number too large', { type: 'number', most: 4 }, '5', 'most'],
    ['no number', { type: 'number' }, '1e9', 'number'],
    ['a day', { type: 'date' }, '2026-02-28', null],
    ['a day there is not', { type: 'date' }, '2026-02-30', 'date'],
    ['a choice', { type: 'radio', options }, 'b', null],
    ['a choice not offered', { type: 'select', options }, 'c', 'choice'],
    ['two of two', { type: 'checkbox', options }, ['a', 'b'], null],
    ['one twice', { type: 'checkbox', options }, ['a', 'a'], 'choice'],
    ['too few of them', { type: 'checkbox', options, least: 2 }, ['a'], 'fewest'],
    ['too many of them', { type: 'checkbox', options, most: 1 }, ['a', 'b'], 'mostChosen'],
    ['a country', { type: 'country' }, 'IE', null],
    ['no country', { type: 'country' }, 'XX', 'choice'],
    ['a consent', { type: 'consent', isRequired: true }, 'yes', null],
    ['a consent not given', { type: 'consent', isRequired: true }, '', 'consent'],
  ])('%s', (_, part, value, problem) => {
    const result = checkAnswers([field({ id: 'it', ...part })], { it: value });
    expect(result.problems.it?.key ?? null).toBe(problem);
  });
});

describe('conditions', () => {
  const fields = [
    field({ id: 'who', type: 'radio', options }),
    field({ id: 'more', isRequired: true, condition: { field: 'who', kind: 'is', value: 'b' } }),
    field({ id: 'most', isRequired: true, condition: { field: 'more', kind: 'filled', value: '' } }),
  ];
  const visibleIds = (values: Values) => visibleFields(fields, values).map(({ id }) => id);

  test('show a field where an earlier one has the value', () => {
    expect(visibleIds({})).toEqual(['who']);
    expect(visibleIds({ who: 'b' })).toEqual(['who', 'more']);
    expect(visibleIds({ who: 'b', more: 'yes' })).toEqual(['who', 'more', 'most']);
  });

  test('a field that is hidden holds nothing, whatever was sent for it', () => {
    expect(visibleIds({ who: 'a', more: 'smuggled', most: 'too' })).toEqual(['who']);
    const { answers } = checkAnswers(fields, { who: 'a', more: 'smuggled', most: 'too' });
    expect(answers.map(({ id }) => id)).toEqual(['who']);
  });

  test('a hidden required field is no error', () => {
    expect(checkAnswers(fields, { who: 'a' }).problems).toEqual({});
    expect(checkAnswers(fields, { who: 'b' }).problems).toEqual({ more: { key: 'required' } });
  });

  test('those that can never come true are named', () => {
    expect(
      brokenConditions([
        field({ id: 'one', condition: { field: 'two', kind: 'filled', value: '' } }),
        field({ id: 'two', type: 'select', options }),
        field({ id: 'three', condition: { field: 'two', kind: 'is', value: 'gone' } }),
        field({ id: 'four', condition: { field: 'two', kind: 'is', value: 'a' } }),
        field({ id: 'five', condition: { field: 'nowhere', kind: 'empty', value: '' } }),
      ]),
    ).toEqual(['one', 'three', 'five']);
  });

  test('whatever is sent, only what was seen is answered, and nothing seen and required is missed', () => {
    const anyField = fc.record({
      type: fc.constantFrom(...fieldTypes),
      isRequired: fc.boolean(),
      on: fc.nat(5),
      kind: fc.constantFrom('is' as const, 'not' as const, 'filled' as const, 'empty' as const),
      isConditional: fc.boolean(),
    });
    const anyValue = fc.oneof(
      fc.constantFrom('', 'a', 'b', 'yes', 'IE', '5', '2026-01-01'),
      fc.array(fc.constantFrom('a', 'b'), { maxLength: 3 }),
    );
    fc.assert(
      fc.property(
        fc.array(anyField, { maxLength: 6 }),
        fc.array(anyValue, { minLength: 6, maxLength: 6 }),
        (parts, inputs) => {
          const all = parts.map((part, at) =>
            field({
              id: `f${at}`,
              type: part.type,
              isRequired: part.isRequired,
              options,
              condition: part.isConditional ? { field: `f${part.on}`, kind: part.kind, value: 'a' } : null,
            }),
          );
          const values = Object.fromEntries(inputs.map((value, at) => [`f${at}`, value]));
          const visible = new Set(visibleFields(all, values).map(({ id }) => id));
          const { answers, problems } = checkAnswers(all, values);
          const reported = new Set([...answers.map(({ id }) => id), ...Object.keys(problems)]);
          for (const id of reported) expect(visible.has(id)).toBe(true);
          for (const { id, isRequired } of all) if (isRequired && visible.has(id)) expect(reported.has(id)).toBe(true);
        },
      ),
    );
  });
});

test('parses only valid fields of a document, each id once', () => {
  expect(
    fieldsOf([
      { id: 'a', type: 'text', label: 'A' },
      { id: 'a', type: 'text', label: 'Again' },
      { id: 'B!', type: 'text', label: 'No id' },
      { id: 'c', type: 'laser', label: 'C' },
      null,
      'x',
    ]).map(({ label }) => label),
  ).toEqual(['A']);
  expect(fieldsOf({})).toEqual([]);
  expect(fieldsOf(Array.from({ length: 99 }, (_, at) => ({ id: `f${at}`, type: 'text', label: 'A' })))).toHaveLength(
    60,
  );
});

test('choices are kept with their words, and all of it can be searched for', () => {
  const fields = [
    field({ id: 'who', type: 'radio', options }),
    field({ id: 'what', type: 'checkbox', options }),
    field({ id: 'country', type: 'country' }),
  ];
  const { answers } = checkAnswers(fields, { who: 'a', what: ['a', 'b'], country: 'IE' });
  expect(answers).toEqual([
    { id: 'who', label: 'Label of who', type: 'radio', value: 'a', words: ['First'] },
    { id: 'what', label: 'Label of what', type: 'checkbox', value: ['a', 'b'], words: ['First', 'Second'] },
    { id: 'country', label: 'Label of country', type: 'country', value: 'IE' },
  ]);
  expect(searchWords(answers)).toBe('a First a b First Second IE');
});

test('the sender is read from the e-mail field and the name field', () => {
  const fields = [field({ id: 'a' }), field({ id: 'n', isName: true }), field({ id: 'e', type: 'email' })];
  const { answers } = checkAnswers(fields, { a: 'words', n: 'Ada', e: 'ada@example.org' });
  expect(senderOf(fields, answers)).toEqual({ email: 'ada@example.org', name: 'Ada' });
});

describe('a consent', () => {
  const box = field({ id: 'box', type: 'consent', label: 'Send me the letter', isNewsletter: true });
  const terms = field({ id: 'terms', type: 'consent', label: 'I read the terms' });

  test.each<[string, FormField[], Values, string | null]>([
    ['is the box that was ticked', [box], { box: 'yes' }, 'Send me the letter'],
    ['is none where the box was not', [box], {}, null],
    ['to terms is none to the newsletter', [terms, box], { terms: 'yes' }, null],
    ['is the small print where there is no box', [terms], { terms: 'yes' }, 'The small print'],
  ])('%s', (_, fields, values, words) => {
    expect(consentWords(fields, checkAnswers(fields, values).answers, 'The small print')).toBe(words);
  });
});

test.each([
  ['a@mailinator.com', true],
  ['a@x.Mailinator.com', true],
  ['a@notmailinator.com', false],
  ['a@example.org', false],
])('whether %s is a disposable mailbox: %s', (address, is) => {
  expect(isThrowaway(address)).toBe(is);
});

test('a copy has every editable property of a form, and neither owner nor timestamps', () => {
  const written = {
    name: 'Visit',
    status: 'open' as const,
    fields: [field({ id: 'a' })],
    submit_label: 'Ask',
    small_print: 'Small',
    thank_you: 'Thanks',
    redirect: '/thanks',
    subscribes: true,
    asks_once: true,
  };
  const own = { account_id: 'one', id: 'two', created_at: 'three', updated_at: 'four' };
  expect(editableOf({ ...written, ...own })).toEqual(written);
});
