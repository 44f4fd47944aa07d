import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Environment } from '#base/server/environment.ts';
import { normalizeHost } from '#base/server/http.ts';
import { requestOriginOf } from '#base/server/request-origin.ts';
import { mayHoldSession } from '#base/shared/session-cookie.ts';
import { type Encoding, encodedPageOf } from '../../cache/compressed-page.ts';
import { type PageCache, pageKey } from '../../cache/page-cache.ts';
import type { AccountLocales } from '../../host/account-locales.ts';
import type { Tenants } from '../../host/tenants.ts';
import type { Renderer } from '../../render/renderer.ts';
import type { PageViews } from '../../telemetry/page-views.ts';
import type { UsageStats } from '../../telemetry/usage-stats.ts';
import { mayBePlainHttp } from '../guards/plain-http.ts';
import { cookieIn, newLanguageOf } from './language-cookie.ts';
import { isRedirect } from './redirect-query.ts';

export type CachedPageDependencies = {
  environment: Pick<Environment, 'TRUST_PROXY' | 'HTTPS_PORT'>;
  tenants: Pick<Tenants, 'cachedAccountOf' | 'isOwnDomain'>;
  renderer: Pick<Renderer, 'handleOf'>;
  locales: Pick<AccountLocales, 'cachedLocaleOf'>;
  pages: Pick<PageCache, 'get'>;
  usageStats: Pick<UsageStats, 'count'>;
  pageViews: Pick<PageViews, 'record'>;
};

/**
 * Answers a raw request from the page cache where host, language and query are plain: without a promise, without
 * Node's own object of headers, before any web-standard object is made. False where the pipeline has to answer.
 */
export function serveCached(
  dependencies: CachedPageDependencies,
  message: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (message.method !== 'GET') return false;
  const headers = relevantHeaders(message.rawHeaders);
  if (!headers) return false;
  const trusted = dependencies.environment.TRUST_PROXY ?? [];
  const account = dependencies.tenants.cachedAccountOf(
    trusted.length > 0 ? requestOriginOf(message, trusted).host : plainHost(headers.host),
  );
  if (!account) return false;
  // It may have to be redirected to https first.
  if (account.domain && mayBePlainHttp(dependencies, message)) return false;
  const target = targetOf(dependencies, message.url ?? '/');
  if (!target) return false;
  const { path, search, query } = target;
  // The response has to set the cookie.
  if (target.hasQuery && newLanguageOf(search, headers.cookie)) return false;
  const locale = dependencies.locales.cachedLocaleOf(
    account,
    search.get('lang'),
    headers.cookie.includes('lang=') ? cookieIn(headers.cookie, 'lang') : null,
  );
  const isInlined = isFirstNavigation(headers.site, headers.purpose);
  const key = locale && pageKey(account.account_id, path, locale, query, isInlined);
  const page = key && dependencies.pages.get(key, !mayHoldSession(headers.cookie));
  if (!page || (isRedirect(page) && target.hasQuery)) return false;
  const encoded = encodedPageOf(page, encodingOf(headers.encoding));
  response.writeHead(page.status, encoded.headers);
  response.end(encoded.body);
  dependencies.usageStats.count(account.account_id, page.status, 0);
  if (page.isDocument) recordView(dependencies, account.account_id, message, { path, search, host: headers.host });
  return true;
}

type Target = { path: string; search: URLSearchParams; hasQuery: boolean; query: string };

/** Path and declared query of a raw URL; null where only the pipeline can tell. */
function targetOf({ renderer }: Pick<CachedPageDependencies, 'renderer'>, url: string): Target | null {
  const mark = url.indexOf('?');
  if (mark < 0) return { path: url, search: NO_QUERY, hasQuery: false, query: '' };
  const path = url.slice(0, mark);
  // Queries of the services, of which there are many, are never a page's.
  if (/^\/(?:rest|auth|storage|realtime|functions)\/v1\//.test(path)) return null;
  const handle = renderer.handleOf(path);
  if (!handle?.isPublic) return null;
  const search = new URLSearchParams(url.slice(mark + 1));
  return { path, search, hasQuery: true, query: declaredQuery(search, handle.queryKeys ?? []) };
}

/**
 * Whether a visitor comes from another site (Fetch Metadata of W3C) and so has no style sheet or font of this one yet.
 * Within the site most pages are prefetched, which counts as from nowhere; a program that sends no such header gets the
 * linked page.
 */
export function isFirstNavigation(site: string | null | undefined, purpose: string | null | undefined): boolean {
  return /^(?:none|cross-site|same-site)$/.test(site ?? '') && !purpose?.includes('prefetch');
}

const NO_QUERY = new URLSearchParams();

/** Counts the page view, after the response has left. */
function recordView(
  { environment, pageViews }: Pick<CachedPageDependencies, 'environment' | 'pageViews'>,
  account_id: string,
  message: IncomingMessage,
  { path, search, host }: { path: string; search: URLSearchParams; host: string },
): void {
  const trusted = environment.TRUST_PROXY ?? [];
  const peer = message.socket.remoteAddress ?? '';
  const arrival = trusted.length > 0 ? requestOriginOf(message, trusted) : { address: peer, host: plainHost(host) };
  pageViews.record({
    account_id,
    pathname: path,
    query: search,
    host: arrival.host,
    address: arrival.address.replace(/^::ffff:/, ''),
    header: (name) => rawHeader(message.rawHeaders, name),
    isTrusted: trusted.includes(peer.replace(/^::ffff:/, '')),
  });
}

/** A header of Node's flat list; few names are as long as the one looked for, so few are put in lower case. */
function rawHeader(raw: string[], name: string): string | undefined {
  for (let index = 0; index < raw.length; index += 2) {
    if (raw[index]?.length === name.length && raw[index]?.toLowerCase() === name) return raw[index + 1];
  }
  return undefined;
}

type RelevantHeaders = { host: string; cookie: string; encoding: string; site?: string; purpose?: string };

/** The name of each relevant header here; few others are as long as one of them, so few are put in lower case. */
const RELEVANT: Record<string, keyof RelevantHeaders> = {
  host: 'host',
  cookie: 'cookie',
  'accept-encoding': 'encoding',
  'sec-fetch-site': 'site',
  'sec-purpose': 'purpose',
};
const LENGTHS = new Set(Object.keys(RELEVANT).map((name) => name.length));

/** The headers that decide which page is sent, from the flat list; null where one of them was sent twice. */
function relevantHeaders(raw: string[]): RelevantHeaders | null {
  const headers: Partial<RelevantHeaders> = {};
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? '';
    if (!LENGTHS.has(name.length)) continue;
    const key = RELEVANT[name.toLowerCase()];
    if (!key) continue;
    if (headers[key] !== undefined) return null;
    headers[key] = raw[index + 1] ?? '';
  }
  return headers.host === undefined ? null : { cookie: '', encoding: '', ...headers, host: headers.host };
}

const plainHosts = new LRUCache<string, string>({ max: 1_000, memoMethod: normalizeHost });

/** The host without its port, by which accounts are found; memoized, because every request needs it. */
export function plainHost(host: string): string {
  return plainHosts.memo(host);
}

/** The query with the declared keys alone, in their order: part of the page's cache key. */
export function declaredQuery(parameters: URLSearchParams, keys: readonly string[]): string {
  return keys
    .filter((key) => parameters.has(key))
    .map((key) => `${key}=${encodeURIComponent(parameters.get(key)?.slice(0, 200) ?? '')}`)
    .join('&');
}

/** The best encoding we have of those that are accepted (RFC 9110, 12.5.3). */
export function encodingOf(accepted: string): Encoding {
  const names = accepted.includes(';') ? accepted.replace(/[^,]*;\s*q=0(?:\.0*)?\s*(?=,|$)/gi, '') : accepted;
  if (/\bbr\b/.test(names)) return 'br';
  return names.includes('gzip') ? 'gzip' : 'identity';
}
