-- What opens a group. The features of courses and products say what does and for whom; who comes in and leaves by it is decided here.

grant select (account_id, id, group_id, kind, source_id, title, path, is_offered, created_at) on public.group_sources to authenticated;
create policy "Whoever reads a group sees what opens it" on public.group_sources for select to authenticated
  using (group_id in (select private.readable_groups()));
grant select (account_id, id, group_source_id, group_id, member_id, until, created_at) on public.group_grants to authenticated;
create policy "Members see which groups are open to them" on public.group_grants for select to authenticated
  using (member_id = (select private.member_ids()));

create function private.enter_granted_group() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.group_requests r where (r.account_id, r.group_id, r.member_id) = (new.account_id, new.group_id, new.member_id) and r.kind = 'ban') then
    return null;
  end if;
  delete from public.group_requests r where (r.account_id, r.group_id, r.member_id) = (new.account_id, new.group_id, new.member_id);
  insert into public.group_members (account_id, group_id, member_id, is_granted) values (new.account_id, new.group_id, new.member_id, true)
  on conflict do nothing;
  return null;
end $$;
comment on function private.enter_granted_group is 'Makes whom a course or a product lets in a member; who was one already stays what they are, and who is banned stays outside.';
create trigger group_grants_enter after insert on public.group_grants for each row execute function private.enter_granted_group();

create function private.leave_granted_group() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.group_members m
   where (m.account_id, m.group_id, m.member_id) = (old.account_id, old.group_id, old.member_id) and m.is_granted and m.role = 'member'
     and not exists (select from public.group_grants g where (g.account_id, g.group_id, g.member_id) = (old.account_id, old.group_id, old.member_id));
  return null;
end $$;
comment on function private.leave_granted_group is 'Whom the last course or product no longer lets in leaves, unless they joined by themselves or look after the group.';
create trigger group_grants_leave after delete on public.group_grants for each row execute function private.leave_granted_group();

-- What the features of courses and products call.

create function private.set_group_sources(account uuid, kind text, source uuid, group_ids uuid[], title text, path text, is_offered boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if cardinality(group_ids) > 20 then
    perform private.raise_error('invalid', 'It can open at most 20 groups.');
  end if;
  perform private.forbid_impersonation();
  delete from public.group_sources s
   where (s.account_id, s.kind, s.source_id) = (account, set_group_sources.kind, source) and s.group_id <> all (group_ids);
  if exists (select from unnest(group_ids) g where coalesce(private.own_group_level(g) <> 'owner', true)
      and not exists (select from public.group_sources s where (s.account_id, s.kind, s.source_id, s.group_id) = (account, set_group_sources.kind, source, g))) then
    perform private.raise_error('not_found', 'There is no such group here.');
  end if;
  insert into public.group_sources (account_id, group_id, kind, source_id, title, path, is_offered)
  select account, g, set_group_sources.kind, source, left(set_group_sources.title, 200), set_group_sources.path, set_group_sources.is_offered
    from (select distinct unnest(group_ids) as g) d
  on conflict do nothing;
end $$;
comment on function private.set_group_sources is 'Which groups a course or a product opens; the caller owns those that are added.';

create function private.update_group_source(account uuid, kind text, source uuid, title text, path text, is_offered boolean) returns void
language sql security definer set search_path = '' as $$
  update public.group_sources s set title = left(update_group_source.title, 200), path = update_group_source.path, is_offered = update_group_source.is_offered
   where (s.account_id, s.kind, s.source_id) = (account, update_group_source.kind, source)
$$;
comment on function private.update_group_source is 'Tells what opens groups what it is called now, where it stands, and whether it can be had.';

create function private.delete_group_sources(account uuid, kind text, source uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.group_sources s where (s.account_id, s.kind, s.source_id) = (account, delete_group_sources.kind, source)
$$;
comment on function private.delete_group_sources is 'A course or product that is gone opens no group.';

create function private.grant_groups(account uuid, kind text, source uuid, member uuid, until timestamptz) returns void
language sql security definer set search_path = '' as $$
  insert into public.group_grants as g (account_id, group_source_id, group_id, member_id, until)
  select s.account_id, s.id, s.group_id, member, nullif(grant_groups.until, 'infinity') from public.group_sources s
   where private.has_feature(account, 'groups') and (s.account_id, s.kind, s.source_id) = (account, grant_groups.kind, source) and coalesce(grant_groups.until, 'infinity') > private.clock_now()
  on conflict on constraint group_grants_account_id_group_source_id_member_id_key do update set until = excluded.until
    where g.until is distinct from excluded.until
$$;
comment on function private.grant_groups is 'Lets a member into the groups that a course or a product opens, until a time or until it is taken back.';

create function private.revoke_groups(account uuid, kind text, source uuid, member uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.group_grants g using public.group_sources s
   where (s.account_id, s.kind, s.source_id) = (account, revoke_groups.kind, source)
     and (g.account_id, g.group_source_id, g.member_id) = (s.account_id, s.id, member)
$$;
comment on function private.revoke_groups is 'A course or a product no longer lets a member into its groups.';

create function private.end_group_grants() returns bigint
language sql security definer set search_path = '' as $$
  with ended as (delete from public.group_grants g where g.until <= private.clock_now() returning 1) select count(*) from ended
$$;
comment on function private.end_group_grants is 'Ends what was open until now. Run by the scheduler; returns how many.';
