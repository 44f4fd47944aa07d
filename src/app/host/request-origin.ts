import { CLIENT_ORIGIN_HEADER } from '#base/server/request-origin.ts';
import type { Tenants } from './tenants.ts';

/** The origin of a request, as the visitor's browser names it. */
export function originOf(request: Request): string {
  return request.headers.get(CLIENT_ORIGIN_HEADER) ?? new URL(request.url).origin;
}

/** The origin for links in mails and redirects: the host of the request, with the configured protocol and port. */
export function siteOriginOf(tenants: Pick<Tenants, 'originAt'>, request: Request): string {
  return request.headers.has(CLIENT_ORIGIN_HEADER)
    ? tenants.originAt(hostNameOf(request))
    : new URL(request.url).origin;
}

export function hostNameOf(request: Request): string {
  return new URL(originOf(request)).hostname.replace(/\.$/, '');
}

/**
 * Whether a browser says that a page of another host sent this request (CSRF). Hosts alone are compared: where a proxy that
 * is not configured ends TLS, our own page is https and the request is not. Programs that are no browser say nothing.
 */
export function isCrossSite({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('origin');
  const host = new URL(headers.get(CLIENT_ORIGIN_HEADER) ?? url).host;
  return origin !== null && URL.parse(origin)?.host !== host;
}

/** Accounts share one domain, so a cookie is accepted only in requests from a page of this host. */
export function isSameSite(request: Request): boolean {
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  return (
    (origin === null || origin === originOf(request)) && (site === null || site === 'same-origin' || site === 'none')
  );
}
