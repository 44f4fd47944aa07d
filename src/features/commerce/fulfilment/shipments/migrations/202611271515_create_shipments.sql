create table public.shipments (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  order_id uuid not null,
  order_item_id uuid not null,
  note text not null default '' check (length(note) <= 500),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, order_item_id),
  foreign key (account_id, order_id) references public.orders (account_id, id) on delete cascade,
  foreign key (account_id, order_item_id) references public.order_items (account_id, id) on delete cascade
);
comment on table public.shipments is 'A line of an order that was sent, with what the buyer can follow it by.';
create index shipments_order_id_idx on public.shipments (account_id, order_id);
create index shipments_created_by_idx on public.shipments (created_by);
alter table public.shipments enable row level security;
alter table public.shipments force row level security;
