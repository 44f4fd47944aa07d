import i18next, { type i18n, type ResourceLanguage } from 'i18next';
import { loadTextsBy } from '#base/browser/all-texts.ts';
import { displayedTexts } from '#base/browser/shown-texts.ts';
import { whenIdle } from '#base/browser/when-idle.ts';
import { INITIAL_TEXTS } from './initial-texts.tsx';
import type { SmallI18n } from './small-i18n.tsx';

/** The version of the build's text files; in development every text is in the document. */
const version = import.meta.env.SCREEN_TEXTS as string | undefined;
const sources = import.meta.env.DEV ? import.meta.glob<{ default: object }>('/locales/*/refusals.json') : {};

type Spoken = i18n & Partial<Pick<SmallI18n, 'loadMore' | 'isComplete'>>;

/** The error sentences of a language. */
export async function readErrorTexts(locale: string): Promise<object> {
  if (!version) return (await sources[`/locales/${locale}/refusals.json`]?.())?.default ?? {};
  return textFile(`${locale}-refusals`);
}

/**
 * The texts of one language for screens that hydrate: those of the first screen are in its document (initial-texts.tsx), the
 * rest is one file that is fetched when the page is idle, or before the first navigation.
 */
export async function loadTranslations(locale: string): Promise<i18n> {
  const first = JSON.parse(document.getElementById(INITIAL_TEXTS)?.textContent || '{}') as ResourceLanguage;
  const instance: Spoken = i18next.createInstance();
  await instance.init({
    lng: locale,
    fallbackLng: false,
    resources: { [locale]: first },
    defaultNS: 'ui',
    interpolation: { escapeValue: false },
  });
  if (!version) return instance;
  for (const [namespace, texts] of Object.entries(first)) instance.addResourceBundle(locale, namespace, texts);
  let loading: Promise<void> | undefined;
  const loadMore = () => {
    loading ??= textFile(locale).then(
      async (all) => {
        for (const [namespace, texts] of Object.entries(await displayedTexts(all)))
          instance.addResourceBundle(locale, namespace, texts);
        instance.isComplete = true;
      },
      (error: unknown) => {
        // Offline: the next call retries.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  instance.loadMore = loadMore;
  loadTextsBy(loadMore);
  // After an error whoever needs the texts fetches them again.
  void whenIdle().then(() => loadMore().catch(() => {}));
  return instance;
}

async function textFile(name: string): Promise<object> {
  const response = await fetch(`/assets/texts-${name}-${version}.json`);
  if (!response.ok) throw new Error(`The texts ${name} can't be loaded.`);
  return (await response.json()) as object;
}
