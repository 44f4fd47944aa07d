import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { root } from '#base/server/root.ts';
import { createSheet } from './critical-css.ts';
import { charactersIn, charactersWithin, createFontSubsets, rangesOf } from './font-subset.ts';

const family = '/@fontsource-variable/geist/files/geist';
const file = `${family}-latin-wght-normal.woff2`;
const face = (address: string, more: string) =>
  `@font-face{font-family:"Geist";src:url("${address}")format("woff2");font-weight:100 900;font-display:optional;${more}}`;
const sheet = createSheet(
  face(file, '') +
    face(`${family}-latin-ext-wght-normal.woff2`, 'unicode-range:U+100-2BA,U+1E00-1E9F') +
    face(`${family}-narrow.woff2`, 'font-stretch:75% 99%') +
    '@font-face{font-family:"Other";src:url("/other.woff2")}' +
    '@font-face{font-family:"Geist fallback";src:local("Arial");size-adjust:104%}',
);
const SET = ':root{--font-ui:"Geist", "Geist fallback", serif;--font-display:var(--font-ui);--font-body:Geist}';
const characters = createFontSubsets(sheet, join(root, 'node_modules'));

describe('fonts cut to a page', () => {
  test('hold its letters, and are a part of the file', async () => {
    const [font, ...others] = await characters.fontsFor('Hello, world', [SET]);
    expect(others).toEqual([]);
    expect(font).toMatchObject({
      family: 'Geist',
      descriptors: { weight: '100 900', unicodeRange: 'U+20,U+2C,U+48,U+64-65,U+6C,U+6F,U+72,U+77' },
    });
    const bytes = Buffer.from(font?.data ?? '', 'base64');
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('wOF2');
    expect(bytes.length).toBeLessThan(8_000);
    const [more] = await characters.fontsFor('The quick brown fox jumps over the lazy dog', [SET]);
    expect(Buffer.from(more?.data ?? '', 'base64').length).toBeGreaterThan(bytes.length);
  });

  test('come of every file that has some of them, and of no other family', async () => {
    const fonts = await characters.fontsFor('Łódź', [SET]);
    expect(fonts.map(({ descriptors }) => descriptors.unicodeRange)).toEqual(['U+64,U+F3', 'U+141,U+17A']);
    expect(await characters.fontsFor('Łódź', [':root{--font-display:Unknown}'])).toEqual([]);
    expect(await characters.fontsFor('写真', [SET])).toEqual([]);
  });

  test('are those of the last rule that says which', async () => {
    expect(await characters.fontsFor('a', [`${SET}:root{--font-display:Times;--font-body:Arial}`])).toEqual([]);
    expect(await characters.fontsFor('a', [`:root{--font-body:Arial}${SET}`])).toHaveLength(1);
  });

  test('have digits of one width where rules ask for them', async () => {
    const sizeOf = async (rules: string) =>
      (await characters.fontsFor('0123456789', [SET, rules])).map(({ data }) => data.length)[0] ?? 0;
    expect(await sizeOf('.clock{font-variant-numeric:tabular-nums}')).toBeGreaterThan(await sizeOf('.clock{}'));
  });

  test('are the narrow ones too where a theme sets its titles in them', async () => {
    // The file of this sheet is not there, so being asked for it fails.
    await expect(characters.fontsFor('Title', [`${SET}:root{--stretch-display:75%}`])).rejects.toThrow('narrow');
    await expect(characters.fontsFor('Title', [`${SET}:root{--stretch-display:normal}`])).resolves.toHaveLength(1);
  });
});

describe('ranges of letters', () => {
  test.each([
    ['U+0-7F', 'aé', 'a'],
    ['U+100-2BA, U+20AC', 'a€ł', 'ł€'],
    ['U+6??', 'aسل', 'سل'],
    ['U+1F600', '😀a', '😀'],
  ])('%s of %s are %s', (ranges, text, expected) => {
    expect(charactersWithin(ranges, text)).toBe(expected);
  });

  test('say of any letters those letters', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 32, max: 0xd7ff }), { minLength: 1, maxLength: 60 }), (codes) => {
        const text = [...new Set(codes)].map((code) => String.fromCodePoint(code)).join('');
        expect(charactersWithin(rangesOf(text), text)).toBe([...text].toSorted().join(''));
        const others = codes.map((code) => code + 1).filter((code) => !codes.includes(code));
        expect(charactersWithin(rangesOf(text), String.fromCodePoint(...others, 0x20))).toBe(
          codes.includes(0x20) ? ' ' : '',
        );
      }),
    );
  });
});

describe('the letters of a page', () => {
  const of = (html: string, rules = '') => charactersIn(`<head><title>Ω</title></head><body>${html}</body>`, [rules]);

  test('are all of its language where it comes alive as a whole and may say anything', () => {
    const login = (language: string) =>
      charactersIn(
        `<html lang="${language}"><head></head><body><main><div data-island="login"><h1>A</h1></div></main></body></html>`,
        [],
      );
    expect(login('en')).toContain('QRSTUVWXYZ');
    expect(login('fr')).toMatch(/É.*é/);
    expect(login('ru')).toContain('ЭЮЯ');
    expect(login('ar')).toContain('غ');
    expect(login('ja')).toContain('Z');
    expect(of('<main><h1>A</h1><div data-island="login"></div></main>')).not.toContain('Z');
  });

  test.each([
    ['<p>Ünïcode</p>', 'Üï', ''],
    ['<input placeholder="Ж" value="Щ">', 'ЖЩ', ''],
    ['<img alt="Ø">', 'Ø', ''],
    ['<p class="Æ">a</p><script>Ж</script><svg><title>Щ</title></svg>', '', 'ÆЖЩΩ'],
    ['<a href="/?lang=ar" hrefLang="ar">العربية</a><a hreflang="es">Ñ</a><a href="/">Ž</a>', 'ÑŽ', 'ع'],
    // The machine sets these in a font of its own.
    ['<select><option>日本語</option></select>', '', '日'],
  ])('%s', (html, there, missing) => {
    for (const character of there) expect(of(html)).toContain(character);
    for (const character of missing) expect(of(html)).not.toContain(character);
  });

  test('are those too that rules put there, and capitals where rules make them', () => {
    expect(of('', '.a::before{content:"\\2192 "}.b{content:"§"}')).toMatch(/→.*§|§.*→/);
    expect(of('é', '.a{text-transform:uppercase}')).toContain('É');
    expect(of('é')).not.toContain('É');
  });
});
