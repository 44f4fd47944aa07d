import { expect, test } from 'vitest';
import { scopeOf, searchTerm, showsNoResults, titleQueryOf } from './rules.ts';

test.each([
  ['light and  exposure ', 'light+and+exposure'],
  ['  ', ''],
  [null, ''],
  ['x'.repeat(200), 'x'.repeat(100)],
])('the term of “%s” is “%s”', (typed, term) => {
  expect(searchTerm(typed)).toBe(term);
});

test.each([
  ['light+exposure', 'light:*&exposure:*', []],
  ["a'b & c | !d:*", 'a:*&b:*&c:*&d:*', []],
  ['ضوء+لون', 'ضوء:*&لون:*', []],
  ['छाया+क्यों', 'छाया:*&क्यों:*', []],
  ['影子', '', ['影子']],
  ['light+影子+น้ำ+100%', 'light:*&100:*', ['影子', 'น้ํา']],
  ['用iPhone', '', ['用iphone']],
  ['Éclair+Łódź+Straße', 'eclair:*&lodz:*&strasse:*', []],
  ['أحمد', 'احمد:*', []],
  ['a+b+c+d+e+f+g+h+i', 'a:*&b:*&c:*&d:*&e:*&f:*&g:*&h:*', []],
])('of “%s” the words are “%s” and the pieces %j', (term, words, pieces) => {
  expect(titleQueryOf(term)).toEqual({ words, pieces });
});

test.each(['+++', '', '\u0301', '%_'])('of %j nothing is asked', (term) => {
  expect(titleQueryOf(term)).toBeNull();
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
