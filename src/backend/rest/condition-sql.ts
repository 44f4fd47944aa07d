import { failures } from './failure.ts';
import {
  type Condition,
  isPattern,
  isSearch,
  isValue,
  type LogicTree,
  listLiteral,
  OPERATORS,
  pattern,
} from './filter-grammar.ts';
import type { FieldRef } from './grammar.ts';
import type { Bind, Parameters, PlanInput } from './parameters.ts';
import {
  type Column,
  qualified,
  quoted,
  type Relation,
  type Representation,
  type SchemaCache,
} from './schema-cache.ts';
import { nearestColumn } from './suggestions.ts';

/** Where a field is resolved: a table, a function's result, or the rows a statement has just written. */
export type Source = {
  /** SQL after `from`. */
  from: string;
  /** Quoted name its columns are reached by. */
  alias: string;
  /** Its name in messages. */
  label: string;
  relation: Relation | null;
  columns: ReadonlyMap<string, Column>;
  /** If set, collects the columns that the generated SQL uses of this source. */
  used?: Set<string>;
};

export function markAllUsed(source: Source): void {
  if (source.used) for (const name of source.columns.keys()) source.used.add(name);
}

/** `representation`: set for a plain column whose domain has casts to or from JSON or text. */
export type FieldSql = { sql: string; type: string | null; representation: Representation | null };

export type SqlContext = { cache: SchemaCache; parameters: Parameters };

/**
 * SQL of a column, a computed column, or a place inside JSON.
 * @throws {RestFailure} 42703 for a name the schema cache doesn't have.
 */
export function fieldSql(context: SqlContext, source: Source, field: FieldRef): FieldSql {
  const column = source.columns.get(field.name);
  let sql: string;
  if (column) {
    source.used?.add(column.name);
    sql = `${source.alias}.${quoted(column.name)}`;
  } else {
    const computed = source.relation && context.cache.computedColumn(source.relation, field.name);
    if (!computed || !source.relation) {
      throw failures.unknownColumn(source.label, field.name, nearestColumn(field.name, source.columns.keys()));
    }
    markAllUsed(source);
    sql = `${qualified(computed)}((${source.alias}.*)::${qualified(source.relation)})`;
  }
  if (field.path.length === 0) {
    return { sql, type: column?.type ?? null, representation: column?.representation ?? null };
  }
  if (column?.type !== 'json' && column?.type !== 'jsonb') sql = `to_jsonb(${sql})`;
  for (const step of field.path) {
    sql += `${step.arrow}${step.isIndex ? `(${Number.parseInt(step.key, 10) | 0})` : `${context.parameters.text(step.key)}::text`}`;
  }
  return { sql: `(${sql})`, type: field.path.at(-1)?.arrow === '->>' ? 'text' : 'jsonb', representation: null };
}

/**
 * SQL of one condition. `value` reads the operand of each request; undefined if the operand is part of `condition`.
 * @throws {RestFailure} 42703, PGRST100
 */
export function conditionSql(
  context: SqlContext,
  source: Source,
  field: FieldRef,
  condition: Condition,
  value: ((input: PlanInput) => string) | undefined,
): string {
  const read = value ?? (() => condition.value);
  const positive = comparison(context, fieldSql(context, source, field), condition, read);
  return condition.not ? `not (${positive})` : positive;
}

function comparison(
  context: SqlContext,
  { sql, type, representation }: FieldSql,
  condition: Condition,
  read: (input: PlanInput) => string,
): string {
  const { operator } = condition;
  const symbol = OPERATORS.get(operator) ?? '=';
  const add = (bind: Bind) => context.parameters.add(bind);
  if (operator === 'is') return `${sql} is ${isValue(condition.value)}`;
  const parser = representation?.fromText && !isPattern(operator) ? qualified(representation.fromText) : null;
  const list = (values: string) =>
    parser ? `array(select ${parser}(one) from unnest(${values}::text[]) as one)` : values;
  if (operator === 'in') return `${sql} = any(${list(add((input) => listLiteral(read(input))))})`;
  if (isSearch(operator)) {
    const language = condition.language ? `${context.parameters.text(condition.language)}::regconfig, ` : '';
    const document = type === null || type === 'tsvector' ? sql : `to_tsvector(${language}${sql})`;
    return `${document} ${symbol}(${language}${add(read)})`;
  }
  const bind: Bind = isPattern(operator) ? (input) => pattern(read(input)) : read;
  if (condition.quantifier) return `${sql} ${symbol} ${condition.quantifier}(${list(add(bind))})`;
  return `${sql} ${symbol} ${parser ? `${parser}(${add(bind)}::text)` : add(bind)}`;
}

/** SQL of nested conditions; `leaf` writes one of them. */
export function logicSql(tree: LogicTree, leaf: (field: FieldRef, condition: Condition) => string): string {
  if (tree.kind === 'condition') return leaf(tree.field, tree.condition);
  const members = tree.members.map((member) => logicSql(member, leaf));
  return `${tree.not ? 'not ' : ''}(${members.join(` ${tree.joint} `)})`;
}
