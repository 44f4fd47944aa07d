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
 * A request's statement, ready for its values: one `select` that gives `body`, `rows` and, where asked, `total`,
 * `location`, `response_status`, `response_headers`.
 */
export type Plan = {
  text: string;
  binds: readonly Bind[];
  media: Media;
  /** A function's single value or row: its text is the body as it is, and no number of rows is wrong. */
  isOne: boolean;
  /** Each row that comes is the JSON of one row of the answer, and nothing beside it. */
  isByRow?: boolean;
  /** A function that returns nothing: 204. */
  isVoid: boolean;
  /** It must not be able to change anything. */
  isReadOnly: boolean;
  /** It reads the settings of RESPONSE_SETTINGS, which must be those of its own transaction. */
  readsResponse: boolean;
  /** It changes rows, and nothing in the database can have told anybody of it. */
  isUnheard?: boolean;
  /** It runs only where PostgreSQL estimates no higher cost. */
  maxCost?: number;
  /** Settings that must hold before it runs. */
  settings?: Readonly<Record<string, string>>;
  /** How many rows there are is asked of the planner, where more than `threshold` were counted or none. */
  estimate?: { text: string; binds: readonly Bind[]; threshold: number | null };
};

export type PlanRow = {
  /** A buffer where a function made bytes. */
  body: string | Buffer | null;
  rows: number;
  /** Rows that an upsert added, and did not merely change. */
  inserted?: number | null;
  total?: string | null;
  location?: string | null;
  response_status?: string | null;
  response_headers?: string | null;
};

/** What all kinds of plan are made from. */
export type PlanRequest = {
  cache: SchemaCache;
  schema: string;
  query: Query;
  media: Media;
  preferences: Preferences;
  maxRows: number | null;
  aggregatesEnabled: boolean;
  /** The root's own limit and offset are given by this request, in its query or its Range header. */
  hasLimit: boolean;
  hasOffset: boolean;
  writtenLimit: number | null;
  /** No body is wanted. */
  isHead: boolean;
  /** Something that ran before the statement may have a say in the answer. */
  readsSettings: boolean;
};

/** What a function may say of the answer's status and headers, read after it ran. */
export const RESPONSE_SETTINGS =
  ", nullif(current_setting('response.status', true), '') as response_status, nullif(current_setting('response.headers', true), '') as response_headers";

export function readContext(request: PlanRequest): ReadContext {
  const context: SqlContext = { cache: request.cache, parameters: new Parameters() };
  const { query, maxRows, aggregatesEnabled } = request;
  // What an aggregate takes as rows of a table are rows as the table has them.
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

/** Gives a root its limit and offset. */
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

/** The statement that reads `select`. `guard`: more columns, behind a comma each. */
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

/** Whether what a read runs may set the status and headers of the response: nothing that a table's rows are read by does. */
export function readsResponse(request: PlanRequest, { source }: SelectSql): boolean {
  return request.readsSettings || (source.relation?.isView ?? false) || request.media.handler !== undefined;
}

/** The exact count, or as much of it as an estimate needs. */
function totalSql(request: PlanRequest, select: SelectSql, isCall: boolean): string {
  const { count } = request.preferences;
  if (count === null || (count === 'planned' && !isCall)) return '';
  const isBounded = count === 'estimated' && !isCall && request.maxRows !== null;
  if (!isBounded) return `, (select count(*) from ${countSource(select)}) as total`;
  const limit = (request.maxRows ?? 0) + 1;
  return `, (select count(*) from (select 1 from ${countSource(select)} limit ${limit}) as counted) as total`;
}

/** What the planner is asked for a count that need not be exact, or undefined where it must. */
export function estimateOf(
  request: PlanRequest,
  read: (context: ReadContext) => SelectSql,
): Plan['estimate'] | undefined {
  const { count } = request.preferences;
  if (count !== 'planned' && count !== 'estimated') return undefined;
  // A statement of its own with values of its own: PostgreSQL refuses one that leaves some unused.
  const context = readContext(request);
  const select = read({ ...context, query: { ...request.query, orders: [], limits: [] } });
  const text = `explain (format json) ${renderSelect(select)}`;
  return { text, binds: context.parameters.binds, threshold: count === 'estimated' ? request.maxRows : -1 };
}
