import { Writable } from 'node:stream';
import { QueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type PipeableStream, renderToPipeableStream } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { CallerContext, type ServerCaller } from '#base/browser/caller.tsx';
import { readMembership } from '#base/browser/member.ts';
import { failureContext, nonceContext, type Site, siteContext } from '#base/shared/site.ts';
import { isAllowedAt } from './dashboard/menus/access.ts';
import { i18nContext } from './i18n/i18n-context.ts';
import { InitialTextsContext } from './i18n/initial-texts.tsx';
import { textsOfScreen } from './i18n/screen-texts.ts';
import { callerContext, type ScreenCaller } from './render/caller-context.ts';
import { type DehydratedState, DehydratedStateContext } from './render/dehydrated-state.tsx';
import { type PrefetchedQuery, prefetchedQueries, READS_ALONE } from './render/prefetch-queries.ts';

export { renderPublic } from './render/public-document.tsx';

/** Renders to the end before the first byte: cached pages are complete, and an error can still become a status. */
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
  const render = (caller: Omit<ServerCaller, 'mayOpen'>, data: EntryContext['serverHandoffStream'], dehydrated = '') =>
    renderDocument(
      <I18nextProvider i18n={i18n}>
        <InitialTextsContext value={() => textsOfScreen(routerContext, i18n)}>
          <DehydratedStateContext value={dehydrated}>
            <CallerContext value={{ ...caller, mayOpen: isAllowedAt }}>
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
    ? await queriesFor(site, person, (queries) => render({ queries, person, isDryRun: true, hasFrame }, undefined))
    : [];
  const text =
    person && reads.length > 0
      ? JSON.stringify({ user_id: person.session.user.id, reads } satisfies DehydratedState)
      : '';
  if (person && hasFrame) {
    headers.set('content-type', READS_ALONE);
    return new Response(text || null, { status: text ? status : 204, headers });
  }
  headers.set('content-type', 'text/html; charset=utf-8');
  // The stream of loader data can be read once; a copy is for a second document, should the first fail.
  let data = routerContext.serverHandoffStream;
  if (person && text) {
    const [first, second] = data?.tee() ?? [];
    data = second;
    try {
      const queries = queriesOf(text);
      const body = await render({ queries, person, isDryRun: false }, first, text.replaceAll('<', '\\u003c'));
      return new Response(await body(), { status, headers });
    } catch (error) {
      // The browser can still render it by itself.
      context.get(failureContext)(error);
    }
  }
  const body = await render({ queries: new QueryClient(), person: null, isDryRun: false }, data);
  return new Response(await body(), { status, headers });
}

/** From the serialized state and nothing else, so that the browser renders the same. */
function queriesOf(text: string): QueryClient {
  const queries = new QueryClient();
  for (const [key, data] of (JSON.parse(text) as DehydratedState).reads) queries.setQueryData(key, data);
  return queries;
}

/** The queries of the screen; none for a person who is no member here, whom the browser invites to join. */
function queriesFor(
  { account }: Site,
  { session, db }: ScreenCaller,
  render: (queries: QueryClient) => Promise<unknown>,
): Promise<PrefetchedQuery[]> {
  return prefetchedQueries(async (queries) => {
    const membership = await readMembership(queries, db, account.account_id, session.user.id);
    return membership !== null || account.is_platform;
  }, render);
}

/** The whole document, or its first error. */
function renderDocument(
  element: ReactElement,
  nonce: string | undefined,
  signal: AbortSignal,
): Promise<() => Promise<Uint8Array<ArrayBuffer>>> {
  return new Promise((resolve, reject) => {
    let failure: unknown;
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce,
      // The document is sent in one piece: React must not put large parts behind placeholders that a script replaces.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => {
        if (failure) return reject(failure);
        resolve(async () => withLowPreloads(await readAll(pipe)));
      },
      onShellError: reject,
      onError: (error) => {
        failure = error;
      },
    });
    signal.addEventListener('abort', () => abort(), { once: true });
  });
}

/**
 * Scripts give way to what is painted: on a slow network their preloads would share it with the document and its stylesheet.
 * The router's component has no property for this.
 */
function withLowPreloads(html: Buffer): Uint8Array<ArrayBuffer> {
  return Buffer.from(
    html.toString().replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"'),
  );
}

function readAll(pipe: PipeableStream['pipe']): Promise<Buffer> {
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

/** Logs the error of a loader or component; the person sees an error page. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
): void {
  if (!request.signal.aborted) context.get(failureContext)(error);
}
