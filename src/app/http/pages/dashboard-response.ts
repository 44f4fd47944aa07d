import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Session } from '@supabase/supabase-js';
import { sessionIn } from '#base/browser/stored-session.ts';
import { ZONE_COOKIE } from '#base/browser/time-zone.ts';
import { isGuardedPath } from '#base/shared/guarded-places.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { sessionTextOf } from '../../auth/session-cookies.ts';
import { cookieIn, encodingOf } from './serve-cached.ts';
import { siteOf } from '../../host/site-of.ts';
import { contentPolicy, headersAt, securityHeaders } from '../../render/content-policy.ts';
import { originOf } from '../../host/request-origin.ts';
import type { Runtime } from '../../start/runtime.ts';
import { isPrefetch, READS_ALONE } from '../../render/prefetch-queries.ts';

const PRIVATE = 'private, no-store';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Of every step the one that gains most for what it costs: such an answer is made for one person, once. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * A screen that is one person's: drawn for them where their cookies say who they are, and kept nowhere. What is read ahead
 * of anybody's wish is read in time that nobody else needs.
 */
export async function dashboardResponse(
  runtime: Runtime,
  account: SiteAccount,
  request: Request,
  url: URL,
): Promise<Response> {
  if (!isPrefetch(request.headers)) return answerNow(runtime, account, request, url);
  const give = runtime.spareTime.take();
  if (!give) return noReads();
  try {
    return await answerNow(runtime, account, request, url);
  } finally {
    give();
  }
}

async function answerNow(runtime: Runtime, account: SiteAccount, request: Request, url: URL): Promise<Response> {
  const cookies = request.headers.get('cookie') ?? '';
  const isProtected = url.pathname === '/dashboard' || url.pathname.startsWith('/dashboard/');
  if (isProtected && !sessionTextOf(request)) {
    const back = encodeURIComponent(url.pathname + url.search);
    return new Response(null, {
      status: 302,
      headers: { location: `/login?redirectedFrom=${back}`, ...headersAt(url.pathname) },
    });
  }
  const locale = await runtime.localeOf(account, url.searchParams.get('lang'), cookieIn(cookies, 'lang'));
  const nonce = randomBytes(16).toString('base64');
  const session = runtime.renderer.handleOf(url.pathname)?.handsOver ? await sessionOf(runtime, request) : null;
  if (!session && request.headers.get('accept') === READS_ALONE) return noReads();
  const site = { ...siteOf(runtime, account, locale), ...zoneIn(cookies) };
  const response = await runtime.renderer.render(request, site, { nonce, session });
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(headersAt(url.pathname))) headers.set(name, value);
  headers.set('cache-control', PRIVATE);
  const policy = contentPolicy({
    scripts: [`'nonce-${nonce}'`],
    backendUrl: runtime.hostedBackendUrl,
    filesOrigin: runtime.environment.FILES_ORIGIN,
    mayBeFramed: !isGuardedPath(url.pathname),
  });
  headers.set('content-security-policy', policy);
  return compressed(new Response(response.body, { status: response.status, headers }), request);
}

function noReads(): Response {
  return new Response(null, { status: 204, headers: { ...securityHeaders, 'cache-control': PRIVATE } });
}

/**
 * Who asks, as far as the cookies prove it. Null where a session has run out, which the browser alone can renew, and where
 * a second step is owed: the browser leads there.
 */
async function sessionOf(runtime: Runtime, request: Request): Promise<Session | null> {
  const session = sessionIn(request.headers.get('cookie') ?? '', new URL(originOf(request)).protocol);
  if (typeof session?.access_token !== 'string') return null;
  const claims = await runtime.tokens.verify(session.access_token);
  if (claims?.role !== 'authenticated' || !claims.sub || session.user?.id !== claims.sub) return null;
  const owesStep = hasSecondStep(session.user) && claims.aal !== 'aal2';
  return owesStep ? null : session;
}

/** What a cookie says may have any shape. */
function hasSecondStep({ factors }: Session['user']): boolean {
  return Array.isArray(factors) && factors.some((factor: { status?: unknown } | null) => factor?.status === 'verified');
}

/** The reader's time zone, as their browser has told it (base/browser/time-zone.ts). */
function zoneIn(cookies: string): { time_zone?: string } {
  const told = cookieIn(cookies, ZONE_COOKIE);
  try {
    return told ? { time_zone: new Intl.DateTimeFormat('en', { timeZone: told }).resolvedOptions().timeZone } : {};
  } catch {
    return {};
  }
}

async function compressed(answer: Response, request: Request): Promise<Response> {
  const encoding = encodingOf(request.headers.get('accept-encoding') ?? '');
  answer.headers.append('vary', 'Accept-Encoding');
  if (encoding === 'identity' || request.method === 'HEAD' || !answer.body) return answer;
  const plain = Buffer.from(await answer.arrayBuffer());
  const body = encoding === 'br' ? await brotli(plain, QUALITY) : await zip(plain);
  answer.headers.set('content-encoding', encoding);
  answer.headers.set('content-length', String(body.length));
  return new Response(new Uint8Array(body), { status: answer.status, headers: answer.headers });
}
