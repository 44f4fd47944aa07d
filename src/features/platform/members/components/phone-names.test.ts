import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { linkEmailProblem, loginNameProblem } from './phone-names.ts';

const keys = ((key: string) => key) as unknown as TFunction<'members'>;

test.each([
  ['ada@example.com', undefined, undefined, undefined],
  [' ada@example.com ', undefined, undefined, undefined],
  ['+49 151 234567', undefined, 'problem.email', 'problem.linkEmail'],
  ['0151 234567', 'phones:problem.country', 'problem.email', 'problem.linkEmail'],
  ['nobody', 'phones:problem.neither', 'problem.email', 'problem.linkEmail'],
  ['', 'phones:problem.neither', 'problem.email', 'problem.linkEmail'],
])('"%s" as a login with phones, without them, and as where a link is mailed', (typed, phones, emailOnly, link) => {
  expect(loginNameProblem(typed, true, keys)).toBe(phones);
  expect(loginNameProblem(typed, false, keys)).toBe(emailOnly);
  expect(linkEmailProblem(typed, keys)).toBe(link);
});
