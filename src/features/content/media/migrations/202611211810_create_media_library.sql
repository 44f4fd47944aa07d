-- The library over an account's public files. The bytes and their row are the storage service's; here stands what it
-- doesn't know: the folder a person put a file into, what it is called, the words for who can't see it.

create table public.media_folders (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  parent_id uuid check (parent_id <> id),
  name text not null check (length(name) between 1 and 80 and name = btrim(name) and name !~ '[/[:cntrl:]]'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, parent_id) references public.media_folders (account_id, id) on delete cascade
);
comment on table public.media_folders is 'A folder of the media library; it has no part in a file''s address, so moving breaks no link.';
create unique index media_folders_name_idx on public.media_folders
  (account_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), lower(name));
create index media_folders_parent_idx on public.media_folders (account_id, parent_id);
alter table public.media_folders enable row level security;
alter table public.media_folders force row level security;

create table public.media_files (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  object_id uuid not null unique,
  folder_id uuid,
  path text not null check (path like 'public/%' and octet_length(path) <= 1024),
  name text not null check (length(name) between 1 and 200 and name = btrim(name) and name !~ '[/[:cntrl:]]'),
  mime_type text not null check (length(mime_type) <= 255),
  kind text not null generated always as (case
    when mime_type like 'image/%' then 'image'
    when mime_type like 'video/%' then 'video'
    when mime_type like 'audio/%' then 'audio'
    when mime_type ~ '^application/(x-)?(gzip|zip)' then 'archive'
    else 'document' end) stored,
  bytes bigint not null default 0 check (bytes >= 0),
  width integer check (width between 1 and 65535),
  height integer check (height between 1 and 65535),
  alt jsonb not null default '{}' check (jsonb_typeof(alt) = 'object' and pg_column_size(alt) <= 8192),
  version text not null check (length(version) <= 100),
  uploaded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, path),
  foreign key (account_id, folder_id) references public.media_folders (account_id, id) on delete set null (folder_id)
);
comment on table public.media_files is 'A file of the account''s site in the library: one row for each object under public/, written by trigger.';
comment on column public.media_files.alt is 'Words for who can''t see it, by language code.';
comment on column public.media_files.version is 'Changes with the bytes, while the address stays.';
create index media_files_newest_idx on public.media_files (account_id, folder_id, created_at desc);
create index media_files_kind_idx on public.media_files (account_id, kind, created_at desc);
create index media_files_uploaded_by_idx on public.media_files (uploaded_by);
alter table public.media_files enable row level security;
alter table public.media_files force row level security;

insert into public.media_files (account_id, object_id, path, name, mime_type, bytes, version, uploaded_by, created_at)
select a.account_id, o.id, o.name, left(coalesce(nullif(btrim(regexp_replace(regexp_replace(o.name, '^.*/', ''), '[[:cntrl:]]', '', 'g')), ''), 'file'), 200),
  coalesce(o.metadata ->> 'mimetype', 'application/octet-stream'), coalesce((o.metadata ->> 'size')::bigint, 0), o.version, u.id, o.created_at
  from storage.objects o join public.accounts a on a.account_id::text = o.bucket_id
  left join auth.users u on u.id::text = o.owner_id
 where o.name like 'public/%';
