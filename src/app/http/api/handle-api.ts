import type { Hono } from 'hono';
import type { ApiEnv } from '#base/server/api.ts';
import { anonymous, type Caller, type Database } from '#base/server/database.ts';
import { errorResponse } from '#base/server/http.ts';
import { networkOf } from '#base/server/network.ts';
import { CLIENT_ADDRESS_HEADER } from '#base/server/request-origin.ts';
import { credentialsOf, type Tokens } from '#base/server/tokens.ts';
import { readBearer } from '#base/shared/bearer.ts';
import { errors } from '#base/shared/errors.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { tokenOfCookies } from '../../auth/session-cookies.ts';
import { isCrossSite, isSameSite, originOf, siteOriginOf } from '../../host/request-origin.ts';
import type { Tenants } from '../../host/tenants.ts';

export type ApiDependencies = { database: Database; tokens: Tokens; tenants: Tenants };

/** Request -> Response below `/api`. The caller is named by bearer token or, from a page of ours, by cookie. */
export async function handleApi(
  dependencies: ApiDependencies,
  api: Hono<ApiEnv>,
  account: SiteAccount,
  request: Request,
): Promise<Response> {
  const bearer = readBearer(request.headers.get('authorization'));
  if (bearer.kind === 'malformed') return errorResponse(errors.notAuthenticated());
  if (isForged(request)) return errorResponse(errors.notAuthenticated());
  const ownCookie = bearer.kind === 'missing' && isSameSite(request) ? tokenOfCookies(request) : null;
  const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? '127.0.0.1';
  return api.fetch(request, {
    account,
    caller: await callerOf(dependencies, ownCookie ?? (await bearerToken(dependencies, request))),
    address,
    network: networkOf(address),
    origin: siteOriginOf(dependencies.tenants, request),
    isEncrypted: originOf(request).startsWith('https:'),
  });
}

/** A write that a page of another host sends by itself (CSRF): without a token it would act for whoever opens that page. */
function isForged(request: Request): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS';
  return !isRead && !request.headers.has('authorization') && isCrossSite(request);
}

async function bearerToken({ tokens }: Pick<ApiDependencies, 'tokens'>, request: Request): Promise<string | null> {
  const credentials = await credentialsOf(request, tokens);
  return credentials.kind === 'caller' ? credentials.token : null;
}

/** Anonymous for an invalid token, and for one whose session is over. */
async function callerOf(
  { tokens, database }: Pick<ApiDependencies, 'tokens' | 'database'>,
  token: string | null,
): Promise<Caller> {
  const claims = token ? await tokens.verify(token) : null;
  if (!claims) return anonymous;
  const caller = { role: claims.role, claims };
  if (claims.role !== 'authenticated' || claims.session_id === undefined) return caller;
  const [session] = await database
    .as(caller)
    .query<{ is_over: boolean }>('select private.has_session_expired() as is_over', [], { isRead: true });
  return session?.is_over ? anonymous : caller;
}
