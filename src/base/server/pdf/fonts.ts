import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import decompress from 'woff2-encoder/decompress';
import { root } from '../root.ts';
import { readTrueType, type TrueType } from './true-type.ts';

/** The product's fonts by script, in lookup order. */
const files = [
  'geist/files/geist-latin-wght-normal.woff2',
  'geist/files/geist-latin-ext-wght-normal.woff2',
  'geist/files/geist-cyrillic-wght-normal.woff2',
  'geist/files/geist-vietnamese-wght-normal.woff2',
  'vazirmatn/files/vazirmatn-arabic-wght-normal.woff2',
];
/** Languages these fonts cover; documents in other languages are in English. */
const supported = new Set(['en', 'es', 'fr', 'de', 'it', 'pt', 'tr', 'vi', 'pl', 'nl', 'sv', 'ru', 'uk', 'ar']);

const find = createRequire(join(root, 'package.json'));
let fonts: Promise<TrueType[]> | undefined;

/** The decompressed fonts, cached per process. */
export function pdfFonts(): Promise<TrueType[]> {
  fonts ??= Promise.all(
    files.map(async (file) =>
      readTrueType(Buffer.from(await decompress(await readFile(find.resolve(`@fontsource-variable/${file}`))))),
    ),
  ).catch((error: unknown) => {
    fonts = undefined;
    throw error;
  });
  return fonts;
}

/** The language of a document for a reader of `locale`. */
export function pdfLanguage(locale: string): string {
  return supported.has(locale) ? locale : 'en';
}
