import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '#base/server/root.ts';
import { contents } from '#features/contents.ts';

/** The texts of one language by namespace. */
export type Texts = Record<string, object>;

const shared = join(root, 'locales');

/** The folder of each namespace: `texts/` of a feature or of its sub-folder, named for the folder it is in. */
function featureFolders(): [string, string][] {
  const folders = contents.flatMap((feature) => {
    const folder = join(root, 'src', 'features', feature);
    const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return [folder, ...inside.map(({ name }) => join(folder, name))].map((one) => join(one, 'texts'));
  });
  return folders.filter((folder) => existsSync(folder)).map((folder) => [basename(dirname(folder)), folder]);
}

/** The text files of a language by namespace: a feature's are in its own folder, the shared ones in `locales/`. */
export function textFiles(locale: string): Map<string, string> {
  const jsons = readdirSync(join(shared, locale)).filter((file) => file.endsWith('.json'));
  const entries: [string, string][] = [
    ...jsons.map((file): [string, string] => [file.slice(0, -5), join(shared, locale, file)]),
    ...featureFolders().map(([namespace, folder]): [string, string] => [namespace, join(folder, `${locale}.json`)]),
  ];
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function readTexts(locale: string): Texts {
  return Object.fromEntries(
    [...textFiles(locale)].map(([namespace, file]) => [namespace, JSON.parse(readFileSync(file, 'utf8')) as object]),
  );
}
