alter table public.contacts
  add column search_text text generated always as (private.folded(ltrim(name || ' ' || email))) stored;
select private.index_pieces('public.contacts', 'search_text', 'contacts_part_of_name_idx');
create index contacts_by_name_idx on public.contacts (account_id, search_text, id);
