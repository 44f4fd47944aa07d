-- Invitations: mailed with a code that is stored as a hash, valid for two weeks and for the address it was sent to.

grant select (account_id, id, email, name, role_id, invited_by, expires_at, sent_at, sent_count, accepted_at, revoked_at, created_at)
  on public.invitations to authenticated;
create policy "Those who manage members see who was invited" on public.invitations for select to authenticated
  using (account_id = (select private.account_with('manage_members')));
create trigger invitations_guard_acting before insert or update on public.invitations for each row execute function private.guard_impersonation();
create trigger invitations_touch before update on public.invitations for each row execute function private.touch_updated_at();

grant select (account_id, id, user_id, file_name, total, done, finished_at, created_at) on public.member_imports to authenticated;
create policy "Those who manage members see what was imported" on public.member_imports for select to authenticated
  using (account_id = (select private.account_with('manage_members')));
create trigger member_imports_touch before update on public.member_imports for each row execute function private.touch_updated_at();
grant select (account_id, id, import_id, line, email, name, role_id, outcome) on public.member_import_rows to authenticated;
create policy "Those who manage members see what became of each line" on public.member_import_rows for select to authenticated
  using (account_id = (select private.account_with('manage_members')));

create function private.send_invitation(invitation public.invitations) returns void
language plpgsql security definer set search_path = '' as $$
declare
  code text := encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex');
begin
  update public.invitations i
     set code_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex'), sent_at = now(), sent_count = i.sent_count + 1,
         expires_at = now() + interval '14 days'
   where (i.account_id, i.id) = (invitation.account_id, invitation.id);
  perform private.enqueue('invitation-mail',
    jsonb_build_object('account_id', invitation.account_id, 'invitation_id', invitation.id, 'code', code));
end $$;
comment on function private.send_invitation is 'Mails a new code and invalidates the previous one.';

create function private.check_invites(account uuid, role uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if account is distinct from (select private.account_with('manage_members')) then
    perform private.raise_error('forbidden', 'Only those who manage members can invite people.');
  end if;
  if not private.may_assign_role(account, role) or exists (select from public.roles r
      where r.account_id = account and r.role_id = role and r.kind = 'owner'
        and not exists (select from public.accounts a where a.account_id = account and a.owner_id = auth.uid())) then
    perform private.raise_error('forbidden', 'This role has more permissions than yours. Only site managers can assign it.');
  end if;
end $$;
comment on function private.check_invites is 'Raises an error unless the caller may assign a role by invitation.';

create function private.invitations_left(account uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select 10000 - count(*)::integer from public.invitations i where i.account_id = account and i.accepted_at is null and i.revoked_at is null
$$;
comment on function private.invitations_left is 'How many more people may be invited: at most ten thousand open invitations an account.';

create function public.invite_member(account_id uuid, email text, name text, role_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  address text := lower(trim(email));
  new_row public.invitations%rowtype;
begin
  perform private.check_invites(account_id, role_id);
  if exists (select from public.members m where m.account_id = account_id and lower(m.email) = address) then
    perform private.raise_error('conflict', 'They are already a member.');
  end if;
  perform pg_advisory_xact_lock(hashtext('invitations'), hashtext(account_id::text));
  if private.invitations_left(account_id) <= 0 then
    perform private.raise_error('conflict', 'Ten thousand invitations are pending. Revoke some first.');
  end if;
  insert into public.invitations as i (account_id, email, name, role_id, invited_by)
  values (account_id, address, left(trim(coalesce(name, '')), 120), role_id, auth.uid())
  on conflict do nothing returning * into new_row;
  if new_row.id is null then
    perform private.raise_error('conflict', 'They are already invited. Resend the invitation instead.');
  end if;
  perform private.send_invitation(new_row);
  perform private.audit(account_id, 'member.invited', 'invitation', new_row.id);
  return new_row.id;
end $$;
comment on function public.invite_member is 'Invites a person by mail to become a member with a role.';
grant execute on function public.invite_member(uuid, text, text, uuid) to authenticated;

create function private.open_invitation(invitation uuid) returns public.invitations
language plpgsql security definer set search_path = '' as $$
declare
  i public.invitations%rowtype;
begin
  select * into i from public.invitations x
   where x.id = invitation and x.account_id = (select private.account_with('manage_members')) for update;
  if i.id is null then
    perform private.raise_error('not_found', 'There is no such invitation.');
  end if;
  if i.accepted_at is not null or i.revoked_at is not null then
    perform private.raise_error('conflict', 'This invitation is no longer open.');
  end if;
  return i;
end $$;
comment on function private.open_invitation is 'Locks and returns an invitation the caller may still change.';

create function public.resend_invitation(invitation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  i public.invitations%rowtype := private.open_invitation(invitation_id);
begin
  perform private.check_invites(i.account_id, i.role_id);
  if i.sent_count >= 10 then
    perform private.raise_error('conflict', 'This invitation was already sent ten times. Contact them another way.');
  end if;
  if i.sent_at > now() - interval '60 seconds' then
    perform private.raise_error('conflict', 'An e-mail was sent a moment ago. Wait a minute.');
  end if;
  perform private.send_invitation(i);
end $$;
comment on function public.resend_invitation is 'Mails an open invitation again, valid for two more weeks.';
grant execute on function public.resend_invitation(uuid) to authenticated;

create function public.revoke_invitation(invitation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  i public.invitations%rowtype := private.open_invitation(invitation_id);
begin
  update public.invitations x set revoked_at = now(), code_hash = null where (x.account_id, x.id) = (i.account_id, i.id);
  perform private.audit(i.account_id, 'member.invitation_revoked', 'invitation', i.id);
end $$;
comment on function public.revoke_invitation is 'Revokes an open invitation and invalidates its link.';
grant execute on function public.revoke_invitation(uuid) to authenticated;

create function private.invitation_of(account uuid, code text) returns public.invitations
language sql stable security definer set search_path = '' as $$
  select i.* from public.invitations i
   where i.account_id = account and i.code_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex')
$$;
comment on function private.invitation_of is 'The invitation of a mailed code, on the account it was sent for.';

create function public.read_invitation(account_id uuid, code text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', i.email, 'name', i.name, 'role', jsonb_build_object('name', r.name, 'kind', r.kind),
      'state', case when i.accepted_at is not null then 'accepted' when i.expires_at < now() then 'expired' else 'open' end)
    from private.invitation_of(account_id, code) i
    join public.roles r on (r.account_id, r.role_id) = (i.account_id, i.role_id)
$$;
comment on function public.read_invitation is 'The invitation of a code; null if there is none or it was revoked.';
grant execute on function public.read_invitation(uuid, text) to anon, authenticated;

create function private.verify_email_by_invitation(account uuid, code text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.verified_email(auth.uid()) is not null or not exists (select from information_schema.columns
      where table_schema = 'auth' and table_name = 'users' and column_name = 'email_proved_at') then
    return;
  end if;
  -- In a shared development outbox a code is no proof.
  if exists (select from private.mails m join auth.users u on lower(m.recipient) = lower(u.email)
      where u.id = auth.uid() and m.account_id = account and m.sent_at is not null and position(code in m.body_text) > 0) then
    execute 'update auth.users set email_proved_at = now() where id = $1' using auth.uid();
  end if;
end $$;
comment on function private.verify_email_by_invitation is 'Marks the address as verified: the caller has a code that was mailed to it.';

create function public.accept_invitation(account_id uuid, code text) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  i public.invitations%rowtype;
  m public.members%rowtype;
begin
  if auth.uid() is null then
    perform private.raise_error('not_authenticated', 'Sign in first.');
  end if;
  perform private.forbid_impersonation();
  if private.session_account() is distinct from account_id then
    perform private.raise_error('forbidden', 'Accept an invitation on the site that sent it.');
  end if;
  select * into i from public.invitations x
   where x.account_id = account_id and x.code_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex') for update;
  if i.id is null then
    perform private.raise_error('not_found', 'This invitation is not valid, or was revoked.');
  end if;
  if i.accepted_at is not null or i.expires_at < now() then
    perform private.raise_error('conflict', 'This invitation was already accepted, or has expired.');
  end if;
  if i.email is distinct from (select lower(u.email) from auth.users u where u.id = auth.uid()) then
    perform private.raise_error('forbidden', 'This invitation was sent to another address. Sign in with that one.');
  end if;
  update public.invitations x set accepted_at = now() where (x.account_id, x.id) = (i.account_id, i.id);
  perform private.verify_email_by_invitation(account_id, code);
  perform private.make_member(account_id, auth.uid(), 'student');
  select * into m from public.members x where x.account_id = account_id and x.user_id = auth.uid();
  if m.blocked_at is not null then
    perform private.raise_error('forbidden', 'This site has blocked you.');
  end if;
  -- An invitation assigns a role, but never lowers one assigned in the meantime.
  if exists (select from public.roles own, public.roles given where own.account_id = account_id and own.role_id = m.role_id
      and given.account_id = account_id and given.role_id = i.role_id and own.caps <@ given.caps and own.kind is distinct from 'owner') then
    update public.members x set role_id = i.role_id where (x.account_id, x.id) = (m.account_id, m.id) and x.role_id <> i.role_id;
  end if;
  return m.id;
end $$;
comment on function public.accept_invitation is 'Makes the invited user a member with the invitation''s role.';
grant execute on function public.accept_invitation(uuid, text) to authenticated;

-- CSV import of people: a dry run first, then invitations in the background, a hundred at a time.

create function private.import_report(account uuid, people jsonb, default_role uuid)
returns table (line integer, email text, name text, role_id uuid, outcome text)
language sql stable security definer set search_path = '' as $$
  with given as (
    select (p ->> 'line')::integer as line, lower(trim(left(coalesce(p ->> 'email', ''), 320))) as email,
           trim(left(coalesce(p ->> 'name', ''), 120)) as name, lower(trim(coalesce(p ->> 'role', ''))) as wanted
      from jsonb_array_elements(people) p),
  known as (
    select g.*, case when g.wanted = '' then default_role else
        (select r.role_id from public.roles r where r.account_id = account and (lower(r.name) = g.wanted or r.kind = g.wanted) limit 1) end as role_id,
      row_number() over (partition by g.email order by g.line) as place
      from given g),
  judged as (
  select k.line, k.email, k.name, k.role_id, case
      when k.email !~ '^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*\.[a-z]{2,}$' then 'invalid_email'
      when k.place > 1 then 'duplicate'
      when k.role_id is null then 'unknown_role'
      when not private.may_assign_role(account, k.role_id)
        or exists (select from public.roles r where r.account_id = account and r.role_id = k.role_id and r.kind = 'owner') then 'forbidden_role'
      when exists (select from public.members m where m.account_id = account and m.email = k.email) then 'member'
      when exists (select from public.invitations i where i.account_id = account and i.email = k.email
        and i.accepted_at is null and i.revoked_at is null) then 'already_invited'
      else 'waiting' end as outcome
    from known k)
  select j.line, j.email, j.name, j.role_id,
         case when j.outcome = 'waiting' and row_number() over (partition by j.outcome order by j.line) > (select private.invitations_left(account))
              then 'no_place' else j.outcome end
    from judged j order by j.line
$$;
comment on function private.import_report is 'The outcome of each line of an import; `waiting` lines will be invited.';

create function private.check_import(account uuid, people jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if account is distinct from (select private.account_with('manage_members')) then
    perform private.raise_error('forbidden', 'Only those who manage members can invite people.');
  end if;
  if coalesce(jsonb_typeof(people), '') <> 'array' or jsonb_array_length(people) not between 1 and 5000 then
    perform private.raise_error('invalid', 'A file can have 1 to 5,000 people.');
  end if;
  if exists (select from jsonb_array_elements(people) p where jsonb_typeof(p) <> 'object' or p ->> 'line' !~ '^\d{1,5}$')
    or (select count(distinct p ->> 'line') from jsonb_array_elements(people) p) <> jsonb_array_length(people) then
    perform private.raise_error('invalid', 'Every line of a file needs a unique number.');
  end if;
end $$;
comment on function private.check_import is 'Raises an error unless the import is valid and the caller may invite.';

create function public.check_member_import(account_id uuid, people jsonb, role_id uuid)
returns table (line integer, email text, name text, outcome text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.check_import(account_id, people);
  return query select r.line, r.email, r.name, r.outcome from private.import_report(account_id, people, role_id) r;
end $$;
comment on function public.check_member_import is 'Dry run of an import: the outcome of each line. Nothing is stored and no mail is sent.';
grant execute on function public.check_member_import(uuid, jsonb, uuid) to authenticated;

create function public.start_member_import(account_id uuid, people jsonb, role_id uuid, file_name text) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  new_id uuid;
begin
  perform private.check_import(account_id, people);
  -- Concurrent imports wait here, so that no two take the last free place.
  perform pg_advisory_xact_lock(hashtext('member_imports'), hashtext(account_id::text));
  if (select count(*) from public.member_imports i where i.account_id = account_id and i.finished_at is null) >= 3 then
    perform private.raise_error('conflict', 'Three imports are running. Wait until one is done.');
  end if;
  insert into public.member_imports (account_id, user_id, file_name, total)
  values (account_id, auth.uid(), left(coalesce(nullif(trim(file_name), ''), 'members.csv'), 200), jsonb_array_length(people)) returning id into new_id;
  insert into public.member_import_rows (account_id, import_id, line, email, name, role_id, outcome)
  select account_id, new_id, r.line, r.email, r.name, r.role_id, r.outcome from private.import_report(account_id, people, role_id) r;
  update public.member_imports i
     set done = (select count(*) from public.member_import_rows r where (r.account_id, r.import_id) = (i.account_id, i.id) and r.outcome <> 'waiting')
   where i.account_id = account_id and i.id = new_id;
  perform private.enqueue('member-import', jsonb_build_object('account_id', account_id, 'import_id', new_id));
  perform private.audit(account_id, 'member.import_started', 'import', new_id, jsonb_build_object('people', jsonb_array_length(people)));
  return new_id;
end $$;
comment on function public.start_member_import is 'Stores the lines of an import and invites their people in the background.';
grant execute on function public.start_member_import(uuid, jsonb, uuid, text) to authenticated;

create function private.import_batch(account uuid, import uuid, many integer default 100) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  r record;
  new_row public.invitations%rowtype;
  inviter uuid := (select i.user_id from public.member_imports i where i.account_id = account and i.id = import);
  processed integer := 0;
  places_left integer;
begin
  -- Concurrent invitations, by import or one by one, wait here, so that no two take the last free place.
  perform pg_advisory_xact_lock(hashtext('invitations'), hashtext(account::text));
  places_left := private.invitations_left(account);
  for r in select * from public.member_import_rows x
      where x.account_id = account and x.import_id = import and x.outcome = 'waiting' order by x.line limit many for update loop
    new_row := null;
    if places_left > 0 and r.role_id is not null and not exists (select from public.members m where m.account_id = account and m.email = r.email) then
      insert into public.invitations (account_id, email, name, role_id, invited_by)
      values (account, r.email, r.name, r.role_id, inviter) on conflict do nothing returning * into new_row;
    end if;
    if new_row.id is not null then
      places_left := places_left - 1;
      perform private.send_invitation(new_row);
    end if;
    update public.member_import_rows x set outcome = case when new_row.id is not null then 'invited'
        when r.role_id is null then 'unknown_role'
        when exists (select from public.members m where m.account_id = account and m.email = r.email) then 'member'
        when exists (select from public.invitations i where i.account_id = account and i.email = r.email and i.accepted_at is null and i.revoked_at is null)
          then 'already_invited' else 'no_place' end
     where (x.account_id, x.id) = (r.account_id, r.id);
    processed := processed + 1;
  end loop;
  update public.member_imports i set done = least(i.total, i.done + processed) where i.account_id = account and i.id = import;
  update public.member_imports i set finished_at = now()
   where i.account_id = account and i.id = import and i.finished_at is null
     and not exists (select from public.member_import_rows x where x.account_id = account and x.import_id = import and x.outcome = 'waiting');
  return processed;
end $$;
comment on function private.import_batch is 'Invites the next batch of an import; returns its size.';

create function public.resend_invitations(ids uuid[]) returns jsonb
language sql set search_path = '' as $$
  select private.apply_to_each(ids, 'select public.resend_invitation(i.id) from public.invitations i where i.id = $1 and i.accepted_at is null and i.revoked_at is null')
$$;
comment on function public.resend_invitations is 'Resends the open invitations among those given, each as resend_invitation does.';
grant execute on function public.resend_invitations(uuid[]) to authenticated;

create function public.revoke_invitations(ids uuid[]) returns jsonb
language sql set search_path = '' as $$
  select private.apply_to_each(ids, 'select public.revoke_invitation(i.id) from public.invitations i where i.id = $1 and i.accepted_at is null and i.revoked_at is null')
$$;
comment on function public.revoke_invitations is 'Revokes the open invitations among those given, each as revoke_invitation does.';
grant execute on function public.revoke_invitations(uuid[]) to authenticated;
