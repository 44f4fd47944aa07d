import { describe, expect, test } from 'vitest';
import { isSlug, readablePath, slugOfTitle } from './slugs.ts';

describe('the address of a title', () => {
  test.each([
    ['About us', 'about-us'],
    ['  What’s new?  ', 'what-s-new'],
    ['Crème brûlée & Maß', 'crème-brûlée-maß'],
    ['لماذا الظل أزرق؟', 'لماذا-الظل-أزرق'],
    ['为什么影子是蓝色的？', '为什么影子是蓝色的'],
    ['छाया नीली क्यों है।', 'छाया-नीली-क्यों-है'],
    ['می‌خواهم بدانم', 'می‌خواهم-بدانم'],
    ['🎉 Party 2026', '🎉-party-2026'],
    ['👩‍🏫', '👩‍🏫'],
    ['ÜBER uns', 'über-uns'],
    ['ＡＢＣ', 'abc'],
    ['a/b\\c', 'a-b-c'],
    ['...', ''],
    ['', ''],
    ['a'.repeat(100), 'a'.repeat(80)],
    [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
    [`a${'🎉'.repeat(60)}`, `a${'🎉'.repeat(39)}`],
  ])('%j is %j', (title, slug) => {
    expect(slugOfTitle(title)).toBe(slug);
    expect(isSlug(slug)).toBe(slug !== '');
    expect(slugOfTitle(slug)).toBe(slug);
    expect(decodeURIComponent(encodeURIComponent(slug))).toBe(slug);
  });
  test.each(['', 'A', 'a b', '-a', 'a-', 'a\u202eb', 'u\u0308ber', 'x'.repeat(81)])('%j is none', (slug) => {
    expect(isSlug(slug)).toBe(false);
  });
});

test('a path is shown decoded, and isolated within a sentence of another direction', () => {
  expect(readablePath(`/blog/${encodeURIComponent('الظل')}`)).toBe('\u2066/blog/الظل\u2069');
});
