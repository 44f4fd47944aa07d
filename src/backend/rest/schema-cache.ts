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
  /** A table where nothing of its own, as a trigger before each row, can leave out a row that is put in. */
  takesEveryRow: boolean;
  /** Something of its own may run when rows are put in: a trigger, a rule, whatever stands behind a view. */
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
  /** A domain named for a media type: the result is a body as it is. */
  media: { type: string; isBytes: boolean } | null;
  /** `set statement_timeout` of the function, which must hold before it is called. */
  statementTimeout: string | null;
};

/** Of a row to rows of another relation. `pairs`: own column, other column. */
export type Relationship = {
  source: Relation;
  target: Relation;
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many';
  constraint: string;
  /** The key is the source's own, not one of the target's that points back. */
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

/** What the service knows of the database's shape. Who may see which of it is PostgreSQL's to decide. */
export type SchemaCache = {
  relation(schema: string, name: string): Relation | undefined;
  relationByOid(oid: number): Relation | undefined;
  relations(schema: string): readonly Relation[];
  relationships(source: Relation): readonly Relationship[];
  /** Those that can be called, in the order in which a refusal names them. */
  routines(schema: string, name: string): readonly Routine[];
  allRoutines(schema: string): readonly Routine[];
  /** A function of one argument, a row of `relation`: selectable like a column. */
  computedColumn(relation: Relation, name: string): { schema: string; name: string } | undefined;
  /** The SQL text of a type a client may cast to, or undefined. */
  type(name: string): string | undefined;
  handlers: readonly MediaHandler[];
  /** PostGIS' function that makes a feature of a row. */
  geoJson: { schema: string; name: string } | null;
};

export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

export function qualified(thing: { schema: string; name: string }): string {
  return `${quoted(thing.schema)}.${quoted(thing.name)}`;
}

/** The name a refusal offers for an unknown one. */
export function suggestRelation(cache: SchemaCache, schema: string, name: string): string | undefined {
  return nearest(
    name,
    cache.relations(schema).map((relation) => relation.name),
  );
}
