create trigger redirects_touch before update on public.redirects for each row execute function private.touch_updated_at();
create trigger redirects_tell after insert or update or delete on public.redirects
  for each row execute function private.notify_change('redirects');

grant select (account_id, id, from_path, to_address, status, is_automatic, created_at, updated_at) on public.redirects to anon, authenticated;
grant insert (account_id, from_path, to_address, status), update (from_path, to_address, status), delete on public.redirects to authenticated;
create policy "Everyone is shown the way" on public.redirects for select to anon, authenticated using (true);
create policy "Managers add redirects" on public.redirects for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers change redirects" on public.redirects for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers remove redirects" on public.redirects for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

create function private.next_redirect_target(account uuid, path text) returns text
language sql stable security definer set search_path = '' as $$
  select case when r.to_address like '%/*' then left(r.to_address, -1) || substr(path, length(r.from_path)) else r.to_address end
    from public.redirects r
   where r.account_id = account
     and (r.from_path = path or (r.from_path like '%/*' and starts_with(path, left(r.from_path, -1)) and length(path) >= length(r.from_path)))
   order by (r.from_path = path) desc, length(r.from_path) desc
   limit 1
$$;
comment on function private.next_redirect_target is 'Redirect target of a path, one step; null without one. An exact match wins, then the longest wildcard.';

create function private.prepare_redirect() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  next_target text;
begin
  if tg_op = 'INSERT' and (select count(*) from public.redirects r where r.account_id = new.account_id) >= 5000 then
    perform private.raise_error('redirects_full', 'A site can have at most 5,000 redirects. Remove some, or combine them with /*.');
  end if;
  new.from_path := regexp_replace(normalize(new.from_path, nfc), '(?<=.)/+$', '');
  new.to_address := normalize(new.to_address, nfc);
  -- No redirect chains: a target that redirects itself is replaced by its own target.
  for hop in 1..10 loop
    select r.to_address into next_target from public.redirects r
     where r.account_id = new.account_id and r.from_path = new.to_address and r.id <> new.id and r.to_address not like '%/*';
    exit when next_target is null or next_target = new.from_path;
    new.to_address := next_target;
  end loop;
  return new;
end $$;
comment on function private.prepare_redirect is 'Normalises a redirect and resolves its target to the end of the chain.';
create trigger redirects_prepare before insert or update of from_path, to_address on public.redirects
  for each row execute function private.prepare_redirect();

create function private.check_redirect_loop() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- A wildcard is tested with one example path below it.
  first text := regexp_replace(new.from_path, '/\*$', '/x');
  path text := first;
begin
  for hop in 1..12 loop
    path := split_part(split_part(private.next_redirect_target(new.account_id, path), '#', 1), '?', 1);
    exit when path is null or path not like '/%';
    if path = first or hop > 10 then
      perform private.raise_error('redirect_loop', format('This creates a redirect loop: %s leads back to where it began.', new.from_path));
    end if;
  end loop;
  if new.from_path not like '%/*' then
    update public.redirects r set to_address = new.to_address
     where r.account_id = new.account_id and r.to_address = new.from_path;
  end if;
  return null;
end $$;
comment on function private.check_redirect_loop is 'Rejects redirect loops, and updates redirects that pointed here to the final target.';
create trigger redirects_settle after insert or update of from_path, to_address on public.redirects
  for each row execute function private.check_redirect_loop();

create function private.redirect_moved(account uuid, old_path text, new_path text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.redirects r where r.account_id = account and r.from_path = new_path;
  insert into public.redirects (account_id, from_path, to_address, is_automatic) values (account, old_path, new_path, true)
  on conflict (account_id, from_path) do update set to_address = excluded.to_address, status = 301, is_automatic = true;
end $$;
comment on function private.redirect_moved is 'Redirects an old path to a new one; called when a published record changes its slug.';

create function public.import_redirects(account_id uuid, lines jsonb) returns jsonb
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  line jsonb;
  number int := 0;
  done int := 0;
  problems jsonb := '[]';
begin
  if jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) not between 1 and 1000 then
    raise exception using errcode = 'P0001', detail = 'invalid', message = 'A file can have 1 to 1,000 redirects.';
  end if;
  for line in select jsonb_array_elements(lines) loop
    number := number + 1;
    begin
      insert into public.redirects as r (account_id, from_path, to_address, status)
      values (account_id, line ->> 'from_path', line ->> 'to_address', coalesce((line ->> 'status')::smallint, 301))
      on conflict on constraint redirects_account_id_from_path_key
        do update set to_address = excluded.to_address, status = excluded.status;
      done := done + 1;
    exception
      when raise_exception then problems := problems || jsonb_build_object('line', number, 'problem', sqlerrm);
      when check_violation or not_null_violation or invalid_text_representation or numeric_value_out_of_range then
        problems := problems || jsonb_build_object('line', number, 'problem', null);
    end;
  end loop;
  return jsonb_build_object('done', done, 'problems', problems);
end $$;
comment on function public.import_redirects is 'Inserts or updates redirects by path, each independently; returns how many succeeded, and the rejected lines.';
grant execute on function public.import_redirects(uuid, jsonb) to authenticated;

create function public.remove_redirects(ids uuid[]) returns table (from_path text, to_address text, status smallint)
language sql set search_path = '' as $$
  delete from public.redirects r where r.id = any (ids) returning r.from_path, r.to_address, r.status
$$;
comment on function public.remove_redirects is 'Deletes several redirects under the caller''s policies; returns them, for undo.';
grant execute on function public.remove_redirects(uuid[]) to authenticated;
