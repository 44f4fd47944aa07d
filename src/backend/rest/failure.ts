import type { DataResponse } from '#base/server/call.ts';
import { CORS } from './cors.ts';

/**
 * An error response of the data service: the four keys of PostgREST's error body and the HTTP status.
 * Source: https://docs.postgrest.org/en/stable/references/errors.html
 */
export class RestFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: { details?: unknown; hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = 'RestFailure';
    this.status = status;
    this.code = code;
    this.details = extra.details ?? null;
    this.hint = extra.hint ?? null;
    this.headers = extra.headers ?? {};
  }
}

export const failures = {
  parse: (what: string, text: string, column: number, details: string) =>
    new RestFailure(400, 'PGRST100', `"failed to parse ${what} (${excerpt(text)})" (line 1, column ${column})`, {
      details,
    }),
  tooMuch: (message: string) => new RestFailure(400, 'PGRST100', message),
  tookTooLong: () =>
    new RestFailure(429, '57014', 'The request took too long and was stopped. Ask for less, or try again later.', {
      headers: { 'retry-after': '5' },
    }),
  viewWrite: () =>
    new RestFailure(405, 'view_read_only', 'This is a view: its rows are read here and written in their tables.'),
  rpcMethod: (method: string) => new RestFailure(405, 'PGRST101', `Cannot use the ${method} method on RPC`),
  body: (message: string) => new RestFailure(400, 'PGRST102', message),
  negativeLimit: () => range('Limit should be greater than or equal to zero.'),
  invertedRange: () =>
    range('The lower boundary must be lower than or equal to the upper boundary in the Range header.'),
  outOfBounds: (offset: number, total: number) =>
    range(`An offset of ${offset} was requested, but there are only ${total} rows.`, {
      'content-range': `*/${total}`,
    }),
  putFilters: () =>
    new RestFailure(405, 'PGRST105', "Filters must include all and only primary key columns with 'eq' operators"),
  schema: (name: string, exposed: readonly string[]) =>
    new RestFailure(406, 'PGRST106', `Invalid schema: ${name}`, {
      hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
    }),
  mediaType: (accept: string) =>
    new RestFailure(406, 'PGRST107', `None of these media types are available: ${excerpt(accept)}`),
  contentType: (type: string) => new RestFailure(400, 'PGRST102', `Content-Type not acceptable: ${excerpt(type)}`),
  notEmbedded: (name: string) =>
    new RestFailure(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    }),
  responseHeaders: () =>
    new RestFailure(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    ),
  responseStatus: () => new RestFailure(500, 'PGRST112', 'response.status guc must be a valid status code'),
  putLimit: () => new RestFailure(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT'),
  putKey: () => new RestFailure(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)'),
  notSingle: (rows: number) =>
    new RestFailure(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    }),
  method: (method: string) => new RestFailure(405, 'PGRST117', `Unsupported HTTP method: ${method}`),
  relatedOrder: (origin: string, target: string) =>
    new RestFailure(400, 'PGRST118', `A related order on '${target}' is not possible`, {
      details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
    }),
  embedFilter: (target: string) =>
    new RestFailure(400, 'PGRST120', `Bad operator on the '${target}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    }),
  preferences: (invalid: readonly string[]) =>
    new RestFailure(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${invalid.join(', ')}`,
    }),
  notImplemented: (details: string) => new RestFailure(400, 'PGRST127', 'Feature not implemented', { details }),
  affectedCall: () =>
    new RestFailure(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    ),
  documentDisabled: () => new RestFailure(404, 'PGRST126', 'Root endpoint metadata is disabled'),
  aggregates: () => new RestFailure(400, 'PGRST123', 'Use of aggregate functions is not allowed'),
  maxAffected: (rows: number) =>
    new RestFailure(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${rows} rows`,
    }),
  path: () => new RestFailure(404, 'PGRST125', 'Invalid path specified in request URL'),
  column: (relation: string, column: string) =>
    new RestFailure(400, 'PGRST204', `Could not find the '${column}' column of '${relation}' in the schema cache`),
  unknownColumn: (relation: string, column: string, near: string | undefined) =>
    new RestFailure(400, '42703', `column ${relation}.${column} does not exist`, {
      hint: near ? `Perhaps you meant to reference the column "${relation}.${near}".` : null,
    }),
  unknownType: (type: string) => new RestFailure(400, '42704', `type "${type}" does not exist`),
  token: (expired: boolean) =>
    new RestFailure(401, expired ? 'PGRST303' : 'PGRST301', expired ? 'JWT expired' : 'JWT could not be verified', {
      headers: {
        'www-authenticate': `Bearer error="invalid_token", error_description="${expired ? 'JWT expired' : 'JWT could not be verified'}"`,
      },
    }),
  /** A token that names no role, where `PGRST_DB_ANON_ROLE` names none either. */
  anonymous: () =>
    new RestFailure(401, 'PGRST302', 'Anonymous access is disabled', { headers: { 'www-authenticate': 'Bearer' } }),
  cacheUnavailable: () =>
    new RestFailure(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.', {
      headers: { 'retry-after': '1' },
    }),
};

function range(details: string, headers?: Record<string, string>): RestFailure {
  return new RestFailure(416, 'PGRST103', 'Requested range not satisfiable', { details, headers });
}

function excerpt(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** The error response with the body and headers PostgREST sends. */
export function failureResponse(failure: RestFailure): DataResponse {
  return {
    status: failure.status,
    headers: {
      ...CORS,
      'content-type': 'application/json; charset=utf-8',
      'proxy-status': `PostgREST; error=${failure.code}`,
      ...failure.headers,
    },
    body: JSON.stringify({
      code: failure.code,
      details: failure.details,
      hint: failure.hint,
      message: failure.message,
    }),
  };
}
