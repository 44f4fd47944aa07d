import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next, { type i18n, type TFunction } from 'i18next';
import { root } from '#base/server/root.ts';

/** Every text of one language by namespace: file name, keys as the specification names them. */
export type Texts = Record<string, object>;

export function readTexts(locale: string): Texts {
  const folder = join(root, 'locales', locale);
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
  );
}

/** An i18next of one language over all namespaces; read and made when first wished for, and shared by every render. */
export function createTranslations(textsOf: (locale: string) => Texts = readTexts): (locale: string) => i18n {
  const made = new Map<string, i18n>();
  const read = new Map<string, Texts>();
  function once(locale: string): Texts {
    const texts = read.get(locale) ?? textsOf(locale);
    read.set(locale, texts);
    return texts;
  }
  return (locale) => {
    let instance = made.get(locale);
    if (!instance) {
      instance = i18next.createInstance();
      void instance.init({
        lng: locale,
        fallbackLng: 'en',
        resources: { en: once('en'), [locale]: once(locale) },
        interpolation: { escapeValue: false },
        initAsync: false,
      });
      remember(instance);
      made.set(locale, instance);
    }
    return instance;
  };
}

/** A page says some hundred texts, most of them with nothing to be put in: such a one is looked up once. */
function remember(instance: i18n): void {
  const known = new Map<string, TFunction>();
  const { getFixedT } = instance;
  instance.getFixedT = ((...place: Parameters<typeof getFixedT>) => {
    const name = JSON.stringify(place);
    const before = known.get(name);
    if (before) return before;
    const look = getFixedT.apply(instance, place) as TFunction & ((...asked: unknown[]) => unknown);
    const texts = new Map<string, unknown>();
    const said = (...asked: unknown[]) => {
      const [key] = asked;
      if (asked.length > 1 || typeof key !== 'string') return look(...asked);
      if (!texts.has(key)) texts.set(key, look(key));
      return texts.get(key);
    };
    const made = Object.assign(said, look) as unknown as TFunction;
    known.set(name, made);
    return made;
  }) as typeof getFixedT;
}
