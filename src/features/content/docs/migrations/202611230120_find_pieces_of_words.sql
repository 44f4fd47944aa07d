-- Documentation is found by beginnings of words, and by pieces of what scripts write without spaces between words. Used by a
-- generated column, so it lives here.
create function private.pieces_of_unspaced(text text, weight text) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  with signs as (
    select sign, lead(sign) over (order by place) as next
      from unnest(string_to_array(regexp_replace(text, '[^\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+', ' ', 'g'), null))
        with ordinality as each (sign, place))
  select coalesce(string_agg(distinct rtrim(sign || coalesce(next, '')) || ':1' || weight, ' '), '')::tsvector
    from signs where sign <> ' '
$$;
comment on function private.pieces_of_unspaced is
  'Each two signs that follow one another in Chinese, Japanese, Thai, Lao, Khmer or Burmese, and the last of a run: any piece of a text is made of them.';

create function private.spaced_part(text text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(text, '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+', ' ', 'g')
$$;
comment on function private.spaced_part is 'A text without what is written without spaces between words.';

create function private.words_and_pieces(text text, weight text) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select setweight(to_tsvector('pg_catalog.simple', private.spaced_part(text)), weight::"char") || private.pieces_of_unspaced(text, weight)
$$;
comment on function private.words_and_pieces is 'What a text is found by, with the weight of its place.';

create function private.words_and_pieces_of_doc(title text, summary text, content text) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select private.words_and_pieces(title, 'A') || private.words_and_pieces(summary, 'B')
    || private.words_and_pieces(left(regexp_replace(content, '<[^>]*>', ' ', 'g'), 60000), 'C')
$$;
comment on function private.words_and_pieces_of_doc is 'What a page of the documentation is found by: its title before its summary before its text.';

alter table public.docs drop column words;
alter table public.docs
  add column words tsvector generated always as (private.words_and_pieces_of_doc(title, summary, content)) stored;
create index docs_words_idx on public.docs using gin (words);
drop function private.words_of_doc(text, text, text);

-- Who writes and who searches needs the parts of it, with no more rights than they have.
revoke execute on function private.pieces_of_unspaced(text, text), private.spaced_part(text), private.words_and_pieces(text, text)
  from public;
grant execute on function private.pieces_of_unspaced(text, text), private.spaced_part(text), private.words_and_pieces(text, text)
  to anon, authenticated, service_role;
