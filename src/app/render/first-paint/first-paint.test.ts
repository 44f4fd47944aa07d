import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '#base/server/root.ts';
import { bytesOf, createFirstPaint } from './first-paint.ts';

const folder = mkdtempSync(join(tmpdir(), 'stoa-first-paint-'));
const font = '/assets/geist-12345678.woff2';
const sheet = '/assets/site-12345678.css';
const blocks = '/assets/page-blocks-12345678.css';

beforeAll(() => {
  mkdirSync(join(folder, 'assets'));
  const geist = 'node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2';
  cpSync(join(root, geist), join(folder, font));
  const face = `@font-face{font-family:Geist;src:url(${font})format("woff2");font-display:optional}`;
  writeFileSync(join(folder, sheet), `@layer base,parts;${face}@layer parts{.btn{color:red}.card{color:blue}}`);
  writeFileSync(join(folder, blocks), '@layer parts{.hero{color:green}.faq{color:black}}');
});
afterAll(() => rmSync(folder, { recursive: true }));

const firstPaint = createFirstPaint(folder);
const page = (
  body: string,
  script = '<script type="module" src="/site/site-script-1.js" fetchPriority="low"></script>',
) =>
  `<html><head><link id="sheet" rel="stylesheet" href="${sheet}"/><link rel="stylesheet" href="${blocks}"/>` +
  `<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin="anonymous"/><style id="account-theme">:root{--font-body:"Geist", serif}</style>` +
  `${script}</head><body>${body}</body></html>`;
const nothing = async () => null;
const wholeOf = async (html: string, paint = firstPaint) => bytesOf(await paint.inlined(html, nothing)).toString();

describe('the sheet of blocks', () => {
  test('is named by a page with a block in it, and by no other', () => {
    expect(bytesOf(firstPaint.linked(page('<div class="hero"></div>'))).toString()).toContain(blocks);
    const idle = bytesOf(firstPaint.linked(page('<a class="btn"></a>'))).toString();
    expect(idle).not.toContain(blocks);
    expect(idle).toContain(`<link id="sheet" rel="stylesheet" href="${sheet}"/>`);
  });
});

describe('a page with its first paint in it', () => {
  test('asks for no sheet, no font and no script before it is painted, and has what it needs of them', async () => {
    const html = await wholeOf(page('<a class="btn hero">Go</a>'));
    const loads = html
      .replace(/<noscript>.*?<\/noscript>/g, '')
      .match(/<(?:link|script)[^>]*\b(?:href|src)="[^"]*"[^>]*>/g);
    expect(loads).toBeNull();
    expect(html).toContain('.btn{color:red}');
    expect(html).toContain('.hero{color:green}');
    expect(html).not.toMatch(/\.card|\.faq/);
    const [, fonts = '[]'] = /id="first-letters">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(fonts)).toMatchObject([{ family: 'Geist', descriptors: { unicodeRange: expect.any(String) } }]);
  });

  test('is made of what was prepared', async () => {
    const early = createFirstPaint(folder);
    await early.prepare();
    // No sheet is read again: the files are gone, and come back.
    const away = `${folder}-away`;
    renameSync(join(folder, 'assets'), away);
    try {
      const plain = page('<p class="card"></p>').replace('--font-body:"Geist"', '--font-body:serif');
      expect(await wholeOf(plain, early)).toContain('.card{color:blue}');
    } finally {
      renameSync(away, join(folder, 'assets'));
    }
  });

  test('has them in the order of the sheets, before what the theme says; the whole sheet goes between', async () => {
    const html = await wholeOf(page('<a class="btn hero">Go</a>'));
    const order = [
      'id="first-rules"',
      '.btn{',
      '</style><style>',
      '.hero{',
      '<noscript>',
      'first-letters',
      'account-theme',
    ];
    const places = order.map((part) => html.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((item, another) => item - another));
    expect(html).toContain(`data-sheet="${sheet}" data-script="/site/site-script-1.js" data-fonts="${font}"`);
  });

  test('says its letters once, where they are read', async () => {
    const html = await wholeOf(page('<p>Straße – 写真</p>'));
    expect(html.match(/id="first-letters"/g)).toHaveLength(1);
    expect(html).toContain('<p>Straße – 写真</p>');
  });

  test('who runs no scripts has the whole sheet', async () => {
    const html = await wholeOf(page('<a class="btn"></a>'));
    expect(html).toContain(`<noscript><link id="sheet" rel="stylesheet" href="${sheet}"/></noscript>`);
  });

  test.each([
    ['comes alive as a whole', page('', '<script type="module" async src="/assets/a.js"></script>')],
    ['has no script', page('', '')],
    ['has another sheet', page('').replaceAll(sheet, '/assets/dashboard-1.css')],
    ['has none', '<p>plain</p>'],
  ])('a page that %s stays as it is', async (_, html) => {
    expect(await firstPaint.inlined(html, nothing)).toEqual({ parts: [html], tags: [] });
  });
});
