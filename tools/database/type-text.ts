import type { Sql } from '#base/server/database.ts';

type Column = {
  relation: string;
  kind: 'r' | 'p' | 'v' | 'm';
  name: string;
  type: string;
  is_nullable: boolean;
  has_default: boolean;
  is_generated: boolean;
};
type ForeignKey = {
  name: string;
  relation: string;
  columns: string[];
  referenced: string;
  referenced_columns: string[];
  is_one_to_one: boolean;
};
type Argument = { name: string; type: string; is_optional: boolean };
type Routine = {
  name: string;
  arguments: Argument[];
  returned: string;
  returned_relation: string | null;
  returns_set: boolean;
  columns: { name: string; type: string }[];
};

const HEAD = `// Generated from the database by npm run db:types; never edited.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];
`;

const TYPES: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  json: 'Json',
  jsonb: 'Json',
  void: 'undefined',
  record: 'Record<string, unknown>',
  tsvector: 'unknown',
};

/** TypeScript types of the schema \`public\`, in the form the wire client is typed by. */
export async function databaseTypes(sql: Sql): Promise<string> {
  const columns = await sql.query<Column>(COLUMNS);
  const keys = await sql.query<ForeignKey>(FOREIGN_KEYS);
  const routines = await sql.query<Routine>(ROUTINES);
  const relations = Map.groupBy(columns, ({ relation }) => relation);
  const tables: string[] = [];
  const views: string[] = [];
  for (const [name, own] of relations) {
    const isTable = own[0]?.kind === 'r' || own[0]?.kind === 'p';
    const relationships = keys.filter(({ relation }) => relation === name).map(relationship);
    (isTable ? tables : views).push(isTable ? table(name, own, relationships) : view(name, own));
  }
  const functions = [...Map.groupBy(routines, ({ name }) => name)].map(
    ([name, overloads]) => `      ${key(name)}: ${overloads.map(routine).join(' | ')};`,
  );
  const part = (name: string, lines: string[]) =>
    lines.length > 0 ? `    ${name}: {\n${lines.join('\n')}\n    };` : `    ${name}: Record<never, never>;`;
  return `${HEAD}
export type Database = {
  public: {
${part('Tables', tables)}
${part('Views', views)}
${part('Functions', functions)}
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
`;
}

function table(name: string, columns: Column[], relationships: string[]): string {
  const row = columns.map((column) => `          ${key(column.name)}: ${valueType(column)};`);
  const insert = columns.map((column) => {
    if (column.is_generated) return `          ${key(column.name)}?: never;`;
    const isOptional = column.is_nullable || column.has_default;
    return `          ${key(column.name)}${isOptional ? '?' : ''}: ${valueType(column)};`;
  });
  const update = columns.map(
    (column) => `          ${key(column.name)}?: ${column.is_generated ? 'never' : valueType(column)};`,
  );
  const block = (title: string, lines: string[]) => `        ${title}: {\n${lines.join('\n')}\n        };`;
  const ties = relationships.length > 0 ? `[\n${relationships.join('\n')}\n        ]` : '[]';
  return `      ${key(name)}: {\n${block('Row', row)}\n${block('Insert', insert)}\n${block('Update', update)}\n        Relationships: ${ties};\n      };`;
}

function view(name: string, columns: Column[]): string {
  const row = columns.map((column) => `          ${key(column.name)}: ${valueType({ ...column, is_nullable: true })};`);
  return `      ${key(name)}: {\n        Row: {\n${row.join('\n')}\n        };\n        Relationships: [];\n      };`;
}

function relationship(tie: ForeignKey): string {
  const names = (columns: string[]) => `[${columns.map((name) => `'${name}'`).join(', ')}]`;
  return [
    '          {',
    `            foreignKeyName: '${tie.name}';`,
    `            columns: ${names(tie.columns)};`,
    `            isOneToOne: ${tie.is_one_to_one};`,
    `            referencedRelation: '${tie.referenced}';`,
    `            referencedColumns: ${names(tie.referenced_columns)};`,
    '          },',
  ].join('\n');
}

function routine(one: Routine): string {
  const args = one.arguments.map(
    ({ name, type, is_optional }) => `${key(name)}${is_optional ? '?' : ''}: ${typeOf(type)}`,
  );
  const columns = one.columns.map(({ name, type }) => `${key(name)}: ${typeOf(type)}`);
  const one_ = one.returned_relation
    ? `Database['public']['Tables']['${one.returned_relation}']['Row']`
    : columns.length > 0
      ? `{ ${columns.join('; ')} }`
      : typeOf(one.returned);
  const args_ = args.length > 0 ? `{ ${args.join('; ')} }` : 'never';
  return `{ Args: ${args_}; Returns: ${one_}${one.returns_set ? '[]' : ''} }`;
}

function valueType({ type, is_nullable }: Pick<Column, 'type' | 'is_nullable'>): string {
  return `${typeOf(type)}${is_nullable ? ' | null' : ''}`;
}

/** Everything that is neither a number, a boolean nor JSON travels as text. */
function typeOf(type: string): string {
  return type.startsWith('_') ? `${typeOf(type.slice(1))}[]` : (TYPES[type] ?? 'string');
}

function key(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`;
}

const COLUMNS = `
select c.relname as relation, c.relkind::text as kind, a.attname as name, t.typname::text as type,
  not a.attnotnull as is_nullable, (a.atthasdef or a.attidentity <> '') as has_default,
  (a.attgenerated <> '' or a.attidentity = 'a') as is_generated
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_type t on t.oid = a.atttypid
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
order by c.relname collate "C", a.attnum`;

const FOREIGN_KEYS = `
select k.conname as name, c.relname as relation, r.relname as referenced,
  (select array_agg(a.attname::text order by o) from unnest(k.conkey) with ordinality as u(n, o)
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n) as columns,
  (select array_agg(a.attname::text order by o) from unnest(k.confkey) with ordinality as u(n, o)
     join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n) as referenced_columns,
  exists (select from pg_constraint x where x.conrelid = k.conrelid and x.contype in ('p', 'u')
     and x.conkey @> k.conkey and x.conkey <@ k.conkey) as is_one_to_one
from pg_constraint k
join pg_class c on c.oid = k.conrelid
join pg_class r on r.oid = k.confrelid
where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and r.relnamespace = 'public'::regnamespace
order by c.relname collate "C", k.conname collate "C"`;

const ROUTINES = `
select p.proname as name, p.proretset as returns_set, t.typname::text as returned,
  (select c.relname from pg_class c where c.oid = t.typrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace) as returned_relation,
  coalesce((select json_agg(json_build_object('name', coalesce(p.proargnames[u.o], 'argument_' || u.o), 'type', at.typname,
      'is_optional', u.o > p.pronargs - p.pronargdefaults) order by u.o)
    from unnest(p.proargtypes::oid[]) with ordinality as u(type, o) join pg_type at on at.oid = u.type), '[]') as arguments,
  coalesce((select json_agg(json_build_object('name', p.proargnames[u.o], 'type', at.typname) order by u.o)
    from unnest(p.proallargtypes) with ordinality as u(type, o) join pg_type at on at.oid = u.type
    where p.proargmodes[u.o] in ('t', 'o')), '[]') as columns
from pg_proc p
join pg_type t on t.oid = p.prorettype
where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and t.typname <> 'trigger'
order by p.proname collate "C", p.oid`;
