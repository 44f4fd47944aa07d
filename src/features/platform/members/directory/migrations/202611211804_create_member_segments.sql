create table public.member_segments (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  name text not null check (length(trim(name)) between 1 and 60),
  filter jsonb not null check (jsonb_typeof(filter) = 'object' and pg_column_size(filter) <= 4096),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, name)
);
comment on table public.member_segments is 'A filter of the list of members that was given a name.';
alter table public.member_segments enable row level security;
alter table public.member_segments force row level security;
