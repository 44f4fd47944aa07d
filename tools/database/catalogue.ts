import type { Sql } from '#base/server/database.ts';

export type Column = {
  schema: string;
  table: string;
  kind: 'table' | 'view';
  name: string;
  type: string;
  is_array: boolean;
  is_nullable: boolean;
  has_default: boolean;
  is_generated: boolean;
};

/** Every column of the exposed schema, in order of table and position. */
export function readColumns(sql: Sql, schema: string): Promise<Column[]> {
  return sql.query<Column>(
    `select n.nspname as schema, c.relname as table, case c.relkind when 'v' then 'view' else 'table' end as kind,
            a.attname as name, coalesce(e.typname, t.typname) as type, e.oid is not null as is_array,
            not a.attnotnull as is_nullable, a.atthasdef or a.attidentity <> '' as has_default,
            a.attgenerated <> '' or a.attidentity = 'a' as is_generated
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       join pg_type t on t.oid = a.atttypid
       left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
      where n.nspname = $1 and c.relkind in ('r', 'p', 'v')
      order by c.relname, a.attnum`,
    [schema],
  );
}

export type ForeignKey = {
  table: string;
  name: string;
  columns: string[];
  referenced_schema: string;
  referenced_table: string;
  referenced_columns: string[];
  is_one_to_one: boolean;
};

export function readForeignKeys(sql: Sql, schema: string): Promise<ForeignKey[]> {
  return sql.query<ForeignKey>(
    `select c.relname as table, k.conname as name, rn.nspname as referenced_schema, r.relname as referenced_table,
            (select array_agg(a.attname::text order by x.place) from unnest(k.conkey) with ordinality x(number, place)
               join pg_attribute a on a.attrelid = k.conrelid and a.attnum = x.number) as columns,
            (select array_agg(a.attname::text order by x.place) from unnest(k.confkey) with ordinality x(number, place)
               join pg_attribute a on a.attrelid = k.confrelid and a.attnum = x.number) as referenced_columns,
            exists (select from pg_constraint u where u.conrelid = k.conrelid and u.contype in ('p', 'u') and u.conkey <@ k.conkey) as is_one_to_one
       from pg_constraint k
       join pg_class c on c.oid = k.conrelid
       join pg_namespace n on n.oid = c.relnamespace
       join pg_class r on r.oid = k.confrelid
       join pg_namespace rn on rn.oid = r.relnamespace
      where k.contype = 'f' and n.nspname = $1 and k.conparentid = 0
      order by c.relname, k.conname`,
    [schema],
  );
}

/** The values a check constraint allows a column, by table and column: `col in ('a', 'b')` and `col <@ '{a,b}'`. */
export async function readAllowedValues(sql: Sql, schema: string): Promise<Map<string, (string | number)[]>> {
  const checks = await sql.query<{ table: string; definition: string }>(
    `select c.relname as table, pg_get_constraintdef(k.oid, true) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'c' and n.nspname = $1
      order by c.relname, k.conname`,
    [schema],
  );
  const allowed = new Map<string, (string | number)[]>();
  for (const { table, definition } of checks) {
    const [, column, list, braces] =
      definition.match(/^CHECK \((\w+) (?:= ANY \(ARRAY\[([^\]]+)\]\)|<@ '\{([\w,]+)\}'::text\[\])\)$/) ?? [];
    const values = braces?.split(',') ?? list?.split(', ').map(literalOf);
    if (column && values) allowed.set(`${table}.${column}`, values);
  }
  return allowed;
}

/** `'draft'::text` and `301`, as a check constraint spells them. */
function literalOf(text: string): string | number {
  return text.match(/^'(.*)'::text$/)?.[1] ?? Number(text);
}

type RoutineField = { name: string; type: string; is_array: boolean };
export type Routine = {
  name: string;
  arguments: (RoutineField & { has_default: boolean; defaults_to_null: boolean })[];
  /** The columns of `returns table`, in their order; empty for anything else. */
  columns: RoutineField[];
  result: string;
  result_kind: string;
  is_set: boolean;
  is_array: boolean;
};

/** The functions clients may call, those that answer triggers left out. */
export function readRoutines(sql: Sql, schema: string): Promise<Routine[]> {
  return sql.query<Routine>(
    `select p.proname as name, coalesce(e.typname, t.typname) as result, t.typtype as result_kind, p.proretset as is_set,
            e.oid is not null as is_array,
            coalesce((select jsonb_agg(jsonb_build_object('name', coalesce(p.proargnames[x.place], ''), 'type', coalesce(ae.typname, at.typname),
                'is_array', ae.oid is not null, 'has_default', x.place > p.pronargs - p.pronargdefaults,
                'defaults_to_null', coalesce(pg_get_function_arg_default(p.oid, x.place::integer) like 'NULL%', false)) order by x.place)
               from unnest(p.proargtypes::oid[]) with ordinality x(type, place)
               join pg_type at on at.oid = x.type left join pg_type ae on ae.oid = at.typelem and at.typcategory = 'A'), '[]') as arguments,
            coalesce((select jsonb_agg(jsonb_build_object('name', p.proargnames[x.place], 'type', coalesce(ce.typname, ct.typname),
                'is_array', ce.oid is not null) order by x.place)
               from unnest(p.proallargtypes, p.proargmodes) with ordinality x(type, mode, place)
               join pg_type ct on ct.oid = x.type left join pg_type ce on ce.oid = ct.typelem and ct.typcategory = 'A'
              where x.mode = 't'), '[]') as columns
       from pg_proc p
       join pg_namespace n on n.oid = p.pronamespace
       join pg_type t on t.oid = p.prorettype
       left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
      where n.nspname = $1 and p.prokind = 'f' and t.typname <> 'trigger'
      order by p.proname, p.pronargs`,
    [schema],
  );
}
