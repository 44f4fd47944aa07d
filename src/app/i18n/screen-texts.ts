import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { i18n } from 'i18next';
import type { EntryContext } from 'react-router';
import { root } from '#base/server/root.ts';
import { groupOf, type TextSelection } from './text-groups.ts';

/** What the screens of the build are said with, by the address of their script (tools/screen-texts.ts). */
let known: Record<string, TextSelection> | undefined;

/** By what is wanted: the same few screens are asked for again and again. */
const madeOf = new WeakMap<i18n, Map<string, string>>();

/** As JSON by namespace, with every < escaped: what a screen is said with, or while developing every text there is. */
export function textsOfScreen({ manifest, staticHandlerContext }: EntryContext, i18n: i18n): string {
  known ??= readKnown();
  const groups = new Map<string, Set<string>>();
  for (const { route } of staticHandlerContext.matches)
    for (const [name, some] of Object.entries(known[manifest.routes[route.id]?.module ?? ''] ?? {}))
      groups.set(name, new Set([...(groups.get(name) ?? []), ...some]));
  if (groups.size === 0)
    for (const name of Object.keys(i18n.store?.data[i18n.language] ?? {}))
      if (name !== 'refusals') groups.set(name, new Set('*'));
  const made = madeOf.get(i18n) ?? new Map<string, string>();
  madeOf.set(i18n, made);
  const key = [...groups]
    .map(([name, some]) => `${name}:${[...some].sort()}`)
    .sort()
    .join(' ');
  const kept = made.get(key);
  if (kept !== undefined) return kept;
  const texts = Object.fromEntries(
    [...groups].sort().map(([name, some]) => {
      const all = Object.entries(i18n.getResourceBundle(i18n.language, name) as object);
      return [name, Object.fromEntries(all.filter(([group]) => some.has('*') || some.has(groupOf(group))))];
    }),
  );
  const text = JSON.stringify(texts).replaceAll('<', '\\u003c');
  made.set(key, text);
  return text;
}

function readKnown(): Record<string, TextSelection> {
  const file = join(root, 'build', 'client', 'screen-texts.json');
  return import.meta.env.PROD && existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, TextSelection>)
    : {};
}
