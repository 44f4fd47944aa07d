create trigger roles_touch before update on public.roles for each row execute function private.touch_updated_at();

grant select (account_id, role_id, kind, name, caps, created_at, updated_at) on public.roles to authenticated;
grant insert (account_id, name, caps), update (name, caps), delete on public.roles to authenticated;

create function private.furnish_roles() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.roles (account_id, kind, name, caps) values
    (new.account_id, 'owner', 'Owner', '{manage_options,create_courses,edit_posts,manage_curriculum,manage_students,manage_submissions,manage_stats}'),
    (new.account_id, 'instructor', 'Instructor', '{create_courses,edit_posts,manage_curriculum,manage_students,manage_submissions,manage_stats}'),
    (new.account_id, 'student', 'Student', '{}'),
    (new.account_id, 'parent', 'Parent', '{}');
  return null;
end $$;
comment on function private.furnish_roles is 'Every new account has the four roles of the specification.';
create trigger accounts_furnish_roles after insert on public.accounts for each row execute function private.furnish_roles();
