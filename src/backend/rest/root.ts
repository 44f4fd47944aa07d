import type { Caller, Database } from '#base/server/database.ts';
import { failures } from './failure.ts';
import type { Known } from './known-schema.ts';
import { openApi } from './openapi.ts';

const ACCEPTED = /(?:^|,)\s*(?:\*\/\*|application\/(?:\*|json|openapi\+json))\s*(?:[,;]|$)/i;

/**
 * The root's answer: the OpenAPI document, where it is not switched off.
 * Source: https://docs.postgrest.org/en/stable/references/api/openapi.html
 * @throws {RestFailure} PGRST117, PGRST126, PGRST107
 */
export async function answerRoot(
  { cache, settings }: Known,
  asking: { database: Database; schema: string; base: string; request: Request; asked: Caller },
): Promise<Response> {
  const { database, schema, base, request, asked } = asking;
  if (request.method !== 'GET' && request.method !== 'HEAD') throw failures.method(request.method);
  if (settings.openapiMode === 'disabled') throw failures.documentDisabled();
  const accept = request.headers.get('accept');
  if (accept !== null && accept !== '' && !ACCEPTED.test(accept)) throw failures.mediaType(accept);
  const isWhole = settings.openapiMode === 'ignore-privileges' || asked.role === 'service_role';
  return await openApi({
    cache,
    schema,
    sql: database.as(asked),
    isWhole,
    address: settings.openapiServerProxyUri ?? new URL(base || '/', request.url).href,
    isHead: request.method === 'HEAD',
    isSecurityActive: settings.openapiSecurityActive,
    profile: settings.schemas.length > 1 ? schema : null,
  });
}
