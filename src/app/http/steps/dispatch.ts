import type { Hono } from 'hono';
import type { Gateway } from '#backend/gateway/gateway.ts';
import type { ApiEnv } from '#base/server/api.ts';
import { json } from '#base/server/http.ts';
import { originOf } from '../../host/request-origin.ts';
import { type ApiDependencies, handleApi } from '../api/handle-api.ts';
import type { Step } from './request-context.ts';

type Invalidation = {
  /** Resolves when every change committed before the call has reached the caches of this process. */
  cachesInvalidated(): Promise<void>;
};

/** `/auth/v1`, `/rest/v1`, `/storage/v1`, `/realtime/v1`, `/functions/v1`, where this process serves them. */
export function services(dependencies: Invalidation & { backend: Pick<Gateway, 'serviceOf'> | undefined }): Step {
  return async ({ req: { raw }, var: { url } }) => {
    const service = dependencies.backend?.serviceOf(url.pathname);
    return service ? afterWrite(dependencies, raw, await service(raw)) : null;
  };
}

/** `/api/config`: what a client needs to reach the backend of this account. */
export function publicConfig({
  hostedBackendUrl,
  keys,
  environment,
}: {
  hostedBackendUrl: string;
  keys: { anon_key: string };
  environment: { BASE_DOMAIN: string };
}): Step {
  return ({ req: { raw, method }, var: { account, url } }) => {
    if (url.pathname !== '/api/config' || method !== 'GET') return null;
    const config = {
      backend_url: hostedBackendUrl || originOf(raw),
      anon_key: keys.anon_key,
      account: { account_id: account.account_id, slug: account.slug, domain: account.domain },
      platform: { base_domain: environment.BASE_DOMAIN },
    };
    return json(config, 200, { 'access-control-allow-origin': '*' });
  };
}

/** Addresses outside `/api` that features answer. */
const OUTSIDE_API = /^\/(?:login\/handoff|login\/with(?:\/[a-z]+)?|dev\/outbox)$/;

/** `/api`: the handlers in the features' `server.ts`. */
export function featureApi(dependencies: Invalidation & ApiDependencies, api: Hono<ApiEnv>): Step {
  return async ({ req: { raw }, var: { account, url } }) => {
    if (!url.pathname.startsWith('/api/') && !OUTSIDE_API.test(url.pathname)) return null;
    return afterWrite(dependencies, raw, await handleApi(dependencies, api, account, raw));
  };
}

/** Public files as rows name them, by a path of our own hosts. */
const PUBLIC_FILE = /^\/storage\/v1\/(?:object|render\/image)\/public\//;

/** Redirects public files to a hosted backend, where they lie there. */
export function hostedFiles({ hostedBackendUrl }: { hostedBackendUrl: string }): Step {
  return ({ var: { url } }) => {
    if (!hostedBackendUrl || !PUBLIC_FILE.test(url.pathname)) return null;
    return new Response(null, {
      status: 307,
      headers: {
        location: `${hostedBackendUrl.replace(/\/+$/, '')}${url.pathname}${url.search}`,
        'cache-control': 'public, max-age=3600',
      },
    });
  };
}

/** The response to a write waits until every cache of this process has dropped what it changed. */
async function afterWrite(
  { cachesInvalidated }: Invalidation,
  request: Request,
  response: Response,
): Promise<Response> {
  if (isWrite(request.method) && response.ok) await cachesInvalidated();
  return response;
}

export function isWrite(method: string | undefined): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}
