-- Who manages members ends their sessions: on this account alone.

create function public.end_member_sessions(account_id uuid, member_id uuid) returns int
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  m public.members%rowtype;
  ended int;
begin
  select * into m from public.members x where x.account_id = account_id and x.id = member_id
    and x.account_id in (select private.accounts_where('manage_members'));
  if m.id is null then
    perform private.refuse('forbidden', 'You are not allowed to do this here.');
  end if;
  if m.user_id <> auth.uid() and (not private.may_rule(m.account_id, m.role_id)
    or exists (select from public.accounts a where a.account_id = m.account_id and a.owner_id = m.user_id)) then
    perform private.refuse('forbidden', 'Their role allows more than yours: only those who manage the site may do this.');
  end if;
  perform private.audit(m.account_id, 'member.sessions_ended', 'member', m.id);
  delete from auth.sessions s using private.session_accounts b
   where b.session_id = s.id and b.account_id = m.account_id and b.user_id = m.user_id and s.user_id = m.user_id;
  get diagnostics ended = row_count;
  return ended;
end $$;
comment on function public.end_member_sessions is 'Signs a member out on this account, on every device and nowhere else; answers of how many sessions. Nobody signs the owner out.';
grant execute on function public.end_member_sessions(uuid, uuid) to authenticated;
