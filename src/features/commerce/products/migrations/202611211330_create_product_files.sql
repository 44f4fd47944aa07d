create table public.product_files (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  product_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  path text not null check (length(path) <= 300 and path like 'products/%/%' and split_part(path, '/', 2) = product_id::text),
  size bigint not null check (size between 0 and 536870912),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, path),
  foreign key (account_id, product_id) references public.products (account_id, id) on delete cascade
);
comment on table public.product_files is 'What the buyer of a digital good may fetch: files in the account''s private bucket, under products/{product}/.';
create index product_files_product_id_idx on public.product_files (account_id, product_id, created_at);
alter table public.product_files enable row level security;
alter table public.product_files force row level security;
