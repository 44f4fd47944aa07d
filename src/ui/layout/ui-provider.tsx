import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { type NavigateOptions, useNavigate } from 'react-router';
import { TimeZoneContext } from '../display/time.tsx';
import { isTranslatedByUs, speakKit } from '../kit-words/load-kit-words.ts';
import { LocaleContext } from './locale.ts';

type UiProviderProps = {
  /** The reader's language as a BCP 47 tag: numbers, dates, first day of the week, direction. */
  locale: string;
  /** The reader's own, where it is known: what the server says of times is then what the browser says. */
  timeZone?: string;
  children: ReactNode;
};

/** Stands once, at the root of a hydrating room: links of the kit then navigate without loading the page anew. */
export function UiProvider({ locale, timeZone, children }: UiProviderProps) {
  const navigate = useNavigate();
  // The same at all times, or every link there is would be drawn anew.
  const go = useCallback((to: string, options?: NavigateOptions) => void navigate(to, options), [navigate]);
  return (
    <I18nProvider locale={useKitLocale(locale)}>
      {/* Addresses are whole (paths.ts): to resolve them by the present one would draw every link anew at every step. */}
      <RouterProvider navigate={go}>
        <LocaleContext value={locale}>
          <TimeZoneContext value={timeZone}>{children}</TimeZoneContext>
        </LocaleContext>
      </RouterProvider>
    </I18nProvider>
  );
}

/**
 * The language the kit speaks. The server's HTML has it in English where the kit itself has no words; once they are here
 * the language is said with its region, which has every part of the kit look for its words again.
 */
function useKitLocale(locale: string): string {
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    let isGone = false;
    // Who can't fetch them hears English, as before.
    if (isTranslatedByUs(locale))
      speakKit(locale).then(
        () => isGone || setSpoken(locale),
        () => {},
      );
    return () => {
      isGone = true;
    };
  }, [locale]);
  return spoken === locale ? new Intl.Locale(locale).maximize().baseName : locale;
}
