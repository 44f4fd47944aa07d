import type { Column, Parameter, Relation, Relationship, Routine, SchemaCache } from './schema-cache.ts';

type Json = Record<string, unknown>;

/** Splits a comment into its first line (summary) and the text after it (description). */
export function summarised(comment: string | null): { summary?: string; description?: string } {
  if (!comment) return {};
  const end = comment.indexOf('\n');
  const description = end < 0 ? '' : comment.slice(end).replace(/^\n+/, '');
  return { summary: end < 0 ? comment : comment.slice(0, end), ...(description ? { description } : {}) };
}

/** A relation as a JSON object: its columns, keys and defaults. */
export function definitionOf(cache: SchemaCache, relation: Relation): Json {
  const columns = [...relation.columns.values()];
  const required = columns.filter((column) => column.notNull).map((column) => column.name);
  return {
    ...(relation.comment ? { description: relation.comment } : {}),
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(columns.map((column) => [column.name, propertyOf(cache, relation, column)])),
    type: 'object',
  };
}

function propertyOf(cache: SchemaCache, relation: Relation, column: Column): Json {
  const notes: string[] = [];
  if (relation.key.includes(column.name)) notes.push('This is a Primary Key.<pk/>');
  const key = foreignKeyOf(cache.relationships(relation), column.name);
  if (key) {
    const [table, targetColumn] = key;
    notes.push(`This is a Foreign Key to \`${table}.${targetColumn}\`.<fk table='${table}' column='${targetColumn}'/>`);
  }
  const description = [column.comment, notes.length > 0 ? `Note:\n${notes.join('\n')}` : null].filter(Boolean);
  return {
    ...typeOf(column.displayType),
    ...(description.length > 0 ? { description: description.join('\n\n') } : {}),
    ...defaultOf(column),
    ...(column.enumValues ? { enum: column.enumValues } : {}),
    ...(column.maxLength === null ? {} : { maxLength: column.maxLength }),
  };
}

/** The table and column a single-column foreign key references; a view only if there is no table. */
function foreignKeyOf(relationships: readonly Relationship[], column: string): readonly [string, string] | undefined {
  const keys = relationships.filter(
    (relationship) => relationship.holdsKey && relationship.pairs.length === 1 && relationship.pairs[0]?.[0] === column,
  );
  const key = keys.find((relationship) => !relationship.target.isView) ?? keys[0];
  const targetColumn = key?.pairs[0]?.[1];
  return key && targetColumn !== undefined ? [key.target.name, targetColumn] : undefined;
}

/** A default as JSON. Expressions are shown only for types that are strings in JSON. */
function defaultOf({ fallback, displayType: shownType, type }: Column): Json {
  if (fallback === null) return {};
  if (typeOf(shownType).type === 'string') {
    const cast = [`::${shownType}`, `::${type}`].find((suffix) => fallback.endsWith(suffix));
    return { default: cast ? fallback.slice(0, -cast.length).replace(/^'+|'+$/g, '') : fallback };
  }
  try {
    return { default: JSON.parse(fallback) as unknown };
  } catch {
    return {};
  }
}

/** A function's arguments as a JSON object. */
export function argumentsOf({ comment, parameters }: Routine): Json {
  const required = parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name);
  return {
    ...(comment ? { description: comment } : {}),
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, typeOf(parameter.type)])),
    type: 'object',
  };
}

/** One argument as a query parameter: arrays are PostgreSQL literals, except for a variadic parameter. */
export function queryParameterOf({ name, type, required, variadic }: Parameter): Json {
  const jsonType = typeOf(type).type ?? 'string';
  if (!variadic) return { name, in: 'query', required, format: type, type: jsonType === 'array' ? 'string' : jsonType };
  const items = { ...typeOf(type.slice(0, -2)), format: type.slice(0, -2) };
  return { name, in: 'query', required, type: 'array', collectionFormat: 'multi', items };
}

/** JSON's nearest type; `format` keeps PostgreSQL's. */
export function typeOf(type: string): Json & { type?: string } {
  const name = typeName(type);
  if (name !== 'array') return { ...(name ? { type: name } : {}), format: type };
  const item = typeName(type.slice(0, -2));
  return { type: 'array', format: type, items: item ? { type: item } : {} };
}

const TYPE_NAMES: Record<string, string | undefined> = {
  boolean: 'boolean',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
  json: undefined,
  jsonb: undefined,
};

function typeName(type: string): string | undefined {
  if (Object.hasOwn(TYPE_NAMES, type)) return TYPE_NAMES[type];
  return type.endsWith('[]') ? 'array' : 'string';
}
