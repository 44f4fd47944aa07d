import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { SiteProvider } from '#base/browser/site.tsx';
import { failureContext, nonceContext, siteContext } from '#base/shared/site.ts';
import { IslandRenderer } from '#ui/island.tsx';
import { FirstTextsContext } from './first-texts.tsx';
import { i18nContext } from './i18n-context.ts';
import { textsOfScreen } from './screen-texts.ts';

/** Renders to the end before the first byte: a cached page is whole, and a failure can still become a status. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let failure: unknown;
    const nonce = context.get(nonceContext) || undefined;
    const i18n = context.get(i18nContext);
    const site = context.get(siteContext);
    // By itself, with its own providers, exactly as the browser will hydrate it.
    const renderIsland = (element: ReactElement, id: string) =>
      renderToString(
        <I18nextProvider i18n={i18n}>
          <QueryClientProvider client={new QueryClient()}>
            <SiteProvider site={site}>{element}</SiteProvider>
          </QueryClientProvider>
        </I18nextProvider>,
        { identifierPrefix: id },
      );
    const { pipe, abort } = renderToPipeableStream(
      <I18nextProvider i18n={i18n}>
        <IslandRenderer.Provider value={renderIsland}>
          <FirstTextsContext value={() => textsOfScreen(routerContext, i18n)}>
            <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
          </FirstTextsContext>
        </IslandRenderer.Provider>
      </I18nextProvider>,
      {
        nonce,
        onAllReady: () => {
          if (failure) return reject(failure);
          const body = new PassThrough();
          headers.set('content-type', 'text/html; charset=utf-8');
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        },
        onShellError: reject,
        onError: (error) => {
          failure = error;
        },
      },
    );
    request.signal.addEventListener('abort', () => abort(), { once: true });
  });
}

/** A loader or a component failed: the person sees a page that says so, the log has the rest. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
): void {
  if (!request.signal.aborted) context.get(failureContext)(error);
}
