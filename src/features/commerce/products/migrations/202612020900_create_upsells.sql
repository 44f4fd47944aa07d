create table public.upsells (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  product_id uuid not null,
  offered_product_id uuid not null check (offered_product_id <> product_id),
  placement text not null default 'checkout' check (placement in ('checkout', 'after_purchase')),
  discount_percent integer not null default 0 check (discount_percent between 0 and 100),
  headline text not null check (length(headline) between 1 and 120),
  description text not null default '' check (length(description) <= 300),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, product_id, offered_product_id, placement),
  foreign key (account_id, product_id) references public.products (account_id, id) on delete cascade,
  foreign key (account_id, offered_product_id) references public.products (account_id, id) on delete cascade
);
comment on table public.upsells is 'What is offered to whoever buys a product: in the checkout (an order bump), or once they have ordered (an upsell).';
comment on column public.upsells.discount_percent is 'Off the price of the offered product where that is paid once; 0 to 100.';
create index upsells_offered_product_id_idx on public.upsells (account_id, offered_product_id);
alter table public.upsells enable row level security;
alter table public.upsells force row level security;
