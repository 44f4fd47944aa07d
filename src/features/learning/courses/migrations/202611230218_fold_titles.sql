alter table public.courses
  add column search_text text generated always as (private.folded(title)) stored;
create index courses_folded_title_idx on public.courses using gin (to_tsvector('simple', search_text));
