import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { queryClient } from '#base/browser/query-client.ts';
import { createTranslations } from '../../i18n/translations.ts';
import { ErrorScreen } from '../../site/error-screen.tsx';
import { NotAllowed } from './not-allowed.tsx';
import { NotFound } from './not-found-screen.tsx';

function markupOf(element: ReactElement, path: string): string {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] });
  return renderToStaticMarkup(
    <I18nextProvider i18n={createTranslations()('en')}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

/** Where the button of a screen that failed leads. */
function reportOf(markup: string): URL {
  const link = [...markup.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(?:(?!<\/a>).)*Report a problem/g)].at(-1)?.[1] ?? '';
  return new URL(link.replaceAll('&amp;', '&'), 'http://demo.localhost');
}

test.each([
  ['403', <NotAllowed key="403" />, null],
  ['404', <NotFound key="404" />, null],
  ['404', <ErrorScreen key="site-404" status={404} title="No page" text="Nothing." />, '/course/gone'],
  ['500', <ErrorScreen key="site-500" status={500} title="Failed" text="It failed." />, '/course/gone'],
])('a screen of %s offers to report it', (code, screen, page) => {
  const report = reportOf(markupOf(screen, '/course/gone?x=1'));
  expect(report.pathname).toBe('/dashboard/tickets/new');
  expect(report.searchParams.get('code')).toBe(code);
  expect(report.searchParams.get('category')).toBe('bug');
  // In the dashboard the address is read in the browser; a public page has no script to read it with.
  expect(report.searchParams.get('page')).toBe(page);
});
