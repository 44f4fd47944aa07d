import { describe, expect, test } from 'vitest';
import { answerProblems, countryName, countryOptions, type MemberField, optionsOf } from './rules.ts';

const field = (id: string, type: MemberField['type'], is_required = false): MemberField => ({
  id,
  type,
  is_required,
  label: id,
  hint: '',
  options: [],
  on_sign_up: false,
  visibility: 'staff',
  position: 0,
});

test.each([
  ['Red\nBlue', ['Red', 'Blue']],
  [' Red \n\nRed\n', ['Red']],
  ['', []],
])('%j has the options %j', (text, options) => expect(optionsOf(text)).toEqual(options));

describe('answers', () => {
  const fields = [field('town', 'text', true), field('age', 'number'), field('site', 'link')];
  test.each([
    [{ town: 'Porto', age: '12.5', site: 'https://a.org' }, {}],
    [{ town: '  ' }, { town: 'missing' }],
    [
      { town: 'x', age: 'twelve', site: 'a.org' },
      { age: 'number', site: 'link' },
    ],
  ])('%j have the problems %j', (answers, problems) =>
    expect(answerProblems(fields, answers as Record<string, string>)).toEqual(problems),
  );
});

test('a country code is shown as its name', () => {
  expect(countryName('PT', 'en')).toBe('Portugal');
  expect(countryName('DE', 'ar')).toBe('ألمانيا');
  expect(countryName('nowhere', 'en')).toBe('nowhere');
  const all = countryOptions('en').map(({ id }) => id);
  expect(all).toEqual(expect.arrayContaining(['PT', 'TR', 'EG', 'US', 'XK']));
  expect(all).not.toContain('ZZ');
  expect(all.length).toBeGreaterThan(240);
  expect(all.length).toBeLessThan(255);
});
