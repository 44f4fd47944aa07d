import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { readTexts } from '#app/i18n/text-files.ts';
import { groupOf } from '#app/i18n/text-groups.ts';
import { islandTexts } from '#app/site/island-texts.ts';
import { localeCodes } from '#base/shared/locales.ts';
import { isSpoken, type Spoken, spokenIn, wantedBy } from './screen-texts.ts';

/** Stands in the script until all that islands say is known, and with it the version of their texts. */
const VERSION = '__ISLAND_TEXTS__';

/**
 * The texts of islands as files of one name each, with what their modules say and no more: in the script, twenty languages
 * would weigh more than what reads them.
 */
export function islandTextFiles(): Plugin {
  const spoken = new Map<string, Spoken>();
  let files: { name: string; text: string }[] = [];
  let version = '';
  return {
    name: 'island-texts',
    config: () => ({ define: { 'import.meta.env.ISLAND_TEXTS': JSON.stringify(VERSION) } }),
    transform(code, id) {
      if (isSpoken(id)) spoken.set(id, spokenIn(code));
    },
    renderStart() {
      const wanted = wantedBy([...spoken.values()], readTexts('en'));
      files = localeCodes.flatMap((locale) => {
        const texts = readTexts(locale);
        return [...islandTexts, 'refusals'].map((name) => ({
          name: `${locale}-${name}`,
          text: JSON.stringify(onlySaid(texts[name] ?? {}, name === 'refusals' ? '*' : (wanted[name] ?? []))),
        }));
      });
      version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
    },
    // Before the names of the scripts are made of what stands in them.
    renderChunk: (code) => (code.includes(VERSION) ? { code: code.replaceAll(VERSION, version), map: null } : null),
    generateBundle() {
      for (const { name, text } of files)
        this.emitFile({ type: 'asset', fileName: `${name}-${version}.json`, source: text });
    },
  };
}

/** Of the texts of one namespace those of some groups, or all of them. */
export function onlySaid(texts: object, groups: '*' | readonly string[]): object {
  if (groups === '*') return texts;
  return Object.fromEntries(Object.entries(texts).filter(([key]) => groups.includes(groupOf(key))));
}
