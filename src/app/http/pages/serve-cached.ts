import type { IncomingMessage, ServerResponse } from 'node:http';
import { arrivalOf } from '#base/server/arrival.ts';
import { normalizeHost } from '#base/server/http.ts';
import { mayHoldSession } from '#base/shared/session-cookie.ts';
import { mayBePlainHttp } from '../guards/plain-http.ts';
import { isRedirect } from './redirect-query.ts';
import type { Runtime } from '../../start/runtime.ts';
import { type Encoding, encodedPageOf } from '../../cache/compressed-page.ts';
import { pageKey } from '../../cache/page-cache.ts';

/**
 * Answers a raw request from the page cache where host, language and query are plain: without a promise, without
 * Node's own object of headers, before any web-standard object is made. False where the whole app has to answer.
 */
export function serveCached(runtime: Runtime, message: IncomingMessage, response: ServerResponse): boolean {
  if (message.method !== 'GET') return false;
  const told = headersOf(message.rawHeaders);
  if (!told) return false;
  const trusted = runtime.environment.TRUST_PROXY ?? [];
  const account = runtime.tenants.accountNow(
    trusted.length > 0 ? arrivalOf(message, trusted).host : plainHost(told.host),
  );
  if (!account) return false;
  // It may have to be led to https first.
  if (account.domain && mayBePlainHttp(runtime, message)) return false;
  const url = message.url ?? '/';
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  let query = '';
  let asked = NO_QUERY;
  let wished: string | null = null;
  if (mark >= 0) {
    // Queries of the services, of which there are many, are never a page's.
    if (/^\/(?:rest|auth|storage|realtime|functions)\/v1\//.test(path)) return false;
    const handle = runtime.renderer.handleOf(path);
    if (!handle?.isPublic) return false;
    asked = new URLSearchParams(url.slice(mark + 1));
    wished = asked.get('lang');
    query = declaredQuery(asked, handle.queryKeys ?? []);
  }
  const locale = runtime.localeNow(
    account,
    wished,
    told.cookie.includes('lang=') ? cookieIn(told.cookie, 'lang') : null,
  );
  const key = locale && pageKey(account.account_id, path, locale, query, isFirstNavigation(told.site, told.purpose));
  const page = key && runtime.pages.get(key, !mayHoldSession(told.cookie));
  if (!page || (isRedirect(page) && mark >= 0)) return false;
  const { headers, body } = encodedPageOf(page, encodingOf(told.encoding));
  response.writeHead(page.status, headers);
  response.end(body);
  runtime.figures.count(account.account_id, page.status, 0);
  if (page.isDocument) noteCached(runtime, account.account_id, message, { path, asked, host: told.host });
  return true;
}

/**
 * Whether somebody comes from elsewhere (Fetch Metadata of W3C), and so has nothing of the site yet. Who goes on within it has
 * its sheets and fonts, and mostly has the next page fetched ahead, which counts as from nowhere; a program that does not
 * say is sent the page that names them.
 */
export function isFirstNavigation(site: string | null | undefined, purpose: string | null | undefined): boolean {
  return /^(?:none|cross-site|same-site)$/.test(site ?? '') && !purpose?.includes('prefetch');
}

const NO_QUERY = new URLSearchParams();

/** After the answer has left: who looked at it. */
function noteCached(
  runtime: Runtime,
  account_id: string,
  message: IncomingMessage,
  { path, asked, host }: { path: string; asked: URLSearchParams; host: string },
): void {
  const trusted = runtime.environment.TRUST_PROXY ?? [];
  const peer = message.socket.remoteAddress ?? '';
  const arrival = trusted.length > 0 ? arrivalOf(message, trusted) : { address: peer, host: plainHost(host) };
  runtime.visits.note({
    account_id,
    pathname: path,
    query: asked,
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

type Told = { host: string; cookie: string; encoding: string; site?: string; purpose?: string };

/** What each header that counts is called here; few others are as long as one of them, so few are put in lower case. */
const COUNTING: Record<string, keyof Told> = {
  host: 'host',
  cookie: 'cookie',
  'accept-encoding': 'encoding',
  'sec-fetch-site': 'site',
  'sec-purpose': 'purpose',
};
const LENGTHS = new Set(Object.keys(COUNTING).map((name) => name.length));

/** The headers that count, from the flat list; null where one of them was sent twice. */
function headersOf(raw: string[]): Told | null {
  const told: Partial<Told> = {};
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? '';
    if (!LENGTHS.has(name.length)) continue;
    const part = COUNTING[name.toLowerCase()];
    if (!part) continue;
    if (told[part] !== undefined) return null;
    told[part] = raw[index + 1] ?? '';
  }
  return told.host === undefined ? null : { cookie: '', encoding: '', ...told, host: told.host };
}

const plainHosts = new Map<string, string>();
const HOSTS_REMEMBERED = 1_000;

/** The host without its port, as accounts are known by; remembered, because every request asks. */
export function plainHost(host: string): string {
  let plain = plainHosts.get(host);
  if (plain === undefined) {
    if (plainHosts.size >= HOSTS_REMEMBERED) plainHosts.clear();
    plain = normalizeHost(host);
    plainHosts.set(host, plain);
  }
  return plain;
}

/** The query with the declared keys alone, in their order: part of what a page is kept under. */
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

export function cookieIn(cookies: string, name: string): string | null {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies)?.[1] ?? null;
}
