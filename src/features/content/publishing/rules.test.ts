import { describe, expect, test } from 'vitest';
import { compareParts, contentOf, diffExcerpts, isSecret } from './rules.ts';

type Content = { title: string; tags: string[]; settings: Record<string, unknown> };
const base: Content = { title: 'Shade', tags: ['blue'], settings: { isHidden: true, description: 'Shade' } };
const { differences, merge } = compareParts<Content>([
  { id: 'title', name: 'Title', wordsOf: ({ title }) => title },
  { id: 'tags', name: 'Tags', wordsOf: ({ tags }) => tags.join(', ') },
  {
    id: 'settings',
    name: 'Details',
    wordsOf: ({ settings }) => ({ Description: String(settings.description ?? ''), Kind: String(settings.kind ?? '') }),
  },
]);
const changes = (...args: Parameters<typeof differences>) =>
  differences(...args).map(({ id, changedBy }) => [id, changedBy]);

describe('two drafts', () => {
  test('that say the same differ in nothing, however a database orders their keys', () => {
    expect(differences(base, { ...base, settings: { description: 'Shade', isHidden: true } }, null)).toEqual([]);
  });
  test('differ in the parts that do, each with who changed it where that is known', () => {
    const mine = { ...base, title: 'Mine', tags: [] };
    const theirs = { ...base, title: 'Theirs', settings: {} };
    expect(changes(mine, theirs, base)).toEqual([
      ['title', 'both'],
      ['tags', 'first'],
      ['settings', 'second'],
    ]);
    expect(changes(mine, theirs, null).map(([, changedBy]) => changedBy)).toEqual(['both', 'both', 'both']);
  });
  test('name the fields that differ, in words', () => {
    expect(differences(base, { ...base, settings: { description: 'Why', kind: 'X' } }, null)[0]?.fields).toEqual([
      { name: 'Description', first: 'Shade', second: 'Why' },
      { name: 'Kind', first: '', second: 'X' },
    ]);
    // What is no word is said by two equal sides.
    expect(differences(base, { ...base, settings: { description: 'Shade' } }, null)[0]?.fields).toEqual([
      { name: 'Description', first: 'Shade', second: 'Shade' },
    ]);
  });
  test('become one by what was chosen', () => {
    const theirs = { ...base, title: 'Theirs', tags: [] };
    expect(merge({ ...base, title: 'Mine' }, theirs, new Map([['tags', 'second']]))).toEqual({
      ...base,
      title: 'Mine',
      tags: [],
    });
  });
});

test('of a draft’s row only the content is compared and saved', () => {
  const row = { ...base, version: 3, publish_at: null, updated_at: '' };
  const kind = { kind: 'post', parts: ['title', 'tags', 'settings'] as const, draftNow: async () => row };
  expect(contentOf<Content>(kind, row)).toEqual(base);
});

test.each([
  ['0123456789abcdef'.repeat(4), true],
  ['0123456789abcdef'.repeat(3), false],
  [`${'0123456789abcdef'.repeat(4)}0`, false],
  ['../../../../etc/passwd', false],
  ['', false],
])('%j is asked for: %s', (text, is) => expect(isSecret(text)).toBe(is));

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
