import type { DataResponse } from '#base/server/call.ts';
import { CORS } from './cors.ts';
import { failures } from './failure.ts';
import type { Plan, PlanRow } from './plan.ts';
import { appliedPreferences, type Preferences } from './preferences.ts';
import { schemaHeader } from './schema-header.ts';

export type ResponseInput = {
  method: string;
  /** The request calls a function. */
  isCall: boolean;
  /** Of the table or function. */
  name: string;
  offset: number;
  preferences: Preferences;
  /** An insert can conflict with an existing row, so `resolution` applies. */
  hasConflict: boolean;
};

type Headers_ = DataResponse['headers'];

/**
 * The response to a statement that succeeded.
 * Source: https://docs.postgrest.org/en/stable/references/api/pagination_count.html
 * @param profile the schema, if more than one is exposed.
 * @param location the canonical query, without its question mark.
 * @throws {RestFailure} PGRST116 not exactly one row for an object response, PGRST103 an offset past the end.
 */
export function buildResponse(
  input: ResponseInput,
  plan: Plan,
  row: PlanRow,
  profile: string | null,
  location: string,
): DataResponse {
  const isRead = input.method === 'GET' || input.method === 'HEAD';
  const headers: Headers_ = { ...CORS };
  let status: number;
  let body: string | Uint8Array<ArrayBuffer> | null;
  if (plan.media.explain) {
    ({ status, body } = { status: 200, body: textOf(row) });
    headers['content-type'] = plan.media.contentType;
  } else if (isRead || input.isCall) {
    ({ status, body } = readResponse(input, plan, row, headers));
    if (!input.isCall) headers['content-location'] = `/${encodeURIComponent(input.name)}${location && `?${location}`}`;
  } else ({ status, body } = writeResponse(input, plan, row, headers));
  const applied = plan.media.explain
    ? undefined
    : appliedPreferences(effectivePreferences(input), kindOf(input, isRead));
  if (applied) headers['preference-applied'] = applied;
  if (profile !== null && headers['content-type']) headers['content-profile'] = schemaHeader(profile);
  if (row.response_status) {
    status = /^\d{3}$/.test(row.response_status) ? Number(row.response_status) : 0;
    if (status < 200 || status > 599) throw failures.responseStatus();
  }
  const isBodyless = input.method === 'HEAD' || status === 204 || status === 205 || status === 304;
  if (row.response_headers) addOwnHeaders(headers, row.response_headers);
  return { status, headers, body: isBodyless ? null : body };
}

type Kind = Parameters<typeof appliedPreferences>[1];

function kindOf(input: ResponseInput, isRead: boolean): Kind {
  if (input.isCall) return 'call';
  return isRead ? 'read' : (input.method as Kind);
}

function effectivePreferences(input: ResponseInput): Preferences {
  const { preferences } = input;
  return preferences.resolution === null || input.hasConflict ? preferences : { ...preferences, resolution: null };
}

function readResponse(input: ResponseInput, plan: Plan, row: PlanRow, headers: Headers_) {
  const total = row.total === undefined || row.total === null ? null : Number(row.total);
  headers['content-range'] = contentRange(input.offset, row.rows, total);
  if (plan.isVoid) return { status: 204, body: null };
  if (total !== null && input.offset > total && !plan.isOne) throw failures.outOfBounds(input.offset, total);
  if (plan.media.kind === 'object' && !plan.isOne && row.rows !== 1) throw failures.notSingle(row.rows);
  headers['content-type'] = plan.media.contentType;
  return { status: total !== null && row.rows < total ? 206 : 200, body: textOf(row) };
}

function writeResponse(input: ResponseInput, plan: Plan, row: PlanRow, headers: Headers_) {
  const { method, preferences } = input;
  const isFull = preferences.return === 'representation';
  const isCounted = preferences.count === 'exact' || preferences.count === 'estimated';
  const total = isCounted ? String(row.rows) : '*';
  if (method === 'PATCH') headers['content-range'] = `${row.rows > 0 ? `0-${row.rows - 1}` : '*'}/${total}`;
  else if (method !== 'PUT') headers['content-range'] = `*/${total}`;
  if (row.location) headers.location = `/${encodeURIComponent(input.name)}?${keyQuery(row.location)}`;
  if (isFull) headers['content-type'] = plan.media.contentType;
  return { status: writeStatus(input, row, isFull), body: isFull ? textOf(row) : null };
}

/** `id=eq.1` of a key's JSON object. */
function keyQuery(text: string): string {
  const key = JSON.parse(text) as Record<string, string | null>;
  return Object.entries(key)
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`,
    )
    .join('&');
}

function writeStatus({ method, preferences }: ResponseInput, row: PlanRow, isFull: boolean): number {
  const hasNew = (row.inserted ?? 0) > 0;
  // An upsert that inserted nothing answers 200.
  if (method === 'POST') return preferences.resolution === 'merge-duplicates' && row.inserted === 0 ? 200 : 201;
  if (!isFull) return 204;
  return method === 'PUT' && hasNew ? 201 : 200;
}

function textOf(row: PlanRow): string | Uint8Array<ArrayBuffer> {
  return typeof row.body === 'string' ? row.body : row.body === null ? '' : new Uint8Array(row.body);
}

function contentRange(offset: number, rows: number, total: number | null): string {
  return `${rows > 0 ? `${offset}-${offset + rows - 1}` : '*'}/${total ?? '*'}`;
}

/** Headers set in SQL as `[{"Name": "value"}, ...]`, a list because a name may repeat; they override ours. */
function addOwnHeaders(headers: Headers_, text: string): void {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw failures.responseHeaders();
  }
  if (!Array.isArray(list)) throw failures.responseHeaders();
  const valuesByName = new Map<string, string[]>();
  for (const item of list) {
    const [entry, ...others] = Object.entries((item ?? {}) as Record<string, unknown>);
    if (!entry || others.length > 0) throw failures.responseHeaders();
    const [name, value] = entry;
    if (typeof value !== 'string' || !/^[\w-]+$/.test(name) || /[\r\n\0]|[^\x20-\xff\t]/.test(value)) {
      throw failures.responseHeaders();
    }
    valuesByName.set(name.toLowerCase(), [...(valuesByName.get(name.toLowerCase()) ?? []), value]);
  }
  for (const [name, values] of valuesByName) headers[name] = name === 'set-cookie' ? values : values.join(', ');
}
