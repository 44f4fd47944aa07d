-- Clients may use the schema for its four functions only. Its tables have no grants, and forced row-level security
-- without policies would hide every row even if one were granted by mistake; the service connects as the owner.

revoke all on schema auth from public;
grant usage on schema auth to anon, authenticated, service_role;
revoke all on all tables in schema auth from public, anon, authenticated, service_role;
revoke all on all sequences in schema auth from public, anon, authenticated, service_role;

-- The verified claims of the caller's access token, or null outside a request.
create or replace function auth.jwt() returns jsonb
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

-- The caller's id in auth.users; null for an anonymous visitor and for the service key.
create or replace function auth.uid() returns uuid
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

-- The role in the caller's token: anon, authenticated or service_role.
create or replace function auth.role() returns text
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;

-- The e-mail address in the caller's token.
create or replace function auth.email() returns text
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;

revoke all on function auth.jwt(), auth.uid(), auth.role(), auth.email() from public;
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;

-- The common case of a refresh in one round trip: replaces the current token of a valid session. No row: the token is
-- used or unknown or its session has ended, which the service then distinguishes. Locks the session first, as everywhere.
create or replace function auth.rotate_refresh_token(
  presented text, salt bytea, successor text, inactivity_seconds float8 default null, only_newest boolean default false
)
returns table (session_id uuid, user_id uuid, aal text, amr jsonb)
language plpgsql volatile set search_path = ''
as $$
#variable_conflict use_column
declare
  s auth.sessions%rowtype;
begin
  select * into s from auth.sessions
    where id = (select session_id from auth.refresh_tokens where token = presented)
    for update;
  if s.id is null or auth.session_ended(s, inactivity_seconds, only_newest) is not null or not exists (
    select from auth.users where id = s.user_id and deleted_at is null and (banned_until is null or banned_until < now())
  ) then
    return;
  end if;
  update auth.refresh_tokens set revoked = true, successor_salt = salt, updated_at = clock_timestamp()
    where token = presented and not revoked;
  if not found then
    return;
  end if;
  insert into auth.refresh_tokens (token, parent, user_id, session_id) values (successor, presented, s.user_id, s.id);
  update auth.sessions set refreshed_at = now(), updated_at = now() where id = s.id;
  delete from auth.refresh_tokens
    where session_id = s.id and revoked and updated_at < now() - interval '7 days';
  return query select s.id, s.user_id, s.aal::text, auth.session_methods(s.id);
end
$$;

-- Why a session has ended: 'timebox', 'inactivity', 'newer' (a later sign-in, where one session per user is allowed), or null.
create or replace function auth.session_ended(s auth.sessions, inactivity_seconds float8, only_newest boolean)
returns text
language sql stable
as $$
  select case
    when s.not_after < now() then 'timebox'
    when coalesce(s.refreshed_at, s.created_at) < now() - make_interval(secs => coalesce(s.idle_seconds, inactivity_seconds))
      then 'inactivity'
    when only_newest and exists (
      select from auth.sessions o where o.user_id = s.user_id and o.tag is not distinct from s.tag
        and (o.created_at, o.id) > (s.created_at, s.id)
    ) then 'newer'
  end
$$;

-- The sign-in methods of a session, newest first, in the form of the claim amr.
create or replace function auth.session_methods(session uuid) returns jsonb
language sql stable
as $$
  select coalesce(jsonb_agg(jsonb_build_object('method', authentication_method,
    'timestamp', floor(extract(epoch from created_at))::bigint) order by created_at desc), '[]')
  from auth.mfa_amr_claims where session_id = session
$$;

revoke all on function auth.rotate_refresh_token(text, bytea, text, float8, boolean),
  auth.session_ended(auth.sessions, float8, boolean), auth.session_methods(uuid) from public;
