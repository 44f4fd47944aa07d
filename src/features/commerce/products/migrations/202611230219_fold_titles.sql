alter table public.products
  add column search_text text generated always as (private.folded(title)) stored;
create index products_folded_title_idx on public.products using gin (to_tsvector('simple', search_text));
