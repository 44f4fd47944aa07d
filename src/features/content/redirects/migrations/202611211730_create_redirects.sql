create table public.redirects (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  from_path text not null check (length(from_path) <= 300 and from_path ~ '^(/[^/?#*\\[:space:][:cntrl:]]+)+(/\*)?$'),
  to_address text not null
    check (length(to_address) <= 500 and to_address ~ '^(/([^/\\[:space:][:cntrl:]][^\\[:space:][:cntrl:]]*)?|https?://[^[:space:][:cntrl:]]+)$'),
  status smallint not null default 301 check (status in (301, 302)),
  is_automatic boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, from_path),
  constraint redirects_rest_needs_a_wildcard check (to_address not like '%/*' or from_path like '%/*')
);
comment on table public.redirects is 'Where an address that is gone leads. A path that ends in /* stands for everything below it; a target that ends so keeps the rest.';
create index redirects_to_address_idx on public.redirects (account_id, to_address);
create index redirects_updated_at_idx on public.redirects (account_id, updated_at desc);
alter table public.redirects enable row level security;
alter table public.redirects force row level security;
