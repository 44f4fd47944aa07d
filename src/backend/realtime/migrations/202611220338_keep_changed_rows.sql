alter table realtime.changes add column new_row jsonb;
comment on column realtime.changes.new_row is 'The row as the change left it, where no row-level security hides it: it may be gone by the time it is looked for.';

create or replace function realtime.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  transaction_id text := pg_current_xact_id()::text;
  is_open boolean;
  is_whole boolean;
begin
  select not c.relrowsecurity, not c.relrowsecurity and c.relreplident = 'f' into is_open, is_whole
    from pg_catalog.pg_class c where c.oid = tg_relid;
  insert into realtime.changes (transaction_id, schema_name, table_name, operation, key, old_key, old_row, new_row)
  values (transaction_id, tg_table_schema, tg_table_name, tg_op,
    coalesce((select jsonb_object_agg(name, coalesce(after, before) -> name) from unnest(tg_argv) as name), '{}'),
    (select jsonb_object_agg(name, before -> name) from unnest(tg_argv) as name where before is not null),
    case when is_whole then before end,
    -- A trigger does not know what is worked out at reading.
    case when is_open then after - array(select a.attname::text from pg_catalog.pg_attribute a
      where a.attrelid = tg_relid and a.attgenerated = 'v') end);
  -- PostgreSQL sends equal notifications of one transaction once.
  perform pg_notify('realtime', 'c' || transaction_id);
  return null;
end $$;
