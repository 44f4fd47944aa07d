import { describe, expect, test } from 'vitest';
import { capabilities, hasScreen, isEmail, phoneOf, redirectTarget, weaknessKeys } from './rules.ts';

const origin = 'https://demo.stoa.example';

describe('where one goes after signing in', () => {
  test.each([
    ['/dashboard/courses?tab=done#x', '/dashboard/courses?tab=done#x'],
    ['/checkout', '/checkout'],
    [null, '/dashboard'],
    ['', '/dashboard'],
    ['https://evil.example/', '/dashboard'],
    ['//evil.example/', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
    ['/\t/evil.example', '/dashboard'],
    ['/\n/evil.example', '/dashboard'],
    ['/..//evil.example', '/dashboard'],
    ['/.//evil.example', '/dashboard'],
    ['/x/../..//evil.example', '/dashboard'],
    ['/%2e%2e//evil.example', '/dashboard'],
    ['/..\\\\evil.example', '/dashboard'],
    ['/..//evil.example/../x', '/dashboard'],
    ['/dashboard//x', '/dashboard//x'],
    ['javascript:alert(1)', '/dashboard'],
    ['dashboard', '/dashboard'],
    ['/login', '/dashboard'],
    ['/login/reset-password', '/dashboard'],
    ['/signup?redirectedFrom=/login', '/dashboard'],
    ['/loginless', '/loginless'],
    [`/${'a'.repeat(3_000)}`, '/dashboard'],
  ])('%j -> %s', (target, expected) => expect(redirectTarget(target, origin)).toBe(expected));
});

describe('an e-mail address', () => {
  test.each(['a@b.co', 'amara.okafor+news@mail.uni.example'])('%s is one', (text) => expect(isEmail(text)).toBe(true));
  test.each(['', 'a', 'a@b', 'a@b.c', 'a b@c.de', '@c.de', 'a@.de', 'a@b..de', `${'a'.repeat(320)}@b.de`])(
    '%j is none',
    (text) => expect(isEmail(text)).toBe(false),
  );
});

describe('the weaknesses of a password', () => {
  test.each([
    [['length'], ['length']],
    [
      ['length', 'characters', 'length'],
      ['length', 'characters'],
    ],
    [['entropy'], ['other']],
    [[], ['other']],
  ])('%j -> %j', (reasons, keys) => expect(weaknessKeys(reasons)).toEqual(keys));
});

test.each([
  ['+49 151 234-567', '+49151234567'],
  ['0049 (151) 234 567', '+49151234567'],
  ['+8801712345678', '+8801712345678'],
  ['0151 234567', null],
  ['+0151234567', null],
  ['+49 151', null],
  ['+1234567890123456', null],
  ['call me', null],
])('the number %s is %s', (text, number) => {
  expect(phoneOf(text)).toBe(number);
});

test('a right without a screen is not offered, and every other is', () => {
  expect(capabilities.filter((capability) => !hasScreen(capability))).toEqual([
    'manage_curriculum',
    'manage_submissions',
  ]);
  expect(capabilities.filter(hasScreen)).toEqual(
    expect.arrayContaining(['create_courses', 'edit_posts', 'manage_shop']),
  );
});
