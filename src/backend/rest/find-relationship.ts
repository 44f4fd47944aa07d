import { failures, RestFailure } from './failure.ts';
import type { Relation, Relationship, SchemaCache } from './schema-cache.ts';
import { nearest } from './suggestions.ts';

export function isToOne(relationship: Relationship): boolean {
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one';
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
  const relationships = cache.relationships(source);
  const computed = relationships.find((relationship) => relationship.computedBy?.name === name);
  if (computed) return computed;
  const matches = relationships.filter(
    (relationship) =>
      !relationship.computedBy && relationship.target.schema === source.schema && isMatch(relationship, name, hint),
  );
  if (matches.length === 1 && matches[0]) return matches[0];
  throw matches.length === 0 ? noneFound(cache, source, name, hint) : ambiguous(source, name, matches);
}

function isMatch(relationship: Relationship, name: string, hint: string | undefined): boolean {
  const ownColumn = relationship.pairs.length === 1 ? relationship.pairs[0]?.[0] : undefined;
  const otherColumn = relationship.pairs.length === 1 ? relationship.pairs[0]?.[1] : undefined;
  if (relationship.source === relationship.target) {
    // One key, two directions: the table's name means the many, the column's name the one.
    if (hint === undefined) {
      return (
        (name === relationship.target.name && relationship.cardinality === 'one-to-many') ||
        (name === ownColumn && relationship.cardinality === 'many-to-one')
      );
    }
    if (name !== relationship.target.name) return false;
    return relationship.cardinality === 'one-to-many' && hint === otherColumn;
  }
  if (hint === undefined) {
    if (name === relationship.target.name) return true;
    return (
      !relationship.target.isView &&
      (name === relationship.constraint || name === ownColumn) &&
      relationship.constraint !== ''
    );
  }
  if (name !== relationship.target.name) return false;
  return (
    hint === ownColumn ||
    hint === otherColumn ||
    (hint === relationship.constraint && hint !== '') ||
    hint === relationship.junction?.relation.name
  );
}

function noneFound(cache: SchemaCache, source: Relation, name: string, hint: string | undefined): RestFailure {
  const near = nearest(
    name,
    cache.relationships(source).map((relationship) => relationship.target.name),
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

function ambiguous(source: Relation, name: string, matches: readonly Relationship[]): RestFailure {
  const suggestions = matches.map(
    (relationship) =>
      `'${relationship.target.name}!${relationship.junction?.relation.name ?? relationship.constraint}'`,
  );
  return new RestFailure(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${source.name}' and '${name}'`,
    {
      details: matches.map(describeRelationship),
      hint: `Try changing '${name}' to one of the following: ${suggestions.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  );
}

function describeRelationship(relationship: Relationship): Record<string, string> {
  const list = (pairs: readonly (readonly [string, string])[], side: 0 | 1) =>
    `(${pairs.map((pair) => pair[side]).join(', ')})`;
  const { junction } = relationship;
  return {
    cardinality: relationship.cardinality,
    embedding: `${relationship.source.name} with ${relationship.target.name}`,
    relationship: junction
      ? `${junction.relation.name} using ${junction.sourceConstraint}${list(junction.sourcePairs, 1)} and ${junction.targetConstraint}${list(junction.targetPairs, 1)}`
      : `${relationship.constraint} using ${relationship.source.name}${list(relationship.pairs, 0)} and ${relationship.target.name}${list(relationship.pairs, 1)}`,
  };
}
