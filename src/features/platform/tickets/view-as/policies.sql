-- Viewing a site as the requester: with their permission and within the limits of impersonation.

create function public.let_view_as(account_id uuid, ticket_id uuid, is_allowed boolean) returns timestamptz
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  t public.tickets%rowtype;
begin
  perform private.forbid_impersonation();
  select * into t from public.tickets x where (x.account_id, x.id) = (account_id, ticket_id) and x.user_id = auth.uid()
    and x.account_id = private.ticket_account() for update;
  if t.id is null then
    perform private.raise_error('not_found', 'There is no such ticket.');
  elsif is_allowed and t.status = 'resolved' then
    perform private.raise_error('conflict', 'The ticket is resolved. Reopen it first.');
  elsif is_allowed and exists (select from public.accounts a where a.account_id = account_id and a.is_platform)
    and not exists (select from public.accounts a where a.account_id = t.about_account_id and a.owner_id = auth.uid()) then
    perform private.raise_error('invalid', 'The ticket is about none of your sites.');
  end if;
  update public.tickets x set view_as_until = case when is_allowed then date_trunc('second', private.clock_now()) + interval '7 days' end
   where (x.account_id, x.id) = (account_id, ticket_id) returning x.view_as_until into t.view_as_until;
  return t.view_as_until;
end $$;
comment on function public.let_view_as is 'The requester allows staff to view the site as them, for seven days or until the ticket is resolved; or revokes that.';
grant execute on function public.let_view_as(uuid, uuid, boolean) to authenticated;

create function public.view_as(account_id uuid, ticket_id uuid, reason text) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  t public.tickets%rowtype;
  target public.members%rowtype;
  details jsonb;
begin
  select * into t from public.tickets x where (x.account_id, x.id) = (account_id, ticket_id) and x.account_id = private.staffed_account();
  if t.id is null then
    perform private.raise_error('not_found', 'There is no such ticket.');
  elsif t.view_as_until is null or t.view_as_until <= (select private.clock_now()) then
    perform private.raise_error('forbidden', 'They have not allowed you to view the site as them, or no longer do.');
  end if;
  details := jsonb_build_object('ticket', t.number);
  if exists (select from public.accounts a where a.account_id = account_id and a.is_platform) then
    target := private.owner_to_impersonate(t.about_account_id);
    if target.user_id is distinct from t.user_id then
      perform private.raise_error('forbidden', 'The site is no longer theirs.');
    end if;
    return private.create_impersonation_code(target.account_id, target, reason, true, true, 'account.opened_as_owner', details) ->> 'code';
  end if;
  select * into target from public.members m where m.account_id = account_id and m.user_id = t.user_id;
  perform private.check_may_impersonate(account_id, target);
  return private.create_impersonation_code(account_id, target, reason, true, false, 'member.log_in_as', details) ->> 'code';
end $$;
comment on function public.view_as is 'Creates a one-time code, valid for a minute, that starts half an hour of impersonation of the requester on the host of the ticket''s site.';
grant execute on function public.view_as(uuid, uuid, text) to authenticated;
