create table private.order_counters (
  account_id uuid primary key references public.accounts (account_id) on delete cascade,
  last_number integer not null check (last_number > 0)
);
comment on table private.order_counters is 'The last order number of each account; numbers have no gaps because a rollback gives one back.';
alter table private.order_counters enable row level security;
alter table private.order_counters force row level security;

create table public.orders (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  number integer not null check (number > 0),
  user_id uuid references auth.users (id) on delete set null,
  member_id uuid,
  email text not null check (length(email) <= 320),
  customer_name text not null check (length(customer_name) between 1 and 120),
  billing_address jsonb not null default '{}' check (jsonb_typeof(billing_address) = 'object' and pg_column_size(billing_address) <= 4096),
  coupon text check (length(coupon) <= 40),
  status text not null default 'pending' check (status in ('pending', 'paid', 'cancelled', 'refunded')),
  provider text not null default 'offline' check (provider in ('offline')),
  instructions text not null default '' check (length(instructions) <= 4000),
  locale text not null default 'en' check (locale ~ '^[a-z]{2}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  subtotal bigint not null check (subtotal >= 0),
  discount bigint not null default 0 check (discount between 0 and subtotal),
  tax bigint not null default 0 check (tax >= 0),
  total bigint not null,
  idempotency_key text not null check (length(idempotency_key) between 8 and 100),
  request_hash text not null check (length(request_hash) = 32),
  placed_at timestamptz not null default now(),
  paid_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, number),
  unique (account_id, user_id, idempotency_key),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete set null (member_id),
  constraint orders_total_adds_up check (total = subtotal - discount + tax),
  constraint orders_paid_has_a_date check ((status in ('paid', 'refunded')) = (paid_at is not null)),
  constraint orders_closed_has_a_date check ((status in ('cancelled', 'refunded')) = (closed_at is not null))
);
comment on table public.orders is 'What somebody bought, at the prices of that moment, in the currency''s smallest unit.';
create index orders_user_id_idx on public.orders (user_id);
create index orders_buyer_idx on public.orders (account_id, user_id, placed_at desc);
create index orders_member_id_idx on public.orders (account_id, member_id);
create index orders_coupon_idx on public.orders (account_id, coupon) where coupon is not null;
create index orders_newest_idx on public.orders (account_id, placed_at desc);
create index orders_status_idx on public.orders (account_id, status, placed_at desc);
alter table public.orders enable row level security;
alter table public.orders force row level security;

create table public.order_items (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  order_id uuid not null,
  product_id uuid,
  price_id uuid,
  title text not null check (length(title) between 1 and 160),
  type text not null check (type in ('course', 'membership', 'digital', 'bundle')),
  quantity integer not null check (quantity between 1 and 99),
  amount bigint not null check (amount >= 0),
  frequency jsonb,
  position integer not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, order_id) references public.orders (account_id, id) on delete cascade,
  foreign key (account_id, product_id) references public.products (account_id, id) on delete set null (product_id),
  foreign key (account_id, price_id) references public.prices (account_id, id) on delete set null (price_id)
);
comment on table public.order_items is 'A line of an order as it was sold: title and amount of one, whatever became of the product.';
create index order_items_order_id_idx on public.order_items (account_id, order_id, position);
create index order_items_product_id_idx on public.order_items (account_id, product_id);
create index order_items_price_id_idx on public.order_items (account_id, price_id);
alter table public.order_items enable row level security;
alter table public.order_items force row level security;

create table public.coupon_redemptions (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  coupon_id uuid not null,
  order_id uuid not null,
  user_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, order_id),
  foreign key (account_id, coupon_id) references public.coupons (account_id, id) on delete cascade,
  foreign key (account_id, order_id) references public.orders (account_id, id) on delete cascade
);
comment on table public.coupon_redemptions is 'A use of a coupon by an order; gone again when the order is cancelled or refunded.';
create index coupon_redemptions_coupon_id_idx on public.coupon_redemptions (account_id, coupon_id, user_id);
create index coupon_redemptions_user_id_idx on public.coupon_redemptions (user_id);
alter table public.coupon_redemptions enable row level security;
alter table public.coupon_redemptions force row level security;

create table private.order_access (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  order_id uuid not null,
  course_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, order_id, course_id),
  foreign key (account_id, order_id) references public.orders (account_id, id) on delete cascade,
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade
);
comment on table private.order_access is 'The courses that a paid order opened, so that a refund closes just these.';
create index order_access_course_id_idx on private.order_access (account_id, course_id);
alter table private.order_access enable row level security;
alter table private.order_access force row level security;
