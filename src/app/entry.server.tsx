import { Writable } from 'node:stream';
import { QueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type PipeableStream, renderToPipeableStream } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { CallerContext, type ServerCaller } from '#base/browser/caller.tsx';
import { readMembership } from '#base/browser/member.ts';
import { failureContext, nonceContext, type Site, siteContext } from '#base/shared/site.ts';
import { i18nContext } from './i18n/i18n-context.ts';
import { InitialTextsContext } from './i18n/initial-texts.tsx';
import { textsOfScreen } from './i18n/screen-texts.ts';
import { callerContext, type ScreenCaller } from './render/caller-context.ts';
import { type DehydratedState, DehydratedStateContext } from './render/dehydrated-state.tsx';
import { type PrefetchedQuery, prefetchedQueries, READS_ALONE } from './render/prefetch-queries.ts';

export { renderPublic } from './render/public-document.tsx';

/** Renders to the end before the first byte: a cached page is whole, and a failure can still become a status. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext) || undefined;
  const i18n = context.get(i18nContext);
  const site = context.get(siteContext);
  const draw = (caller: ServerCaller, data: EntryContext['serverHandoffStream'], handedOver = '') =>
    drawn(
      <I18nextProvider i18n={i18n}>
        <InitialTextsContext value={() => textsOfScreen(routerContext, i18n)}>
          <DehydratedStateContext value={handedOver}>
            <CallerContext value={caller}>
              <ServerRouter context={{ ...routerContext, serverHandoffStream: data }} url={request.url} nonce={nonce} />
            </CallerContext>
          </DehydratedStateContext>
        </InitialTextsContext>
      </I18nextProvider>,
      nonce,
      request.signal,
    );

  const person = context.get(callerContext);
  const hasFrame = request.headers.get('accept') === READS_ALONE;
  const reads = person
    ? await readsFor(site, person, (queries) => draw({ queries, person, isLooking: true, hasFrame }, undefined))
    : [];
  // What the loaders answered can be written once; it is kept for a second document, should the first fail.
  let data = routerContext.serverHandoffStream;
  const isOfSomebody = person !== null && reads.length > 0;
  const text = isOfSomebody ? JSON.stringify({ user_id: person.session.user.id, reads } satisfies DehydratedState) : '';
  if (person && hasFrame) {
    headers.set('content-type', READS_ALONE);
    return new Response(text || null, { status: text ? status : 204, headers });
  }
  headers.set('content-type', 'text/html; charset=utf-8');
  if (isOfSomebody) {
    // From what the document holds and nothing else: the browser draws the same.
    const queries = new QueryClient();
    for (const [key, data] of (JSON.parse(text) as DehydratedState).reads) queries.setQueryData(key, data);
    const [first, second] = data?.tee() ?? [];
    data = second;
    try {
      const body = await draw({ queries, person, isLooking: false }, first, text.replaceAll('<', '\\u003c'));
      return new Response(await body(), { status, headers });
    } catch (error) {
      // The browser can still draw it by itself.
      context.get(failureContext)(error);
    }
  }
  const body = await draw({ queries: new QueryClient(), person: null, isLooking: false }, data);
  return new Response(await body(), { status, headers });
}

/** What the screen reads for somebody; nothing for who is no member here, whom the browser asks to join. */
function readsFor(
  { account }: Site,
  { session, db }: ScreenCaller,
  draw: (queries: QueryClient) => Promise<unknown>,
): Promise<PrefetchedQuery[]> {
  return prefetchedQueries(async (queries) => {
    const own = await readMembership(queries, db, account.account_id, session.user.id);
    return own !== null || account.is_platform;
  }, draw);
}

/** The whole document, or the first failure of it. */
function drawn(
  element: ReactElement,
  nonce: string | undefined,
  signal: AbortSignal,
): Promise<() => Promise<Uint8Array<ArrayBuffer>>> {
  return new Promise((resolve, reject) => {
    let failure: unknown;
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce,
      // All of it goes out at once: a large part put behind its placeholder would only be moved into place by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => {
        if (failure) return reject(failure);
        resolve(() => gathered(pipe));
      },
      onShellError: reject,
      onError: (error) => {
        failure = error;
      },
    });
    signal.addEventListener('abort', () => abort(), { once: true });
  });
}

/** All of it at once: nothing is sent before the end, so no stream has to carry it there. */
function gathered(pipe: PipeableStream['pipe']): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    const end = new Writable({
      write: (part: Uint8Array, _, done) => {
        parts.push(part);
        done();
      },
      final: (done) => {
        resolve(Buffer.concat(parts));
        done();
      },
    });
    pipe(end.on('error', reject));
  });
}

/** A loader or a component failed: the person sees a page that says so, the log has the rest. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
): void {
  if (!request.signal.aborted) context.get(failureContext)(error);
}
