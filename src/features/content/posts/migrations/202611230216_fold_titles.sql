alter table public.posts
  add column search_text text generated always as (private.folded(title)) stored;
create index posts_folded_title_idx on public.posts using gin (to_tsvector('simple', search_text));
