import type { Sql } from '#base/server/database.ts';

const schemas = ['public', 'private', 'auth', 'storage', 'realtime'];

/** The text of `database/schema.sql`: a picture of the whole database, read from its catalogue, in a fixed order. */
export async function schemaFile(sql: Sql): Promise<string> {
  const sections: string[] = [];
  const tables = await sql.query<{ oid: string; name: string; comment: string | null }>(
    `select c.oid::text, format('%I.%I', n.nspname, c.relname) as name, obj_description(c.oid, 'pg_class') as comment
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname = any($1) order by array_position($1, n.nspname::text), c.relname`,
    [schemas],
  );
  for (const table of tables) sections.push(await tableText(sql, table));
  const views = await sql.query<{ text: string }>(
    `select format('create view %I.%I as%s%s', n.nspname, c.relname, E'\n', pg_get_viewdef(c.oid, true)) as text
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'v' and n.nspname = any($1) order by n.nspname, c.relname`,
    [schemas],
  );
  const functions = await sql.query<{ text: string }>(
    `select pg_get_functiondef(p.oid) || coalesce((select E'-- execute: ' || string_agg(distinct g.rolname, ', ' order by g.rolname)
         from aclexplode(p.proacl) x join pg_roles g on g.oid = x.grantee where g.rolname in ('anon', 'authenticated')), '') as text
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = any($1) and p.prokind = 'f' order by n.nspname, p.proname, p.oid::regprocedure::text`,
    [schemas],
  );
  sections.push(...views.map((view) => view.text), ...functions.map((one) => one.text.trim()));
  return `-- Written by \`npm run db:types\` from the database's own catalogue; never edited.\n\n${sections.join('\n\n')}\n`;
}

async function tableText(sql: Sql, table: { oid: string; name: string; comment: string | null }): Promise<string> {
  const lines = async (text: string) => (await sql.query<{ line: string }>(text, [table.oid])).map((row) => row.line);
  const columns = await lines(
    `select format('  %I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' else '' end,
         coalesce(case a.attgenerated when 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
           else ' default ' || pg_get_expr(d.adbin, d.adrelid) end, case a.attidentity when '' then '' else ' generated as identity' end)) as line
       from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = $1::oid and a.attnum > 0 and not a.attisdropped order by a.attnum`,
  );
  const constraints = await lines(
    `select format('  constraint %I %s', conname, pg_get_constraintdef(oid, true)) as line from pg_constraint
      where conrelid = $1::oid and contype <> 'n' order by contype desc, conname`,
  );
  const indexes = await lines(
    `select pg_get_indexdef(i.indexrelid) || ';' as line from pg_index i
      where i.indrelid = $1::oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by 1`,
  );
  const policies = await lines(
    `select format('create policy %I on %s for %s to %s%s%s;', p.polname, p.polrelid::regclass,
         case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
         (select string_agg(r::regrole::text, ', ') from unnest(p.polroles) r),
         coalesce(' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', ''), coalesce(' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '')) as line
       from pg_policy p where p.polrelid = $1::oid order by p.polname`,
  );
  const grants = await lines(
    `select format('-- %s may %s%s', grantee, lower(privilege), coalesce(' (' || string_agg(attname, ', ' order by attnum) || ')', '')) as line from (
       select g.rolname as grantee, x.privilege_type as privilege, null::name as attname, null::int2 as attnum
         from pg_class c, aclexplode(c.relacl) x join pg_roles g on g.oid = x.grantee where c.oid = $1::oid
       union all
       select g.rolname, x.privilege_type, a.attname, a.attnum
         from pg_attribute a, aclexplode(a.attacl) x join pg_roles g on g.oid = x.grantee where a.attrelid = $1::oid) all_grants
      where grantee in ('anon', 'authenticated') group by grantee, privilege, attname is null order by grantee, privilege`,
  );
  const triggers = await lines(
    `select pg_get_triggerdef(oid, true) || ';' as line from pg_trigger where tgrelid = $1::oid and not tgisinternal
      -- The realtime service hangs these on what is published while it runs: they are its own, not the table's.
      and tgname <> 'tell_subscribers_of_changes' order by tgname`,
  );
  return [
    ...(table.comment ? [`-- ${table.comment}`] : []),
    `create table ${table.name} (\n${[...columns, ...constraints].join(',\n')}\n);`,
    ...indexes,
    ...policies,
    ...grants,
    ...triggers,
  ].join('\n');
}
