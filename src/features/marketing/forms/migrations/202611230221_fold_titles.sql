alter table public.forms
  add column search_text text generated always as (private.folded(name)) stored;
