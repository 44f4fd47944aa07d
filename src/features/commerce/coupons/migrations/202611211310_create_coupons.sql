create table public.coupons (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  name text not null check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$'),
  usage_limit integer not null default 0 check (usage_limit between 0 and 10000000),
  usage_count integer not null default 0 check (usage_count >= 0),
  date_start timestamptz,
  date_end timestamptz,
  per_user_limit integer not null default 0 check (per_user_limit between 0 and 1000000),
  discount_type text not null check (discount_type in ('flat', 'percentage')),
  coupon_amount numeric not null check (coupon_amount between 0 and 1000000000 and scale(coupon_amount) <= 3),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, name),
  constraint coupons_percentage_of_a_hundred check (discount_type <> 'percentage' or (coupon_amount <= 100 and scale(coupon_amount) <= 2)),
  constraint coupons_end_after_start check (date_end > date_start)
);
comment on table public.coupons is 'A reduction by name: percent, or a sum in whole units of the currency. A limit of 0 is none.';
create unique index coupons_name_whatever_case_idx on public.coupons (account_id, upper(name));
create index coupons_newest_idx on public.coupons (account_id, created_at desc);
alter table public.coupons enable row level security;
alter table public.coupons force row level security;
