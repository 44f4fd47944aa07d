import i18next, { type BackendModule, type i18n, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { shownTexts } from '#base/browser/shown-texts.ts';

const files = import.meta.glob<{ default: ResourceKey }>('/locales/*/*.json');
const fileOf = (locale: string, namespace: string) => `/locales/${locale}/${namespace}.json`;

/** A namespace is loaded when the first component asks for it; React waits for it as for code. */
const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (locale, namespace, tell) => {
    const load = files[fileOf(locale, namespace)];
    if (!load) return tell(new Error(`There are no strings called ${namespace} in ${locale}.`), null);
    load()
      .then(({ default: texts }) => shownTexts(texts as object))
      .then(
        (texts) => tell(null, texts),
        (error: Error) => tell(error, null),
      );
  },
};

/** What the refusals of a language are said from, or in English found by. */
export async function readRefusals(locale: string): Promise<object> {
  return ((await files[fileOf(locale, 'refusals')]?.())?.default ?? {}) as object;
}

/** Fetched with the first refusal, see refusal-texts.ts. */
const lazy = ['refusals'];

/** What every hydrating screen stands in. */
const frame = ['ui', 'site'];

/**
 * The strings of one language for the screens that hydrate. The dashboard has all of its own before it comes alive: a
 * part that comes with its data and has to wait for its words takes the whole screen away meanwhile. Other screens bring
 * their own with them.
 */
export async function loadTranslations(locale: string, pathname: string): Promise<i18n> {
  const instance = i18next.createInstance().use(backend).use(initReactI18next);
  const all = Object.keys(files)
    .filter((path) => path.startsWith(`/locales/${locale}/`))
    .map((path) => path.split('/').at(-1)?.slice(0, -5) ?? '')
    .filter((name) => !lazy.includes(name));
  await instance.init({
    lng: locale,
    fallbackLng: false,
    ns: pathname.startsWith('/dashboard') ? all : frame,
    defaultNS: 'ui',
    interpolation: { escapeValue: false },
  });
  return instance;
}
