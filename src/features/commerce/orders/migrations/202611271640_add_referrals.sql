alter table public.orders
  add column referrals uuid[] not null default '{}' check (cardinality(referrals) <= 20 and array_position(referrals, null) is null);
comment on column public.orders.referrals is 'The visits by links of affiliates that the buyer''s browser remembered as it placed the order: a claim that is checked where it counts.';
