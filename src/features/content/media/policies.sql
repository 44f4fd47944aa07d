-- Two buckets per account: `{id}` is public, for site content; `{id}-private` holds content that has to be earned or bought.

create function private.upload_types() returns text[]
language sql immutable set search_path = '' as $$
  select array[
    'video/*', 'audio/*', 'image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/avif', 'image/svg+xml',
    'image/webp', 'application/pdf', 'application/json', 'application/gzip', 'application/x-gzip', 'application/zip',
    'application/x-zip-compressed', 'application/xml', 'text/xml', 'text/csv', 'text/plain', 'text/markdown',
    'text/vtt', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.ms-excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
  ]
$$;
comment on function private.upload_types is 'MIME types of an account''s buckets (specification, section 5).';

create function private.seed_buckets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into storage.buckets (id, name, public, avif_autodetection, file_size_limit, allowed_mime_types) values
    (new.account_id::text, new.account_id::text, true, true, 52428800, private.upload_types()),
    (new.account_id || '-private', new.account_id || '-private', false, false, 536870912, private.upload_types())
  on conflict (id) do nothing;
  return null;
end $$;
comment on function private.seed_buckets is 'Creates the two buckets of a new account.';
create trigger accounts_furnish_buckets after insert on public.accounts for each row execute function private.seed_buckets();

create function private.bucket_accounts(capability text) returns setof text
language sql stable security definer set search_path = '' as $$
  select account::text from private.account_with(capability) account
$$;
comment on function private.bucket_accounts is 'The public buckets of the accounts where the caller has a capability.';
grant execute on function private.bucket_accounts(text) to anon, authenticated;

create policy "Members see the files of their account's site" on storage.objects for select to authenticated
  using (bucket_id in (select private.bucket_accounts('member')));
create policy "Staff add files to their account's site" on storage.objects for insert to authenticated
  with check (bucket_id in (select private.bucket_accounts('staff')) and name like 'public/%');
create policy "Staff replace files of their account's site" on storage.objects for update to authenticated
  using (bucket_id in (select private.bucket_accounts('staff')) and name like 'public/%')
  with check (bucket_id in (select private.bucket_accounts('staff')) and name like 'public/%');
create policy "Staff remove files of their account's site" on storage.objects for delete to authenticated
  using (bucket_id in (select private.bucket_accounts('staff')) and name like 'public/%');
create policy "Members add their own picture" on storage.objects for insert to authenticated
  with check (bucket_id in (select private.bucket_accounts('member')) and name = 'avatars/' || (select auth.uid()) || '/avatar.jpg');
create policy "Members replace their own picture" on storage.objects for update to authenticated
  using (bucket_id in (select private.bucket_accounts('member')) and name = 'avatars/' || (select auth.uid()) || '/avatar.jpg')
  with check (bucket_id in (select private.bucket_accounts('member')) and name = 'avatars/' || (select auth.uid()) || '/avatar.jpg');
create policy "Members remove their own picture" on storage.objects for delete to authenticated
  using (bucket_id in (select private.bucket_accounts('member')) and name = 'avatars/' || (select auth.uid()) || '/avatar.jpg');

create trigger media_folders_touch before update on public.media_folders for each row execute function private.touch_updated_at();
create trigger media_files_touch before update on public.media_files for each row execute function private.touch_updated_at();
-- Illustrations are referenced by path in rendered pages.
create trigger media_files_tell after update of version, path, account_id or delete on public.media_files
  for each row when (old.mime_type = 'image/svg+xml') execute function private.notify_change('media_files', 'path');

create function private.media_file_name(name text, path text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(
    nullif(btrim(left(btrim(regexp_replace(name, '[/[:cntrl:]]', ' ', 'g')), 200)), ''),
    nullif(btrim(left(regexp_replace(split_part(path, '/', -1), '[[:cntrl:]]', '', 'g'), 200)), ''),
    'file')
$$;
comment on function private.media_file_name is 'Display name of a file: from the upload metadata, else the end of its path.';

create function private.pixels(value text) returns integer
language sql immutable set search_path = '' as $$
  select case when value ~ '^[1-9][0-9]{0,4}$' and value::integer <= 65535 then value::integer end
$$;
comment on function private.pixels is 'Parses an image side in pixels from upload metadata; null where it is invalid.';

create function private.sync_media_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account uuid;
  user_data jsonb;
begin
  if tg_op = 'DELETE' then
    delete from public.media_files where object_id = old.id;
    return null;
  end if;
  -- Compared as uuid to use the primary key; a text comparison would scan all accounts.
  select a.account_id into account from public.accounts a
   where a.account_id = case when new.bucket_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then new.bucket_id::uuid end;
  -- A row inserted by SQL has no bytes; it enters the library once a file is uploaded under its name.
  if account is null or new.version is null or new.name not like 'public/%' then
    delete from public.media_files where object_id = new.id;
    return null;
  end if;
  user_data := case when jsonb_typeof(new.user_metadata) = 'object' then new.user_metadata else '{}' end;
  insert into public.media_files as f (account_id, object_id, folder_id, path, name, mime_type, bytes, width, height, version, uploaded_by)
  values (account, new.id,
    (select d.id from public.media_folders d where d.account_id = account and d.id::text = user_data ->> 'folder_id'),
    new.name, private.media_file_name(user_data ->> 'name', new.name),
    left(coalesce(new.metadata ->> 'mimetype', 'application/octet-stream'), 255), coalesce((new.metadata ->> 'size')::bigint, 0),
    private.pixels(user_data ->> 'width'), private.pixels(user_data ->> 'height'), new.version,
    (select u.id from auth.users u where u.id::text = coalesce(new.owner_id, new.owner::text)))
  on conflict (object_id) do update set account_id = excluded.account_id, path = excluded.path, mime_type = excluded.mime_type,
    bytes = excluded.bytes, version = excluded.version, uploaded_by = coalesce(excluded.uploaded_by, f.uploaded_by),
    folder_id = case when f.account_id = excluded.account_id then f.folder_id else excluded.folder_id end,
    width = case when f.version = excluded.version then f.width else excluded.width end,
    height = case when f.version = excluded.version then f.height else excluded.height end;
  return null;
end $$;
comment on function private.sync_media_files is 'Keeps media_files in sync with storage.objects, whichever API writes them.';
create trigger objects_keep_library after insert or update of bucket_id, name, version, metadata, owner_id or delete on storage.objects
  for each row execute function private.sync_media_files();

create function private.guard_media_folder() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ancestor_id uuid := new.parent_id;
  depth integer := 1;
  levels_below integer;
begin
  -- Serialises folder changes per account: two concurrent moves could create a cycle that neither sees.
  perform pg_advisory_xact_lock(hashtextextended('media_folders ' || new.account_id, 0));
  if tg_op = 'INSERT' and (select count(*) from public.media_folders where account_id = new.account_id) >= 500 then
    perform private.raise_error('too_many_folders', 'A library can have at most 500 folders. Delete one, or use an existing folder.');
  end if;
  while ancestor_id is not null loop
    if ancestor_id = new.id then
      perform private.raise_error('folder_in_itself', 'A folder can’t be moved into itself or one of its subfolders.');
    end if;
    depth := depth + 1;
    exit when depth > 10;
    select parent_id into ancestor_id from public.media_folders where account_id = new.account_id and id = ancestor_id;
  end loop;
  with recursive descendants as (
    select new.id as id, 0 as level
    union all
    select f.id, descendants.level + 1 from public.media_folders f join descendants on f.parent_id = descendants.id
     where f.account_id = new.account_id and descendants.level < 10
  ) select max(level) into levels_below from descendants;
  if depth + levels_below > 8 then
    perform private.raise_error('folders_too_deep', 'Folders can be nested at most eight levels deep.');
  end if;
  return new;
end $$;
comment on function private.guard_media_folder is 'Keeps folders a tree without cycles, at most eight levels deep and at most 500 per account.';
create trigger media_folders_guard before insert or update of parent_id on public.media_folders
  for each row execute function private.guard_media_folder();

grant select (account_id, id, parent_id, name, created_at, updated_at) on public.media_folders to authenticated;
grant select (account_id, id, object_id, folder_id, path, name, mime_type, kind, bytes, width, height, alt, version, uploaded_by, created_at, updated_at)
  on public.media_files to authenticated;
grant insert (account_id, name, parent_id), update (name, parent_id), delete on public.media_folders to authenticated;
grant update (folder_id, name, alt, width, height) on public.media_files to authenticated;
create policy "Staff see the folders of their account's library" on public.media_folders for select to authenticated
  using (account_id = (select private.account_with('staff')));
create policy "Staff make folders" on public.media_folders for insert to authenticated
  with check (account_id = (select private.account_with('staff')));
create policy "Staff rename and move folders" on public.media_folders for update to authenticated
  using (account_id = (select private.account_with('staff')))
  with check (account_id = (select private.account_with('staff')));
create policy "Staff remove folders" on public.media_folders for delete to authenticated
  using (account_id = (select private.account_with('staff')));
create policy "Staff see the files of their account's library" on public.media_files for select to authenticated
  using (account_id = (select private.account_with('staff')));
create policy "Staff name, describe and move files" on public.media_files for update to authenticated
  using (account_id = (select private.account_with('staff')))
  with check (account_id = (select private.account_with('staff')));
