import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { memoize } from '#base/shared/memoize.ts';
import { alphabetOf } from './alphabets.ts';
import { type Sheet, tagNameAt } from './critical-css.ts';
import { asWoff2 } from './woff2.ts';

/** What browsers set Western letters with unasked; all else of a font stays in its file. */
const FEATURES = ['calt', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk'];
/** Digits of one width, where rules ask for them: a clock must not tremble. */
const TABULAR = ['tnum'];
/** Letters that have a form for each place in a word. */
const JOINED = ['ccmp', 'curs', 'fina', 'init', 'isol', 'medi', 'rclt', 'rlig'];

/** Always there: a word or a number that a script puts in another’s place is set in the same font. */
const ALWAYS = 'abcdefghijklmnopqrstuvwxyz0123456789 .,:!?/-';

/** What a font’s file holds where its rule names no range, as those of the sheet: Western letters and signs. */
const WESTERN =
  'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC,U+2122,U+2190-2193,U+2212,U+2215';

/** Cut fonts that are remembered, some 20 KB each. */
const MOST_CUT = 200;
/** The fonts of whole pages, some 50 KB each. */
const MOST_PAGES = 60;

type FontRule = Record<string, string>;

/** What a browser makes a `FontFace` of; `data`: the file, in base64. */
export type CutFont = { family: string; data: string; descriptors: Record<string, string> };

export type FontSubsets = {
  /** Loads what cuts fonts, which takes longer than cutting one. */
  prepare(): Promise<void>;
  /** The fonts that `rules`, sheet after sheet, set a page in, each with the letters of that page it is asked for, and no others. */
  fontsFor(letters: string, rules: readonly string[]): Promise<CutFont[]>;
  /** The same of a page's HTML, as JSON: letters of one byte each. */
  fontsOf(html: string, rules: readonly string[]): Promise<Buffer>;
};

/**
 * Fonts cut to the letters of a page, small enough to stand in it. `folder`: where the addresses of the sheet's fonts are
 * files.
 */
export function createFontSubsets(sheet: Sheet, folder: string): FontSubsets {
  const cut = latest<string>(MOST_CUT);
  const whole = latest<Buffer>(MOST_PAGES);
  /** Plain, which takes as long as to cut one; there are as many as themes have. */
  const opened = latest<Buffer>(Number.POSITIVE_INFINITY);

  async function cutFont(file: string, letters: string, keepFeatures: readonly string[]): Promise<string> {
    const font = await subsetFont(await opened(file, () => opening(join(folder, file))), letters, {
      targetFormat: 'truetype',
      keepFeatures,
    });
    return asWoff2(font).toString('base64');
  }

  async function fontOf(rule: FontRule, letters: string, { isTabular }: Said): Promise<CutFont[]> {
    const own = charactersWithin(rule['unicode-range'] ?? WESTERN, letters);
    if (own === '') return [];
    const { src: _, 'font-family': __, 'font-display': ___, ...said } = rule;
    const descriptors = Object.entries({ ...said, 'unicode-range': rangesOf(own) }).map(([name, value]) => [
      name.replace(/^font-/, '').replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase()),
      value,
    ]);
    const file = addressOf(rule);
    const features = [...FEATURES, ...(isTabular ? TABULAR : []), ...(/\p{Script=Arabic}/u.test(own) ? JOINED : [])];
    return [
      {
        family: familyOf(rule),
        data: await cut(`${file} ${features} ${own}`, () => cutFont(file, own, features)),
        descriptors: Object.fromEntries(descriptors),
      },
    ];
  }

  async function fontsFor(letters: string, rules: readonly string[]): Promise<CutFont[]> {
    const said = saidBy(rules);
    const needed = sheet.fonts.filter(
      (rule) =>
        said.families.has(familyOf(rule)) &&
        addressOf(rule) &&
        (said.isNarrow || rule['unicode-range'] || !rule['font-stretch']),
    );
    return (await Promise.all(needed.map((rule) => fontOf(rule, letters, said)))).flat();
  }

  return {
    prepare: async () => {
      const some = sheet.fonts.find((rule) => addressOf(rule));
      if (some) await fontOf(some, 'a', saidBy([]));
    },
    fontsFor,
    fontsOf: (html, rules) => {
      const { families, isNarrow, isTabular } = saidBy(rules);
      const letters = charactersIn(html, rules);
      return whole(JSON.stringify([[...families], isNarrow, isTabular, letters]), async () =>
        Buffer.from(JSON.stringify(await fontsFor(letters, rules)), 'latin1'),
      );
    },
  };
}

/** The latest of what was made, each once; what could not be made is tried again. What was asked for longest ago goes first. */
function latest<Value>(most: number): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, Promise<Value>>();
  return (key, make) => {
    const made = kept.get(key) ?? make();
    kept.delete(key);
    kept.set(key, made);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    made.catch(() => kept.delete(key));
    return made;
  };
}

async function opening(path: string): Promise<Buffer> {
  return subsetFont(await readFile(path), undefined, { targetFormat: 'truetype', keepAllGlyphs: true });
}

/** What rules say of letters: `beside`, what they put there themselves. */
type Said = {
  families: ReadonlySet<string>;
  isNarrow: boolean;
  isTabular: boolean;
  isCapital: boolean;
  beside: string;
};

/** The same of one sheet; `properties`: what its last rule says of each custom property that names fonts. */
type SaidOfSheet = Omit<Said, 'families'> & { properties: ReadonlyMap<string, string> };

const said = memoize<SaidOfSheet>(200);

/** Sheets are few and pages many: what one says is found out once. */
function saidOfSheet(rules: string): SaidOfSheet {
  return said(rules, () => ({
    properties: new Map(Array.from(rules.matchAll(FONTS), ([, name = '', value = '']) => [name, value.trim()])),
    isNarrow: /--stretch-display:\s*\d/.test(rules),
    isTabular: rules.includes('tabular-nums'),
    isCapital: rules.includes('uppercase'),
    beside: Array.from(rules.matchAll(CONTENT), ([, text = '']) =>
      text.replace(/\\([\da-f]{1,6})\s?/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
    ).join(''),
  }));
}

function saidBy(rules: readonly string[]): Said {
  const sheets = rules.map(saidOfSheet);
  return {
    families: new Set(['--font-display', '--font-body'].flatMap((name) => familiesIn(sheets, name))),
    isNarrow: sheets.some(({ isNarrow }) => isNarrow),
    isTabular: sheets.some(({ isTabular }) => isTabular),
    isCapital: sheets.some(({ isCapital }) => isCapital),
    beside: sheets.map(({ beside }) => beside).join(''),
  };
}

/** The families a property names, as the last rule says it. */
function familiesIn(sheets: readonly SaidOfSheet[], property: string): string[] {
  const value = sheets.findLast(({ properties }) => properties.has(property))?.properties.get(property) ?? '';
  const other = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return other && other !== property ? familiesIn(sheets, other) : value.split(',').map(unquoted);
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

/** The other way round: `U+41-43,U+E9` of `ABCé`. */
export function rangesOf(letters: string): string {
  const codes = [...letters].map((letter) => letter.codePointAt(0) ?? 0).toSorted((one, other) => one - other);
  const ranges: [number, number][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last && code === last[1] + 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const hex = (code: number) => code.toString(16).toUpperCase();
  return ranges.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(',');
}

/** Nobody reads these in the page, or the machine sets them in a font of its own. */
const UNREAD = new Set(['script', 'style', 'template', 'select', 'noscript', 'svg']);
const SAID = /\s(?:placeholder|value|alt)="([^"]*)"/g;
/** Custom properties that name fonts are called so. */
const FONTS = /(--font-[\w-]+):([^;}]*)/g;
/** A page that comes alive as a whole, as the doors do: it exchanges its heading for others, in any letters. */
const REWORDED = /<main\b[^>]*><div [^>]*data-island=/;
const CONTENT = /content:\s*"((?:[^"\\]|\\.)*)"/g;

/**
 * The letters of a page and of what its rules put beside the text, in the order of their numbers; capitals of them all where
 * rules set any in capitals.
 */
export function charactersIn(html: string, rules: readonly string[]): string {
  const { beside, isCapital } = saidBy(rules);
  const codes = [...ALWAYS].map((letter) => letter.charCodeAt(0));
  for (const code of codes) isSeen[code] = 1;
  const rare = new Set<number>();
  const addAll = (text: string, from = 0, to = text.length) => {
    for (let place = from; place < to; place++) {
      const unit = text.charCodeAt(place);
      if (isSeen[unit] === 1) continue;
      const code = text.codePointAt(place) ?? 0;
      if (code > 0xffff) {
        rare.add(code);
        place++;
      } else {
        isSeen[unit] = 1;
        codes.push(unit);
      }
    }
  };
  readText(html, addAll);
  if (REWORDED.test(html)) addAll(alphabetOf(/<html[^>]*\slang="([a-z]+)/.exec(html)?.[1] ?? 'en'));
  addAll(beside);
  for (const code of codes) isSeen[code] = 0;
  const letters = [...codes, ...rare].map((code) => String.fromCodePoint(code)).filter((letter) => /\S| /.test(letter));
  if (isCapital) letters.push(...letters.map((letter) => letter.toUpperCase()));
  return [...new Set(letters.join(''))].toSorted().join('');
}

/** By the number of a letter; nobody else's while the letters of one page are looked for. */
const isSeen = new Uint8Array(0x10000);

/**
 * Tells `add` every part of a page that is read: between its tags, and in some attributes. One way through it and no copy
 * of it, for each page is read so.
 */
function readText(html: string, add: (text: string, from?: number, to?: number) => void): void {
  /** Where a sign comes next, or the end. */
  const next = (sign: string, from: number) => {
    const found = html.indexOf(sign, from);
    return found < 0 ? html.length : found;
  };
  let place = Math.max(0, html.indexOf('<body'));
  while (place < html.length) {
    const tag = next('<', place);
    add(html, place, tag);
    const end = next('>', tag) + 1;
    place = end;
    const name = tagNameAt(html, tag + 1);
    if (UNREAD.has(name)) {
      place = next(`</${name}>`, end);
    } else if (name === 'a' && /\shreflang=/i.test(html.slice(tag, end))) {
      // The names of other languages, far down: a whole font for two words would be the dearest part of the page.
      place = next('<', end);
      add(charactersWithin(WESTERN, html.slice(end, place)));
    } else if (name === 'img' || name === 'input' || name === 'textarea') {
      for (const [, text = ''] of html.slice(tag, end).matchAll(SAID)) add(text);
    }
  }
}
