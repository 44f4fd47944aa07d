create trigger groups_touch before update on public.groups for each row execute function private.touch_updated_at();
create trigger groups_tell after insert or update or delete on public.groups
  for each row execute function private.notify_change('groups');

create trigger groups_meter after insert or delete on public.groups for each row execute function private.meter_rows('groups');

create function private.count_group_members() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.groups g set member_count = greatest(0, g.member_count + case tg_op when 'INSERT' then 1 else -1 end)
   where (g.account_id, g.id) = (coalesce(new.account_id, old.account_id), coalesce(new.group_id, old.group_id));
  return null;
end $$;
comment on function private.count_group_members is 'Keeps the denormalised member_count of a group.';
create trigger group_members_count after insert or delete on public.group_members
  for each row execute function private.count_group_members();

create function private.own_groups() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select group_id from public.group_members where member_id = (select private.member_ids())
$$;
comment on function private.own_groups is 'The groups of the caller on the account of the session.';
grant execute on function private.own_groups() to anon, authenticated;

create function private.own_group_level(group_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when exists (select from private.account_with('manage_options') a where a = g.account_id) then 'owner' else (
      select m.role from public.group_members m
       where (m.account_id, m.group_id) = (g.account_id, g.id) and m.member_id = (select private.member_ids())) end
    from public.groups g
   where g.id = own_group_level.group_id and g.account_id = (select private.account_with('member')) and private.has_feature(g.account_id, 'groups')
$$;
comment on function private.own_group_level is 'What the caller is in a group of the account of the session: owner, moderator or member; null outside. Managers of the account count as owners.';
grant execute on function private.own_group_level(uuid) to authenticated;

create function private.led_groups(roles text[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select m.group_id from public.group_members m where m.member_id = (select private.member_ids()) and m.role = any (roles)
$$;
comment on function private.led_groups is 'The groups of the caller in which they have one of these roles; looked up once a query.';
grant execute on function private.led_groups(text[]) to anon, authenticated;

grant select (account_id, id, slug, title, description, cover, visibility, join_by, rules, welcome, member_count, search_text, created_at, updated_at) on public.groups to anon, authenticated;
grant insert (account_id, slug, title, description, cover, visibility, join_by, rules, welcome),
  update (slug, title, description, cover, visibility, join_by, rules, welcome), delete
  on public.groups to authenticated;
create policy "Everyone sees public groups" on public.groups for select to anon, authenticated
  using (visibility = 'public');
create policy "Members see the private groups they are in" on public.groups for select to authenticated
  using (id in (select private.own_groups()));
create policy "Managers see every group of their account" on public.groups for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Managers add groups" on public.groups for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers change groups" on public.groups for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));
create policy "Owners of a group change it" on public.groups for update to authenticated
  using (id in (select private.led_groups(array['owner']))) with check (id in (select private.led_groups(array['owner'])));
create policy "Managers remove groups" on public.groups for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, group_id, member_id, role, created_at) on public.group_members to authenticated;
create policy "Members see who is in the groups they are in" on public.group_members for select to authenticated
  using (group_id in (select private.own_groups()));
create policy "Managers see who is in every group" on public.group_members for select to authenticated
  using (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, group_id, member_id, kind, created_at) on public.group_requests to authenticated;
create policy "Members see what they asked and to what they are invited" on public.group_requests for select to authenticated
  using (member_id = (select private.member_ids()) and kind <> 'ban');
create policy "Who looks after a group sees who asks, is invited and is kept out" on public.group_requests for select to authenticated
  using (group_id in (select private.led_groups(array['owner', 'moderator'])));
create policy "Managers see who asks for every group" on public.group_requests for select to authenticated
  using (account_id = (select private.account_with('manage_options')));

create policy "Groups are there where the plan and the account have them" on public.groups as restrictive for all to anon, authenticated
  using (private.has_feature(account_id, 'groups'));
create policy "Memberships are there where groups are" on public.group_members as restrictive for all to anon, authenticated
  using (private.has_feature(account_id, 'groups'));
create policy "Requests are there where groups are" on public.group_requests as restrictive for all to anon, authenticated
  using (private.has_feature(account_id, 'groups'));
create trigger groups_feature before insert on public.groups for each row execute function private.guard_feature('groups');
create trigger group_members_feature before insert on public.group_members for each row execute function private.guard_feature('groups');

create view private.group_search_rows as
  select g.account_id, g.id, 'group'::text as kind, null::uuid as parent_id, g.title, ''::text as summary, g.description as body, g.slug,
      g.cover as picture, null::text as language, g.visibility = 'public' as is_live
    from public.groups g;
comment on view private.group_search_rows is 'What a group is found by.';
create trigger groups_index after insert or delete or update of title, slug, description, cover, visibility on public.groups
  for each row execute function private.index_record('group_search_rows');
create policy "Groups are found by whoever sees them" on public.search_records for select to anon, authenticated
  using (kind = 'group' and exists (
    select from public.groups g where (g.account_id, g.id) = (search_records.account_id, search_records.id)));

-- A group has one conversation. It is never public: a visitor, a feed, a sitemap and the search know nothing of what is written in it.

create function private.group_thread_access(account uuid, member uuid) returns table (subject_id uuid, level text)
language sql stable security definer set search_path = '' as $$
  select m.group_id, case when m.role <> 'member' then 'moderate' when m.is_muted then 'read' else 'write' end
    from public.group_members m where m.account_id = account and m.member_id = member and private.has_feature(account, 'groups')
  union all
  select g.id, 'read' from public.groups g
   where g.account_id = account and g.visibility = 'public' and private.has_feature(account, 'groups')
     and not exists (select from public.group_requests r
       where (r.account_id, r.group_id, r.member_id) = (account, g.id, member) and r.kind = 'ban')
$$;
comment on function private.group_thread_access is 'The groups a member reads: those they are in, and the public ones of their account. Only who is in a group writes in it, unless muted; owners and moderators moderate.';

create function private.readable_groups() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.subject_id from private.thread_grants() s where s.kind = 'group' and s.subject_id is not null
  union
  select g.id from private.thread_grants() s join public.groups g on g.account_id = s.account_id
   where s.kind = 'group' and s.subject_id is null and private.has_feature(g.account_id, 'groups')
$$;
comment on function private.readable_groups is 'The groups of which the caller reads what is in them; looked up once a query.';
grant execute on function private.readable_groups() to authenticated;

create function private.save_group_thread() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.save_main_thread('group', new.account_id, new.id, new.title, '/dashboard/groups/' || new.slug, null, true);
  return null;
end $$;
comment on function private.save_group_thread is 'The conversation of a group comes and changes with it.';
create trigger groups_save_thread after insert or update of title, slug on public.groups
  for each row execute function private.save_group_thread();

create function private.delete_group_thread() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.delete_threads('group', old.account_id, old.id);
  return null;
end $$;
comment on function private.delete_group_thread is 'What was written in a group goes with it.';
create trigger groups_delete_thread after delete on public.groups for each row execute function private.delete_group_thread();

create function private.set_first_group_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A seed, or an import, creates groups as nobody.
  insert into public.group_members (account_id, group_id, member_id, role)
  select new.account_id, new.id, m.id, 'owner' from public.members m where m.account_id = new.account_id and m.user_id = auth.uid();
  return null;
end $$;
comment on function private.set_first_group_owner is 'Who creates a group is its first owner.';
create trigger groups_first_owner after insert on public.groups for each row execute function private.set_first_group_owner();
