-- The live side of the database: messages sent from SQL, row changes on their way to subscribers, and the
-- publication in which features name the tables whose changes they share.

create schema if not exists realtime;

create table realtime.messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null check (length(topic) <= 512),
  extension text not null check (length(extension) <= 64),
  payload jsonb,
  event text check (length(event) <= 255),
  private boolean not null default false,
  updated_at timestamptz not null default now(),
  inserted_at timestamptz not null default now()
);
comment on table realtime.messages is 'What was sent from SQL; its policies say who may read and write a private channel.';
create index messages_inserted_at on realtime.messages (inserted_at);

-- Unlogged: a change lives seconds, and after a crash every subscriber asks anew anyway.
create unlogged table realtime.changes (
  id bigint generated always as identity primary key,
  transaction_id text not null,
  schema_name text not null,
  table_name text not null,
  operation text not null check (operation in ('INSERT', 'UPDATE', 'DELETE')),
  key jsonb not null,
  old_key jsonb,
  committed_at timestamptz not null default now()
);
comment on table realtime.changes is 'Which rows changed, by primary key alone: what a subscriber may see of them is asked as that subscriber.';
create index changes_transaction_id on realtime.changes (transaction_id, id);
create index changes_committed_at on realtime.changes (committed_at);

alter table realtime.messages enable row level security;
alter table realtime.messages force row level security;
alter table realtime.changes enable row level security;
alter table realtime.changes force row level security;

do $$ begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;

-- The next two stand here and not beside the policies: triggers made while the server runs depend on them.
create function realtime.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  transaction_id text := pg_current_xact_id()::text;
begin
  insert into realtime.changes (transaction_id, schema_name, table_name, operation, key, old_key)
  values (transaction_id, tg_table_schema, tg_table_name, tg_op,
    (select jsonb_object_agg(name, coalesce(after, before) -> name) from unnest(tg_argv) as name),
    (select jsonb_object_agg(name, before -> name) from unnest(tg_argv) as name where before is not null));
  -- PostgreSQL sends equal notifications of one transaction once.
  perform pg_notify('realtime', 'c' || transaction_id);
  return null;
end $$;
comment on function realtime.record_change() is 'Notes a row''s change for the live service, to be told after the commit.';
revoke execute on function realtime.record_change() from public;

create function realtime.watch_tables() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  target record;
  watched integer := 0;
begin
  for target in
    select format('%I.%I', n.nspname, c.relname) as name from pg_catalog.pg_trigger t
    join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where t.tgname = 'tell_subscribers_of_changes' and not t.tgisinternal
      and not exists (select from pg_catalog.pg_publication_tables p
        where p.pubname = 'supabase_realtime' and p.schemaname = n.nspname and p.tablename = c.relname)
  loop
    execute format('drop trigger tell_subscribers_of_changes on %s', target.name);
  end loop;
  for target in
    select format('%I.%I', n.nspname, c.relname) as name,
      string_agg(quote_literal(a.attname), ', ' order by k.place) as key,
      bool_or(exists (select from pg_catalog.pg_trigger t
        where t.tgrelid = c.oid and t.tgname = 'tell_subscribers_of_changes')) as is_watched
    from pg_catalog.pg_publication_tables p
    join pg_catalog.pg_namespace n on n.nspname = p.schemaname and n.nspname <> 'realtime'
    join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
    cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where p.pubname = 'supabase_realtime'
    group by n.nspname, c.relname
  loop
    watched := watched + 1;
    continue when target.is_watched;
    execute format('create trigger tell_subscribers_of_changes after insert or update or delete on %s
      for each row execute function realtime.record_change(%s)', target.name, target.key);
  end loop;
  return watched;
end $$;
comment on function realtime.watch_tables() is 'Puts the change trigger on every table of the publication supabase_realtime that has a primary key, and takes it off the others.';
revoke execute on function realtime.watch_tables() from public;
grant execute on function realtime.watch_tables() to service_role;
