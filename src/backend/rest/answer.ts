import type { Answer } from '#base/server/call.ts';
import { CORS } from './cors.ts';
import { failures } from './failure.ts';
import type { Plan, PlanRow } from './plan.ts';
import { appliedPreferences, type Preferences } from './preferences.ts';

export type Asked = {
  method: string;
  /** A function was called. */
  isCall: boolean;
  relationName: string;
  offset: number;
  preferences: Preferences;
};

/**
 * The response to a statement that succeeded.
 * Source: https://docs.postgrest.org/en/stable/references/api/pagination_count.html
 * @throws {RestFailure} PGRST116 more or less than one row where one was asked for, PGRST103 an offset past the end.
 */
export function answer(asked: Asked, plan: Plan, row: PlanRow): Answer {
  const isRead = asked.method === 'GET' || asked.method === 'HEAD';
  const headers: Record<string, string> = { ...CORS };
  let status: number;
  let body: string | null;
  if (isRead || asked.isCall) {
    ({ status, body } = readAnswer(asked, plan, row, headers));
  } else ({ status, body } = writeAnswer(asked, plan, row, headers));
  const applied = appliedPreferences(asked.preferences, !isRead);
  if (applied) headers['preference-applied'] = applied;
  if (row.response_headers) addHeaders(headers, row.response_headers);
  if (row.response_status) {
    status = Number(row.response_status);
    if (!Number.isInteger(status) || status < 200 || status > 599) throw failures.responseStatus();
  }
  const isBodyless = asked.method === 'HEAD' || status === 204 || status === 205 || status === 304;
  return { status, headers, body: isBodyless ? null : body };
}

function readAnswer(asked: Asked, plan: Plan, row: PlanRow, headers: Record<string, string>) {
  if (plan.isVoid) return { status: 204, body: null };
  const total = row.total === undefined || row.total === null ? null : Number(row.total);
  headers['content-range'] = contentRange(asked.offset, row.rows, total);
  if (total !== null && asked.offset > total && !plan.isOne) throw failures.outOfBounds(asked.offset, total);
  if (plan.media.kind === 'object' && !plan.isOne && row.rows !== 1) throw failures.notSingle(row.rows);
  headers['content-type'] = plan.media.contentType;
  return { status: total !== null && row.rows < total ? 206 : 200, body: row.body ?? '' };
}

function writeAnswer(asked: Asked, plan: Plan, row: PlanRow, headers: Record<string, string>) {
  const isFull = asked.preferences.return === 'representation';
  const total = asked.preferences.count ? String(row.rows) : '*';
  if (asked.method === 'PATCH') headers['content-range'] = `${row.rows > 0 ? `0-${row.rows - 1}` : '*'}/${total}`;
  else if (asked.method !== 'PUT') headers['content-range'] = `*/${total}`;
  if (row.location) headers.location = `/${encodeURIComponent(asked.relationName)}?${row.location}`;
  if (isFull) headers['content-type'] = plan.media.contentType;
  const status = asked.method === 'POST' ? 201 : isFull ? 200 : 204;
  return { status, body: isFull ? (row.body ?? '') : null };
}

function contentRange(offset: number, rows: number, total: number | null): string {
  return `${rows > 0 ? `${offset}-${offset + rows - 1}` : '*'}/${total ?? '*'}`;
}

/** `[{"Name": "value"}, ...]`, set in SQL. */
function addHeaders(headers: Record<string, string>, text: string): void {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw failures.responseHeaders();
  }
  if (!Array.isArray(list)) throw failures.responseHeaders();
  for (const one of list) {
    const [entry, ...more] = Object.entries((one ?? {}) as Record<string, unknown>);
    if (!entry || more.length > 0) throw failures.responseHeaders();
    const [name, value] = entry;
    if (typeof value !== 'string' || !/^[\w-]+$/.test(name) || /[\r\n\0]|[^\x20-\xff\t]/.test(value)) {
      throw failures.responseHeaders();
    }
    headers[name.toLowerCase()] = value;
  }
}
