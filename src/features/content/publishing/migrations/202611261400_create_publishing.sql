create table private.publishing_kinds (
  kind text primary key check (kind ~ '^[a-z_]{1,40}$'),
  record_table text not null unique check (length(record_table) <= 60),
  draft_table text not null unique check (length(draft_table) <= 60),
  draft_key text not null check (length(draft_key) <= 60),
  record_columns text[] not null check (cardinality(record_columns) between 1 and 40),
  draft_columns text[] not null check (cardinality(draft_columns) = cardinality(record_columns)),
  capability text not null check (length(capability) <= 60),
  published_at text check (published_at in ('first', 'last')),
  links text[] not null default '{}',
  related_tables text[] not null default '{}'
);
comment on table private.publishing_kinds is 'What can be written as a draft and published: where its rows are, which columns are its content, and who may change it.';
comment on column private.publishing_kinds.record_columns is 'The columns visitors read, in the order of draft_columns.';
comment on column private.publishing_kinds.published_at is 'Whether the record''s published_at is its first or its last publication; null where it has none.';
comment on column private.publishing_kinds.links is 'Columns of the record that are emptied at a restore where what they point to is gone.';
comment on column private.publishing_kinds.related_tables is 'Tables whose rows go to the trash with the record, by the draft''s key.';
alter table private.publishing_kinds enable row level security;
alter table private.publishing_kinds force row level security;

create table public.versions (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  kind text not null check (length(kind) <= 40),
  subject_id uuid not null,
  state text not null check (state in ('published', 'saved')),
  content jsonb not null check (jsonb_typeof(content) = 'object' and pg_column_size(content) <= 1048576),
  saved_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id)
);
comment on table public.versions is 'What a record was: each time it was published, and every ten minutes of writing; of each state the newest thirty are kept.';
create index versions_subject_idx on public.versions (account_id, kind, subject_id, created_at desc);
create index versions_saved_by_idx on public.versions (saved_by);
alter table public.versions enable row level security;
alter table public.versions force row level security;

create table public.previews (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  kind text not null check (length(kind) <= 40),
  subject_id uuid not null,
  token_hash text not null check (length(token_hash) = 64),
  expires_at timestamptz not null,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id)
);
comment on table public.previews is 'Secret links to drafts; of the secret only its digest is kept.';
create index previews_subject_idx on public.previews (account_id, kind, subject_id);
create index previews_created_by_idx on public.previews (created_by);
create index previews_token_hash_idx on public.previews (account_id, token_hash);
alter table public.previews enable row level security;
alter table public.previews force row level security;

create table public.trash (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null,
  kind text not null check (length(kind) <= 40),
  title text not null check (length(title) <= 160),
  slug text not null check (length(slug) <= 160),
  record jsonb not null check (pg_column_size(record) <= 1048576),
  draft jsonb not null check (pg_column_size(draft) <= 1048576),
  related jsonb not null default '{}' check (pg_column_size(related) <= 1048576),
  removed_by uuid references auth.users (id) on delete set null,
  removed_at timestamptz not null default private.clock_now(),
  primary key (account_id, id)
);
comment on table public.trash is 'What was deleted in the last thirty days, whole, so that it can be restored; its versions stay where they are.';
create index trash_removed_by_idx on public.trash (removed_by);
create index trash_removed_at_idx on public.trash (removed_at);
alter table public.trash enable row level security;
alter table public.trash force row level security;
