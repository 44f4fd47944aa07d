-- What several processes, kept messages and logical decoding need.

alter table realtime.messages
  add column binary_payload bytea check (octet_length(binary_payload) <= 1048576),
  add column expires_at timestamptz;
comment on column realtime.messages.binary_payload is 'What was kept of a broadcast of bytes; payload is null then.';
comment on column realtime.messages.expires_at is 'When a kept message goes; null: with all others, after three days.';
create index messages_of_a_topic on realtime.messages (topic, inserted_at desc) where extension = 'broadcast' and private;
create index messages_expires_at on realtime.messages (expires_at) where expires_at is not null;

alter table realtime.changes add column old_row jsonb;
comment on column realtime.changes.old_row is 'The row before, where its replica identity is full and no row-level security hides it.';

create unlogged table realtime.processes (
  id text primary key check (length(id) <= 64),
  seen_at timestamptz not null default now(),
  uses_triggers boolean not null default true
);
comment on table realtime.processes is 'The server processes that share channels, each as long as it says so every few seconds.';
alter table realtime.processes enable row level security;
alter table realtime.processes force row level security;

create unlogged table realtime.bus_messages (
  id bigint generated always as identity primary key,
  body text not null check (octet_length(body) <= 8388608),
  sent_at timestamptz not null default now()
);
comment on table realtime.bus_messages is 'What one process told the others in more than a notification holds.';
create index bus_messages_sent_at on realtime.bus_messages (sent_at);
alter table realtime.bus_messages enable row level security;
alter table realtime.bus_messages force row level security;

create or replace function realtime.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  transaction_id text := pg_current_xact_id()::text;
  is_whole boolean := (select c.relreplident = 'f' and not c.relrowsecurity from pg_catalog.pg_class c where c.oid = tg_relid);
begin
  insert into realtime.changes (transaction_id, schema_name, table_name, operation, key, old_key, old_row)
  values (transaction_id, tg_table_schema, tg_table_name, tg_op,
    coalesce((select jsonb_object_agg(name, coalesce(after, before) -> name) from unnest(tg_argv) as name), '{}'),
    (select jsonb_object_agg(name, before -> name) from unnest(tg_argv) as name where before is not null),
    case when is_whole then before end);
  -- PostgreSQL sends equal notifications of one transaction once.
  perform pg_notify('realtime', 'c' || transaction_id);
  return null;
end $$;

create or replace function realtime.watch_tables() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  target record;
  watched integer := 0;
  -- Triggers are a cost for every writer: where all living processes read the log instead, there are none.
  is_wanted boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('realtime.watch_tables', 0));
  is_wanted := coalesce((select bool_or(p.uses_triggers) from realtime.processes p), true);
  for target in
    select format('%I.%I', n.nspname, c.relname) as name from pg_catalog.pg_trigger t
    join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where t.tgname = 'tell_subscribers_of_changes' and not t.tgisinternal and t.tgparentid = 0
      and (not is_wanted or not exists (select from pg_catalog.pg_publication_tables p
        where p.pubname = 'supabase_realtime' and p.schemaname = n.nspname and p.tablename = c.relname))
  loop
    execute format('drop trigger tell_subscribers_of_changes on %s', target.name);
  end loop;
  if not is_wanted then return 0; end if;
  for target in
    select format('%I.%I', n.nspname, c.relname) as name,
      coalesce(string_agg(quote_literal(a.attname), ', ' order by k.place), '') as key,
      bool_or(exists (select from pg_catalog.pg_trigger t
        where t.tgrelid = c.oid and t.tgname = 'tell_subscribers_of_changes')) as is_watched
    from pg_catalog.pg_publication_tables p
    join pg_catalog.pg_namespace n on n.nspname = p.schemaname and n.nspname <> 'realtime'
    join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    left join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
    left join lateral unnest(i.indkey) with ordinality as k (attnum, place) on true
    left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
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
comment on function realtime.watch_tables() is 'Puts the change trigger on every table of the publication supabase_realtime, unless all living processes read the log, and takes it off the others.';
