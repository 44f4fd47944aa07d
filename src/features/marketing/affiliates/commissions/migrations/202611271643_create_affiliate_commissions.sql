create table public.affiliate_payouts (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  affiliate_id uuid not null,
  amount bigint not null check (amount between 1 and 1000000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reference text not null default '' check (length(reference) <= 200),
  created_by uuid references auth.users (id) on delete set null,
  paid_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, affiliate_id) references public.affiliates (account_id, id) on delete cascade
);
comment on table public.affiliate_payouts is 'What was paid to an affiliate, as the owner marked it.';
create index affiliate_payouts_affiliate_id_idx on public.affiliate_payouts (account_id, affiliate_id);
create index affiliate_payouts_created_by_idx on public.affiliate_payouts (created_by);
create index affiliate_payouts_newest_idx on public.affiliate_payouts (account_id, paid_at desc);
alter table public.affiliate_payouts enable row level security;
alter table public.affiliate_payouts force row level security;

create table public.affiliate_commissions (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  kind text not null check (kind in ('commission', 'reversal')),
  affiliate_id uuid not null,
  order_id uuid not null,
  order_item_id uuid not null,
  commission_id uuid,
  refund_id uuid,
  title text not null check (length(title) between 1 and 160),
  source text not null check (source in ('link', 'coupon', 'renewal')),
  base bigint not null check (abs(base) <= 1000000000000000),
  rate numeric not null check (rate between 0 and 1000000000),
  amount bigint not null check (abs(amount) <= 1000000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  earned_at timestamptz not null,
  payable_at timestamptz not null,
  payout_id uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, commission_id, refund_id),
  foreign key (account_id, affiliate_id) references public.affiliates (account_id, id) on delete cascade,
  foreign key (account_id, order_id) references public.orders (account_id, id) on delete cascade,
  foreign key (account_id, order_item_id) references public.order_items (account_id, id) on delete cascade,
  foreign key (account_id, commission_id) references public.affiliate_commissions (account_id, id) on delete cascade,
  foreign key (account_id, refund_id) references public.refunds (account_id, id) on delete cascade,
  foreign key (account_id, payout_id) references public.affiliate_payouts (account_id, id) on delete cascade,
  constraint affiliate_commissions_sign_by_kind check (case kind when 'commission' then amount > 0 and base > 0 else amount < 0 and base <= 0 end),
  constraint affiliate_commissions_reversal_of_one check ((kind = 'reversal') = (commission_id is not null) and (kind = 'reversal') = (refund_id is not null))
);
comment on table public.affiliate_commissions is 'What affiliates earned by lines of paid orders, and what refunds took back of it as rows of their own: what is due is their sum.';
comment on column public.affiliate_commissions.base is 'The net price the commission is of, after the discount and without tax; of a reversal, how much of it went back.';
comment on column public.affiliate_commissions.rate is 'Percent, or whole units of the currency where the programme pays a fixed sum.';
comment on column public.affiliate_commissions.payable_at is 'From when it can be paid out: after the days that a programme waits for refunds.';
create unique index affiliate_commissions_once_a_line_idx on public.affiliate_commissions (account_id, order_item_id) where kind = 'commission';
create index affiliate_commissions_affiliate_id_idx on public.affiliate_commissions (account_id, affiliate_id, earned_at desc);
create index affiliate_commissions_order_id_idx on public.affiliate_commissions (account_id, order_id);
create index affiliate_commissions_order_item_id_idx on public.affiliate_commissions (account_id, order_item_id);
create index affiliate_commissions_refund_id_idx on public.affiliate_commissions (account_id, refund_id);
create index affiliate_commissions_payout_id_idx on public.affiliate_commissions (account_id, payout_id);
create index affiliate_commissions_due_idx on public.affiliate_commissions (account_id, affiliate_id, currency, payable_at) where payout_id is null;
create index affiliate_commissions_newest_idx on public.affiliate_commissions (account_id, earned_at desc);
alter table public.affiliate_commissions enable row level security;
alter table public.affiliate_commissions force row level security;
