import { describe, expect, test } from 'vitest';
import { certificateLines, fileNameOf, fillPlaceholders, stateOf, unknownPlaceholders } from './rules.ts';

const values = { name: 'Ada {{course}}', course: 'Light', date: 'November 26, 2026', id: 'f3' };

describe('placeholders', () => {
  test.each([
    ['{{name}} on {{ date }}', 'Ada {{course}} on November 26, 2026'],
    ['{{course}} {{course}} ({{id}})', 'Light Light (f3)'],
    ['{{Name}} {name} {{ }}', '{{Name}} {name} {{ }}'],
    ['none', 'none'],
  ])('%s is %s', (text, filled) => expect(fillPlaceholders(text, values)).toBe(filled));

  test.each([
    ['{{name}} {{course}} {{date}} {{id}}', []],
    ['{{Name}} {{grade}} {{grade}}', ['Name', 'grade']],
    ['{{}} {x}', ['']],
  ])('in %s nothing stands for %j', (text, unknown) => expect(unknownPlaceholders(text)).toEqual(unknown));
});

test('a line that is only the name or the course is large; empty lines are gaps; without a signatory there is none', () => {
  const look = { title: 'Well done, {{name}}', body: 'This is\n\n {{name}} \nof {{course}}', signatory: '' };
  expect(certificateLines(look, { ...values, name: 'Ada' })).toEqual([
    { kind: 'title', text: 'Well done, Ada' },
    { kind: 'gap', text: '' },
    { kind: 'text', text: 'This is' },
    { kind: 'gap', text: '' },
    { kind: 'large', text: 'Ada' },
    { kind: 'text', text: 'of Light' },
  ]);
  expect(certificateLines({ ...look, signatory: 'T. Ferreira' }, values).at(-1)).toEqual({
    kind: 'signatory',
    text: 'T. Ferreira',
  });
});

test.each([
  ['valid', null, null],
  ['valid', null, '2026-11-26T10:00:01Z'],
  ['expired', null, '2026-11-26T10:00:00Z'],
  ['revoked', '2026-01-01T00:00:00Z', null],
  ['revoked', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'],
] as const)('%s where it was revoked %s and expires %s', (state, revoked_at, expires_at) =>
  expect(stateOf({ revoked_at, expires_at }, Date.parse('2026-11-26T10:00:00Z'))).toBe(state),
);

test('the file is named by the beginning of the id', () =>
  expect(fileNameOf({ id: '3f2b8c1e-5a47-4d0b-9c6e-1f7a2d84b0c5' })).toBe('certificate-3f2b8c1e.pdf'));
