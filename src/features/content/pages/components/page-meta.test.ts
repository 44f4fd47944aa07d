import { describe, expect, test } from 'vitest';
import type { PublishedPage } from '#features/content/pages/data.ts';
import { addressOfPage, metaOfPage, structuredDataOf } from './page-meta.ts';

const page = (changes: Partial<PublishedPage> = {}): PublishedPage => ({
  id: '1',
  title: 'About',
  slug: 'about',
  content: { root: {}, content: [] },
  settings: {},
  published_at: '2026-03-01T10:00:00Z',
  ...changes,
});
const origin = 'https://lumen.test';
const metaOf = (subject: PublishedPage) => metaOfPage(subject, 'Lumen', origin);

describe('the head of a page', () => {
  test('names its own address as the one to keep, encoded', () => {
    expect(addressOfPage({ page: page({ slug: 'من-نحن' }), origin })).toEqual({
      path: '/%D9%85%D9%86-%D9%86%D8%AD%D9%86',
    });
  });
  test.each([
    ['/pricing', 'https://lumen.test/pricing'],
    ['https://other.test/a', 'https://other.test/a'],
    ['javascript:alert(1)', undefined],
    ['//evil.test', undefined],
  ])('named a copy of %s it leads to %s', (canonical, href) => {
    expect(addressOfPage({ page: page({ settings: { canonical } }), origin }).canonical).toBe(href);
  });
  test('keeps a hidden page from search engines', () => {
    expect(metaOf(page({ settings: { isHidden: true } }))).toContainEqual({ name: 'robots', content: 'noindex' });
    expect(JSON.stringify(metaOf(page()))).not.toContain('noindex');
    expect(metaOf(page({ settings: { isUnfollowed: true } }))).toContainEqual({ name: 'robots', content: 'nofollow' });
  });
  test('shows neighbours its picture and its title for them', () => {
    const head = metaOf(page({ settings: { picture: '/a.jpg', searchTitle: 'Who teaches here' } }));
    expect(head).toContainEqual({ property: 'og:image', content: 'https://lumen.test/a.jpg' });
    expect(head).toContainEqual({ title: 'Who teaches here' });
    expect(head).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' });
  });
});

test.each([
  [{ picture: '/own.webp' }, '/site.webp', 'https://lumen.test/own.webp'],
  [{}, '/site.webp', 'https://lumen.test/site.webp'],
  [{}, '', expect.stringMatching(/^https:\/\/lumen\.test\/site\/social\/about\.png\?v=/)],
])('beside a link to a page of %j stands its picture, else the site’s “%s”', (settings, sitePicture, expected) => {
  const head = metaOfPage(page({ settings }), 'Lumen', origin, sitePicture) as {
    property?: string;
    content?: string;
  }[];
  expect(head.find(({ property }) => property === 'og:image')?.content).toEqual(expected);
});

describe('what a page is', () => {
  const faq = {
    root: {},
    content: [{ type: 'Faq', props: { id: '1', items: [{ question: 'When?', answer: 'In May.' }, { question: '' }] } }],
  };
  test('is said with the way to it', () => {
    expect(structuredDataOf(page(), 'Lumen', origin).map((fact) => fact['@type'])).toEqual([
      'WebPage',
      'BreadcrumbList',
    ]);
    expect(structuredDataOf(page({ slug: 'home' }), 'Lumen', origin)).toHaveLength(1);
  });
  test('with questions is a page of questions', () => {
    expect(structuredDataOf(page({ content: faq }), 'Lumen', origin)[0]).toMatchObject({
      '@type': 'FAQPage',
      mainEntity: [{ '@type': 'Question', name: 'When?', acceptedAnswer: { '@type': 'Answer', text: 'In May.' } }],
    });
  });
  test('is not said where its author wants it so', () => {
    expect(structuredDataOf(page({ settings: { kind: 'none' } }), 'Lumen', origin)).toEqual([]);
  });
});
