import type { ServerResponse } from 'node:http';
import type { Environment } from '#base/server/environment.ts';
import { CLIENT_ADDRESS_HEADER } from '#base/server/request-origin.ts';
import { localPath } from '#base/shared/addresses.ts';
import { mayHoldSession } from '#base/shared/session-cookie.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { type CachedPage, encodedPageOf, type PageEncoding } from '../../cache/compressed-page.ts';
import { type PageCache, pageKey } from '../../cache/page-cache.ts';
import type { AccountLocales } from '../../host/account-locales.ts';
import { hostNameOf, isSameSite } from '../../host/request-origin.ts';
import { compressPage, type RenderDependencies, renderedPageOf, renderPage } from '../../render/render-page.ts';
import type { PageViews } from '../../telemetry/page-views.ts';
import { malformedUrlResponse } from '../guards/malformed-urls.ts';
import { cookieIn, languageCookie, newLanguageOf } from './language-cookie.ts';
import { isRedirect, withRequestQuery } from './redirect-query.ts';
import { declaredQuery, encodingOf, isFirstNavigation } from './serve-cached.ts';

export type PublicPageDependencies = Omit<RenderDependencies, 'environment'> & {
  environment: RenderDependencies['environment'] & Pick<Environment, 'TRUST_PROXY'>;
  pages: PageCache;
  pageViews: Pick<PageViews, 'record'>;
  locales: Pick<AccountLocales, 'localeOf'>;
};

export type PublicPages = {
  /** A page by the page cache. `outgoing`: written to directly, and the response says so. */
  respond(
    account: SiteAccount,
    request: Request,
    url: URL,
    queryKeys: readonly string[],
    outgoing?: ServerResponse,
  ): Promise<Response>;
  /**
   * A page as visitors would see it, not cached: its link is the right to see it, and may have ended since.
   * `isElsewhere`: on the platform's host, with the branding of the account.
   */
  respondUncached(account: SiteAccount, request: Request, url: URL, isElsewhere?: boolean): Promise<Response>;
  /** A page's HTML as a visitor without cookies gets it; null where the path is no public page. */
  htmlOf(account: SiteAccount, request: Request, path: string): Promise<string | null>;
  /** Counts a view that the page reports itself, only where there is such a page. */
  recordReportedView(account: SiteAccount, request: Request): Promise<Response>;
};

export function createPublicPages(dependencies: PublicPageDependencies): PublicPages {
  const { renderer } = dependencies;

  const { localeOf, load } = createPageLoader(dependencies);

  const respond: PublicPages['respond'] = async (account, request, url, queryKeys, outgoing) => {
    const page = await load(account, request, url, queryKeys);
    if (page.isDocument && request.method === 'GET') recordView(dependencies, account, request, url);
    const encoded = withLanguageCookie(
      encodedPageOf(page, encodingOf(request.headers.get('accept-encoding') ?? '')),
      page.isDocument ? newLanguageOf(url.searchParams, request.headers.get('cookie') ?? '') : null,
    );
    if (outgoing && request.method === 'GET' && !isBodiless(page.status))
      return sendPage(outgoing, page.status, encoded);
    const headers = headersOf(encoded.headers);
    return new Response(request.method === 'HEAD' || isBodiless(page.status) ? null : new Uint8Array(encoded.body), {
      status: page.status,
      headers: isRedirect(page) ? withLocationQuery(headers, url) : headers,
    });
  };

  return {
    respond,
    respondUncached: async (account, request, url, isElsewhere = false) => {
      const locale = await localeOf(account, request, url);
      const rendered = await renderPage(dependencies, account, request, locale, isElsewhere);
      const { body, status, headers } = await compressPage(dependencies, rendered);
      return new Response(new Uint8Array(body), { status, headers: { ...headers, ...UNCACHED_HEADERS } });
    },
    htmlOf: async (account, request, path) => {
      const url = new URL(path, request.url);
      const handle = renderer.handleOf(url.pathname);
      if (!handle?.isPublic || handle.isSecret || malformedUrlResponse(url)) return null;
      const response = await respond(account, new Request(url), url, []);
      return response.ok ? response.text() : null;
    },
    recordReportedView: async (account, request) => {
      const length = Number(request.headers.get('content-length') ?? MAX_REPORT_BYTES + 1);
      const path = localPath(length <= MAX_REPORT_BYTES ? await request.text() : '', new URL(request.url).origin);
      const url = path === null ? null : new URL(path, request.url);
      const handle = url && !malformedUrlResponse(url) ? renderer.handleOf(url.pathname) : undefined;
      if (url && handle?.isPublic && !handle.isSecret && isSameSite(request)) {
        const viewed = new Request(url, { headers: request.headers });
        if ((await load(account, viewed, url, handle.queryKeys ?? [])).isDocument)
          recordView(dependencies, account, viewed, url, true);
      }
      return new Response(null, { status: 204 });
    },
  };
}

/** Pages out of the cache, rendered where it has none. */
function createPageLoader(dependencies: PublicPageDependencies) {
  const { locales, pages } = dependencies;

  const localeOf = (account: SiteAccount, request: Request, url: URL) =>
    locales.localeOf(account, url.searchParams.get('lang'), cookieIn(request.headers.get('cookie') ?? '', 'lang'));

  async function load(
    account: SiteAccount,
    request: Request,
    url: URL,
    queryKeys: readonly string[],
  ): Promise<CachedPage> {
    const locale = await localeOf(account, request, url);
    const query = declaredQuery(url.searchParams, queryKeys);
    const isInlined = isFirstNavigation(request.headers.get('sec-fetch-site'), request.headers.get('sec-purpose'));
    const keyOf = (isInlined: boolean) => pageKey(account.account_id, url.pathname, locale, query, isInlined);
    // Whoever is signed in may have made the change, and sees it.
    const allowStale = !mayHoldSession(request.headers.get('cookie') ?? '');
    const render = async () => {
      const linked = isInlined ? pages.get(keyOf(false)) : undefined;
      const rendered = linked
        ? renderedPageOf(linked)
        : await renderPage(dependencies, account, withDeclaredQuery(request, url, queryKeys), locale);
      return compressPage(dependencies, rendered, isInlined);
    };
    return pages.load(keyOf(isInlined), render, allowStale);
  }

  return { localeOf, load };
}

function recordView(
  { environment, pageViews }: PublicPageDependencies,
  account: SiteAccount,
  request: Request,
  url: URL,
  isReported = false,
): void {
  pageViews.record({
    account_id: account.account_id,
    pathname: url.pathname,
    query: url.searchParams,
    host: hostNameOf(request),
    address: request.headers.get(CLIENT_ADDRESS_HEADER) ?? '127.0.0.1',
    header: (name) => request.headers.get(name),
    isTrusted: (environment.TRUST_PROXY ?? []).length > 0,
    isReported,
  });
}

const MAX_REPORT_BYTES = 2_000;

const UNCACHED_HEADERS = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
};

/** The request with the declared query keys alone: loaders must not see what the cache key does not hold. */
function withDeclaredQuery(request: Request, url: URL, queryKeys: readonly string[]): Request {
  // Set, not resolved: a path that begins with `//` would be taken for another host.
  const declared = new URL(url);
  declared.search = declaredQuery(url.searchParams, queryKeys);
  return new Request(declared, { headers: request.headers });
}

function headersOf(flat: string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < flat.length; index += 2) headers.set(flat[index] ?? '', flat[index + 1] ?? '');
  return headers;
}

/** A copy of a page that sets the language of its address for the pages after it; it is this visitor's alone. */
function withLanguageCookie({ body, headers }: PageEncoding, language: string | null): PageEncoding {
  if (!language) return { body, headers };
  const own = headers.map((value, index) => (headers[index - 1] === 'cache-control' ? 'private, no-store' : value));
  return { body, headers: [...own, 'set-cookie', languageCookie(language)] };
}

/** Tells the server adapter that the response has left already. */
const ALREADY_SENT = { 'x-hono-already-sent': 'true' };

/** Sends a page's bytes as they are: a web-standard response would copy them twice and read them out of a stream. */
function sendPage(outgoing: ServerResponse, status: number, { body, headers }: PageEncoding): Response {
  outgoing.writeHead(status, headers);
  outgoing.end(body);
  return new Response(null, { status, headers: ALREADY_SENT });
}

function withLocationQuery(headers: Headers, { search }: URL): Headers {
  headers.set('location', withRequestQuery(headers.get('location') ?? '', search));
  return headers;
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 304 || (status >= 300 && status < 400);
}
