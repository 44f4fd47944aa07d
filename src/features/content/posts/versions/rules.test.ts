import { describe, expect, test } from 'vitest';
import { diffExcerpts, differingParts, mergeParts, partText, postParts } from './rules.ts';

type Compared = Parameters<typeof partText>[0];

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
      { part: 'cover', changedBy: 'second' },
      { part: 'tags', changedBy: 'first' },
    ]);
    expect(
      differingParts<Compared, keyof Compared>(postParts, mine, theirs, null).map(({ changedBy }) => changedBy),
    ).toEqual(['both', 'both', 'both']);
  });

  test('become one by what was chosen', () => {
    const theirs: Compared = { ...base, title: 'Theirs', cover: null };
    expect(mergeParts<Compared>({ ...base, title: 'Mine' }, theirs, new Map([['cover', 'second']]))).toEqual({
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
  expect(partText(base, part)).toBe(words);
});

test('what search engines are told is read with the details', () => {
  const settings = { searchTitle: 'Blue', description: 'Why', canonical: '/first', picture: '/a.jpg', isHidden: true };
  expect(partText({ ...base, settings }, 'settings')).toBe('Blue · Why · /first · /a.jpg · noindex');
});

test('a picture without a description goes by the name of its file', () => {
  expect(partText({ ...base, cover: { image: '/a/b/shade.jpg' } }, 'cover')).toBe('shade.jpg');
});

describe('of two long texts', () => {
  test('what is shown begins shortly before they part', () => {
    const prefix = 'word '.repeat(200);
    const [first, second] = diffExcerpts(`${prefix}red ${prefix}`, `${prefix}blue ${prefix}`, 300);
    expect(first).toContain('red');
    expect(second).toContain('blue');
    expect(first.startsWith('… word')).toBe(true);
    expect(first.length).toBeLessThan(320);
  });

  test('short ones are shown whole', () => {
    expect(diffExcerpts('red', 'blue', 300)).toEqual(['red', 'blue']);
  });
});
