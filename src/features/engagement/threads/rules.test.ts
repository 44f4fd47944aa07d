import { describe, expect, test } from 'vitest';
import { conversationOf, mentionTerm, nameWith, textParts, withMention } from './rules.ts';

const postAt = (id: string, parent_id: string | null, minute: number, status = 'shown') => ({
  id,
  parent_id,
  status,
  created_at: `2026-01-01T10:0${minute}:00Z`,
});
const idsOf = (posts: ReturnType<typeof postAt>[]) =>
  conversationOf(posts).map(({ post, replies }) => [post.id, replies.map(({ id }) => id)]);

test('replies stand under what they answer, in the order of time', () => {
  expect(
    idsOf([
      postAt('d', 'a', 4),
      postAt('b', null, 2),
      postAt('a', null, 1),
      postAt('c', 'a', 3),
      postAt('e', 'gone', 5),
    ]),
  ).toEqual([
    ['a', ['c', 'd']],
    ['b', []],
    ['e', []],
  ]);
});

test('pinned posts stand first with their replies, and a pinned one that was taken back where it was', () => {
  const pinned = (id: string, minute: number, status = 'shown') => ({
    ...postAt(id, null, minute, status),
    is_pinned: true,
  });
  expect(
    idsOf([postAt('a', null, 1), pinned('b', 2), postAt('c', 'b', 3), pinned('d', 0, 'removed'), postAt('e', 'd', 4)]),
  ).toEqual([
    ['b', ['c']],
    ['d', ['e']],
    ['a', []],
  ]);
});

test('what was taken back keeps its place as long as it has replies', () => {
  expect(idsOf([postAt('a', null, 1, 'removed'), postAt('b', 'a', 2), postAt('c', null, 3, 'removed')])).toEqual([
    ['a', ['b']],
  ]);
});

describe('a text', () => {
  test.each([
    ['Thank you, @mia-lang!', ['mia-lang'], ['Thank you, ', '@mia-lang!'.slice(0, -1), '!']],
    ['@mia and @mia-lang', ['mia', 'mia-lang'], ['@mia', ' and ', '@mia-lang']],
    ['@mia-langer is somebody else', ['mia-lang'], ['@mia-langer is somebody else']],
    ['mail@mia-lang.org', ['mia-lang'], ['mail@mia-lang.org']],
    ['سؤال إلى @سارة؟', ['سارة'], ['سؤال إلى ', '@سارة', '؟']],
    ['@mia', [], ['@mia']],
  ])('%s is cut at the members it mentions', (content, slugs, parts) => {
    expect(textParts(content, slugs).map(({ text }) => text)).toEqual(parts);
    expect(
      textParts(content, slugs)
        .filter(({ isMention }) => isMention)
        .every(({ text }) => slugs.includes(text.slice(1))),
    ).toBe(true);
  });
});

test.each([
  ['Hello @he', 'he'],
  ['@', ''],
  ['(@hel', 'hel'],
  ['mail@hel', null],
  ['@helena voss', null],
  ['', null],
])('after “%s” the term of a mention is %s', (text, term) => expect(mentionTerm(text)).toBe(term));

test('a suggestion that is taken completes the mention at the caret', () => {
  expect(withMention('Hello @he and all', 9, 'helena-voss')).toEqual({
    text: 'Hello @helena-voss and all',
    caret: 19,
  });
});

test.each([
  ['Reply', 'Reply to Ada', 'Reply to Ada'],
  // The article is part of the word: what is seen is not in the name.
  ['رد', 'الرد على آدا', 'رد: الرد على آدا'],
  ['Delete', 'Undelete post', 'Delete: Undelete post'],
])('the button %s with the name %s is called %s', (label, name, called) => expect(nameWith(label, name)).toBe(called));
