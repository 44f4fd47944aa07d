alter table public.orders add column refunded bigint not null default 0;
alter table public.orders add constraint orders_refunded_at_most_the_total check (refunded between 0 and total);
alter table public.order_items
  add column refunded_quantity integer not null default 0,
  add column refunded bigint not null default 0 check (refunded >= 0),
  -- Since when the line opens nothing any more.
  add column revoked_at timestamptz;
alter table public.order_items add constraint order_items_refunded_at_most_bought check (refunded_quantity between 0 and quantity);

create table public.refunds (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  order_id uuid not null,
  kind text not null default 'refund' check (kind in ('refund', 'credit')),
  amount bigint not null check (amount >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text not null default '' check (length(reason) <= 500),
  takes_access boolean not null,
  idempotency_key text check (length(idempotency_key) between 8 and 100),
  fingerprint text check (length(fingerprint) = 32),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, order_id, idempotency_key),
  foreign key (account_id, order_id) references public.orders (account_id, id) on delete cascade
);
comment on table public.refunds is 'Money of an order that went back to its buyer, or that the shop owes them as credit.';
create index refunds_newest_idx on public.refunds (account_id, created_at desc);
create index refunds_created_by_idx on public.refunds (created_by);
alter table public.refunds enable row level security;
alter table public.refunds force row level security;

create table public.refund_lines (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  refund_id uuid not null,
  order_item_id uuid not null,
  quantity integer not null check (quantity between 1 and 99),
  amount bigint not null check (amount >= 0),
  primary key (account_id, id),
  unique (id),
  unique (account_id, refund_id, order_item_id),
  foreign key (account_id, refund_id) references public.refunds (account_id, id) on delete cascade,
  foreign key (account_id, order_item_id) references public.order_items (account_id, id) on delete cascade
);
comment on table public.refund_lines is 'How much of a line of an order a refund gives back.';
create index refund_lines_order_item_id_idx on public.refund_lines (account_id, order_item_id);
alter table public.refund_lines enable row level security;
alter table public.refund_lines force row level security;

-- What an order opens belongs to the line that opens it, so that a refund of a line closes just that.
alter table private.order_access
  drop constraint order_access_account_id_order_id_course_id_key,
  add column order_item_id uuid;
with opened as (
  select a.account_id, a.id, a.order_id, a.course_id, a.lasts, a.held_until, a.created_at, i.id as item, i.frequency,
      count(*) over (partition by a.account_id, a.id) as lines
    from private.order_access a
    join public.order_items i on (i.account_id, i.order_id) = (a.account_id, a.order_id)
   where i.type = 'membership'
      or exists (select from public.products p where (p.account_id, p.id) = (i.account_id, i.product_id) and p.course_id = a.course_id)
      or exists (select from public.product_courses pc where (pc.account_id, pc.product_id, pc.course_id) = (i.account_id, i.product_id, a.course_id)))
insert into private.order_access (account_id, order_id, order_item_id, course_id, lasts, held_until, created_at)
select account_id, order_id, item, course_id, case when lines = 1 then lasts when nullif(frequency, 'null') is not null
    then ((frequency ->> 'value') || ' ' || (frequency ->> 'parameter'))::interval end, held_until, created_at
  from opened;
delete from private.order_access a where a.order_item_id is null
  and exists (select from private.order_access l where (l.account_id, l.order_id, l.course_id) = (a.account_id, a.order_id, a.course_id) and l.order_item_id is not null);
-- Where the product no longer opens the course, the first line of the order stands for it.
update private.order_access a set order_item_id = (
    select i.id from public.order_items i where (i.account_id, i.order_id) = (a.account_id, a.order_id) order by i.position, i.id limit 1)
 where a.order_item_id is null;
delete from private.order_access where order_item_id is null;
alter table private.order_access
  alter column order_item_id set not null,
  add unique (account_id, order_item_id, course_id),
  add foreign key (account_id, order_item_id) references public.order_items (account_id, id) on delete cascade;
create index order_access_order_id_idx on private.order_access (account_id, order_id);

-- Orders of before: what was paid and refunded stands in the ledger as if it had been posted then.
update public.order_items i set revoked_at = o.closed_at, refunded_quantity = i.quantity
  from public.orders o where (o.account_id, o.id) = (i.account_id, i.order_id) and o.status = 'refunded';
update public.orders set refunded = total where status = 'refunded';
insert into public.refunds (account_id, order_id, amount, currency, takes_access, created_at)
select account_id, id, total, currency, true, closed_at from public.orders where status = 'refunded';

with posted as (
  insert into public.ledger_transactions (account_id, kind, subject, reference, occurred_at)
  select account_id, 'order', 'order:' || id, 'order:' || id || ':paid', paid_at from public.orders
   where status in ('paid', 'refunded') and subtotal + tax > 0 order by paid_at, id
  returning account_id, id, subject)
insert into public.ledger_entries (account_id, transaction_id, position, code, currency, amount)
select p.account_id, p.id, row_number() over (partition by p.account_id, p.id order by e.at), e.code, o.currency, e.amount
  from posted p
  join public.orders o on o.account_id = p.account_id and 'order:' || o.id = p.subject
 cross join lateral (values (1, 'cash:' || o.provider, o.total), (2, 'discounts', o.discount), (3, 'sales', -o.subtotal), (4, 'tax', -o.tax)) e(at, code, amount)
 where e.amount <> 0;

with posted as (
  insert into public.ledger_transactions (account_id, kind, subject, reference, occurred_at)
  select account_id, 'refund', 'order:' || order_id, 'refund:' || id, created_at from public.refunds where amount > 0 order by created_at, id
  returning account_id, id, reference)
insert into public.ledger_entries (account_id, transaction_id, position, code, currency, amount)
select p.account_id, p.id, row_number() over (partition by p.account_id, p.id order by e.at), e.code, r.currency, e.amount
  from posted p
  join public.refunds r on r.account_id = p.account_id and 'refund:' || r.id = p.reference
  join public.orders o on (o.account_id, o.id) = (r.account_id, r.order_id)
 cross join lateral (values (1, 'refunds', o.total - o.tax), (2, 'tax', o.tax), (3, 'cash:' || o.provider, -o.total)) e(at, code, amount)
 where e.amount <> 0;

-- The deferred triggers of orders have nothing to do here, and must have run before their table is touched again.
set constraints all immediate;
set constraints all deferred;
