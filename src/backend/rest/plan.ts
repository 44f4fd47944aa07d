import type { SqlContext } from './condition-sql.ts';
import { bodySql, type Media } from './media.ts';
import type { Bind } from './parameters.ts';
import { Parameters } from './parameters.ts';
import type { Preferences } from './preferences.ts';
import type { Query } from './query-string.ts';
import { counted, printed, type ReadContext, type SelectSql } from './read-sql.ts';
import type { SchemaCache } from './schema-cache.ts';

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
  /** A function that returns nothing: 204. */
  isVoid: boolean;
};

export type PlanRow = {
  body: string | null;
  rows: number;
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
  /** The root's own limit and offset are given by this request, in its query or its Range header. */
  hasLimit: boolean;
  hasOffset: boolean;
  /** No body is wanted. */
  isHead: boolean;
};

/** What a function may say of the answer's status and headers, read after it ran. */
export const RESPONSE_SETTINGS =
  ", nullif(current_setting('response.status', true), '') as response_status, nullif(current_setting('response.headers', true), '') as response_headers";

export function readContext(request: PlanRequest): ReadContext {
  const context: SqlContext = { cache: request.cache, parameters: new Parameters() };
  return { ...context, query: request.query, maxRows: request.maxRows, aliases: new Set(), met: new Set() };
}

/** Gives a root its limit and offset. */
export function limitRoot(context: ReadContext, select: SelectSql, request: PlanRequest): void {
  if (request.hasLimit || request.maxRows !== null) {
    select.limit += ` limit ${context.parameters.add((input) => input.limit)}`;
  }
  if (request.hasOffset) select.limit += ` offset ${context.parameters.add((input) => input.offset)}`;
}

/** The statement that reads `select`. */
export function readStatement(request: PlanRequest, select: SelectSql, before: string, scalar: string | null): string {
  const body = request.isHead ? "''" : bodySql(request.media, scalar);
  const total = request.preferences.count ? `, (${counted(select)}) as total` : '';
  const settings = select.source.relation?.isView || before !== '' ? RESPONSE_SETTINGS : '';
  return `${before}select ${body} as body, count(*)::int4 as rows${total}${settings} from (${printed(select)}) as r`;
}
