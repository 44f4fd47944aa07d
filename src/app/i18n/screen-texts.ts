import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { i18n } from 'i18next';
import type { EntryContext } from 'react-router';
import { root } from '#base/server/root.ts';
import { groupOf, type TextSelection } from './text-groups.ts';

/** The texts that the screens of the build use, by the URL of their script (tools/screen-texts.ts). */
let selections: Record<string, TextSelection> | undefined;

/** JSON by selection: the same few screens are requested again and again. */
const madeOf = new WeakMap<i18n, Map<string, string>>();

/** The texts of a screen as JSON by namespace, with every < escaped; in development all texts. */
export function textsOfScreen({ manifest, staticHandlerContext }: EntryContext, i18n: i18n): string {
  selections ??= readSelections();
  const groups = new Map<string, Set<string>>();
  for (const { route } of staticHandlerContext.matches)
    for (const [name, some] of Object.entries(selections[manifest.routes[route.id]?.module ?? ''] ?? {}))
      groups.set(name, new Set([...(groups.get(name) ?? []), ...some]));
  if (groups.size === 0)
    for (const name of Object.keys(i18n.store?.data[i18n.language] ?? {}))
      if (name !== 'refusals') groups.set(name, new Set('*'));
  const cache = madeOf.get(i18n) ?? new Map<string, string>();
  madeOf.set(i18n, cache);
  const key = [...groups]
    .map(([name, some]) => `${name}:${[...some].sort()}`)
    .sort()
    .join(' ');
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const texts = Object.fromEntries(
    [...groups].sort().map(([name, some]) => {
      const all = Object.entries(i18n.getResourceBundle(i18n.language, name) as object);
      return [name, Object.fromEntries(all.filter(([group]) => some.has('*') || some.has(groupOf(group))))];
    }),
  );
  const text = JSON.stringify(texts).replaceAll('<', '\\u003c');
  cache.set(key, text);
  return text;
}

function readSelections(): Record<string, TextSelection> {
  const file = join(root, 'build', 'client', 'screen-texts.json');
  return import.meta.env.PROD && existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, TextSelection>)
    : {};
}
