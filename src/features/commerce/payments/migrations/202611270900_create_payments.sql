create table private.payment_subjects (
  kind text primary key check (kind ~ '^[a-z_]{2,30}$'),
  details_function text not null check (details_function ~ '^[a-z_]{3,60}$')
);
comment on table private.payment_subjects is 'What can be paid for: the function of a kind returns what one of them costs, who pays it and where its pages are. Features that can be paid for add themselves.';
alter table private.payment_subjects enable row level security;
alter table private.payment_subjects force row level security;

create table public.payment_providers (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  provider text not null check (provider in ('offline', 'stripe', 'paypal', 'razorpay')),
  is_enabled boolean not null default true,
  is_test boolean not null default false,
  -- The end of the key that stands for the account at the provider, so that an owner recognizes it.
  key_hint text not null default '' check (length(key_hint) <= 40),
  sealed_keys text check (length(sealed_keys) <= 8192),
  checked_at timestamptz,
  last_event_at timestamptz,
  reconciled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, provider),
  check (provider = 'offline' or sealed_keys is not null)
);
comment on table public.payment_providers is 'By which providers a shop is paid; their keys are sealed by a secret that is not in the database. Without a row for it, offline is on.';
alter table public.payment_providers enable row level security;
alter table public.payment_providers force row level security;

create table public.payments (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  subject text not null check (length(subject) <= 100 and subject ~ '^[a-z_]+:[0-9a-f-]{36}$'),
  user_id uuid references auth.users (id) on delete set null,
  provider text not null check (provider in ('stripe', 'paypal', 'razorpay')),
  is_test boolean not null,
  amount bigint not null check (amount between 1 and 1000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null default 'created' check (status in ('created', 'pending', 'succeeded', 'failed', 'cancelled')),
  -- Of the provider: the page of a payment, and the payment itself once there is one.
  provider_reference text check (length(provider_reference) <= 200),
  url text check (length(url) <= 2000),
  url_expires_at timestamptz,
  failure_code text check (length(failure_code) <= 100),
  fee bigint,
  fee_currency text check (fee_currency ~ '^[A-Z]{3}$'),
  refunded bigint not null default 0,
  payment_method_id uuid,
  idempotency_key text check (length(idempotency_key) between 8 and 100),
  succeeded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, idempotency_key),
  check ((status = 'succeeded') = (succeeded_at is not null)),
  check ((fee is null) = (fee_currency is null)),
  check (refunded between 0 and amount)
);
comment on table public.payments is 'A payment at a provider: what it is for, how much, and what the provider says of it.';
create unique index payments_reference_idx on public.payments (account_id, provider, provider_reference);
create index payments_subject_idx on public.payments (account_id, subject);
create index payments_newest_idx on public.payments (account_id, created_at desc);
create index payments_user_id_idx on public.payments (user_id);
create index payments_open_idx on public.payments (created_at) where status in ('created', 'pending');
alter table public.payments enable row level security;
alter table public.payments force row level security;

create table public.payment_methods (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null check (provider in ('stripe', 'paypal', 'razorpay')),
  provider_reference text not null check (length(provider_reference) between 1 and 200),
  customer_reference text not null default '' check (length(customer_reference) <= 200),
  brand text not null default '' check (length(brand) <= 40),
  last4 text not null default '' check (last4 ~ '^[0-9]{0,4}$'),
  exp_month smallint check (exp_month between 1 and 12),
  exp_year smallint check (exp_year between 2000 and 2200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, provider, user_id, provider_reference)
);
comment on table public.payment_methods is 'Cards and accounts that providers keep for buyers, by their references there: never a card number.';
create index payment_methods_user_id_idx on public.payment_methods (user_id);
alter table public.payment_methods enable row level security;
alter table public.payment_methods force row level security;
alter table public.payments add foreign key (account_id, payment_method_id)
  references public.payment_methods (account_id, id) on delete set null (payment_method_id);
create index payments_payment_method_id_idx on public.payments (account_id, payment_method_id);

create table public.payment_refunds (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  payment_id uuid not null,
  -- shop: decided here; excess: paid although nothing was to be paid; provider: reported by the provider.
  origin text not null check (origin in ('shop', 'excess', 'provider')),
  kind text not null default 'refund' check (kind in ('refund', 'chargeback')),
  amount bigint not null check (amount between 1 and 1000000000000),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  provider_reference text check (length(provider_reference) <= 200),
  failure_code text check (length(failure_code) <= 100),
  idempotency_key text check (length(idempotency_key) between 8 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, idempotency_key),
  foreign key (account_id, payment_id) references public.payments (account_id, id) on delete cascade
);
comment on table public.payment_refunds is 'Money of a payment that goes back by its provider, whoever decided it, and disputes that took it.';
create unique index payment_refunds_reference_idx on public.payment_refunds (account_id, payment_id, provider_reference);
create index payment_refunds_pending_idx on public.payment_refunds (created_at) where status = 'pending';
alter table public.payment_refunds enable row level security;
alter table public.payment_refunds force row level security;

create table public.provider_events (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  provider text not null check (provider in ('stripe', 'paypal', 'razorpay')),
  event_id text not null check (length(event_id) between 1 and 200),
  type text not null check (length(type) <= 120),
  -- What to read at the provider. The rest of a message is not kept: it holds names and addresses of buyers.
  reference text check (length(reference) <= 200),
  payment_id uuid,
  status text not null default 'received' check (status in ('received', 'processed', 'ignored', 'failed')),
  error text not null default '' check (length(error) <= 500),
  attempts integer not null default 0,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  primary key (account_id, id),
  unique (id),
  unique (account_id, provider, event_id),
  foreign key (account_id, payment_id) references public.payments (account_id, id) on delete set null (payment_id)
);
comment on table public.provider_events is 'Messages of providers whose signature was right: each is stored once, and a job reads at the provider what it is about.';
create index provider_events_newest_idx on public.provider_events (account_id, received_at desc);
create index provider_events_payment_id_idx on public.provider_events (account_id, payment_id);
create index provider_events_received_at_idx on public.provider_events (received_at);
alter table public.provider_events enable row level security;
alter table public.provider_events force row level security;

create table public.payment_differences (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  provider text not null check (provider in ('stripe', 'paypal', 'razorpay')),
  kind text not null check (kind in ('missing_here', 'missing_there', 'amount')),
  reference text not null check (length(reference) <= 200),
  payment_id uuid,
  amount bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  occurred_at timestamptz not null,
  found_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, provider, kind, reference),
  foreign key (account_id, payment_id) references public.payments (account_id, id) on delete cascade
);
comment on table public.payment_differences is 'What a provider has and we have not, and the reverse, as the last nightly comparison found it.';
create index payment_differences_payment_id_idx on public.payment_differences (account_id, payment_id);
alter table public.payment_differences enable row level security;
alter table public.payment_differences force row level security;
