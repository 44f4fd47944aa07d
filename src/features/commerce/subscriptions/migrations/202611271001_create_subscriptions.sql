create table private.subscription_transitions (
  from_status text not null check (from_status in ('trialing', 'active', 'past_due', 'paused', 'ended')),
  to_status text not null check (to_status in ('trialing', 'active', 'past_due', 'paused', 'ended')),
  primary key (from_status, to_status)
);
comment on table private.subscription_transitions is 'What may become of a subscription: any other change of its status is rejected.';
alter table private.subscription_transitions enable row level security;
alter table private.subscription_transitions force row level security;
insert into private.subscription_transitions (from_status, to_status) values
  ('trialing', 'active'), ('trialing', 'past_due'), ('trialing', 'ended'),
  ('active', 'past_due'), ('active', 'paused'), ('active', 'ended'),
  ('past_due', 'active'), ('past_due', 'ended'),
  ('paused', 'active'), ('paused', 'past_due'), ('paused', 'ended');

create table public.member_subscriptions (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  member_id uuid,
  user_id uuid references auth.users (id) on delete set null,
  order_id uuid not null,
  order_item_id uuid not null,
  product_id uuid,
  title text not null check (length(title) between 1 and 160),
  price_kind text not null check (price_kind in ('subscription', 'instalments')),
  quantity integer not null check (quantity between 1 and 99),
  amount bigint not null check (amount between 0 and 1000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  frequency jsonb not null check (jsonb_typeof(frequency) = 'object' and pg_column_size(frequency) <= 200),
  cycles integer check (cycles between 1 and 999),
  paid_count integer not null default 0 check (paid_count between 0 and 100000),
  status text not null check (status in ('trialing', 'active', 'past_due', 'paused', 'ended')),
  anchor_at timestamptz not null,
  anchor_position integer not null default 1 check (anchor_position between 1 and 100001),
  period_start timestamptz not null,
  period_end timestamptz not null,
  trial_ends_at timestamptz,
  cancel_at_period_end boolean not null default false,
  paused_until timestamptz,
  attempt integer not null default 0 check (attempt between 0 and 20),
  next_run_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('cancelled', 'completed', 'unpaid')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, order_item_id),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete set null (member_id),
  foreign key (account_id, order_id) references public.orders (account_id, id) on delete cascade,
  foreign key (account_id, order_item_id) references public.order_items (account_id, id) on delete cascade,
  foreign key (account_id, product_id) references public.products (account_id, id) on delete set null (product_id),
  constraint member_subscriptions_ended_has_a_reason check ((status = 'ended') = (ended_at is not null) and (status = 'ended') = (end_reason is not null)),
  constraint member_subscriptions_pause_by_status check (paused_until is null or status = 'paused'),
  constraint member_subscriptions_period_has_a_length check (period_end >= period_start)
);
comment on table public.member_subscriptions is 'What a member pays for again and again: begun by an order, renewed by an order for each period.';
comment on column public.member_subscriptions.amount is 'What each later period of one piece costs, in the currency''s smallest unit.';
comment on column public.member_subscriptions.anchor_at is 'From when periods are counted, so that the day of the month is kept: the 28th of February is followed by the 31st of March again.';
comment on column public.member_subscriptions.attempt is 'How many reminders of the unpaid order of the next period were sent.';
comment on column public.member_subscriptions.next_run_at is 'When the schedule has something to do for it next; null where nothing will be.';
create index member_subscriptions_due_idx on public.member_subscriptions (next_run_at) where next_run_at is not null;
create index member_subscriptions_member_id_idx on public.member_subscriptions (account_id, member_id);
create index member_subscriptions_user_id_idx on public.member_subscriptions (user_id);
create index member_subscriptions_order_id_idx on public.member_subscriptions (account_id, order_id);
create index member_subscriptions_product_id_idx on public.member_subscriptions (account_id, product_id, user_id);
create index member_subscriptions_status_idx on public.member_subscriptions (account_id, status, created_at desc);
alter table public.member_subscriptions enable row level security;
alter table public.member_subscriptions force row level security;

create table public.subscription_periods (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  subscription_id uuid not null,
  position integer not null check (position between 1 and 100001),
  order_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, subscription_id, position),
  foreign key (account_id, subscription_id) references public.member_subscriptions (account_id, id) on delete cascade,
  foreign key (account_id, order_id) references public.orders (account_id, id) on delete cascade,
  constraint subscription_periods_have_a_length check (ends_at > starts_at)
);
comment on table public.subscription_periods is 'The periods of a subscription with the order each is paid by; a trial is none.';
create index subscription_periods_order_id_idx on public.subscription_periods (account_id, order_id);
alter table public.subscription_periods enable row level security;
alter table public.subscription_periods force row level security;
