-- Who may touch buckets and objects is said by the product's own policies on these two tables; here stand the grants
-- without which no policy is asked, the service's own rights, and the functions policies are written with.

grant usage on schema storage to anon, authenticated, service_role;

grant select, delete on storage.buckets, storage.objects to anon, authenticated, service_role;
grant insert (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types) on storage.buckets to anon, authenticated, service_role;
grant update (public, file_size_limit, allowed_mime_types, updated_at) on storage.buckets to anon, authenticated, service_role;
grant insert (id, bucket_id, name, owner, owner_id, metadata, user_metadata, version) on storage.objects to anon, authenticated, service_role;
grant update (bucket_id, name, owner, owner_id, metadata, user_metadata, version, updated_at, last_accessed_at) on storage.objects to anon, authenticated, service_role;
grant select, delete on storage.discarded to service_role;

create policy "the service sees and changes every bucket" on storage.buckets
  to service_role using (true) with check (true);
create policy "the service sees and changes every object" on storage.objects
  to service_role using (true) with check (true);
create policy "the service clears discarded versions" on storage.discarded
  to service_role using (true);

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
  insert into storage.discarded (version) values (old.version) on conflict do nothing;
  return null;
end
$$;
comment on function storage.discard_version() is 'Remembers bytes whose row is gone, however it went: by call, by cascade or by SQL.';
revoke execute on function storage.discard_version() from public;

create trigger discard_the_version_of_a_removed_object
  after delete on storage.objects for each row execute function storage.discard_version();
create trigger discard_the_version_an_object_had
  after update of version on storage.objects for each row
  when (old.version is distinct from new.version) execute function storage.discard_version();

grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text) to anon, authenticated, service_role;
