import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, dbErrorOf, maybeDataOf } from '#base/shared/db-client.ts';
import { memoize } from '#base/shared/memoize.ts';
import {
  type FooterOption,
  type HeaderOption,
  type Menus,
  type MiscOption,
  type OptionKey,
  optionShapes,
  type Settings,
  type ThemeOption,
} from './schema.ts';

/** An account's options as its pages use them, with defaults for everything not set. */
export type SiteOptions = {
  settings: Settings;
  menus: Menus;
  header: HeaderOption;
  footer: FooterOption;
  theme: ThemeOption;
  misc: MiscOption;
};

const keys = Object.keys(optionShapes) as OptionKey[];

/** All options of an account in one query. */
export async function readSiteOptions(db: Db, accountId: string): Promise<SiteOptions> {
  const rows = dataOf(await db.from('options').select('key, value').eq('account_id', accountId).in('key', keys)) as {
    key: OptionKey;
    value: unknown;
  }[];
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  return Object.fromEntries(keys.map((key) => [key, cachedOption(key, stored.get(key))])) as SiteOptions;
}

const parsedOptions = memoize<unknown>(2_000);

/** `readOption` with a cache: parsing is slower than looking up the same value. */
function cachedOption<Key extends OptionKey>(key: Key, value: unknown): SiteOptions[Key] {
  return parsedOptions(`${key} ${JSON.stringify(value)}`, () => readOption(key, value)) as SiteOptions[Key];
}

/** One option of an account, with its defaults. */
export async function optionOf<Key extends OptionKey>(db: Db, accountId: string, key: Key): Promise<SiteOptions[Key]> {
  const stored = maybeDataOf(
    await db.from('options').select('value').eq('account_id', accountId).eq('key', key).maybeSingle(),
  ) as { value: unknown } | null;
  return readOption(key, stored?.value);
}

/** An option with more invalid parts than this is reset. */
const MAX_FAULTS = 100;

/** Parses a stored option. An invalid part counts as not set and does not invalidate the others. */
export function readOption<Key extends OptionKey>(key: Key, value: unknown): SiteOptions[Key] {
  const shape = optionShapes[key];
  const parsed = shape.safeParse(value ?? {});
  if (parsed.success) return parsed.data as SiteOptions[Key];
  const repaired = structuredClone(value ?? {});
  for (let fault = 0; fault < MAX_FAULTS; fault++) {
    const parsed = shape.safeParse(repaired);
    if (parsed.success) return parsed.data as SiteOptions[Key];
    const [issue] = parsed.error.issues;
    if (!issue || !removeInvalid(repaired, issue)) break;
  }
  return shape.parse({}) as SiteOptions[Key];
}

/** Removes the part a Zod issue is about; of an array that is too long, its last element; of a missing value, its parent. */
function removeInvalid(root: unknown, issue: { code: string; path: readonly PropertyKey[] }): boolean {
  const ancestors: unknown[] = [root];
  for (const key of issue.path)
    ancestors.push((ancestors.at(-1) as Record<PropertyKey, unknown> | null | undefined)?.[key]);
  let depth = issue.path.length;
  const last = ancestors[depth];
  if (issue.code === 'too_big' && Array.isArray(last)) return last.pop() !== undefined;
  while (depth > 0 && ancestors[depth] === undefined) depth--;
  const key = issue.path[depth - 1];
  const parent = ancestors[depth - 1];
  if (key === undefined || typeof parent !== 'object' || parent === null) return false;
  return Array.isArray(parent) ? parent.splice(Number(key), 1).length > 0 : Reflect.deleteProperty(parent, key);
}

/** Overwrites one option. */
export async function saveOption<Key extends OptionKey>(
  db: Db,
  accountId: string,
  key: Key,
  value: SiteOptions[Key],
): Promise<void> {
  const result = await db
    .from('options')
    .upsert({ account_id: accountId, key, value: optionShapes[key].parse(value) }, { onConflict: 'account_id,key' });
  if (result.error) throw new Error(result.error.message);
}

/**
 * Merges changes into an option and keeps its other values, also those this version does not know. @throws {ZodError}
 * when the result is invalid.
 */
export async function changeOption<Key extends OptionKey>(
  db: Db,
  accountId: string,
  key: Key,
  changes: Partial<SiteOptions[Key]>,
): Promise<void> {
  const stored = maybeDataOf(
    await db.from('options').select('value').eq('account_id', accountId).eq('key', key).maybeSingle(),
  ) as { value: object } | null;
  const merged = { ...stored?.value, ...changes };
  const value = { ...merged, ...optionShapes[key].parse(merged) };
  const result = await db
    .from('options')
    .upsert({ account_id: accountId, key, value }, { onConflict: 'account_id,key' });
  if (result.error) throw dbErrorOf(result.error);
}

export const siteOptionsQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: ['options', accountId, 'look'],
    queryFn: () => readSiteOptions(db, accountId),
    // Specification, section 9: options are refetched after 6,000,000 ms; saving here updates the cache.
    staleTime: 6_000_000,
  });
