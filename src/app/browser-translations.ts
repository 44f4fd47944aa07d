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

/** The first screen has the line to itself for so long, in milliseconds. */
const REST_AFTER_MS = 4_000;

/** What every hydrating screen stands in, and what the dashboard’s frame says. */
const frame = ['ui', 'site'];
/** Fetched with the first refusal, see refusal-texts.ts. */
const lazy = ['refusals'];
const dashboardFrame = ['dashboard', 'shell', 'members', 'notifications', 'tickets'];

/**
 * The strings of one language for the screens that hydrate: those of the frame at once, those of a screen with it, and
 * the others once the first screen stands, so that the way to the next one does not wait for them.
 */
export async function loadTranslations(locale: string, pathname: string): Promise<i18n> {
  const instance = i18next.createInstance().use(backend).use(initReactI18next);
  const first = pathname.startsWith('/dashboard') ? [...frame, ...dashboardFrame] : frame;
  await instance.init({
    lng: locale,
    fallbackLng: false,
    ns: first,
    defaultNS: 'ui',
    interpolation: { escapeValue: false },
  });
  const all = Object.keys(files).filter((path) => path.startsWith(`/locales/${locale}/`));
  const rest = all
    .map((path) => path.split('/').at(-1)?.slice(0, -5) ?? '')
    .filter((name) => ![...first, ...lazy].includes(name));
  setTimeout(() => void instance.loadNamespaces(rest), REST_AFTER_MS);
  return instance;
}
