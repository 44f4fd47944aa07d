import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generated } from '#tests/long.ts';
import { RestFailure } from './failure.ts';
import { arrayLiteral, listLiteral, parseCondition, parseLogic } from './filter-grammar.ts';
import { readAccept } from './media.ts';
import { readArguments, readPayload } from './payload.ts';
import { readPreferences } from './preferences.ts';
import { parseQuery, readQueryString } from './query-string.ts';
import { parseOrder, parseSelect } from './select-grammar.ts';
import { nearest } from './suggestions.ts';

/** Reading succeeds or throws our own error: never another one, never a hang. */
function failsOrReads(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(RestFailure);
    expect((error as RestFailure).status).toBeGreaterThanOrEqual(400);
    expect((error as RestFailure).status).toBeLessThan(500);
  }
}

const jsonBody = (text: string) => ({ kind: 'json' as const, text, bytes: new Uint8Array() });
const pieces = fc.constantFrom(
  ...['(', ')', ',', '.', ':', '::', '"', '\\', '!', '!inner', '...', '*', '->', '->>', '{', '}', '%', '+', '&', '='],
  ...[
    'not.',
    'and',
    'or',
    'eq.',
    'in.',
    'is.',
    'null',
    'fts(x).',
    'any',
    'select',
    'order',
    'limit',
    'id',
    'é',
    '0',
    '-1',
  ],
  ...['\0', ' ', '__proto__', 'count()', '.sum()', 'nullslast', '%00', '%E0', '\u{1F600}', '\ud800'],
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(pieces, { maxLength: 40 }).map((all) => all.join('')),
);

describe('whatever is sent', () => {
  test.each<[string, (text: string) => unknown]>([
    ['query', (text) => parseQuery(readQueryString(text), true)],
    ['query of a table', (text) => parseQuery(readQueryString(text), false)],
    ['select', parseSelect],
    ['order', parseOrder],
    ['condition', parseCondition],
    ['logic', (text) => parseLogic('or', text)],
    ['list', listLiteral],
    ['accept', readAccept],
    ['prefer', readPreferences],
    ['payload', (text) => readPayload(jsonBody(text), null)],
    ['arguments', readArguments],
  ])('%s', (_name, read) => {
    fc.assert(
      fc.property(text, (input) => failsOrReads(() => read(input))),
      { ...generated(1_500) },
    );
  });

  test('JSON of any kind as a payload', () => {
    fc.assert(
      fc.property(fc.json(), (input) => failsOrReads(() => readPayload(jsonBody(input), null))),
      { ...generated(500) },
    );
  });

  test('deep nesting is rejected without recursion', () => {
    for (const deep of ['(and'.repeat(5_000), `(${'not.or('.repeat(5_000)}`]) {
      expect(() => parseLogic('and', deep)).toThrow(RestFailure);
    }
    expect(() => parseSelect('a('.repeat(5_000))).toThrow('deep');
    expect(() => parseSelect(Array(1_000).fill('a').join(','))).toThrow('fields');
    expect(() => listLiteral(`(${'1,'.repeat(20_000)}1)`)).toThrow('values');
  });
});

describe('shapes', () => {
  const shape = (search: string) => readQueryString(search).shape;
  test('values do not count, everything else does', () => {
    expect(shape('id=eq.1&select=a')).toBe(shape('id=eq.2&select=a'));
    expect(shape('limit=1')).toBe(shape('limit=20'));
    expect(shape('id=eq.1')).not.toBe(shape('id=neq.1'));
    expect(shape('id=is.null')).not.toBe(shape('id=is.true'));
    expect(shape('select=a')).not.toBe(shape('select=b'));
    expect(shape('a=eq.1&b=eq.2')).not.toBe(shape('a%3Deq.1%26b=eq.2'));
    expect(shape('id=fts(english).x')).not.toBe(shape('id=fts(german).x'));
  });

  test('no two different lists of names share one', () => {
    const key = fc.stringMatching(/^[a-z0-9.=&?]{1,6}$/);
    const pairs = fc.array(fc.tuple(key, fc.constantFrom('eq.', 'neq.', 'is.null')), { minLength: 1, maxLength: 4 });
    const search = (list: [string, string][]) => list.map(([k, v]) => `${encodeURIComponent(k)}=${v}`).join('&');
    fc.assert(
      fc.property(pairs, pairs, (left, right) => {
        const [a, b] = [shape(search(left)), shape(search(right))];
        if (a !== '' && a === b) {
          const structure = (list: [string, string][]) =>
            readQueryString(search(list)).pairs.map((pair) => [pair.key, pair.value]);
          expect(structure(left)).toEqual(structure(right));
        }
      }),
    );
  });

  test('policies see the first value of each name, and nothing of the key', () => {
    const { first } = readQueryString('a=eq.1&a=eq.2&__proto__=x&apikey=secret&b=%C3%A9+x');
    expect(JSON.stringify(first)).toBe('{"a":"eq.1","__proto__":"x","b":"é x"}');
  });
});

describe('lists', () => {
  test.each([
    ['(1,2)', '{"1","2"}'],
    ['()', '{}'],
    ['("a,b",c)', '{"a,b","c"}'],
    ['("say \\"hi\\"","back\\\\slash")', '{"say \\"hi\\"","back\\\\slash"}'],
    ['(null)', '{"null"}'],
  ])('%s', (input, literal) => {
    expect(listLiteral(input)).toBe(literal);
  });

  test('what PostgreSQL would take for more than one stays one', () => {
    expect(arrayLiteral(['{a,b}', '"', '\\'])).toBe('{"{a,b}","\\"","\\\\"}');
  });
});

test('names that are near', () => {
  expect(nearest('autors', ['authors', 'books'])).toBe('authors');
  expect(nearest('zzz', ['authors', 'books'])).toBeUndefined();
});
