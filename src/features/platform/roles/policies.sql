create trigger roles_touch before update on public.roles for each row execute function private.touch_updated_at();

grant select (account_id, role_id, kind, name, caps, created_at, updated_at) on public.roles to authenticated;
grant insert (account_id, name, caps), update (name, caps), delete on public.roles to authenticated;

create function private.furnish_roles() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.roles (account_id, kind, name, caps) values
    (new.account_id, 'owner', 'Owner', '{manage_options,create_courses,edit_posts,manage_curriculum,manage_students,manage_submissions,manage_stats,manage_members,log_in_as,manage_shop}'),
    (new.account_id, 'instructor', 'Instructor', '{create_courses,edit_posts,manage_curriculum,manage_students,manage_submissions,manage_stats}'),
    (new.account_id, 'student', 'Student', '{}'),
    (new.account_id, 'parent', 'Parent', '{}');
  return null;
end $$;
comment on function private.furnish_roles is 'Gives a new account the four roles of the specification.';
create trigger accounts_furnish_roles after insert on public.accounts for each row execute function private.furnish_roles();

create function private.audit_role() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := coalesce(new.account_id, old.account_id);
begin
  if auth.uid() is null or not exists (select from public.accounts a where a.account_id = account) then return null; end if;
  if tg_op = 'UPDATE' and (new.name, new.caps) is not distinct from (old.name, old.caps) then return null; end if;
  perform private.audit(account, case tg_op when 'INSERT' then 'role.added' when 'UPDATE' then 'role.changed' else 'role.removed' end,
    'role', coalesce(new.role_id, old.role_id), jsonb_build_object('name', coalesce(new.name, old.name),
      'added', to_jsonb(array(select unnest(new.caps) except select unnest(old.caps) order by 1)),
      'taken', to_jsonb(array(select unnest(old.caps) except select unnest(new.caps) order by 1))));
  return null;
end $$;
comment on function private.audit_role is 'Writes an audit entry when a role''s capabilities change.';
create trigger roles_audit after insert or update or delete on public.roles for each row execute function private.audit_role();
