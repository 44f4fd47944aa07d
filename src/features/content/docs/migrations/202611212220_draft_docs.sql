create table public.doc_drafts (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  doc_id uuid not null,
  title text not null check (length(title) between 1 and 160),
  summary text not null default '' check (length(summary) <= 400),
  content text not null default '' check (length(content) <= 200000),
  version integer not null default 1 check (version > 0),
  updated_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, doc_id),
  foreign key (account_id, doc_id) references public.docs (account_id, id) on delete cascade
);
comment on table public.doc_drafts is 'What is being written of a page of the documentation, and no reader may see.';
comment on column public.doc_drafts.version is 'Counts the saves: who saves names the one they began from.';
create index doc_drafts_updated_by_idx on public.doc_drafts (updated_by);
alter table public.doc_drafts enable row level security;
alter table public.doc_drafts force row level security;

create table public.doc_versions (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  doc_id uuid not null,
  kind text not null check (kind in ('published', 'saved')),
  title text not null check (length(title) between 1 and 160),
  summary text not null check (length(summary) <= 400),
  content text not null check (length(content) <= 200000),
  saved_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, doc_id) references public.docs (account_id, id) on delete cascade
);
comment on table public.doc_versions is 'What a page of the documentation was: each time it was published, and every ten minutes of writing; of each kind the newest thirty are kept.';
create index doc_versions_doc_id_idx on public.doc_versions (account_id, doc_id, created_at desc);
create index doc_versions_saved_by_idx on public.doc_versions (saved_by);
alter table public.doc_versions enable row level security;
alter table public.doc_versions force row level security;

-- What stands there already is its own draft, and what readers see is its first revision.
insert into public.doc_drafts (account_id, doc_id, title, summary, content, created_at, updated_at)
select account_id, id, title, summary, content, created_at, updated_at from public.docs;
insert into public.doc_versions (account_id, doc_id, kind, title, summary, content, created_at)
select account_id, id, 'published', title, summary, content, updated_at from public.docs where status = 'published';
