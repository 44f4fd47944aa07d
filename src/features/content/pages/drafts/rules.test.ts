import { describe, expect, test } from 'vitest';
import type { BlockDocument, BlockNode } from '#features/content/blocks/document/rules.ts';
import { builderData, differencesOf, draftDifferences, draftOf, isTooLarge, mergeDrafts, mergePages } from './rules.ts';

const block = (id: string, title: string): BlockNode => ({ type: 'Text', props: { id, title } });
const page = (...content: BlockNode[]): BlockDocument => ({ root: { props: {} }, zones: {}, content });
const draft = {
  title: 'About',
  data: page(block('a', 'A')),
  settings: { description: 'Who we are', picture: '/a.jpg' },
};

describe('a draft in the builder', () => {
  test('comes back as it went', () => {
    expect(draftOf(builderData(draft), draft)).toMatchObject({ title: 'About', data: page(block('a', 'A')) });
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
    expect(isTooLarge({ ...draft, data: page(block('a', 'ü'.repeat(250_000))) })).toBe(false);
    expect(isTooLarge({ ...draft, data: page(block('a', 'ü'.repeat(270_000))) })).toBe(true);
  });
});

describe('two drafts', () => {
  const base = page(block('a', 'A'), block('b', 'B'), block('c', 'C'));
  const mine = page(block('a', 'A1'), block('b', 'B'), block('new', 'N'), block('c', 'C1'));
  const theirs = page(block('a', 'A'), block('b', 'B2'), block('c', 'C2'), block('late', 'L'));

  test('differ by block, and what both began from tells who changed it', () => {
    expect(differencesOf(mine, theirs, base).map(({ id, changedBy }) => [id, changedBy])).toEqual([
      ['a', 'first'],
      ['b', 'second'],
      ['new', 'first'],
      ['c', 'both'],
      ['late', 'second'],
    ]);
    expect(differencesOf(mine, theirs).every(({ changedBy }) => changedBy === 'both')).toBe(true);
    expect(differencesOf(mine, mine, base)).toEqual([]);
  });
  test('tell what one of them removed', () => {
    expect(differencesOf(page(block('a', 'A')), page(block('a', 'A'), block('b', 'B')), base)).toMatchObject([
      { id: 'b', first: null, changedBy: 'first' },
    ]);
  });
  test('become one by choosing of each block', () => {
    const choice = new Map(
      differencesOf(mine, theirs, base).map(({ id, changedBy }) => [id, changedBy === 'both' ? 'first' : changedBy]),
    );
    expect(mergePages(mine, theirs, choice).content).toEqual([
      block('a', 'A1'),
      block('b', 'B2'),
      block('new', 'N'),
      block('c', 'C1'),
      block('late', 'L'),
    ]);
  });
  test('of which the removed is chosen lose it', () => {
    const without = mergePages(
      page(block('a', 'A')),
      page(block('a', 'A'), block('b', 'B')),
      new Map([['b', 'first']]),
    );
    expect(without.content).toEqual([block('a', 'A')]);
  });
});

test('what is set on a page is compared and chosen as a block is', () => {
  const changed = { ...draft, title: 'About us', settings: { description: 'Who we are', isHidden: true } };
  expect(draftDifferences(draft, changed, draft)).toMatchObject([{ id: 'Page', changedBy: 'second' }]);
  expect(draftDifferences(draft, { ...draft, settings: { ...draft.settings, canonical: '' } }, draft)).toEqual([]);
  expect(mergeDrafts(draft, changed, new Map([['Page', 'second']]))).toEqual({ ...changed, data: draft.data });
  expect(mergeDrafts(draft, changed, new Map([['Page', 'first']]))).toEqual(draft);
});
