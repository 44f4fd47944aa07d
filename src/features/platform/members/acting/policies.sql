-- Impersonation: requested with a reason, started once within a minute, ends after 30 minutes, always in the audit log.

create function private.create_impersonation_code(account uuid, target public.members, reason text, is_consented boolean, is_from_platform boolean,
  act text, details jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  new_code text := encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex');
begin
  perform private.forbid_impersonation();
  if length(trim(reason)) not between 10 and 500 or reason is null then
    perform private.raise_error('invalid', 'Give a reason of 10 to 500 characters.');
  end if;
  if target.id is null then
    perform private.raise_error('not_found', 'There is no such member.');
  end if;
  if target.user_id = auth.uid() then
    perform private.raise_error('invalid', 'You can’t impersonate yourself.');
  end if;
  if target.blocked_at is not null then
    perform private.raise_error('conflict', 'They are blocked and can’t be impersonated.');
  end if;
  -- A request by the member themselves overrides the account's setting.
  if not is_consented and not (target.allows_log_in_as and (select a.allows_log_in_as from public.accounts a where a.account_id = account)) then
    perform private.raise_error('forbidden', case when target.allows_log_in_as then 'The owner has turned off impersonation for the whole site.'
      else 'They have turned off impersonation for themselves.' end);
  end if;
  delete from private.acting_codes c where c.expires_at < now();
  insert into private.acting_codes (code_hash, account_id, user_id, actor_id, is_from_platform, has_second_step)
  values (encode(sha256(convert_to(new_code, 'UTF8')), 'hex'), account, target.user_id, auth.uid(), is_from_platform, private.has_second_step());
  perform private.audit(account, act, 'member', target.id, jsonb_build_object('reason', trim(reason)) || details);
  return jsonb_build_object('code', new_code, 'user_id', target.user_id);
end $$;
comment on function private.create_impersonation_code is 'Creates a one-time code, valid for a minute, that starts a 30-minute impersonation. The caller has to check the permission.';

create function private.check_may_impersonate(account uuid, target public.members) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  target_role public.roles%rowtype;
begin
  if account is distinct from (select private.account_with('log_in_as')) then
    perform private.raise_error('forbidden', 'Your role does not allow impersonating members.');
  end if;
  select * into target_role from public.roles r where (r.account_id, r.role_id) = (account, target.role_id);
  if target.id is not null and target.user_id <> auth.uid() and (target_role.kind = 'owner' or not target_role.caps <@ (
      select r.caps from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
       where m.account_id = account and m.user_id = auth.uid())) then
    perform private.raise_error('forbidden', 'Their role has more permissions than yours.');
  end if;
end $$;
comment on function private.check_may_impersonate is 'Raises an error unless the caller''s role allows impersonation and includes every capability of the member''s role.';

create function private.request_impersonation(account uuid, member uuid, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  target public.members%rowtype;
begin
  select * into target from public.members m where m.account_id = account and m.id = member;
  perform private.check_may_impersonate(account, target);
  return private.create_impersonation_code(account, target, reason, false, false, 'member.log_in_as', '{}');
end $$;
comment on function private.request_impersonation is 'Returns a one-time code to impersonate a member, valid for a minute.';
grant execute on function private.request_impersonation(uuid, uuid, text) to authenticated;

create function private.owner_to_impersonate(account uuid) returns public.members
language plpgsql stable security definer set search_path = '' as $$
declare
  a public.accounts%rowtype;
  target public.members%rowtype;
begin
  if not private.is_super_admin() then
    perform private.raise_error('forbidden', 'Only platform administrators can do this.');
  end if;
  select * into a from public.accounts x where x.account_id = account and not x.is_platform;
  if a.account_id is null then
    perform private.raise_error('not_found', 'There is no such account.');
  elsif a.status <> 'active' then
    perform private.raise_error('conflict', 'This account is suspended: its site is closed to its owner too.');
  end if;
  select * into target from public.members m where m.account_id = account and m.user_id = a.owner_id;
  if target.id is null then
    perform private.raise_error('conflict', 'This account has no owner.');
  end if;
  return target;
end $$;
comment on function private.owner_to_impersonate is 'The owner of an account as a member, for super admins.';

create function private.request_open_account(account uuid, reason text) returns text
language sql security definer set search_path = '' as $$
  select private.create_impersonation_code(account, private.owner_to_impersonate(account), reason, false, true, 'account.opened_as_owner', '{}') ->> 'code'
$$;
comment on function private.request_open_account is 'Returns a one-time code for super admins to open a site as its owner, valid for a minute.';
grant execute on function private.request_open_account(uuid, text) to authenticated;

create function private.user_of_impersonation_code(account uuid, code text) returns table (user_id uuid, name text)
language sql stable security definer set search_path = '' as $$
  select c.user_id, m.name from private.acting_codes c join public.members m on (m.account_id, m.user_id) = (c.account_id, c.user_id)
   where c.code_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex') and c.account_id = account and c.session_id is null and c.expires_at > now()
$$;
comment on function private.user_of_impersonation_code is 'The user an unused impersonation code signs in as; no row if it is used or expired.';
grant execute on function private.user_of_impersonation_code(uuid, text) to anon, authenticated;

create function private.begin_impersonation(code text, session uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  c private.acting_codes%rowtype;
  until timestamptz := date_trunc('second', now()) + interval '30 minutes';
  way_back text := encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex');
begin
  -- The return secret outlives the session a little, so that nobody is locked out. It differs from the code, which has
  -- been in a URL.
  update private.acting_codes k set session_id = session, expires_at = until + interval '12 hours',
      return_hash = encode(sha256(convert_to(way_back, 'UTF8')), 'hex')
   where k.code_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex') and k.session_id is null and k.expires_at > now()
  returning * into c;
  update private.session_accounts s set actor_id = c.actor_id, actor_has_second_step = c.has_second_step, expires_at = until
   where s.session_id = session and s.user_id = c.user_id and s.account_id = c.account_id and s.actor_id is null;
  if not found then
    perform private.raise_error('forbidden', 'This code is not valid for this session, or has expired.');
  end if;
  update auth.sessions s set not_after = until where s.id = session;
  return jsonb_build_object('until', until, 'way_back', way_back, 'actor', c.actor_id);
end $$;
comment on function private.begin_impersonation is 'Marks a new session as an impersonation and sets its expiry; returns the expiry, the real user, and the secret that restores their session.';
grant execute on function private.begin_impersonation(text, uuid) to authenticated, anon;

create function private.end_impersonation(account uuid, way_back text) returns table (person uuid, platform uuid, actor uuid, acted_as uuid)
language plpgsql security definer set search_path = '' as $$
declare
  c private.acting_codes%rowtype;
begin
  delete from private.acting_codes k
   where k.return_hash = encode(sha256(convert_to(way_back, 'UTF8')), 'hex') and k.account_id = account
     and k.session_id is not null and k.expires_at > now()
  returning * into c;
  if c.actor_id is null then return; end if;
  delete from auth.sessions s where s.id = c.session_id;
  delete from private.session_accounts s where s.session_id = c.session_id;
  insert into public.audit_entries (account_id, actor_id, as_user_id, act, target_kind, target_id)
  select account, c.actor_id, c.user_id, 'member.log_in_as_ended', 'member', m.id
    from public.members m where m.account_id = account and m.user_id = c.user_id;
  -- A user blocked in the meantime can't return this way.
  return query select (select m.user_id from public.members m
      where m.account_id = account and m.user_id = c.actor_id and m.blocked_at is null and not c.is_from_platform),
    (select a.account_id from public.accounts a where a.is_platform and c.is_from_platform), c.actor_id, c.user_id;
end $$;
comment on function private.end_impersonation is 'Ends an impersonation and returns the real user, once; for super admins the platform''s account instead.';
grant execute on function private.end_impersonation(uuid, text) to anon, authenticated;

create function private.session_claims(session uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((select jsonb_strip_nulls(jsonb_build_object('exp', extract(epoch from s.expires_at)::bigint,
      'act', case when s.actor_id is not null then jsonb_build_object('sub', s.actor_id, 'until', extract(epoch from s.expires_at)::bigint) end))
    from private.session_accounts s where s.session_id = session), '{}')
$$;
comment on function private.session_claims is 'Extra token claims of a session: the real user (claim `act`, RFC 8693) and its expiry.';

create function public.allow_log_in_as(account_id uuid, is_allowed boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.forbid_impersonation();
  if account_id is distinct from (select private.account_with('manage_options'))
    or not exists (select from public.accounts a where a.account_id = account_id and a.owner_id = auth.uid()) then
    perform private.raise_error('forbidden', 'Only the owner of the site can change this.');
  end if;
  update public.accounts a set allows_log_in_as = is_allowed where a.account_id = account_id;
  perform private.audit(account_id, case when is_allowed then 'account.log_in_as_allowed' else 'account.log_in_as_forbidden' end, 'account', account_id);
end $$;
comment on function public.allow_log_in_as is 'The owner allows or forbids impersonation on the account.';
grant execute on function public.allow_log_in_as(uuid, boolean) to authenticated;

create function private.audit_impersonated_change() returns void
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := private.session_account();
begin
  if private.actor() is null then return; end if;
  perform private.audit(account, 'member.acted', 'member', (select m.id from public.members m where m.account_id = account and m.user_id = auth.uid()),
    jsonb_build_object('method', current_setting('request.method', true), 'path', left(current_setting('request.path', true), 200)));
end $$;
comment on function private.audit_impersonated_change is 'Writes an audit entry with both users for a change made during an impersonation, in the same transaction: a failed change leaves none.';
grant execute on function private.audit_impersonated_change() to authenticated;
