import { describe, expect, test } from 'vitest';
import { localeCodes } from '#base/shared/locales.ts';
import { textOf } from '#tests/texts.ts';
import { pageNumber, parseWords, readingMinutes, relatedPosts } from './rules.ts';

test.each([
  ['', 1],
  ['word '.repeat(100), 1],
  ['word '.repeat(440), 2],
  ['كلمة '.repeat(660), 3],
  ['— … — '.repeat(500), 1],
  ['我们在看照片。'.repeat(220), 3],
  ['写真を見る。'.repeat(264), 3],
  ['ดูภาพถ่าย'.repeat(220), 2],
  [`${'word '.repeat(220)}${'照片'.repeat(220)}`, 2],
])('reading time (%#)', (text, minutes) => {
  expect(readingMinutes(text)).toBe(minutes);
});

test.each([
  [null, 1],
  ['2', 2],
  ['0', 1],
  ['-3', 1],
  ['1.5', 1],
  ['many', 1],
  ['999999', 1000],
])('page %s is %s', (query, page) => {
  expect(pageNumber(query)).toBe(page);
});

describe('related posts', () => {
  const post = (id: string, tags: string[], categories: string[] = []) => ({ id, tags, categories });
  const here = post('here', ['a', 'b'], ['x']);
  test('share most; tags count twice; the post itself is not among them', () => {
    const candidates = [
      post('none', []),
      post('category', [], ['x']),
      here,
      post('tag', ['a']),
      post('both', ['a', 'b']),
    ];
    expect(relatedPosts(here, candidates, 3).map(({ id }) => id)).toEqual(['both', 'tag', 'category']);
  });
  test('that share nothing come in the order they had', () => {
    expect(relatedPosts(here, [post('1', []), post('2', [])], 3).map(({ id }) => id)).toEqual(['1', '2']);
  });
});

test.each([
  ['a, b ,a,, c', ['a', 'b', 'c']],
  ['ضوء، لون', ['ضوء', 'لون']],
  ['', []],
  ['a,b,c,d', ['a', 'b', 'c']],
])('the words of “%s”', (text, words) => {
  expect(parseWords(text, 3, 10)).toEqual(words);
});

test.each(localeCodes)('how long a post takes to read is not read as how old it is, in %s', (locale) => {
  const minutes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  for (const count of [1, 7]) {
    const text = textOf(locale, 'posts', 'minutes', { count });
    expect(text).toMatch(/\p{L}/u);
    expect(text).not.toBe(minutes.format(count));
    expect(text).not.toBe(minutes.format(count).replace(/\s/g, ''));
  }
});
