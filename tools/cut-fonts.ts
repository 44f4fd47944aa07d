import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { root } from '#base/server/root.ts';

/**
 * The font of the dashboard, cut to what its screens show: the rule in `SHEET` that names the file says which letters and
 * which weights are in it. Made before anything is built or served, as a file that sheet and document name like any other.
 */
const SHEET = 'src/app/styles/workshop-fonts.css';
const WHOLE = 'node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2';
const CUT = 'build/fonts/geist-western.woff2';
/** By this name code imports from the folder of files that are cut: a relative path would leave its own. */
const NAMED = 'cut-fonts';

/** All the font has but fractions, which no screen of the dashboard asks for. */
const FEATURES = ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'pnum', 'tnum'];

export function cutFonts(): Plugin {
  let cut: Promise<void> | undefined;
  return {
    name: 'cut-fonts',
    config: () => ({ resolve: { alias: { [NAMED]: join(root, dirname(CUT)) } } }),
    // Not before: a build begins by emptying its folder.
    buildStart: () => {
      cut ??= writeCutFont();
      return cut;
    },
  };
}

async function writeCutFont(): Promise<void> {
  const file = join(root, CUT);
  const font = await cutFont(readFileSync(join(root, SHEET), 'utf8'), readFileSync(join(root, WHOLE)));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, font);
}

/** `whole` with the letters and weights of the rule of `sheet` that names the cut file. */
export function cutFont(sheet: string, whole: Buffer): Promise<Buffer> {
  const rule = sheet.split('@font-face').find((one) => one.includes(basename(CUT)));
  const [, lightest, boldest] = /font-weight:\s*(\d+) (\d+)/.exec(rule ?? '') ?? [];
  const [, ranges] = /unicode-range:([^;]+)/.exec(rule ?? '') ?? [];
  if (!lightest || !boldest || !ranges)
    throw new Error(`${SHEET} has no rule for ${basename(CUT)} with its letters and weights.`);
  return subsetFont(whole, lettersOf(ranges), {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght: { min: Number(lightest), max: Number(boldest) } },
  });
}

/** Every letter of ranges as rules write them. */
export function lettersOf(ranges: string): string {
  return Array.from(ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi), ([, from = '', to = from]) => {
    const first = Number.parseInt(from, 16);
    const count = Number.parseInt(to, 16) - first + 1;
    return Array.from({ length: count }, (_, at) => String.fromCodePoint(first + at)).join('');
  }).join('');
}
