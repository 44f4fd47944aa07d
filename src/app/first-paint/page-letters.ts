import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Sheet } from './used-rules.ts';

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

  async function cutFont(file: string, letters: string, keepFeatures: readonly string[]): Promise<string> {
    const font = await subsetFont(await readFile(join(folder, file)), letters, { targetFormat: 'woff', keepFeatures });
    return font.toString('base64');
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
const UNREAD = /<(script|style|template|select|noscript|svg)\b[\s\S]*?<\/\1>/g;
/** The names of other languages, far down: a whole font for two words would be the dearest part of the page. */
const ELSEWHERE = /<a\b[^>]*\shreflang="[^"]*"[^>]*>([^<]*)<\/a>/gi;
const SAID = /\s(?:placeholder|value|alt)="([^"]*)"/g;
const CONTENT = /content:\s*"((?:[^"\\]|\\.)*)"/g;

/** The letters of a page and of what its rules put beside the text; capitals of them all where rules set any in capitals. */
export function lettersIn(html: string, rules: string): string {
  const names: string[] = [];
  const body = html
    .slice(html.indexOf('<body'))
    .replace(UNREAD, ' ')
    .replace(ELSEWHERE, (_, name: string) => {
      names.push(lettersWithin(WESTERN, name));
      return ' ';
    });
  const said = Array.from(body.matchAll(SAID), ([, text = '']) => text);
  const put = Array.from(rules.matchAll(CONTENT), ([, text = '']) =>
    text.replace(/\\([\da-f]{1,6})\s?/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
  );
  const text = [body.replace(/<[^>]*>/g, ' '), ...names, ...said, ...put].join(' ').replace(/\s/g, ' ');
  return [...new Set(ALWAYS + text + (rules.includes('uppercase') ? text.toUpperCase() : ''))].join('');
}
