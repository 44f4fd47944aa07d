import { describe, expect, test } from 'vitest';
import { searchAddresses } from './search-addresses.ts';

const origin = 'https://lumen.test';
const received = (locale: string, path: string, address = {}, keys: string[] = []) => {
  const url = new URL(path, origin);
  return searchAddresses({ origin, locale }, 'en', { path: url.pathname, query: url.searchParams, keys }, address);
};

describe('the address search engines are told', () => {
  test.each([
    ['/about?utm_source=x', '/about', []],
    ['/blog?page=2&tag=sky&utm=1', '/blog?tag=sky&page=2', ['tag', 'page']],
    ['/blog?page=1', '/blog', ['tag', 'page']],
    ['/blog?lang=en', '/blog', []],
  ])('of %s is %s', (requests, canonical, keys) => {
    expect(received('en', requests, {}, keys).canonical).toBe(origin + canonical);
  });

  test('in another language is an address of its own, and all languages name one another', () => {
    const [english, arabic] = [
      received('en', '/blog?page=2', {}, ['page']),
      received('ar', '/blog?page=2', {}, ['page']),
    ];
    expect(arabic.canonical).toBe(`${origin}/blog?page=2&lang=ar`);
    expect(arabic.alternates).toEqual(english.alternates);
    expect(english.alternates).toContainEqual({ locale: 'ar', href: arabic.canonical });
    expect(english.alternates).toContainEqual({ locale: 'en', href: english.canonical });
    expect(english.alternates).toContainEqual({ locale: 'x-default', href: english.canonical });
  });

  test('of a copy leads to what it is a copy of, in no language', () => {
    expect(received('ar', '/a', { canonical: 'https://other.test/a' })).toEqual({
      canonical: 'https://other.test/a',
      alternates: [],
    });
  });

  test('of what is hidden is nothing', () => {
    expect(received('en', '/a', { isHidden: true })).toEqual({ canonical: null, alternates: [] });
  });
});
