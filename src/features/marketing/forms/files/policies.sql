grant select (account_id, id, submission_id, name, bytes, content, created_at) on public.form_files to authenticated;
create policy "Managers read the files that were sent" on public.form_files for select to authenticated
  using (account_id = (select private.account_with('manage_options')));

create function private.store_form_files(account uuid, submission uuid, files jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  max_bytes constant bigint := 1073741824;
begin
  if jsonb_array_length(files) = 0 then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('form_files'), hashtext(account::text));
  insert into public.form_files (account_id, id, submission_id, name, bytes, content)
  select account, (f ->> 'id')::uuid, submission, f ->> 'name', octet_length(c.content), c.content
    from jsonb_array_elements(files) f, decode(f ->> 'content', 'base64') c (content);
  if (select sum(bytes) from public.form_files where account_id = account) > max_bytes then
    perform private.raise_error('form_files_full', 'This form can’t accept more files at the moment. Submit it without them, or write to us.');
  end if;
end $$;
comment on function private.store_form_files is 'Stores the files of a submission; an account may hold one gigabyte and can delete submissions to make room.';
