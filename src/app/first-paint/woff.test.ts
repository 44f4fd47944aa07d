import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import subsetFont from 'subset-font';
import { describe, expect, test } from 'vitest';
import { root } from '#base/server/root.ts';
import { asWoff } from './woff.ts';

const file = join(root, 'node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2');

/** Tag -> bytes of each table of a plain font. */
function tablesOf(font: Buffer): Record<string, Buffer> {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16).map((at) => {
    const start = font.readUInt32BE(at + 8);
    return [font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12))] as const;
  });
  return Object.fromEntries(entries);
}

/** The same of a WOFF file, as its specification says they lie there. */
function tablesOfWoff(font: Buffer): Record<string, Buffer> {
  const entries = Array.from({ length: font.readUInt16BE(12) }, (_, index) => 44 + index * 20).map((at) => {
    const [start, length, plainLength] = [4, 8, 12].map((more) => font.readUInt32BE(at + more)) as [
      number,
      number,
      number,
    ];
    expect(start % 4).toBe(0);
    const bytes = font.subarray(start, start + length);
    return [font.toString('latin1', at, at + 4), length < plainLength ? inflateSync(bytes) : bytes] as const;
  });
  return Object.fromEntries(entries);
}

describe('a font as WOFF', () => {
  test.each(['a', 'The quick brown fox, 0123456789'])('holds every table as it was: %s', async (letters) => {
    const font = Buffer.from(await subsetFont(await readFile(file), letters, { targetFormat: 'truetype' }));
    const woff = asWoff(font);
    expect(woff.toString('latin1', 0, 4)).toBe('wOFF');
    expect(woff.readUInt32BE(4)).toBe(font.readUInt32BE(0));
    expect(woff.readUInt32BE(8)).toBe(woff.length);
    expect(woff.readUInt32BE(16)).toBe(font.length);
    expect(tablesOfWoff(woff)).toEqual(tablesOf(font));
    expect(woff.length).toBeLessThan(font.length);
  });

  test('is what the library that cuts fonts reads back', async () => {
    const font = Buffer.from(await subsetFont(await readFile(file), 'Stoa', { targetFormat: 'truetype' }));
    const back = await subsetFont(asWoff(font), 'Stoa', { targetFormat: 'truetype' });
    expect(Object.keys(tablesOf(Buffer.from(back)))).toEqual(Object.keys(tablesOf(font)));
    expect(tablesOf(Buffer.from(back)).glyf).toEqual(tablesOf(font).glyf);
  });
});
