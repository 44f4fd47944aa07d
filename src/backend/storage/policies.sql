-- The product's own policies on these two tables decide who may use buckets and objects; this file has the grants that
-- policies need, the rights of the service, and the functions that policies use.

grant usage on schema storage to anon, authenticated, service_role;

grant select, delete on storage.buckets, storage.objects to anon, authenticated, service_role;
grant insert (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types) on storage.buckets to anon, authenticated, service_role;
grant update (public, file_size_limit, allowed_mime_types, updated_at) on storage.buckets to anon, authenticated, service_role;
grant insert (id, bucket_id, name, owner, owner_id, metadata, user_metadata, version) on storage.objects to anon, authenticated, service_role;
grant update (bucket_id, name, owner, owner_id, metadata, user_metadata, version, updated_at, last_accessed_at) on storage.objects to anon, authenticated, service_role;
grant select, delete on storage.discarded to service_role;
grant select, delete on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts to service_role;
grant insert (id, bucket_id, key, version, owner_id, user_metadata, metadata, protocol, upload_length, is_upsert, tus_metadata, expires_at) on storage.s3_multipart_uploads to service_role;
grant update (in_progress_size, upload_length, completed_at) on storage.s3_multipart_uploads to service_role;
grant insert (upload_id, size, part_number, bucket_id, key, etag, owner_id, version) on storage.s3_multipart_uploads_parts to service_role;

create policy "the service sees and changes every bucket" on storage.buckets
  to service_role using (true) with check (true);
create policy "the service sees and changes every object" on storage.objects
  to service_role using (true) with check (true);
create policy "the service clears discarded versions" on storage.discarded
  to service_role using (true);
create policy "the service keeps unfinished uploads" on storage.s3_multipart_uploads
  to service_role using (true) with check (true);
create policy "the service keeps the parts of unfinished uploads" on storage.s3_multipart_uploads_parts
  to service_role using (true) with check (true);

-- The folders above a file: {a,b} for a/b/c.png.
create or replace function storage.foldername(name text) returns text[]
language sql immutable set search_path = '' as $$
  select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
$$;
comment on function storage.foldername(text) is 'The folders above a file: {a,b} for a/b/c.png.';

create or replace function storage.filename(name text) returns text
language sql immutable set search_path = '' as $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;
comment on function storage.filename(text) is 'The last part of a name: c.png for a/b/c.png.';

create or replace function storage.extension(name text) returns text
language sql immutable set search_path = '' as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;
comment on function storage.extension(text) is 'What follows the last dot of the file: png for a/b/c.png.';

create or replace function storage.discard_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.version is not null then
    insert into storage.discarded (version) values (old.version) on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function storage.discard_version() is 'Records the version of a deleted row for removal of its bytes, whether deleted by the API, by cascade or by SQL.';
revoke execute on function storage.discard_version() from public;

create trigger discard_the_version_of_a_removed_object
  after delete on storage.objects for each row execute function storage.discard_version();
create trigger discard_the_version_an_object_had
  after update of version on storage.objects for each row
  when (old.version is distinct from new.version) execute function storage.discard_version();

create trigger discard_the_version_of_a_removed_part
  after delete on storage.s3_multipart_uploads_parts for each row execute function storage.discard_version();

-- The service sets it in each of its transactions.
create or replace function storage.operation() returns text
language sql stable set search_path = '' as $$
  select nullif(pg_catalog.current_setting('storage.operation', true), '')
$$;
comment on function storage.operation() is 'The current operation of the storage API, such as storage.object.list; null outside of it.';

create or replace function storage.allow_any_operation(expected_operations text[]) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(
    regexp_replace(lower(storage.operation()), '^storage\.', '') = any (
      select regexp_replace(lower(trim(expected)), '^storage\.', '') from unnest(expected_operations) expected
    ), false)
$$;
comment on function storage.allow_any_operation(text[]) is 'Whether the API is doing one of these, with or without the leading storage.';

create or replace function storage.allow_only_operation(expected_operation text) returns boolean
language sql stable set search_path = '' as $$
  select storage.allow_any_operation(array[expected_operation])
$$;
comment on function storage.allow_only_operation(text) is 'Whether the API is doing exactly this, with or without the leading storage.';

-- Names in byte order; those that share a prefix up to the delimiter are one entry without an id. Skipping a folder
-- takes one index lookup, however many objects it holds.
create or replace function storage.list_objects_with_delimiter(
  _bucket_id text, prefix_param text, delimiter_param text, max_keys integer default 100,
  start_after text default '', next_token text default '', sort_order text default 'asc')
returns table (name text, id uuid, metadata jsonb, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz)
language plpgsql stable set search_path = '' as $$
declare
  highest constant text := chr(1114111);
  is_descending constant boolean := lower(sort_order) = 'desc';
  bound text collate "C" := greatest(start_after collate "C", next_token collate "C");
  current_object storage.objects;
  at integer;
  returned_count integer := 0;
begin
  if is_descending then
    bound := coalesce(nullif(bound, ''), prefix_param || highest);
  elsif next_token <> '' and delimiter_param <> '' and right(next_token, length(delimiter_param)) = delimiter_param then
    bound := bound || highest;
  end if;
  if delimiter_param = '' then
    if is_descending then
      return query select o.name, o.id, o.metadata, o.updated_at, o.created_at, o.last_accessed_at
        from storage.objects o
        where o.bucket_id = _bucket_id and o.name collate "C" >= prefix_param and o.name collate "C" < bound
        order by o.name collate "C" desc limit max_keys;
    else
      return query select o.name, o.id, o.metadata, o.updated_at, o.created_at, o.last_accessed_at
        from storage.objects o
        where o.bucket_id = _bucket_id and o.name collate "C" >= prefix_param
          and o.name collate "C" < prefix_param || highest and o.name collate "C" > bound
        order by o.name collate "C" limit max_keys;
    end if;
    return;
  end if;
  while returned_count < max_keys loop
    if is_descending then
      select o.* into current_object from storage.objects o
        where o.bucket_id = _bucket_id and o.name collate "C" >= prefix_param and o.name collate "C" < bound
        order by o.name collate "C" desc limit 1;
    else
      select o.* into current_object from storage.objects o
        where o.bucket_id = _bucket_id and o.name collate "C" >= prefix_param
          and o.name collate "C" < prefix_param || highest and o.name collate "C" > bound
        order by o.name collate "C" limit 1;
    end if;
    exit when current_object.id is null;
    at := case when delimiter_param = '' then 0
          else position(delimiter_param in substr(current_object.name, length(prefix_param) + 1)) end;
    returned_count := returned_count + 1;
    if at > 0 then
      name := left(current_object.name, length(prefix_param) + at - 1 + length(delimiter_param));
      id := null; metadata := null; updated_at := null; created_at := null; last_accessed_at := null;
      bound := case when is_descending then name else name || highest end;
    else
      name := current_object.name; id := current_object.id; metadata := current_object.metadata;
      updated_at := current_object.updated_at; created_at := current_object.created_at;
      last_accessed_at := current_object.last_accessed_at;
      bound := name;
    end if;
    return next;
  end loop;
end
$$;
comment on function storage.list_objects_with_delimiter(text, text, text, integer, text, text, text) is
  'One page of a bucket under a prefix, folded at a delimiter, as the caller may see it.';

create or replace function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
language sql stable set search_path = '' as $$
  select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint, o.bucket_id from storage.objects o group by o.bucket_id
$$;
comment on function storage.get_size_by_bucket() is 'Bytes in each bucket, of the files the caller may see.';

grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text), storage.operation(),
  storage.allow_any_operation(text[]), storage.allow_only_operation(text), storage.get_size_by_bucket(),
  storage.list_objects_with_delimiter(text, text, text, integer, text, text, text) to anon, authenticated, service_role;
