alter table public.payment_methods
  add column email text not null default '' check (length(email) <= 254),
  add column is_default boolean not null default false;
comment on column public.payment_methods.email is 'Of a PayPal account, so that its owner recognizes it.';
comment on column public.payment_methods.is_default is 'What a subscription is charged to that keeps no method of its own.';
update public.payment_methods m set is_default = true
 where m.id = (select n.id from public.payment_methods n where (n.account_id, n.user_id) = (m.account_id, m.user_id) order by n.created_at desc, n.id desc limit 1);
create unique index payment_methods_default_idx on public.payment_methods (account_id, user_id) where is_default;

create table public.payment_setups (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null check (provider in ('stripe', 'paypal')),
  is_test boolean not null,
  -- What is charged to the method from then on; null where it is only kept.
  subject text check (length(subject) <= 100 and subject ~ '^[a-z_]+:[0-9a-f-]{36}$'),
  status text not null default 'created' check (status in ('created', 'pending', 'succeeded', 'cancelled')),
  -- Of the provider: the page on which the buyer enters the method.
  provider_reference text check (length(provider_reference) <= 200),
  url text check (length(url) <= 2000),
  payment_method_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, payment_method_id) references public.payment_methods (account_id, id) on delete set null (payment_method_id)
);
comment on table public.payment_setups is 'A buyer''s visit to the page of a provider where a payment method is kept and nothing is paid.';
create index payment_setups_reference_idx on public.payment_setups (account_id, provider, provider_reference);
create index payment_setups_user_id_idx on public.payment_setups (user_id);
create index payment_setups_payment_method_id_idx on public.payment_setups (account_id, payment_method_id);
create index payment_setups_open_idx on public.payment_setups (created_at) where status = 'pending';
alter table public.payment_setups enable row level security;
alter table public.payment_setups force row level security;
