-- Ending the sessions of others: of a member on one account, of a user everywhere.

create function private.end_sessions_of(person uuid, account uuid default null) returns int
language plpgsql security definer set search_path = '' as $$
declare
  ended int;
begin
  -- Codes that would start another session: unused handoffs and impersonations with their return secrets.
  delete from private.handoff_codes c where c.user_id = person and (account is null or c.account_id = account);
  delete from private.acting_codes c where c.actor_id = person and (account is null or c.account_id = account);
  delete from auth.sessions s
   where (account is null and s.user_id = person)
      or s.id in (select b.session_id from private.session_accounts b
        where person in (b.user_id, b.actor_id) and (account is null or b.account_id = account));
  get diagnostics ended = row_count;
  return ended;
end $$;
comment on function private.end_sessions_of is 'Ends the sessions of a user on one account, or all of them, including those in which they impersonate others; returns their number.';

create function public.end_member_sessions(account_id uuid, member_id uuid) returns int
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  m public.members%rowtype;
begin
  select * into m from public.members x where x.account_id = account_id and x.id = member_id
    and x.account_id in (select private.account_with('manage_members'));
  if m.id is null then
    perform private.raise_error('forbidden', 'You are not allowed to do this here.');
  end if;
  if m.user_id <> auth.uid() and (not private.may_assign_role(m.account_id, m.role_id)
    or exists (select from public.accounts a where a.account_id = m.account_id and a.owner_id = m.user_id)) then
    perform private.raise_error('forbidden', 'Their role has more permissions than yours. Only site managers can do this.');
  end if;
  perform private.audit(m.account_id, 'member.sessions_ended', 'member', m.id);
  return private.end_sessions_of(m.user_id, m.account_id);
end $$;
comment on function public.end_member_sessions is 'Ends all sessions of a member on this account only; returns their number. The owner''s can''t be ended.';
grant execute on function public.end_member_sessions(uuid, uuid) to authenticated;
