import { expect, test } from 'vitest';
import { authorIdsOf, authorsOfPost } from './rules.ts';

const post = {
  post_authors: [
    { author_id: 'c', position: 3 },
    { author_id: 'a', position: 1 },
    { author_id: 'b', position: 2 },
  ],
};
const card = (id: string) => ({ id, name: id.toUpperCase(), slug: id, bio: '' });

test('authors are named in their order', () => {
  expect(authorIdsOf(post)).toEqual(['a', 'b', 'c']);
});

test('an author whom readers may not know is left out', () => {
  expect(authorsOfPost(post, { c: card('c'), a: card('a') }).map(({ name }) => name)).toEqual(['A', 'C']);
  expect(authorsOfPost(post, {})).toEqual([]);
});
