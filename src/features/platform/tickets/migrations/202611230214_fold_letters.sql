alter table public.tickets drop column search_text;
alter table public.tickets
  add column search_text text generated always as (private.folded('#' || number || ' ' || subject || ' ' || requester_name || ' ' || requester_email)) stored;
select private.index_pieces('public.tickets', 'search_text', 'tickets_part_of_text_idx');
