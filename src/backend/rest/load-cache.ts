import type { Sql } from '#base/server/database.ts';
import {
  CONSTRAINTS,
  type ColumnRow,
  type ConstraintRow,
  MISSING_SCHEMAS,
  RELATIONS,
  REPRESENTATIONS,
  type RelationRow,
  type RepresentationRow,
  ROUTINES,
  type RoutineRow,
  TYPES,
} from './catalogue.ts';
import { foreignKeysOf, type LoadedRelation, originsOfViews } from './foreign-keys.ts';
import { GEOJSON, HANDLERS, type HandlerRow } from './handlers.ts';
import { relationshipsOf } from './relationships.ts';
import { isCallable, isCalledByEmptyName, routinesInOrder } from './routine-order.ts';
import type { Column, Relation, Relationship, Representation, Routine, SchemaCache } from './schema-cache.ts';

type Representations = ReadonlyMap<number, Representation>;

/** Aliases and multi-word names of types that `pg_type` spells differently. */
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

/**
 * Reads the shape of `schemas` from the catalogue: eight statements, which any role may ask.
 * @throws {pg.DatabaseError} if a query fails.
 * @throws {Error} if a schema does not exist: as published, nothing is served then.
 */
export async function loadSchemaCache(sql: Sql, schemas: readonly string[]): Promise<SchemaCache> {
  const missing = await sql.query<{ name: string }>(MISSING_SCHEMAS, [schemas]);
  if (missing.length > 0) {
    throw new Error(
      `The database has no schema ${missing.map(({ name }) => `"${name}"`).join(', ')}, which PGRST_DB_SCHEMAS names.`,
    );
  }
  const [relationRows, constraintRows, routineRows, typeRows, handlerRows, [geoJson], casts] = await Promise.all([
    sql.query<RelationRow>(RELATIONS, [schemas]),
    sql.query<ConstraintRow>(CONSTRAINTS),
    sql.query<RoutineRow>(ROUTINES, [schemas]),
    sql.query<{ name: string; type: string }>(TYPES, [schemas]),
    sql.query<HandlerRow>(HANDLERS, [schemas]),
    sql.query<{ schema: string; name: string }>(GEOJSON),
    sql.query<RepresentationRow>(REPRESENTATIONS),
  ]);
  const representations = representationsOf(casts);
  const loaded = new Map<number, LoadedRelation>();
  for (const row of relationRows) {
    const key: string[] = [];
    loaded.set(Number(row.oid), { row, key, relation: relationOf(row, key, representations), names: namesOf(row) });
  }
  const origins = originsOfViews(loaded);
  const keys = foreignKeysOf(loaded, origins, constraintRows);
  const exposed = new Set(schemas);
  const relationships = relationshipsOf(keys).filter(
    (relationship) => exposed.has(relationship.source.schema) && exposed.has(relationship.target.schema),
  );
  const byOid = new Map([...loaded].map(([oid, { relation }]) => [oid, relation]));
  const routines = routineRows.map((row) => routineOf(row, byOid));
  const computed = new Map<string, Routine>();
  routineRows.forEach((row, at) => {
    const routine = routines[at];
    if (row.row_of === null || !routine) return;
    const source = byOid.get(Number(row.row_of));
    if (!source) return;
    computed.set(`${row.row_of}.${row.name}`, routine);
    const target = routine.relationOid === null ? undefined : byOid.get(routine.relationOid);
    if (target && exposed.has(target.schema)) {
      relationships.push(computedRelationship(source, target, routine, row.returns_one || !row.returns_set));
    }
  });
  const handlers = handlerRows.map(({ relation, is_bytes, ...row }) => ({
    ...row,
    relationOid: relation === null ? null : Number(relation),
    isBytes: is_bytes,
  }));
  return {
    ...indexed([...byOid.values()], relationships, routines, computed, typeRows),
    handlers,
    geoJson: geoJson ?? null,
  };
}

function representationsOf(rows: readonly RepresentationRow[]): Representations {
  const byDomain = new Map<number, Representation>();
  for (const { is_output, domain, form, schema, name } of rows) {
    const representation = byDomain.get(Number(domain)) ?? {};
    const use = is_output ? 'toJson' : form === 'json' ? 'fromJson' : 'fromText';
    byDomain.set(Number(domain), { ...representation, [use]: { schema, name } });
  }
  return byDomain;
}

function relationOf(row: RelationRow, key: string[], representations: Representations): Relation {
  return {
    oid: Number(row.oid),
    schema: row.schema,
    name: row.name,
    isView: row.is_view,
    takesEveryRow: row.takes_every_row,
    hasInsertHooks: row.heeds_inserts,
    comment: row.comment,
    columns: new Map((row.columns ?? []).map((column) => [column.name, columnOf(column, representations)])),
    key,
    canInsert: row.can_insert,
    canUpdate: row.can_update,
    canDelete: row.can_delete,
  };
}

function columnOf(row: ColumnRow, representations: Representations): Column {
  return {
    name: row.name,
    type: row.type,
    displayType: row.shown_type,
    representation: row.domain === null ? null : (representations.get(Number(row.domain)) ?? null),
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

function routineOf(row: RoutineRow, byOid: Map<number, Relation>): Routine {
  const modes = row.modes ?? row.types.map(() => 'i');
  const inputs: { name: string; type: string; variadic: boolean }[] = [];
  const columns = new Map<string, Column>();
  row.types.forEach((type, at) => {
    const mode = modes[at] ?? 'i';
    const name = row.names[at] ?? '';
    if (mode === 'i' || mode === 'b' || mode === 'v') inputs.push({ name, type, variadic: mode === 'v' });
    if ((mode === 'o' || mode === 'b' || mode === 't') && name !== '') {
      columns.set(name, resultColumn(name, type));
    }
  });
  for (const { name, type } of row.fields ?? []) columns.set(name, resultColumn(name, type));
  const relation = byOid.get(Number(row.relation));
  const firstOptional = inputs.length - row.defaults;
  // OUT parameters are the columns of a row, even a single one.
  const isRow = row.type_kind === 'c' || modes.some((mode) => mode === 'o' || mode === 'b' || mode === 't');
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
    media: row.media === null ? null : { type: row.media, isBytes: row.media_is_bytes },
    statementTimeout: row.statement_timeout,
  };
}

/** A column of the rows that a function returns. */
function resultColumn(name: string, type: string): Column {
  return {
    name,
    type,
    displayType: type,
    representation: null,
    notNull: false,
    fallback: null,
    comment: null,
    enumValues: null,
    maxLength: null,
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
): Omit<SchemaCache, 'handlers' | 'geoJson'> {
  const byName = new Map(relations.map((relation) => [`${relation.schema}.${relation.name}`, relation]));
  const byOid = new Map(relations.map((relation) => [relation.oid, relation]));
  const bySource = Map.groupBy(relationships, (relationship) => relationship.source);
  const bySchema = Map.groupBy(relations, (relation) => relation.schema);
  const fullName = (routine: Routine) => `${routine.schema}.${routine.name}`;
  const callable = routines.filter(isCallable);
  const routinesByName = Map.groupBy(routinesInOrder(callable), fullName);
  const routinesBySchema = Map.groupBy(callable, (routine) => routine.schema);
  const byEmptyName = Map.groupBy(routinesInOrder(routines.filter(isCalledByEmptyName)), fullName);
  const typesByName = new Map([
    ...types.map((type) => [type.name, type.type] as const),
    ...Object.entries(SPELT_TYPES),
  ]);
  return {
    relation: (schema, name) => byName.get(`${schema}.${name}`),
    relationByOid: (oid) => byOid.get(oid),
    relations: (schema) => bySchema.get(schema) ?? [],
    relationships: (source) => bySource.get(source) ?? [],
    routines: (schema, name) => routinesByName.get(`${schema}.${name}`) ?? [],
    allRoutines: (schema) => routinesBySchema.get(schema) ?? [],
    routinesByEmptyName: (schema, name) => byEmptyName.get(`${schema}.${name}`) ?? [],
    computedColumn: (relation, name) => computed.get(`${relation.oid}.${name}`),
    type: (name) => {
      const isArray = name.endsWith('[]');
      const type = typesByName.get((isArray ? name.slice(0, -2) : name).trim().toLowerCase());
      return type && isArray ? `${type}[]` : type;
    },
  };
}
