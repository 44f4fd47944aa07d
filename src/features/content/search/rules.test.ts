import { expect, test } from 'vitest';
import { markMatches, scopeOf, searchTerm, showsNoResults } from './rules.ts';

test.each([
  ['light and  exposure ', 'light+and+exposure'],
  ['  ', ''],
  [null, ''],
  ['x'.repeat(200), 'x'.repeat(100)],
])('the term of “%s” is “%s”', (typed, term) => {
  expect(searchTerm(typed)).toBe(term);
});

const marked = (text: string, ...matched: string[]) =>
  markMatches(text, matched)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

test.each([
  ['Light, and the light.', ['light'], '[Light], and the [light].'],
  ['Every course teaches', ['courses', 'cours'], 'Every [course] teaches'],
  ['Alte Bücher', ['buch'], 'Alte [Bücher]'],
  ['Tomás Łódź', ['tomas', 'lodz'], '[Tomás] [Łódź]'],
  ['delight', ['light'], 'delight'],
  ['a b', ['a'], 'a b'],
  ['为什么影子是蓝色的', ['影子'], '为什么[影子]是蓝色的'],
  ['ทำไมเงาจึงเป็นสีน้ำเงิน', ['เง', 'งา'], 'ทำไม[เงา]จึงเป็นสีน้ำ[เง]ิน'],
  ['<b>light</b> & more', ['light'], '<b>[light]</b> & more'],
  ['🌙 moon', ['moon'], '🌙 [moon]'],
  ['nothing', [], 'nothing'],
  ['', ['x'], ''],
])('in “%s” what matches %j is marked: %s', (text, matched, result) => {
  expect(marked(text, ...matched)).toBe(result);
});

test.each([
  ['abcd', 0, true],
  ['abc', 0, false],
  ['abcd', 1, false],
  ['', 0, false],
])('“%s” with %s results says that nothing was found: %s', (term, count, expected) => {
  expect(showsNoResults(term, count)).toBe(expected);
});

test('a scope nobody knows is all', () => {
  expect(scopeOf('blog')).toBe('blog');
  expect(scopeOf('secrets')).toBe('all');
  expect(scopeOf(null)).toBe('all');
});
