alter table private.order_transitions drop constraint order_transitions_from_status_check, drop constraint order_transitions_to_status_check;
alter table private.order_transitions
  add constraint order_transitions_from_status_check check (from_status in ('pending', 'paid', 'disputed', 'cancelled', 'refunded')),
  add constraint order_transitions_to_status_check check (to_status in ('pending', 'paid', 'disputed', 'cancelled', 'refunded'));
insert into private.order_transitions (from_status, to_status) values ('paid', 'disputed'), ('disputed', 'paid'), ('disputed', 'refunded');

alter table public.orders drop constraint orders_status_check, drop constraint orders_paid_has_a_date;
alter table public.orders
  add constraint orders_status_check check (status in ('pending', 'paid', 'disputed', 'cancelled', 'refunded')),
  add constraint orders_paid_has_a_date check ((status in ('paid', 'disputed', 'refunded')) = (paid_at is not null));

alter table private.order_entries drop constraint order_entries_kind_check;
alter table private.order_entries add constraint order_entries_kind_check
  check (kind in ('placed', 'paid', 'cancelled', 'refund', 'credit', 'chargeback', 'dispute', 'dispute_won', 'mail', 'note'));

create table public.order_disputes (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  order_id uuid not null,
  payment_refund_id uuid not null,
  amount bigint not null check (amount between 1 and 1000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null default 'open' check (status in ('open', 'won', 'lost')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, payment_refund_id),
  foreign key (account_id, order_id) references public.orders (account_id, id) on delete cascade,
  foreign key (account_id, payment_refund_id) references public.payment_refunds (account_id, id) on delete cascade,
  constraint order_disputes_closed_has_a_date check ((status = 'open') = (closed_at is null))
);
comment on table public.order_disputes is 'Payments of orders that the bank of a buyer has taken back until it decides: won by the shop, or lost.';
create index order_disputes_order_id_idx on public.order_disputes (account_id, order_id);
alter table public.order_disputes enable row level security;
alter table public.order_disputes force row level security;
