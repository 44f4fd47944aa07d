import { markAllUsed, type Source } from './condition-sql.ts';
import { qualified, quoted, type Relationship } from './schema-cache.ts';

/** The `from` item of an embedded resource under `alias`. */
export function childSource(relationship: Relationship, parent: Source, alias: string): Source {
  const { target, computedBy, junction, source } = relationship;
  if (computedBy) markAllUsed(parent);
  for (const [own] of junction?.sourcePairs ?? relationship.pairs) parent.used?.add(own);
  let from = `${qualified(target)} as ${alias}`;
  if (computedBy) from = `${qualified(computedBy)}((${parent.alias}.*)::${qualified(source)}) as ${alias}`;
  else if (junction) from += `, ${qualified(junction.relation)} as ${junctionAlias(alias)}`;
  return { from, alias, label: alias.slice(1, -1), relation: target, columns: target.columns };
}

const junctionAlias = (alias: string) => `${alias.slice(0, -1)}_junction"`;

/** The join conditions between an embedded row and its parent. */
export function joinConditions(relationship: Relationship, parent: Source, child: Source): string[] {
  const { junction } = relationship;
  if (!junction) {
    return relationship.pairs.map(([own, other]) => `${child.alias}.${quoted(other)} = ${parent.alias}.${quoted(own)}`);
  }
  const between = junctionAlias(child.alias);
  return [
    ...junction.sourcePairs.map(([own, middle]) => `${between}.${quoted(middle)} = ${parent.alias}.${quoted(own)}`),
    ...junction.targetPairs.map(([own, middle]) => `${between}.${quoted(middle)} = ${child.alias}.${quoted(own)}`),
  ];
}
