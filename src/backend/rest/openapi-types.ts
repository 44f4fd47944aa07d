import type { Column, Relation, SchemaCache } from './schema-cache.ts';

type Json = Record<string, unknown>;

/** A relation as a JSON object: its columns, keys and defaults. */
export function definitionOf(cache: SchemaCache, relation: Relation): Json {
  const columns = [...relation.columns.values()];
  const required = columns.filter((column) => column.notNull && column.fallback === null).map((column) => column.name);
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
  for (const one of cache.relationships(relation)) {
    const pair = one.pairs.find(([own]) => own === column.name);
    if (!pair || one.target.isView || !one.holdsKey) continue;
    const [, other] = pair;
    const note = `This is a Foreign Key to \`${one.target.name}.${other}\`.<fk table='${one.target.name}' column='${other}'/>`;
    if (!notes.includes(note)) notes.push(note);
  }
  const description = [column.comment, notes.length > 0 ? `Note:\n${notes.join('\n')}` : null].filter(Boolean);
  return {
    ...typeOf(column.type),
    ...(description.length > 0 ? { description: description.join('\n\n') } : {}),
    ...(column.fallback === null ? {} : { default: defaultOf(column.fallback) }),
    ...(column.enumValues ? { enum: column.enumValues } : {}),
    ...(column.maxLength === null ? {} : { maxLength: column.maxLength }),
  };
}

function defaultOf(fallback: string): unknown {
  const literal = /^'((?:[^']|'')*)'::[\w ."]+$/.exec(fallback)?.[1];
  if (literal !== undefined) return literal.replaceAll("''", "'");
  if (/^-?\d+(\.\d+)?$/.test(fallback)) return Number(fallback);
  return fallback === 'true' ? true : fallback === 'false' ? false : fallback;
}

/** JSON's nearest type; `format` keeps PostgreSQL's. */
export function typeOf(type: string): Json {
  if (type.endsWith('[]')) return { type: 'array', format: type, items: typeOf(type.slice(0, -2)) };
  if (/^(smallint|integer|bigint)$/.test(type)) return { type: 'integer', format: type };
  if (/^(numeric|real|double precision)/.test(type)) return { type: 'number', format: type };
  if (type === 'boolean') return { type: 'boolean', format: type };
  if (type === 'json' || type === 'jsonb') return { format: type };
  return { type: 'string', format: type };
}
