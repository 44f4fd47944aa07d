import { describe, expect, test } from 'vitest';
import type { PageBlock, PageData } from '../rules.ts';
import {
  builderData,
  differencesOf,
  draftDifferences,
  draftOf,
  isTooLarge,
  merged,
  mergedDraft,
  wordsOf,
} from './rules.ts';

const put = (id: string, title: string): PageBlock => ({ type: 'Text', props: { id, title } });
const page = (...content: PageBlock[]): PageData => ({ root: { props: {} }, zones: {}, content });
const draft = { title: 'About', data: page(put('a', 'A')), settings: { description: 'Who we are', picture: '/a.jpg' } };

describe('a draft in the builder', () => {
  test('comes back as it went', () => {
    expect(draftOf(builderData(draft), draft)).toMatchObject({ title: 'About', data: page(put('a', 'A')) });
    expect(draftOf(builderData(draft), draft).settings).toMatchObject(draft.settings);
    const unfollowed = { ...draft, settings: { ...draft.settings, isUnfollowed: true } };
    expect(draftOf(builderData(unfollowed), draft).settings.isUnfollowed).toBe(true);
  });
  test.each([
    ['a title of spaces', { title: '  ' }, { title: 'About' }],
    ['a kind nobody knows', { kind: 'Cake' }, { settings: { description: '' } }],
    ['an address that runs something', { canonical: 'javascript:1' }, { settings: { canonical: '' } }],
    ['a title too long', { title: 'x'.repeat(500) }, { title: 'x'.repeat(160) }],
  ])('%s', (_, props, expected) => {
    expect(draftOf({ ...page(), root: { props } }, draft)).toMatchObject(expected);
  });
  test('is too large past 512 KB, counted in bytes', () => {
    expect(isTooLarge({ ...draft, data: page(put('a', 'ü'.repeat(250_000))) })).toBe(false);
    expect(isTooLarge({ ...draft, data: page(put('a', 'ü'.repeat(270_000))) })).toBe(true);
  });
});

describe('two drafts', () => {
  const base = page(put('a', 'A'), put('b', 'B'), put('c', 'C'));
  const mine = page(put('a', 'A1'), put('b', 'B'), put('new', 'N'), put('c', 'C1'));
  const theirs = page(put('a', 'A'), put('b', 'B2'), put('c', 'C2'), put('late', 'L'));

  test('differ by block, and what both began from tells who changed it', () => {
    expect(differencesOf(mine, theirs, base).map(({ id, changedBy }) => [id, changedBy])).toEqual([
      ['a', 'one'],
      ['b', 'other'],
      ['new', 'one'],
      ['c', 'both'],
      ['late', 'other'],
    ]);
    expect(differencesOf(mine, theirs).every(({ changedBy }) => changedBy === 'both')).toBe(true);
    expect(differencesOf(mine, mine, base)).toEqual([]);
  });
  test('name the fields that differ', () => {
    expect(differencesOf(mine, theirs, base)[0]?.fields).toEqual(['title']);
  });
  test('tell what one of them removed', () => {
    expect(differencesOf(page(put('a', 'A')), page(put('a', 'A'), put('b', 'B')), base)).toMatchObject([
      { id: 'b', one: null, changedBy: 'one' },
    ]);
  });
  test('become one by choosing of each block', () => {
    const choice = new Map(
      differencesOf(mine, theirs, base).map(({ id, changedBy }) => [id, changedBy === 'both' ? 'one' : changedBy]),
    );
    expect(merged(mine, theirs, choice).content).toEqual([
      put('a', 'A1'),
      put('b', 'B2'),
      put('new', 'N'),
      put('c', 'C1'),
      put('late', 'L'),
    ]);
  });
  test('of which the removed is chosen lose it', () => {
    const without = merged(page(put('a', 'A')), page(put('a', 'A'), put('b', 'B')), new Map([['b', 'one']]));
    expect(without.content).toEqual([put('a', 'A')]);
  });
});

test('what is set on a page is compared and chosen as a block is', () => {
  const other = { ...draft, title: 'About us', settings: { description: 'Who we are', isHidden: true } };
  expect(draftDifferences(draft, other, draft)).toMatchObject([
    { id: 'Page', changedBy: 'other', fields: ['title', 'picture', 'isHidden'] },
  ]);
  expect(draftDifferences(draft, { ...draft, settings: { ...draft.settings, canonical: '' } }, draft)).toEqual([]);
  expect(mergedDraft(draft, other, new Map([['Page', 'other']]))).toEqual({ ...other, data: draft.data });
  expect(mergedDraft(draft, other, new Map([['Page', 'one']]))).toEqual(draft);
});

test('a block is known by its words', () => {
  const props = {
    id: 'x',
    title: 'Come in',
    html: '<p>All <b>week</b></p>',
    href: '/course',
    items: [{ question: 'When?' }],
  };
  expect(wordsOf(props)).toBe('Come in · All  week · When?');
});
