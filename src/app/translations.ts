import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next, { type i18n } from 'i18next';
import { root } from '#base/server/root.ts';
import { locales } from '#base/shared/locales.ts';

export type Resources = Record<string, Record<string, object>>;

/** Every language of `locales/`, read once: namespace = file name, keys as the specification names them. */
export function readResources(): Resources {
  return Object.fromEntries(
    locales.map(({ code }) => {
      const folder = join(root, 'locales', code);
      const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
      return [
        code,
        Object.fromEntries(
          files.map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
        ),
      ];
    }),
  );
}

/** An i18next of one language over all namespaces; made once each and shared by every render. */
export function createTranslations(resources: Resources): (locale: string) => i18n {
  const made = new Map<string, i18n>();
  return (locale) => {
    let instance = made.get(locale);
    if (!instance) {
      instance = i18next.createInstance();
      void instance.init({
        lng: locale,
        fallbackLng: 'en',
        resources,
        interpolation: { escapeValue: false },
        initAsync: false,
      });
      made.set(locale, instance);
    }
    return instance;
  };
}
