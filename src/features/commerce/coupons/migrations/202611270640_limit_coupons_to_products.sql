alter table public.coupons
  add column product_ids uuid[] not null default '{}' check (cardinality(product_ids) <= 100 and array_position(product_ids, null) is null);
comment on column public.coupons.product_ids is 'The products whose price a coupon reduces; empty for all.';
