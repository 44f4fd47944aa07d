import { describe, expect, test } from 'vitest';
import type { BlockDocument, BlockNode } from '#features/content/blocks/document/rules.ts';
import type { BlockDefinitions } from '#features/content/blocks/rules.ts';
import type { About, LinkResult } from '#features/content/publishing/checks/rules.ts';
import { findingsOf, fixPage, type PageFacts } from './rules.ts';

const put = (id: string, props: Record<string, unknown>): BlockNode => ({ type: 'RichText', props: { id, ...props } });
const page = (...content: BlockNode[]): BlockDocument => ({ root: { props: { title: 'About' } }, zones: {}, content });
const noFacts: PageFacts = {
  headings: [{ level: 1, text: 'About', block: 'a' }],
  pictures: [],
  links: [],
  texts: [],
  leftOut: [],
};
const fine: About = { title: 'About', description: 'x'.repeat(100), picture: '/a.jpg', isHidden: false };

const definitions = {
  Example: {
    strings: 'blocks',
    group: 'words',
    fields: { title: { kind: 'text' }, text: { kind: 'long' }, inside: { kind: 'slot' } },
    defaults: { title: 'News', text: 'Say here what you offer.', inside: [] },
    render: () => null,
  },
} satisfies BlockDefinitions;

function findingsFor(
  facts: Partial<PageFacts>,
  content = page(),
  about = fine,
  linkResults: [string, LinkResult][] = [],
) {
  return findingsOf(content, about, { ...noFacts, ...facts }, new Map(linkResults), definitions);
}
const problems = (...args: Parameters<typeof findingsFor>) =>
  findingsFor(...args).map(({ problem, block }) => [problem, block]);

test('a page with nothing wrong has no finding', () => {
  expect(findingsFor({})).toEqual([]);
});

test('example text that nobody replaced is named, in a block and within columns; what was written is not', () => {
  const example = { title: 'News', text: 'Say here what you offer.' };
  const content = page(
    { type: 'Example', props: { id: 'a', ...example } },
    { type: 'Example', props: { id: 'b', ...example, text: 'Pots, thrown by hand.' } },
    {
      type: 'Example',
      props: { id: 'c', ...example, text: 'Glazes.', inside: [{ type: 'Example', props: { id: 'd', ...example } }] },
    },
  );
  expect(problems({}, content)).toEqual([
    ['example', 'a'],
    ['example', 'd'],
  ]);
});

test('pictures of what a block lists are described where they come from', () => {
  const content = page({ type: 'Products', props: { id: 'p', title: 'Shop' } });
  const picture = { src: '/x.jpg', alt: null, bytes: 1, title: 'Print', block: 'p' };
  expect(problems({ pictures: [picture] }, content)).toEqual([]);
});

test('a block that visitors don’t see is named with what it lacks', () => {
  expect(findingsFor({ leftOut: [{ reason: 'Choose an open form.', block: 'f' }] })).toEqual([
    { problem: 'leftOut', values: { reason: 'Choose an open form.' }, block: 'f', fix: null },
  ]);
});

describe('headings', () => {
  const h = (level: number, text: string, block = 'a') => ({ level, text, block });
  test.each([
    ['none of the first level', [h(2, 'A')], [['noFirst', null]]],
    ['two of the first level', [h(1, 'A'), h(1, 'B', 'b')], [['secondFirst', 'b']]],
    ['a skipped level', [h(1, 'A'), h(2, 'B'), h(4, 'C', 'c')], [['skippedLevel', 'c']]],
    ['an empty one', [h(1, 'A'), h(2, ' ', 'b')], [['emptyHeading', 'b']]],
    ['steps back up', [h(1, 'A'), h(2, 'B'), h(3, 'C'), h(2, 'D')], []],
  ])('%s', (_, headings, findings) => {
    expect(problems({ headings })).toEqual(findings);
  });
  test('in a text are put on the level that follows', () => {
    const content = page(put('t', { html: '<h4 id="x">Our <b>days</b></h4><h4>Other</h4>' }));
    const [finding] = findingsFor({ headings: [h(1, 'A'), h(4, 'Our days', 't')] }, content);
    expect(fixPage(content, finding!)?.content[0]?.props.html).toBe('<h2 id="x">Our <b>days</b></h2><h4>Other</h4>');
  });
});

describe('pictures', () => {
  const picture = (changes: object) => ({
    src: '/p.jpg',
    alt: 'A kiln',
    bytes: 1000,
    title: '',
    block: 'p',
    ...changes,
  });
  test.each([
    ['with words', {}, []],
    ['for the eye alone', { alt: '' }, []],
    ['without an alternative', { alt: null }, [['noAlt', 'p']]],
    ['beside words that say what it shows, without them', { alt: '', title: 'The kiln' }, [['noAlt', 'p']]],
    ['named as its file', { alt: 'IMG_2034.jpg' }, [['fileAlt', 'p']]],
    ['too heavy', { bytes: 900_000 }, [['heavyPicture', 'p']]],
  ])('%s', (_, changes, findings) => {
    expect(problems({ pictures: [picture(changes)] })).toEqual(findings);
  });
  test.each(['Picture', 'Gallery'])('that are all a %s shows need words', (type) => {
    const content = page({ type, props: { id: 'p' } }, put('t', {}));
    expect(problems({ pictures: [picture({ alt: '' }), picture({ alt: '', block: 't' })] }, content)).toEqual([
      ['noAlt', 'p'],
    ]);
  });
  test('together too heavy are found once, each counted once', () => {
    const pictures = ['a', 'b', 'c', 'd', 'e'].map((src) => picture({ src, bytes: 350_000 }));
    expect(problems({ pictures })).toEqual([['heavyPage', null]]);
    expect(problems({ pictures: pictures.map((entry) => ({ ...entry, src: 'a' })) })).toEqual([]);
  });
  test('take the words beside them in the form they are drawn in too', () => {
    const file = 'public/a/public/kiln.jpg';
    const stored = { src: `/storage/v1/object/${file}`, alt: 'IMG_1.jpg', width: 640, height: 480 };
    const content = page({ type: 'Gallery', props: { id: 'p', shots: [{ picture: stored, caption: 'The kiln' }] } });
    const src = `/storage/v1/render/image/${file}?width=640&resize=contain&quality=75`;
    const [finding] = findingsFor({ pictures: [picture({ src, alt: 'IMG_1.jpg', title: 'The kiln' })] }, content);
    expect(fixPage(content, finding!)?.content[0]?.props.shots).toEqual([
      { picture: { ...stored, alt: 'The kiln' }, caption: 'The kiln' },
    ]);
  });
  test('take the words beside them', () => {
    const content = page(put('p', { picture: { src: '/p.jpg', alt: '' }, other: { src: '/q.jpg', alt: '' } }));
    const [finding] = findingsFor({ pictures: [picture({ alt: '', title: 'The kiln' })] }, content);
    expect(fixPage(content, finding!)?.content[0]?.props).toMatchObject({
      picture: { alt: 'The kiln' },
      other: { alt: '' },
    });
  });
});

describe('contrast', () => {
  test('too low is found once a block, and the ground is changed', () => {
    const content = page(put('t', { ground: 'accent' }));
    const texts = [2.1, 2.4].map((ratio) => ({ text: 'Pale', ratio, needed: 4.5, block: 't' }));
    const findings = findingsFor({ texts }, content);
    expect(findings).toMatchObject([{ problem: 'contrast', values: { ratio: '2.1', needed: 4.5 } }]);
    expect(fixPage(content, findings[0]!)?.content[0]?.props.ground).toBe('paper');
  });
  test('as much as is needed is none', () => {
    expect(findingsFor({ texts: [{ text: 'Ink', ratio: 4.5, needed: 4.5, block: 't' }] })).toEqual([]);
  });
});

describe('links', () => {
  const link = (href: string, text = 'Read') => ({ href, text, block: 'l' });
  const linkResults: [string, LinkResult][] = [
    ['/there', { status: 200, movedTo: null }],
    ['/gone', { status: 404, movedTo: null }],
    ['#nowhere', { status: 404, movedTo: null }],
    ['/old', { status: 200, movedTo: '/new' }],
  ];
  test.each([
    ['/there', []],
    ['/gone', [['brokenLink', 'l']]],
    ['#nowhere', [['brokenAnchor', 'l']]],
    ['#', [['linkNowhere', 'l']]],
    ['/old', [['movedLink', 'l']]],
    ['https://elsewhere.test', []],
  ])('to %s', (href, findings) => {
    expect(problems({ links: [link(href), link(href)] }, page(), fine, linkResults)).toEqual(findings);
  });
  test('without words are found', () => {
    expect(problems({ links: [link('/there', ' ')] }, page(), fine, linkResults)).toEqual([['wordlessLink', 'l']]);
  });
  test('to what has moved lead there, inside other blocks and texts too', () => {
    const inner = put('l', { html: '<a href="/old">x</a>', buttons: [{ href: '/old' }, { href: '/older' }] });
    const content = page(put('box', { inside: [inner] }));
    const [finding] = findingsFor({ links: [link('/old')] }, content, fine, linkResults);
    const [box] = fixPage(content, finding!)?.content ?? [];
    expect((box?.props.inside as BlockNode[] | undefined)?.[0]?.props).toMatchObject({
      html: '<a href="/new">x</a>',
      buttons: [{ href: '/new' }, { href: '/older' }],
    });
  });
});

describe('for search engines', () => {
  test.each([
    ['no description', { description: '' }, ['noDescription']],
    ['a short one', { description: 'Us' }, ['shortDescription']],
    ['a long one', { description: 'x'.repeat(200) }, ['longDescription']],
    ['a long title', { title: 'x'.repeat(70) }, ['longTitle']],
    ['no picture', { picture: '' }, ['noPicture']],
    ['a hidden page', { isHidden: true }, ['hidden']],
  ])('%s', (_, about, findings) => {
    expect(findingsFor({}, page(), { ...fine, ...about }).map(({ problem }) => problem)).toEqual(findings);
  });
  test('a description is made of what the page says', () => {
    const headings = ['A kiln of our own', 'Evening classes all year', 'Come and see us'].map((text, index) => ({
      level: index ? 2 : 1,
      text,
      block: 'a',
    }));
    const [finding] = findingsFor({ headings }, page(), { ...fine, description: '' });
    expect(fixPage(page(), finding!)?.root.props?.description).toBe(
      'A kiln of our own. Evening classes all year. Come and see us',
    );
  });
});

test('what is gone by now is not mended', () => {
  expect(fixPage(page(), { problem: 'contrast', values: {}, block: 'gone', fix: { kind: 'ground' } })).toBeNull();
});
