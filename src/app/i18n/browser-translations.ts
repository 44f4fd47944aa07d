import i18next, { type i18n } from 'i18next';
import { displayedTexts } from '#base/browser/shown-texts.ts';
import { whenIdle } from '#base/browser/when-idle.ts';
import { INITIAL_TEXTS } from './initial-texts.tsx';

/** Of the build the version of the files of texts beside it; while developing every text stands in the document. */
const version = import.meta.env.SCREEN_TEXTS as string | undefined;
const sources = import.meta.env.DEV ? import.meta.glob<{ default: object }>('/locales/*/refusals.json') : {};

type Spoken = i18n & { loadMore?: () => Promise<void>; isWhole?: boolean };

let more: (() => Promise<void>) | undefined;

/** Every text of the language is there: asked before one leaves for another screen, so that none is shown without. */
export async function allTexts(): Promise<void> {
  await more?.();
}

/** What the refusals of a language are said from, or in English found by. */
export async function readErrorTexts(locale: string): Promise<object> {
  if (!version) return (await sources[`/locales/${locale}/refusals.json`]?.())?.default ?? {};
  return textFile(`${locale}-refusals`);
}

/**
 * The texts of one language for the screens that hydrate: those of the screen one came for stand in its document
 * (first-texts.tsx), the rest is one file that is fetched when the page is quiet, or before the first step to another screen.
 */
export async function loadTranslations(locale: string): Promise<i18n> {
  const first = JSON.parse(document.getElementById(INITIAL_TEXTS)?.textContent || '{}') as Record<string, object>;
  const instance: Spoken = i18next.createInstance();
  await instance.init({
    lng: locale,
    fallbackLng: false,
    resources: { [locale]: first as never },
    defaultNS: 'ui',
    interpolation: { escapeValue: false },
  });
  if (!version) return instance;
  for (const [namespace, texts] of Object.entries(first)) instance.addResourceBundle(locale, namespace, texts);
  let loading: Promise<void> | undefined;
  more = () => {
    loading ??= textFile(locale).then(
      async (all) => {
        for (const [namespace, texts] of Object.entries(await displayedTexts(all)))
          instance.addResourceBundle(locale, namespace, texts);
        instance.isWhole = true;
      },
      (error: unknown) => {
        // Away from the network: the next who asks tries again.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  instance.loadMore = more;
  // What fails here is asked for again by whoever needs it.
  void whenIdle().then(() => more?.().catch(() => {}));
  return instance;
}

async function textFile(name: string): Promise<object> {
  const answer = await fetch(`/assets/texts-${name}-${version}.json`);
  if (!answer.ok) throw new Error(`The texts ${name} can't be loaded.`);
  return (await answer.json()) as object;
}
