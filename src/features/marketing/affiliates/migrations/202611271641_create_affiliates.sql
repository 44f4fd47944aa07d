create table public.affiliate_programmes (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  title text not null check (length(title) between 1 and 120),
  terms text not null default '' check (length(terms) <= 20000),
  pictures jsonb not null default '[]' check (jsonb_typeof(pictures) = 'array' and jsonb_array_length(pictures) <= 12 and length(pictures::text) <= 12000),
  product_ids uuid[] not null default '{}' check (cardinality(product_ids) <= 100 and array_position(product_ids, null) is null),
  admission text not null default 'approval' check (admission in ('open', 'approval', 'invite')),
  is_active boolean not null default true,
  commission text not null default 'percent' check (commission in ('percent', 'flat', 'tiered')),
  rate numeric not null default 10 check (rate between 0 and 1000000000 and scale(rate) <= 3),
  tiers jsonb not null default '[]' check (jsonb_typeof(tiers) = 'array' and jsonb_array_length(tiers) <= 10 and length(tiers::text) <= 1000),
  renewal_limit integer default 0 check (renewal_limit between 0 and 1000),
  window_days smallint not null default 30 check (window_days between 1 and 365),
  touch text not null default 'last' check (touch in ('first', 'last')),
  hold_days smallint not null default 30 check (hold_days between 0 and 365),
  minimum_payout numeric not null default 0 check (minimum_payout between 0 and 1000000000 and scale(minimum_payout) <= 3),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, title),
  constraint affiliate_programmes_percent_of_a_hundred check (commission <> 'percent' or (rate <= 100 and scale(rate) <= 2)),
  constraint affiliate_programmes_tiers_where_tiered check ((commission = 'tiered') = (jsonb_array_length(tiers) > 0))
);
comment on table public.affiliate_programmes is 'What affiliates earn by bringing buyers: for which products, how much, for how long a link counts, and when it is paid.';
comment on column public.affiliate_programmes.product_ids is 'The products whose sales earn a commission; empty for all.';
comment on column public.affiliate_programmes.rate is 'Percent of the net price, or whole units of the currency for each order.';
comment on column public.affiliate_programmes.tiers is 'Percents by how many sales an affiliate has made before: [{after, percent}], from 0 upwards.';
comment on column public.affiliate_programmes.renewal_limit is 'How many payments of a subscription after its first earn a commission, too; null for each.';
comment on column public.affiliate_programmes.touch is 'Whose visit counts where several affiliates brought the same buyer: the first one or the last one.';
comment on column public.affiliate_programmes.minimum_payout is 'Whole units of the currency that must be due before they are paid out.';
alter table public.affiliate_programmes enable row level security;
alter table public.affiliate_programmes force row level security;

create table public.affiliates (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  programme_id uuid not null,
  member_id uuid,
  user_id uuid references auth.users (id) on delete set null,
  code text not null check (code ~ '^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$'),
  state text not null check (state in ('invited', 'applied', 'approved', 'refused', 'suspended')),
  note text not null default '' check (length(note) <= 1000),
  coupon_id uuid,
  terms_accepted_at timestamptz,
  approved_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, programme_id, member_id),
  unique (account_id, coupon_id),
  foreign key (account_id, programme_id) references public.affiliate_programmes (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete set null (member_id),
  foreign key (account_id, coupon_id) references public.coupons (account_id, id) on delete set null (coupon_id),
  constraint affiliates_approved_has_a_date check (approved_at is not null or state not in ('approved', 'suspended'))
);
comment on table public.affiliates is 'A member in a programme: the code of their links, a coupon that stands for them, and whether they may earn.';
comment on column public.affiliates.note is 'What the member wrote as they applied.';
create unique index affiliates_code_whatever_case_idx on public.affiliates (account_id, upper(code));
create index affiliates_member_id_idx on public.affiliates (account_id, member_id);
create index affiliates_user_id_idx on public.affiliates (user_id);
create index affiliates_newest_idx on public.affiliates (account_id, created_at desc);
alter table public.affiliates enable row level security;
alter table public.affiliates force row level security;
