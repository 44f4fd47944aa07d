-- The session is also told by a setting of its own, as the published functions have it for `sub`: to read that costs a
-- tenth of reading it out of the claims, and most policies ask. Where the backend does not tell it, the claims say it.
create function private.session_id() returns uuid
language sql stable as $$
  select coalesce(nullif(pg_catalog.current_setting('request.jwt.claim.session_id', true), ''),
    nullif(pg_catalog.current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id')::uuid
$$;
comment on function private.session_id is 'The session of the token at hand; null without one.';
grant execute on function private.session_id() to anon, authenticated;

-- In plpgsql, which keeps its plan for the whole connection on every version: whatever asks for a right asks this.
create function private.has_proven_enough(person uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified') then return true; end if;
  return coalesce(auth.jwt() ->> 'aal' = 'aal2' or auth.jwt() -> 'amr' @> '[{"method": "passkey"}]', false);
end $$;
comment on function private.has_proven_enough is 'Whoever has set up a second step has shown it in this session, or come by a passkey: before that they are a visitor.';

create function private.session_account() returns uuid
language sql stable security definer set search_path = '' as $$
  select account_id from private.session_accounts
  where session_id = private.session_id() and user_id = auth.uid() and (expires_at is null or expires_at > now())
    and (actor_id is not null or private.has_proven_enough(user_id))
$$;
comment on function private.session_account is 'The account the caller''s session began on; null for a visitor or an unbound session.';
grant execute on function private.session_account() to anon, authenticated;

create function private.actor() returns uuid
language sql stable security definer set search_path = '' as $$
  select actor_id from private.session_accounts
  where session_id = private.session_id() and user_id = auth.uid()
$$;
comment on function private.actor is 'Who is really there where somebody has signed in as the caller; null where the caller is themselves.';
grant execute on function private.actor() to anon, authenticated;

create function private.refuse_acting() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.actor() is not null then
    perform private.refuse('acting', 'This is theirs alone: it can''t be done while you are signed in as somebody else.');
  end if;
end $$;
comment on function private.refuse_acting is 'Stops whoever has signed in as somebody else from what only that person may do.';
grant execute on function private.refuse_acting() to authenticated;

create function private.is_on_platform() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.accounts where account_id = private.session_account() and is_platform)
$$;
comment on function private.is_on_platform is 'Whether the caller''s session began on the platform''s own host.';
grant execute on function private.is_on_platform() to anon, authenticated;

create function private.is_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_on_platform() and exists (
    select from private.super_admins s join auth.users u on lower(u.email) = s.email where u.id = auth.uid())
$$;
comment on function private.is_super_admin is 'Whether the caller runs the platform, on the platform''s host.';
grant execute on function private.is_super_admin() to anon, authenticated;

create function public.is_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$ select private.is_super_admin() $$;
comment on function public.is_super_admin is 'Asked by the dashboard to choose its menu.';
grant execute on function public.is_super_admin() to authenticated;

create function public.bind_session(account_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if auth.uid() is null or auth.jwt() ->> 'session_id' is null then
    perform private.refuse('not_authenticated', 'Sign in first.');
  end if;
  -- Once and for good: a session that is bound stays where it began.
  insert into private.session_accounts (session_id, account_id, user_id)
  select private.session_id(), a.account_id, auth.uid()
    from public.accounts a where a.account_id = account_id
  on conflict (session_id) do nothing;
  return private.session_account() = account_id;
end $$;
comment on function public.bind_session is 'Binds a session to the account it begins on, once; the embedded backend has done so already.';
grant execute on function public.bind_session(uuid) to authenticated;

create function private.tell_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- The columns that hold the id and, where there is one, the slug of the thing that changed.
  thing text := tg_argv[0];
  id_column text := coalesce(tg_argv[1], 'id');
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  row_now jsonb := coalesce(new_row, old_row);
begin
  perform pg_notify('changes', jsonb_build_object(
    'thing', thing, 'account_id', row_now ->> 'account_id', 'id', row_now ->> id_column,
    'slugs', (select coalesce(jsonb_agg(distinct s), '[]') from unnest(array[old_row ->> 'slug', new_row ->> 'slug']) s where s is not null)
  )::text);
  return null;
end $$;
comment on function private.tell_change is 'Tells every process which row changed, so that caches drop exactly what was made of it.';

create trigger accounts_touch before update on public.accounts for each row execute function private.touch_updated_at();
create trigger accounts_tell after insert or update or delete on public.accounts
  for each row execute function private.tell_change('accounts', 'account_id');

grant select (account_id, slug, domain, is_platform, status, features, owner_id, allows_log_in_as, created_at, updated_at) on public.accounts to authenticated;
grant select (suspended_at, suspended_by, suspension) on public.accounts to authenticated;
create policy "Owners see their accounts from the platform's host" on public.accounts for select to authenticated
  using (owner_id = (select auth.uid()) and (select private.is_on_platform()));
create policy "Those who run the platform see every account" on public.accounts for select to authenticated
  using ((select private.is_super_admin()));

create function private.write_log(account uuid, message text) returns void
language sql security definer set search_path = '' as $$
  -- A token outlives whoever was forgotten: what their browser still reports is nobody's.
  insert into private.logs (account_id, user_id, message) values (account, (select u.id from auth.users u where u.id = auth.uid()), message)
$$;
comment on function private.write_log is 'Keeps what a browser reports; anyone may, our server counts how often.';
grant execute on function private.write_log(uuid, text) to anon, authenticated;
