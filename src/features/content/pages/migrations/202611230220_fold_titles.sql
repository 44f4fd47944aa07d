alter table public.pages
  add column search_text text generated always as (private.folded(title)) stored;
create index pages_folded_title_idx on public.pages using gin (to_tsvector('simple', search_text));
