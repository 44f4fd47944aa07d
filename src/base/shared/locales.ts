/** The languages of the specification, section 5, each by its native name. Every text is translated to each of them. */
export const locales = [
  { code: 'en', name: 'English' },
  { code: 'es', name: 'Español' },
  { code: 'fr', name: 'Français' },
  { code: 'de', name: 'Deutsch' },
  { code: 'it', name: 'Italiano' },
  { code: 'pt', name: 'Português' },
  { code: 'ru', name: 'Русский' },
  { code: 'ja', name: '日本語' },
  { code: 'zh', name: '中文' },
  { code: 'ko', name: '한국어' },
  { code: 'ar', name: 'العربية' },
  { code: 'hi', name: 'हिन्दी' },
  { code: 'bn', name: 'বাংলা' },
  { code: 'tr', name: 'Türkçe' },
  { code: 'vi', name: 'Tiếng Việt' },
  { code: 'pl', name: 'Polski' },
  { code: 'nl', name: 'Nederlands' },
  { code: 'sv', name: 'Svenska' },
  { code: 'uk', name: 'Українська' },
  { code: 'th', name: 'ไทย' },
] as const;

export type LocaleCode = (typeof locales)[number]['code'];
export const localeCodes: readonly [LocaleCode, ...LocaleCode[]] = ['en', ...locales.slice(1).map(({ code }) => code)];

const rightToLeft = new Set(['ar']);
const supported = new Set<string>(localeCodes);

export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale) ? 'rtl' : 'ltr';
}

/** The first supported one of the preferred locales, else English. */
export function chooseLocale(...preferences: (string | null | undefined)[]): string {
  for (const preference of preferences) {
    const code = preference?.toLowerCase().split('-')[0];
    if (code && supported.has(code)) return code;
  }
  return 'en';
}
