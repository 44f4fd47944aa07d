import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Session } from '@supabase/supabase-js';
import { sessionIn } from '#base/browser/stored-session.ts';
import { ZONE_COOKIE } from '#base/browser/time-zone.ts';
import type { Environment } from '#base/server/environment.ts';
import type { Tokens } from '#base/server/tokens.ts';
import { isGuardedPath } from '#base/shared/guarded-paths.ts';
import { localeCodes } from '#base/shared/locales.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { sessionTextOf } from '../../auth/session-cookies.ts';
import type { AccountLocales } from '../../host/account-locales.ts';
import { originOf } from '../../host/request-origin.ts';
import type { SiteOf } from '../../host/site-of.ts';
import { contentPolicy, headersAt, securityHeaders } from '../../render/content-policy.ts';
import { READS_ALONE } from '../../render/prefetch-queries.ts';
import type { Renderer } from '../../render/renderer.ts';
import { cookieIn, languageCookie } from './language-cookie.ts';
import { encodingOf } from './serve-cached.ts';

const PRIVATE = 'private, no-store';

/** Of somebody who is signed in as another person. */
const ACTING_COOKIE = 'stoa-acting';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The level with the best ratio of size to time: each response is made for one person, once. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export type DashboardDependencies = {
  renderer: Pick<Renderer, 'handleOf' | 'render'>;
  locales: Pick<AccountLocales, 'localeOf'>;
  siteOf: SiteOf;
  tokens: Pick<Tokens, 'verify'>;
  hostedBackendUrl: string;
  environment: Pick<Environment, 'FILES_ORIGIN'>;
};

/** A screen of one person: rendered with their rights where their cookies name them, and not cached. */
export async function dashboardResponse(
  dependencies: DashboardDependencies,
  account: SiteAccount,
  request: Request,
  url: URL,
): Promise<Response> {
  const { environment, hostedBackendUrl, locales, renderer, siteOf, tokens } = dependencies;
  const cookies = request.headers.get('cookie') ?? '';
  const isProtected = url.pathname === '/dashboard' || url.pathname.startsWith('/dashboard/');
  if (isProtected && !sessionTextOf(request)) {
    const back = encodeURIComponent(url.pathname + url.search);
    return new Response(null, {
      status: 302,
      headers: { location: `/login?redirectedFrom=${back}`, ...headersAt(url.pathname) },
    });
  }
  const cookieLocale = cookieIn(cookies, 'lang');
  const profileLocale = isProtected ? profileLocaleOf(request, cookies) : null;
  const locale = await locales.localeOf(account, url.searchParams.get('lang'), profileLocale ?? cookieLocale);
  const nonce = randomBytes(16).toString('base64');
  const session = renderer.handleOf(url.pathname)?.dehydrates ? await sessionOf(tokens, request) : null;
  if (!session && request.headers.get('accept') === READS_ALONE) return noReads();
  const site = { ...siteOf(account, locale), ...zoneIn(cookies) };
  const response = await renderer.render(request, site, { nonce, session });
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(headersAt(url.pathname))) headers.set(name, value);
  headers.set('cache-control', PRIVATE);
  const policy = contentPolicy({
    scripts: [`'nonce-${nonce}'`],
    backendUrl: hostedBackendUrl,
    filesOrigin: environment.FILES_ORIGIN,
    mayBeFramed: !isGuardedPath(url.pathname),
  });
  headers.set('content-security-policy', policy);
  // The public site follows in a browser where no language was chosen yet.
  if (profileLocale && !cookieLocale) headers.append('set-cookie', languageCookie(profileLocale));
  return compressed(new Response(response.body, { status: response.status, headers }), request);
}

/**
 * The language that the person chose in their profile, also where the access token has expired; null without one, and
 * for somebody who is signed in as them.
 */
function profileLocaleOf(request: Request, cookies: string): string | null {
  if (cookieIn(cookies, ACTING_COOKIE)) return null;
  const locale: unknown = sessionIn(cookies, new URL(originOf(request)).protocol)?.user?.user_metadata?.locale;
  return localeCodes.find((code) => code === locale) ?? null;
}

function noReads(): Response {
  return new Response(null, { status: 204, headers: { ...securityHeaders, 'cache-control': PRIVATE } });
}

/**
 * The session that the cookies prove. Null where it has expired, which only the browser can renew, and where the second
 * factor is still required: the browser redirects there.
 */
async function sessionOf(tokens: Pick<Tokens, 'verify'>, request: Request): Promise<Session | null> {
  const session = sessionIn(request.headers.get('cookie') ?? '', new URL(originOf(request)).protocol);
  if (typeof session?.access_token !== 'string') return null;
  const claims = await tokens.verify(session.access_token);
  if (claims?.role !== 'authenticated' || !claims.sub || session.user?.id !== claims.sub) return null;
  const needsSecondFactor = hasSecondFactor(session.user) && claims.aal !== 'aal2';
  return needsSecondFactor ? null : session;
}

/** A cookie may hold any shape. */
function hasSecondFactor({ factors }: Session['user']): boolean {
  return Array.isArray(factors) && factors.some((factor: { status?: unknown } | null) => factor?.status === 'verified');
}

/** The reader's time zone, from the cookie their browser sets (base/browser/time-zone.ts). */
function zoneIn(cookies: string): { time_zone?: string } {
  const zone = cookieIn(cookies, ZONE_COOKIE);
  try {
    return zone ? { time_zone: new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone } : {};
  } catch {
    return {};
  }
}

async function compressed(response: Response, request: Request): Promise<Response> {
  const encoding = encodingOf(request.headers.get('accept-encoding') ?? '');
  response.headers.append('vary', 'Accept-Encoding');
  if (encoding === 'identity' || request.method === 'HEAD' || !response.body) return response;
  const plain = Buffer.from(await response.arrayBuffer());
  const body = encoding === 'br' ? await brotli(plain, QUALITY) : await zip(plain);
  response.headers.set('content-encoding', encoding);
  response.headers.set('content-length', String(body.length));
  return new Response(new Uint8Array(body), { status: response.status, headers: response.headers });
}
