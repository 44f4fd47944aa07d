-- Used by generated columns of many tables, so it lives here. `base/shared/folded.ts` says the same; one table of pairs is run against both.
create function private.folded(written text) returns text
language sql immutable parallel safe strict set search_path = '' as $$
  select normalize(
    replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(written, nfkd),
          '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]+',
          '', 'g')),
        U&'\0131\00F8\0142\0111\00F0\0127\0167\0138\014B\03C2\2018\2019\02BC\2010\0671\0649\06CC\0629\06C1\06A9\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9',
        U&'iolddhtkn\03C3''''''-\0627\064A\064A\0647\0647\064301234567890123456789'),
      U&'\00DF', 'ss'), U&'\00E6', 'ae'), U&'\0153', 'oe'), U&'\00FE', 'th'),
    nfc)
$$;
comment on function private.folded is 'A text as it is searched: without case, accents and vowel signs that few type, letters of one sound written as one; the marks other scripts can''t be read without stay.';
revoke execute on function private.folded(text) from public;
grant execute on function private.folded(text) to anon, authenticated, service_role;

-- Part of a word is found by its three-letter pieces where the server knows them; where not, by reading through.
create function private.index_pieces(relation regclass, column_name text, index_name text) returns void
language plpgsql set search_path = '' as $$
declare
  home text;
begin
  if exists (select from pg_catalog.pg_available_extensions where name = 'pg_trgm') then
    select n.nspname into home from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
    if home is null then
      create schema if not exists extensions;
      create extension pg_trgm schema extensions;
      home := 'extensions';
    end if;
    execute format('create index %I on %s using gin (%I %I.gin_trgm_ops)', index_name, relation, column_name, home);
  end if;
exception when insufficient_privilege then
  null;
end $$;
comment on function private.index_pieces is 'Makes an index that finds any part of a column''s text, where the server has the extension for it.';
revoke execute on function private.index_pieces(regclass, text, text) from public;
