import { describe, expect, test } from 'vitest';
import {
  excerptOf,
  type Facts,
  type LinkResult,
  withAlt,
  withHref,
} from '#features/content/publishing/checks/rules.ts';
import { type CheckedPost, fixPost, postFindings } from './rules.ts';

const sentence = 'A shadow is a place the sun does not reach, and the sky shines into it.';
const fine: CheckedPost = {
  title: 'Why shade is blue',
  excerpt: 'Your camera is not wrong about the snow. You are, and it is useful to know by how much.',
  content: `<h2>Why</h2><p>${sentence}</p>`,
  cover: { image: '/a.jpg', alt: 'Hills' },
  settings: {},
};
const noFacts: Facts = { headings: [{ level: 1, text: fine.title, block: 'title' }], pictures: [], links: [] };

function findingsFor(post: Partial<CheckedPost>, facts: Partial<Facts> = {}, linkResults: [string, LinkResult][] = []) {
  return postFindings({ ...fine, ...post }, { ...noFacts, ...facts }, new Map(linkResults));
}
const problems = (...args: Parameters<typeof findingsFor>) =>
  findingsFor(...args).map(({ problem, block }) => [problem, block]);

test('a post with nothing wrong has no finding', () => {
  expect(findingsFor({})).toEqual([]);
});

describe('each finding of a post names its place:', () => {
  test.each<[string, Partial<CheckedPost>, [string, string][]]>([
    ['a cover that is missing', { cover: null }, [['noCover', 'cover']]],
    ['an excerpt that is missing', { excerpt: ' ' }, [['noExcerpt', 'excerpt']]],
    ['an excerpt too short to be the description', { excerpt: 'Blue.' }, [['shortDescription', 'description']]],
    ['a description too long', { settings: { description: 'x'.repeat(161) } }, [['longDescription', 'description']]],
    ['a title too long', { title: 'x'.repeat(61) }, [['longTitle', 'searchTitle']]],
    [
      'a title for search engines too long',
      { settings: { searchTitle: 'x'.repeat(61) } },
      [['longTitle', 'searchTitle']],
    ],
    ['a long title with a short one for search engines', { title: 'x'.repeat(90), settings: { searchTitle: 'x' } }, []],
    ['hidden', { settings: { isHidden: true } }, [['hidden', 'isHidden']]],
  ])('%s', (_, post, findings) => {
    expect(problems(post)).toEqual(findings);
  });

  const picture = { src: '/p.jpg', alt: '', bytes: 1000, title: '', block: 'picture:0' };
  test.each<[string, Partial<Facts>, [string, string | null][]]>([
    ['a picture without words', { pictures: [picture] }, [['noAlt', 'picture:0']]],
    [
      'a picture that is not there',
      { pictures: [{ ...picture, alt: 'A', isMissing: true }] },
      [['missingPicture', 'picture:0']],
    ],
    ['a cover that only decorates', { pictures: [{ ...picture, block: 'cover' }] }, []],
    [
      'a cover named as its file',
      { pictures: [{ ...picture, alt: 'IMG_1.jpg', block: 'cover' }] },
      [['fileAlt', 'cover']],
    ],
    ['a picture too heavy', { pictures: [{ ...picture, alt: 'A', bytes: 500_000 }] }, [['heavyPicture', 'picture:0']]],
    [
      'pictures too heavy together',
      { pictures: [1, 2, 3, 4].map((n) => ({ ...picture, src: `/${n}.jpg`, alt: 'A', bytes: 390_000 })) },
      [['heavyPage', null]],
    ],
    [
      'a heading that skips a level',
      { headings: [...noFacts.headings, { level: 4, text: 'Why', block: 'heading:0' }] },
      [['skippedLevel', 'heading:0']],
    ],
    [
      'a heading without words',
      { headings: [...noFacts.headings, { level: 2, text: '', block: 'heading:0' }] },
      [['emptyHeading', 'heading:0']],
    ],
    ['a link without words', { links: [{ href: '/a', text: '', block: 'link:0' }] }, [['wordlessLink', 'link:0']]],
  ])('%s', (_, facts, findings) => {
    expect(problems({}, facts)).toEqual(findings);
  });
});

describe('a post is mended:', () => {
  const applyFix = (
    post: Partial<CheckedPost>,
    facts: Partial<Facts> = {},
    linkResults: [string, LinkResult][] = [],
  ) => {
    const [finding] = findingsFor(post, facts, linkResults);
    return finding ? fixPost({ ...fine, ...post }, finding) : null;
  };
  test('a heading is put on the level that follows, whatever signs it is made of', () => {
    const content = '<h4>Ink &amp; <em>light</em></h4><h4>Other</h4>';
    const headings = [...noFacts.headings, { level: 4, text: 'Ink & light', block: 'heading:0' }];
    expect(applyFix({ content }, { headings })).toEqual({ content: '<h2>Ink &amp; <em>light</em></h2><h4>Other</h4>' });
  });
  test('a link to what has moved leads there', () => {
    const content = '<p><a href="/old?a=1&amp;b=2">x</a><a href="/older">y</a></p>';
    const links = [{ href: '/old?a=1&b=2', text: 'x', block: 'link:0' }];
    expect(applyFix({ content }, { links }, [['/old?a=1&b=2', { status: 200, movedTo: '/new' }]])).toEqual({
      content: '<p><a href="/new">x</a><a href="/older">y</a></p>',
    });
  });
  test('a picture takes the words under it', () => {
    const content = '<figure><img src="/p.jpg" alt="IMG_1.jpg"><figcaption>The "kiln"</figcaption></figure>';
    const pictures = [{ src: '/p.jpg', alt: 'IMG_1.jpg', bytes: null, title: 'The "kiln"', block: 'picture:0' }];
    expect(applyFix({ content }, { pictures })?.content).toContain('<img alt="The &quot;kiln&quot;" src="/p.jpg">');
  });
  test('a picture that is not there is named by its address', () => {
    const src = 'https://else.example/x.png';
    const pictures = [{ src, alt: 'A', bytes: null, title: '', block: 'picture:0', isMissing: true }];
    expect(findingsFor({}, { pictures })).toEqual([
      { problem: 'missingPicture', values: { src }, block: 'picture:0', fix: null },
    ]);
  });
  test('an excerpt is made of the first sentences', () => {
    expect(applyFix({ excerpt: '' })).toEqual({ excerpt: sentence });
  });
  test('what can’t be mended is left to its author', () => {
    expect(findingsFor({ cover: null, excerpt: '', content: '<p>Short.</p>' }).map(({ fix }) => fix)).toEqual([
      null,
      null,
    ]);
  });
});

describe('the opening of a text', () => {
  const long = `${sentence} ${sentence} ${sentence} ${sentence}`;
  test.each([
    ['of few words is nothing', '<p>Short.</p>', ''],
    ['leaves headings out', `<h2>Why</h2><p>${sentence}</p>`, sentence],
    ['parts what stands in two paragraphs', `<p>${sentence}</p><p>${sentence}</p>`, `${sentence} ${sentence}`],
    ['ends with a sentence', `<p>${long}</p>`, `${sentence} ${sentence}`],
    ['ends with a word where no sentence ends', `<p>${'word '.repeat(60)}</p>`, `${'word '.repeat(39)}word …`],
  ])('%s', (_, html, opening) => {
    expect(excerptOf(html)).toBe(opening);
  });
});

test('only what is meant is changed in a text', () => {
  expect(withAlt('<img src="/a.jpg"><img src="/b.jpg">', { src: '/b.jpg', alt: 'B' })).toBe(
    '<img src="/a.jpg"><img alt="B" src="/b.jpg">',
  );
  expect(withHref('<a href="/a">/a</a><a href="/ab">b</a>', { from: '/a', to: '/c' })).toBe(
    '<a href="/c">/a</a><a href="/ab">b</a>',
  );
});
