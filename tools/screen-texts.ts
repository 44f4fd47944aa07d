import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { readTexts } from '#app/i18n/text-files.ts';
import { groupOf, type TextSelection } from '#app/i18n/text-groups.ts';
import { root } from '#base/server/root.ts';
import { localeCodes } from '#base/shared/locales.ts';

/** Fetched with the first refusal, and by itself. */
const LAZY = 'refusals';

const ROUTE = '?__react-router-build-client-route';

/**
 * What a module says: of which namespaces, the words that may be keys (`title`), the groups its keys may begin with (`title.`),
 * and whether one may begin with any.
 */
export type Spoken = {
  namespaces: string[];
  words: string[];
  groups: string[];
  saysAny: boolean;
  /** Groups it says of every namespace: `${feature}:menuEntries.${id}`. */
  groupsOfAll: string[];
};

/**
 * The texts of a build: one file a language, and by the modules each screen is made of what has to be there before it comes
 * alive. A part that is loaded later brings no text with it: by then all have come, or it waits.
 */
export function screenTexts(): Plugin {
  const spoken = new Map<string, Spoken>();
  const files = localeCodes.flatMap((locale) => {
    const texts = readTexts(locale);
    const { [LAZY]: refusals = {}, ...others } = texts;
    return [
      { name: locale, text: JSON.stringify(others) },
      { name: `${locale}-${LAZY}`, text: JSON.stringify(refusals) },
    ];
  });
  const english = readTexts('en');
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
  return {
    name: 'screen-texts',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    config: () => ({ define: { 'import.meta.env.SCREEN_TEXTS': JSON.stringify(version) } }),
    transform(code, id) {
      if (isSpoken(id)) spoken.set(id, spokenIn(code));
    },
    generateBundle(_, bundle) {
      for (const { name, text } of files)
        this.emitFile({ type: 'asset', fileName: `assets/texts-${name}-${version}.json`, source: text });
      const screens: Record<string, TextSelection> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.facadeModuleId?.includes(ROUTE)) continue;
        const seen = new Set<string>();
        const walk = (id: string) => {
          if (seen.has(id)) return;
          seen.add(id);
          for (const next of this.getModuleInfo(id)?.importedIds ?? []) walk(next);
        };
        walk(chunk.facadeModuleId);
        screens[`/${chunk.fileName}`] = wantedBy(
          [...seen].flatMap((id) => spoken.get(id) ?? []),
          english,
        );
      }
      this.emitFile({ type: 'asset', fileName: 'screen-texts.json', source: JSON.stringify(screens) });
    },
  };
}

/**
 * What modules that stand on one screen need of the texts. A key may be put together in one module and said in another, so
 * that each word of all of them counts for every namespace; whoever says keys nobody can foresee needs all of what it speaks of.
 */
export function wantedBy(modules: readonly Spoken[], texts: Record<string, object>): TextSelection {
  const words = new Set(modules.flatMap((module) => module.words));
  const begun = new Set(modules.flatMap((module) => module.groups));
  const whole = new Set(modules.flatMap((module) => (module.saysAny ? module.namespaces : [])));
  const groupsOfAll = new Set(modules.flatMap((module) => module.groupsOfAll));
  const named = new Set(modules.flatMap((module) => module.namespaces));
  return Object.fromEntries(
    Object.keys(texts).flatMap((name) => {
      const groups = new Map(Object.entries(texts[name] ?? {}).map(([key, text]) => [groupOf(key), typeof text]));
      const said = [...groups]
        .filter(([group, type]) => {
          // Many a word is also the name of a group (`list`): only a key that goes on names it.
          const isSaid = (type === 'string' ? words : begun).has(group);
          return groupsOfAll.has(group) || (named.has(name) && isSaid);
        })
        .map(([group]) => group);
      if (said.length === 0 && !named.has(name)) return [];
      return [[name, whole.has(name) || said.length === groups.size ? '*' : said]];
    }),
  );
}

/** Whether a module may say texts; the data of features names none, and its scopes (`coupons:read`) look like keys. */
export function isSpoken(id: string): boolean {
  return id.startsWith(root) && !id.includes('node_modules') && !id.endsWith('/feature.ts');
}

export function spokenIn(code: string): Spoken {
  const first = [...code.matchAll(/["'`](?:[\w-]+:)?([A-Za-z][\w-]*)(["'`.])/g)];
  const followedBy = (isFollowed: (sign: string) => boolean) => [
    ...new Set(first.filter(([, , sign = '']) => isFollowed(sign)).map(([, word = '']) => word)),
  ];
  // The first word of what is put together is known, unless it is what is put in.
  const saysAny = /\bt(?:[A-Z]\w*)?\(\s*`(?:[\w-]+:)?\$\{(?![^}]*\}:)/.test(code);
  const groupsOfAll = [...code.matchAll(/`\$\{[^}]*\}:([\w-]+)[.`]/g)].map(([, group = '']) => group);
  return {
    namespaces: namespacesIn(code),
    words: followedBy((sign) => sign !== '.'),
    groups: followedBy((sign) => sign === '.'),
    saysAny,
    groupsOfAll,
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
