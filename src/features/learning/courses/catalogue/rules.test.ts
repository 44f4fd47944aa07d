import { describe, expect, test } from 'vitest';
import { filtersOf, queryOf, searchTerms } from './rules.ts';

describe('filters of a catalogue', () => {
  test.each([
    ['', { sort: 'recommended', page: 1 }],
    [
      'category=close-up&level=beginner&price=paid&page=2',
      { category: 'close-up', level: 'beginner', price: 'paid', sort: 'recommended', page: 2 },
    ],
    ['level=wizard&price=0&sort=random&page=-3', { sort: 'recommended', page: 1 }],
    ['page=1.5', { sort: 'recommended', page: 1 }],
    ['page=99999999', { sort: 'recommended', page: 1 }],
    ['category=%22%3E%3Cscript%3E', { sort: 'recommended', page: 1 }],
    ['q=%20light%20&sort=title&language=en', { q: 'light', language: 'en', sort: 'title', page: 1 }],
    ['q=%20%20', { sort: 'recommended', page: 1 }],
  ])('%s', (query, expected) => {
    expect(filtersOf(new URLSearchParams(query))).toEqual(expected);
  });

  test('what an address says comes back from it', () => {
    const filters = filtersOf(new URLSearchParams('category=colour&level=advanced&sort=shortest&q=print'));
    const entries = Object.entries(queryOf(filters, 3)).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    );
    expect(filtersOf(new URLSearchParams(entries))).toEqual({ ...filters, page: 3 });
  });

  test('a search looks for the beginnings of words and takes no operators', () => {
    expect(searchTerms('light expo')).toBe('light:* & expo:*');
    expect(searchTerms("a' | !b & (c:*)")).toBe('a:* & b:* & c:*');
    expect(searchTerms('ضوء')).toBe('ضوء:*');
    expect(searchTerms('Éclairage à NOËL')).toBe('eclairage:* & a:* & noel:*');
    expect(searchTerms(' !& ')).toBe('');
  });
});
