import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';

const files = import.meta.glob<{ default: object }>('/locales/*/*.json');

/** All strings of one language, for the screens that hydrate; with marks where the server says them so. */
export async function loadTranslations(locale: string, isPseudo: boolean): Promise<i18n> {
  const own = Object.entries(files).filter(([path]) => path.startsWith(`/locales/${locale}/`));
  const loaded = await Promise.all(
    own.map(async ([path, load]) => [path.split('/').at(-1)?.slice(0, -5) ?? '', (await load()).default] as const),
  );
  const texts = Object.fromEntries(loaded);
  const said = isPseudo ? (await import('#base/shared/pseudo-language.ts')).pseudoTexts(texts) : texts;
  const instance = i18next.createInstance().use(initReactI18next);
  await instance.init({
    lng: locale,
    fallbackLng: false,
    resources: { [locale]: said },
    interpolation: { escapeValue: false },
  });
  return instance;
}
