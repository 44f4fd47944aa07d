alter table public.member_subscriptions
  add column price_id uuid,
  add foreign key (account_id, price_id) references public.prices (account_id, id) on delete set null (price_id);
comment on column public.member_subscriptions.price_id is 'The price it is at; null where that is gone.';
create index member_subscriptions_price_id_idx on public.member_subscriptions (account_id, price_id);
update public.member_subscriptions s set price_id = i.price_id from public.order_items i where (i.account_id, i.id) = (s.account_id, s.order_item_id);

create table public.subscription_changes (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  subscription_id uuid not null,
  price_id uuid,
  from_title text not null check (length(from_title) between 1 and 160),
  title text not null check (length(title) between 1 and 160),
  amount bigint not null check (amount between 0 and 1000000000000),
  frequency jsonb not null check (jsonb_typeof(frequency) = 'object' and pg_column_size(frequency) <= 200),
  cycles integer check (cycles between 1 and 999),
  takes_effect text not null check (takes_effect in ('now', 'period_end')),
  effective_at timestamptz not null,
  credit bigint not null default 0 check (credit >= 0),
  due bigint check (due >= 0),
  lapses_at timestamptz,
  status text not null default 'open' check (status in ('open', 'done', 'cancelled')),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, subscription_id) references public.member_subscriptions (account_id, id) on delete cascade,
  foreign key (account_id, price_id) references public.prices (account_id, id) on delete set null (price_id),
  constraint subscription_changes_due_now check ((takes_effect = 'now') = (due is not null) and (takes_effect = 'now') = (lapses_at is not null))
);
comment on table public.subscription_changes is 'Changes of a subscription to another price of its product: now with its payment, or with the next period.';
comment on column public.subscription_changes.amount is 'What each period of one piece costs from then on, in the smallest unit.';
comment on column public.subscription_changes.credit is 'What was left of the paid periods and pays for a part of the new one.';
comment on column public.subscription_changes.lapses_at is 'Until when the order of a change must be paid; later its credit would not be true any more.';
create unique index subscription_changes_one_open_idx on public.subscription_changes (account_id, subscription_id) where status = 'open';
create index subscription_changes_subscription_id_idx on public.subscription_changes (account_id, subscription_id, created_at);
create index subscription_changes_price_id_idx on public.subscription_changes (account_id, price_id);
create index subscription_changes_created_by_idx on public.subscription_changes (created_by);
alter table public.subscription_changes enable row level security;
alter table public.subscription_changes force row level security;

alter table public.subscription_periods
  add column credit bigint not null default 0 check (credit >= 0),
  add column change_id uuid,
  add foreign key (account_id, change_id) references public.subscription_changes (account_id, id) on delete set null (change_id);
comment on column public.subscription_periods.credit is 'What was left of earlier periods and paid for a part of this one, in the smallest unit.';
comment on column public.subscription_periods.change_id is 'The change of the subscription that its payment brings about.';
create index subscription_periods_change_id_idx on public.subscription_periods (account_id, change_id) where change_id is not null;
