import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { localeCodes } from '#base/shared/locales.ts';
import { featureLists } from '../feature-lists/write-lists.ts';
import { data, events, feature, records, resources, rules, rulesTest, schema, seed } from './code-files.ts';
import { type FeatureName, featureName } from './feature-name.ts';
import { firstStrings } from './first-strings.ts';
import { registrations } from './registrations.ts';
import { addForm, editableRow, list, manageScreen, screen } from './screen-files.ts';
import { migration, policies, policiesTest } from './sql-files.ts';

/**
 * Writes a feature under `root` and registers it. Nothing is written unless everything can be.
 *
 * @returns the paths written, those of the new files first.
 * @throws {Error} a sentence: the name is not one, is taken, or a file has no place to register it.
 */
export function writeFeature(root: string, given: string, now: Date): string[] {
  const name = featureName(given);
  const folder = `src/features/${name.path}`;
  if (existsSync(join(root, folder))) throw new Error(`There is a feature ${name.folder} already.`);
  const files = { ...newFiles(folder, name, nextStamp(root, now)), ...registered(root, name) };
  const write = ([path, text]: [string, string]) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  Object.entries(files).forEach(write);
  // They follow from the files that stand now.
  const lists = featureLists(root);
  Object.entries(lists).forEach(write);
  return [...Object.keys(files), ...Object.keys(lists)];
}

function newFiles(folder: string, name: FeatureName, stamp: string): Record<string, string> {
  return {
    [`${folder}/migrations/${stamp}_create_${name.table}.sql`]: migration(name),
    [`${folder}/policies.sql`]: policies(name),
    [`${folder}/policies.test.ts`]: policiesTest(name),
    [`${folder}/schema.ts`]: schema(name),
    [`${folder}/rules.ts`]: rules(name),
    [`${folder}/rules.test.ts`]: rulesTest(name),
    [`${folder}/data.ts`]: data(name),
    [`${folder}/feature.ts`]: feature(name),
    [`${folder}/events.ts`]: events(name),
    [`${folder}/records.ts`]: records(name),
    [`${folder}/resources.ts`]: resources(name),
    [`${folder}/seed.ts`]: seed(name),
    [`${folder}/components/list-of-${name.folder}.tsx`]: list(name),
    [`${folder}/screens/${name.folder}.tsx`]: screen(name),
    [`${folder}/components/add-${name.folder}.tsx`]: addForm(name),
    [`${folder}/components/editable-${name.folder}.tsx`]: editableRow(name),
    [`${folder}/screens/manage-${name.folder}.tsx`]: manageScreen(name),
    ...Object.fromEntries(
      localeCodes.map((code) => [`${folder}/texts/${code}.json`, firstStrings(name, titleOf(name), code)]),
    ),
  };
}

function registered(root: string, name: FeatureName): Record<string, string> {
  const changed: Record<string, string> = {};
  for (const { file, change } of registrations) {
    const text = changed[file] ?? readFileSync(join(root, file), 'utf8');
    const with_ = change(text, name);
    if (with_ === null) throw new Error(`${file} has no place where a feature could be added; nothing was written.`);
    changed[file] = with_;
  }
  return changed;
}

/** The minute of writing, or the minute after the newest migration where that lies ahead: stamps only grow. */
function nextStamp(root: string, now: Date): string {
  const stamps = migrationsUnder(join(root, 'src')).map((file) => file.slice(0, 12));
  const newest = stamps.sort().at(-1) ?? '';
  const own = stampOf(now);
  if (own > newest) return own;
  const [, year, month, day, hour, minute] = newest.match(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/) ?? [];
  return stampOf(new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute) + 1)));
}

function stampOf(date: Date): string {
  return date.toISOString().replace(/\D/g, '').slice(0, 12);
}

function migrationsUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((entry) => {
    const path = join(folder, entry);
    if (statSync(path).isDirectory()) return migrationsUnder(path);
    return folder.endsWith('/migrations') && /^\d{12}_/.test(entry) ? [entry] : [];
  });
}

function titleOf({ words }: FeatureName): string {
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}
