import { describe, expect, test } from 'vitest';
import type { Author } from '../authors/rules.ts';
import type { Post, PostSettings } from '../data.ts';
import { metaOfPost } from './post-meta.ts';

const post = (settings: PostSettings = {}, changes: Partial<Post> = {}): Post => ({
  id: 'p',
  title: 'Why shade is blue',
  slug: 'why-shade-is-blue',
  excerpt: 'In two sentences.',
  content: '',
  cover: { image: '/storage/v1/object/public/a/public/cover.jpg', alt: 'Hills' },
  categories: ['Light'],
  tags: ['sky'],
  settings,
  post_authors: [],
  published_at: '2026-03-01T10:00:00Z',
  updated_at: '2026-03-02T10:00:00Z',
  ...changes,
});
const author = (name: string): Author => ({ id: name, name, slug: name.toLowerCase(), bio: '' });
const site = { site: 'Lumen', origin: 'https://lumen.test', blogTitle: 'Blog' };
const head = (subject: Post, authors: Author[] = []) => metaOfPost(subject, authors, site) as Record<string, unknown>[];
const contentOf = (metas: Record<string, unknown>[], name: string) =>
  metas.find((tag) => tag.name === name || tag.property === name)?.content;
const factOf = (subject: Post, authors: Author[] = []) =>
  head(subject, authors).find((meta) => 'script:ld+json' in meta)?.['script:ld+json'] as Record<string, unknown>;

describe('the head of a post', () => {
  test('says of itself what nothing else was written for', () => {
    const metas = head(post({ searchTitle: ' ', description: ' ' }));
    expect(metas).toContainEqual({ title: 'Why shade is blue · Lumen' });
    expect(contentOf(metas, 'description')).toBe('In two sentences.');
    expect(contentOf(metas, 'og:description')).toBe('In two sentences.');
    expect(contentOf(metas, 'og:image')).toContain('/cover.jpg');
    expect(contentOf(metas, 'robots')).toBeUndefined();
  });

  test('says what was written for search engines', () => {
    const metas = head(
      post({
        searchTitle: 'Blue shadows, explained',
        description: 'What the sky does to a shadow.',
        picture: '/storage/v1/object/public/a/public/own.png',
        isHidden: true,
        isUnfollowed: true,
      }),
    );
    expect(metas).toContainEqual({ title: 'Blue shadows, explained' });
    expect(contentOf(metas, 'og:title')).toBe('Blue shadows, explained');
    expect(contentOf(metas, 'description')).toBe('What the sky does to a shadow.');
    expect(contentOf(metas, 'og:description')).toBe('What the sky does to a shadow.');
    expect(contentOf(metas, 'og:image')).toContain('/own.png');
    expect(contentOf(metas, 'robots')).toBe('noindex, nofollow');
  });

  test('has a card of its title where it has no picture at all', () => {
    expect(contentOf(head(post({}, { cover: null })), 'og:image')).toMatch(
      /^https:\/\/lumen\.test\/site\/social\/blog\/why-shade-is-blue\.png\?v=/,
    );
  });
});

describe('the authors of a post in structured data', () => {
  test.each<[string, Author[], unknown]>([
    ['nobody: the site itself', [], { '@type': 'Organization', name: 'Lumen', url: 'https://lumen.test/' }],
    ['one', [author('Mara')], { '@type': 'Person', name: 'Mara', url: 'https://lumen.test/blog?author=mara' }],
    [
      'several, in their order',
      [author('Tomas'), author('Mara')],
      [
        { '@type': 'Person', name: 'Tomas', url: 'https://lumen.test/blog?author=tomas' },
        { '@type': 'Person', name: 'Mara', url: 'https://lumen.test/blog?author=mara' },
      ],
    ],
  ])('%s', (_, authors, told) => {
    expect(factOf(post(), authors).author).toEqual(told);
  });
});
