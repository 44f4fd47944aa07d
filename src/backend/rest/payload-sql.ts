import { failures } from './failure.ts';
import type { PlanRequest } from './plan.ts';
import type { ReadContext } from './read-sql.ts';
import { type Column, qualified, quoted, type Relation } from './schema-cache.ts';

export type WriteRequest = PlanRequest & {
  verb: 'insert' | 'update' | 'delete' | 'put';
  relation: Relation;
  /** The columns the payload sets, in order. */
  columns: readonly string[];
  /** The payload is one object, not an array of them. */
  isObject: boolean;
  /** And holds no others. */
  isFlat: boolean;
};

/** @throws {RestFailure} PGRST204 */
export function column(relation: Relation, name: string): Column {
  const named = relation.columns.get(name);
  if (!named) throw failures.column(relation.name, name);
  return named;
}

/** Flag column for a column whose domain parses JSON: whether the payload has it; if not, the default applies. */
const presence = (columns: readonly string[], name: string) => quoted(`pgrst_has_${columns.indexOf(name)}`);

/** SQL of one column's value in `pgrst_body`. */
export function bodyValue({ columns, preferences }: WriteRequest, { name, representation, fallback }: Column): string {
  const fromJson = representation?.fromJson;
  const value = `pgrst_body.${quoted(name)}`;
  if (!fromJson) return value;
  const parsed = `${qualified(fromJson)}(${value})`;
  if (preferences.missing !== 'default' || fallback === null) return parsed;
  return `case when pgrst_body.${presence(columns, name)} then ${parsed} else ${fallback} end`;
}

/** The payload as rows named `pgrst_body`, typed as the columns they go into, or as JSON where their domain reads it. */
export function payloadSql(context: ReadContext, request: WriteRequest): string {
  const columns = request.columns.map((name) => column(request.relation, name));
  const parsed = columns.filter((column) => column.representation?.fromJson);
  const typed = columns.map((column) => `${quoted(column.name)} ${parsed.includes(column) ? 'json' : column.type}`);
  const body = context.parameters.add((input) => input.body);
  if (request.preferences.missing !== 'default') {
    return `json_to_record${request.isObject ? '' : 'set'}(${body}::json) as pgrst_body(${typed.join(', ')})`;
  }
  const literal = (name: string) => `'${name.replaceAll("'", "''")}'`;
  const defaults = columns
    .filter((column) => column.fallback !== null && !parsed.includes(column))
    .map((column) => `${literal(column.name)}, ${column.fallback}`);
  const flags = parsed.map(({ name }) => ({ name, flag: presence(request.columns, name) }));
  const types = [...typed, ...flags.map(({ flag }) => `${flag} boolean`)].join(', ');
  const filled = (value: string) => {
    const object = `jsonb_build_object(${defaults.join(', ')}) || ${value}`;
    if (flags.length === 0) return object;
    const entries = flags.map(({ name, flag }) => `'${flag.slice(1, -1)}', ${value} ? ${literal(name)}`);
    return `${object} || jsonb_build_object(${entries.join(', ')})`;
  };
  if (request.isObject) return `jsonb_to_record(${filled(`${body}::jsonb`)}) as pgrst_body(${types})`;
  return `jsonb_to_recordset((select jsonb_agg(${filled('element')}) from jsonb_array_elements(${body}::jsonb) as element)) as pgrst_body(${types})`;
}
