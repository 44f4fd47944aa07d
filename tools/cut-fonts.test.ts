import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import decompress from 'woff2-encoder/decompress';
import { root } from '#base/server/root.ts';
import { cutFont, lettersOf } from './cut-fonts.ts';

const styles = (name: string) => readFileSync(join(root, 'src/app/styles', name), 'utf8');
const sheet = styles('workshop-fonts.css');
const whole = readFileSync(join(root, 'node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'));
const rangesIn = (sheet: string, family: string) =>
  sheet
    .split('@font-face')
    .filter((rule) => rule.includes(`"${family}"`))
    .map((rule) => [...lettersOf(/unicode-range:([^;]+)/.exec(rule)?.[1] ?? '')]);

describe('the font of the dashboard', () => {
  test('has every letter it had before it was divided, each in one file', () => {
    const parts = rangesIn(sheet, 'Geist Workshop');
    expect(parts).toHaveLength(3);
    expect(parts.flat().toSorted()).toEqual([...new Set(rangesIn(styles('type.css'), 'Geist').flat())].toSorted());
  });

  test('is cut to what its rule says, and keeps what joins letters and aligns digits', async () => {
    const cut = await cutFont(sheet, whole);
    expect(cut.length).toBeLessThan(whole.length * 0.65);
    const font = Buffer.from(await decompress(cut));
    expect(weightsOf(font)).toEqual([400, 900]);
    for (const feature of ['kern', 'ccmp', 'liga', 'locl', 'tnum']) expect(font.includes(feature)).toBe(true);
    expect(font.includes('frac')).toBe(false);
  });

  test('is not made where its rule is missing', () => {
    expect(() => cutFont('@font-face { src: url("other.woff2") }', whole)).toThrow('has no rule');
  });
});

/** The lightest and the boldest a font can be, from its table of axes. */
function weightsOf(font: Buffer): [number, number] {
  const entry = font.indexOf('fvar', 12, 'latin1');
  const table = font.readUInt32BE(entry + 8);
  const axis = table + font.readUInt16BE(table + 4);
  return [font.readInt32BE(axis + 4) / 65_536, font.readInt32BE(axis + 12) / 65_536];
}
