import type { SqlContext } from './condition-sql.ts';
import { bodySql, type Media, rowSql } from './media.ts';
import type { Bind } from './parameters.ts';
import { Parameters } from './parameters.ts';
import type { Preferences } from './preferences.ts';
import type { Query } from './query-string.ts';
import type { ReadContext } from './read-sql.ts';
import type { SchemaCache } from './schema-cache.ts';
import { countSource, renderSelect, type SelectSql } from './select-sql.ts';

/**
 * A prepared statement for a request: one `select` that returns `body`, `rows` and, if requested, `total`,
 * `location`, `response_status`, `response_headers`.
 */
export type Plan = {
  text: string;
  binds: readonly Bind[];
  media: Media;
  /** A function's single value or row: its text is the body, and the row count is not checked. */
  isOne: boolean;
  /** Each result row is the JSON of one row of the response, in the column `body` alone. */
  isByRow?: boolean;
  /** A function that returns nothing: 204. */
  isVoid: boolean;
  /** It runs in a read-only transaction. */
  isReadOnly: boolean;
  /** It reads RESPONSE_SETTINGS, which are reset for its transaction. */
  readsResponse: boolean;
  /** It changes rows without firing any trigger or rule, so nothing in the database can have sent a notification. */
  isUnheard?: boolean;
  /** It is rejected if PostgreSQL estimates a higher cost. */
  maxCost?: number;
  /** Settings to apply before it runs. */
  settings?: Readonly<Record<string, string>>;
  /** EXPLAIN that estimates the number of rows; runs if nothing was counted or the count exceeds `threshold`. */
  estimate?: { text: string; binds: readonly Bind[]; threshold: number | null };
};

export type PlanRow = {
  /** A buffer if a function returned bytea. */
  body: string | Buffer | null;
  rows: number;
  /** Rows an upsert inserted rather than updated. */
  inserted?: number | null;
  total?: string | null;
  location?: string | null;
  response_status?: string | null;
  response_headers?: string | null;
};

/** The input of every kind of plan. */
export type PlanRequest = {
  cache: SchemaCache;
  schema: string;
  query: Query;
  media: Media;
  preferences: Preferences;
  maxRows: number | null;
  aggregatesEnabled: boolean;
  /** The request limits the root, in its query string or its Range header. */
  hasLimit: boolean;
  hasOffset: boolean;
  writtenLimit: number | null;
  /** HEAD: no body is returned. */
  isHead: boolean;
  /** A pre-request function may have set the status or headers of the response. */
  readsSettings: boolean;
};

/** Reads the status and headers of the response that a function may have set. */
export const RESPONSE_SETTINGS =
  ", nullif(current_setting('response.status', true), '') as response_status, nullif(current_setting('response.headers', true), '') as response_headers";

export function readContext(request: PlanRequest): ReadContext {
  const context: SqlContext = { cache: request.cache, parameters: new Parameters() };
  const { query, maxRows, aggregatesEnabled } = request;
  // An aggregate over table rows needs the original column types.
  const showsRepresentations = !request.media.handler?.relationOid;
  return {
    ...context,
    query,
    maxRows,
    aggregatesEnabled,
    showsRepresentations,
    aliases: new Set(),
    embeddedPaths: new Set(),
  };
}

/** Adds limit and offset to the root. */
export function limitRoot(context: ReadContext, select: SelectSql, request: PlanRequest): void {
  if (request.hasLimit || request.maxRows !== null) {
    select.limit += ` limit ${request.writtenLimit ?? context.parameters.add((input) => input.limit)}`;
  }
  if (request.hasOffset) select.limit += ` offset ${context.parameters.add((input) => input.offset)}`;
}

/**
 * The statement that reads `select` row by row, where its conditions name every column of a table's key: gathering a
 * single row into a list costs PostgreSQL as much as finding it. Null where more is asked for than rows as JSON.
 */
export function readByKey(request: PlanRequest, select: SelectSql): string | null {
  const { query, media, preferences, isHead, readsSettings } = request;
  const { relation } = select.source;
  if (!relation || relation.isView || relation.key.length === 0) return null;
  if (isHead || readsSettings || preferences.count !== null) return null;
  const body = rowSql(media);
  const equal = query.filters.filter(
    ({ path, field, head }) => path.length + field.path.length === 0 && head === 'eq.',
  );
  const isNamed = (column: string) => equal.some(({ field }) => field.name === column);
  return body !== null && relation.key.every(isNamed)
    ? `select ${body} as body from (${renderSelect(select)}) as r`
    : null;
}

/** The statement that reads `select`. `guard`: further columns, each with a leading comma. */
export function readStatement(
  request: PlanRequest,
  select: SelectSql,
  before: string,
  scalar: string | null,
  guard = '',
): string {
  const { relation } = select.source;
  const body = request.isHead ? "''" : bodySql(request.media, scalar, request.cache, relation);
  const settings = before !== '' || readsResponse(request, select) ? RESPONSE_SETTINGS : '';
  const total = totalSql(request, select, before !== '');
  return `${before}select ${body} as body, count(*)::int4 as rows${total}${guard}${settings} from (${renderSelect(select)}) as r`;
}

/** Whether a read may set the status and headers of the response: a view, a handler or a pre-request function can; a plain table can't. */
export function readsResponse(request: PlanRequest, { source }: SelectSql): boolean {
  return request.readsSettings || (source.relation?.isView ?? false) || request.media.handler !== undefined;
}

/** The exact count, or a bounded count for an estimate. */
function totalSql(request: PlanRequest, select: SelectSql, isCall: boolean): string {
  const { count } = request.preferences;
  if (count === null || (count === 'planned' && !isCall)) return '';
  const isBounded = count === 'estimated' && !isCall && request.maxRows !== null;
  if (!isBounded) return `, (select count(*) from ${countSource(select)}) as total`;
  const limit = (request.maxRows ?? 0) + 1;
  return `, (select count(*) from (select 1 from ${countSource(select)} limit ${limit}) as counted) as total`;
}

/** The EXPLAIN for a planned or estimated count; undefined for an exact one. */
export function estimateOf(
  request: PlanRequest,
  read: (context: ReadContext) => SelectSql,
): Plan['estimate'] | undefined {
  const { count } = request.preferences;
  if (count !== 'planned' && count !== 'estimated') return undefined;
  // Needs its own parameters: PostgreSQL rejects a statement with unused ones.
  const context = readContext(request);
  const select = read({ ...context, query: { ...request.query, orders: [], limits: [] } });
  const text = `explain (format json) ${renderSelect(select)}`;
  return { text, binds: context.parameters.binds, threshold: count === 'estimated' ? request.maxRows : -1 };
}
