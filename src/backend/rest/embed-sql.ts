import type { Source } from './condition-sql.ts';
import { findRelationship, isToOne } from './find-relationship.ts';
import { childSource, joinConditions } from './join-sql.ts';
import type { Relationship, SchemaCache } from './schema-cache.ts';
import type { SelectEmbed, SelectItem } from './select-grammar.ts';
import { rejectAggregates, renderInnerSelect, renderSelect, type SelectSql } from './select-sql.ts';

/** An embedded resource, for the conditions and the order of its parent. */
export type Embedded = {
  name: string;
  alias: string;
  relationship: Relationship;
  join: string;
  /** Parent rows without it are left out (inner join). */
  isDeciding: boolean;
};

/** What `embedSql` needs from the parent `select`, which also renders the inner one. */
export type Embedding = {
  cache: SchemaCache;
  freshAlias: (name: string) => string;
  inner: (source: Source, items: readonly SelectItem[], name: string) => SelectSql;
};

/**
 * Adds an embedded resource to `select` as a lateral join.
 * Source: https://docs.postgrest.org/en/stable/references/api/resource_embedding.html
 * @throws {RestFailure} PGRST200, PGRST201, PGRST127
 */
export function embedSql(embedding: Embedding, select: SelectSql, embed: SelectEmbed): Embedded {
  const { source } = select;
  const name = embed.alias ?? embed.name;
  const relationship = findRelationship(embedding.cache, source, embed.name, embed.hint);
  const alias = embedding.freshAlias(relationship.target.name);
  const child = embedding.inner(childSource(relationship, source, alias), embed.items, name);
  child.conditions.unshift(...joinConditions(relationship, source, child.source));
  const outer = embedding.freshAlias(`${source.label}_${name}`);
  const isInner = embed.join === 'inner';
  const embedShape = { name, outer, isInner };
  let join: string;
  if (embed.spread)
    join = isToOne(relationship) ? spreadOne(select, child, embedShape) : spreadMany(select, child, embedShape);
  else {
    const isShown = embed.items.length > 0;
    if (child.fields.length === 0) child.fields.push({ sql: '1', name: null });
    join = isToOne(relationship)
      ? embedOne(select, child, embedShape, isShown)
      : embedMany(select, child, embedShape, isShown);
  }
  return { name, alias: outer, relationship, join, isDeciding: isInner };
}

type Shape = { name: string; outer: string; isInner: boolean };

function embedOne(select: SelectSql, child: SelectSql, { name, outer, isInner }: Shape, isShown: boolean): string {
  if (isShown) select.fields.push({ sql: `row_to_json(${outer}.*)`, name, isJson: true });
  return `${isInner ? 'inner' : 'left'} join lateral (${renderSelect(child)}) as ${outer} on true`;
}

function spreadOne(select: SelectSql, child: SelectSql, { outer, isInner }: Shape): string {
  const { text, fields } = renderInnerSelect(child, outer);
  select.fields.push(...fields);
  return `${isInner ? 'inner' : 'left'} join lateral (${text}) as ${outer} on true`;
}

function embedMany(select: SelectSql, child: SelectSql, { name, outer, isInner }: Shape, isShown: boolean): string {
  if (isShown) select.fields.push({ sql: `coalesce(${outer}.every, '[]')`, name, isJson: true });
  return `${isInner ? 'inner' : 'left'} join lateral (select json_agg(one.*) as every from (${renderSelect(child)}) as one) as ${outer} on ${present(outer, isInner)}`;
}

/** Aggregates each column into a list of its values, in the order of the embedded rows. */
function spreadMany(select: SelectSql, child: SelectSql, { outer, isInner }: Shape): string {
  rejectAggregates(child);
  const { text, fields } = renderInnerSelect(child, 'one');
  const lists = fields.map((field, at) => `json_agg(${field.sql}) as column_${at}`);
  fields.forEach((field, at) => {
    select.fields.push({ sql: `coalesce(${outer}.column_${at}, '[]')`, name: field.name, isJson: true });
  });
  const columns = [...lists, 'nullif(count(*), 0) as every'].join(', ');
  return `${isInner ? 'inner' : 'left'} join lateral (select ${columns} from (${text}) as one) as ${outer} on ${present(outer, isInner)}`;
}

function present(outer: string, isInner: boolean): string {
  return isInner ? `${outer}.every is not null` : 'true';
}

/** SQL condition: the row has (or, `isAbsent`, has not) the embedded resource. */
export function presenceSql(embedded: Embedded, isAbsent: boolean): string {
  // A row of nulls "is null" in PostgreSQL; only "is distinct from null" tells it from a missing row.
  const row = isToOne(embedded.relationship) ? embedded.alias : `${embedded.alias}.every`;
  return `${row} is ${isAbsent ? 'not ' : ''}distinct from null`;
}

/** SQL of one column of a to-one embedded row, for `order`. */
export function relatedColumnSql(
  embedded: Embedded,
  source: Source,
  alias: string,
  columnSql: (child: Source) => string,
): string {
  const child = childSource(embedded.relationship, source, alias);
  const joins = joinConditions(embedded.relationship, source, child);
  const where = joins.length > 0 ? ` where ${joins.join(' and ')}` : '';
  return `(select ${columnSql(child)} from ${child.from}${where} limit 1)`;
}
