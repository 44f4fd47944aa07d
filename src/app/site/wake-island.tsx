import i18next from 'i18next';
import { type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { useFileConsent } from '#base/browser/file-consent.ts';
import { displayedTexts } from '#base/browser/shown-texts.ts';
import { SiteProvider } from '#base/browser/site.tsx';
import type { Site } from '#base/shared/site.ts';
import { FileConsent } from '#ui/display/file-consent.ts';
import { loadErrorTexts } from '../i18n/error-texts.ts';
import { islands } from './islands.ts';

/** The version of the build's text files; in development texts come from the sources. */
const version = import.meta.env.ISLAND_TEXTS as string | undefined;
const sources = import.meta.env.DEV
  ? import.meta.glob<{ default: object }>([
      '/locales/*/*.json',
      '/src/features/*/*/texts/*.json',
      '/src/features/*/*/*/texts/*.json',
    ])
  : {};

/** Loads an island's code and its texts, and hydrates just its element. */
export async function wakeIsland(element: HTMLElement): Promise<void> {
  const name = element.dataset.island ?? '';
  const load = islands[name];
  if (!load) throw new Error(`The page names an island that is not registered: ${name}.`);
  const site = JSON.parse(document.getElementById('stoa-site')?.textContent ?? '{}') as Site;
  loadErrorTexts(site.locale, (locale) => textOf(locale, 'refusals'));
  const [Component, i18n] = await Promise.all([
    load(),
    textsOf(site.locale, (element.dataset.strings ?? '').split(' ').filter(Boolean)),
  ]);
  const props = JSON.parse(element.dataset.props ?? '{}') as object;
  await new Promise<void>((resolve) =>
    hydrateRoot(
      element,
      <I18nextProvider i18n={i18n}>
        <SiteProvider site={site}>
          <Consenting site={site}>
            <Hydrated onHydrated={resolve}>
              <Component {...props} />
            </Hydrated>
          </Consenting>
        </SiteProvider>
      </I18nextProvider>,
      { identifierPrefix: element.id },
    ),
  );
}

/** Hydration yields to the browser: the event that started it is replayed only when it is over. */
function Hydrated({ onHydrated, children }: { onHydrated: () => void; children: ReactNode }) {
  useEffect(onHydrated, [onHydrated]);
  return children;
}

/** Islands load third-party files only after cookie consent, like the page itself. */
function Consenting({ site, children }: { site: Site; children: ReactNode }) {
  return <FileConsent value={useFileConsent(site)}>{children}</FileConsent>;
}

let instance: ReturnType<typeof i18next.createInstance> | undefined;

async function textsOf(locale: string, namespaces: string[]) {
  if (!instance) {
    instance = i18next.createInstance();
    await instance.init({ lng: locale, fallbackLng: false, resources: {}, interpolation: { escapeValue: false } });
  }
  await Promise.all(
    namespaces.map(async (namespace) => {
      if (instance?.hasResourceBundle(locale, namespace)) return;
      instance?.addResourceBundle(locale, namespace, await displayedTexts(await textOf(locale, namespace)));
    }),
  );
  return instance;
}

async function textOf(locale: string, namespace: string): Promise<object> {
  if (!version) {
    const isWanted = (file: string) =>
      file.endsWith(`/${locale}/${namespace}.json`) || file.endsWith(`/${namespace}/texts/${locale}.json`);
    const [, load] = Object.entries(sources).find(([file]) => isWanted(file)) ?? [];
    return (await load?.())?.default ?? {};
  }
  const response = await fetch(`/site/${locale}-${namespace}-${version}.json`);
  if (!response.ok) throw new Error(`The texts ${namespace} can't be loaded.`);
  return (await response.json()) as object;
}
