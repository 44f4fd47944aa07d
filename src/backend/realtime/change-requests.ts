import type { Caller } from '#base/server/database.ts';
import { parseFilter, type RowFilter } from './change-filters.ts';

export type Operation = 'INSERT' | 'UPDATE' | 'DELETE';

/** One entry of a join's `postgres_changes`. */
export type ChangeRequest = {
  /** Generated: the client finds the listener of a change by it. */
  id: number;
  /** The entry as sent, for the reply: the client compares it with its own. */
  original: Record<string, unknown>;
  event: Operation | '*';
  schema: string;
  /** null: every table of the schema. */
  table: string | null;
  filter: RowFilter | null;
  /** null: every column the subscriber may read. */
  select: string[] | null;
};

export type Change = { ids: number[]; data: Record<string, unknown> };

export type Subscriber = {
  caller: Caller;
  requests: ChangeRequest[];
  push(change: Change): void;
  onError(message: string): void;
  onReady(): void;
};

export type Subscription = {
  /** Continues the subscription under a newer token. */
  setCaller(caller: Caller): void;
  stop(): void;
};

const OPERATIONS = new Set(['INSERT', 'UPDATE', 'DELETE']);
let lastId = 0;

/**
 * Parses a join's `postgres_changes`; a string is the error sentence, as published where there is one:
 * https://supabase.com/docs/guides/realtime/postgres-changes
 */
export function readChangeRequests(value: unknown, limit: number): ChangeRequest[] | string {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return 'postgres_changes must be a list';
  if (value.length > limit) return `At most ${limit} postgres_changes may be asked for on one channel`;
  const requests: ChangeRequest[] = [];
  for (const entry of value) {
    const request = readRequest(entry);
    if (typeof request === 'string') return request;
    lastId = (lastId % 1_000_000_000) + 1;
    requests.push({ ...request, id: lastId });
  }
  return requests;
}

function readRequest(entry: unknown): Omit<ChangeRequest, 'id'> | string {
  const original = typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? { ...entry } : null;
  const { event, schema, table, filter, select } = (original ?? {}) as Record<string, unknown>;
  const isNamed = (schema ?? table) !== undefined && isName(schema ?? 'public') && isName(table ?? '*');
  if (!original || !isNamed || (filter !== undefined && filter !== null && typeof filter !== 'string')) {
    const excerpt = JSON.stringify(entry)?.slice(0, MAX_ERROR_TEXT) ?? '';
    return `No subscription params provided. Please provide at least a \`schema\` or \`table\` to subscribe to: ${excerpt}`;
  }
  const columns = readSelect(select);
  if (typeof columns === 'string') return columns;
  const isWildcard = schema === '*' || table === undefined || table === null || table === '*';
  if (columns && isWildcard) {
    return 'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.';
  }
  const parsed = parseFilter(filter ?? '');
  if (typeof parsed === 'string') return `Error parsing \`filter\` params: ${parsed}`;
  const operation = String(event ?? '*').toUpperCase();
  return {
    original: original as Record<string, unknown>,
    // An unknown operation means any, as on hosted backends.
    event: (OPERATIONS.has(operation) ? operation : '*') as ChangeRequest['event'],
    schema: String(schema ?? 'public'),
    table: isWildcard && (table === undefined || table === null || table === '*') ? null : String(table),
    filter: parsed.conditions.length > 0 ? parsed : null,
    select: columns,
  };
}

const MAX_ERROR_TEXT = 200;

function readSelect(select: unknown): string[] | null | string {
  if (typeof select === 'string') {
    return 'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]';
  }
  const columns = Array.isArray(select) ? select.filter(isName) : [];
  return columns.length > 0 ? columns : null;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 63 && !value.includes('\0');
}
