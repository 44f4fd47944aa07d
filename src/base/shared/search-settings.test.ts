import { describe, expect, test } from 'vitest';
import { isCanonical, robotsOf, searchAddressOf, searchHead, searchLimits } from './search-settings.ts';

describe('what robots are asked', () => {
  test.each([
    [{}, null],
    [{ isHidden: false, isUnfollowed: false }, null],
    [{ isHidden: true }, 'noindex'],
    [{ isUnfollowed: true }, 'nofollow'],
    [{ isHidden: true, isUnfollowed: true }, 'noindex, nofollow'],
  ])('by %j is %j', (settings, expected) => {
    expect(robotsOf(settings)).toBe(expected);
    const head = searchHead({
      title: 'A · S',
      name: 'A',
      type: 'website',
      url: 'https://a.test/a',
      site: 'S',
      description: '',
      picture: undefined,
      settings,
    });
    expect(head.flatMap((tag) => ('name' in tag && tag.name === 'robots' ? [tag.content] : []))).toEqual(
      expected ? [expected] : [],
    );
  });
});

describe('an address that another is a copy of', () => {
  test.each([
    ['', true],
    ['/', true],
    ['/blog/first', true],
    ['https://elsewhere.test', true],
    ['https://elsewhere.test/a?b=1', true],
    ['http://elsewhere.test/a', false],
    ['//elsewhere.test/a', false],
    ['/\\elsewhere.test', false],
    ['javascript:alert(1)', false],
    ['elsewhere.test/a', false],
    ['/two words', false],
    [`/${'a'.repeat(searchLimits.canonical)}`, false],
  ])('%j: %s', (text, isOne) => {
    expect(isCanonical(text)).toBe(isOne);
  });
});

describe('the address of a page', () => {
  const addressWith = (settings: object) => searchAddressOf('/a', settings, 'https://own.test');
  test('is its own by default', () => {
    expect(addressWith({})).toEqual({ path: '/a' });
    expect(addressWith({ canonical: 'javascript:alert(1)' })).toEqual({ path: '/a' });
  });
  test('is its canonical URL, absolute', () => {
    expect(addressWith({ canonical: '/b' })).toEqual({ path: '/a', canonical: 'https://own.test/b' });
    expect(addressWith({ canonical: 'https://else.test/b' }).canonical).toBe('https://else.test/b');
  });
  test('is null where it is hidden', () => {
    expect(addressWith({ isHidden: true })).toEqual({ path: '/a', isHidden: true });
  });
});
