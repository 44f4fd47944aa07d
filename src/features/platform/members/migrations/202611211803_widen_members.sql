alter table public.members
  add column time_zone text check (length(time_zone) <= 64),
  add column allows_log_in_as boolean not null default true;
-- Each order the list can be read in, the same row never twice.
create index members_by_name_idx on public.members (account_id, name, id);
create index members_by_email_idx on public.members (account_id, email, id);
create index members_by_joining_idx on public.members (account_id, created_at, id);
create index members_by_role_idx on public.members (account_id, role_id, name, id);
create index members_blocked_idx on public.members (account_id, name, id) where blocked_at is not null;

-- Part of a word is found by its three-letter pieces where the server knows them; where not, by reading through.
do $$
declare
  home text;
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
    if home is null then
      create schema if not exists extensions;
      create extension pg_trgm schema extensions;
      home := 'extensions';
    end if;
    execute format('create index members_part_of_name_idx on public.members using gin (lower(name || '' '' || email) %I.gin_trgm_ops)', home);
  end if;
exception when insufficient_privilege then
  null;
end $$;
