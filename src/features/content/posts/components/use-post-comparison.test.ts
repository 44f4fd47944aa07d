import { expect, test } from 'vitest';
import type { ContentText } from '../data.ts';
import { comparePosts } from './use-post-comparison.ts';

const post: ContentText = {
  title: 'Shade',
  excerpt: 'Why it is blue.',
  content: '<p>Light from the <b>sky</b> &amp; snow.</p>',
  cover: { image: '/storage/v1/object/public/x/shade.jpg', alt: 'A wall' },
  categories: ['Seeing'],
  tags: [],
  settings: { featured: true, description: 'Shade' },
};
const compare = (changes: Partial<ContentText>) =>
  comparePosts((key) => key).differences(post, { ...post, ...changes }, null);

test.each<[string, Partial<ContentText>, string, [string, string]]>([
  ['editor.title', { title: 'Shadow' }, '', ['Shade', 'Shadow']],
  ['editor.content', { content: '<h2>Light</h2><p>of day</p>' }, '', ['Light from the sky & snow.', 'Light of day']],
  ['editor.cover', { cover: { image: '/a/b/fern.jpg' } }, '', ['A wall', 'fern.jpg']],
  ['editor.cover', { cover: null }, '', ['A wall', '']],
  ['editor.tags', { tags: ['blue', 'light'] }, '', ['', 'blue, light']],
  [
    'editor.details',
    { settings: { featured: true, description: 'Why' } },
    'publishing:search.description',
    ['Shade', 'Why'],
  ],
  ['editor.details', { settings: { description: 'Shade' } }, 'editor.featured', ['publishing:yes', 'publishing:no']],
])('a post that differs in %s by %j says so in words', (name, changes, field, [first, second]) => {
  expect(compare(changes)).toEqual([
    expect.objectContaining({ name, fields: [{ name: field, first, second }], changedBy: 'both', onlyIn: null }),
  ]);
});
