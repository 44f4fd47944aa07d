alter table public.orders
  add column search_text text generated always as (private.folded(customer_name || ' ' || email)) stored;
select private.index_pieces('public.orders', 'search_text', 'orders_part_of_name_idx');
