import { conditionSql, fieldSql, logicSql, noteAllUsed, type Source, type SqlContext } from './condition-sql.ts';
import { failures } from './failure.ts';
import { type Condition, parseCondition } from './filter-grammar.ts';
import { findRelationship, isToOne } from './find-relationship.ts';
import type { FieldRef } from './grammar.ts';
import { childSource, joinConditions } from './join-sql.ts';
import type { Bind, PlanInput } from './parameters.ts';
import { type Query, readNumber } from './query-string.ts';
import { quoted, type Relationship } from './schema-cache.ts';
import type { OrderTerm, SelectEmbed, SelectField, SelectItem } from './select-grammar.ts';

export type ReadContext = SqlContext & {
  query: Query;
  maxRows: number | null;
  /** Aliases given so far. */
  aliases: Set<string>;
  /** Paths of embedded resources met, by `pathKey`. */
  met: Set<string>;
};

/** The parts of one `select`, before they are put together. */
export type SelectSql = {
  source: Source;
  fields: string[];
  /** Names of the columns that come out. */
  outputs: string[];
  joins: string[];
  /** Joins that decide which rows there are, not only what they show. */
  decidingJoins: string[];
  conditions: string[];
  order: string[];
  limit: string;
};

type Embedded = { embed: SelectEmbed; alias: string; relationship: Relationship; join: string; isDeciding: boolean };

const pathKey = (path: readonly string[]) => path.join('\0');

/**
 * Writes the `select` of a request over `source`, embedded resources as lateral joins.
 * @throws {RestFailure} for names that are not there, and for filters on what is not embedded.
 */
export function readSql(context: ReadContext, source: Source, filtersRoot = true): SelectSql {
  context.met.add('');
  context.aliases.add(source.alias);
  const select = selectSql(context, source, context.query.select, [], filtersRoot);
  const paths = [...context.query.filters, ...context.query.logic, ...context.query.orders, ...context.query.limits];
  for (const { path } of paths) {
    if (!context.met.has(pathKey(path))) throw failures.notEmbedded(path.at(-1) ?? '');
  }
  return select;
}

export function printed(select: SelectSql): string {
  return `select ${select.fields.join(', ')} from ${select.source.from}${list(' ', select.joins, ' ')}${tail(select)}`;
}

/** The same rows without limit and without what doesn't decide them, for the exact count. */
export function counted(select: SelectSql): string {
  return `select count(*) from ${select.source.from}${list(' ', select.decidingJoins, ' ')}${list(' where ', select.conditions, ' and ')}`;
}

function tail(select: SelectSql): string {
  return `${list(' where ', select.conditions, ' and ')}${list(' order by ', select.order, ', ')}${select.limit}`;
}

export function list(before: string, parts: readonly string[], between: string): string {
  return parts.length === 0 ? '' : before + parts.join(between);
}

function selectSql(
  context: ReadContext,
  source: Source,
  items: readonly SelectItem[],
  path: readonly string[],
  isFiltered: boolean,
): SelectSql {
  const select: SelectSql = {
    source,
    fields: [],
    outputs: [],
    joins: [],
    decidingJoins: [],
    conditions: [],
    order: [],
    limit: '',
  };
  const embedded = new Map<string, Embedded>();
  for (const item of items) {
    if (item.kind === 'field') addField(context, select, item);
    else addEmbed(context, select, item, path, embedded);
  }
  const here = pathKey(path);
  if (isFiltered) {
    for (const filter of context.query.filters) {
      if (pathKey(filter.path) !== here) continue;
      const { index, head } = filter;
      const condition = parseCondition(head);
      const value = (input: PlanInput) => (input.pairs[index]?.value ?? '').slice(head.length);
      select.conditions.push(leaf(context, select, embedded, filter.field, condition, value));
    }
    for (const logic of context.query.logic) {
      if (pathKey(logic.path) !== here) continue;
      select.conditions.push(
        logicSql(logic.tree, (field, condition) => leaf(context, select, embedded, field, condition, undefined)),
      );
    }
  }
  for (const order of context.query.orders) {
    if (pathKey(order.path) === here) {
      for (const term of order.terms) select.order.push(orderSql(context, select, embedded, term));
    }
  }
  for (const one of embedded.values()) {
    select.joins.push(one.join);
    if (one.isDeciding) select.decidingJoins.push(one.join);
  }
  if (path.length > 0) select.limit = embeddedLimit(context, here);
  return select;
}

function addField(context: ReadContext, select: SelectSql, item: SelectField): void {
  if (item.aggregate) throw failures.aggregates();
  const { source } = select;
  if (item.field.name === '*') {
    noteAllUsed(source);
    select.fields.push(`${source.alias}.*`);
    select.outputs.push(...source.columns.keys());
    return;
  }
  const { sql } = fieldSql(context, source, item.field);
  const name = item.alias ?? lastKey(item.field) ?? item.field.name;
  let cast = sql;
  if (item.cast !== undefined) {
    const type = context.cache.type(item.cast);
    if (!type) throw failures.unknownType(item.cast);
    cast = `cast(${sql} as ${type})`;
  }
  select.fields.push(`${cast} as ${quoted(name)}`);
  select.outputs.push(name);
}

/** The name a place in JSON is shown by: its last key that is no index. */
function lastKey(field: FieldRef): string | undefined {
  return field.path.findLast((step) => !step.isIndex)?.key;
}

function addEmbed(
  context: ReadContext,
  select: SelectSql,
  embed: SelectEmbed,
  path: readonly string[],
  embedded: Map<string, Embedded>,
): void {
  const { source } = select;
  const name = embed.alias ?? embed.name;
  if (!source.relation) throw failures.notEmbedded(name);
  const relationship = findRelationship(context.cache, source.relation, embed.name, embed.hint);
  const childPath = [...path, name];
  context.met.add(pathKey(childPath));
  const alias = freshAlias(context, relationship.target.name);
  const child = selectSql(context, childSource(relationship, source, alias), embed.items, childPath, true);
  child.conditions.unshift(...joinConditions(relationship, source, child.source));
  if (child.fields.length === 0) child.fields.push('1');
  const outer = freshAlias(context, `${source.label}_${name}`);
  const kind = embed.join === 'inner' ? 'inner' : 'left';
  const join = isToOne(relationship)
    ? toOne(select, embed, child, outer, kind)
    : toMany(select, embed, child, outer, kind);
  embedded.set(name, { embed, alias: outer, relationship, join, isDeciding: kind === 'inner' });
}

function toOne(select: SelectSql, embed: SelectEmbed, child: SelectSql, outer: string, kind: string): string {
  if (embed.spread) {
    for (const output of child.outputs) select.fields.push(`${outer}.${quoted(output)} as ${quoted(output)}`);
    select.outputs.push(...child.outputs);
  } else if (embed.items.length > 0) {
    select.fields.push(`row_to_json(${outer}.*) as ${quoted(embed.alias ?? embed.name)}`);
    select.outputs.push(embed.alias ?? embed.name);
  }
  return `${kind} join lateral (${printed(child)}) as ${outer} on true`;
}

function toMany(select: SelectSql, embed: SelectEmbed, child: SelectSql, outer: string, kind: string): string {
  if (embed.spread) {
    const columns = child.outputs.map((output, at) => `json_agg(one.${quoted(output)}) as column_${at}`);
    child.outputs.forEach((output, at) => {
      select.fields.push(`coalesce(${outer}.column_${at}, '[]') as ${quoted(output)}`);
    });
    select.outputs.push(...child.outputs);
    const all = [...columns, 'nullif(count(*), 0) as every'].join(', ');
    return `${kind} join lateral (select ${all} from (${printed(child)}) as one) as ${outer} on ${kind === 'inner' ? `${outer}.every is not null` : 'true'}`;
  }
  if (embed.items.length > 0) {
    select.fields.push(`coalesce(${outer}.every, '[]') as ${quoted(embed.alias ?? embed.name)}`);
    select.outputs.push(embed.alias ?? embed.name);
  }
  return `${kind} join lateral (select json_agg(one) as every from (${printed(child)}) as one) as ${outer} on ${kind === 'inner' ? `${outer}.every is not null` : 'true'}`;
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

function leaf(
  context: ReadContext,
  select: SelectSql,
  embedded: Map<string, Embedded>,
  field: FieldRef,
  condition: Condition,
  value: ((input: PlanInput) => string) | undefined,
): string {
  const one = field.path.length === 0 ? embedded.get(field.name) : undefined;
  const isColumn = select.source.columns.has(field.name);
  const word = condition.value.toLowerCase();
  const asksPresence = condition.operator === 'is' && (word === 'null' || word === 'not_null');
  if (one && (asksPresence || !isColumn)) {
    if (!asksPresence) throw failures.embedFilter(field.name);
    one.isDeciding = true;
    const isAbsent = (word === 'null') !== condition.not;
    // A row of nothing but nulls "is null" to PostgreSQL; only "distinct from" tells it from no row.
    const whole = isToOne(one.relationship) ? one.alias : `${one.alias}.every`;
    return `${whole} is ${isAbsent ? 'not ' : ''}distinct from null`;
  }
  return conditionSql(context, select.source, field, condition, value);
}

function orderSql(context: ReadContext, select: SelectSql, embedded: Map<string, Embedded>, term: OrderTerm): string {
  let sql: string;
  if (term.relation === undefined) sql = fieldSql(context, select.source, term.field).sql;
  else {
    const one = embedded.get(term.relation);
    if (!one) throw failures.notEmbedded(term.relation);
    if (!isToOne(one.relationship)) throw failures.relatedOrder(select.source.label, term.relation);
    const child = childSource(one.relationship, select.source, freshAlias(context, one.relationship.target.name));
    const field = fieldSql(context, child, term.field).sql;
    const joins = joinConditions(one.relationship, select.source, child);
    sql = `(select ${field} from ${child.from}${list(' where ', joins, ' and ')} limit 1)`;
  }
  return `${sql}${term.direction ? ` ${term.direction}` : ''}${term.nulls ? ` nulls ${term.nulls}` : ''}`;
}

function embeddedLimit(context: ReadContext, here: string): string {
  let limit: Bind | undefined;
  let offset: Bind | undefined;
  for (const one of context.query.limits) {
    if (pathKey(one.path) !== here) continue;
    const bind: Bind = (input) => readNumber(input.pairs[one.index]?.value ?? '', one.what);
    if (one.what === 'limit') limit ??= bind;
    else offset ??= bind;
  }
  const { maxRows } = context;
  if (maxRows !== null) {
    const asked = limit;
    limit = asked ? (input) => Math.min(asked(input) as number, maxRows) : () => maxRows;
  }
  return `${limit ? ` limit ${context.parameters.add(limit)}` : ''}${offset ? ` offset ${context.parameters.add(offset)}` : ''}`;
}
