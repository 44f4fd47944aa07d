import type { Caller } from '#base/server/database.ts';
import { parseFilter, type RowFilter } from './change-filters.ts';

export type Operation = 'INSERT' | 'UPDATE' | 'DELETE';

/** One entry of a join's `postgres_changes`. */
export type ChangeRequest = {
  /** Ours: by it the client finds the listener a change is for. */
  id: number;
  /** As it was asked, for the reply: the client holds it against what it sent. */
  asked: Record<string, unknown>;
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
  tell(change: Change): void;
  refused(message: string): void;
  ready(): void;
};

export type Subscription = {
  /** The same subscription under a fresher token. */
  become(caller: Caller): void;
  stop(): void;
};

const OPERATIONS = new Set(['*', 'INSERT', 'UPDATE', 'DELETE']);
let lastId = 0;

/** The requests of a join payload, or a sentence that says what is wrong with them. */
export function readChangeRequests(value: unknown, limit: number): ChangeRequest[] | string {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return 'postgres_changes must be a list';
  if (value.length > limit) return `at most ${limit} postgres_changes may be asked for on one channel`;
  const requests: ChangeRequest[] = [];
  for (const entry of value) {
    if (typeof entry !== 'object' || entry === null) return 'every entry of postgres_changes must be an object';
    const { event, schema, table, filter, select } = entry as Record<string, unknown>;
    const operation = String(event ?? '*').toUpperCase();
    if (!OPERATIONS.has(operation)) return 'event must be *, INSERT, UPDATE or DELETE';
    if (!isName(schema ?? 'public') || !isName(table ?? '*')) return 'schema and table must be names';
    const isText = filter === undefined || filter === null || typeof filter === 'string';
    const parsed = isText ? parseFilter(filter ?? '') : 'filter must be a text';
    if (typeof parsed === 'string') return parsed;
    if (select !== undefined && select !== null && !(Array.isArray(select) && select.every(isName))) {
      return 'select must be a list of column names';
    }
    lastId = (lastId % 1_000_000_000) + 1;
    requests.push({
      id: lastId,
      asked: { ...entry },
      event: operation as ChangeRequest['event'],
      schema: String(schema ?? 'public'),
      table: table === undefined || table === null || table === '*' ? null : String(table),
      filter: parsed.conditions.length > 0 ? parsed : null,
      select: Array.isArray(select) && select.length > 0 ? (select as string[]) : null,
    });
  }
  return requests;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= 63 && !value.includes('\0');
}
