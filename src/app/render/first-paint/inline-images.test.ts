import { describe, expect, test } from 'vitest';
import { inlineImages, withInlineImages, withoutPreloads } from './inline-images.ts';
import { createInlineSvgs } from './inline-svg.ts';

const at = (name: string) => `/storage/v1/object/public/of-an-account/public/${name}`;
const ahead = (name: string) => `<link rel="preload" as="image" href="${at(name)}" fetchPriority="high"/>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path fill="#f00" d="M0 0h1v1z"/>\n<title>100 % & "é"</title></svg>`;

const nearIn = async (html: string, read: (path: string) => Promise<string | null>) => {
  const end = html.indexOf('>', html.lastIndexOf('<link')) + 1;
  const drawings = createInlineSvgs();
  const near = await inlineImages(html.slice(0, end), (address) => drawings.get(address, read));
  const parts = [withoutPreloads(html.slice(0, end), near), ...withInlineImages(html.slice(end), near)];
  return { html: parts.join(''), drawings: [...near.keys()] };
};

/** What a browser reads out of the address. */
function rendered(html: string): string[] {
  return Array.from(html.matchAll(/src="data:image\/svg\+xml;charset=utf-8,([^"]*)"/g), ([, text = '']) =>
    decodeURIComponent(text),
  );
}

describe('drawings a page shows first', () => {
  test('stand in it, sign for sign but for the quotes of their tags, and are not fetched ahead any more', async () => {
    const html = `<head>${ahead('a.svg')}</head><img class="cover" src="${at('a.svg')}" alt="A"/>`;
    const full = await nearIn(html, async () => svg);
    expect(rendered(full.html)).toEqual([
      `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><path fill='#f00' d='M0 0h1v1z'/>\n<title>100 % & "é"</title></svg>`,
    ]);
    expect(full.html).toMatch(/^<head><\/head><img class="cover" src="data:[^"<>&#\n]*" alt="A"\/>$/);
    expect(full.drawings).toEqual([at('a.svg')]);
  });

  test.each([
    // Quotes that a value needs, and words between tags, stay as they are.
    [`<text font-family="'A B', serif">a</text>`, undefined],
    [`<text a='b"c"'>"x" > "y"</text>`, undefined],
    [`<style>a > b{c:"d"}</style>`, undefined],
    [`<a b="c > d" e="f">"g"</a>`, `<a b='c > d' e='f'>"g"</a>`],
    [`<use href = "#a"/>`, undefined],
  ])('keep the quotes of %s where they mean something', async (inner, expected = inner) => {
    const html = `${ahead('a.svg')}<img src="${at('a.svg')}"/>`;
    const full = await nearIn(html, async () => inner);
    expect(rendered(full.html)).toEqual([expected]);
  });

  test('stand there once: what comes later stays in its file', async () => {
    const html = `${ahead('a.svg')}<img src="${at('a.svg')}"/><img loading="lazy" src="${at('a.svg')}"/>`;
    const full = await nearIn(html, async () => svg);
    expect(rendered(full.html)).toHaveLength(1);
    expect(full.html).toContain(`loading="lazy" src="${at('a.svg')}"`);
  });

  test.each([
    ['a photograph', '/storage/v1/render/image/public/a/public/b.jpg?width=400', svg],
    ['another site’s', 'https://elsewhere.test/storage/v1/object/public/a/public/b.svg', svg],
    ['what is no file of ours', '/assets/logo.svg', svg],
    ['what is not there', at('gone.svg'), null],
    ['what is too large', at('large.svg'), `<svg>${' '.repeat(24_000)}</svg>`],
  ])('%s is left alone', async (_, address, response) => {
    const html = `<link rel="preload" as="image" href="${address}"/><img src="${address}"/>`;
    expect(await nearIn(html, async () => response)).toEqual({ html, drawings: [] });
  });

  test('no more than fit are taken, in their order', async () => {
    const names = ['a.svg', 'b.svg', 'c.svg'];
    const html = names.map((name) => `${ahead(name)}<img src="${at(name)}"/>`).join('');
    const full = await nearIn(html, async () => `<svg>${'x'.repeat(20_000)}</svg>`);
    expect(full.drawings).toEqual([at('a.svg'), at('b.svg')]);
    expect(full.html).toContain(ahead('c.svg'));
  });
});
