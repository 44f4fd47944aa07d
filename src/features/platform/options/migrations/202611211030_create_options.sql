create table public.options (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  key text not null check (key ~ '^[A-Za-z][A-Za-z0-9_.-]{0,63}$'),
  value jsonb not null check (pg_column_size(value) <= 262144),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, key)
);
comment on table public.options is 'An account''s settings by key: settings, menus, header, footer, theme, misc and the menus'' order.';
alter table public.options enable row level security;
alter table public.options force row level security;
