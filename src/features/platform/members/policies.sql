create function private.holds(caps text[], capability text) returns boolean
language sql immutable as $$
  -- manage_options includes the capabilities of each area.
  select capability = 'member' or capability = any (caps)
    or (capability in ('manage_members', 'log_in_as', 'manage_shop') and 'manage_options' = any (caps))
    or (capability = 'staff' and caps && '{manage_options,edit_posts}'::text[])
$$;
comment on function private.holds is 'Whether a role''s capabilities include this one, also the virtual ones: `member` (every role) and `staff`.';

create function private.account_with_by_member(capability text) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid;
  is_held boolean;
  needs_second_step boolean;
begin
  select m.account_id, private.holds(r.caps, capability), a.needs_second_step into account, is_held, needs_second_step
    from private.session_accounts s
    join public.members m on m.account_id = s.account_id and m.user_id = s.user_id and m.blocked_at is null
    join public.accounts a on a.account_id = s.account_id and a.status = 'active'
    join public.roles r on r.account_id = m.account_id and r.role_id = m.role_id
   where s.session_id = private.session_id() and s.user_id = auth.uid() and (s.expires_at is null or s.expires_at > now())
     and (s.actor_id is not null or private.has_verified_second_factor(s.user_id));
  if is_held and needs_second_step and capability <> 'member' then
    if private.has_second_step() then return next account; end if;
  elsif is_held then
    return next account;
  -- The platform's own site has no members: super admins edit its pages, posts and documentation.
  elsif account is null and capability in ('manage_options', 'edit_posts', 'staff') and private.is_super_admin() then
    return next private.session_account();
  end if;
end $$;
comment on function private.account_with_by_member is 'account_with by the member''s role, for sessions whose binding has no role yet.';

-- In plpgsql, whose plan is cached for the whole connection on every version: each policy of each statement calls this.
-- It uses as few tables and expressions as possible, because each is opened, locked and prepared again in every
-- transaction.
create function private.account_with(capability text) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid;
  is_held boolean;
  needs_second_step boolean;
begin
  select r.account_id, private.holds(r.caps, capability), a.needs_second_step into account, is_held, needs_second_step
    from private.session_accounts s
    join public.accounts a on a.account_id = s.account_id and a.status = 'active'
    join public.roles r on r.account_id = s.account_id and r.role_id = s.role_id
   where s.session_id = private.session_id() and s.user_id = auth.uid() and (s.expires_at is null or s.expires_at > now())
     -- Most users have no second factor: only those who have one are checked further.
     and (s.actor_id is not null
       or not exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified')
       or private.has_verified_second_factor(s.user_id));
  if is_held and needs_second_step and capability <> 'member' then
    -- A separate condition, so that it is only evaluated where a second step is required.
    if private.has_second_step() then return next account; end if;
  elsif is_held then
    return next account;
  elsif is_held is null and private.session_id() is not null then
    return query select private.account_with_by_member(capability);
  end if;
end $$;
comment on function private.account_with is 'The accounts where the caller holds a capability: none, or the one the session is bound to. `member` and `staff` are virtual capabilities; super admins manage the platform''s own site. Where the account requires a second step, a session without one holds `member` only.';
grant execute on function private.account_with(text) to anon, authenticated;

create function private.set_session_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Either way the member row is locked until this session is visible, so that a concurrent change of the member also
  -- finds the session.
  if new.actor_id is null then
    update public.members m set last_seen_at = now()
     where m.account_id = new.account_id and m.user_id = new.user_id and m.blocked_at is null
       and (m.last_seen_at is null or m.last_seen_at < now() - interval '10 minutes')
    returning m.role_id into new.role_id;
    if found then return new; end if;
  end if;
  select m.role_id into new.role_id from public.members m
   where m.account_id = new.account_id and m.user_id = new.user_id and m.blocked_at is null for share;
  return new;
end $$;
comment on function private.set_session_role is 'Copies the member''s role to a new session binding and updates last_seen_at; null if there is no member yet.';
create trigger session_accounts_hold_role before insert or update of account_id, user_id on private.session_accounts
  for each row execute function private.set_session_role();

create trigger session_accounts_tell_rooms after update of role_id, expires_at on private.session_accounts for each row
  when (old.role_id is distinct from new.role_id or old.expires_at is distinct from new.expires_at) execute function private.notify_topics();

create function private.touch_last_seen() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.members m set last_seen_at = now() from private.session_accounts s
   where s.session_id = new.id and s.actor_id is null and (m.account_id, m.user_id) = (s.account_id, s.user_id) and m.blocked_at is null
     and (m.last_seen_at is null or m.last_seen_at < now() - interval '10 minutes');
  return null;
end $$;
comment on function private.touch_last_seen is 'Updates last_seen_at when a session is refreshed, but not during an impersonation.';
-- A hosted backend may deny access to its sessions: there last_seen_at changes at sign-in only.
do $$ begin
  create trigger sessions_see_member after update of refreshed_at on auth.sessions for each row execute function private.touch_last_seen();
exception when insufficient_privilege then
  null;
end $$;

create function private.sync_session_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    update private.session_accounts set role_id = null where account_id = old.account_id and user_id = old.user_id;
  end if;
  if tg_op <> 'DELETE' and new.blocked_at is null then
    update private.session_accounts set role_id = new.role_id where account_id = new.account_id and user_id = new.user_id;
  end if;
  return null;
end $$;
comment on function private.sync_session_role is 'Copies a changed or removed role to the member''s sessions at once.';
create trigger members_pass_role_on after insert or delete or update of account_id, user_id, role_id, blocked_at on public.members
  for each row execute function private.sync_session_role();

create function private.member_of(account uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.members
   where account_id = account and user_id = auth.uid() and blocked_at is null and account_id = private.session_account()
$$;
comment on function private.member_of is 'The caller''s member id in an account; null if the session is not bound to it.';
grant execute on function private.member_of(uuid) to anon, authenticated;

create function private.member_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.members
   where user_id = auth.uid() and blocked_at is null and account_id = private.session_account()
$$;
comment on function private.member_ids is 'The caller''s member id on the account the session is bound to: none or one row.';
grant execute on function private.member_ids() to anon, authenticated;

create function private.unused_member_slug(account uuid, wanted text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  base text := private.slug_of_title(wanted, 'member', 60);
  candidate text := base;
begin
  while exists (select from public.members where account_id = account and slug = candidate) loop
    candidate := base || '-' || substr(md5(random()::text), 1, 6);
  end loop;
  return candidate;
end $$;
comment on function private.unused_member_slug is 'An unused member slug in the account.';

create function private.make_member(account uuid, person uuid, role_kind text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  u auth.users%rowtype;
  new_id uuid;
  display text;
begin
  select * into u from auth.users where id = person;
  display := left(coalesce(nullif(u.raw_user_meta_data ->> 'display_name', ''), nullif(u.raw_user_meta_data ->> 'name', ''),
    split_part(u.email, '@', 1), 'Member'), 120);
  insert into public.members (account_id, user_id, role_id, name, slug, email)
  select account, person, r.role_id, display, private.unused_member_slug(account, display), coalesce(u.email, '')
    from public.roles r where r.account_id = account and r.kind = role_kind
  on conflict (account_id, user_id) do nothing
  returning id into new_id;
  return new_id;
end $$;
comment on function private.make_member is 'Makes a user a member of an account; does nothing if they are one already.';

create function private.record_acceptance(account uuid, person uuid) returns void
language sql security definer set search_path = '' as $$
  update public.members m
     set accepted = jsonb_strip_nulls(jsonb_build_object('at', now(), 'terms', nullif(o.value ->> 'terms_url', ''), 'privacy', nullif(o.value ->> 'privacy_url', '')))
    from public.options o
   where m.account_id = account and m.user_id = person and o.account_id = account and o.key = 'settings' and o.value ->> 'terms_url' <> ''
$$;
comment on function private.record_acceptance is 'Records when a member accepted the terms and which pages they were shown; does nothing if the site has no terms.';

create function private.send_welcome_mail(account uuid, person uuid) returns void
language sql security definer set search_path = '' as $$
  select private.enqueue('auth-mail', jsonb_strip_nulls(jsonb_build_object('to', u.email, 'kind', 'welcome', 'url', '', 'token', '',
      'scope', account, 'locale', u.raw_user_meta_data ->> 'locale')))
    from auth.users u where u.id = person and u.email <> ''
$$;
comment on function private.send_welcome_mail is 'Mails a welcome message to a new member, in their language.';

create function private.join_on_sign_up() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  scope uuid := nullif(current_setting('auth.scope', true), '')::uuid;
  -- Admin API calls create and confirm the user in one transaction, and send their own welcome.
  is_made boolean := tg_op = 'UPDATE' and new.created_at = now();
  has_accepted boolean := coalesce(new.raw_user_meta_data ->> 'accepts' = scope::text, false);
begin
  -- Users of an external provider were not shown the site's terms: they join once they have accepted them.
  if not has_accepted and new.raw_user_meta_data ? 'provider_id' and exists (
    select from public.options o where o.account_id = scope and o.key = 'settings' and o.value ->> 'terms_url' <> '') then
    return null;
  end if;
  if exists (select from public.accounts where account_id = scope and not is_platform and status = 'active')
    and private.make_member(scope, new.id, 'student') is not null then
    if has_accepted then
      perform private.record_acceptance(scope, new.id);
    end if;
  end if;
  if not is_made and exists (select from public.accounts where account_id = scope and status = 'active') then
    perform private.send_welcome_mail(scope, new.id);
  end if;
  return null;
end $$;
comment on function private.join_on_sign_up is 'Sign-up on an account''s host makes the user a student there; on the platform''s host only a user.';
-- An unconfirmed user can't sign in, and is a member only after the confirmation.
create trigger members_join_on_sign_up after insert on auth.users for each row
  when (new.confirmed_at is not null or new.is_anonymous) execute function private.join_on_sign_up();
create trigger members_join_on_confirming after update on auth.users for each row
  when (old.confirmed_at is null and new.confirmed_at is not null) execute function private.join_on_sign_up();

create function private.sync_member_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.members set email = coalesce(new.email, '') where user_id = new.id;
  return null;
end $$;
comment on function private.sync_member_email is 'Copies a changed e-mail address to the user''s members in every account.';
create trigger members_follow_email after update of email on auth.users for each row
  when (old.email is distinct from new.email) execute function private.sync_member_email();

create function public.join_account(account_id uuid, accepts boolean default false) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if auth.uid() is null then
    perform private.raise_error('not_authenticated', 'Sign in first.');
  end if;
  if private.session_account() is distinct from account_id
    or exists (select from public.accounts a where a.account_id = account_id and (a.is_platform or a.status <> 'active')) then
    perform private.raise_error('forbidden', 'Join an account from its own site.');
  end if;
  if private.make_member(account_id, auth.uid(), 'student') is not null then
    perform private.send_welcome_mail(account_id, auth.uid());
    if accepts then
      perform private.record_acceptance(account_id, auth.uid());
    end if;
  end if;
  return private.member_of(account_id);
end $$;
comment on function public.join_account is 'Makes an existing user a student of the account they signed in on; "accepts" records that they accepted its terms.';
grant execute on function public.join_account(uuid, boolean) to authenticated;

create function public.is_blocked(account_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.members m
    where m.account_id = is_blocked.account_id and m.account_id = private.session_account() and m.user_id = auth.uid() and m.blocked_at is not null)
$$;
comment on function public.is_blocked is 'Whether the account the caller signed in on has blocked them; nothing else of it is visible to them.';
grant execute on function public.is_blocked(uuid) to authenticated;

create function private.may_assign_role(account uuid, role uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.account_with('manage_options') a where a = account)
    or exists (
      select from public.members m
        join public.roles own on (own.account_id, own.role_id) = (m.account_id, m.role_id)
        join public.roles r on r.account_id = account and r.role_id = role
       where m.account_id = (select private.account_with('manage_members')) and m.account_id = account
         and m.user_id = auth.uid() and r.kind is distinct from 'owner' and r.caps <@ own.caps)
$$;
comment on function private.may_assign_role is 'Whether the caller may assign a role or change its members: with manage_options any, with manage_members those with no capability the caller lacks.';
grant execute on function private.may_assign_role(uuid, uuid) to authenticated;

create function private.guard_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_client boolean := current_setting('request.jwt.claims', true) is not null and auth.role() in ('anon', 'authenticated');
  owner uuid;
begin
  if not is_client then return coalesce(new, old); end if;
  select owner_id into owner from public.accounts where account_id = old.account_id;
  if tg_op = 'DELETE' then
    if old.user_id = owner then
      perform private.raise_error('owner_stays', 'The owner of an account can’t be removed from it.');
    end if;
    if old.user_id <> auth.uid() and not private.may_assign_role(old.account_id, old.role_id) then
      perform private.raise_error('forbidden', 'Their role has more permissions than yours. Only site managers can do this.');
    end if;
    return old;
  end if;
  -- Accepting an invitation in this transaction assigns its role.
  if old.user_id = auth.uid() and new.blocked_at is null and old.blocked_at is null and new.role_id <> old.role_id and exists (
    select from public.invitations i where i.account_id = old.account_id and i.role_id = new.role_id and i.accepted_at = now()
      and i.email = (select lower(u.email) from auth.users u where u.id = auth.uid())) then
    return new;
  end if;
  if (new.role_id, new.blocked_at) is distinct from (old.role_id, old.blocked_at) then
    if old.account_id not in (select private.account_with('manage_members')) then
      perform private.raise_error('forbidden', 'Only account managers can change roles or block members.');
    end if;
    if old.user_id = owner then
      perform private.raise_error('owner_stays', 'The owner of an account can’t be blocked or given another role.');
    end if;
    if auth.uid() is distinct from owner and exists (
      select from public.roles r where r.account_id = old.account_id and r.role_id = new.role_id and r.kind = 'owner') then
      perform private.raise_error('forbidden', 'Only an owner can make somebody else an owner.');
    end if;
    if new.role_id <> old.role_id then
      perform private.forbid_impersonation();
    end if;
    if new.role_id <> old.role_id and not private.may_assign_role(old.account_id, new.role_id) then
      perform private.raise_error('forbidden', 'This role has more permissions than yours. Only site managers can assign it.');
    end if;
  end if;
  if old.user_id <> auth.uid() and not private.may_assign_role(old.account_id, old.role_id) then
    perform private.raise_error('forbidden', 'Their role has more permissions than yours. Only site managers can do this.');
  end if;
  if new.allows_log_in_as <> old.allows_log_in_as then
    perform private.forbid_impersonation();
    if old.user_id <> auth.uid() then
      perform private.raise_error('forbidden', 'Members decide for themselves whether others can impersonate them.');
    end if;
  end if;
  return new;
end $$;
comment on function private.guard_member is 'Prevents privilege escalation and locking out the owner.';
-- Columns maintained by triggers (last_seen_at, course_count) change with other users' actions.
create trigger members_guard before update of name, slug, email, avatar, bio, is_public, role_id, blocked_at, time_zone, allows_log_in_as
  or delete on public.members for each row execute function private.guard_member();

create function private.keep_an_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner_role uuid := (select r.role_id from public.roles r where r.account_id = old.account_id and r.kind = 'owner');
begin
  if old.role_id is distinct from owner_role or old.blocked_at is not null then return coalesce(new, old); end if;
  if tg_op = 'UPDATE' and new.role_id = old.role_id and new.blocked_at is null then return new; end if;
  -- Concurrent changes of owners wait here. Deleting the account deletes its owners too.
  perform from public.accounts a where a.account_id = old.account_id for update;
  if found and not exists (select from public.members m
      where m.account_id = old.account_id and m.id <> old.id and m.role_id = owner_role and m.blocked_at is null) then
    perform private.raise_error('owner_stays', 'An account needs at least one owner. Make somebody else an owner first.');
  end if;
  return coalesce(new, old);
end $$;
comment on function private.keep_an_owner is 'Keeps at least one unblocked owner in an account, for every role.';
create trigger members_keep_owner before update of role_id, blocked_at or delete on public.members
  for each row execute function private.keep_an_owner();

create function private.audit_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null or not exists (select from public.accounts a where a.account_id = old.account_id) then return null; end if;
  if tg_op = 'DELETE' then
    perform private.audit(old.account_id, 'member.removed', 'member', old.id);
    return null;
  end if;
  if new.role_id <> old.role_id then
    perform private.audit(new.account_id, 'member.role_changed', 'member', new.id, jsonb_build_object(
      'from', (select name from public.roles where account_id = old.account_id and role_id = old.role_id),
      'to', (select name from public.roles where account_id = new.account_id and role_id = new.role_id)));
  end if;
  if (new.blocked_at is null) <> (old.blocked_at is null) then
    perform private.audit(new.account_id, case when new.blocked_at is null then 'member.unblocked' else 'member.blocked' end, 'member', new.id);
  end if;
  return null;
end $$;
comment on function private.audit_member is 'Writes audit entries when a member''s role changes, or they are blocked, unblocked or removed.';
create trigger members_audit after update of role_id, blocked_at or delete on public.members
  for each row execute function private.audit_member();
create trigger members_touch before update of name, slug, email, avatar, bio, is_public, role_id, blocked_at, time_zone, allows_log_in_as on public.members
  for each row execute function private.touch_updated_at();
-- Pages only show member_cards, so only its columns invalidate them.
create trigger members_tell_new after insert or delete on public.members
  for each row execute function private.notify_change('member_cards');
create trigger members_tell after update of name, slug, avatar, bio, is_public, role_id, blocked_at on public.members
  for each row execute function private.notify_change('member_cards');

create function private.notify_access_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('type', 'standing', 'data', jsonb_build_object('user_id', old.user_id)),
    'notification', 'onlineUsers:' || old.account_id, true);
  return null;
end $$;
comment on function private.notify_access_change is 'Notifies the member''s open screens that their access has changed, so that they fetch it again.';
create trigger members_ring_standing after update of role_id, blocked_at on public.members for each row
  when ((new.role_id, new.blocked_at) is distinct from (old.role_id, old.blocked_at)) execute function private.notify_access_change();
create trigger members_ring_gone after delete on public.members for each row execute function private.notify_access_change();

-- Accounts and roles are created before members, but their visibility depends on membership.
create policy "Members see their own account" on public.accounts for select to authenticated
  using (account_id = (select private.account_with('member')));
create policy "Members see the roles of their account" on public.roles for select to authenticated
  using (account_id = (select private.account_with('member')));
create trigger roles_guard_acting before insert or update of name, caps or delete on public.roles
  for each row execute function private.guard_impersonation();
create policy "Managers add roles" on public.roles for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')) and kind is null);
create policy "Managers change roles but the owner's" on public.roles for update to authenticated
  using (account_id = (select private.account_with('manage_options')) and kind is distinct from 'owner')
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers remove roles they added" on public.roles for delete to authenticated
  using (account_id = (select private.account_with('manage_options')) and kind is null);

grant select (account_id, id, user_id, role_id, name, slug, email, avatar, bio, is_public, blocked_at, time_zone, allows_log_in_as, search_name, search_text,
  last_seen_at, course_count, accepted, created_at, updated_at), update (name, avatar, bio, is_public, role_id, blocked_at, time_zone, allows_log_in_as), delete on public.members to authenticated;
create policy "Members see themselves, and staff every member of their account" on public.members for select to authenticated
  using (user_id = (select auth.uid()) and account_id = (select private.account_with('member'))
    or account_id = (select private.account_with('staff')));
create policy "Members change their own card" on public.members for update to authenticated
  using (user_id = (select auth.uid()) and account_id = (select private.account_with('member')))
  with check (user_id = (select auth.uid()));
create policy "Those who manage members see them" on public.members for select to authenticated
  using (account_id = (select private.account_with('manage_members')));
create policy "Those who manage members change them" on public.members for update to authenticated
  using (account_id = (select private.account_with('manage_members')))
  with check (account_id = (select private.account_with('manage_members')));
create policy "Those who manage members remove them" on public.members for delete to authenticated
  using (account_id = (select private.account_with('manage_members')));

create view public.member_cards with (security_barrier) as
  select m.account_id, m.id, m.user_id, m.name, m.slug, m.avatar, m.bio, r.name as role_name, m.is_public, m.search_name
    from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
   where m.blocked_at is null
     and (m.is_public or m.account_id = (select private.account_with('member')));
comment on view public.member_cards is 'Members of an account as everyone else sees them: without e-mail.';
grant select on public.member_cards to anon, authenticated;

grant select (account_id, id, parent_id, child_id, asked_by, confirmed_at, sees_grades, created_at) on public.guardians to authenticated;
grant insert (account_id, parent_id, child_id), delete on public.guardians to authenticated;
create policy "Parents and children see their own tie" on public.guardians for select to authenticated
  using ((parent_id = (select private.member_ids()) or child_id = (select private.member_ids()))
    and (confirmed_at is not null or asked_by <> (select private.member_ids())));
create policy "Managers see ties" on public.guardians for select to authenticated
  using (account_id = (select private.account_with('manage_members')));
create trigger guardians_guard_acting before insert on public.guardians for each row execute function private.guard_impersonation();
create policy "Managers make ties" on public.guardians for insert to authenticated
  with check (account_id = (select private.account_with('manage_members')));
create policy "Managers end ties" on public.guardians for delete to authenticated
  using (account_id = (select private.account_with('manage_members')));

-- The audit log of an account, for those who manage it.
create policy "Managers read the log of their account" on public.audit_entries for select to authenticated
  using (account_id = (select private.account_with('manage_options')));

-- Realtime: the topic of an account's members.
create policy "Members are present in their account's room" on realtime.messages for select to authenticated
  using (realtime.topic() in (select 'onlineUsers:' || a from private.account_with('member') a));
create policy "Members track their presence" on realtime.messages for insert to authenticated
  with check (extension = 'presence' and realtime.topic() in (select 'onlineUsers:' || a from private.account_with('member') a)
    -- An impersonation tracks no presence: nobody sees it, and it does not end the member's other devices.
    and (select private.actor()) is null);

-- Realtime: the topic of the editors of published content.
create policy "Editors see who works on what" on realtime.messages for select to authenticated
  using (realtime.topic() in (select 'editors:' || a from private.account_with('manage_options') a));
create policy "Editors say what they work on" on realtime.messages for insert to authenticated
  with check (extension = 'presence' and realtime.topic() in (select 'editors:' || a from private.account_with('manage_options') a));

create function private.make_owner_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.owner_id is not null and not new.is_platform then
    if private.make_member(new.account_id, new.owner_id, 'owner') is null then
      update public.members m set role_id = r.role_id, blocked_at = null
        from public.roles r where r.account_id = new.account_id and r.kind = 'owner'
         and m.account_id = new.account_id and m.user_id = new.owner_id;
    end if;
  end if;
  return null;
end $$;
comment on function private.make_owner_member is 'Makes the owner of an account a member with the owner role.';
-- The name makes it run after the roles were created: triggers of one event fire in alphabetical order.
create trigger accounts_seat_owner after insert or update of owner_id on public.accounts
  for each row execute function private.make_owner_member();

-- Handoff from the platform's host to an account's own, and lookups by the server.
create function private.make_handoff(account uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  code text := encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex');
begin
  -- A token stolen on one account's site must not be exchanged for a session on another's.
  if not private.is_on_platform() then
    perform private.raise_error('forbidden', 'Create sites on the platform’s own site.');
  end if;
  if not exists (
    select from public.members m join public.accounts a on a.account_id = m.account_id and a.status = 'active' and not a.is_platform
     where m.account_id = account and m.user_id = auth.uid() and m.blocked_at is null) then
    perform private.raise_error('forbidden', 'You are not a member of this account.');
  end if;
  delete from private.handoff_codes h where h.user_id = auth.uid() and h.account_id = account;
  insert into private.handoff_codes (code_hash, account_id, user_id)
  values (encode(sha256(convert_to(code, 'UTF8')), 'hex'), account, auth.uid());
  return code;
end $$;
comment on function private.make_handoff is 'Creates a one-time code, valid for a minute, that starts a session of the caller on an account''s host.';
grant execute on function private.make_handoff(uuid) to authenticated;

create function private.redeem_handoff(account uuid, code text) returns uuid
language sql security definer set search_path = '' as $$
  delete from private.handoff_codes h
   where h.code_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex') and h.account_id = account and h.expires_at > now()
  returning h.user_id
$$;
comment on function private.redeem_handoff is 'Redeems a handoff code and returns its user; null when it is used, expired or for another account.';
grant execute on function private.redeem_handoff(uuid, text) to anon, authenticated;

create function private.is_site_owner(account uuid, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.accounts a join auth.users u on u.id = a.owner_id
     where a.account_id = account and lower(u.email) = lower(address)
       and (private.session_account() = account or private.is_on_platform())
       -- Only the owner and staff may learn whether the address is the owner's.
       and (u.id = auth.uid() or account = (select private.account_with('staff'))))
$$;
comment on function private.is_site_owner is 'Whether an address is the account owner''s, for those who may know it.';
grant execute on function private.is_site_owner(uuid, text) to authenticated;

create function private.emit_member_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  m public.members := case tg_op when 'INSERT' then new else old end;
begin
  perform private.emit(m.account_id, case tg_op when 'INSERT' then 'member.joined' else 'member.removed' end, 'member:' || m.id,
    facts => jsonb_build_object('member_id', m.id, 'user_id', m.user_id, 'role_id', m.role_id));
  return null;
end $$;
comment on function private.emit_member_event is 'Somebody became a member, or is none any more.';
create trigger members_emit after insert or delete on public.members for each row execute function private.emit_member_event();

create view private.member_search_rows as
  select m.account_id, m.id, 'member'::text as kind, null::uuid as parent_id, m.name as title, ''::text as summary, m.bio as body, m.slug,
      m.avatar as picture, null::text as language, m.is_public and m.blocked_at is null as is_live
    from public.members m;
comment on view private.member_search_rows is 'What a member is found by: name and biography, never the e-mail.';
create trigger members_index after insert or delete or update of name, slug, bio, avatar, is_public, blocked_at on public.members
  for each row execute function private.index_record('member_search_rows');
create policy "Members are found by whoever sees their card" on public.search_records for select to anon, authenticated
  using (kind = 'member' and exists (
    select from public.member_cards m where (m.account_id, m.id) = (search_records.account_id, search_records.id)));
