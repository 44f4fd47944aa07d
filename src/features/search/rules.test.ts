import { expect, test } from 'vitest';
import { saysNotFound, scopeOf, searchTerm, textQuery } from './rules.ts';

test.each([
  ['light and  exposure ', 'light+and+exposure'],
  ['  ', ''],
  [null, ''],
  ['x'.repeat(200), 'x'.repeat(100)],
])('the term of “%s” is “%s”', (typed, term) => {
  expect(searchTerm(typed)).toBe(term);
});

test.each([
  ['light+exposure', 'light:*&exposure:*'],
  ["a'b & c | !d:*", 'a:*&b:*&c:*&d:*'],
  ['ضوء+لون', 'ضوء:*&لون:*'],
  ['+++', ''],
  ['a+b+c+d+e+f+g+h+i', 'a:*&b:*&c:*&d:*&e:*&f:*&g:*&h:*'],
])('the query of “%s” is “%s”', (term, query) => {
  expect(textQuery(term)).toBe(query);
});

test.each([
  ['abcd', 0, true],
  ['abc', 0, false],
  ['abcd', 1, false],
  ['', 0, false],
])('“%s” with %s results says that nothing was found: %s', (term, found, says) => {
  expect(saysNotFound(term, found)).toBe(says);
});

test('a scope nobody knows is all', () => {
  expect(scopeOf('blog')).toBe('blog');
  expect(scopeOf('secrets')).toBe('all');
  expect(scopeOf(null)).toBe('all');
});
