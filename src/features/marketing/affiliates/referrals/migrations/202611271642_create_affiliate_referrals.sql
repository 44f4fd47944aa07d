create table public.affiliate_clicks (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  affiliate_id uuid not null,
  clicked_at timestamptz not null,
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, affiliate_id) references public.affiliates (account_id, id) on delete cascade
);
comment on table public.affiliate_clicks is 'Visits by the link of an affiliate, without anything of who came: a browser remembers the id, and an order claims it.';
create index affiliate_clicks_affiliate_id_idx on public.affiliate_clicks (account_id, affiliate_id, clicked_at desc);
create index affiliate_clicks_clicked_at_idx on public.affiliate_clicks (clicked_at);
alter table public.affiliate_clicks enable row level security;
alter table public.affiliate_clicks force row level security;

create table public.affiliate_click_days (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  affiliate_id uuid not null,
  day date not null,
  clicks integer not null default 1 check (clicks > 0),
  primary key (account_id, id),
  unique (account_id, affiliate_id, day),
  foreign key (account_id, affiliate_id) references public.affiliates (account_id, id) on delete cascade
);
comment on table public.affiliate_click_days is 'How many visits the link of an affiliate brought on a day, counted for good.';
alter table public.affiliate_click_days enable row level security;
alter table public.affiliate_click_days force row level security;

create table public.affiliate_referrals (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  affiliate_id uuid not null,
  order_id uuid not null,
  order_item_id uuid not null,
  source text not null check (source in ('link', 'coupon', 'renewal')),
  clicked_at timestamptz,
  refusal text check (refusal in ('self_user', 'self_email', 'self_address', 'self_card')),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, order_item_id),
  foreign key (account_id, affiliate_id) references public.affiliates (account_id, id) on delete cascade,
  foreign key (account_id, order_id) references public.orders (account_id, id) on delete cascade,
  foreign key (account_id, order_item_id) references public.order_items (account_id, id) on delete cascade
);
comment on table public.affiliate_referrals is 'Which affiliate brought a line of an order, and by what: decided as the order was placed and never changed to another affiliate.';
comment on column public.affiliate_referrals.refusal is 'Why nothing is earned by it: the affiliate bought it themselves, by user, e-mail, address or card.';
create index affiliate_referrals_affiliate_id_idx on public.affiliate_referrals (account_id, affiliate_id);
create index affiliate_referrals_order_id_idx on public.affiliate_referrals (account_id, order_id);
alter table public.affiliate_referrals enable row level security;
alter table public.affiliate_referrals force row level security;
