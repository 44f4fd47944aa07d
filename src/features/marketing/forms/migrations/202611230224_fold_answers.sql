alter table public.form_submissions
  add column search_text text generated always as (private.folded(words)) stored;
