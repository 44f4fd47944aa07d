import { failures, RestFailure } from './failure.ts';
import type { Relation, Relationship, SchemaCache } from './schema-cache.ts';
import { nearest } from './suggestions.ts';

export function isToOne(one: Relationship): boolean {
  return one.cardinality === 'many-to-one' || one.cardinality === 'one-to-one';
}

/**
 * The one relationship from `source` that `name` and `hint` mean: a table, constraint, column, or computed one.
 * Source: https://docs.postgrest.org/en/stable/references/api/resource_embedding.html#foreign-key-joins-on-multiple-foreign-key-relationships
 * @throws {RestFailure} PGRST200 none, PGRST201 more than one.
 */
export function findRelationship(
  cache: SchemaCache,
  { relation: source }: { relation: Relation | null },
  name: string,
  hint: string | undefined,
): Relationship {
  if (!source) throw failures.notEmbedded(name);
  const all = cache.relationships(source);
  const computed = all.find((one) => one.computedBy?.name === name);
  if (computed) return computed;
  const found = all.filter((one) => !one.computedBy && one.target.schema === source.schema && means(one, name, hint));
  if (found.length === 1 && found[0]) return found[0];
  throw found.length === 0 ? noneFound(cache, source, name, hint) : ambiguous(source, name, found);
}

function means(one: Relationship, name: string, hint: string | undefined): boolean {
  const own = one.pairs.length === 1 ? one.pairs[0]?.[0] : undefined;
  const other = one.pairs.length === 1 ? one.pairs[0]?.[1] : undefined;
  if (one.source === one.target) {
    // One key, two directions: the table's name means the many, the column's name the one.
    if (hint === undefined) {
      return (
        (name === one.target.name && one.cardinality === 'one-to-many') ||
        (name === own && one.cardinality === 'many-to-one')
      );
    }
    if (name !== one.target.name) return false;
    return one.cardinality === 'one-to-many' && hint === other;
  }
  if (hint === undefined) {
    if (name === one.target.name) return true;
    return !one.target.isView && (name === one.constraint || name === own) && one.constraint !== '';
  }
  if (name !== one.target.name) return false;
  return (
    hint === own || hint === other || (hint === one.constraint && hint !== '') || hint === one.junction?.relation.name
  );
}

function noneFound(cache: SchemaCache, source: Relation, name: string, hint: string | undefined): RestFailure {
  const near = nearest(
    name,
    cache.relationships(source).map((one) => one.target.name),
  );
  return new RestFailure(
    400,
    'PGRST200',
    `Could not find a relationship between '${source.name}' and '${name}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${source.name}' and '${name}'${
        hint === undefined ? '' : ` using the hint '${hint}'`
      } in the schema '${source.schema}', but no matches were found.`,
      hint: near ? `Perhaps you meant '${near}' instead of '${name}'.` : null,
    },
  );
}

function ambiguous(source: Relation, name: string, found: readonly Relationship[]): RestFailure {
  const ways = found.map((one) => `'${one.target.name}!${one.junction?.relation.name ?? one.constraint}'`);
  return new RestFailure(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${source.name}' and '${name}'`,
    {
      details: found.map(described),
      hint: `Try changing '${name}' to one of the following: ${ways.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  );
}

function described(one: Relationship): Record<string, string> {
  const list = (pairs: readonly (readonly [string, string])[], side: 0 | 1) =>
    `(${pairs.map((pair) => pair[side]).join(', ')})`;
  const { junction } = one;
  return {
    cardinality: one.cardinality,
    embedding: `${one.source.name} with ${one.target.name}`,
    relationship: junction
      ? `${junction.relation.name} using ${junction.sourceConstraint}${list(junction.sourcePairs, 1)} and ${junction.targetConstraint}${list(junction.targetPairs, 1)}`
      : `${one.constraint} using ${one.source.name}${list(one.pairs, 0)} and ${one.target.name}${list(one.pairs, 1)}`,
  };
}
