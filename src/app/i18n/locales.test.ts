import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#base/server/root.ts';
import { localeCodes } from '#base/shared/locales.ts';
import { schedules } from '#features/server-parts.ts';
import { textFiles } from './text-files.ts';

const folder = join(root, 'locales');
const files = [...textFiles('en').keys()];
const read = (locale: string, namespace: string) =>
  JSON.parse(readFileSync(textFiles(locale).get(namespace) ?? '', 'utf8')) as object;

const readGlossary = (locale: string) =>
  JSON.parse(readFileSync(join(folder, 'glossary', `${locale}.json`), 'utf8')) as Record<string, string>;

/** Every key with its text, `a.b.c` -> text. */
function flat(value: object, above = ''): Map<string, string> {
  return new Map(
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'string' ? [[`${above}${key}`, inner] as const] : [...flat(inner as object, `${above}${key}.`)],
    ),
  );
}

/** i18next's plural endings: a language has as many forms as it needs. */
const ENDING = /_(zero|one|two|few|many|other)$/;
const stem = (key: string) => key.replace(ENDING, '');
const placeholders = (text: string) => [...text.matchAll(/{{\s*-?\s*(\w+)/g)].map((match) => match[1]).sort();

const english = new Map(files.map((file) => [file, flat(read('en', file))]));
const wordsOf = (file: string) => english.get(file) ?? new Map<string, string>();

test('the languages are the twenty of the specification, and no folder or file beside', () => {
  expect(localeCodes).toHaveLength(20);
  for (const file of [...textFiles('en').values()].filter((path) => path.includes('/texts/')))
    expect(readdirSync(dirname(file)).sort()).toEqual(localeCodes.map((code) => `${code}.json`).sort());
  expect(readdirSync(folder).sort()).toEqual([...localeCodes, 'glossary'].sort());
});

test('every job of the clock is called by words, and no words are left of one that is gone', () => {
  const named = [...wordsOf('maintenance').keys()].filter((key) => /^jobs\.[\w-]+$/.test(key));
  expect(named.sort()).toEqual(schedules.map(({ name }) => `jobs.${name}`).sort());
});

describe.each(localeCodes.filter((code) => code !== 'en'))('%s', (locale) => {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;

  test('has every file', () => {
    expect([...textFiles(locale).keys()]).toEqual(files);
  });

  test.each(files)('says all of %s', (file) => {
    const theirs = new Set([...flat(read(locale, file)).keys()].map(stem));
    const stems = new Set([...wordsOf(file).keys()].map(stem));
    expect([...stems].filter((key) => !theirs.has(key))).toEqual([]);
    expect([...theirs].filter((key) => !stems.has(key))).toEqual([]);
  });

  test.each(files)('counts in %s by the forms of its own', (file) => {
    const theirs = flat(read(locale, file));
    const counted = new Set([...wordsOf(file).keys()].filter((key) => ENDING.test(key)).map(stem));
    const lacking = [...counted].flatMap((key) =>
      forms.map((form) => `${key}_${form}`).filter((item) => !theirs.has(item)),
    );
    expect(lacking).toEqual([]);
  });

  test.each(files)('leaves no gap and invents none in %s', (file) => {
    const wrong = [...flat(read(locale, file))].filter(([key, text]) => {
      if (text.trim() === '') return true;
      const requests = placeholders(wordsOf(file).get(key) ?? '');
      // What was refused in English is recognised by the whole of its sentence, and may be said shorter.
      if (file === 'refusals' && !ENDING.test(key)) return placeholders(text).some((name) => !requests.includes(name));
      if (!ENDING.test(key)) return placeholders(text).join() !== requests.join();
      // "One course" may leave its number unsaid: what counts is what any form of the sentence is given.
      const input = [...wordsOf(file)]
        .filter(([another]) => stem(another) === stem(key))
        .flatMap(([, words]) => placeholders(words));
      return placeholders(text).some((name) => !input.includes(name));
    });
    expect(wrong).toEqual([]);
  });

  test('has a word for each term of the glossary', () => {
    expect(Object.keys(readGlossary(locale))).toEqual(Object.keys(readGlossary('en')));
    expect(Object.values(readGlossary(locale)).filter((term) => !term?.trim())).toEqual([]);
  });
});

test('the glossary says in English what each of its terms means, sixty at least', () => {
  const meanings = Object.values(readGlossary('en'));
  expect(meanings.length).toBeGreaterThanOrEqual(60);
  expect(meanings.filter((meaning) => meaning.length < 12)).toEqual([]);
});
