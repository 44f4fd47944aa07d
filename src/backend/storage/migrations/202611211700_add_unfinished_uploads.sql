-- Uploads that come in parts: by the S3 protocol and by resumable uploads (TUS). Names and columns of the two tables
-- follow the published schema; what both protocols need beyond it stands at the end.

create table storage.s3_multipart_uploads (
  id text primary key check (length(id) between 1 and 2048),
  in_progress_size bigint not null default 0 check (in_progress_size >= 0),
  upload_signature text not null default '',
  bucket_id text not null references storage.buckets (id) on delete cascade,
  key text not null collate "C" check (key <> '' and octet_length(key) <= 1024),
  version text not null,
  owner_id text,
  created_at timestamptz not null default now(),
  user_metadata jsonb,
  metadata jsonb,
  protocol text not null check (protocol in ('s3', 'tus')),
  upload_length bigint check (upload_length >= 0),
  is_upsert boolean not null default true,
  tus_metadata jsonb,
  completed_at timestamptz,
  expires_at timestamptz not null
);
comment on table storage.s3_multipart_uploads is 'An upload that comes in parts and is no object yet.';
create index s3_multipart_uploads_list on storage.s3_multipart_uploads (bucket_id, key, created_at);
create index s3_multipart_uploads_expires_at on storage.s3_multipart_uploads (expires_at);

create table storage.s3_multipart_uploads_parts (
  id uuid primary key default gen_random_uuid(),
  upload_id text not null references storage.s3_multipart_uploads (id) on delete cascade,
  size bigint not null default 0 check (size >= 0),
  part_number integer not null check (part_number > 0),
  bucket_id text not null references storage.buckets (id) on delete cascade,
  key text not null collate "C",
  etag text not null,
  owner_id text,
  version text not null unique,
  created_at timestamptz not null default now(),
  constraint s3_multipart_uploads_parts_number unique (upload_id, part_number)
);
comment on table storage.s3_multipart_uploads_parts is 'One part of such an upload; `version` names its bytes.';
create index s3_multipart_uploads_parts_bucket_id on storage.s3_multipart_uploads_parts (bucket_id);

alter table storage.s3_multipart_uploads enable row level security;
alter table storage.s3_multipart_uploads force row level security;
alter table storage.s3_multipart_uploads_parts enable row level security;
alter table storage.s3_multipart_uploads_parts force row level security;
