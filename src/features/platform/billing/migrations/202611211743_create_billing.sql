create table public.subscriptions (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  plan_id text not null references public.plans (id) on delete restrict,
  period text not null check (period in ('monthly', 'annual', 'onetime')),
  provider text not null default 'offline' check (provider in ('offline', 'stripe')),
  status text not null check (status in ('trialing', 'active', 'past_due', 'ended')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount between 0 and 100000000000),
  iterations int check (iterations between 1 and 1000),
  issued_count int not null default 0,
  trial_ends_at timestamptz,
  period_start timestamptz not null default now(),
  period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  next_plan_id text references public.plans (id) on delete set null,
  next_period text check (next_period in ('monthly', 'annual')),
  past_due_since timestamptz,
  reminders smallint not null default 0,
  customer text check (length(customer) <= 200),
  reference text check (length(reference) <= 200),
  card jsonb check (length(card::text) <= 500),
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id)
);
comment on table public.subscriptions is 'What an account pays the platform for, by which payment service, and until when. Sums in the smallest unit.';
create index subscriptions_plan_id_idx on public.subscriptions (plan_id);
create index subscriptions_next_plan_id_idx on public.subscriptions (next_plan_id);
create unique index subscriptions_reference_idx on public.subscriptions (provider, reference);
create index subscriptions_period_end_idx on public.subscriptions (period_end) where status <> 'ended';
alter table public.subscriptions enable row level security;
alter table public.subscriptions force row level security;

create table public.invoices (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  number text not null check (length(number) between 1 and 60),
  provider text not null check (provider in ('offline', 'stripe')),
  reference text check (length(reference) <= 200),
  plan_id text references public.plans (id) on delete set null,
  period text not null check (period in ('monthly', 'annual', 'onetime')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount between 0 and 100000000000),
  status text not null default 'open' check (status in ('open', 'paid', 'void', 'uncollectible')),
  url text check (length(url) <= 1000),
  period_start timestamptz not null,
  period_end timestamptz,
  issued_at timestamptz not null default now(),
  due_at timestamptz not null,
  paid_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (provider, number)
);
comment on table public.invoices is 'What the platform asked an account to pay, and whether it was.';
create index invoices_plan_id_idx on public.invoices (plan_id);
create index invoices_issued_at_idx on public.invoices (account_id, issued_at desc);
create unique index invoices_reference_idx on public.invoices (provider, reference);
create index invoices_due_at_idx on public.invoices (due_at) where status = 'open';
alter table public.invoices enable row level security;
alter table public.invoices force row level security;

create table private.invoice_numbers (year int primary key, last int not null default 0);
comment on table private.invoice_numbers is 'The last number given in a year: taken in the transaction of the invoice, so that there is no gap.';
alter table private.invoice_numbers enable row level security;
alter table private.invoice_numbers force row level security;

create table private.billing_events (
  provider text not null,
  event_id text not null check (length(event_id) between 1 and 200),
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);
comment on table private.billing_events is 'The messages of payment services that were worked on: a second copy does nothing.';
create index billing_events_received_at_idx on private.billing_events (received_at);
alter table private.billing_events enable row level security;
alter table private.billing_events force row level security;

-- Who rents a site already has the trial of their plan from today.
insert into public.subscriptions (account_id, plan_id, period, status, currency, amount, iterations, trial_ends_at, period_end)
select a.account_id, p.id, 'monthly', 'trialing', p.currency, coalesce((p.pricing #>> '{offline,monthly,amount}')::bigint, 0),
       (p.pricing #>> '{offline,monthly,iterations}')::int, now() + interval '30 days', now() + interval '30 days'
  from public.accounts a join public.plans p on p.id = a.plan_id
 where not a.is_platform;
