-- An account may require a second step of its team. private.account_with and private.is_super_admin enforce it; here
-- it is switched on and off, and reported to screens.

create function public.held_caps(role public.roles) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.accounts a where a.account_id = role.account_id and a.needs_second_step) and not private.has_second_step() then
    return '{}';
  end if;
  return role.caps;
end $$;
comment on function public.held_caps is 'The capabilities of a role in the caller''s session: none where the account requires a second step the session lacks.';
grant execute on function public.held_caps(public.roles) to authenticated;

create function public.owes_second_step() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_on_platform() and not private.has_second_step() and exists (select from public.accounts a
    where a.needs_second_step and (a.owner_id = auth.uid() or a.is_platform and private.is_listed_super_admin()));
end $$;
comment on function public.owes_second_step is 'On the platform''s host: whether permissions of the caller, as an owner or a super admin, require a second step first. On a site held_caps tells.';
grant execute on function public.owes_second_step() to authenticated;

create function private.check_may_require_second_step(account_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  on_platform boolean := private.is_on_platform();
begin
  perform private.forbid_impersonation();
  if account_id is distinct from private.session_account() or on_platform and not private.is_super_admin() then
    perform private.raise_error('forbidden', 'You are not allowed to do this here.');
  end if;
  if not on_platform and (account_id is distinct from (select private.account_with('manage_options'))
    or not exists (select from public.accounts a where a.account_id = account_id and a.owner_id = auth.uid())) then
    perform private.raise_error('forbidden', 'Only the owner of the site can change this.');
  end if;
end $$;
comment on function private.check_may_require_second_step is 'Raises an error unless the caller decides whether the team of this account needs a second step.';

create function private.has_set_up_second_step(person uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified') then return true; end if;
  -- Not every hosted backend has passkeys.
  if to_regclass('auth.webauthn_credentials') is null then return false; end if;
  return exists (select from auth.webauthn_credentials c where c.user_id = person);
end $$;
comment on function private.has_set_up_second_step is 'Whether a user has a verified second factor or a passkey.';

create function public.team_second_steps(account_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  team uuid[];
begin
  perform private.check_may_require_second_step(account_id);
  if private.is_on_platform() then
    team := array(select u.id from private.super_admins l join auth.users u on lower(u.email::text) = l.email
      where private.verified_email(u.id) = l.email);
  else
    team := array(select m.user_id from public.members m
      join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id) and r.caps <> '{}'
      where m.account_id = account_id and m.blocked_at is null);
  end if;
  return jsonb_build_object('team', cardinality(team), 'has_own', private.has_second_step(),
    'lacking', (select count(*) from unnest(team) person where not private.has_set_up_second_step(person)));
end $$;
comment on function public.team_second_steps is 'For those who decide whether the team needs a second step: the size of the team, how many have none, and whether the caller has verified theirs.';
grant execute on function public.team_second_steps(uuid) to authenticated;

create function public.require_second_step(account_id uuid, is_required boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  on_platform boolean := private.is_on_platform();
begin
  perform private.check_may_require_second_step(account_id);
  -- Otherwise the caller would lock themselves out.
  if is_required and not private.has_second_step() then
    perform private.raise_error('second_step_needed', 'Set up two-factor authentication for yourself first, and sign in with it.');
  end if;
  update public.accounts a set needs_second_step = is_required where a.account_id = account_id and a.needs_second_step <> is_required;
  if not found then return; end if;
  perform private.audit(account_id, case when is_required then 'account.second_step_required' else 'account.second_step_optional' end,
    'account', account_id);
  -- Open screens and realtime topics of the team check their permissions again; on a hosted backend when a token is
  -- refreshed.
  perform realtime.send(jsonb_build_object('type', 'standing', 'data', jsonb_build_object('user_id', m.user_id)),
      'notification', 'onlineUsers:' || account_id, true)
    from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id) and r.caps <> '{}'
   where m.account_id = account_id and m.blocked_at is null;
  if to_regprocedure('realtime.session_changed(uuid)') is not null then
    perform realtime.session_changed(s.session_id) from private.session_accounts s
      left join public.roles r on (r.account_id, r.role_id) = (s.account_id, s.role_id)
     where s.account_id = account_id and (r.caps <> '{}'
       or on_platform and exists (select from private.super_admins l where l.email = private.verified_email(s.user_id)));
  end if;
end $$;
comment on function public.require_second_step is 'Sets whether an account, or the platform, requires a second step for all capabilities beyond a student''s.';
grant execute on function public.require_second_step(uuid, boolean) to authenticated;
