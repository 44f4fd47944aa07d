import type { Source } from './condition-sql.ts';
import { failures, RestFailure } from './failure.ts';
import { parseCondition } from './filter-grammar.ts';
import { bodySql } from './media.ts';
import { bodyValue, column, payloadSql, type WriteRequest } from './payload-sql.ts';
import { limitRoot, type Plan, RESPONSE_SETTINGS, readContext } from './plan.ts';
import { type ReadContext, readSql } from './read-sql.ts';
import { errorSql } from './refusal-sql.ts';
import { type Column, qualified, quoted, type Relation } from './schema-cache.ts';
import { list, renderSelect } from './select-sql.ts';

const WRITTEN = 'pgrst_source';

/**
 * One statement that writes and then reads what it wrote.
 * Source: https://docs.postgrest.org/en/stable/references/api/tables_views.html#insert
 * @throws {RestFailure} PGRST204 for a column that is not there, and what readSql throws.
 */
export function writePlan(request: WriteRequest): Plan {
  const { relation, preferences, media } = request;
  const context = readContext(request);
  const alias = quoted(relation.name);
  const isFull = preferences.return === 'representation';
  const source: Source = {
    from: `${WRITTEN} as ${alias}`,
    alias,
    label: relation.name,
    relation,
    columns: relation.columns,
    used: new Set(),
  };
  // The status depends on whether an upsert inserted rows.
  const counts = countsInserted(request);
  let rows = `select 1 from ${WRITTEN}`;
  let location = '';
  // Filters select the rows to write; the written rows need not match them any more.
  if (isFull) rows = renderSelect(readSql(context, source, false));
  else if (request.verb === 'insert' && preferences.return === 'headers-only' && relation.key.length > 0) {
    location = `, ${locationSql(relation)} as location`;
    for (const name of relation.key) source.used?.add(name);
  }
  const isUnheard = request.verb === 'insert' && !relation.hasInsertHooks && preferences.resolution === null;
  if (insertsOneUnreturned(request)) {
    const text = statement(context, request, `'' as body, 1 as rows${RESPONSE_SETTINGS}`);
    return {
      text,
      binds: context.parameters.binds,
      media,
      isOne: false,
      isVoid: false,
      isReadOnly: false,
      readsResponse: true,
      isUnheard,
    };
  }
  const written = statement(context, request, returningSql(source));
  const guards = [
    isFull && media.kind === 'object' ? errorSql('single', 'count(*) <> 1') : '',
    preferences.maxAffected === null || request.verb === 'insert' || request.verb === 'put'
      ? ''
      : errorSql('affected', `count(*) > ${preferences.maxAffected}`),
    request.verb === 'put' ? errorSql('key', 'count(*) <> 1') : '',
  ];
  const body = isFull ? bodySql(media, null, request.cache, relation) : "''";
  return {
    text: `with ${WRITTEN} as (${written}) select ${body} as body, count(*)::int4 as rows${location}${counts ? INSERTED : ''}${guards.join('')}${RESPONSE_SETTINGS} from (${rows}) as r`,
    binds: context.parameters.binds,
    media,
    isOne: false,
    isVoid: false,
    isReadOnly: false,
    readsResponse: true,
    isUnheard,
  };
}

/** A one-row insert without a representation: it needs no surrounding select, which makes it cheaper. */
function insertsOneUnreturned({ verb, relation, isObject, preferences }: WriteRequest): boolean {
  const isUnseen = preferences.return === null || preferences.return === 'minimal';
  return verb === 'insert' && isUnseen && isObject && relation.takesEveryRow && preferences.resolution === null;
}

/**
 * Only the columns the response shows: returning a column needs the right to read it. In the order of the table, because
 * a function that takes the row gets its columns by position.
 */
function returningSql({ alias, columns, used }: Source): string {
  const names = [...columns.keys()].filter((name) => used?.has(name));
  return names.length === 0 ? '1' : names.map((name) => `${alias}.${quoted(name)}`).join(', ');
}

function statement(context: ReadContext, request: WriteRequest, returning: string): string {
  const { relation, verb } = request;
  if (verb === 'insert' || verb === 'put') return insertSql(context, request, returning);
  const table = qualified(relation);
  if (verb === 'update' && request.columns.length === 0) return `select ${returning} from ${table} where false`;
  const conditions = whereSql(context, request);
  if (verb === 'delete') return `delete from ${table}${list(' where ', conditions, ' and ')} returning ${returning}`;
  const sets = request.columns.map((name) => `${quoted(name)} = ${bodyValue(request, column(relation, name))}`);
  return `update ${table} set ${sets.join(', ')} from ${payloadSql(context, request)}${list(' where ', conditions, ' and ')} returning ${returning}`;
}

/** Conditions of an update or delete; with a limit, the rows that an ordered select by primary key finds. */
function whereSql(context: ReadContext, request: WriteRequest): readonly string[] {
  const { relation, query } = request;
  const isRoot = (part: { path: readonly string[] }) => part.path.length === 0;
  const isLimited = request.hasLimit || request.hasOffset;
  const target: Source = {
    from: qualified(relation),
    alias: quoted(relation.name),
    label: relation.name,
    relation,
    columns: relation.columns,
  };
  const rootQuery = {
    ...query,
    select: [],
    filters: query.filters.filter(isRoot),
    logic: query.logic.filter(isRoot),
    // Without a limit, the order would leave unused parameters.
    orders: isLimited ? query.orders.filter(isRoot) : [],
    limits: [],
  };
  const where = readSql({ ...context, query: rootQuery }, target);
  if (!isLimited) return where.conditions;
  if (relation.key.length === 0 || where.order.length === 0) {
    throw new RestFailure(400, 'PGRST109', 'A write with a limit needs a primary key and an order.');
  }
  const key = relation.key.map((name) => `${target.alias}.${quoted(name)}`).join(', ');
  where.fields = [{ sql: key, name: null }];
  limitRoot(context, where, request);
  return [`(${key}) in (${renderSelect(where)})`];
}

function insertSql(context: ReadContext, request: WriteRequest, returning: string): string {
  const { relation, columns, query, preferences } = request;
  const names = columns.map((name) => quoted(column(relation, name).name));
  const target = `${qualified(relation)}${names.length > 0 ? ` (${names.join(', ')})` : ''}`;
  const isPut = request.verb === 'put';
  const resolution = isPut ? 'merge-duplicates' : preferences.resolution;
  const conflict = query.conflict ?? relation.key;
  for (const name of conflict) column(relation, name);
  let onConflict = '';
  if (resolution !== null && conflict.length > 0) {
    const sets = names.map((name) => `${name} = excluded.${name}`).join(', ');
    const action = resolution === 'ignore-duplicates' || sets === '' ? 'do nothing' : `do update set ${sets}`;
    onConflict = ` on conflict (${conflict.map(quoted).join(', ')}) ${action}`;
  }
  if (isGivenByText(request)) {
    const texts = columns.map((name) => context.parameters.add(({ texts }) => texts?.[name] ?? null));
    return `insert into ${target} values (${texts.join(', ')})${onConflict} returning ${returning}`;
  }
  const rows = names.length > 0 ? payloadSql(context, request) : emptyRows(context, request);
  const matching = isPut ? putConditions(context, request) : [];
  if (countsInserted(request)) {
    matching.push(counterSql('+', '0'));
    if (onConflict.includes('do update')) onConflict += ` where ${counterSql('-', '-1')}`;
  }
  const values = columns.map((name) => bodyValue(request, column(relation, name))).join(', ');
  return `insert into ${target} select ${values} from ${rows}${list(' where ', matching, ' and ')}${onConflict} returning ${returning}`;
}

/**
 * Types whose values in a JSON payload are read as their texts are, and of which a parameter can be. The payload need
 * not be taken apart by PostgreSQL then, which costs as much as a right to look up.
 */
const TEXTUAL =
  /^(uuid|text|character varying|character|boolean|smallint|integer|bigint|numeric|real|double precision|date|interval|time(stamp)?)( with(out)? time zone)?(\([\d,]+\))?( with(out)? time zone)?$/;

const isTextual = ({ type, representation }: Column) => !representation?.fromJson && TEXTUAL.test(type);

function isGivenByText(request: WriteRequest): boolean {
  const { relation, columns, preferences } = request;
  const isPlain = request.isFlat && request.verb === 'insert' && !countsInserted(request) && columns.length > 0;
  return isPlain && preferences.missing !== 'default' && columns.every((name) => isTextual(column(relation, name)));
}

function countsInserted({ verb, preferences }: WriteRequest): boolean {
  return verb === 'put' || (verb === 'insert' && preferences.resolution === 'merge-duplicates');
}

const COUNTER = "nullif(current_setting('pgrst.inserted', true), '')::int4";
const INSERTED = `, coalesce(${COUNTER}, 0) as inserted`;

/** Always true; counts inserted rows: each attempted row adds one, each conflict subtracts one. */
function counterSql(sign: '+' | '-', never: string): string {
  return `set_config('pgrst.inserted', (coalesce(${COUNTER}, 0) ${sign} 1)::text, true) <> '${never}'`;
}

/** One row of defaults for each empty object of the payload. */
function emptyRows(context: ReadContext, request: WriteRequest): string {
  const body = context.parameters.add((input) => input.body);
  return request.isObject ? `(select ${body}::json) as pgrst_body` : `json_array_elements(${body}::json) as pgrst_body`;
}

function putConditions(context: ReadContext, request: WriteRequest): string[] {
  const { relation, query } = request;
  if (request.hasLimit || request.hasOffset) throw failures.putLimit();
  const filtered = new Set(query.filters.map((filter) => filter.field.name));
  const isExact =
    relation.key.length > 0 &&
    query.logic.length === 0 &&
    query.filters.length === relation.key.length &&
    relation.key.every((name) => filtered.has(name)) &&
    query.filters.every(
      (filter) => filter.head === 'eq.' && filter.path.length === 0 && filter.field.path.length === 0,
    );
  if (!isExact) throw failures.putFilters();
  return query.filters.map(({ field, head, index }) => {
    if (!request.columns.includes(field.name)) throw failures.putKey();
    parseCondition(head);
    const named = column(relation, field.name);
    const value = context.parameters.add((input) => (input.pairs[index]?.value ?? '').slice(head.length));
    const fromText = named.representation?.fromText;
    return `${bodyValue(request, named)} = ${fromText ? `${qualified(fromText)}(${value}::text)` : value}`;
  });
}

/** The primary key of the written row as a JSON object of texts; null for several rows. */
function locationSql(relation: Relation): string {
  const parts = relation.key.map((name) => `'${name.replaceAll("'", "''")}', ${quoted(name)}::text`);
  return `case when count(*) = 1 then (select json_build_object(${parts.join(', ')})::text from ${WRITTEN}) end`;
}
