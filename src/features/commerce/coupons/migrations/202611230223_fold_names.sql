alter table public.coupons
  add column search_text text generated always as (private.folded(name)) stored;
