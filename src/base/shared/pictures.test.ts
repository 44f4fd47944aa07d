import { describe, expect, test } from 'vitest';
import { avatarPicture, blurOf, linkPicture, renderedPicture, socialPicture } from './pictures.ts';
import { richHtml } from './rich-html.ts';

const photo = '/storage/v1/object/public/a/public/pictures/photo.jpg';
const widthsOf = (srcSet: string | undefined) =>
  [...(srcSet ?? '').matchAll(/ (\d+)w/g)].map((match) => Number(match[1]));

describe('a stored picture', () => {
  test.each([
    ['of unknown size', photo, undefined, [320, 480, 640, 960, 1280, 1920]],
    ['of 700 pixels: none wider is promised', photo, 700, [320, 480, 640, 700]],
    ['as small as the smallest', photo, 320, [320]],
    ['of a camera: at most what is rendered', photo, 6000, [320, 480, 640, 960, 1280, 1920, 2500]],
    ['of a hosted backend', `https://x.example${photo}`, 480, [320, 480]],
  ])('%s is offered in widths', (_, src, width, widths) => {
    const rendered = renderedPicture(src, width);
    expect(widthsOf(rendered?.srcSet)).toEqual(widths);
    expect(rendered?.src).toContain('/storage/v1/render/image/public/a/public/pictures/photo.jpg?width=');
    expect(rendered?.srcSet.match(/quality=75/g)).toHaveLength(widths.length);
  });

  test.each([
    ['a drawing', photo.replace('.jpg', '.svg')],
    ['a moving picture', photo.replace('.jpg', '.gif')],
    ['a drawing of the product', '/pictures/dunes.svg'],
    ['a picture elsewhere', 'https://x.example/photo.jpg'],
    ['a signed link', '/storage/v1/object/sign/a/photo.jpg?token=x'],
    ['an address with a second one in it', `${photo}?x=1`],
  ])('%s is left as it is', (_, src) => {
    expect(renderedPicture(src)).toBeNull();
  });
});

test.each([
  ['data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAw', true],
  ['data:image/svg+xml;base64,UklGRiQAAABXRUJQVlA4IBgAAAAw', false],
  ['data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAw"),url(https://x.example', false],
  [`data:image/webp;base64,${'A'.repeat(2000)}`, false],
  [7, false],
])('a placeholder %s is safe in a style: %s', (value, may) => {
  expect(blurOf(value) !== undefined).toBe(may);
});

test('a social card has a supported format; an SVG keeps its URL', () => {
  expect(socialPicture(photo, 'https://demo.example')).toBe(
    'https://demo.example/storage/v1/render/image/public/a/public/pictures/photo.jpg?width=1200&height=630&resize=cover&quality=75&format=origin',
  );
  expect(socialPicture('/pictures/dunes.svg', 'https://demo.example')).toBe('https://demo.example/pictures/dunes.svg');
});

const face = '/storage/v1/object/public/a/avatars/u/avatar.jpg';
const small = '/storage/v1/render/image/public/a/avatars/u/avatar.jpg?width=56&height=56&resize=cover&quality=75';
test.each([
  ['a stored one, small', face, small],
  ['a later one at the same address, told apart', `${face}?v=17`, `${small}&v=17`],
  ['a drawing as it is', '/storage/v1/object/public/a/face.svg', '/storage/v1/object/public/a/face.svg'],
  ['one elsewhere as it is', 'https://x.example/face.jpg?s=9', 'https://x.example/face.jpg?s=9'],
])('a face is %s', (_, src, expected) => {
  expect(avatarPicture(src, 56)).toBe(expected);
});

describe('beside a link stands', () => {
  const page = { origin: 'https://demo.example', path: '/blog/why', title: 'Why shade is blue' };
  const card = /^https:\/\/demo\.example\/site\/social\/blog\/why\.png\?v=[a-z0-9]+$/;
  test.each([
    ['the photograph', photo, /render\/image/],
    ['a picture elsewhere', 'https://x.example/a.jpg', /^https:\/\/x\.example\/a\.jpg$/],
    ['a card instead of a drawing', '/pictures/dunes.svg', card],
    ['a card where there is nothing', undefined, card],
  ])('%s', (_, picture, expected) => {
    expect(linkPicture({ ...page, picture })).toMatch(expected);
  });
  test('another card once the title is another', () => {
    const first = linkPicture({ ...page, picture: undefined });
    expect(linkPicture({ ...page, title: 'لماذا الظل أزرق؟', picture: undefined })).toMatch(card);
    expect(linkPicture({ ...page, title: 'Why shade is green', picture: undefined })).not.toBe(first);
  });
  test.each(['なぜ影は青いのか', '', '!?'])('no card of “%s”, which could not be drawn', (title) => {
    expect(linkPicture({ ...page, title, picture: undefined })).toBeUndefined();
    expect(linkPicture({ ...page, title, picture: '/a.svg' })).toBe('https://demo.example/a.svg');
  });
});

test('an image in a text has a srcset, and an author’s own srcset is dropped', () => {
  const html = richHtml(`<img src="${photo}" width="640" srcset="https://tracker.example/x.png 1w" alt="A">`);
  expect(widthsOf(html)).toEqual([320, 480, 640]);
  expect(html).not.toContain('tracker');
  expect(richHtml('<img src="https://x.example/a.png" srcset="https://y.example/b.png 2x">')).not.toContain('srcset');
});
