create table private.order_entries (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  order_id uuid not null,
  kind text not null check (kind in ('placed', 'paid', 'cancelled', 'refund', 'credit', 'chargeback', 'mail', 'note')),
  note text not null default '' check (length(note) <= 2000),
  facts jsonb not null default '{}' check (length(facts::text) <= 2000),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, order_id) references public.orders (account_id, id) on delete cascade,
  constraint order_entries_note_is_written check ((kind = 'note') = (note <> ''))
);
comment on table private.order_entries is 'The history of an order: what happened to it, which mails its buyer was sent, and what the managers of the shop noted.';
create index order_entries_order_idx on private.order_entries (account_id, order_id, created_at);
create index order_entries_created_by_idx on private.order_entries (created_by);
alter table private.order_entries enable row level security;
alter table private.order_entries force row level security;

-- Orders of before: what their own columns and refunds say.
insert into private.order_entries (account_id, order_id, kind, created_by, created_at)
select account_id, id, 'placed', user_id, placed_at from public.orders
union all
select account_id, id, 'paid', null, paid_at from public.orders where paid_at is not null
union all
select account_id, id, 'cancelled', null, closed_at from public.orders where status = 'cancelled' and closed_at is not null;
insert into private.order_entries (account_id, order_id, kind, facts, created_by, created_at)
select account_id, order_id, kind, jsonb_build_object('amount', amount, 'reason', reason), created_by, created_at from public.refunds;
