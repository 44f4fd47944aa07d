import { createContext, useContext } from 'react';
import { directionOf } from '#base/shared/locales.ts';

/** The reader's language, provided once at the root; empty without a provider. */
export const LocaleContext = createContext('');

/**
 * The reader's language as a BCP 47 tag, and its direction. React Aria's own hook re-renders its component after
 * hydration.
 */
export function useLocale(): { locale: string; direction: 'ltr' | 'rtl' } {
  const provided = useContext(LocaleContext);
  const locale = provided || (typeof document === 'undefined' ? '' : document.documentElement.lang) || 'en';
  return { locale, direction: directionOf(locale) };
}
