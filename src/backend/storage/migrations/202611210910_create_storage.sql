-- The files' side of the database: what a bucket allows and which objects stand in it. Names and columns follow the
-- published schema of the storage service this one stands in for, so that policies written for it work here.

create schema if not exists storage;

create table storage.buckets (
  id text primary key check (id <> '' and length(id) <= 100),
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  file_size_limit bigint check (file_size_limit >= 0),
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table storage.buckets is 'A named set of files: public or not, with the size and the types it takes.';

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id) on delete restrict,
  name text not null check (name <> '' and octet_length(name) <= 1024),
  owner uuid,
  owner_id text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  -- The version names the file on disk: a second row with it could read what its owner may not.
  constraint objects_version_is_one_file unique (version)
);
comment on table storage.objects is 'One file of a bucket; `version` names the bytes, `name` is what clients call it.';

create unique index objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index objects_owner_id on storage.objects (owner_id);

create table storage.discarded (
  version text primary key,
  discarded_at timestamptz not null default now()
);
comment on table storage.discarded is 'Versions no row names any more; the service removes their bytes after the commit.';

alter table storage.buckets enable row level security;
alter table storage.buckets force row level security;
alter table storage.objects enable row level security;
alter table storage.objects force row level security;
alter table storage.discarded enable row level security;
alter table storage.discarded force row level security;
