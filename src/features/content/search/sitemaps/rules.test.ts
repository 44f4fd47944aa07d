import { describe, expect, test } from 'vitest';
import { fileOf, filesOf, sitemapIndex, urlSet } from './rules.ts';

const counts = (changes: object) => ({
  pages: 0,
  posts: 0,
  courses: 0,
  categories: 0,
  groups: 0,
  docs: 0,
  products: 0,
  ...changes,
});

describe('the map of a site', () => {
  test('that is small is one file', () => {
    expect(filesOf(counts({ pages: 4, posts: 6 }), 10)).toEqual([]);
  });

  test('that is large is divided, and every address is in one of the files', () => {
    expect(filesOf(counts({ pages: 4, posts: 21, docs: 1 }), 10)).toEqual([
      { part: 'pages', page: 1 },
      { part: 'posts', page: 1 },
      { part: 'posts', page: 2 },
      { part: 'posts', page: 3 },
      { part: 'docs', page: 1 },
    ]);
  });

  test.each([
    ['posts', '2', { part: 'posts', page: 2 }],
    ['posts', null, { part: 'posts', page: 1 }],
    ['members', '1', null],
    ['posts', '0', null],
    ['posts', '1.5', null],
    ['posts', 'x', null],
  ])('asked for part %s, page %s it gives %o', (part, page, file) => {
    expect(fileOf(part, page)).toEqual(file);
  });

  test('keeps an address that XML would read otherwise', () => {
    const text = urlSet('https://a.test', [{ path: '/a?b=1&c=<2>', changedAt: '2026-01-02T03:04:05Z' }]);
    expect(text).toContain(
      '<loc>https://a.test/a?b=1&#38;c=&#60;2&#62;</loc><lastmod>2026-01-02T03:04:05.000Z</lastmod>',
    );
    expect(sitemapIndex('https://a.test', [{ part: 'posts', page: 2 }])).toContain('?part=posts&#38;page=2</loc>');
  });
});
