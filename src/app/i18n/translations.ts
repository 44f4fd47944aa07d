import i18next, { type i18n, type TFunction } from 'i18next';
import { readTexts, type Texts } from './text-files.ts';

export type Translations = (locale: string) => i18n;

/** One i18next instance a language over all namespaces, created at its first use and shared by every render. */
export function createTranslations(textsOf: (locale: string) => Texts = readTexts): Translations {
  const instances = new Map<string, i18n>();
  const read = new Map<string, Texts>();
  function textsOnce(locale: string): Texts {
    const texts = read.get(locale) ?? textsOf(locale);
    read.set(locale, texts);
    return texts;
  }
  return (locale) => {
    let instance = instances.get(locale);
    if (!instance) {
      instance = i18next.createInstance();
      void instance.init({
        lng: locale,
        fallbackLng: 'en',
        resources: { en: textsOnce('en'), [locale]: textsOnce(locale) },
        interpolation: { escapeValue: false },
        initAsync: false,
      });
      memoizeTexts(instance);
      instances.set(locale, instance);
    }
    return instance;
  };
}

/** Interpolated texts held in memory for one language and namespace. */
const MAX_INTERPOLATED = 2_000;

/** A page shows some hundred texts, the same ones again and again: each is looked up once. */
function memoizeTexts(instance: i18n): void {
  const memoized = new Map<string, TFunction>();
  const { getFixedT } = instance;
  instance.getFixedT = ((...args: Parameters<typeof getFixedT>) => {
    const name = JSON.stringify(args);
    const existing = memoized.get(name);
    if (existing) return existing;
    const lookUp = getFixedT.apply(instance, args) as TFunction & ((...args: unknown[]) => unknown);
    const texts = new Map<string, unknown>();
    const interpolated = new Map<string, unknown>();
    const memoizedLookUp = (...args: unknown[]) => {
      const [key, values] = args;
      if (args.length > 2 || typeof key !== 'string') return lookUp(...args);
      if (args.length === 1) {
        if (!texts.has(key)) texts.set(key, lookUp(key));
        return texts.get(key);
      }
      if (!isPlain(values)) return lookUp(...args);
      const cacheKey = `${key} ${JSON.stringify(values)}`;
      if (!interpolated.has(cacheKey)) {
        if (interpolated.size >= MAX_INTERPOLATED) interpolated.clear();
        interpolated.set(cacheKey, lookUp(key, values));
      }
      return interpolated.get(cacheKey);
    };
    // No function literal has the overloads of TFunction.
    const t = Object.assign(memoizedLookUp, lookUp) as unknown as TFunction;
    memoized.set(name, t);
    return t;
  }) as typeof getFixedT;
}

/** Whether JSON represents the values completely: texts and finite numbers alone. */
function isPlain(values: unknown): boolean {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return false;
  return Object.values(values).every((value) => typeof value === 'string' || Number.isFinite(value));
}
