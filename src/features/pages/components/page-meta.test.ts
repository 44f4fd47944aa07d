import { expect, test } from 'vitest';
import type { PublishedPage } from '../data.ts';
import { metaOfPage } from './page-meta.ts';

const page = (settings: object) =>
  ({ title: 'About', slug: 'about', content: { root: {}, content: [] }, settings }) as unknown as PublishedPage;

test.each([
  [{ picture: '/own.webp' }, '/site.webp', 'https://demo.test/own.webp'],
  [{}, '/site.webp', 'https://demo.test/site.webp'],
  [{}, '', undefined],
])('beside a link to a page of %j stands its picture, else the site’s “%s”', (settings, sitePicture, expected) => {
  const meta = metaOfPage(page(settings), 'Lumen', 'https://demo.test', sitePicture) as {
    property?: string;
    content?: string;
  }[];
  expect(meta.find(({ property }) => property === 'og:image')?.content).toBe(expected);
});
