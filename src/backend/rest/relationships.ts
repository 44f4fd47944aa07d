import type { Relation, Relationship } from './schema-cache.ts';

/** A foreign key between two relations by column name, a base table's own or seen through views. */
export type ForeignKey = {
  name: string;
  source: Relation;
  target: Relation;
  pairs: readonly (readonly [string, string])[];
  /** The source columns hold each value once: the other side is one row, not many. */
  isUnique: boolean;
  /** The source columns are part of the source's primary key: what makes a table a junction. */
  isInKey: boolean;
};

const flipped = (pairs: readonly (readonly [string, string])[]) => pairs.map(([from, to]) => [to, from] as const);

/**
 * Every way from one relation to another: both directions of each key, and across junctions (tables whose primary key
 * contains two foreign keys). Source: https://docs.postgrest.org/en/stable/references/api/resource_embedding.html
 */
export function relationshipsOf(keys: readonly ForeignKey[]): Relationship[] {
  const relationships: Relationship[] = [];
  for (const key of keys) {
    const forward = key.isUnique ? 'one-to-one' : 'many-to-one';
    const backward = key.isUnique ? 'one-to-one' : 'one-to-many';
    relationships.push({
      source: key.source,
      target: key.target,
      cardinality: forward,
      holdsKey: true,
      constraint: key.name,
      pairs: key.pairs,
    });
    relationships.push({
      source: key.target,
      target: key.source,
      cardinality: backward,
      holdsKey: false,
      constraint: key.name,
      pairs: flipped(key.pairs),
    });
  }
  const ofJunction = new Map<Relation, ForeignKey[]>();
  for (const key of keys) {
    if (!key.isInKey) continue;
    const list = ofJunction.get(key.source);
    if (list) list.push(key);
    else ofJunction.set(key.source, [key]);
  }
  for (const [junction, sides] of ofJunction) {
    for (const left of sides) {
      for (const right of sides) {
        if (left === right) continue;
        relationships.push({
          source: left.target,
          target: right.target,
          cardinality: 'many-to-many',
          holdsKey: false,
          constraint: '',
          pairs: [],
          junction: {
            relation: junction,
            sourceConstraint: left.name,
            targetConstraint: right.name,
            sourcePairs: flipped(left.pairs),
            targetPairs: flipped(right.pairs),
          },
        });
      }
    }
  }
  return relationships;
}
