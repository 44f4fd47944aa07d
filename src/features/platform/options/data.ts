import { queryOptions } from '@tanstack/react-query';
import { type Db, DbError, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
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

/** An account's options as its pages use them, with a default for everything not yet set. */
export type SiteLook = {
  settings: Settings;
  menus: Menus;
  header: HeaderOption;
  footer: FooterOption;
  theme: ThemeOption;
  misc: MiscOption;
};

const keys = Object.keys(optionShapes) as OptionKey[];

/** All that the look of a site is made of, in one read. */
export async function siteLookOf(db: Db, accountId: string): Promise<SiteLook> {
  const rows = dataOf(await db.from('options').select('key, value').eq('account_id', accountId).in('key', keys)) as {
    key: OptionKey;
    value: unknown;
  }[];
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  return Object.fromEntries(keys.map((key) => [key, cachedOption(key, stored.get(key))])) as SiteLook;
}

const parsedOptions = memoize<unknown>(2_000);

/** As `readOption`, which takes longer than looking up what the same value came to the last time. */
function cachedOption<Key extends OptionKey>(key: Key, value: unknown): SiteLook[Key] {
  return parsedOptions(`${key} ${JSON.stringify(value)}`, () => readOption(key, value)) as SiteLook[Key];
}

/** One option of an account, where no other is needed. */
export async function optionOf<Key extends OptionKey>(db: Db, accountId: string, key: Key): Promise<SiteLook[Key]> {
  const stored = maybeDataOf(
    await db.from('options').select('value').eq('account_id', accountId).eq('key', key).maybeSingle(),
  ) as { value: unknown } | null;
  return readOption(key, stored?.value);
}

/** Past so many faults an option is none. */
const MAX_FAULTS = 100;

/** A stored value in its shape. Whoever wrote it, one part that can't be read counts as not set and takes no other with it. */
export function readOption<Key extends OptionKey>(key: Key, value: unknown): SiteLook[Key] {
  const shape = optionShapes[key];
  const parsed = shape.safeParse(value ?? {});
  if (parsed.success) return parsed.data as SiteLook[Key];
  const repaired = structuredClone(value ?? {});
  for (let fault = 0; fault < MAX_FAULTS; fault++) {
    const parsed = shape.safeParse(repaired);
    if (parsed.success) return parsed.data as SiteLook[Key];
    const [issue] = parsed.error.issues;
    if (!issue || !removeInvalid(repaired, issue)) break;
  }
  return shape.parse({}) as SiteLook[Key];
}

/** Takes out what an issue is about; of a list that is too long, its end; where something lacks, what lacks it. */
function removeInvalid(root: unknown, issue: { code: string; path: readonly PropertyKey[] }): boolean {
  const ancestors: unknown[] = [root];
  for (const key of issue.path) ancestors.push((ancestors.at(-1) as Record<PropertyKey, unknown> | null | undefined)?.[key]);
  let depth = issue.path.length;
  const last = ancestors[depth];
  if (issue.code === 'too_big' && Array.isArray(last)) return last.pop() !== undefined;
  while (depth > 0 && ancestors[depth] === undefined) depth--;
  const key = issue.path[depth - 1];
  const parent = ancestors[depth - 1];
  if (key === undefined || typeof parent !== 'object' || parent === null) return false;
  return Array.isArray(parent) ? parent.splice(Number(key), 1).length > 0 : Reflect.deleteProperty(parent, key);
}

/** Writes one option whole. */
export async function saveOption<Key extends OptionKey>(
  db: Db,
  accountId: string,
  key: Key,
  value: SiteLook[Key],
): Promise<void> {
  const result = await db
    .from('options')
    .upsert({ account_id: accountId, key, value: optionShapes[key].parse(value) }, { onConflict: 'account_id,key' });
  if (result.error) throw new Error(result.error.message);
}

/**
 * Changes some of an option's values and leaves the others as they are, those of later features included.
 * @throws {ZodError} where what comes out has not the option's shape.
 */
export async function changeOption<Key extends OptionKey>(
  db: Db,
  accountId: string,
  key: Key,
  changes: Partial<SiteLook[Key]>,
): Promise<void> {
  const stored = maybeDataOf(
    await db.from('options').select('value').eq('account_id', accountId).eq('key', key).maybeSingle(),
  ) as { value: object } | null;
  const merged = { ...stored?.value, ...changes };
  const value = { ...merged, ...optionShapes[key].parse(merged) };
  const result = await db
    .from('options')
    .upsert({ account_id: accountId, key, value }, { onConflict: 'account_id,key' });
  if (result.error) throw new DbError(result.error.message, result.error.code);
}

export const lookQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: ['options', accountId, 'look'],
    queryFn: () => siteLookOf(db, accountId),
    // Specification, section 9: options are read anew after 6,000,000 ms; what is saved here is told to the cache.
    staleTime: 6_000_000,
  });
