import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { memoize } from '#base/shared/memoize.ts';
import { createAsyncCache } from '../../cache/memoize.ts';
import { alphabetOf } from './alphabets.ts';
import { type Sheet, tagNameAt } from './critical-css.ts';
import { asWoff2 } from './woff2.ts';

/** Features that browsers apply to Western text by default; all others are dropped. */
const FEATURES = ['calt', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk'];
/** Digits of one width, where rules use them: a clock must not tremble. */
const TABULAR = ['tnum'];
/** For scripts whose letters join. */
const JOINED = ['ccmp', 'curs', 'fina', 'init', 'isol', 'medi', 'rclt', 'rlig'];

/** In every subset, for words and numbers that scripts write later. */
const ALWAYS = 'abcdefghijklmnopqrstuvwxyz0123456789 .,:!?/-';

/** The range of a font whose rule names none, as in the stylesheet: Western letters and signs. */
const WESTERN =
  'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC,U+2122,U+2190-2193,U+2212,U+2215';

/** Subset fonts held in memory, some 20 KB each. */
const MAX_FILES = 500;
const MAX_SUBSETS = 200;
/** All fonts of a page, some 50 KB each. */
const MAX_PAGES = 60;

type FontRule = Record<string, string>;

/** Arguments of a browser's `FontFace`; `data`: the file, in base64. */
export type SubsetFont = { family: string; data: string; descriptors: Record<string, string> };

export type FontSubsets = {
  /** Loads the subsetting library, which takes longer than subsetting a font. */
  prepare(): Promise<void>;
  /** The fonts that `rules` (sheet after sheet) use, each subset to its letters of the page. */
  fontsFor(letters: string, rules: readonly string[]): Promise<SubsetFont[]>;
  /** The same for a page's HTML, as JSON in Latin-1. */
  fontsOf(html: string, rules: readonly string[]): Promise<Buffer>;
};

/** Subsets fonts to the letters of a page, small enough to inline. `folder`: the root of the sheet's font URLs. */
export function createFontSubsets(sheet: Sheet, folder: string): FontSubsets {
  const subsets = createAsyncCache<string>(MAX_SUBSETS).get;
  const pageFonts = createAsyncCache<Buffer>(MAX_PAGES).get;
  /** Decompressed, which takes as long as subsetting; there are as many as themes have. */
  const decompressed = createAsyncCache<Buffer>(MAX_FILES).get;

  async function subset(file: string, letters: string, keepFeatures: readonly string[]): Promise<string> {
    const font = await subsetFont(await decompressed(file, () => readPlain(join(folder, file))), letters, {
      targetFormat: 'truetype',
      keepFeatures,
    });
    return asWoff2(font).toString('base64');
  }

  async function fontOf(rule: FontRule, letters: string, { isTabular }: FontUse): Promise<SubsetFont[]> {
    const own = charactersWithin(rule['unicode-range'] ?? WESTERN, letters);
    if (own === '') return [];
    const { src: _, 'font-family': __, 'font-display': ___, ...rest } = rule;
    const descriptors = Object.entries({ ...rest, 'unicode-range': rangesOf(own) }).map(([name, value]) => [
      name.replace(/^font-/, '').replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase()),
      value,
    ]);
    const file = addressOf(rule);
    const features = [...FEATURES, ...(isTabular ? TABULAR : []), ...(/\p{Script=Arabic}/u.test(own) ? JOINED : [])];
    return [
      {
        family: familyOf(rule),
        data: await subsets(`${file} ${features} ${own}`, () => subset(file, own, features)),
        descriptors: Object.fromEntries(descriptors),
      },
    ];
  }

  async function fontsFor(letters: string, rules: readonly string[]): Promise<SubsetFont[]> {
    const use = fontUseOf(rules);
    const needed = sheet.fonts.filter(
      (rule) =>
        use.families.has(familyOf(rule)) &&
        addressOf(rule) &&
        (use.isNarrow || rule['unicode-range'] || !rule['font-stretch']),
    );
    return (await Promise.all(needed.map((rule) => fontOf(rule, letters, use)))).flat();
  }

  return {
    prepare: async () => {
      const rule = sheet.fonts.find((font) => addressOf(font));
      if (rule) await fontOf(rule, 'a', fontUseOf([]));
    },
    fontsFor,
    fontsOf: (html, rules) => {
      const { families, isNarrow, isTabular } = fontUseOf(rules);
      const letters = charactersIn(html, rules);
      return pageFonts(JSON.stringify([[...families], isNarrow, isTabular, letters]), async () =>
        Buffer.from(JSON.stringify(await fontsFor(letters, rules)), 'latin1'),
      );
    },
  };
}

async function readPlain(path: string): Promise<Buffer> {
  return subsetFont(await readFile(path), undefined, { targetFormat: 'truetype', keepAllGlyphs: true });
}

/** How rules use fonts; `generated`: text of their `content`. */
type FontUse = {
  families: ReadonlySet<string>;
  isNarrow: boolean;
  isTabular: boolean;
  isCapital: boolean;
  generated: string;
};

/** The same of one sheet; `properties`: the last value of each custom property that names fonts. */
type SheetFontUse = Omit<FontUse, 'families'> & { properties: ReadonlyMap<string, string> };

const sheetUses = memoize<SheetFontUse>(200);

function fontUseOfSheet(rules: string): SheetFontUse {
  return sheetUses(rules, () => ({
    properties: new Map(Array.from(rules.matchAll(FONTS), ([, name = '', value = '']) => [name, value.trim()])),
    isNarrow: /--stretch-display:\s*\d/.test(rules),
    isTabular: rules.includes('tabular-nums'),
    isCapital: rules.includes('uppercase'),
    generated: Array.from(rules.matchAll(CONTENT), ([, text = '']) =>
      text.replace(/\\([\da-f]{1,6})\s?/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
    ).join(''),
  }));
}

function fontUseOf(rules: readonly string[]): FontUse {
  const sheets = rules.map(fontUseOfSheet);
  return {
    families: new Set(['--font-display', '--font-body'].flatMap((name) => familiesIn(sheets, name))),
    isNarrow: sheets.some(({ isNarrow }) => isNarrow),
    isTabular: sheets.some(({ isTabular }) => isTabular),
    isCapital: sheets.some(({ isCapital }) => isCapital),
    generated: sheets.map(({ generated }) => generated).join(''),
  };
}

/** The families of a property's last value. */
function familiesIn(sheets: readonly SheetFontUse[], property: string): string[] {
  const value = sheets.findLast(({ properties }) => properties.has(property))?.properties.get(property) ?? '';
  const alias = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return alias && alias !== property ? familiesIn(sheets, alias) : value.split(',').map(unquoted);
}

function familyOf(rule: FontRule): string {
  return unquoted(rule['font-family'] ?? '');
}

function unquoted(name: string): string {
  return name.trim().replace(/^["']|["']$/g, '');
}

function addressOf(rule: FontRule): string {
  return /url\("?([^")]+)"?\)/.exec(rule.src ?? '')?.[1] ?? '';
}

type Bounds = (readonly [from: number, to: number])[];

const bounds = memoize<Bounds>(500);

function boundsOf(ranges: string): Bounds {
  return bounds(ranges, () =>
    ranges.split(',').map((range) => {
      const [from = '', to = from] = range.trim().replace(/^u\+/i, '').split('-');
      return [Number.parseInt(from.replaceAll('?', '0'), 16), Number.parseInt(to.replaceAll('?', 'F'), 16)] as const;
    }),
  );
}

/** `ranges` as in a rule: `U+0-7F, U+4??`. Sorted, so that the same letters are the same font. */
export function charactersWithin(ranges: string, letters: string): string {
  const within = boundsOf(ranges);
  return [...new Set(letters)]
    .filter((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return within.some(([from, to]) => code >= from && code <= to);
    })
    .toSorted()
    .join('');
}

/** The inverse: `U+41-43,U+E9` of `ABCé`. */
export function rangesOf(letters: string): string {
  const codes = [...letters].map((letter) => letter.codePointAt(0) ?? 0).toSorted((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last && code === last[1] + 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const hex = (code: number) => code.toString(16).toUpperCase();
  return ranges.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(',');
}

/** Elements without visible text, or set in a system font. */
const SKIPPED_ELEMENTS = new Set(['script', 'style', 'template', 'select', 'noscript', 'svg']);
const VISIBLE_ATTRIBUTE = /\s(?:placeholder|value|alt)="([^"]*)"/g;
/** Custom properties that name fonts. */
const FONTS = /(--font-[\w-]+):([^;}]*)/g;
/** A page whose main content is one island, as the login pages: it may change its heading to any text. */
const ISLAND_PAGE = /<main\b[^>]*><div [^>]*data-island=/;
const CONTENT = /content:\s*"((?:[^"\\]|\\.)*)"/g;

/** The characters of a page and of its rules' `content`, sorted; with their capitals where rules use `uppercase`. */
export function charactersIn(html: string, rules: readonly string[]): string {
  const { generated, isCapital } = fontUseOf(rules);
  const codes = [...ALWAYS].map((letter) => letter.charCodeAt(0));
  for (const code of codes) isSeen[code] = 1;
  const rare = new Set<number>();
  const addAll = (text: string, from = 0, to = text.length) => {
    for (let at = from; at < to; at++) {
      const unit = text.charCodeAt(at);
      if (isSeen[unit] === 1) continue;
      const code = text.codePointAt(at) ?? 0;
      if (code > 0xffff) {
        rare.add(code);
        at++;
      } else {
        isSeen[unit] = 1;
        codes.push(unit);
      }
    }
  };
  readText(html, addAll);
  if (ISLAND_PAGE.test(html)) addAll(alphabetOf(/<html[^>]*\slang="([a-z]+)/.exec(html)?.[1] ?? 'en'));
  addAll(generated);
  for (const code of codes) isSeen[code] = 0;
  const letters = [...codes, ...rare].map((code) => String.fromCodePoint(code)).filter((letter) => /\S| /.test(letter));
  if (isCapital) letters.push(...letters.map((letter) => letter.toUpperCase()));
  return [...new Set(letters.join(''))].toSorted().join('');
}

/** By code unit; used by one call of `charactersIn` at a time, which is synchronous. */
const isSeen = new Uint8Array(0x10000);

/** Passes every visible text of a page to `add`, from between its tags and some attributes, in one pass without a copy. */
function readText(html: string, add: (text: string, from?: number, to?: number) => void): void {
  const next = (text: string, from: number) => {
    const at = html.indexOf(text, from);
    return at < 0 ? html.length : at;
  };
  let at = Math.max(0, html.indexOf('<body'));
  while (at < html.length) {
    const tag = next('<', at);
    add(html, at, tag);
    const end = next('>', tag) + 1;
    at = end;
    const name = tagNameAt(html, tag + 1);
    if (SKIPPED_ELEMENTS.has(name)) {
      at = next(`</${name}>`, end);
    } else if (name === 'a' && /\shreflang=/i.test(html.slice(tag, end))) {
      // Names of other languages in the footer: a font for two words would be the largest part of the page.
      at = next('<', end);
      add(charactersWithin(WESTERN, html.slice(end, at)));
    } else if (name === 'img' || name === 'input' || name === 'textarea') {
      for (const [, text = ''] of html.slice(tag, end).matchAll(VISIBLE_ATTRIBUTE)) add(text);
    }
  }
}
