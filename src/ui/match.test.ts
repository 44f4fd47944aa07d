import { expect, it } from 'vitest';
import { splitAtMatch } from './match.ts';

it.each([
  ['Gradebook', 'gra', ['', 'Gra', 'debook']],
  ['Submissions to grade', 'GRA', ['Submissions to ', 'gra', 'de']],
  ['Pages', 'x', ['Pages', '', '']],
  ['Pages', '', ['Pages', '', '']],
  ['İstanbul', 'stan', ['İstanbul', '', '']],
])('%s by %j', (text, query, expected) => {
  expect(splitAtMatch(text, query)).toEqual(expected);
});
