import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { i18n } from 'i18next';
import type { EntryContext } from 'react-router';
import { root } from '#base/server/root.ts';

/** Which namespaces the screens of the build are said with, by the address of their script (tools/screen-texts.ts). */
let known: Record<string, string[]> | undefined;

/** By namespaces: the same few screens are asked for again and again. */
const madeOf = new WeakMap<i18n, Map<string, string>>();

/** As JSON by namespace, with every < escaped: what a screen is said with, or while developing every text there is. */
export function textsOfScreen({ manifest, staticHandlerContext }: EntryContext, i18n: i18n): string {
  known ??= readKnown();
  const names = new Set<string>();
  for (const { route } of staticHandlerContext.matches)
    for (const name of known[manifest.routes[route.id]?.module ?? ''] ?? []) names.add(name);
  const all = Object.keys(i18n.store?.data[i18n.language] ?? {});
  const wanted = names.size > 0 ? [...names].sort() : all.filter((name) => name !== 'refusals');
  const made = madeOf.get(i18n) ?? new Map<string, string>();
  madeOf.set(i18n, made);
  const key = wanted.join(' ');
  const kept = made.get(key);
  if (kept !== undefined) return kept;
  const texts = Object.fromEntries(wanted.map((name) => [name, i18n.getResourceBundle(i18n.language, name)]));
  const text = JSON.stringify(texts).replaceAll('<', '\\u003c');
  made.set(key, text);
  return text;
}

function readKnown(): Record<string, string[]> {
  const file = join(root, 'build', 'client', 'screen-texts.json');
  return import.meta.env.PROD && existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>)
    : {};
}
