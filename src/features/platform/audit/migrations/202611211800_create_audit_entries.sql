create table public.audit_entries (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  actor_id uuid,
  as_user_id uuid,
  act text not null check (act ~ '^[a-z]+(\.[a-z_]+)+$' and length(act) <= 60),
  target_kind text check (length(target_kind) <= 40),
  target_id uuid,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and pg_column_size(details) <= 4096),
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
comment on table public.audit_entries is 'Who did what that others should be able to look up: written once, changed never. Ids have no keys to people, for an entry outlives them.';
create index audit_entries_newest_idx on public.audit_entries (account_id, created_at desc, id desc);
create index audit_entries_act_idx on public.audit_entries (account_id, act, created_at desc);
create index audit_entries_actor_idx on public.audit_entries (account_id, actor_id, created_at desc);
alter table public.audit_entries enable row level security;
alter table public.audit_entries force row level security;
