-- The search of the documentation reads public.search_records as every other search does.
alter table public.docs drop column words;
drop function private.words_and_pieces_of_doc(text, text, text);
