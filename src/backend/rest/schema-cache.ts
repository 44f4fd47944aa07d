import type { MediaHandler } from './handlers.ts';
import { nearest } from './suggestions.ts';

type Named = { schema: string; name: string };

/** Functions that write a domain's values as JSON, and read them from a payload (JSON) or an address (text). */
export type Representation = { toJson?: Named; fromJson?: Named; fromText?: Named };

/** A column as a client may name it. `type` is SQL text from the catalogue; `fallback` an SQL expression or null. */
export type Column = {
  name: string;
  type: string;
  /** As documents name it: with its schema, without length, and of a domain over a built-in type that type. */
  displayType: string;
  representation: Representation | null;
  notNull: boolean;
  fallback: string | null;
  comment: string | null;
  enumValues: readonly string[] | null;
  maxLength: number | null;
};

export type Relation = {
  oid: number;
  schema: string;
  name: string;
  isView: boolean;
  /** A table without rules or BEFORE ROW triggers, so every inserted row is written. */
  takesEveryRow: boolean;
  /** An insert may run a trigger, a rule or the query behind a view. */
  hasInsertHooks: boolean;
  comment: string | null;
  columns: ReadonlyMap<string, Column>;
  /** Columns of the primary key, in its order; of a view over one table, that table's. */
  key: readonly string[];
  canInsert: boolean;
  canUpdate: boolean;
  canDelete: boolean;
};

export type Parameter = { name: string; type: string; required: boolean; variadic: boolean };

export type Routine = {
  oid: number;
  schema: string;
  name: string;
  comment: string | null;
  parameters: readonly Parameter[];
  returnsSet: boolean;
  /** `row`: columns of its own (OUT, TABLE); `relation`: the rows of a table; `scalar`; `void`. */
  returns: 'scalar' | 'void' | 'row' | 'relation';
  relationOid: number | null;
  columns: ReadonlyMap<string, Column>;
  volatility: 'volatile' | 'stable' | 'immutable';
  /** The return type is a domain named after a media type: the result is the response body. */
  media: { type: string; isBytes: boolean } | null;
  /** `set statement_timeout` of the function; applied before the call. */
  statementTimeout: string | null;
};

/** From a relation's row to rows of another one. `pairs`: own column, other column. */
export type Relationship = {
  source: Relation;
  target: Relation;
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many';
  constraint: string;
  /** The foreign key is in the source, not in the target. */
  holdsKey: boolean;
  pairs: readonly (readonly [string, string])[];
  junction?: {
    relation: { schema: string; name: string };
    sourceConstraint: string;
    targetConstraint: string;
    sourcePairs: readonly (readonly [string, string])[];
    targetPairs: readonly (readonly [string, string])[];
  };
  /** A function from a row of `source` to `target`: a computed relationship. */
  computedBy?: { schema: string; name: string };
};

/** The tables, views, functions and relationships of the exposed schemas. PostgreSQL decides who may use them. */
export type SchemaCache = {
  relation(schema: string, name: string): Relation | undefined;
  relationByOid(oid: number): Relation | undefined;
  relations(schema: string): readonly Relation[];
  relationships(source: Relation): readonly Relationship[];
  /** Callable overloads, in the order of error messages. */
  routines(schema: string, name: string): readonly Routine[];
  allRoutines(schema: string): readonly Routine[];
  /** Overloads of one unnamed parameter, called by an empty argument name alone; not among `routines`, and so in no suggestion or document. */
  routinesByEmptyName(schema: string, name: string): readonly Routine[];
  /** A function of one argument, a row of `relation`: selectable like a column. */
  computedColumn(relation: Relation, name: string): { schema: string; name: string } | undefined;
  /** The SQL text of a type a client may cast to, or undefined. */
  type(name: string): string | undefined;
  handlers: readonly MediaHandler[];
  /** PostGIS' function that turns a row into a GeoJSON feature. */
  geoJson: { schema: string; name: string } | null;
};

export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

export function qualified(thing: { schema: string; name: string }): string {
  return `${quoted(thing.schema)}.${quoted(thing.name)}`;
}

/** The suggestion for an unknown relation name. */
export function suggestRelation(cache: SchemaCache, schema: string, name: string): string | undefined {
  return nearest(
    name,
    cache.relations(schema).map((relation) => relation.name),
  );
}
