-- Super admins suspend accounts with a reason, and reactivate them.
create function public.suspend_account(account_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  a public.accounts := private.account_to_change(account_id);
begin
  if a.status = 'suspended' then
    perform private.raise_error('conflict', 'This account is already suspended.');
  elsif length(trim(coalesce(reason, ''))) not between 10 and 500 then
    perform private.raise_error('invalid', 'Give a reason of 10 to 500 characters. The owner will see it.');
  end if;
  update public.accounts x set status = 'suspended', suspended_at = private.clock_now(), suspended_by = auth.uid(), suspension = trim(reason)
   where x.account_id = account_id;
  perform private.audit(account_id, 'account.suspended', 'account', account_id, jsonb_build_object('reason', trim(reason)));
end $$;
comment on function public.suspend_account is 'Closes a site for everybody until it is reactivated; no data is deleted.';
grant execute on function public.suspend_account(uuid, text) to authenticated;

create function public.reactivate_account(account_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  a public.accounts := private.account_to_change(account_id);
begin
  if a.status = 'active' then
    perform private.raise_error('conflict', 'This account is not suspended.');
  end if;
  update public.accounts x set status = 'active', suspended_at = null, suspended_by = null, suspension = null where x.account_id = account_id;
  perform private.audit(account_id, 'account.reactivated', 'account', account_id, jsonb_build_object('since', a.suspended_at));
end $$;
comment on function public.reactivate_account is 'Reactivates a suspended account.';
grant execute on function public.reactivate_account(uuid) to authenticated;

create function public.suspend_accounts(account_ids uuid[], reason text) returns jsonb
language sql security definer set search_path = '' as $$
  select private.apply_to_each(account_ids, 'select public.suspend_account($1, $2)', reason)
$$;
comment on function public.suspend_accounts is 'Suspends up to 200 accounts with one reason; returns the number changed and the errors of the others.';
grant execute on function public.suspend_accounts(uuid[], text) to authenticated;

create function public.reactivate_accounts(account_ids uuid[]) returns jsonb
language sql security definer set search_path = '' as $$
  select private.apply_to_each(account_ids, 'select public.reactivate_account($1)')
$$;
comment on function public.reactivate_accounts is 'Reactivates up to 200 suspended accounts; returns the number changed and the errors of the others.';
grant execute on function public.reactivate_accounts(uuid[]) to authenticated;
