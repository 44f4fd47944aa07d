export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

/**
 * What the columns hold that the database can't describe, by table: JSON, the columns of views, and generated columns. A feature adds its own
 * beside their types: `declare module '#base/shared/database-shapes.ts' { interface ColumnShapes { posts: { cover: Cover } } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features merge their own into it
export interface ColumnShapes {}

/**
 * The same for the functions clients call, by name: `args` overrides single arguments (JSON, or one that may be null),
 * `row` single columns of `returns table`, `returns` any other result.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features merge their own into it
export interface FunctionShapes {}

/** The declared type of `Key` in `Shapes`, else what the database says of it. */
type Declared<Shapes, Key, Stored> = Key extends keyof Shapes ? Shapes[Key] : Stored;
type DeclaredBy<Name, Part> = Declared<Declared<FunctionShapes, Name, unknown>, Part, unknown>;
/** Only keys that the database knows are overridden: a declaration of another name changes nothing. */
type Override<Stored, Shapes> = { [Key in keyof Stored]: Declared<Shapes, Key, Stored[Key]> };

export type ColumnShape<Table, Column, Stored> = Declared<Declared<ColumnShapes, Table, unknown>, Column, Stored>;
export type ArgumentShapes<Name, Stored> = Override<Stored, DeclaredBy<Name, 'args'>>;
export type RowShape<Name, Stored> = Override<Stored, DeclaredBy<Name, 'row'>>;
export type ResultShape<Name, Stored> = Declared<Declared<FunctionShapes, Name, unknown>, 'returns', Stored>;
