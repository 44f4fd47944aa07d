grant select (account_id, id, kind, parent_id, title, summary, body, slug, picture, language, is_live) on public.search_records
  to anon, authenticated;

-- A feature contributes three things: a view `private.x_search_rows` (account_id, id, kind, parent_id, title, summary, body, slug,
-- picture, language or null, is_live), a trigger that calls private.index_record('x_search_rows'), and a policy on
-- public.search_records that says who may read the records of its kind.
create function private.put_search_records(source text, account uuid, record uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  execute format('
    insert into public.search_records as r (account_id, id, kind, parent_id, title, summary, body, slug, picture, language, has_own_language, is_live)
    select s.account_id, s.id, s.kind, s.parent_id, left(s.title, 200), left(s.summary, 500), left(s.body, 40000), s.slug,
        case when length(s.picture) <= 1000 and s.picture ~ ''^(/[^/\\]|https://)'' then s.picture end,
        coalesce(s.language, l.language, ''en''), s.language is not null, s.is_live
      from private.%I s left join private.search_languages l on l.account_id = s.account_id
     where ($1 is null or s.account_id = $1) and ($2 is null or s.id = $2)
    on conflict (account_id, id) do update
      set parent_id = excluded.parent_id, title = excluded.title, summary = excluded.summary, body = excluded.body, slug = excluded.slug,
          picture = excluded.picture, language = excluded.language, has_own_language = excluded.has_own_language, is_live = excluded.is_live
      where (r.parent_id, r.title, r.summary, r.body, r.slug, r.picture, r.language, r.is_live) is distinct from
        (excluded.parent_id, excluded.title, excluded.summary, excluded.body, excluded.slug, excluded.picture, excluded.language, excluded.is_live)',
    source) using account, record;
end $$;
comment on function private.put_search_records is 'Writes the search records of a view: of one row, or of all where no id is passed.';

create function private.index_record() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'DELETE' then
    perform private.put_search_records(tg_argv[0], new.account_id, new.id);
  end if;
  if tg_op <> 'INSERT' then
    execute format('delete from public.search_records r where r.account_id = $1 and r.id = $2
      and not exists (select from private.%I s where s.account_id = $1 and s.id = $2)', tg_argv[0]) using old.account_id, old.id;
  end if;
  return null;
end $$;
comment on function private.index_record is 'Keeps the search record of a row: the argument names the view that says what is found.';

create function private.set_search_language(account uuid, language text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.search_languages as l (account_id, language) values (account, set_search_language.language)
  on conflict (account_id) do update set language = excluded.language where l.language <> excluded.language;
  if found then
    update public.search_records r set language = set_search_language.language
     where r.account_id = account and not r.has_own_language and r.language <> set_search_language.language;
  end if;
end $$;
comment on function private.set_search_language is 'Changes the language whose word stems find what an account writes.';

create function private.lexeme_query(lexeme text) returns tsquery
language sql immutable set search_path = '' as $$
  select ('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''')::tsquery
$$;
comment on function private.lexeme_query is 'A full-text query for exactly this lexeme.';

create function private.forget_search_words(account uuid, words text[]) returns void
language sql security definer set search_path = '' as $$
  delete from private.search_words w
   where w.account_id = account and w.word = any (words) and not exists (
     select from public.search_records r where r.account_id = account
       and r.document @@ (private.lexeme_query(account || ' ') && private.lexeme_query(w.word)))
$$;
comment on function private.forget_search_words is 'Forgets those of the words that no record of the account has any more.';

create function private.note_search_words() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  former text[] := '{}';
  present text[] := '{}';
begin
  if tg_op <> 'INSERT' then former := tsvector_to_array(old.document); end if;
  if tg_op = 'DELETE' then
    -- At once: what was written by or about a person who is erased stays in no list.
    with pending as (
      delete from private.search_word_changes c where (c.account_id, c.record_id) = (old.account_id, old.id) returning c.added || c.removed as words
    )
    select former || coalesce(array_agg(word), '{}') into former from pending, unnest(pending.words) word;
    perform private.forget_search_words(old.account_id, former);
  else
    present := tsvector_to_array(new.document);
    insert into private.search_word_changes (account_id, record_id, added, removed)
    values (new.account_id, new.id, array(select unnest(present) except select unnest(former)), array(select unnest(former) except select unnest(present)));
  end if;
  return null;
end $$;
comment on function private.note_search_words is 'Notes which words came into a record and which left it.';
create trigger search_records_note_words after insert or update of title, summary, body, language on public.search_records
  for each row execute function private.note_search_words();
create trigger search_records_forget_words after delete on public.search_records
  for each row execute function private.note_search_words();

create function private.learn_search_words() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  batch private.search_word_changes[];
  handled integer := 0;
begin
  loop
    with taken as (
      delete from private.search_word_changes c where (c.account_id, c.id) in (
        select k.account_id, k.id from private.search_word_changes k order by k.account_id, k.id limit 200 for update skip locked) returning c)
    select array_agg(taken.c) into batch from taken;
    exit when batch is null;
    insert into private.search_words (account_id, word)
    select distinct c.account_id, w from unnest(batch) c, unnest(c.added) w where length(w) between 4 and 40 and w !~ '[ \d]' order by 1, 2
    on conflict do nothing;
    perform private.forget_search_words(gone.account_id, gone.words)
       from (select c.account_id, array_agg(distinct x) as words from unnest(batch) c, unnest(c.removed) x group by 1) gone;
    handled := handled + cardinality(batch);
    exit when handled >= 20000;
  end loop;
  return handled;
end $$;
comment on function private.learn_search_words is 'Counts noted words in: new ones are learned, and those that no record has any more are forgotten. Run by the scheduler.';

create function private.is_typo_of(typed text, word text) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  tolerance int := case when length(typed) < 8 then 1 else 2 end;
begin
  if left(typed, 1) <> left(word, 1) or abs(length(typed) - length(word)) > tolerance then return false; end if;
  while typed <> '' and left(typed, 1) = left(word, 1) loop
    typed := substr(typed, 2);
    word := substr(word, 2);
  end loop;
  while typed <> '' and right(typed, 1) = right(word, 1) loop
    typed := left(typed, -1);
    word := left(word, -1);
  end loop;
  return greatest(length(typed), length(word)) <= tolerance or (length(typed) = 2 and typed = reverse(word));
end $$;
comment on function private.is_typo_of is 'Whether one place of a word is typed wrong: a letter too many, too few, another or two in the wrong order; up to two letters in a long word.';

create function private.near_words(account uuid, typed text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  home text;
  near text[];
begin
  if length(typed) not between 4 and 40 or exists (
    select from private.search_words w where w.account_id = account and w.word like replace(replace(typed, '\', '\\'), '_', '\_') || '%') then
    return '{}';
  end if;
  select n.nspname into home from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  if home is null then return '{}'; end if;
  execute format('
    select array(select c.word from (
      select w.word, %1$I.similarity(w.word, $2) as similarity from private.search_words w
       where w.account_id = $1 and w.word operator(%1$I.%%) $2 order by 2 desc, 1 limit 40) c
     where private.is_typo_of($2, c.word) order by c.similarity desc, c.word limit 4)', home) into near using account, typed;
  return near;
end $$;
comment on function private.near_words is 'The words of an account that a word nobody wrote may be a typing error of; none where the server lacks pg_trgm.';

create function private.prefix_query(term text) returns tsquery
language sql stable set search_path = '' as $$
  with words as (
    select '''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':*' as part
      from unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', private.spaced_part(term)))) word
    union all
    -- Bigrams match exactly; the last single character of a run is covered by the bigram before it, unless it is alone.
    select piece || case when length(piece) = 1 then ':*' else '' end
      from unnest(tsvector_to_array(private.pieces_of_unspaced(term, 'A'))) piece
     where length(piece) = 2 or not exists (
       select from unnest(tsvector_to_array(private.pieces_of_unspaced(term, 'A'))) two where length(two) = 2 and right(two, 1) = piece))
  select string_agg(part, ' & ')::tsquery from words
$$;
comment on function private.prefix_query is
  'Full-text query of a term: prefixes of all words, and bigrams of text written without spaces; null for an empty term.';

create function private.search_word_query(config regconfig, word text, near text[]) returns tsquery
language plpgsql stable set search_path = '' set client_min_messages = 'error' as $$
declare
  normalized text := private.folded(word);
  -- One letter begins too many words.
  result tsquery := case when length(normalized) = 1 and private.spaced_part(normalized) = normalized
    then plainto_tsquery('pg_catalog.simple', normalized) else private.prefix_query(normalized) end;
  typo text;
begin
  if config <> 'pg_catalog.simple'::regconfig then
    result := result || plainto_tsquery(config, word) || plainto_tsquery(config, normalized);
  end if;
  foreach typo in array near loop
    result := result || private.prefix_query(typo) || plainto_tsquery(config, typo);
  end loop;
  return result;
end $$;
comment on function private.search_word_query is 'What finds one word: its beginning, its stems in a language, and the words it may be a typing error of.';

create function private.search_query(config regconfig, words text[], near jsonb) returns tsquery
language plpgsql stable set search_path = '' set client_min_messages = 'error' as $$
declare
  meaningful text[] := array(select w from unnest(words) w
    where config = 'pg_catalog.simple'::regconfig or numnode(plainto_tsquery(config, w)) > 0);
  word text;
  part tsquery;
  result tsquery;
begin
  -- Where all are stop words ("the who"), all count.
  foreach word in array case when cardinality(meaningful) > 0 then meaningful else words end loop
    part := private.search_word_query(config, word, array(select jsonb_array_elements_text(near -> word)));
    result := case when result is null then part when part is null then result else result && part end;
  end loop;
  return result;
end $$;
comment on function private.search_query is 'The full-text query that finds all of these words in texts of one language.';

create function private.search_words_of(term text) returns text[]
language sql immutable set search_path = '' as $$
  select array(select word from (
    select distinct on (lower(word)) word, place
      from regexp_split_to_table(left(normalize(term, nfc), 100), '[\s+\u0021-\u0026\u0028-\u002c\u002e\u002f\u003a-\u003f\u005b-\u0060\u007b-\u007e\u2010-\u2018\u201a-\u203a\u3000-\u3003]+') with ordinality w (word, place)
     where length(private.folded(word)) between 1 and 60 and word ~ '[^''’-]' order by lower(word), place) w
    order by place limit 8)
$$;
comment on function private.search_words_of is 'The words of a search term, at most eight.';

create function private.search_queries(account uuid, term text) returns table (language text, query tsquery)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
declare
  words text[] := private.search_words_of(term);
  near jsonb;
begin
  if cardinality(words) = 0 then return; end if;
  select jsonb_object_agg(w, to_jsonb(private.near_words(account, private.folded(w)))) into near from unnest(words) w;
  return query
  with recursive languages as (
    (select r.language from public.search_records r where r.account_id = account order by r.language limit 1)
    union all
    select (select r.language from public.search_records r where r.account_id = account and r.language > l.language order by r.language limit 1)
      from languages l where l.language is not null
  ), queries as materialized (
    select l.language, private.search_query(private.search_config(l.language), words, near) as query from languages l where l.language is not null
  )
  select q.language, q.query from queries q where q.query is not null;
end $$;
comment on function private.search_queries is 'The full-text queries of a term: one for each language that an account''s records are written in.';
