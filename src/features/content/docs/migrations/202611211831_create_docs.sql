-- Used by a generated column, so it lives here.
create function private.words_of_doc(title text, summary text, content text) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select setweight(to_tsvector('pg_catalog.simple', title), 'A') || setweight(to_tsvector('pg_catalog.simple', summary), 'B')
    || setweight(to_tsvector('pg_catalog.simple', left(regexp_replace(content, '<[^>]*>', ' ', 'g'), 60000)), 'C')
$$;
comment on function private.words_of_doc is 'What a page of the documentation is found by: its title before its summary before its text.';

create table public.docs (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  parent_id uuid,
  position integer not null default 0 check (position between 0 and 9999),
  title text not null check (length(title) between 1 and 160),
  slug text not null check (slug ~ '^[a-z0-9](?:[a-z0-9-]{0,118}[a-z0-9])?$'),
  summary text not null default '' check (length(summary) <= 400),
  content text not null default '' check (length(content) <= 200000),
  status text not null default 'draft' check (status in ('draft', 'published')),
  words tsvector generated always as (private.words_of_doc(title, summary, content)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, slug),
  foreign key (account_id, parent_id) references public.docs (account_id, id) on delete set null (parent_id),
  check (parent_id <> id)
);
comment on table public.docs is 'Documentation: pages in a tree, in an order of their own.';
create index docs_parent_id_idx on public.docs (account_id, parent_id, position);
create index docs_words_idx on public.docs using gin (words);
alter table public.docs enable row level security;
alter table public.docs force row level security;
