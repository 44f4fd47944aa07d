import type { Sql } from '#base/server/database.ts';
import {
  CONSTRAINTS,
  type ColumnRow,
  type ConstraintRow,
  RELATIONS,
  type RelationRow,
  ROUTINES,
  type RoutineRow,
  TYPES,
} from './catalogue.ts';
import { type ForeignKey, relationshipsOf } from './relationships.ts';
import type { Column, Relation, Relationship, Routine, SchemaCache } from './schema-cache.ts';
import { viewColumnOrigins } from './view-columns.ts';

/** Types whose names are spelt with more than one word, or differently in the catalogue. */
const SPELT_TYPES: Record<string, string> = {
  int: 'integer',
  integer: 'integer',
  bigint: 'bigint',
  smallint: 'smallint',
  real: 'real',
  float: 'double precision',
  'double precision': 'double precision',
  decimal: 'numeric',
  boolean: 'boolean',
  char: 'character',
  character: 'character',
  'character varying': 'character varying',
  'timestamp with time zone': 'timestamp with time zone',
  'timestamp without time zone': 'timestamp without time zone',
  'time with time zone': 'time with time zone',
  'time without time zone': 'time without time zone',
};

type LoadedRelation = { row: RelationRow; relation: Relation; key: string[]; names: Map<number, string> };

/**
 * Reads the shape of `schemas` from the catalogue: four statements, as the owner.
 * @throws {pg.DatabaseError} where the database can't be asked.
 */
export async function loadSchemaCache(sql: Sql, schemas: readonly string[]): Promise<SchemaCache> {
  const [relationRows, constraintRows, routineRows, typeRows] = await Promise.all([
    sql.query<RelationRow>(RELATIONS, [schemas]),
    sql.query<ConstraintRow>(CONSTRAINTS),
    sql.query<RoutineRow>(ROUTINES, [schemas]),
    sql.query<{ name: string; type: string }>(TYPES, [schemas]),
  ]);
  const loaded = new Map<number, LoadedRelation>();
  for (const row of relationRows) {
    const key: string[] = [];
    loaded.set(Number(row.oid), { row, key, relation: relationOf(row, key), names: namesOf(row) });
  }
  const origins = originsOfViews(loaded);
  const keys = foreignKeysOf(loaded, origins, constraintRows);
  const exposed = new Set(schemas);
  const relationships = relationshipsOf(keys).filter(
    (one) => exposed.has(one.source.schema) && exposed.has(one.target.schema),
  );
  const byOid = new Map([...loaded].map(([oid, one]) => [oid, one.relation]));
  const routines = routineRows.map((row) => routineOf(row, byOid));
  const computed = new Map<string, Routine>();
  routineRows.forEach((row, at) => {
    const routine = routines[at];
    if (row.row_of === null || !routine) return;
    const source = byOid.get(Number(row.row_of));
    if (!source) return;
    computed.set(`${row.row_of}.${row.name}`, routine);
    const target = routine.relationOid === null ? undefined : byOid.get(routine.relationOid);
    if (target && row.returns_set && exposed.has(target.schema)) {
      relationships.push(computedRelationship(source, target, routine, row.returns_one));
    }
  });
  return indexed([...byOid.values()], relationships, routines, computed, typeRows);
}

function relationOf(row: RelationRow, key: string[]): Relation {
  return {
    oid: Number(row.oid),
    schema: row.schema,
    name: row.name,
    isView: row.is_view,
    comment: row.comment,
    columns: new Map((row.columns ?? []).map((column) => [column.name, columnOf(column)])),
    key,
    canInsert: row.can_insert,
    canUpdate: row.can_update,
    canDelete: row.can_delete,
  };
}

function columnOf(row: ColumnRow): Column {
  return {
    name: row.name,
    type: row.type,
    notNull: row.not_null,
    fallback: row.fallback,
    comment: row.comment,
    enumValues: row.enum_values,
    maxLength: row.max_length,
  };
}

function namesOf(row: RelationRow): Map<number, string> {
  return new Map((row.columns ?? []).map((column) => [column.number, column.name]));
}

/** For each relation: base table -> base column number -> the relation's own column names that show it. */
type Origins = Map<number, Map<number, Map<number, string>>>;

function originsOfViews(loaded: Map<number, LoadedRelation>): Origins {
  const direct = new Map<number, ReturnType<typeof viewColumnOrigins>>();
  for (const [oid, { row }] of loaded) if (row.rule) direct.set(oid, viewColumnOrigins(row.rule));
  const result: Origins = new Map();
  for (const [oid, { names }] of loaded) {
    const shown = new Map<number, Map<number, string>>();
    for (const [number, name] of names) {
      let at = { relation: oid, column: number };
      // A view over a view over a table: views can't refer to themselves, the bound is for a broken catalogue.
      for (let step = 0; step < 32 && direct.has(at.relation); step++) {
        const next = direct.get(at.relation)?.get(at.column);
        if (!next) break;
        at = next;
      }
      if (direct.has(at.relation)) continue;
      const columns = shown.get(at.relation) ?? new Map<number, string>();
      if (!columns.has(at.column)) columns.set(at.column, name);
      shown.set(at.relation, columns);
    }
    result.set(oid, shown);
  }
  return result;
}

function foreignKeysOf(
  loaded: Map<number, LoadedRelation>,
  origins: Origins,
  constraints: readonly ConstraintRow[],
): ForeignKey[] {
  const showing = new Map<number, { one: LoadedRelation; columns: Map<number, string> }[]>();
  for (const [oid, bases] of origins) {
    const one = loaded.get(oid);
    for (const [base, columns] of bases) {
      if (one) showing.set(base, [...(showing.get(base) ?? []), { one, columns }]);
    }
  }
  const uniques = new Map<number, { kind: 'p' | 'u'; columns: number[] }[]>();
  for (const row of constraints) {
    if (row.kind === 'f') continue;
    const base = Number(row.relation);
    uniques.set(base, [...(uniques.get(base) ?? []), { kind: row.kind, columns: row.columns }]);
    if (row.kind !== 'p') continue;
    for (const { one, columns } of showing.get(base) ?? []) {
      const names = row.columns.map((number) => columns.get(number));
      const bases = origins.get(one.relation.oid)?.size ?? 0;
      if ((bases === 1 || !one.row.is_view) && names.every((name) => name !== undefined)) {
        one.key.push(...(names as string[]));
      }
    }
  }
  const found: ForeignKey[] = [];
  for (const row of constraints) {
    if (row.kind !== 'f') continue;
    const rules = uniques.get(Number(row.relation)) ?? [];
    const isUnique = rules.some((rule) => rule.columns.every((number) => row.columns.includes(number)));
    const isInKey = rules.some((rule) => rule.kind === 'p' && row.columns.every((n) => rule.columns.includes(n)));
    for (const source of showing.get(Number(row.relation)) ?? []) {
      for (const target of showing.get(Number(row.target)) ?? []) {
        const pairs = row.columns.map((number, at) => {
          const other = row.target_columns?.[at];
          return [source.columns.get(number), other === undefined ? undefined : target.columns.get(other)] as const;
        });
        if (!pairs.every(([from, to]) => from !== undefined && to !== undefined)) continue;
        found.push({
          name: row.name,
          source: source.one.relation,
          target: target.one.relation,
          pairs: pairs as (readonly [string, string])[],
          isUnique,
          isInKey,
        });
      }
    }
  }
  return found;
}

function routineOf(row: RoutineRow, byOid: Map<number, Relation>): Routine {
  const modes = row.modes ?? row.types.map(() => 'i');
  const inputs: { name: string; type: string; variadic: boolean }[] = [];
  const columns = new Map<string, Column>();
  row.types.forEach((type, at) => {
    const mode = modes[at] ?? 'i';
    const name = row.names[at] ?? '';
    if (mode === 'i' || mode === 'b' || mode === 'v') inputs.push({ name, type, variadic: mode === 'v' });
    if ((mode === 'o' || mode === 'b' || mode === 't') && name !== '') {
      columns.set(name, {
        name,
        type,
        notNull: false,
        fallback: null,
        comment: null,
        enumValues: null,
        maxLength: null,
      });
    }
  });
  const relation = byOid.get(Number(row.relation));
  const firstOptional = inputs.length - row.defaults;
  const isRow = row.type_kind === 'c' || columns.size > 1 || (columns.size === 1 && modes.includes('t'));
  return {
    oid: Number(row.oid),
    schema: row.schema,
    name: row.name,
    comment: row.comment,
    parameters: inputs.map((input, at) => ({ ...input, required: at < firstOptional && !input.variadic })),
    returnsSet: row.returns_set,
    returns: relation ? 'relation' : row.type_name === 'void' ? 'void' : isRow ? 'row' : 'scalar',
    relationOid: relation?.oid ?? null,
    columns: relation?.columns ?? columns,
    volatility: row.volatility === 'v' ? 'volatile' : row.volatility === 's' ? 'stable' : 'immutable',
  };
}

function computedRelationship(source: Relation, target: Relation, routine: Routine, isOne: boolean): Relationship {
  return {
    source,
    target,
    cardinality: isOne ? 'many-to-one' : 'one-to-many',
    constraint: '',
    holdsKey: false,
    pairs: [],
    computedBy: { schema: routine.schema, name: routine.name },
  };
}

function indexed(
  relations: readonly Relation[],
  relationships: readonly Relationship[],
  routines: readonly Routine[],
  computed: ReadonlyMap<string, Routine>,
  types: readonly { name: string; type: string }[],
): SchemaCache {
  const byName = new Map(relations.map((relation) => [`${relation.schema}.${relation.name}`, relation]));
  const byOid = new Map(relations.map((relation) => [relation.oid, relation]));
  const bySource = Map.groupBy(relationships, (one) => one.source);
  const bySchema = Map.groupBy(relations, (relation) => relation.schema);
  const routinesByName = Map.groupBy(routines, (routine) => `${routine.schema}.${routine.name}`);
  const routinesBySchema = Map.groupBy(routines, (routine) => routine.schema);
  const typesByName = new Map([...types.map((one) => [one.name, one.type] as const), ...Object.entries(SPELT_TYPES)]);
  return {
    relation: (schema, name) => byName.get(`${schema}.${name}`),
    relationByOid: (oid) => byOid.get(oid),
    relations: (schema) => bySchema.get(schema) ?? [],
    relationships: (source) => bySource.get(source) ?? [],
    routines: (schema, name) => routinesByName.get(`${schema}.${name}`) ?? [],
    allRoutines: (schema) => routinesBySchema.get(schema) ?? [],
    computedColumn: (relation, name) => computed.get(`${relation.oid}.${name}`),
    type: (name) => {
      const isArray = name.endsWith('[]');
      const found = typesByName.get((isArray ? name.slice(0, -2) : name).trim().toLowerCase());
      return found && isArray ? `${found}[]` : found;
    },
  };
}
