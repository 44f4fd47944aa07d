import { queryOptions } from '@tanstack/react-query';
import { dataOf, maybeDataOf, type Wire, WireError } from '#base/shared/wire.ts';
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
export async function siteLookOf(wire: Wire, accountId: string): Promise<SiteLook> {
  const rows = dataOf(await wire.from('options').select('key, value').eq('account_id', accountId).in('key', keys)) as {
    key: OptionKey;
    value: unknown;
  }[];
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  return Object.fromEntries(keys.map((key) => [key, readOption(key, stored.get(key))])) as SiteLook;
}

/** A stored value in its shape; what an older version left unreadable counts as not set. */
export function readOption<Key extends OptionKey>(key: Key, value: unknown): SiteLook[Key] {
  const parsed = optionShapes[key].safeParse(value ?? {});
  return (parsed.success ? parsed.data : optionShapes[key].parse({})) as SiteLook[Key];
}

/** Writes one option whole. */
export async function saveOption<Key extends OptionKey>(
  wire: Wire,
  accountId: string,
  key: Key,
  value: SiteLook[Key],
): Promise<void> {
  const answer = await wire
    .from('options')
    .upsert({ account_id: accountId, key, value: optionShapes[key].parse(value) }, { onConflict: 'account_id,key' });
  if (answer.error) throw new Error(answer.error.message);
}

/**
 * Changes some of an option's values and leaves the others as they are, those of later features included.
 * @throws {ZodError} where what comes out has not the option's shape.
 */
export async function changeOption<Key extends OptionKey>(
  wire: Wire,
  accountId: string,
  key: Key,
  changes: Partial<SiteLook[Key]>,
): Promise<void> {
  const stored = maybeDataOf(
    await wire.from('options').select('value').eq('account_id', accountId).eq('key', key).maybeSingle(),
  ) as { value: object } | null;
  const whole = { ...stored?.value, ...changes };
  const value = { ...whole, ...optionShapes[key].parse(whole) };
  const answer = await wire
    .from('options')
    .upsert({ account_id: accountId, key, value }, { onConflict: 'account_id,key' });
  if (answer.error) throw new WireError(answer.error.message, answer.error.code);
}

export const lookQuery = (wire: Wire, accountId: string) =>
  queryOptions({
    queryKey: ['options', accountId, 'look'],
    queryFn: () => siteLookOf(wire, accountId),
    // Specification, section 9: options are read anew after 6,000,000 ms; what is saved here is told to the cache.
    staleTime: 6_000_000,
  });
