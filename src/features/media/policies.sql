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
