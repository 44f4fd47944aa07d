import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import subsetFont from 'subset-font';
import { root } from '../root.ts';

export type Weight = 'regular' | 'semibold';
/** One static font file; its `id` is unique and stable. */
export type Face = { id: string; file: Buffer; characters: ReadonlySet<number> };
export type Faces = readonly Face[];

const WEIGHTS: Record<Weight, number> = { regular: 400, semibold: 600 };
const SCRIPTS = ['noto-sans', 'vazirmatn', 'noto-sans-bengali', 'noto-sans-thai'];
/** A Han character looks different in each of these, so the document's language decides which comes first. */
const EAST_ASIAN: Record<string, string> = { ja: 'noto-sans-jp', zh: 'noto-sans-sc', ko: 'noto-sans-kr' };

function familiesOf(language: string): string[] {
  const own = EAST_ASIAN[language];
  return [...SCRIPTS, ...(own ? [own] : []), ...Object.values(EAST_ASIAN).filter((family) => family !== own)];
}

const find = createRequire(join(root, 'package.json'));
type Slice = { name: string; ranges: [first: number, last: number][] };
/** The files of a family with the characters each is for, as its package lists them. */
const slices = new LRUCache<string, Slice[]>({
  max: 16,
  fetchMethod: async (family) => {
    const file = find.resolve(`@fontsource-variable/${family}/unicode.json`);
    const listed = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    return Object.entries(listed).map(([name, ranges]) => ({
      name: name.replace(/[[\]]/g, ''),
      ranges: ranges.split(',').map((range) => {
        const [first = '', last = first] = range.replace('U+', '').split('-');
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
      }),
    }));
  },
});

/** The fonts are variable, which PDF does not know: each is fixed to one weight, once per process. */
const faces = new LRUCache<string, Face>({
  max: 128,
  fetchMethod: async (id) => {
    const [family = '', slice = '', weight = ''] = id.split('/');
    const variable = await readFile(
      find.resolve(`@fontsource-variable/${family}/files/${family}-${slice}-wght-normal.woff2`),
    );
    const file = await subsetFont(variable, undefined, {
      keepAllGlyphs: true,
      targetFormat: 'truetype',
      variationAxes: { wght: WEIGHTS[weight as Weight] },
    });
    const { create } = await import('fontkit');
    const font = create(file);
    if (!('characterSet' in font)) throw new Error(`${id} is a collection of fonts.`);
    return { id, file, characters: new Set(font.characterSet) };
  },
});

/** The faces that have the characters of `text`, in the order in which they are to be looked through: those of `first` before all others. */
export async function loadFaces(text: string, language: string, weight: Weight, first?: string): Promise<Faces> {
  const missing = new Set([...text].map((character) => character.codePointAt(0) ?? 0));
  const loaded: Face[] = [];
  for (const family of new Set([...(first ? [first] : []), ...familiesOf(language)])) {
    if (missing.size === 0) break;
    for (const { name, ranges } of (await slices.fetch(family)) ?? []) {
      const isNeeded = [...missing].some((code) => ranges.some(([first, last]) => code >= first && code <= last));
      if (!isNeeded) continue;
      const face = await faces.fetch(`${family}/${name}/${weight}`);
      if (!face) continue;
      loaded.push(face);
      for (const code of face.characters) missing.delete(code);
    }
  }
  return loaded;
}
