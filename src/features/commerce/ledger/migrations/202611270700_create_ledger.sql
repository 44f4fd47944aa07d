create table public.ledger_transactions (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  kind text not null check (kind in ('order', 'refund', 'chargeback', 'fee', 'payout', 'tax', 'commission', 'credit', 'adjustment')),
  subject text not null check (length(subject) between 3 and 100 and subject ~ '^[a-z_]+:'),
  reference text not null check (length(reference) between 3 and 120),
  memo text not null default '' check (length(memo) <= 500),
  occurred_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, reference)
);
comment on table public.ledger_transactions is 'A move of money: its entries add up to zero in each currency. The reference is unique, so that nothing is posted twice.';
create index ledger_transactions_subject_idx on public.ledger_transactions (account_id, subject, id);
create index ledger_transactions_newest_idx on public.ledger_transactions (account_id, occurred_at desc);
alter table public.ledger_transactions enable row level security;
alter table public.ledger_transactions force row level security;

create table public.ledger_entries (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  transaction_id uuid not null,
  position smallint not null check (position between 1 and 100),
  code text not null check (length(code) <= 40),
  -- The chart of accounts: a code that is not in it has no kind and is rejected. Discounts and refunds are income with a debit balance.
  kind text not null generated always as (case
    when code in ('cash:offline', 'cash:stripe', 'cash:paypal', 'cash:razorpay', 'bank') then 'asset'
    when code in ('tax', 'affiliates_payable', 'customer_credit') then 'liability'
    when code in ('sales', 'discounts', 'refunds') then 'income'
    when code in ('chargebacks', 'fees', 'commissions') then 'expense' end) stored,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000000000000),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, transaction_id, position),
  foreign key (account_id, transaction_id) references public.ledger_transactions (account_id, id) on delete cascade
);
comment on table public.ledger_entries is 'A line of a transaction in the currency''s smallest unit: debit positive, credit negative.';
create index ledger_entries_balance_idx on public.ledger_entries (account_id, currency, code);
alter table public.ledger_entries enable row level security;
alter table public.ledger_entries force row level security;
