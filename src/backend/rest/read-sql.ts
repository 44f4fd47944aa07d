import {
  conditionSql,
  type FieldSql,
  fieldSql,
  logicSql,
  markAllUsed,
  type Source,
  type SqlContext,
} from './condition-sql.ts';
import { type Embedded, embedSql, presenceSql, relatedColumnSql } from './embed-sql.ts';
import { failures } from './failure.ts';
import { type Condition, parseCondition } from './filter-grammar.ts';
import { isToOne } from './find-relationship.ts';
import type { FieldRef } from './grammar.ts';
import type { Bind, PlanInput } from './parameters.ts';
import { type Query, readLimit, readNumber } from './query-string.ts';
import { qualified, quoted } from './schema-cache.ts';
import type { OrderTerm, SelectField, SelectItem } from './select-grammar.ts';
import { emptySelect, type SelectExpression, type SelectSql } from './select-sql.ts';

export type ReadContext = SqlContext & {
  query: Query;
  maxRows: number | null;
  aggregatesEnabled: boolean;
  /** Values of domains are shown by their cast to JSON. */
  showsRepresentations: boolean;
  /** Aliases in use. */
  aliases: Set<string>;
  /** Paths of the embedded resources, by `pathKey`. */
  embeddedPaths: Set<string>;
};

/** State while one `select` is built. */
type Writing = { context: ReadContext; select: SelectSql; embedded: Embedded[] };

const pathKey = (path: readonly string[]) => path.join('\0');

/**
 * Writes the `select` of a request over `source`, embedded resources as lateral joins.
 * @throws {RestFailure} for unknown names and for filters on resources that are not embedded.
 */
export function readSql(context: ReadContext, source: Source, filtersRoot = true): SelectSql {
  context.embeddedPaths.add('');
  context.aliases.add(source.alias);
  const select = selectSql(context, source, context.query.select, [], filtersRoot);
  const paths = [...context.query.filters, ...context.query.logic, ...context.query.orders, ...context.query.limits];
  for (const { path } of paths) {
    if (!context.embeddedPaths.has(pathKey(path))) throw failures.notEmbedded(path.at(-1) ?? '');
  }
  return select;
}

function selectSql(
  context: ReadContext,
  source: Source,
  items: readonly SelectItem[],
  path: readonly string[],
  isFiltered: boolean,
): SelectSql {
  const select = emptySelect(source);
  const writing: Writing = { context, select, embedded: [] };
  const embedding = {
    cache: context.cache,
    freshAlias: (name: string) => freshAlias(context, name),
    inner: (child: Source, inner: readonly SelectItem[], name: string) => {
      context.embeddedPaths.add(pathKey([...path, name]));
      return selectSql(context, child, inner, [...path, name], true);
    },
  };
  for (const item of items) {
    if (item.kind === 'field') addField(context, select, item);
    else writing.embedded.push(embedSql(embedding, select, item));
  }
  const here = pathKey(path);
  if (isFiltered) addConditions(writing, here);
  for (const order of context.query.orders) {
    if (pathKey(order.path) === here) for (const term of order.terms) select.order.push(orderSql(writing, term));
  }
  for (const embed of writing.embedded) {
    select.joins.push(embed.join);
    if (embed.isDeciding) select.decidingJoins.push(embed.join);
  }
  if (path.length > 0) select.limit = embeddedLimit(context, here);
  return select;
}

function addField(context: ReadContext, select: SelectSql, item: SelectField): void {
  const { source } = select;
  if (item.aggregate && !context.aggregatesEnabled) throw failures.aggregates();
  if (item.field.name === '*') {
    if (item.aggregate) {
      const aggregate = { call: item.aggregate, cast: typeSql(context, item.aggregateCast), ofRows: true };
      select.fields.push({ sql: '1', name: item.alias ?? 'count', aggregate });
      return;
    }
    markAllUsed(source);
    select.fields.push(...wholeRow(context, source));
    return;
  }
  const { sql, isJson } = isLegacyCount(context, source, item)
    ? { sql: 'count(*)', isJson: false }
    : item.aggregate
      ? plain(fieldSql(context, source, item.field))
      : represented(context, fieldSql(context, source, item.field));
  const cast = typeSql(context, item.cast);
  select.fields.push({
    sql: cast ? `cast(${sql} as ${cast})` : sql,
    name: item.alias ?? item.aggregate ?? lastKey(item.field) ?? item.field.name,
    isJson: !cast && isJson,
    ...(item.aggregate
      ? { aggregate: { call: item.aggregate, cast: typeSql(context, item.aggregateCast), ofRows: false } }
      : {}),
  });
}

const plain = ({ sql, type }: FieldSql) => ({ sql, isJson: type === 'json' });

/** A value through its domain's cast to JSON, if there is one. */
function represented(context: ReadContext, field: FieldSql): { sql: string; isJson: boolean } {
  const toJson = context.showsRepresentations ? field.representation?.toJson : undefined;
  return toJson ? { sql: `${qualified(toJson)}(${field.sql})`, isJson: true } : plain(field);
}

/** `*`: column by column only where one of them is shown by its representation. */
function wholeRow(context: ReadContext, source: Source): SelectExpression[] {
  const columns = [...source.columns.values()];
  const isPlain = !context.showsRepresentations || columns.every((column) => !column.representation?.toJson);
  if (isPlain) return [{ sql: `${source.alias}.*`, name: null }];
  return columns.map((column) => {
    const { name, type, representation } = column;
    return { name, ...represented(context, { sql: `${source.alias}.${quoted(name)}`, type, representation }) };
  });
}

/** `count` without a column of that name: older than the aggregates, always enabled and without grouping. */
function isLegacyCount(
  { cache }: ReadContext,
  { columns, relation }: Source,
  { field, aggregate }: SelectField,
): boolean {
  if (field.name !== 'count' || field.path.length > 0 || aggregate || columns.has('count')) return false;
  return relation !== null && !cache.computedColumn(relation, 'count');
}

function typeSql(context: ReadContext, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const type = context.cache.type(name);
  if (!type) throw failures.unknownType(name);
  return type;
}

/** The name of a JSON path: its last key that is not an index. */
function lastKey(field: FieldRef): string | undefined {
  return field.path.findLast((step) => !step.isIndex)?.key;
}

function freshAlias(context: ReadContext, name: string): string {
  // PostgreSQL cuts names at 63 bytes: the number that makes an alias one of a kind must survive.
  const stem = name.slice(0, 20);
  for (let at = 1; ; at++) {
    const alias = quoted(`${stem}_${at}`);
    if (context.aliases.has(alias)) continue;
    context.aliases.add(alias);
    return alias;
  }
}

function addConditions(writing: Writing, here: string): void {
  const { context, select } = writing;
  for (const filter of context.query.filters) {
    if (pathKey(filter.path) !== here) continue;
    const { index, head } = filter;
    const value = (input: PlanInput) => (input.pairs[index]?.value ?? '').slice(head.length);
    select.conditions.push(leaf(writing, filter.field, parseCondition(head), value));
  }
  for (const logic of context.query.logic) {
    if (pathKey(logic.path) !== here) continue;
    select.conditions.push(logicSql(logic.tree, (field, condition) => leaf(writing, field, condition, undefined)));
  }
}

function leaf(
  { context, select, embedded }: Writing,
  field: FieldRef,
  condition: Condition,
  value: ((input: PlanInput) => string) | undefined,
): string {
  const target = field.path.length === 0 ? embedded.find((each) => each.name === field.name) : undefined;
  const isColumn = select.source.columns.has(field.name);
  const word = condition.value.toLowerCase();
  const asksPresence = condition.operator === 'is' && (word === 'null' || word === 'not_null');
  if (target && (asksPresence || !isColumn)) {
    if (!asksPresence) throw failures.embedFilter(field.name);
    target.isDeciding = true;
    return presenceSql(target, (word === 'null') !== condition.not);
  }
  return conditionSql(context, select.source, field, condition, value);
}

function orderSql({ context, select, embedded }: Writing, term: OrderTerm): string {
  let sql: string;
  if (term.relation === undefined) sql = fieldSql(context, select.source, term.field).sql;
  else {
    const target = embedded.find((each) => each.name === term.relation);
    if (!target) throw failures.notEmbedded(term.relation);
    if (!isToOne(target.relationship)) throw failures.relatedOrder(select.source.label, term.relation);
    const alias = freshAlias(context, target.relationship.target.name);
    sql = relatedColumnSql(target, select.source, alias, (child) => fieldSql(context, child, term.field).sql);
  }
  return `${sql}${term.direction ? ` ${term.direction}` : ''}${term.nulls ? ` nulls ${term.nulls}` : ''}`;
}

function embeddedLimit(context: ReadContext, here: string): string {
  let limit: Bind | undefined;
  let offset: Bind | undefined;
  for (const limitParameter of context.query.limits) {
    if (pathKey(limitParameter.path) !== here) continue;
    const text = (input: PlanInput) => input.pairs[limitParameter.index]?.value ?? '';
    if (limitParameter.what === 'limit') limit ??= (input) => readLimit(text(input));
    // PostgreSQL rejects a negative offset, as published.
    else offset ??= (input) => readNumber(text(input), 'offset');
  }
  const { maxRows } = context;
  if (maxRows !== null) {
    const requested = limit;
    limit = requested ? (input) => Math.min((requested(input) as number | null) ?? maxRows, maxRows) : () => maxRows;
  }
  return `${limit ? ` limit ${context.parameters.add(limit)}` : ''}${offset ? ` offset ${context.parameters.add(offset)}` : ''}`;
}
