create table public.sign_in_providers (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  provider text not null check (provider in ('google', 'github', 'apple', 'azure', 'facebook')),
  source text not null check (source in ('own', 'platform')),
  is_on boolean not null default true,
  -- Of the platform's own row alone: accounts may use these credentials.
  is_shared boolean not null default false,
  client_id text not null default '' check (length(client_id) <= 200),
  tenant text not null default '' check (length(tenant) <= 100),
  team_id text not null default '' check (length(team_id) <= 20),
  key_id text not null default '' check (length(key_id) <= 20),
  sealed_secret text check (length(sealed_secret) <= 8192),
  has_secret boolean generated always as (sealed_secret is not null) stored,
  version uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, provider),
  check (source = 'platform' or (sealed_secret is not null and client_id <> ''))
);
comment on table public.sign_in_providers is 'By which other providers people sign in on an account, and with whose credentials; secrets are sealed by a secret that is not in the database.';
create index sign_in_providers_provider_idx on public.sign_in_providers (provider);
alter table public.sign_in_providers enable row level security;
alter table public.sign_in_providers force row level security;
