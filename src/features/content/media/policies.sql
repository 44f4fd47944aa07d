-- Two buckets an account: one named by its id, public, for what a site shows; `{id}-private` for what is earned or bought.

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
comment on function private.upload_types is 'The types of files an account takes (specification, section 5).';

create function private.furnish_buckets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into storage.buckets (id, name, public, avif_autodetection, file_size_limit, allowed_mime_types) values
    (new.account_id::text, new.account_id::text, true, true, 52428800, private.upload_types()),
    (new.account_id || '-private', new.account_id || '-private', false, false, 536870912, private.upload_types())
  on conflict (id) do nothing;
  return null;
end $$;
comment on function private.furnish_buckets is 'Every account has its two buckets from its first moment.';
create trigger accounts_furnish_buckets after insert on public.accounts for each row execute function private.furnish_buckets();

create function private.bucket_accounts(capability text) returns setof text
language sql stable security definer set search_path = '' as $$
  select account::text from private.accounts_where(capability) account
$$;
comment on function private.bucket_accounts is 'The public buckets of the accounts where the caller holds a capability.';
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
-- Drawings may stand in finished pages, by their paths.
create trigger media_files_tell after update of version, path, account_id or delete on public.media_files
  for each row when (old.mime_type = 'image/svg+xml') execute function private.tell_change('media_files', 'path');

create function private.media_file_name(wanted text, path text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(
    nullif(btrim(left(btrim(regexp_replace(wanted, '[/[:cntrl:]]', ' ', 'g')), 200)), ''),
    nullif(btrim(left(regexp_replace(split_part(path, '/', -1), '[[:cntrl:]]', '', 'g'), 200)), ''),
    'file')
$$;
comment on function private.media_file_name is 'What a file is called in the library: as its sender said, else as its address ends.';

create function private.pixels(said text) returns integer
language sql immutable set search_path = '' as $$
  select case when said ~ '^[1-9][0-9]{0,4}$' and said::integer <= 65535 then said::integer end
$$;
comment on function private.pixels is 'A side of a picture as its sender said it; null for what can be none.';

create function private.keep_library() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account uuid;
  said jsonb;
begin
  if tg_op = 'DELETE' then
    delete from public.media_files where object_id = old.id;
    return null;
  end if;
  -- By its key: a comparison of texts would look at every account.
  select a.account_id into account from public.accounts a
   where a.account_id = case when new.bucket_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then new.bucket_id::uuid end;
  -- A row that only SQL wrote has no bytes, and is no file of the library until somebody uploads under its name.
  if account is null or new.version is null or new.name not like 'public/%' then
    delete from public.media_files where object_id = new.id;
    return null;
  end if;
  said := case when jsonb_typeof(new.user_metadata) = 'object' then new.user_metadata else '{}' end;
  insert into public.media_files as f (account_id, object_id, folder_id, path, name, mime_type, bytes, width, height, version, uploaded_by)
  values (account, new.id,
    (select d.id from public.media_folders d where d.account_id = account and d.id::text = said ->> 'folder_id'),
    new.name, private.media_file_name(said ->> 'name', new.name),
    left(coalesce(new.metadata ->> 'mimetype', 'application/octet-stream'), 255), coalesce((new.metadata ->> 'size')::bigint, 0),
    private.pixels(said ->> 'width'), private.pixels(said ->> 'height'), new.version,
    (select u.id from auth.users u where u.id::text = coalesce(new.owner_id, new.owner::text)))
  on conflict (object_id) do update set account_id = excluded.account_id, path = excluded.path, mime_type = excluded.mime_type,
    bytes = excluded.bytes, version = excluded.version, uploaded_by = coalesce(excluded.uploaded_by, f.uploaded_by),
    folder_id = case when f.account_id = excluded.account_id then f.folder_id else excluded.folder_id end,
    width = case when f.version = excluded.version then f.width else excluded.width end,
    height = case when f.version = excluded.version then f.height else excluded.height end;
  return null;
end $$;
comment on function private.keep_library is 'The library follows the files: whoever writes one, by whatever call, finds it there.';
create trigger objects_keep_library after insert or update of bucket_id, name, version, metadata, owner_id or delete on storage.objects
  for each row execute function private.keep_library();

create function private.guard_media_folder() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  above uuid := new.parent_id;
  depth integer := 1;
  below integer;
begin
  -- Two moves that cross each other would each find no ring: folders of an account change one after another.
  perform pg_advisory_xact_lock(hashtextextended('media_folders ' || new.account_id, 0));
  if tg_op = 'INSERT' and (select count(*) from public.media_folders where account_id = new.account_id) >= 500 then
    perform private.refuse('too_many_folders', 'A library has at most 500 folders. Remove one, or put files into those there are.');
  end if;
  while above is not null loop
    if above = new.id then
      perform private.refuse('folder_in_itself', 'A folder can’t be moved into itself or into a folder it holds.');
    end if;
    depth := depth + 1;
    exit when depth > 10;
    select parent_id into above from public.media_folders where account_id = new.account_id and id = above;
  end loop;
  with recursive held as (
    select new.id as id, 0 as level
    union all
    select f.id, held.level + 1 from public.media_folders f join held on f.parent_id = held.id
     where f.account_id = new.account_id and held.level < 10
  ) select max(level) into below from held;
  if depth + below > 8 then
    perform private.refuse('folders_too_deep', 'Folders can lie in each other eight deep at most.');
  end if;
  return new;
end $$;
comment on function private.guard_media_folder is 'Keeps folders a tree: no ring, at most eight deep, at most 500 an account.';
create trigger media_folders_guard before insert or update of parent_id on public.media_folders
  for each row execute function private.guard_media_folder();

grant select (account_id, id, parent_id, name, created_at, updated_at) on public.media_folders to authenticated;
grant select (account_id, id, object_id, folder_id, path, name, mime_type, kind, bytes, width, height, alt, version, uploaded_by, created_at, updated_at)
  on public.media_files to authenticated;
grant insert (account_id, name, parent_id), update (name, parent_id), delete on public.media_folders to authenticated;
grant update (folder_id, name, alt, width, height) on public.media_files to authenticated;
create policy "Staff see the folders of their account's library" on public.media_folders for select to authenticated
  using (account_id = (select private.accounts_where('staff')));
create policy "Staff make folders" on public.media_folders for insert to authenticated
  with check (account_id = (select private.accounts_where('staff')));
create policy "Staff rename and move folders" on public.media_folders for update to authenticated
  using (account_id = (select private.accounts_where('staff')))
  with check (account_id = (select private.accounts_where('staff')));
create policy "Staff remove folders" on public.media_folders for delete to authenticated
  using (account_id = (select private.accounts_where('staff')));
create policy "Staff see the files of their account's library" on public.media_files for select to authenticated
  using (account_id = (select private.accounts_where('staff')));
create policy "Staff name, describe and move files" on public.media_files for update to authenticated
  using (account_id = (select private.accounts_where('staff')))
  with check (account_id = (select private.accounts_where('staff')));
