import type { ReactNode } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { useHref, useNavigate } from 'react-router';

type UiProviderProps = {
  /** The reader's language as a BCP 47 tag: numbers, dates, first day of the week, direction. */
  locale: string;
  children: ReactNode;
};

/** Stands once, at the root of a hydrating room: links of the kit then navigate without loading the page anew. */
export function UiProvider({ locale, children }: UiProviderProps) {
  const navigate = useNavigate();
  return (
    <I18nProvider locale={locale}>
      <RouterProvider navigate={(to, options) => navigate(to, options)} useHref={useHref}>
        {children}
      </RouterProvider>
    </I18nProvider>
  );
}
