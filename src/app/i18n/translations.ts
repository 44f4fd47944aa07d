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

/** With what is put into them: numbers and names, of which there is no end. */
const MOST_FILLED = 2_000;

/** A page says some hundred texts, the same ones again and again: each is looked up once. */
function remember(instance: i18n): void {
  const known = new Map<string, TFunction>();
  const { getFixedT } = instance;
  instance.getFixedT = ((...place: Parameters<typeof getFixedT>) => {
    const name = JSON.stringify(place);
    const before = known.get(name);
    if (before) return before;
    const look = getFixedT.apply(instance, place) as TFunction & ((...asked: unknown[]) => unknown);
    const texts = new Map<string, unknown>();
    const filled = new Map<string, unknown>();
    const said = (...asked: unknown[]) => {
      const [key, values] = asked;
      if (asked.length > 2 || typeof key !== 'string') return look(...asked);
      if (asked.length === 1) {
        if (!texts.has(key)) texts.set(key, look(key));
        return texts.get(key);
      }
      if (!isPlain(values)) return look(...asked);
      const question = `${key} ${JSON.stringify(values)}`;
      if (!filled.has(question)) {
        if (filled.size >= MOST_FILLED) filled.clear();
        filled.set(question, look(key, values));
      }
      return filled.get(question);
    };
    const made = Object.assign(said, look) as unknown as TFunction;
    known.set(name, made);
    return made;
  }) as typeof getFixedT;
}

/** Texts and finite numbers alone, of which JSON says all. */
function isPlain(values: unknown): boolean {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return false;
  return Object.values(values).every((value) => typeof value === 'string' || Number.isFinite(value));
}
