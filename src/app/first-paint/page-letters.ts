import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { type Sheet, tagNameAt } from './used-rules.ts';
import { asWoff } from './woff.ts';

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
const REMEMBERED = 200;

type FontRule = Record<string, string>;

/** What a browser makes a `FontFace` of; `data`: the file, in base64. */
export type CutFont = { family: string; data: string; descriptors: Record<string, string> };

export type PageLetters = {
  /** Loads what cuts fonts, which takes longer than cutting one. */
  prepare(): Promise<void>;
  /** The fonts that `rules` set a page in, each with the letters of that page it is asked for, and no others. */
  fontsFor(letters: string, rules: string): Promise<CutFont[]>;
};

/**
 * Fonts cut to the letters of a page, small enough to stand in it. `folder`: where the addresses of the sheet's fonts are
 * files. As WOFF: a tenth larger than WOFF2, and made in a twentieth of the time.
 */
export function createPageLetters(sheet: Sheet, folder: string): PageLetters {
  const cut = new Map<string, Promise<string>>();
  /** Plain, which takes as long as to cut one; there are as many as themes have. */
  const opened = new Map<string, Promise<Buffer>>();

  function open(file: string): Promise<Buffer> {
    const font = opened.get(file) ?? opening(join(folder, file));
    opened.set(file, font);
    font.catch(() => opened.delete(file));
    return font;
  }

  async function cutFont(file: string, letters: string, keepFeatures: readonly string[]): Promise<string> {
    const font = await subsetFont(await open(file), letters, { targetFormat: 'truetype', keepFeatures });
    return asWoff(font).toString('base64');
  }

  function remembered(file: string, letters: string, rules: string): Promise<string> {
    const features = [
      ...FEATURES,
      ...(rules.includes('tabular-nums') ? TABULAR : []),
      ...(/\p{Script=Arabic}/u.test(letters) ? JOINED : []),
    ];
    const key = `${file} ${features} ${letters}`;
    const font = cut.get(key) ?? cutFont(file, letters, features);
    // What was asked for longest ago goes first.
    cut.delete(key);
    cut.set(key, font);
    const [oldest] = cut.keys();
    if (cut.size > REMEMBERED && oldest !== undefined) cut.delete(oldest);
    font.catch(() => cut.delete(key));
    return font;
  }

  async function fontOf(rule: FontRule, letters: string, rules: string): Promise<CutFont[]> {
    const own = lettersWithin(rule['unicode-range'] ?? WESTERN, letters);
    if (own === '') return [];
    const { src: _, 'font-family': __, 'font-display': ___, ...said } = rule;
    const descriptors = Object.entries({ ...said, 'unicode-range': rangesOf(own) }).map(([name, value]) => [
      name.replace(/^font-/, '').replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase()),
      value,
    ]);
    return [
      {
        family: familyOf(rule),
        data: await remembered(addressOf(rule), own, rules),
        descriptors: Object.fromEntries(descriptors),
      },
    ];
  }

  return {
    prepare: async () => {
      const some = sheet.fonts.find((rule) => addressOf(rule));
      if (some) await fontOf(some, 'a', '');
    },
    fontsFor: async (letters, rules) => {
      const families = new Set(['--font-display', '--font-body'].flatMap((name) => familiesIn(rules, name)));
      const isNarrow = /--stretch-display:\s*\d/.test(rules);
      const needed = sheet.fonts.filter(
        (rule) =>
          families.has(familyOf(rule)) &&
          addressOf(rule) &&
          (isNarrow || rule['unicode-range'] || !rule['font-stretch']),
      );
      return (await Promise.all(needed.map((rule) => fontOf(rule, letters, rules)))).flat();
    },
  };
}

async function opening(path: string): Promise<Buffer> {
  return subsetFont(await readFile(path), undefined, { targetFormat: 'truetype', keepAllGlyphs: true });
}

/** The families a property names, as the last rule says it. */
function familiesIn(rules: string, property: string): string[] {
  const said =
    Array.from(rules.matchAll(new RegExp(`${property}:([^;}]*)`, 'g')), ([, value = '']) => value).at(-1) ?? '';
  const other = /^var\((--[\w-]+)\)$/.exec(said.trim())?.[1];
  return other && other !== property ? familiesIn(rules, other) : said.split(',').map(unquoted);
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

/** `ranges` as in a rule: `U+0-7F, U+4??`. Sorted, so that the same letters are the same font. */
export function lettersWithin(ranges: string, letters: string): string {
  const bounds = ranges.split(',').map((range) => {
    const [from = '', to = from] = range.trim().replace(/^u\+/i, '').split('-');
    return [Number.parseInt(from.replaceAll('?', '0'), 16), Number.parseInt(to.replaceAll('?', 'F'), 16)] as const;
  });
  const isWithin = (code: number) => bounds.some(([from, to]) => code >= from && code <= to);
  return [...new Set(letters)]
    .filter((letter) => isWithin(letter.codePointAt(0) ?? 0))
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
const CONTENT = /content:\s*"((?:[^"\\]|\\.)*)"/g;

/** The letters of a page and of what its rules put beside the text; capitals of them all where rules set any in capitals. */
export function lettersIn(html: string, rules: string): string {
  const seen = new Set<number>(Array.from(ALWAYS, (letter) => letter.charCodeAt(0)));
  const addAll = (text: string, from = 0, to = text.length) => {
    for (let place = from; place < to; place++) {
      const code = text.codePointAt(place) ?? 0;
      seen.add(code);
      if (code > 0xffff) place++;
    }
  };
  readText(html, addAll);
  for (const [, text = ''] of rules.matchAll(CONTENT))
    addAll(text.replace(/\\([\da-f]{1,6})\s?/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))));
  const letters = Array.from(seen, (code) => String.fromCodePoint(code)).filter((letter) => /\S| /.test(letter));
  if (rules.includes('uppercase')) letters.push(...letters.map((letter) => letter.toUpperCase()));
  return [...new Set(letters.join(''))].join('');
}

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
      add(lettersWithin(WESTERN, html.slice(end, place)));
    } else if (name === 'img' || name === 'input' || name === 'textarea') {
      for (const [, text = ''] of html.slice(tag, end).matchAll(SAID)) add(text);
    }
  }
}
