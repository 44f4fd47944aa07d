import type { ConstraintRow, RelationRow } from './catalogue.ts';
import type { ForeignKey } from './relationships.ts';
import type { Relation } from './schema-cache.ts';
import { viewColumnOrigins } from './view-columns.ts';

/** `key` is the relation's own list of primary key columns, filled while the keys are read. */
export type LoadedRelation = { row: RelationRow; relation: Relation; key: string[]; names: Map<number, string> };

/** For each relation: base table -> base column number -> the relation's own column names that show it. */
export type Origins = Map<number, Map<number, Map<number, string>>>;

/** Follows the columns of views to the base tables they pass through. */
export function originsOfViews(loaded: Map<number, LoadedRelation>): Origins {
  const direct = new Map<number, ReturnType<typeof viewColumnOrigins>>();
  for (const [oid, { row }] of loaded) if (row.rule) direct.set(oid, viewColumnOrigins(row.rule));
  const result: Origins = new Map();
  for (const [oid, { names }] of loaded) {
    const columnsByBase = new Map<number, Map<number, string>>();
    for (const [number, name] of names) {
      let at = { relation: oid, column: number };
      // A view over a view over a table: views can't refer to themselves, the bound is for a broken catalogue.
      for (let step = 0; step < 32 && direct.has(at.relation); step++) {
        const next = direct.get(at.relation)?.get(at.column);
        if (!next) break;
        at = next;
      }
      if (direct.has(at.relation)) continue;
      const columns = columnsByBase.get(at.relation) ?? new Map<number, string>();
      if (!columns.has(at.column)) columns.set(at.column, name);
      columnsByBase.set(at.relation, columns);
    }
    result.set(oid, columnsByBase);
  }
  return result;
}

/** Every foreign key, once for each pair of tables or views that expose its columns. */
export function foreignKeysOf(
  loaded: Map<number, LoadedRelation>,
  origins: Origins,
  constraints: readonly ConstraintRow[],
): ForeignKey[] {
  const showing = new Map<number, { loadedRelation: LoadedRelation; columns: Map<number, string> }[]>();
  for (const [oid, bases] of origins) {
    const loadedRelation = loaded.get(oid);
    for (const [base, columns] of bases) {
      if (loadedRelation) showing.set(base, [...(showing.get(base) ?? []), { loadedRelation, columns }]);
    }
  }
  const uniques = new Map<number, { kind: 'p' | 'u'; columns: number[] }[]>();
  for (const row of constraints) {
    if (row.kind === 'f') continue;
    const base = Number(row.relation);
    uniques.set(base, [...(uniques.get(base) ?? []), { kind: row.kind, columns: row.columns }]);
    if (row.kind !== 'p') continue;
    for (const { loadedRelation, columns } of showing.get(base) ?? []) {
      const names = row.columns.map((number) => columns.get(number));
      const bases = origins.get(loadedRelation.relation.oid)?.size ?? 0;
      if ((bases === 1 || !loadedRelation.row.is_view) && names.every((name) => name !== undefined)) {
        loadedRelation.key.push(...(names as string[]));
      }
    }
  }
  const keys: ForeignKey[] = [];
  for (const row of constraints) {
    if (row.kind !== 'f') continue;
    const rules = uniques.get(Number(row.relation)) ?? [];
    const isUnique = rules.some((rule) => rule.columns.every((number) => row.columns.includes(number)));
    const isInKey = rules.some((rule) => rule.kind === 'p' && row.columns.every((n) => rule.columns.includes(n)));
    for (const source of showing.get(Number(row.relation)) ?? []) {
      for (const target of showing.get(Number(row.target)) ?? []) {
        const pairs = row.columns.map((number, at) => {
          const targetColumn = row.target_columns?.[at];
          return [
            source.columns.get(number),
            targetColumn === undefined ? undefined : target.columns.get(targetColumn),
          ] as const;
        });
        if (!pairs.every(([from, to]) => from !== undefined && to !== undefined)) continue;
        keys.push({
          name: row.name,
          source: source.loadedRelation.relation,
          target: target.loadedRelation.relation,
          pairs: pairs as (readonly [string, string])[],
          isUnique,
          isInKey,
        });
      }
    }
  }
  return keys;
}
