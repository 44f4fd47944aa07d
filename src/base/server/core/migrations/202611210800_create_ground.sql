-- The ground every part stands on: the three client roles, the private schema, ordered ids, the outbox.

do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
exception when duplicate_object or unique_violation then
  -- Roles belong to the whole cluster: another database's first start may have made them this very moment.
  null;
end $$;

create schema if not exists private;
comment on schema private is 'What the wire never exposes: rights, keys, answers, queues.';
revoke all on schema private from public;
revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
-- The wire does not expose it; usage lets policies and our own statements name what is granted there one by one.
grant usage on schema private to anon, authenticated, service_role;

-- Ordered ids (UUIDv7): rows that come together lie together. An own function where the server is older than 18.
do $$
begin
  if current_setting('server_version_num')::int >= 180000 then
    execute 'create function private.uuid_v7() returns uuid language sql volatile parallel safe as $f$ select pg_catalog.uuidv7() $f$';
  else
    execute $make$
      create function private.uuid_v7() returns uuid language sql volatile parallel safe as $f$
        select encode(
          set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
            placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
            52, 1), 53, 1), 'hex')::uuid
      $f$
    $make$;
  end if;
end $$;
comment on function private.uuid_v7() is 'A new id whose order is the order of making.';

create table private.outbox (
  id bigint generated always as identity primary key,
  queue text not null check (length(queue) between 1 and 100),
  payload jsonb not null check (pg_column_size(payload) <= 262144),
  created_at timestamptz not null default now()
);
comment on table private.outbox is 'Side effects written in the transaction of the row they follow from; the worker moves them to the job queue.';
alter table private.outbox enable row level security;
alter table private.outbox force row level security;

create table private.mails (
  id uuid primary key default private.uuid_v7(),
  account_id uuid,
  recipient text not null check (length(recipient) between 3 and 320),
  subject text not null check (length(subject) <= 500),
  html text not null,
  body_text text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
comment on table private.mails is 'Every mail the product made; where no mail server is named it stays here to be read.';
create index mails_created_at_idx on private.mails (created_at desc);
alter table private.mails enable row level security;
alter table private.mails force row level security;

create table private.seeds (
  name text primary key check (length(name) between 1 and 60),
  finished_at timestamptz not null default now()
);
comment on table private.seeds is 'Which worlds of example rows were made to the end.';
alter table private.seeds enable row level security;
alter table private.seeds force row level security;
