import { describe, expect, test } from 'vitest';
import { differingParts, mergedParts, partWords, postParts, whereTheyPart } from './rules.ts';

type Compared = Parameters<typeof partWords>[0];

const base = {
  title: 'Shade',
  excerpt: 'Why it is blue.',
  content: '<p>Light from the <b>sky</b>.</p>',
  cover: { image: '/storage/v1/object/public/x/shade.jpg', alt: 'A wall' },
  categories: ['Seeing'],
  tags: [],
  settings: { featured: true, description: 'Shade' },
};

describe('two drafts', () => {
  test('that say the same differ in nothing, however a database orders their keys', () => {
    expect(
      differingParts<Compared, keyof Compared>(
        postParts,
        base,
        { ...base, settings: { description: 'Shade', featured: true } },
        null,
      ),
    ).toEqual([]);
  });

  test('differ in the parts that do, each with who changed it where that is known', () => {
    const mine = { ...base, title: 'Mine', tags: ['blue'] };
    const theirs = { ...base, title: 'Theirs', cover: null };
    expect(differingParts<Compared, keyof Compared>(postParts, mine, theirs, base)).toEqual([
      { part: 'title', changedBy: 'both' },
      { part: 'cover', changedBy: 'other' },
      { part: 'tags', changedBy: 'one' },
    ]);
    expect(
      differingParts<Compared, keyof Compared>(postParts, mine, theirs, null).map(({ changedBy }) => changedBy),
    ).toEqual(['both', 'both', 'both']);
  });

  test('become one by what was chosen', () => {
    const theirs: Compared = { ...base, title: 'Theirs', cover: null };
    expect(mergedParts<Compared>({ ...base, title: 'Mine' }, theirs, new Map([['cover', 'other']]))).toEqual({
      ...base,
      title: 'Mine',
      cover: null,
    });
  });
});

test.each([
  ['content', 'Light from the sky .'],
  ['cover', 'A wall'],
  ['categories', 'Seeing'],
  ['settings', 'Shade'],
] as const)('%s is read as %s', (part, words) => {
  expect(partWords(base, part)).toBe(words);
});

test('what search engines are told is read with the details', () => {
  const settings = { searchTitle: 'Blue', description: 'Why', canonical: '/first', picture: '/a.jpg', isHidden: true };
  expect(partWords({ ...base, settings }, 'settings')).toBe('Blue · Why · /first · /a.jpg · noindex');
});

test('a picture without a description goes by the name of its file', () => {
  expect(partWords({ ...base, cover: { image: '/a/b/shade.jpg' } }, 'cover')).toBe('shade.jpg');
});

describe('of two long texts', () => {
  test('what is shown begins shortly before they part', () => {
    const begin = 'word '.repeat(200);
    const [one, other] = whereTheyPart(`${begin}red ${begin}`, `${begin}blue ${begin}`, 300);
    expect(one).toContain('red');
    expect(other).toContain('blue');
    expect(one.startsWith('… word')).toBe(true);
    expect(one.length).toBeLessThan(320);
  });

  test('short ones are shown whole', () => {
    expect(whereTheyPart('red', 'blue', 300)).toEqual(['red', 'blue']);
  });
});
