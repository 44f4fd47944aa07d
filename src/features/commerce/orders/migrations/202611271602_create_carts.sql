create table public.carts (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  token uuid not null default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  email text not null check (length(email) between 3 and 320),
  customer_name text not null default '' check (length(customer_name) <= 120),
  locale text not null default 'en' check (locale ~ '^[a-z]{2}$'),
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) between 1 and 50 and pg_column_size(lines) <= 65536),
  coupon text check (length(coupon) <= 40),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  subtotal bigint not null check (subtotal >= 0),
  changed_at timestamptz not null,
  reminded_at timestamptz,
  restored_at timestamptz,
  stopped_at timestamptz,
  ordered_at timestamptz,
  order_id uuid,
  status text not null generated always as (
    case when ordered_at is not null then 'ordered' when stopped_at is not null then 'stopped' when restored_at is not null then 'restored'
         when reminded_at is not null then 'reminded' else 'open' end) stored,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (token),
  foreign key (account_id, order_id) references public.orders (account_id, id) on delete set null (order_id)
);
comment on table public.carts is 'Carts whose shoppers asked to be reminded of them by e-mail, one open cart for an address.';
comment on column public.carts.lines is 'What is in it, with titles and amounts from the tables: `{product_id, price_id, title, quantity, amount, trial}`.';
comment on column public.carts.token is 'Restores the cart and ends its reminders, from the link of the mail.';
alter table public.carts enable row level security;
alter table public.carts force row level security;
create unique index carts_open_idx on public.carts (account_id, lower(email)) where ordered_at is null;
create index carts_newest_idx on public.carts (account_id, changed_at desc);
create index carts_due_idx on public.carts (changed_at) where status = 'open';
create index carts_user_id_idx on public.carts (user_id);
create index carts_order_id_idx on public.carts (account_id, order_id);

create table public.cart_settings (
  account_id uuid primary key references public.accounts (account_id) on delete cascade,
  reminder_hours integer check (reminder_hours between 1 and 168),
  updated_at timestamptz not null default now()
);
comment on table public.cart_settings is 'After how many hours a shop reminds of a cart; null or no row: it does not, and asks nobody.';
alter table public.cart_settings enable row level security;
alter table public.cart_settings force row level security;
