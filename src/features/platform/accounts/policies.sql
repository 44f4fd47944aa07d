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

create function private.guard_acting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_acting();
  return coalesce(new, old);
end $$;
comment on function private.guard_acting is 'Stands before tables whose rows go on giving rights after the half hour is over.';

create function private.is_on_platform() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.accounts where account_id = private.session_account() and is_platform)
$$;
comment on function private.is_on_platform is 'Whether the caller''s session began on the platform''s own host.';
grant execute on function private.is_on_platform() to anon, authenticated;

-- Read out of the row as JSON, because the auth.users of a hosted backend has no such column: there a confirmed address
-- is a proved one (autoconfirm has to be off).
create function private.proved_address(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select lower(u.email) from auth.users u
   where u.id = person and u.email <> '' and u.deleted_at is null
     and case when to_jsonb(u) ? 'email_proved_at' then to_jsonb(u) ->> 'email_proved_at' else u.email_confirmed_at::text end is not null
$$;
comment on function private.proved_address is 'The e-mail address of a person who has proved that it is theirs; null where nobody has. Whatever is done by address asks here.';

create function public.own_address_is_proved() returns boolean
language sql stable security definer set search_path = '' as $$ select private.proved_address(auth.uid()) is not null $$;
comment on function public.own_address_is_proved is 'Whether the caller has proved that their e-mail address is theirs.';
grant execute on function public.own_address_is_proved() to authenticated;

-- A passkey is two factors in one: the key has checked a fingerprint or PIN.
create function private.has_second_step() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select s.actor_has_second_step from private.session_accounts s
      where s.session_id = private.session_id() and s.user_id = auth.uid() and s.actor_id is not null),
    auth.jwt() ->> 'aal' = 'aal2' or auth.jwt() -> 'amr' @> '[{"method": "passkey"}]', false);
end $$;
comment on function private.has_second_step is 'Whether the caller''s session has shown two factors; of who is signed in as somebody, whether their own had.';

create function private.is_listed_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.super_admins s where s.email = private.proved_address(auth.uid()))
$$;
comment on function private.is_listed_super_admin is 'Whether the caller''s proved address is on the list, whatever their session is worth.';

create function private.is_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.accounts a where a.account_id = private.session_account() and a.is_platform
      and (not a.needs_second_step or private.has_second_step()))
    and private.is_listed_super_admin()
$$;
comment on function private.is_super_admin is 'Whether the caller runs the platform, on the platform''s host, with a second step where the platform needs one.';

create function private.make_admin_link(address text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  code text := encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex');
begin
  delete from private.admin_links where expires_at < now();
  if exists (select from auth.users u where lower(u.email) = address and private.proved_address(u.id) is not null) then
    return null;
  end if;
  insert into private.admin_links (token_hash, email)
  select encode(sha256(convert_to(code, 'UTF8')), 'hex'), s.email from private.super_admins s where s.email = address;
  return case when found then code end;
end $$;
comment on function private.make_admin_link is 'A one-time code for an address of the list that no proved login has; null where it needs none.';

create function private.vouch_for_admin(address text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  since timestamptz;
begin
  insert into private.super_admins (email) values (address) on conflict do nothing;
  select u.created_at into since from auth.users u where lower(u.email) = address and u.deleted_at is null;
  if since is not null and private.proved_address((select u.id from auth.users u where lower(u.email) = address and u.deleted_at is null)) is null
    and exists (select from information_schema.columns where table_schema = 'auth' and table_name = 'users' and column_name = 'email_proved_at') then
    execute 'update auth.users set email_proved_at = now() where lower(email) = $1 and deleted_at is null' using address;
  end if;
  return since;
end $$;
comment on function private.vouch_for_admin is 'The operator names who runs the platform, and so vouches for the login there is with this address; answers since when, null without one.';

create function private.read_admin_link(code text) returns text
language sql stable security definer set search_path = '' as $$
  select l.email from private.admin_links l
   where l.token_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex') and l.expires_at > now()
$$;
comment on function private.read_admin_link is 'Whose the code of a printed link is; null where it is used, too old or unknown.';
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
  if address is null or exists (select from auth.users u where lower(u.email) = address and private.proved_address(u.id) is not null) then
    return;
  end if;
  return query select address, (select u.id from auth.users u where lower(u.email) = address and u.deleted_at is null);
end $$;
comment on function private.take_admin_link is 'Uses up a printed link: its address, and who has signed up with it without proving it.';
grant execute on function private.take_admin_link(text) to anon, authenticated;
grant execute on function private.is_super_admin() to anon, authenticated;

create function public.is_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$ select private.is_super_admin() $$;
comment on function public.is_super_admin is 'Asked by the dashboard to choose its menu.';
grant execute on function public.is_super_admin() to authenticated;

-- Which sessions there are is said by auth.sessions. Every policy of every statement asks for a session, and to open one more
-- table each time costs more than the lookup: so the binding, which is read anyway, goes with its session by these triggers.
create function private.end_binding() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.session_accounts b where b.session_id = old.id;
  return null;
end $$;
comment on function private.end_binding is 'A session that is gone is worth a visitor''s rights at once, whatever its token says.';

create function private.pass_end_on() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.session_accounts b set expires_at = new.not_after
   where b.session_id = new.id and (b.actor_id is null or new.not_after < b.expires_at);
  return null;
end $$;
comment on function private.pass_end_on is 'The binding ends when the session does.';

create function private.end_sessions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id = new.id;
  return null;
end $$;
comment on function private.end_sessions is 'Whoever is banned or deleted is signed out everywhere, and signs in again if that is taken back.';

-- A hosted backend may keep its sessions to itself: there a token is worth what it says until it ends.
do $$ begin
  create trigger sessions_end_binding after delete on auth.sessions for each row execute function private.end_binding();
  create trigger sessions_pass_end_on after update of not_after on auth.sessions for each row execute function private.pass_end_on();
exception when insufficient_privilege then
  null;
end $$;
do $$ begin
  create trigger users_end_sessions after update of banned_until, deleted_at on auth.users for each row
    when (new.banned_until > now() or new.deleted_at is not null) execute function private.end_sessions();
exception when insufficient_privilege then
  null;
end $$;

create function private.hold_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.expires_at is null then
    new.expires_at := (select s.not_after from auth.sessions s where s.id = new.session_id);
  end if;
  return new;
exception when insufficient_privilege then
  return new;
end $$;
comment on function private.hold_end is 'A binding begins with the end of its session, where it has one.';
create trigger session_accounts_hold_end before insert on private.session_accounts for each row execute function private.hold_end();

create function private.tell_rooms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A hosted backend has no such function: its rooms look again when the token is renewed.
  if to_regprocedure('realtime.session_changed(uuid)') is not null then
    perform realtime.session_changed(old.session_id);
  end if;
  return null;
end $$;
comment on function private.tell_rooms is 'Rooms that were joined with a session look at its rights again when it ends or its role changes.';
create trigger session_accounts_tell_rooms_end after delete on private.session_accounts for each row execute function private.tell_rooms();

create function private.is_session_over() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  ends timestamptz;
begin
  if private.session_id() is null then return false; end if;
  select b.expires_at into ends from private.session_accounts b where b.session_id = private.session_id() and b.user_id = auth.uid();
  if found then return coalesce(ends <= now(), false); end if;
  return not exists (select from auth.sessions s where s.id = private.session_id() and s.user_id = auth.uid()
    and (s.not_after is null or s.not_after > now()));
exception when insufficient_privilege then
  return false;
end $$;
comment on function private.is_session_over is 'Whether the token at hand outlived its session: whoever shows it is a visitor.';
grant execute on function private.is_session_over() to anon, authenticated;

create function private.has_session(session uuid, person uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- Held until the binding is written, so that a session can't end in between.
  perform from auth.sessions s where s.id = session and s.user_id = person and (s.not_after is null or s.not_after > now()) for key share;
  return found;
exception when insufficient_privilege then
  return true;
end $$;
comment on function private.has_session is 'Whether there is such a session of such a person; yes where the backend tells nobody.';

create function public.bind_session(account_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if auth.uid() is null or auth.jwt() ->> 'session_id' is null or not private.has_session(private.session_id(), auth.uid()) then
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

grant select (account_id, slug, domain, is_platform, status, features, owner_id, allows_log_in_as, needs_second_step, created_at, updated_at) on public.accounts to authenticated;
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

-- A hosted backend keeps both by its own settings, and may let nobody else remove them.
create function private.prune_sign_ins() returns text
language plpgsql security definer set search_path = '' as $$
declare
  entries bigint;
  over bigint;
begin
  delete from auth.audit_log_entries e where e.created_at < now() - interval '1 year';
  get diagnostics entries = row_count;
  -- Read out of the row as JSON: the sessions of a hosted backend have no such column.
  delete from auth.sessions s where s.not_after < now() - interval '30 days'
    or coalesce(s.refreshed_at, s.created_at) + make_interval(secs => (to_jsonb(s) ->> 'idle_seconds')::float8) < now() - interval '30 days';
  get diagnostics over = row_count;
  return format('Removed %s entries of the log of sign-ins and %s sessions that were over.', entries, over);
exception when insufficient_privilege then
  return 'The backend keeps its sign-ins and sessions itself.';
end $$;
comment on function private.prune_sign_ins is 'Forgets the log of sign-ins after a year, and sessions with their refresh tokens 30 days after they are over.';
