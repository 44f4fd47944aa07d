create table public.api_keys (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  name text not null check (length(name) between 1 and 80),
  prefix text not null check (prefix ~ '^stoa_[0-9a-f]{8}$'),
  scopes text[] not null check (cardinality(scopes) >= 1 and private.is_short_list(scopes, 20, 40)),
  created_by uuid,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, created_by) references public.members (account_id, id) on delete set null (created_by)
);
comment on table public.api_keys is 'A program that may act for an account, as far as its scopes go. The key itself is kept nowhere.';
create index api_keys_newest_idx on public.api_keys (account_id, created_at desc);
create index api_keys_created_by_idx on public.api_keys (account_id, created_by);
alter table public.api_keys enable row level security;
alter table public.api_keys force row level security;

create table private.api_key_hashes (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  key_id uuid not null,
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  primary key (account_id, key_id),
  foreign key (account_id, key_id) references public.api_keys (account_id, id) on delete cascade
);
comment on table private.api_key_hashes is 'SHA-256 of each key: 256 random bits need no slower one.';
alter table private.api_key_hashes enable row level security;
alter table private.api_key_hashes force row level security;
