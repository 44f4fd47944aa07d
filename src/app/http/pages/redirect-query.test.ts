import { expect, test } from 'vitest';
import { withRequestQuery } from './redirect-query.ts';

test.each([
  ['/new', '', '/new'],
  ['/new', '?', '/new'],
  ['/new', '?utm_source=x', '/new?utm_source=x'],
  ['/new#part', '?utm_source=x', '/new?utm_source=x#part'],
  ['/new?a=1', '?a=2&b=3', '/new?a=1&b=3'],
  ['/new?a=1#part', '?b=3&b=4', '/new?a=1&b=3&b=4#part'],
  ['/new?', '?a=1', '/new?a=1'],
  ['/new?sch%C3%B6n=1', '?sch%c3%b6n=2&q=a%20b+c', '/new?sch%C3%B6n=1&q=a%20b+c'],
  ['https://else.example/x?ref=us', '?ref=them&utm_source=x', 'https://else.example/x?ref=us&utm_source=x'],
])('to %s who came with %s is led to %s', (location, search, expected) => {
  expect(withRequestQuery(location, search)).toBe(expected);
});
