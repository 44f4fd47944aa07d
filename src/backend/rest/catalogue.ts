/** SQL of a type's name as if nothing were on the search path but pg_catalog, for a row of pg_type. */
const qualifiedType = (row: string, modifier: string) =>
  `case when ${row}.typnamespace <> 'pg_catalog'::regnamespace
    and pg_type_is_visible(case when ${row}.typcategory = 'A' then ${row}.typelem else ${row}.oid end)
    then ${row}.typnamespace::regnamespace || '.' else '' end || format_type(${row}.oid, ${modifier})`;

/** Reads the relations of the exposed schemas from PostgreSQL's catalogue. `$1`: the schemas, text[]. */
export const RELATIONS = `
select c.oid::int8 as oid, n.nspname as schema, c.relname as name, c.relkind in ('v', 'm') as is_view,
  obj_description(c.oid, 'pg_class') as comment, n.nspname = any($1) as exposed,
  c.relkind in ('r', 'p', 'f') or (pg_relation_is_updatable(c.oid, true) & 8) = 8 as can_insert,
  c.relkind in ('r', 'p', 'f') or (pg_relation_is_updatable(c.oid, true) & 4) = 4 as can_update,
  c.relkind in ('r', 'p', 'f') or (pg_relation_is_updatable(c.oid, true) & 16) = 16 as can_delete,
  c.relkind = 'r' and not c.relhasrules and not exists (select from pg_trigger t
    where t.tgrelid = c.oid and not t.tgisinternal and t.tgtype & 7 = 7) as takes_every_row,
  c.relkind <> 'r' or c.relhasrules or exists (select from pg_trigger t
    where t.tgrelid = c.oid and not t.tgisinternal and t.tgtype & 4 = 4) as heeds_inserts,
  case when c.relkind in ('v', 'm') then (select r.ev_action::text from pg_rewrite r
    where r.ev_class = c.oid and r.rulename = '_RETURN') end as rule,
  (select json_agg(json_build_object('number', a.attnum, 'name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod), 'not_null', a.attnotnull or t.typnotnull, 'comment', col_description(c.oid, a.attnum),
      'shown_type', case
        when b.typnamespace = 'pg_catalog'::regnamespace then format_type(b.oid, null)
        when t.typtype <> 'd' and t.typnamespace = 'pg_catalog'::regnamespace then format_type(t.oid, null)
        else ${qualifiedType('t', 'a.atttypmod')} end,
      'domain', case when t.typtype = 'd' then t.oid::int8 end,
      'fallback', case when a.attidentity <> '' then (select format('nextval(%L)', s.objid::regclass) from pg_depend s
          where s.classid = 'pg_class'::regclass and s.refclassid = 'pg_class'::regclass and s.deptype = 'i'
            and s.refobjid = c.oid and s.refobjsubid = a.attnum)
        when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), pg_get_expr(t.typdefaultbin, 0)) end,
      'max_length', information_schema._pg_char_max_length(
        information_schema._pg_truetypid(a, t), information_schema._pg_truetypmod(a, t)),
      'enum_values', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e
        where e.enumtypid = coalesce(b.oid, t.oid)))
      order by a.attnum)
    from pg_attribute a join pg_type t on t.oid = a.atttypid
      left join pg_type b on t.typtype = 'd' and b.oid = t.typbasetype
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'f', 'v', 'm') and not c.relispartition
  and (n.nspname = any($1) or c.oid in (
    select conrelid from pg_constraint where contype = 'f' union select confrelid from pg_constraint where contype = 'f'))
order by n.nspname, c.relname`;

export const CONSTRAINTS = `
select x.conname as name, x.contype as kind, x.conrelid::int8 as relation, x.confrelid::int8 as target,
  x.conkey::int[] as columns, x.confkey::int[] as target_columns
from pg_constraint x
where x.contype in ('p', 'u', 'f') and x.conparentid = 0
union all
select i.relname, 'u', x.indrelid::int8, 0, x.indkey::int2[]::int[], null
from pg_index x join pg_class i on i.oid = x.indexrelid
where x.indisunique and x.indpred is null and x.indexprs is null
  and not exists (select from pg_constraint k where k.conindid = x.indexrelid)
order by 1`;

export const ROUTINES = `
select p.oid::int8 as oid, n.nspname as schema, p.proname as name, obj_description(p.oid, 'pg_proc') as comment,
  p.proretset as returns_set, p.prorows = 1 as returns_one, p.provolatile as volatility, p.provariadic <> 0 as is_variadic, p.pronargdefaults as defaults,
  coalesce(p.proargnames, '{}') as names, p.proargmodes::text[] as modes, t.typtype as type_kind, t.typrelid::int8 as relation,
  format_type(p.prorettype, null) as type_name,
  case when t.typtype = 'd' and t.typname like '%/%' and not p.proretset then lower(t.typname) end as media,
  t.typbasetype = 'bytea'::regtype as media_is_bytes,
  (select substr(c, 19) from unnest(p.proconfig) as c where c like 'statement_timeout=%') as statement_timeout,
  array(select ${qualifiedType('a', 'null')} from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality u(type, at)
    join pg_type a on a.oid = u.type order by u.at) as types,
  (select jsonb_agg(jsonb_build_object('name', f.attname, 'type', ${qualifiedType('a', 'f.atttypmod')}) order by f.attnum)
    from pg_class c join pg_attribute f on f.attrelid = c.oid and not f.attisdropped join pg_type a on a.oid = f.atttypid
    where c.oid = t.typrelid and c.relkind = 'c') as fields,
  case when p.pronargs = 1 then (select s.typrelid from pg_type s where s.oid = p.proargtypes[0])::int8 end as row_of
from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype
where p.prokind = 'f' and n.nspname = any($1) and t.typname not in ('trigger', 'event_trigger')
order by n.nspname, p.proname, p.oid`;

/**
 * Functions behind implicit casts between a domain and JSON or text: how values of the domain are written and read.
 * Source: https://docs.postgrest.org/en/stable/references/api/domain_representations.html
 */
export const REPRESENTATIONS = `
select s.typtype = 'd' as is_output,
  case when s.typtype = 'd' then s.oid else t.oid end::int8 as domain,
  case when s.typtype = 'd' then t.typname else s.typname end as form, n.nspname as schema, p.proname as name
from pg_cast c join pg_type s on s.oid = c.castsource join pg_type t on t.oid = c.casttarget
  join pg_proc p on p.oid = c.castfunc join pg_namespace n on n.oid = p.pronamespace
where c.castcontext = 'i' and c.castmethod = 'f' and has_function_privilege(c.castfunc, 'execute')
  and ((s.typtype = 'd' and t.oid = 'json'::regtype) or (t.typtype = 'd' and s.oid in ('json'::regtype, 'text'::regtype)))`;

/** Names of `$1`, text[], that are no schema. */
export const MISSING_SCHEMAS = `
select name from unnest($1::text[]) as name where not exists (select from pg_namespace n where n.nspname = name)`;

export const TYPES = `
select t.typname as name, format_type(t.oid, null) as type
from pg_type t join pg_namespace n on n.oid = t.typnamespace
where (n.nspname = 'pg_catalog' and t.typtype in ('b', 'r') and t.typname !~ '^(pg_|_pg_)' and left(t.typname, 1) <> '_')
  or (n.nspname = any($1) and t.typtype in ('b', 'd', 'e', 'r', 'c') and left(t.typname, 1) <> '_')`;

export type RepresentationRow = {
  is_output: boolean;
  domain: string | number;
  form: 'json' | 'text';
  schema: string;
  name: string;
};

export type ColumnRow = {
  number: number;
  name: string;
  type: string;
  shown_type: string;
  domain: string | number | null;
  not_null: boolean;
  comment: string | null;
  fallback: string | null;
  max_length: number | null;
  enum_values: string[] | null;
};

export type RelationRow = {
  oid: string | number;
  schema: string;
  name: string;
  is_view: boolean;
  takes_every_row: boolean;
  heeds_inserts: boolean;
  comment: string | null;
  exposed: boolean;
  can_insert: boolean;
  can_update: boolean;
  can_delete: boolean;
  rule: string | null;
  columns: ColumnRow[] | null;
};

export type ConstraintRow = {
  name: string;
  kind: 'p' | 'u' | 'f';
  relation: string | number;
  target: string | number;
  columns: number[];
  target_columns: number[] | null;
};

export type RoutineRow = {
  oid: string | number;
  schema: string;
  name: string;
  comment: string | null;
  returns_set: boolean;
  returns_one: boolean;
  volatility: 'v' | 's' | 'i';
  is_variadic: boolean;
  defaults: number;
  names: string[];
  modes: string[] | null;
  type_kind: string;
  relation: string | number;
  type_name: string;
  media: string | null;
  media_is_bytes: boolean;
  statement_timeout: string | null;
  types: string[];
  /** Of a composite type that is no table's. */
  fields: { name: string; type: string }[] | null;
  row_of: string | number | null;
};
