import { createContext, useContext } from 'react';
import { directionOf } from '#base/shared/locales.ts';

/** The reader's language, given once at the root of a room; empty where nobody gave it. */
export const LocaleContext = createContext('');

/**
 * The reader's language as a BCP 47 tag and its direction. The kit's own hook draws everything it stands in once more when
 * the page comes alive.
 */
export function useLocale(): { locale: string; direction: 'ltr' | 'rtl' } {
  const provided = useContext(LocaleContext);
  const locale = provided || (typeof document === 'undefined' ? '' : document.documentElement.lang) || 'en';
  return { locale, direction: directionOf(locale) };
}
