import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hono } from 'hono';
import type { Gateway } from '#backend/gateway/gateway.ts';
import type { ApiEnv } from '#base/server/api.ts';
import { ARRIVAL_ADDRESS, arrivalOf, isEncrypted, stamp } from '#base/server/arrival.ts';
import { type DataResponse, dataRequestOfMessage, send } from '#base/server/call.ts';
import { errorResponse, json, withCharset } from '#base/server/http.ts';
import { recordRequestFacts } from '#base/server/security-events.ts';
import { localPath } from '#base/shared/addresses.ts';
import { AppError, errorBody, errors } from '#base/shared/errors.ts';
import { SOCIAL_CARDS } from '#base/shared/pictures.ts';
import { mayHoldSession } from '#base/shared/session-cookie.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { paths } from '#paths';
import { restrictTo } from '../auth/access.ts';
import { type CachedPage, encodedPageOf, type PageEncoding } from '../cache/compressed-page.ts';
import { pageKey } from '../cache/page-cache.ts';
import { cookieIn, declaredQuery, encodingOf, isFirstNavigation, serveCached } from './pages/serve-cached.ts';
import { dashboardResponse } from './pages/dashboard-response.ts';
import { compressPage, renderedPageOf, renderPage } from '../render/render-page.ts';
import { createSocialCards } from '../render/social-cards.ts';
import type { Runtime } from '../start/runtime.ts';
import { isCall } from '../telemetry/security-event-rules.ts';
import { headersAt, STRICT_TRANSPORT } from '../render/content-policy.ts';
import { hostOfOrigin, isOfFilesOrigin, notFoundResponse } from '../host/file-access.ts';
import { handleApi } from './api/handle-api.ts';
import { hasKeyInUrl, keyInUrlResponse, mayNameKey } from './guards/keys-in-urls.ts';
import { malformedUrlResponse } from './guards/malformed-urls.ts';
import { httpsRequired, isPlainHttp, isRedirectedToHttps } from './guards/plain-http.ts';
import { plainPage, suspendedPage, suspendedResponse, unknownHostPage } from './pages/plain-pages.ts';
import { isRedirect, withRequestQuery } from './pages/redirect-query.ts';
import { hostNameOf, isSameSite, originOf } from '../host/request-origin.ts';

export type App = {
  /**
   * Request -> Response: which account, who calls, then backend | /api | page cache | rendering. A page leaves by `outgoing`,
   * where there is one; the answer says that it has.
   */
  fetch(request: Request, outgoing?: ServerResponse): Promise<Response>;
  /** The same on Node's own objects; a cached page leaves here, before any web-standard object is made. */
  listen(message: IncomingMessage, response: ServerResponse, otherwise: () => void): void;
};

export function createApp(runtime: Runtime, api: Hono<ApiEnv>): App {
  const { tenants, pages } = runtime;
  const filesHost = hostOfOrigin(runtime.environment.FILES_ORIGIN);
  const socialCards = createSocialCards(runtime.database, runtime.environment.DATA_DIR);

  async function publicPage(
    account: SiteAccount,
    request: Request,
    url: URL,
    keys: readonly string[],
  ): Promise<CachedPage> {
    const locale = await runtime.localeOf(account, url.searchParams.get('lang'), cookieOf(request, 'lang'));
    const query = declaredQuery(url.searchParams, keys);
    const isWhole = isFirstNavigation(request.headers.get('sec-fetch-site'), request.headers.get('sec-purpose'));
    const keyOf = (isWhole: boolean) => pageKey(account.account_id, url.pathname, locale, query, isWhole);
    // Whoever is signed in may have made the change, and sees it.
    const mayBeOld = !mayHoldSession(request.headers.get('cookie') ?? '');
    const make = async () => {
      const light = isWhole ? pages.get(keyOf(false)) : undefined;
      const drawn = light
        ? renderedPageOf(light)
        : await renderPage(runtime, account, cleaned(request, url, keys), locale);
      return compressPage(runtime, drawn, isWhole);
    };
    return pages.load(keyOf(isWhole), make, mayBeOld);
  }

  function noteView(account: SiteAccount, request: Request, url: URL, isTold = false): void {
    runtime.visits.note({
      account_id: account.account_id,
      pathname: url.pathname,
      query: url.searchParams,
      host: hostNameOf(request),
      address: request.headers.get(ARRIVAL_ADDRESS) ?? '127.0.0.1',
      header: (name) => request.headers.get(name),
      isTrusted: (runtime.environment.TRUST_PROXY ?? []).length > 0,
      isTold,
    });
  }

  /** A page that was fetched ahead says that it is looked at now. Counted only where there is such a page. */
  async function hearView(account: SiteAccount, request: Request): Promise<Response> {
    const length = Number(request.headers.get('content-length') ?? MAX_TOLD + 1);
    const told = length <= MAX_TOLD ? await request.text() : '';
    const address = localPath(told, new URL(request.url).origin);
    const url = address === null ? null : new URL(address, request.url);
    const handle = url && !malformedUrlResponse(url) ? runtime.renderer.handleOf(url.pathname) : undefined;
    if (url && handle?.isPublic && !handle.isSecret && isSameSite(request)) {
      const asked = new Request(url, { headers: request.headers });
      if ((await publicPage(account, asked, url, handle.queryKeys ?? [])).isDocument)
        noteView(account, asked, url, true);
    }
    return new Response(null, { status: 204 });
  }

  async function answerPublic(
    account: SiteAccount,
    request: Request,
    url: URL,
    keys: readonly string[],
    outgoing?: ServerResponse,
  ): Promise<Response> {
    const page = await publicPage(account, request, url, keys);
    if (page.isDocument && request.method === 'GET') noteView(account, request, url);
    const form = encodedPageOf(page, encodingOf(request.headers.get('accept-encoding') ?? ''));
    if (outgoing && request.method === 'GET' && !isBodiless(page.status)) return sendPage(outgoing, page.status, form);
    const headers = headersOf(form.headers);
    return new Response(request.method === 'HEAD' || isBodiless(page.status) ? null : new Uint8Array(form.body), {
      status: page.status,
      headers: isRedirect(page) ? ledOn(headers, url) : headers,
    });
  }

  /** A page as visitors would see it, kept nowhere: the link is the right to see it, and may have ended since. */
  async function answerSecret(
    account: SiteAccount,
    request: Request,
    url: URL,
    isElsewhere = false,
  ): Promise<Response> {
    const locale = await runtime.localeOf(account, url.searchParams.get('lang'), cookieOf(request, 'lang'));
    const drawn = await renderPage(runtime, account, request, locale, isElsewhere);
    const { body, status, headers } = await compressPage(runtime, drawn);
    const secret = {
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    };
    return new Response(new Uint8Array(body), { status, headers: { ...headers, ...secret } });
  }

  /** A page of the platform's host in the dress of the account that its address names, signed; else as it is by itself. */
  async function answerDressed(account: SiteAccount, request: Request, url: URL): Promise<Response> {
    const school = account.is_platform ? await runtime.recovery.schoolOf(url.searchParams.get('school')) : null;
    if (school) return answerSecret(school, request, url, true);
    if (account.is_platform) recordRequestFacts(request, { refusal: 'signature_refused' });
    return new Response(null, { status: 303, headers: { location: url.pathname } });
  }

  /** Where a visitor of this host is led: to the domain that names the site, and to https where that is ours to give. */
  function leadsTo(account: SiteAccount, request: Request, host: string, isPlain: boolean): string | null {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    if (tenants.leadsElsewhere(account, host)) return tenants.originOf(account);
    return isPlain ? tenants.originAt(host) : null;
  }

  async function fetch(request: Request, outgoing?: ServerResponse): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname;
    if (path === '/healthz') return health();
    if (path === '/metrics') return runtime.metrics(request);
    if (await hasKeyInUrl(runtime.tokens, url.searchParams)) return keyInUrlResponse();
    const host = hostNameOf(request);
    if (host === filesHost) return answerFile(request, path);
    const asked = await runtime.answerForDomain(host, path);
    if (asked) return asked;
    const account = await tenants.accountOf(host);
    if (!account) return nobodysHost(request, path);
    const isPlain = isPlainHttp(runtime, { host, origin: originOf(request) });
    if (isPlain && !isRedirectedToHttps(request.method, path)) return httpsRequired();
    const elsewhere = leadsTo(account, request, host, isPlain);
    if (elsewhere) return new Response(null, { status: 308, headers: { location: elsewhere + path + url.search } });
    const service = runtime.backend?.serviceOf(path);
    if (service) return afterWrite(request, await service(request));
    const odd = malformedUrlResponse(url);
    if (odd) return odd;
    if (path === '/api/config' && request.method === 'GET') {
      return json(
        {
          backend_url: runtime.hostedBackendUrl || originOf(request),
          anon_key: runtime.keys.anon_key,
          account: { account_id: account.account_id, slug: account.slug, domain: account.domain },
          platform: { base_domain: runtime.environment.BASE_DOMAIN },
        },
        200,
        { 'access-control-allow-origin': '*' },
      );
    }
    if (path === paths.tellView() && request.method === 'POST') return hearView(account, request);
    if (path.startsWith('/api/') || BESIDE_API.test(path)) {
      return afterWrite(request, await handleApi(runtime, api, account, request));
    }
    if (runtime.hostedBackendUrl && PUBLIC_FILE.test(path)) return toHostedFile(runtime.hostedBackendUrl, url);
    if (path.startsWith(`${SOCIAL_CARDS}/`)) {
      const page = (address: string) => pageAt(account, request, address);
      const card = await socialCards(account, path, page, request.headers.get('if-none-match'));
      return card ?? new Response(null, { status: 404 });
    }
    const file = runtime.staticFiles(request, path);
    if (file) return file;
    const handle = runtime.renderer.handleOf(screenOf(path));
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      // A form that its script would have sent, from a browser without scripts: back to the page, which keeps nothing of it.
      if (handle?.isPublic && isSentForm(request) && isSameSite(request))
        return new Response(null, { status: 303, headers: { location: originOf(request) + path + url.search } });
      return json({ error: { code: 'not_found', message: 'There is nothing at this address.' } }, 404);
    }
    if (handle?.isSecret) return answerSecret(account, request, url);
    if (handle?.isDressed && url.searchParams.has('school')) return answerDressed(account, request, url);
    return handle?.isPublic
      ? answerPublic(account, request, url, handle.queryKeys ?? [], outgoing)
      : restrictTo(handle?.isFor, runtime, account, request, await dashboardResponse(runtime, account, request, url));
  }

  /** The address a request is about: a screen that comes alive reads its data anew at its own address and `.data`. */
  function screenOf(path: string): string {
    const screen = path.endsWith('.data') ? path.slice(0, -'.data'.length) : path;
    return runtime.renderer.handleOf(screen)?.isPublic ? path : screen;
  }

  /** A public page's HTML, as a visitor with no wishes gets it; null where there is none. */
  async function pageAt(account: SiteAccount, request: Request, address: string): Promise<string | null> {
    const url = new URL(address, request.url);
    const handle = runtime.renderer.handleOf(url.pathname);
    if (!handle?.isPublic || handle.isSecret || malformedUrlResponse(url)) return null;
    const answer = await answerPublic(account, new Request(url), url, []);
    return answer.ok ? answer.text() : null;
  }

  /** The origin of files reads no cookie and knows nobody: what stands there was uploaded by strangers. */
  async function answerFile(request: Request, path: string): Promise<Response> {
    const service = isOfFilesOrigin(request.method, path) ? runtime.backend?.serviceOf(path) : undefined;
    return service ? service(request) : notFoundResponse();
  }

  async function nobodysHost(request: Request, path: string): Promise<Response> {
    const host = hostNameOf(request);
    if (!(await tenants.isSuspended(host))) return unknownHostPage(host);
    return /^\/(?:api|(?:auth|rest|storage|realtime|functions)\/v1)\//.test(path)
      ? suspendedResponse()
      : suspendedPage();
  }

  /** The data service is asked more often than all else: no web-standard object is made for it. */
  async function answerData(
    gateway: Gateway,
    account: SiteAccount,
    message: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const begun = performance.now();
    const call = dataRequestOfMessage(message);
    const answer = await gateway.answerData(call);
    runtime.figures.count(account.account_id, answer.status, performance.now() - begun);
    if (isWrite(message.method) && answer.status < 300 && !answer.isUnheard) await runtime.changesHeard();
    if (answer.status >= 400 || isCall(message.url))
      await runtime.securityLog.noteData(message, answer, account.account_id);
    send(response, answer);
  }

  /** The writer sees their change at their next request: their answer waits until every cache here has heard of it. */
  async function afterWrite(request: Request, response: Response): Promise<Response> {
    if (isWrite(request.method) && response.ok) await runtime.changesHeard();
    return response;
  }

  function health(): Response {
    return runtime.isReady() && !runtime.isDown?.() ? json({ status: 'ok' }) : json({ status: 'unavailable' }, 503);
  }

  /** What nobody caught: an id that is in the log, and nothing of what happened. */
  function failed(request: Request, error: unknown): Response {
    if (error instanceof AppError) return errorResponse(error);
    if (runtime.isDown?.()) return errorResponse(errors.unavailable());
    const id = randomUUID();
    const account = tenants.accountNow(hostNameOf(request))?.account_id;
    const address = request.headers.get(ARRIVAL_ADDRESS) ?? undefined;
    runtime.log.error({ err: error, id, account, address, path: new URL(request.url).pathname }, 'A request failed.');
    const page = plainPage(500, 'Something went wrong', `It is our fault. Tell support this number: ${id}.`);
    page.headers.set('x-error-id', id);
    return page;
  }

  return {
    fetch: async (request, outgoing) => {
      const begun = performance.now();
      const response = await fetch(request, outgoing).catch((error: unknown) => failed(request, error));
      const account = tenants.accountNow(hostNameOf(request))?.account_id;
      runtime.figures.count(account, response.status, performance.now() - begun);
      await runtime.securityLog.noteResponse(request, response, account);
      return withSecurity(response, request, runtime.backend?.serviceOf(new URL(request.url).pathname) !== undefined);
    },
    listen: (message, response, otherwise) => {
      const trusted = runtime.environment.TRUST_PROXY ?? [];
      // Where TLS is ours or a trusted proxy has ended it; on plain http it would mean nothing (RFC 6797 §7.2).
      if (isEncrypted(message) || (trusted.length > 0 && arrivalOf(message, trusted).origin.startsWith('https:')))
        response.setHeader('strict-transport-security', STRICT_TRANSPORT);
      if (serveCached(runtime, message, response)) return;
      const arrival = arrivalOf(message, trusted);
      stamp(message, arrival);
      if (runtime.isDown?.()) return send(response, unavailable());
      const isData = runtime.backend !== undefined && message.url?.startsWith('/rest/v1/');
      // What may have to be refused goes the whole way.
      const isOrdinary = isData && !isPlainHttp(runtime, arrival) && !mayNameKey(message.url ?? '');
      const account = isOrdinary ? tenants.accountNow(arrival.host) : undefined;
      if (runtime.backend && account) void answerData(runtime.backend, account, message, response);
      else otherwise();
    },
  };
}

/** What is answered while the database is started again. */
function unavailable(): DataResponse {
  const error = errors.unavailable();
  const { status, headers } = error;
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(errorBody(error)),
  };
}

const MAX_TOLD = 2_000;

/** What features answer at addresses of their own. */
const BESIDE_API = /^\/(?:login\/handoff|login\/with(?:\/[a-z]+)?|dev\/outbox)$/;

/** Where rows name public files, by a path of our own hosts. */
const PUBLIC_FILE = /^\/storage\/v1\/(?:object|render\/image)\/public\//;

function toHostedFile(backendUrl: string, { pathname, search }: URL): Response {
  return new Response(null, {
    status: 307,
    headers: {
      location: `${backendUrl.replace(/\/+$/, '')}${pathname}${search}`,
      'cache-control': 'public, max-age=3600',
    },
  });
}

function isWrite(method: string | undefined): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}

/** The request with the declared query keys alone: what a loader can't see, the cache need not tell apart. */
function cleaned(request: Request, url: URL, keys: readonly string[]): Request {
  // Set, not resolved: a path that begins with two strokes would be taken for another host.
  const clean = new URL(url);
  clean.search = declaredQuery(url.searchParams, keys);
  return new Request(clean, { headers: request.headers });
}

function headersOf(flat: string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < flat.length; index += 2) headers.set(flat[index] ?? '', flat[index + 1] ?? '');
  return headers;
}

/** What the server in front of us knows an answer by that has left already. */
const ALREADY_SENT = { 'x-hono-already-sent': 'true' };

/** Sends a page's bytes as they are: a web-standard answer would copy them twice and read them out of a stream. */
function sendPage(outgoing: ServerResponse, status: number, { body, headers }: PageEncoding): Response {
  outgoing.writeHead(status, headers);
  outgoing.end(body);
  return new Response(null, { status, headers: ALREADY_SENT });
}

/** The visitor's own query travels along. */
function ledOn(headers: Headers, { search }: URL): Headers {
  headers.set('location', withRequestQuery(headers.get('location') ?? '', search));
  return headers;
}

/** What every answer carries, whoever made it; those of the services are other people's to frame and refer to. */
function withSecurity(response: Response, request: Request, isService: boolean): Response {
  const { headers } = response;
  if (isService) return response;
  withCharset(headers);
  const security = headersAt(new URL(request.url).pathname);
  for (const name in security) if (!headers.has(name)) headers.set(name, security[name] ?? '');
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  return response;
}

function isSentForm({ method, headers }: Request): boolean {
  return method === 'POST' && (headers.get('content-type') ?? '').startsWith('application/x-www-form-urlencoded');
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 304 || (status >= 300 && status < 400);
}

function cookieOf(request: Request, name: string): string | null {
  return cookieIn(request.headers.get('cookie') ?? '', name);
}
