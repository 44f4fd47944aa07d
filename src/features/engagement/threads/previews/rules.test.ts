import { expect, test } from 'vitest';
import { firstLink, hostOf } from './rules.ts';

test.each([
  ['Look: https://example.org/a.', 'https://example.org/a'],
  ['(http://example.org/b?c=1)', 'http://example.org/b?c=1'],
  ['<https://example.org/d> and https://example.org/e', 'https://example.org/d'],
  ['javascript:alert(1) ftp://example.org', null],
  ['no link', null],
])('the first link of “%s” is %s', (text, link) => expect(firstLink(text)).toBe(link));

test('a host is written as people write it', () => {
  expect(hostOf('https://www.example.org/a')).toBe('example.org');
  expect(hostOf('https://')).toBe('');
});
