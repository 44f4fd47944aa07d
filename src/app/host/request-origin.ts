import { ARRIVAL_ORIGIN } from '#base/server/arrival.ts';
import type { Tenants } from './tenants.ts';

/** The origin that was asked, as the visitor's browser names it. */
export function originOf(request: Request): string {
  return request.headers.get(ARRIVAL_ORIGIN) ?? new URL(request.url).origin;
}

/**
 * The origin for links that leave this process: the host is an account's, or nothing would be answered, and neither the
 * port nor the protocol that a request claims counts.
 */
export function siteOriginOf(tenants: Tenants, request: Request): string {
  return request.headers.has(ARRIVAL_ORIGIN) ? tenants.originAt(hostNameOf(request)) : new URL(request.url).origin;
}

export function hostNameOf(request: Request): string {
  return new URL(originOf(request)).hostname.replace(/\.$/, '');
}

/**
 * Whether a browser says that a page of another host sent this. Of hosts alone: where a proxy that nobody named ends TLS, our
 * own page is https and the request is not. Programs that are no browser say nothing.
 */
export function isCrossSite({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('origin');
  const asked = new URL(headers.get(ARRIVAL_ORIGIN) ?? url).host;
  return origin !== null && URL.parse(origin)?.host !== asked;
}

/** Accounts are neighbours under one domain, so a cookie counts only for requests of our own page of this host. */
export function isSameSite(request: Request): boolean {
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  return (
    (origin === null || origin === originOf(request)) && (site === null || site === 'same-origin' || site === 'none')
  );
}
