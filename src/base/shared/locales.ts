/** The languages of the specification, section 5; `isReady` where every string is translated. */
export const locales = [
  { code: 'en', name: 'English', isReady: true },
  { code: 'ar', name: 'العربية', isReady: true },
] as const;

export const supportedCodes = [
  'en',
  'es',
  'fr',
  'de',
  'it',
  'pt',
  'ru',
  'ja',
  'zh',
  'ko',
  'ar',
  'hi',
  'bn',
  'tr',
  'vi',
  'pl',
  'nl',
  'sv',
  'uk',
  'th',
] as const;

const rightToLeft = new Set(['ar']);
const ready = new Set<string>(locales.map((locale) => locale.code));

export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale) ? 'rtl' : 'ltr';
}

/** The first of the wishes that we can speak, else English. */
export function chooseLocale(...wishes: (string | null | undefined)[]): string {
  for (const wish of wishes) {
    const code = wish?.toLowerCase().split('-')[0];
    if (code && ready.has(code)) return code;
  }
  return 'en';
}
