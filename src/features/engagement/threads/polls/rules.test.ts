import { expect, test } from 'vitest';
import { pollProblem, shareOf } from './rules.ts';

test.each([
  [[], 'fewOptions'],
  [['Tea', ' '], 'fewOptions'],
  [['Tea', 'tea '], 'sameOptions'],
  [['Tea', '', 'Coffee'], null],
] as const)('a poll of %j lacks %s', (options, problem) => expect(pollProblem(options)).toBe(problem));

test.each([
  [0, 0, 0],
  [1, 3, 33],
  [2, 3, 67],
  [3, 3, 100],
])('%i of %i voters are %i percent', (votes, voters, percent) => expect(shareOf(votes, voters)).toBe(percent));
