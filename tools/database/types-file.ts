import type { Sql } from '#base/server/database.ts';
import { type Column, type ForeignKey, type Routine, readColumns, readForeignKeys, readRoutines } from './catalogue.ts';

const numbers = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric']);

function typeOf(name: string, isArray: boolean): string {
  const plain = numbers.has(name)
    ? 'number'
    : name === 'bool'
      ? 'boolean'
      : name === 'json' || name === 'jsonb'
        ? 'Json'
        : name === 'void'
          ? 'undefined'
          : 'string';
  return isArray ? `${plain}[]` : plain;
}

/** The text of `database-types.ts`: the exposed schema in the form the official client is typed by. */
export async function typesFile(sql: Sql): Promise<string> {
  const [columns, keys, routines] = [
    await readColumns(sql, 'public'),
    await readForeignKeys(sql, 'public'),
    await readRoutines(sql, 'public'),
  ];
  const tables = Map.groupBy(columns, (column) => column.table);
  const of = (kind: Column['kind']) =>
    [...tables]
      .filter(([, list]) => list[0]?.kind === kind)
      .map(([name, list]) =>
        table(
          name,
          list,
          keys.filter((key) => key.table === name),
        ),
      );
  return `/** Written by \`npm run db:types\` from the database's own catalogue; never edited. */

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
${of('table').join('\n')}
    };
    Views: {
${of('view').join('\n') || '      [name: never]: never;'}
    };
    Functions: {
${[...Map.groupBy(routines, (routine) => routine.name)].map(([, overloads]) => routineType(overloads[0] as Routine, tables)).join('\n')}
    };
    Enums: { [name in never]: never };
    CompositeTypes: { [name in never]: never };
  };
};

export type Row<Name extends keyof Database['public']['Tables']> = Database['public']['Tables'][Name]['Row'];
`;
}

function table(name: string, columns: Column[], keys: ForeignKey[]): string {
  const isView = columns[0]?.kind === 'view';
  const fields = (optional: (column: Column) => boolean, only: (column: Column) => boolean = () => true) =>
    columns
      .filter(only)
      .map(
        (column) =>
          `          ${column.name}${optional(column) ? '?' : ''}: ${typeOf(column.type, column.is_array)}${column.is_nullable && !isView ? ' | null' : ''};`,
      )
      .join('\n');
  const writable = (column: Column) => !column.is_generated;
  const relationships = keys
    .map(
      (key) => `          {
            foreignKeyName: '${key.name}';
            columns: [${key.columns.map((column) => `'${column}'`).join(', ')}];
            isOneToOne: ${key.is_one_to_one};
            referencedRelation: '${key.referenced_table}';
            referencedColumns: [${key.referenced_columns.map((column) => `'${column}'`).join(', ')}];
          },`,
    )
    .join('\n');
  return `      ${name}: {
        Row: {
${fields(() => false)}
        };${
          isView
            ? ''
            : `
        Insert: {
${fields((column) => column.is_nullable || column.has_default, writable)}
        };
        Update: {
${fields(() => true, writable)}
        };`
        }
        Relationships: [${relationships ? `\n${relationships}\n        ` : ''}];
      };`;
}

function routineType(routine: Routine, tables: Map<string, Column[]>): string {
  const list = routine.arguments
    .map(
      (argument) => `${argument.name}${argument.has_default ? '?' : ''}: ${typeOf(argument.type, argument.is_array)}`,
    )
    .join('; ');
  const row = tables.has(routine.result)
    ? `Database['public']['${tables.get(routine.result)?.[0]?.kind === 'view' ? 'Views' : 'Tables'}']['${routine.result}']['Row']`
    : null;
  const single =
    row ?? (routine.result === 'record' ? 'Record<string, Json>' : typeOf(routine.result, routine.is_array));
  return `      ${routine.name}: { Args: ${list ? `{ ${list} }` : 'Record<PropertyKey, never>'}; Returns: ${single}${routine.is_set ? '[]' : ''} };`;
}
