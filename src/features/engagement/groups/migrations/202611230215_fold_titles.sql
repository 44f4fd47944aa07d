alter table public.groups
  add column search_text text generated always as (private.folded(title)) stored;
create index groups_folded_title_idx on public.groups using gin (to_tsvector('simple', search_text));
