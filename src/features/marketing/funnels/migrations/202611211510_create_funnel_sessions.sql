create table public.funnel_sessions (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  user_id uuid references auth.users (id) on delete set null,
  utm_source text not null check (length(utm_source) between 1 and 200),
  utm_medium text not null check (length(utm_medium) between 1 and 200),
  utm_campaign text not null check (length(utm_campaign) between 1 and 200),
  initial_page text not null default '/' check (length(initial_page) between 1 and 2000),
  device_info jsonb not null default '{}' check (pg_column_size(device_info) <= 4096),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id)
);
comment on table public.funnel_sessions is 'Where a visit came from: the campaign that was named in the first address, and on what it was opened.';
create index funnel_sessions_created_idx on public.funnel_sessions (account_id, created_at desc);
create index funnel_sessions_campaign_idx on public.funnel_sessions (account_id, utm_campaign);
create index funnel_sessions_user_id_idx on public.funnel_sessions (user_id);
alter table public.funnel_sessions enable row level security;
alter table public.funnel_sessions force row level security;
