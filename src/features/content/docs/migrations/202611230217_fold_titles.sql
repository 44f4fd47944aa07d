alter table public.docs
  add column search_text text generated always as (private.folded(title)) stored;
