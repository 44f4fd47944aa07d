import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Gateway } from '#backend/gateway/gateway.ts';
import { errorResponse, withCharset } from '#base/server/http.ts';
import type { Log } from '#base/server/log.ts';
import { CLIENT_ADDRESS_HEADER } from '#base/server/request-origin.ts';
import { AppError, errors } from '#base/shared/errors.ts';
import { hostNameOf } from '../../host/request-origin.ts';
import type { Tenants } from '../../host/tenants.ts';
import { headersAt } from '../../render/content-policy.ts';
import type { SecurityLog } from '../../telemetry/security-log.ts';
import type { UsageStats } from '../../telemetry/usage-stats.ts';
import { plainPage } from '../pages/plain-pages.ts';
import type { RequestEnv } from './request-context.ts';

export type RecordDependencies = {
  tenants: Pick<Tenants, 'cachedAccountOf'>;
  usageStats: Pick<UsageStats, 'count'>;
  securityLog: Pick<SecurityLog, 'recordResponse'>;
  backend: Pick<Gateway, 'serviceOf'> | undefined;
  log: Log;
  isDown?: (() => boolean) | undefined;
};

/** Outermost: counts and logs every response, turns what was thrown into one, and adds the security headers. */
export function recordResponse(dependencies: RecordDependencies): MiddlewareHandler<RequestEnv> {
  const { tenants, usageStats, securityLog, backend } = dependencies;
  return async (context, next) => {
    const request = context.req.raw;
    const begun = performance.now();
    context.set('url', new URL(request.url));
    context.set('host', hostNameOf(request));
    await next().catch((error: unknown) => {
      context.res = failureResponse(dependencies, request, error);
    });
    const response = context.res;
    const account = tenants.cachedAccountOf(context.var.host)?.account_id;
    usageStats.count(account, response.status, performance.now() - begun);
    await securityLog.recordResponse(request, response, account);
    if (backend?.serviceOf(context.var.url.pathname) === undefined) addSecurityHeaders(response, context.var.url);
    if (request.method === 'HEAD') await addContentLength(response);
  };
}

/** An error nobody caught: the response names an id that is in the log, and nothing of what happened. */
export function failureResponse(
  { tenants, log, isDown }: Pick<RecordDependencies, 'tenants' | 'log' | 'isDown'>,
  request: Request,
  error: unknown,
): Response {
  if (error instanceof AppError) return errorResponse(error);
  if (isDown?.()) return errorResponse(errors.unavailable());
  const id = randomUUID();
  const account = tenants.cachedAccountOf(hostNameOf(request))?.account_id;
  const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? undefined;
  log.error({ err: error, id, account, address, path: new URL(request.url).pathname }, 'A request failed.');
  const page = plainPage(500, 'Something went wrong', `It is our fault. Tell support this number: ${id}.`);
  page.headers.set('x-error-id', id);
  return page;
}

/** Not for responses of the services: other sites may frame and refer to those. */
function addSecurityHeaders({ headers }: Response, url: URL): void {
  withCharset(headers);
  const security = headersAt(url.pathname);
  for (const name in security) if (!headers.has(name)) headers.set(name, security[name] ?? '');
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
}

/** Hono drops the body of a response to HEAD, and with it the length that Node would have written. */
async function addContentLength(response: Response): Promise<void> {
  if (!response.body || response.headers.has('content-length')) return;
  response.headers.set('content-length', String((await response.arrayBuffer()).byteLength));
}
