import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import subsetFont from 'subset-font';
import { describe, expect, test } from 'vitest';
import { root } from '#base/server/root.ts';
import { asWoff2 } from './woff2.ts';

const file = join(root, 'node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2');
const cut = async (characters: string) =>
  Buffer.from(await subsetFont(await readFile(file), characters, { targetFormat: 'truetype' }));

/** Tag -> bytes of each table of a plain font. */
function tablesOf(font: Buffer): Record<string, Buffer> {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16).map((at) => {
    const start = font.readUInt32BE(at + 8);
    return [font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12))] as const;
  });
  return Object.fromEntries(entries);
}

/** The numbers that the specification gives the tables of our fonts. */
const NUMBERS: Record<number, string> = {
  0: 'cmap',
  1: 'head',
  2: 'hhea',
  3: 'hmtx',
  4: 'maxp',
  5: 'name',
  6: 'OS/2',
  7: 'post',
  10: 'glyf',
  11: 'loca',
  12: 'prep',
  17: 'gasp',
  26: 'GDEF',
  27: 'GPOS',
  28: 'GSUB',
  39: 'avar',
  47: 'fvar',
  48: 'gvar',
};

/** The tables of a WOFF2 file in its order, as its specification says they lie there. */
function tablesOfWoff2(file: Buffer): (readonly [tag: string, bytes: Buffer])[] {
  let location = 48;
  const text = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = file.readUInt8(location++);
    const isSpelled = (flags & 63) === 63;
    const tag = isSpelled
      ? file.toString('latin1', location, location + 4)
      : (NUMBERS[flags & 63] ?? `number ${flags & 63}`);
    if (isSpelled) location += 4;
    // Outlines that are stored as they are say so by 3, all other tables by 0.
    expect(flags >> 6, tag).toBe(tag === 'glyf' || tag === 'loca' ? 3 : 0);
    let length = 0;
    for (let byte = 0x80; byte & 0x80; length = length * 128 + (byte & 0x7f)) byte = file.readUInt8(location++);
    return { tag, length };
  });
  const plain = brotliDecompressSync(file.subarray(location, location + file.readUInt32BE(20)));
  let start = 0;
  const tables = text.map(({ tag, length }) => {
    start += length;
    return [tag, plain.subarray(start - length, start)] as const;
  });
  expect(start).toBe(plain.length);
  return tables;
}

describe('a font as WOFF2', () => {
  test.each(['a', 'The quick brown fox, 0123456789'])(
    'holds every table as it was, but one: %s',
    async (characters) => {
      const font = await cut(characters);
      const woff = asWoff2(font);
      expect(woff.toString('latin1', 0, 4)).toBe('wOF2');
      expect(woff.readUInt32BE(4)).toBe(font.readUInt32BE(0));
      expect(woff.readUInt32BE(8)).toBe(woff.length);
      expect(woff.length % 4).toBe(0);
      const { STAT, ...rest } = tablesOf(font);
      expect(STAT).toBeDefined();
      expect(woff.readUInt32BE(16)).toBe(font.length - 16 - (STAT?.length ?? 0) - (-(STAT?.length ?? 0) & 3));
      const tables = tablesOfWoff2(woff);
      expect(Object.fromEntries(tables)).toEqual(rest);
      const order = tables.map(([tag]) => tag);
      expect(order.indexOf('loca')).toBe(order.indexOf('glyf') + 1);
      expect(woff.length).toBeLessThan(font.length);
    },
  );

  test('is what the library that cuts fonts reads back', async () => {
    const font = await cut('Stoa');
    const back = Buffer.from(await subsetFont(asWoff2(font), 'Stoa', { targetFormat: 'truetype' }));
    const { STAT: _, ...rest } = tablesOf(font);
    expect(Object.keys(tablesOf(back))).toEqual(Object.keys(rest));
    expect(tablesOf(back).glyf).toEqual(rest.glyf);
  });
});
