import type { Sql } from '#base/server/database.ts';
import {
  type Column,
  type ForeignKey,
  type Routine,
  readAllowedValues,
  readColumns,
  readForeignKeys,
  readRoutines,
} from './catalogue.ts';

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
  const [columns, keys, routines, allowed] = [
    await readColumns(sql, 'public'),
    await readForeignKeys(sql, 'public'),
    await readRoutines(sql, 'public'),
    await readAllowedValues(sql, 'public'),
  ];
  const tables = Map.groupBy(columns, (column) => column.table);
  const rpcs = routines.filter((routine) => ![...tables.keys()].some((name) => isComputedField(routine, name)));
  const of = (kind: Column['kind']) =>
    [...tables]
      .filter(([, list]) => list[0]?.kind === kind)
      .map(([name, list]) =>
        table(
          name,
          list,
          keys.filter((key) => key.table === name),
          routines.filter((routine) => isComputedField(routine, name)),
          allowed,
        ),
      );
  return `/** Written by \`npm run db:types\` from the database's own catalogue; never edited. */

import type { ArgumentShapes, ColumnShape, Json, ResultShape, RowShape } from './database-shapes.ts';

export type Database = {
  public: {
    Tables: {
${of('table').join('\n')}
    };
    Views: {
${of('view').join('\n') || '      [name: never]: never;'}
    };
    Functions: {
${[...Map.groupBy(rpcs, (routine) => routine.name)].map(([, overloads]) => routineType(overloads[0] as Routine, tables)).join('\n')}
    };
    Enums: { [name in never]: never };
    CompositeTypes: { [name in never]: never };
  };
};

export type Row<Name extends keyof Database['public']['Tables']> = Database['public']['Tables'][Name]['Row'];
`;
}

function table(
  name: string,
  columns: Column[],
  keys: ForeignKey[],
  computed: Routine[],
  allowed: Map<string, (string | number)[]>,
): string {
  const isView = columns[0]?.kind === 'view';
  const typeOfColumn = (column: Column) => {
    const values = allowed
      .get(`${name}.${column.name}`)
      ?.map((value) => (typeof value === 'number' ? value : `'${value}'`));
    if (values) return column.is_array ? `(${values.join(' | ')})[]` : values.join(' | ');
    const type = typeOf(column.type, column.is_array);
    // No constraint shows what a view or a generated column may hold: they can be declared.
    return isView || column.is_generated || type.startsWith('Json')
      ? `ColumnShape<'${name}', '${column.name}', ${type}>`
      : type;
  };
  const fields = (optional: (column: Column) => boolean, only: (column: Column) => boolean = () => true) =>
    columns
      .filter(only)
      .map(
        (column) =>
          `          ${column.name}${optional(column) ? '?' : ''}: ${typeOfColumn(column)}${column.is_nullable && !isView ? ' | null' : ''};`,
      )
      .join('\n');
  // A select must name a computed field, and a function may return null.
  const typeOfField = (routine: Routine) =>
    `          ${routine.name}: ColumnShape<'${name}', '${routine.name}', ${typeOf(routine.result, routine.is_array)} | null>;`;
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
${[fields(() => false), ...computed.map(typeOfField)].join('\n')}
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

/** A function of one row of a table, which the data service offers as a column of it. */
function isComputedField({ arguments: list }: Routine, table: string): boolean {
  return list.length === 1 && list[0]?.type === table;
}

function routineType(routine: Routine, tables: Map<string, Column[]>): string {
  const list = routine.arguments
    .map(
      (argument) =>
        `${argument.name}${argument.has_default ? '?' : ''}: ${typeOf(argument.type, argument.is_array)}${argument.defaults_to_null ? ' | null' : ''}`,
    )
    .join('; ');
  const args = list ? `ArgumentShapes<'${routine.name}', { ${list} }>` : 'Record<PropertyKey, never>';
  return `      ${routine.name}: { Args: ${args}; Returns: ${resultOf(routine, tables)}${routine.is_set ? '[]' : ''} };`;
}

function resultOf(routine: Routine, tables: Map<string, Column[]>): string {
  const view = tables.get(routine.result)?.[0]?.kind === 'view' ? 'Views' : 'Tables';
  if (tables.has(routine.result)) return `Database['public']['${view}']['${routine.result}']['Row']`;
  if (routine.columns.length > 0) {
    const fields = routine.columns.map(({ name, type, is_array }) => `${name}: ${typeOf(type, is_array)}`);
    return `RowShape<'${routine.name}', { ${fields.join('; ')} }>`;
  }
  const type = typeOf(routine.result, routine.is_array);
  return /^(Json|string)/.test(type) ? `ResultShape<'${routine.name}', ${type}>` : type;
}
