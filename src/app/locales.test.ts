import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#base/server/root.ts';
import { locales } from '#base/shared/locales.ts';

const folder = join(root, 'locales');
const files = readdirSync(join(folder, 'en'));
const read = (locale: string, file: string) => JSON.parse(readFileSync(join(folder, locale, file), 'utf8')) as object;

/** Every key with its text, `a.b.c` -> text. */
function flat(value: object, above = ''): Map<string, string> {
  return new Map(
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'string' ? [[`${above}${key}`, inner] as const] : [...flat(inner as object, `${above}${key}.`)],
    ),
  );
}

/** i18next's plural endings: a language has as many forms as it needs. */
const stem = (key: string) => key.replace(/_(?:zero|one|two|few|many|other)$/, '');
const placeholders = (text: string) => [...text.matchAll(/{{\s*-?\s*(\w+)/g)].map((match) => match[1]).sort();

describe.each(locales.filter((locale) => locale.code !== 'en').map((locale) => locale.code))('%s', (locale) => {
  test('has every file', () => {
    expect(readdirSync(join(folder, locale)).sort()).toEqual([...files].sort());
  });

  test.each(files)('says all of %s', (file) => {
    const english = new Set([...flat(read('en', file)).keys()].map(stem));
    const theirs = new Set([...flat(read(locale, file)).keys()].map(stem));
    expect([...english].filter((key) => !theirs.has(key))).toEqual([]);
    expect([...theirs].filter((key) => !english.has(key))).toEqual([]);
  });

  test.each(files)('leaves no gap and invents none in %s', (file) => {
    const english = flat(read('en', file));
    const wrong = [...flat(read(locale, file))].filter(([key, text]) => {
      // "One course" may leave its number unsaid: what counts is what any form of the sentence is given.
      const given = [...english]
        .filter(([other]) => stem(other) === stem(key))
        .flatMap(([, words]) => placeholders(words));
      return placeholders(text).some((name) => !given.includes(name));
    });
    expect(wrong).toEqual([]);
  });
});
