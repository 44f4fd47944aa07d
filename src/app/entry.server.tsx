import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { renderToPipeableStream } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { nonceContext } from '#base/shared/site.ts';
import { i18nContext } from './i18n-context.ts';

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
    const { pipe, abort } = renderToPipeableStream(
      <I18nextProvider i18n={context.get(i18nContext)}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
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
