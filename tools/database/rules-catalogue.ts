import type { Sql } from '#base/server/database.ts';

export type TableRules = {
  name: string;
  comment: string | null;
  columns: { name: string; type: string; required: boolean }[];
  checks: string[];
  /** Unique keys and references. */
  keys: string[];
  /** What triggers do, by the sentence of their function. */
  triggers: string[];
  /** `is_limit`: it holds besides the others instead of beside them. */
  policies: { name: string; verb: string; roles: string[]; is_limit: boolean }[];
  grants: { role: string; verb: string; columns: string[] | null }[];
};

export type CallRules = { name: string; comment: string | null; roles: string[] };

/** What the database says of the tables clients may touch: in `public`, and the two of other schemas that features rule. */
export function readTableRules(sql: Sql): Promise<TableRules[]> {
  return sql.query<TableRules>(
    `select case n.nspname when 'public' then c.relname::text else n.nspname || '.' || c.relname end as name,
       obj_description(c.oid, 'pg_class') as comment,
       (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
            'required', a.attnotnull and not a.atthasdef and a.attidentity = '') order by a.attnum)
          from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       coalesce((select jsonb_agg(pg_get_constraintdef(k.oid, true) order by k.conname)
          from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'), '[]') as checks,
       coalesce((select jsonb_agg(pg_get_constraintdef(k.oid, true) order by k.contype desc, k.conname)
          from pg_constraint k where k.conrelid = c.oid and k.contype in ('u', 'f', 'x')), '[]')
       || coalesce((select jsonb_agg(pg_get_indexdef(i.indexrelid) order by pg_get_indexdef(i.indexrelid))
          from pg_index i where i.indrelid = c.oid and i.indisunique
           and not exists (select from pg_constraint k where k.conindid = i.indexrelid)), '[]') as keys,
       coalesce((select jsonb_agg(distinct obj_description(t.tgfoid, 'pg_proc'))
          from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal and t.tgname <> 'tell_subscribers_of_changes'
           and obj_description(t.tgfoid, 'pg_proc') is not null), '[]') as triggers,
       coalesce((select jsonb_agg(jsonb_build_object('name', p.polname, 'is_limit', not p.polpermissive,
            'verb', case p.polcmd when 'r' then 'read' when 'a' then 'add' when 'w' then 'change' when 'd' then 'remove' else 'all' end,
            'roles', (select jsonb_agg(coalesce(g.rolname, 'everybody') order by g.rolname)
                        from unnest(p.polroles) r left join pg_roles g on g.oid = r)) order by p.polname)
          from pg_policy p where p.polrelid = c.oid), '[]') as policies,
       coalesce((select jsonb_agg(jsonb_build_object('role', role, 'verb', verb, 'columns', columns) order by role, verb)
          from (select g.rolname as role, lower(x.privilege_type) as verb, null::jsonb as columns
                  from aclexplode(c.relacl) x join pg_roles g on g.oid = x.grantee
                 where g.rolname in ('anon', 'authenticated')
                union all
                select g.rolname, lower(x.privilege_type), jsonb_agg(a.attname order by a.attnum)
                  from pg_attribute a, aclexplode(a.attacl) x join pg_roles g on g.oid = x.grantee
                 where a.attrelid = c.oid and g.rolname in ('anon', 'authenticated') group by 1, 2) of_all), '[]') as grants
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and (n.nspname = 'public' or (n.nspname, c.relname) in (('storage', 'objects'), ('storage', 'buckets'), ('realtime', 'messages')))
    order by n.nspname <> 'public', c.relname`,
  );
}

/** The functions clients may call, with who may. */
export function readCallRules(sql: Sql): Promise<CallRules[]> {
  return sql.query<CallRules>(
    `select p.proname::text as name, max(obj_description(p.oid, 'pg_proc')) as comment,
       (select jsonb_agg(distinct g.rolname order by g.rolname)
          from pg_proc q, aclexplode(q.proacl) x join pg_roles g on g.oid = x.grantee
         where q.pronamespace = p.pronamespace and q.proname = p.proname and g.rolname in ('anon', 'authenticated')) as roles
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype
    where n.nspname = 'public' and p.prokind = 'f' and t.typname <> 'trigger'
      and exists (select from aclexplode(p.proacl) x join pg_roles g on g.oid = x.grantee where g.rolname in ('anon', 'authenticated'))
    group by p.pronamespace, p.proname order by p.proname`,
  );
}
