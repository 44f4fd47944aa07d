import type { DataRequest, DataResponse } from '#base/server/call.ts';
import type { Caller, Database } from '#base/server/database.ts';
import { failures } from './failure.ts';
import type { LoadedSchema } from './known-schema.ts';
import { openApi } from './openapi.ts';

const ACCEPTED = /(?:^|,)\s*(?:\*\/\*|application\/(?:\*|json|openapi\+json))\s*(?:[,;]|$)/i;

/**
 * The response of the root: the OpenAPI document, unless it is disabled.
 * Source: https://docs.postgrest.org/en/stable/references/api/openapi.html
 * @throws {RestFailure} PGRST117, PGRST126, PGRST107
 */
export async function rootResponse(
  { cache, settings }: LoadedSchema,
  request: { database: Database; schema: string; base: string; call: DataRequest; caller: Caller },
): Promise<DataResponse> {
  const { database, schema, base, call, caller } = request;
  if (call.method !== 'GET' && call.method !== 'HEAD') throw failures.method(call.method);
  if (settings.openapiMode === 'disabled') throw failures.documentDisabled();
  const accept = call.headers.accept ?? '';
  if (accept !== '' && !ACCEPTED.test(accept)) throw failures.mediaType(accept);
  const isWhole = settings.openapiMode === 'ignore-privileges' || caller.role === 'service_role';
  return await openApi({
    cache,
    schema,
    sql: database.as(caller),
    isWhole,
    address: settings.openapiServerProxyUri ?? addressOf(call, base),
    isHead: call.method === 'HEAD',
    isSecurityActive: settings.openapiSecurityActive,
    profile: settings.schemas.length > 1 ? schema : null,
  });
}

/** The URL the client used, for want of a configured one. */
function addressOf({ url, headers }: DataRequest, base: string): string {
  const origin = url.startsWith('/') ? `http://${headers.host ?? 'localhost'}` : url;
  return new URL(base || '/', origin).href;
}
