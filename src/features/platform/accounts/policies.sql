-- The session id is also in a setting of its own, like `sub` in PostgREST: reading it costs a tenth of parsing the
-- claims, and most policies need it. Backends that do not set it fall back to the claims.
create function private.session_id() returns uuid
language sql stable as $$
  select coalesce(nullif(pg_catalog.current_setting('request.jwt.claim.session_id', true), ''),
    nullif(pg_catalog.current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id')::uuid
$$;
comment on function private.session_id is 'The session id of the current token; null without one.';
grant execute on function private.session_id() to anon, authenticated;

-- In plpgsql, whose plan is cached for the whole connection on every version: every permission check calls this.
create function private.has_verified_second_factor(person uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified') then return true; end if;
  return coalesce(auth.jwt() ->> 'aal' = 'aal2' or auth.jwt() -> 'amr' @> '[{"method": "passkey"}]', false);
end $$;
comment on function private.has_verified_second_factor is 'Whether the session has verified a second factor or used a passkey, if the user has one; until then the caller counts as a visitor.';

create function private.session_account() returns uuid
language sql stable security definer set search_path = '' as $$
  select account_id from private.session_accounts
  where session_id = private.session_id() and user_id = auth.uid() and (expires_at is null or expires_at > now())
    and (actor_id is not null or private.has_verified_second_factor(user_id))
$$;
comment on function private.session_account is 'The account the caller''s session is bound to; null for a visitor or an unbound session.';
grant execute on function private.session_account() to anon, authenticated;

create function private.actor() returns uuid
language sql stable security definer set search_path = '' as $$
  select actor_id from private.session_accounts
  where session_id = private.session_id() and user_id = auth.uid()
$$;
comment on function private.actor is 'The real user of an impersonation; null when nobody impersonates the caller.';
grant execute on function private.actor() to anon, authenticated;

create function private.forbid_impersonation() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.actor() is not null then
    perform private.raise_error('acting', 'You can’t do this while impersonating somebody.');
  end if;
end $$;
comment on function private.forbid_impersonation is 'Raises an error during an impersonation, for actions only the user themselves may do.';
grant execute on function private.forbid_impersonation() to authenticated;

create function private.guard_impersonation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forbid_impersonation();
  return coalesce(new, old);
end $$;
comment on function private.guard_impersonation is 'Trigger that blocks writes during an impersonation, for tables whose rows grant access beyond its 30 minutes.';

create function private.is_on_platform() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.accounts where account_id = private.session_account() and is_platform)
$$;
comment on function private.is_on_platform is 'Whether the caller''s session is bound to the platform''s own host.';
grant execute on function private.is_on_platform() to anon, authenticated;

-- Read through JSON, because auth.users of a hosted backend has no such column: there a confirmed address counts as
-- verified (autoconfirm has to be off).
create function private.verified_email(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select lower(u.email) from auth.users u
   where u.id = person and u.email <> '' and u.deleted_at is null
     and case when to_jsonb(u) ? 'email_proved_at' then to_jsonb(u) ->> 'email_proved_at' else u.email_confirmed_at::text end is not null
$$;
comment on function private.verified_email is 'The verified e-mail address of a user; null if it is not verified. Every lookup by address uses this.';

create function public.own_address_is_proved() returns boolean
language sql stable security definer set search_path = '' as $$ select private.verified_email(auth.uid()) is not null $$;
comment on function public.own_address_is_proved is 'Whether the caller has verified their e-mail address.';
grant execute on function public.own_address_is_proved() to authenticated;

-- A passkey counts as two factors: the device has verified a fingerprint or PIN.
create function private.has_second_step() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select s.actor_has_second_step from private.session_accounts s
      where s.session_id = private.session_id() and s.user_id = auth.uid() and s.actor_id is not null),
    auth.jwt() ->> 'aal' = 'aal2' or auth.jwt() -> 'amr' @> '[{"method": "passkey"}]', false);
end $$;
comment on function private.has_second_step is 'Whether the caller''s session has verified two factors; for an impersonation, whether the real user''s had.';

create function private.is_listed_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.super_admins s where s.email = private.verified_email(auth.uid()))
$$;
comment on function private.is_listed_super_admin is 'Whether the caller''s verified address is in private.super_admins, regardless of the session.';

create function private.is_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.accounts a where a.account_id = private.session_account() and a.is_platform
      and (not a.needs_second_step or private.has_second_step()))
    and private.is_listed_super_admin()
$$;
comment on function private.is_super_admin is 'Whether the caller is a super admin on the platform''s host, with a second step where the platform requires one.';

create function private.make_admin_link(address text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  code text := encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex');
begin
  delete from private.admin_links where expires_at < now();
  if exists (select from auth.users u where lower(u.email) = address and private.verified_email(u.id) is not null) then
    return null;
  end if;
  insert into private.admin_links (token_hash, email)
  select encode(sha256(convert_to(code, 'UTF8')), 'hex'), s.email from private.super_admins s where s.email = address;
  return case when found then code end;
end $$;
comment on function private.make_admin_link is 'Creates a one-time setup code for a super admin''s address without a verified login; null where none is needed.';

create function private.add_super_admin(address text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  user_created_at timestamptz;
begin
  insert into private.super_admins (email) values (address) on conflict do nothing;
  select u.created_at into user_created_at from auth.users u where lower(u.email) = address and u.deleted_at is null;
  if user_created_at is not null and private.verified_email((select u.id from auth.users u where lower(u.email) = address and u.deleted_at is null)) is null
    and exists (select from information_schema.columns where table_schema = 'auth' and table_name = 'users' and column_name = 'email_proved_at') then
    execute 'update auth.users set email_proved_at = now() where lower(email) = $1 and deleted_at is null' using address;
  end if;
  return user_created_at;
end $$;
comment on function private.add_super_admin is 'Adds a super admin on the operator''s behalf and marks an existing user''s address as verified; returns when that user was created, null without one.';

create function private.read_admin_link(code text) returns text
language sql stable security definer set search_path = '' as $$
  select l.email from private.admin_links l
   where l.token_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex') and l.expires_at > now()
$$;
comment on function private.read_admin_link is 'The address of a setup code; null if it is used, expired or unknown.';
grant execute on function private.read_admin_link(text) to anon, authenticated;

create function private.take_admin_link(code text) returns table (email text, person uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  address text;
begin
  delete from private.admin_links l
   where l.token_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex') and l.expires_at > now()
  returning l.email into address;
  if address is null or exists (select from auth.users u where lower(u.email) = address and private.verified_email(u.id) is not null) then
    return;
  end if;
  return query select address, (select u.id from auth.users u where lower(u.email) = address and u.deleted_at is null);
end $$;
comment on function private.take_admin_link is 'Redeems a setup code: returns its address, and the unverified user who has signed up with it.';
grant execute on function private.take_admin_link(text) to anon, authenticated;
grant execute on function private.is_super_admin() to anon, authenticated;

create function public.is_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$ select private.is_super_admin() $$;
comment on function public.is_super_admin is 'Used by the dashboard to choose its menu.';
grant execute on function public.is_super_admin() to authenticated;

-- auth.sessions is the source of truth. Every policy of every statement needs the session, and opening one more table
-- each time costs more than the lookup: so these triggers keep the binding, which is read anyway, in step with its
-- session.
create function private.delete_session_binding() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.session_accounts b where b.session_id = old.id;
  return null;
end $$;
comment on function private.delete_session_binding is 'Deletes the binding of a deleted session, so that its token has a visitor''s access at once.';

create function private.sync_session_expiry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.session_accounts b set expires_at = new.not_after
   where b.session_id = new.id and (b.actor_id is null or new.not_after < b.expires_at);
  return null;
end $$;
comment on function private.sync_session_expiry is 'Copies the session''s expiry to its binding.';

create function private.end_sessions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id = new.id;
  return null;
end $$;
comment on function private.end_sessions is 'Ends all sessions of a user who is banned or deleted; lifting the ban requires a new sign-in.';

-- A hosted backend may deny access to its sessions: there a token is valid until it expires.
do $$ begin
  create trigger sessions_end_binding after delete on auth.sessions for each row execute function private.delete_session_binding();
  create trigger sessions_pass_end_on after update of not_after on auth.sessions for each row execute function private.sync_session_expiry();
exception when insufficient_privilege then
  null;
end $$;
do $$ begin
  create trigger users_end_sessions after update of banned_until, deleted_at on auth.users for each row
    when (new.banned_until > now() or new.deleted_at is not null) execute function private.end_sessions();
exception when insufficient_privilege then
  null;
end $$;

create function private.set_session_expiry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.expires_at is null then
    new.expires_at := (select s.not_after from auth.sessions s where s.id = new.session_id);
  end if;
  return new;
exception when insufficient_privilege then
  return new;
end $$;
comment on function private.set_session_expiry is 'Sets the expiry of a new binding from its session, if it has one.';
create trigger session_accounts_hold_end before insert on private.session_accounts for each row execute function private.set_session_expiry();

create function private.notify_topics() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A hosted backend has no such function: its topics check permissions again when the token is refreshed.
  if to_regprocedure('realtime.session_changed(uuid)') is not null then
    perform realtime.session_changed(old.session_id);
  end if;
  return null;
end $$;
comment on function private.notify_topics is 'Makes realtime topics joined with a session check its permissions again when it ends or its role changes.';
create trigger session_accounts_tell_rooms_end after delete on private.session_accounts for each row execute function private.notify_topics();

create function private.has_session_expired() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  session_end timestamptz;
begin
  if private.session_id() is null then return false; end if;
  select b.expires_at into session_end from private.session_accounts b where b.session_id = private.session_id() and b.user_id = auth.uid();
  if found then return coalesce(session_end <= now(), false); end if;
  return not exists (select from auth.sessions s where s.id = private.session_id() and s.user_id = auth.uid()
    and (s.not_after is null or s.not_after > now()));
exception when insufficient_privilege then
  return false;
end $$;
comment on function private.has_session_expired is 'Whether the current token has outlived its session; the caller then counts as a visitor.';
grant execute on function private.has_session_expired() to anon, authenticated;

create function private.has_session(session uuid, person uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- Locked until the binding is written, so that the session can't end in between.
  perform from auth.sessions s where s.id = session and s.user_id = person and (s.not_after is null or s.not_after > now()) for key share;
  return found;
exception when insufficient_privilege then
  return true;
end $$;
comment on function private.has_session is 'Whether the user has this session; true where the backend denies access to its sessions.';

create function public.bind_session(account_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if auth.uid() is null or auth.jwt() ->> 'session_id' is null or not private.has_session(private.session_id(), auth.uid()) then
    perform private.raise_error('not_authenticated', 'Sign in first.');
  end if;
  -- Only once: a bound session stays bound to its account.
  insert into private.session_accounts (session_id, account_id, user_id)
  select private.session_id(), a.account_id, auth.uid()
    from public.accounts a where a.account_id = account_id
  on conflict (session_id) do nothing;
  return private.session_account() = account_id;
end $$;
comment on function public.bind_session is 'Binds a session to the account it starts on, once; the embedded backend has done so already.';
grant execute on function public.bind_session(uuid) to authenticated;

create function private.notify_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Trigger arguments: the name of the entity, and its id column.
  entity text := tg_argv[0];
  id_column text := coalesce(tg_argv[1], 'id');
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  current_row jsonb := coalesce(new_row, old_row);
begin
  perform pg_notify('changes', jsonb_build_object(
    'thing', entity, 'account_id', current_row ->> 'account_id', 'id', current_row ->> id_column,
    'slugs', (select coalesce(jsonb_agg(distinct s), '[]') from unnest(array[old_row ->> 'slug', new_row ->> 'slug']) s where s is not null)
  )::text);
  return null;
end $$;
comment on function private.notify_change is 'Notifies every process of a changed row, so that caches invalidate exactly what depends on it.';

create trigger accounts_touch before update on public.accounts for each row execute function private.touch_updated_at();
create trigger accounts_tell after insert or update or delete on public.accounts
  for each row execute function private.notify_change('accounts', 'account_id');

grant select (account_id, slug, domain, is_platform, status, features, owner_id, allows_log_in_as, needs_second_step, created_at, updated_at) on public.accounts to authenticated;
grant select (suspended_at, suspended_by, suspension) on public.accounts to authenticated;
create policy "Owners see their accounts from the platform's host" on public.accounts for select to authenticated
  using (owner_id = (select auth.uid()) and (select private.is_on_platform()));
create policy "Those who run the platform see every account" on public.accounts for select to authenticated
  using ((select private.is_super_admin()));

create function private.write_log(account uuid, message text) returns void
language sql security definer set search_path = '' as $$
  -- A token outlives an erased user: what their browser still reports is stored without a user.
  insert into private.logs (account_id, user_id, message) values (account, (select u.id from auth.users u where u.id = auth.uid()), message)
$$;
comment on function private.write_log is 'Stores a browser''s error report; callable by anyone, rate-limited by the server.';
grant execute on function private.write_log(uuid, text) to anon, authenticated;

-- A hosted backend prunes both by its own settings and may deny deleting them.
create function private.prune_sign_ins() returns text
language plpgsql security definer set search_path = '' as $$
declare
  entry_count bigint;
  session_count bigint;
begin
  delete from auth.audit_log_entries e where e.created_at < now() - interval '1 year';
  get diagnostics entry_count = row_count;
  -- Read through JSON: sessions of a hosted backend have no such column.
  delete from auth.sessions s where s.not_after < now() - interval '30 days'
    or coalesce(s.refreshed_at, s.created_at) + make_interval(secs => (to_jsonb(s) ->> 'idle_seconds')::float8) < now() - interval '30 days';
  get diagnostics session_count = row_count;
  return format('Removed %s entries of the log of sign-ins and %s sessions that were over.', entry_count, session_count);
exception when insufficient_privilege then
  return 'The backend keeps its sign-ins and sessions itself.';
end $$;
comment on function private.prune_sign_ins is 'Deletes sign-in log entries after a year, and sessions with their refresh tokens 30 days after they expired.';
