import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { describe, expect, test } from 'vitest';
import { root } from '#base/server/root.ts';

/** Advance widths of a to z and the space in thousandths of an em, as Arial and Liberation Sans have them. */
const REGULAR = [
  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722,
  500, 500, 500, 278,
];
const BOLD = [
  556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778,
  556, 556, 500, 278,
];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz ';
/** How often each of them stands in 1,000 letters of English text. */
const SHARES = [67, 12, 23, 35, 104, 18, 17, 50, 57, 1, 6, 33, 20, 57, 62, 16, 1, 49, 52, 74, 23, 8, 19, 1, 16, 1, 178];
const averageOf = (widths: readonly number[]) =>
  widths.reduce((sum, width, at) => sum + width * (SHARES[at] ?? 0), 0) / SHARES.reduce((sum, share) => sum + share, 0);

const sheets = ['type.css', 'workshop-fonts.css'].map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));
const faces = sheets.map((sheet) => sheet.match(/@font-face \{[^}]*\}/g) ?? []);
const fallbacks = (faces[0] ?? []).filter((face) => face.includes('"Geist fallback"'));
const percentOf = (face: string, name: string) => Number(new RegExp(`${name}: ([\\d.]+)%`).exec(face)?.[1]);

describe('the stand-in for the font of the interface', () => {
  const full = readFileSync(join(root, 'node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'));

  test.each([
    ['regular', 400, REGULAR, /src: local\("Arial"\), local\("Liberation Sans"\)/],
    ['bold', 600, BOLD, /src: local\("Arial Bold"\), local\("Arial-BoldMT"\), local\("Liberation Sans Bold"\)/],
  ] as const)('has a %s of its own, as wide and as high as the font itself', async (_, weight, widths, source) => {
    const face = fallbacks.find((item) => source.test(item)) ?? '';
    const [lightest = 400, boldest = 400] = (/font-weight: (\d+) (\d+)/.exec(face) ?? []).slice(1).map(Number);
    expect(weight).toBeGreaterThanOrEqual(lightest);
    expect(weight).toBeLessThanOrEqual(boldest);
    const own = measuresOf(
      await subsetFont(full, LETTERS, {
        targetFormat: 'truetype',
        variationAxes: { wght: { min: weight, max: weight } },
      }),
    );
    const scale = percentOf(face, 'size-adjust') / 100;
    expect(scale * averageOf(widths)).toBeCloseTo(averageOf(own.widths), -1);
    expect(scale * percentOf(face, 'ascent-override')).toBeCloseTo(own.ascent * 100, 0);
    expect(scale * percentOf(face, 'descent-override')).toBeCloseTo(own.descent * 100, 0);
  });

  test('stands only until the dashboard’s font has come, however late it comes', () => {
    expect(faces[1]?.length).toBeGreaterThan(3);
    for (const face of faces[1] ?? []) expect(face).toContain('font-display: swap');
    expect(sheets[1]).not.toContain('data-plain');
  });
});

/** Heights in em and widths of `LETTERS` in thousandths of one, read from the tables of a TrueType file. */
function measuresOf(font: Buffer): { ascent: number; descent: number; widths: number[] } {
  const table = (name: string) => font.readUInt32BE(font.indexOf(name, 12, 'latin1') + 8);
  const em = font.readUInt16BE(table('head') + 18);
  const heights = table('hhea');
  const glyphs = glyphsOf(font, table('cmap'));
  const widthOf = (character: string) => font.readUInt16BE(table('hmtx') + 4 * (glyphs.get(character) ?? 0));
  return {
    ascent: font.readInt16BE(heights + 4) / em,
    descent: -font.readInt16BE(heights + 6) / em,
    widths: [...LETTERS].map((character) => (1_000 * widthOf(character)) / em),
  };
}

/** The glyph of each letter, by the table of segments (format 4). */
function glyphsOf(font: Buffer, cmap: number): Map<string, number> {
  const count = font.readUInt16BE(cmap + 2);
  const starts = Array.from({ length: count }, (_, at) => cmap + font.readUInt32BE(cmap + 8 + 8 * at));
  const start = starts.find((location) => font.readUInt16BE(location) === 4);
  if (start === undefined) throw new Error('The font has no table of format 4.');
  const segments = font.readUInt16BE(start + 6) / 2;
  const field = (kind: number, at: number) => start + 14 + 2 * (kind * segments + at + (kind > 0 ? 1 : 0));
  const glyphs = new Map<string, number>();
  for (let at = 0; at < segments; at += 1) {
    const last = font.readUInt16BE(field(0, at));
    const offset = font.readUInt16BE(field(3, at));
    for (let code = font.readUInt16BE(field(1, at)); code <= last && code !== 0xffff; code += 1) {
      const from = font.readUInt16BE(field(1, at));
      const glyph = offset === 0 ? code : font.readUInt16BE(field(3, at) + offset + 2 * (code - from));
      glyphs.set(String.fromCharCode(code), (glyph + (offset === 0 ? font.readInt16BE(field(2, at)) : 0)) & 0xffff);
    }
  }
  return glyphs;
}
