import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { type NavigateOptions, useNavigate } from 'react-router';
import { TimeZoneContext } from '../display/time-zone.ts';
import { isTranslatedByUs, registerKitTexts } from '../kit-words/load-kit-words.ts';
import { LocaleContext } from './locale.ts';

type UiProviderProps = {
  /** The reader's language as a BCP 47 tag: numbers, dates, first day of the week, direction. */
  locale: string;
  /** The reader's time zone, where it is known: the server's times then equal the browser's. */
  timeZone?: string;
  children: ReactNode;
};

/** Use it once, at the root of a hydrated tree: React Aria's links then navigate on the client. */
export function UiProvider({ locale, timeZone, children }: UiProviderProps) {
  const navigate = useNavigate();
  // A stable identity, or every link would re-render.
  const go = useCallback((to: string, options?: NavigateOptions) => void navigate(to, options), [navigate]);
  return (
    <I18nProvider locale={useKitLocale(locale)}>
      {/* URLs are absolute (paths.ts): resolving them against the current one would re-render every link on each navigation. */}
      <RouterProvider navigate={go}>
        <LocaleContext value={locale}>
          <TimeZoneContext value={timeZone}>{children}</TimeZoneContext>
        </LocaleContext>
      </RouterProvider>
    </I18nProvider>
  );
}

/**
 * The locale of React Aria. The server's HTML is in English where React Aria has no translation; once ours are loaded
 * the locale gets a region, which makes every component look up its texts again.
 */
function useKitLocale(locale: string): string {
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    let isGone = false;
    // Where they can't be loaded, the texts stay English.
    if (isTranslatedByUs(locale))
      registerKitTexts(locale).then(
        () => isGone || setSpoken(locale),
        () => {},
      );
    return () => {
      isGone = true;
    };
  }, [locale]);
  return spoken === locale ? new Intl.Locale(locale).maximize().baseName : locale;
}
