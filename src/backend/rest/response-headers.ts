import type { DataRequest, DataResponse } from '#base/server/call.ts';
import type { Caller } from '#base/server/database.ts';
import { restrictOrigin } from './cors.ts';
import type { RestSettings } from './settings.ts';

/** When each phase of a request ended (`performance.now()`, milliseconds). */
export type Marks = { start: number; jwt: number; parse: number; plan: number; transaction: number };

/** Adds CORS, trace and timing headers as configured. */
export function addOperatorHeaders(
  response: DataResponse,
  call: DataRequest,
  settings: RestSettings,
  marks: Marks,
): void {
  const { corsOrigins, serverTraceHeader, serverTimingEnabled } = settings;
  if (corsOrigins !== null) restrictOrigin(response, call, corsOrigins);
  const trace = serverTraceHeader === null ? undefined : call.headers[serverTraceHeader.toLowerCase()];
  if (serverTraceHeader !== null && trace !== undefined) response.headers[serverTraceHeader.toLowerCase()] = trace;
  if (serverTimingEnabled) response.headers['server-timing'] = timingOf(marks);
}

/** Source: https://docs.postgrest.org/en/stable/references/observability.html#server-timing-header */
function timingOf({ start, jwt, parse, plan, transaction }: Marks): string {
  const spans: [string, number, number][] = [
    ['jwt', start, jwt],
    ['parse', jwt, parse],
    ['plan', parse, plan],
    ['transaction', plan, transaction],
    ['response', transaction, performance.now()],
  ];
  return spans.map(([name, from, to]) => `${name};dur=${Math.max(0, to - from).toFixed(1)}`).join(', ');
}

/** Keeps shared caches from storing a signed-in user's response. */
export function withPrivateCaching(response: DataResponse, { role }: Caller): DataResponse {
  if (role === 'anon') return response;
  response.headers['cache-control'] ??= 'no-store';
  const { vary } = response.headers;
  response.headers.vary = vary === undefined ? 'authorization, apikey' : `${vary}, authorization, apikey`;
  return response;
}

/** Text media types that the database made name their charset. */
export function addCharset({ headers }: DataResponse): void {
  const type = headers['content-type'];
  if (typeof type === 'string' && /^text\/[^;]+$/i.test(type)) headers['content-type'] = `${type}; charset=utf-8`;
}
