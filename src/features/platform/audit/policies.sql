create function private.audit(account uuid, act text, target_kind text, target_id uuid, details jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare
  actor uuid := private.actor();
begin
  insert into public.audit_entries (account_id, actor_id, as_user_id, act, target_kind, target_id, details)
  values (account, coalesce(actor, auth.uid()), case when actor is not null then auth.uid() end, act, target_kind, target_id, details);
end $$;
comment on function private.audit is 'Writes an audit entry for the caller; during an impersonation with both users.';

create function private.guard_audit_log() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only deleting the account deletes its entries.
  if tg_op = 'DELETE' and not exists (select from public.accounts a where a.account_id = old.account_id) then
    return old;
  end if;
  perform private.raise_error('forbidden', 'Audit log entries can’t be changed or deleted.');
  return null;
end $$;
comment on function private.guard_audit_log is 'Makes the audit log append-only, for every role.';
create trigger audit_entries_keep before update or delete on public.audit_entries for each row execute function private.guard_audit_log();
create trigger audit_entries_keep_all before truncate on public.audit_entries for each statement execute function private.guard_audit_log();

grant select (account_id, id, actor_id, as_user_id, act, target_kind, target_id, details, created_at) on public.audit_entries to authenticated;
create policy "Those who run the platform read every log" on public.audit_entries for select to authenticated
  using ((select private.is_super_admin()));
