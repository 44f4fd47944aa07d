import { markAllUsed, type Source } from './condition-sql.ts';
import { failures } from './failure.ts';
import { quoted } from './schema-cache.ts';
import type { Aggregate } from './select-grammar.ts';

/** One output expression of a `select`. */
export type SelectExpression = {
  /** SQL of the value; for an aggregate, of its argument. */
  sql: string;
  /** Null for `table.*`. */
  name: string | null;
  aggregate?: { call: Aggregate; cast: string | undefined; ofRows: boolean };
  /** JSON has no equality: only as jsonb can rows be grouped by it. */
  isJson?: boolean;
};

/** The parts of one `select`, before they are put together. */
export type SelectSql = {
  source: Source;
  fields: SelectExpression[];
  joins: string[];
  /** Joins that filter rows instead of only adding output. */
  decidingJoins: string[];
  conditions: string[];
  order: string[];
  limit: string;
};

export function emptySelect(source: Source): SelectSql {
  return { source, fields: [], joins: [], decidingJoins: [], conditions: [], order: [], limit: '' };
}

/**
 * Renders a `select`. If it has an aggregate, rows are grouped by all other expressions.
 * Source: https://docs.postgrest.org/en/stable/references/api/aggregate_functions.html
 */
export function renderSelect(select: SelectSql): string {
  const isGrouped = select.fields.some((field) => field.aggregate);
  const fields = isGrouped ? expanded(select) : select.fields;
  const groups: number[] = [];
  const columns = fields.map((field, at) => {
    const value = isGrouped && field.isJson ? `${field.sql}::jsonb` : valueSql(field);
    if (isGrouped && !field.aggregate) groups.push(at + 1);
    return field.name === null ? value : `${value} as ${quoted(field.name)}`;
  });
  const conditions = list(' where ', select.conditions, ' and ');
  const order = list(' order by ', select.order, ', ');
  const from = `${select.source.from}${list(' ', select.joins, ' ')}`;
  return `select ${columns.join(', ')} from ${from}${conditions}${list(' group by ', groups, ', ')}${order}${select.limit}`;
}

/**
 * The same rows under names no two of which are equal (`column_0`, ...), for a `select` around it to show under their
 * own: aggregates are left to it, only what goes into them is there.
 * @returns its SQL and what the outer `select` shows of it, reached by `outer`.
 */
export function renderInnerSelect(select: SelectSql, outer: string): { text: string; fields: SelectExpression[] } {
  const inner = expanded(select);
  const renamed = inner.map((field, at) => ({ sql: field.sql, name: `column_${at}` }));
  const fields = inner.map((field, at): SelectExpression => {
    const sql = `${outer}.column_${at}`;
    const aggregate = field.aggregate && { ...field.aggregate, ofRows: false };
    return { sql, name: field.name, aggregate, isJson: field.isJson };
  });
  return {
    text: renderSelect({ ...select, fields: renamed.length > 0 ? renamed : [{ sql: '1', name: null }] }),
    fields,
  };
}

/** `from` and `where` of the same rows, without limit and output-only joins, for counting. */
export function countSource(select: SelectSql): string {
  return `${select.source.from}${list(' ', select.decidingJoins, ' ')}${list(' where ', select.conditions, ' and ')}`;
}

export function list(before: string, parts: readonly (string | number)[], between: string): string {
  return parts.length === 0 ? '' : before + parts.join(between);
}

function valueSql(field: SelectExpression): string {
  const { aggregate, sql } = field;
  if (!aggregate) return sql;
  const call = `${aggregate.call}(${aggregate.ofRows ? '*' : sql})`;
  return aggregate.cast ? `cast(${call} as ${aggregate.cast})` : call;
}

function expanded(select: SelectSql): SelectExpression[] {
  const { source } = select;
  return select.fields.flatMap((field) => {
    if (field.name !== null || source.columns.size === 0) return [field];
    markAllUsed(source);
    return [...source.columns.values()].map((column) => ({
      sql: `${source.alias}.${quoted(column.name)}`,
      name: column.name,
      isJson: column.type === 'json',
    }));
  });
}

/** @throws {RestFailure} PGRST127 */
export function rejectAggregates(select: SelectSql): void {
  if (select.fields.some((field) => field.aggregate)) {
    throw failures.notImplemented('Aggregates are not implemented for one-to-many or many-to-many spreads.');
  }
}
