import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Gateway } from '#backend/gateway/gateway.ts';
import { type DataResponse, dataRequestOfMessage, send } from '#base/server/call.ts';
import type { Environment } from '#base/server/environment.ts';
import { isEncrypted, requestOriginOf, setOriginHeaders } from '#base/server/request-origin.ts';
import { errorBody, errors } from '#base/shared/errors.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import type { Tenants } from '../host/tenants.ts';
import { STRICT_TRANSPORT } from '../render/content-policy.ts';
import { isCall } from '../telemetry/security-event-rules.ts';
import type { SecurityLog } from '../telemetry/security-log.ts';
import type { UsageStats } from '../telemetry/usage-stats.ts';
import { mayNameKey } from './guards/keys-in-urls.ts';
import { isPlainHttp } from './guards/plain-http.ts';
import { type CachedPageDependencies, serveCached } from './pages/serve-cached.ts';
import { isWrite } from './steps/dispatch.ts';

export type FastPathDependencies = CachedPageDependencies & {
  environment: Pick<Environment, 'TRUST_PROXY' | 'HTTPS_PORT'>;
  tenants: Pick<Tenants, 'cachedAccountOf' | 'isOwnDomain'>;
  backend: Pick<Gateway, 'handleData'> | undefined;
  usageStats: Pick<UsageStats, 'count'>;
  securityLog: Pick<SecurityLog, 'recordData'>;
  cachesInvalidated(): Promise<void>;
  isDown?: (() => boolean) | undefined;
};

export type FastPath = (message: IncomingMessage, response: ServerResponse, otherwise: () => void) => void;

/**
 * Answers cached pages and the data service, by far the most frequent requests, on Node's own objects: no web-standard
 * Request or Response is made for them. Everything else goes through the pipeline.
 */
export function createFastPath(dependencies: FastPathDependencies): FastPath {
  const { backend, environment, tenants } = dependencies;
  const trusted = environment.TRUST_PROXY ?? [];

  /** The account of a request to the data service that no step of the pipeline could reject. */
  const dataAccountOf = (message: IncomingMessage, arrival: { host: string; origin: string }) => {
    if (!message.url?.startsWith('/rest/v1/') || mayNameKey(message.url)) return undefined;
    return isPlainHttp(dependencies, arrival) ? undefined : tenants.cachedAccountOf(arrival.host);
  };

  return (message, response, otherwise) => {
    // Where TLS is ours or a trusted proxy has ended it; on plain http it would mean nothing (RFC 6797 §7.2).
    if (isEncrypted(message) || (trusted.length > 0 && requestOriginOf(message, trusted).origin.startsWith('https:')))
      response.setHeader('strict-transport-security', STRICT_TRANSPORT);
    if (serveCached(dependencies, message, response)) return;
    const arrival = requestOriginOf(message, trusted);
    setOriginHeaders(message, arrival);
    if (dependencies.isDown?.()) return send(response, unavailable());
    const account = backend && dataAccountOf(message, arrival);
    if (account) void serveData(dependencies, backend, account, message, response);
    else otherwise();
  };
}

async function serveData(
  { usageStats, securityLog, cachesInvalidated }: FastPathDependencies,
  backend: Pick<Gateway, 'handleData'>,
  account: SiteAccount,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const begun = performance.now();
  const result = await backend.handleData(dataRequestOfMessage(message));
  usageStats.count(account.account_id, result.status, performance.now() - begun);
  if (isWrite(message.method) && result.status < 300 && !result.isUnobserved) await cachesInvalidated();
  if (result.status >= 400 || isCall(message.url)) await securityLog.recordData(message, result, account.account_id);
  send(response, result);
}

/** While the database is started again. */
function unavailable(): DataResponse {
  const error = errors.unavailable();
  const { status, headers } = error;
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(errorBody(error)),
  };
}
