-- What a generated column calls lives here.

create function private.search_config(language text) returns regconfig
language sql immutable parallel safe set search_path = '' as $$
  select case language
    when 'ar' then 'pg_catalog.arabic' when 'da' then 'pg_catalog.danish' when 'de' then 'pg_catalog.german'
    when 'el' then 'pg_catalog.greek' when 'en' then 'pg_catalog.english' when 'es' then 'pg_catalog.spanish'
    when 'fi' then 'pg_catalog.finnish' when 'fr' then 'pg_catalog.french' when 'hi' then 'pg_catalog.hindi'
    when 'hu' then 'pg_catalog.hungarian' when 'id' then 'pg_catalog.indonesian' when 'it' then 'pg_catalog.italian'
    when 'nl' then 'pg_catalog.dutch' when 'no' then 'pg_catalog.norwegian' when 'pt' then 'pg_catalog.portuguese'
    when 'ro' then 'pg_catalog.romanian' when 'ru' then 'pg_catalog.russian' when 'sv' then 'pg_catalog.swedish'
    when 'tr' then 'pg_catalog.turkish' else 'pg_catalog.simple' end::regconfig
$$;
comment on function private.search_config is 'The full-text configuration that knows the word stems of a language; `simple` where PostgreSQL has none.';

create function private.text_of_html(html text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select trim(regexp_replace(
    replace(replace(replace(replace(replace(replace(regexp_replace(html, '<[^>]*>', ' ', 'g'),
      '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&'),
    '\s+', ' ', 'g'))
$$;
comment on function private.text_of_html is 'The plain text of HTML, on one line.';

create function private.search_lexemes(config regconfig, text text, weight text) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select private.words_and_pieces(normalized, weight)
      || case when config = 'pg_catalog.simple'::regconfig then ''::tsvector
           when normalized = lower(text) then setweight(to_tsvector(config, private.spaced_part(normalized)), weight::"char")
           else setweight(to_tsvector(config, text), weight::"char") || setweight(to_tsvector(config, private.spaced_part(normalized)), weight::"char") end
    from (select left(private.folded(text), 60000) as normalized) part
$$;
comment on function private.search_lexemes is
  'What a text is found by: its normalized words, pairs of signs of scripts without spaces, and word stems with and without accents.';

create function private.search_scope(account uuid, kind text, language text, is_live boolean) returns text
language sql immutable parallel safe set search_path = '' as $$
  -- The spaces keep it apart from every word of a text.
  select account || ' ' || kind || ' ' || language || ' ' || is_live
$$;
comment on function private.search_scope is 'The lexeme by which the full-text index finds the records of one account, kind and language alone.';

create function private.search_document(account uuid, kind text, language text, is_live boolean, title text, summary text, body text) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select array_to_tsvector(array[account || ' ', private.search_scope(account, kind, language, is_live)])
      || private.search_lexemes(config, title, 'A') || private.search_lexemes(config, summary, 'B') || private.search_lexemes(config, body, 'D')
    from private.search_config(language) config
$$;
comment on function private.search_document is 'The full-text document of a search record.';

revoke execute on function private.search_config(text), private.text_of_html(text), private.search_lexemes(regconfig, text, text),
  private.search_scope(uuid, text, text, boolean), private.search_document(uuid, text, text, boolean, text, text, text) from public;
grant execute on function private.search_config(text) to anon, authenticated, service_role;

create table private.search_records (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null,
  kind text not null check (kind ~ '^[a-z]{1,30}$'),
  parent_id uuid,
  title text not null check (length(title) <= 200),
  summary text not null default '' check (length(summary) <= 500),
  -- A tsvector holds 1 MB: three forms of so many signs of four bytes fit.
  body text not null default '' check (length(body) <= 40000),
  slug text check (length(slug) <= 200),
  picture text check (length(picture) <= 1000),
  language text not null check (language ~ '^[a-z]{2}$'),
  has_own_language boolean not null default false,
  is_live boolean not null default true,
  title_document tsvector generated always as (private.search_document(account_id, kind, language, is_live, title, '', '')) stored,
  document tsvector generated always as (private.search_document(account_id, kind, language, is_live, title, summary, body)) stored,
  primary key (account_id, id)
);
comment on table private.search_records is 'What the search reads: one row for each thing that can be found, written by triggers of the feature that owns it.';
comment on column private.search_records.id is 'The id of the course, post, page … itself: nothing is found twice.';
comment on column private.search_records.is_live is 'Whether it has a page on the site; else it is a draft.';
create index search_records_languages_idx on private.search_records (account_id, language);
-- Without a list of pending entries, which each of a search's many index scans would read.
create index search_records_title_idx on private.search_records using gin (title_document) with (fastupdate = off);
create index search_records_document_idx on private.search_records using gin (document) with (fastupdate = off);
alter table private.search_records enable row level security;
alter table private.search_records force row level security;

create table private.search_languages (
  account_id uuid primary key references public.accounts (account_id) on delete cascade,
  language text not null check (language ~ '^[a-z]{2}$')
);
comment on table private.search_languages is 'The language of what an account writes, where a record has none of its own.';
alter table private.search_languages enable row level security;
alter table private.search_languages force row level security;

create table private.search_words (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  word text collate "C" not null check (length(word) between 4 and 40),
  primary key (account_id, word)
);
comment on table private.search_words is 'The words that occur in an account''s records: a word nobody wrote is taken for a typing error of the nearest one.';
alter table private.search_words enable row level security;
alter table private.search_words force row level security;
select private.index_pieces('private.search_words', 'word', 'search_words_trigram_idx');

create table private.search_word_changes (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  record_id uuid not null,
  added text[] not null,
  removed text[] not null,
  primary key (account_id, id)
);
create index search_word_changes_record_idx on private.search_word_changes (account_id, record_id);
comment on table private.search_word_changes is 'Words that came into a record or left it, until a job has counted them in: writers wait for no shared list.';
alter table private.search_word_changes enable row level security;
alter table private.search_word_changes force row level security;
