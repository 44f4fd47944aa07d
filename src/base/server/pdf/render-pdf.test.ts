import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readPdf, undrawn } from '#tests/pdf.ts';
import type { PdfBlock } from './pdf-blocks.ts';
import { type PdfInput, renderPdf } from './render-pdf.ts';

const input = (blocks: PdfBlock[], more: Partial<PdfInput> = {}): PdfInput => ({
  title: 'A title',
  author: 'Somebody',
  language: 'en',
  created: new Date('2026-11-21T00:00:00Z'),
  blocks,
  ...more,
});
const read = async (blocks: PdfBlock[], more: Partial<PdfInput> = {}) => readPdf(await renderPdf(input(blocks, more)));
const runsOf = async (text: string, language = 'en') =>
  (await read([{ kind: 'text', text }], { language })).pages[0]?.runs.join('');

describe('a line in two directions', () => {
  test.each([
    ['en', 'Invoice 5', 'Invoice 5'],
    ['ar', 'دار', 'راد'],
    ['ar', 'دار 12.50', '12.50 راد'],
    ['ar', 'دار 12 – 14 باب', `${[...'باب'].reverse().join('')} 14 – 12 راد`],
    ['ar', 'ST-2026-0005 دار', 'راد ST-2026-0005'],
    ['ar', 'دار (باب)', '(باب) راد'],
    ['en', 'Site دار, 2026', 'Site 2026 ,راد'],
    ['ar', '\u200f12', '12'],
  ])('%s: %s', async (language, text, drawn) => {
    expect(await runsOf(text, language)).toBe(drawn);
  });
});

describe('a long text', () => {
  const drawnLines = async (text: string, language: string, more: object = {}) => {
    const block: PdfBlock = {
      kind: 'columns',
      columns: [{ blocks: [{ kind: 'text', text, ...more }] }, { share: 9, blocks: [] }],
    };
    const [page] = (await read([block], { language })).pages;
    return page?.lines ?? [];
  };

  test('is broken between words, in Thai between words that no space parts, in Japanese between characters', async () => {
    expect(await drawnLines('one two three', 'en')).toEqual(['one two', 'three']);
    expect(await drawnLines('สวัสดีชาวโลก', 'th')).toEqual(['สวัสดีชาว', 'โลก']);
    expect((await drawnLines('東京都渋谷区神宮前', 'ja')).length).toBeGreaterThan(1);
  });

  test('is cut in the middle of a word that is wider than its column, and ends in an ellipsis after its last line', async () => {
    const lines = await drawnLines('incomprehensibilities', 'en');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).toBe('incomprehensibilities');
    expect(await drawnLines('one two three four', 'en', { maxLines: 1 })).toEqual(['one two…']);
  });
});

test('a character that no font has is a question mark, and the text says which it was', async () => {
  const { pages } = await read([{ kind: 'text', text: 'Sun 🌞' }]);
  expect(pages[0]).toMatchObject({ texts: [['P', 'Sun 🌞']], runs: ['Sun ?'], missing: 0 });
});

describe('a table of many rows', () => {
  test('repeats its head on each page, and each page has its number', async () => {
    const table: PdfBlock = {
      kind: 'table',
      columns: [{ head: 'Course' }, { head: 'Price', align: 'end' }],
      rows: Array.from({ length: 60 }, (_, index) => [`Course ${index}`, `€${index}`]),
      totals: [['Total', '€1770']],
    };
    const { pages } = await read([{ kind: 'text', heading: 1, text: 'Courses' }, table], {
      footer: (page, all) => `${page} of ${all}`,
    });
    expect(pages.length).toBe(3);
    for (const [index, page] of pages.entries()) {
      expect(page.texts.filter(([role]) => role === 'TH').map(([, text]) => text)).toEqual(['Course', 'Price']);
      expect(page.runs.at(-1)).toBe(`${index + 1} of 3`);
    }
    const cells = pages.flatMap(({ texts }) => texts.filter(([role]) => role === 'TD'));
    expect(cells).toHaveLength(122);
    expect(pages[0]?.texts[0]).toEqual(['H1', 'Courses']);
  });
});

test('an image is drawn with its description', async () => {
  const data = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  const { pages } = await read([{ kind: 'image', data, width: 200, height: 100, alt: 'A seal', align: 'center' }], {
    isLandscape: true,
  });
  expect(pages[0]).toMatchObject({ texts: [['Figure', 'A seal']], images: 1 });
});

test('the same input gives the same bytes', async () => {
  const blocks: PdfBlock[] = [{ kind: 'text', text: 'Zoë, ليلى, दीपा' }];
  expect(Buffer.compare(await renderPdf(input(blocks)), await renderPdf(input(blocks)))).toBe(0);
});

test('a text in another language says so', async () => {
  const file = await renderPdf(input([{ kind: 'text', text: 'नमस्ते', language: 'hi' }]));
  expect(file.toString('latin1')).toContain('/Lang (hi)');
  const { language, pages } = await readPdf(file);
  expect(language).toBe('en');
  expect(undrawn(['नमस्ते'], pages[0]?.runs ?? [])).toBe('');
});

describe('a document is bounded', () => {
  test.each<[string, PdfBlock[]]>([
    ['100 pages', Array.from({ length: 101 }, () => ({ kind: 'gap', height: 700 }))],
    ['200000 characters', [{ kind: 'text', text: 'word '.repeat(40_001) }]],
  ])('%s', async (limit, blocks) => {
    await expect(renderPdf(input(blocks))).rejects.toThrow(`A PDF has at most ${limit}.`);
  });
});
