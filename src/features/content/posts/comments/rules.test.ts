import { expect, test } from 'vitest';
import { masked, threadsOf } from './rules.ts';

const words = ['damn', 'bloody hell', 'f*ck'];

test.each([
  ['Damn it', '**** it'],
  ['Amsterdamned is a film', 'Amsterdamned is a film'],
  ['a DAMN, bloody hell!', 'a ****, ***********!'],
  ['f*ck and f!ck', '**** and f!ck'],
  ['ädamn damné', 'ädamn damné'],
  ['nothing here', 'nothing here'],
  ['', ''],
])('%s is shown as %s', (text, shown) => {
  expect(masked(text, words)).toBe(shown);
});

test('answers stand under what they answer, in the order they were given', () => {
  const commentAt = (id: string, parent_id: string | null, minute: number) => ({
    id,
    parent_id,
    created_at: `2026-01-01T10:0${minute}:00Z`,
  });
  const threads = threadsOf([
    commentAt('d', 'a', 4),
    commentAt('b', null, 2),
    commentAt('a', null, 1),
    commentAt('c', 'a', 3),
    commentAt('e', 'gone', 5),
  ]);
  expect(threads.map(({ comment, replies }) => [comment.id, replies.map(({ id }) => id)])).toEqual([
    ['a', ['c', 'd']],
    ['b', []],
    ['e', []],
  ]);
});
