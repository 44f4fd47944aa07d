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

create function private.public_groups() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select g.id from public.groups g
   where g.visibility = 'public' and g.account_id = (select private.account_with('member'))
$$;
comment on function private.public_groups is 'The public groups of the caller''s account, which any member may join.';
grant execute on function private.public_groups() to anon, authenticated;

grant select (account_id, id, slug, title, description, cover, visibility, member_count, search_text, created_at, updated_at) on public.groups to anon, authenticated;
grant insert (account_id, slug, title, description, cover, visibility), update (slug, title, description, cover, visibility), delete
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
create policy "Managers remove groups" on public.groups for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, group_id, member_id, is_moderator, created_at) on public.group_members to authenticated;
grant insert (account_id, group_id, member_id), delete on public.group_members to authenticated;
create policy "Members see who is in the groups they are in" on public.group_members for select to authenticated
  using (group_id in (select private.own_groups()));
create policy "Managers see who is in every group" on public.group_members for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Members join public groups themselves" on public.group_members for insert to authenticated
  with check (member_id = (select private.member_ids()) and group_id in (select private.public_groups()));
create policy "Managers put members into groups" on public.group_members for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')));
create policy "Members leave groups themselves" on public.group_members for delete to authenticated
  using (member_id = (select private.member_ids()));
create policy "Managers take members out of groups" on public.group_members for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

create policy "Groups are there where the plan and the account have them" on public.groups as restrictive for all to anon, authenticated
  using (private.has_feature(account_id, 'groups'));
create policy "Memberships are there where groups are" on public.group_members as restrictive for all to anon, authenticated
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
