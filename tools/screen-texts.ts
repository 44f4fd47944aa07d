import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '#base/server/root.ts';

/** Fetched with the first refusal, and by itself. */
const LAZY = 'refusals';

const locales = join(root, 'locales');
const ROUTE = '?__react-router-build-client-route';

/**
 * The texts of a build: one file a language, and by the modules each screen is made of the namespaces that have to be there
 * before it comes alive. A part that is loaded later brings no text with it: by then all have come, or it waits.
 */
export function screenTexts(): Plugin {
  const spoken = new Map<string, string[]>();
  const files = readdirSync(locales).flatMap((locale) => {
    const texts = readLocale(locale);
    const { [LAZY]: refusals = {}, ...others } = texts;
    return [
      { name: locale, text: JSON.stringify(others) },
      { name: `${locale}-${LAZY}`, text: JSON.stringify(refusals) },
    ];
  });
  const known = new Set(Object.keys(readLocale('en')));
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
  return {
    name: 'screen-texts',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    config: () => ({ define: { 'import.meta.env.SCREEN_TEXTS': JSON.stringify(version) } }),
    transform(code, id) {
      if (id.startsWith(root) && !id.includes('node_modules'))
        spoken.set(
          id,
          namespacesIn(code).filter((name) => known.has(name)),
        );
    },
    generateBundle(_, bundle) {
      for (const { name, text } of files)
        this.emitFile({ type: 'asset', fileName: `assets/texts-${name}-${version}.json`, source: text });
      const screens: Record<string, string[]> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.facadeModuleId?.includes(ROUTE)) continue;
        const seen = new Set<string>();
        const names = new Set<string>();
        const walk = (id: string) => {
          if (seen.has(id)) return;
          seen.add(id);
          for (const name of spoken.get(id) ?? []) names.add(name);
          for (const next of this.getModuleInfo(id)?.importedIds ?? []) walk(next);
        };
        walk(chunk.facadeModuleId);
        screens[`/${chunk.fileName}`] = [...names].sort();
      }
      this.emitFile({ type: 'asset', fileName: 'screen-texts.json', source: JSON.stringify(screens) });
    },
  };
}

/** What a module speaks of: `useTranslation('a')`, `useTranslation(['a', 'b'])`, `t('a:key')`, `{ ns: 'a' }`. */
export function namespacesIn(code: string): string[] {
  const called = [...code.matchAll(/useTranslation\)?\(\s*(\[[^\]]*\]|["'`][^"'`]*["'`]|\))/g)].flatMap(
    ([, given = '']) =>
      given === ')' ? ['ui'] : [...given.matchAll(/["'`]([\w-]+)["'`]/g)].map(([, name = '']) => name),
  );
  const named = [...code.matchAll(/["'`]([\w-]+):[\w-]+(?:\.[\w-]+)*[\w.${}-]*["'`]|\bns:\s*["'`]([\w-]+)["'`]/g)];
  return [...new Set([...called, ...named.map(([, one, other]) => one ?? other ?? '')])];
}

function readLocale(locale: string): Record<string, object> {
  return Object.fromEntries(
    readdirSync(join(locales, locale))
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(locales, locale, file), 'utf8')) as object]),
  );
}
