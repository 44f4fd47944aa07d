create table public.accounts (
  account_id uuid primary key default private.uuid_v7(),
  slug text not null unique check (slug ~ '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$'),
  domain text unique check (domain ~ '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$'),
  owner_id uuid references auth.users (id) on delete set null,
  is_platform boolean not null default false,
  status text not null default 'active' check (status in ('active', 'suspended')),
  features text[] not null default '{lms}' check (features <@ '{lms,groups,appointments,single_session}'::text[]),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint accounts_slug_not_reserved
    check (slug not in ('www', 'api', 'admin', 'app', 'mail', 'dev', 'static', 'assets'))
);
comment on table public.accounts is 'One tenant: its address, its owner, the features switched on.';
create unique index accounts_one_platform_idx on public.accounts (is_platform) where is_platform;
create index accounts_owner_id_idx on public.accounts (owner_id);
alter table public.accounts enable row level security;
alter table public.accounts force row level security;

create table private.session_accounts (
  session_id uuid primary key,
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.session_accounts is 'The account on whose host a session began: the only one where it is worth more than a visitor''s.';
create index session_accounts_user_id_idx on private.session_accounts (user_id);
create index session_accounts_account_id_idx on private.session_accounts (account_id);
alter table private.session_accounts enable row level security;
alter table private.session_accounts force row level security;

create table private.handoff_codes (
  code_hash text primary key,
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  expires_at timestamptz not null default now() + interval '60 seconds'
);
comment on table private.handoff_codes is 'One-time codes that carry a person from the platform''s host to an account''s.';
create index handoff_codes_account_id_idx on private.handoff_codes (account_id);
create index handoff_codes_user_id_idx on private.handoff_codes (user_id);
alter table private.handoff_codes enable row level security;
alter table private.handoff_codes force row level security;

create table private.super_admins (
  email text primary key check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+\.[a-z]{2,}$')
);
comment on table private.super_admins is 'The fixed list of people who run the platform.';
alter table private.super_admins enable row level security;
alter table private.super_admins force row level security;
