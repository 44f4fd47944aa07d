create table public.vouchers (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  order_id uuid not null,
  order_item_id uuid not null,
  kind text not null check (kind in ('seat', 'gift')),
  code text not null check (code ~ '^[0-9a-f]{20}$'),
  email text not null default '' check (length(email) <= 254),
  recipient_name text not null default '' check (length(recipient_name) <= 120),
  message text not null default '' check (length(message) <= 1000),
  send_at timestamptz,
  sent_at timestamptz,
  sent_count integer not null default 0 check (sent_count between 0 and 10),
  member_id uuid,
  redeemed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, code),
  foreign key (account_id, order_id) references public.orders (account_id, id) on delete cascade,
  foreign key (account_id, order_item_id) references public.order_items (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete set null (member_id),
  constraint vouchers_seat_has_an_address check (kind = 'gift' or email <> '' or redeemed_at is not null)
);
comment on table public.vouchers is 'Opens what a piece of an order opens, once, for who redeems it: a seat that the buyer assigned, or a gift.';
comment on column public.vouchers.send_at is 'When a gift is to be mailed; null for at once.';
create index vouchers_order_id_idx on public.vouchers (account_id, order_id);
create index vouchers_order_item_id_idx on public.vouchers (account_id, order_item_id);
create index vouchers_member_id_idx on public.vouchers (account_id, member_id);
create index vouchers_due_idx on public.vouchers (send_at) where sent_at is null and send_at is not null;
create unique index vouchers_one_seat_an_address on public.vouchers (account_id, order_item_id, lower(email)) where kind = 'seat' and email <> '';
create unique index vouchers_one_seat_a_member on public.vouchers (account_id, order_item_id, member_id) where kind = 'seat';
alter table public.vouchers enable row level security;
alter table public.vouchers force row level security;
