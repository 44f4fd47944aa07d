-- Joining, asking, inviting, leaving, and who is what in a group: only these functions change it.

create function private.own_membership() returns public.members
language plpgsql stable security definer set search_path = '' as $$
declare
  person public.members;
begin
  select * into person from public.members m where m.account_id = (select private.account_with('member')) and m.user_id = auth.uid();
  if person.id is null then
    perform private.raise_error('not_found', 'There is no such group here.');
  end if;
  perform private.forbid_impersonation();
  return person;
end $$;
comment on function private.own_membership is 'The caller as a member of the account of the session; whoever signed in as somebody else joins nothing for them.';

create function private.managed_group(group_id uuid, roles text[] default array['owner', 'moderator']) returns public.groups
language plpgsql security definer set search_path = '' as $$
declare
  led public.groups;
begin
  if coalesce(private.own_group_level(managed_group.group_id) <> all (roles), true) then
    perform private.raise_error('not_found', 'There is no such group here.');
  end if;
  perform private.forbid_impersonation();
  -- Changes of one group's people wait for each other: its last owner can't leave twice.
  select * into led from public.groups g where g.id = managed_group.group_id for no key update;
  return led;
end $$;
comment on function private.managed_group is 'Locks and returns a group the caller looks after; raises not_found for any other.';

create function private.enter_group(group_row public.groups, member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.group_requests r where (r.account_id, r.group_id, r.member_id) = (group_row.account_id, group_row.id, member);
  insert into public.group_members (account_id, group_id, member_id) values (group_row.account_id, group_row.id, member) on conflict do nothing;
end $$;
comment on function private.enter_group is 'Makes somebody a member of a group; what they asked, or were invited to, is done.';

create function public.join_group(group_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  person public.members := private.own_membership();
  joined public.groups;
  present text;
  has_grant boolean;
begin
  select * into joined from public.groups g
   where g.id = join_group.group_id and g.account_id = person.account_id and private.has_feature(g.account_id, 'groups') for no key update;
  if exists (select from public.group_members m where (m.account_id, m.group_id, m.member_id) = (joined.account_id, joined.id, person.id)) then
    return 'joined';
  end if;
  select r.kind into present from public.group_requests r
   where (r.account_id, r.group_id, r.member_id) = (joined.account_id, joined.id, person.id);
  if joined.id is null or present = 'ban' then
    perform private.raise_error('not_found', 'There is no such group here.');
  end if;
  has_grant := exists (select from public.group_grants g where (g.account_id, g.group_id, g.member_id) = (joined.account_id, joined.id, person.id)
    and coalesce(g.until, 'infinity') > private.clock_now());
  if joined.visibility = 'public' or present = 'invitation' or has_grant then
    perform private.enter_group(joined, person.id);
    update public.group_members m set is_granted = true
     where has_grant and joined.visibility = 'private' and (m.account_id, m.group_id, m.member_id) = (joined.account_id, joined.id, person.id);
    return 'joined';
  end if;
  if joined.join_by = 'invitation' then
    perform private.raise_error('not_found', 'There is no such group here.');
  elsif joined.join_by = 'access' then
    perform private.raise_error('not_found', 'This group is opened by a course or a product.');
  end if;
  if present is null then
    insert into public.group_requests (account_id, group_id, member_id, kind) values (joined.account_id, joined.id, person.id, 'request');
    perform private.notify_localized(joined.account_id, m.user_id, 'groupRequest', '<b>{{name}}</b> asks to join <b>{{title}}</b>.',
        jsonb_build_object('name', person.name, 'title', joined.title), 2, '/dashboard/groups/' || joined.slug || '/members', 'general', person.user_id)
      from public.group_members g join public.members m on (m.account_id, m.id) = (g.account_id, g.member_id)
     where (g.account_id, g.group_id) = (joined.account_id, joined.id) and g.role <> 'member';
  end if;
  return 'requested';
end $$;
comment on function public.join_group is 'Joins a public group, or one the caller is invited to; asks to join a private one that takes requests. Returns joined or requested. One who is kept out, and one nobody invited, learn nothing of it.';
grant execute on function public.join_group(uuid) to authenticated;

create function public.leave_group(group_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.members := private.own_membership();
begin
  perform from public.groups g where g.id = leave_group.group_id and g.account_id = person.account_id for no key update;
  -- Also takes back a request, and declines an invitation.
  delete from public.group_requests r
   where r.account_id = person.account_id and r.group_id = leave_group.group_id and r.member_id = person.id and r.kind <> 'ban';
  perform private.require_other_owner(person.account_id, leave_group.group_id, person.id);
  delete from public.group_members m
   where m.account_id = person.account_id and m.group_id = leave_group.group_id and m.member_id = person.id;
end $$;
comment on function public.leave_group is 'Leaves a group, takes back a request to join it, or declines an invitation.';
grant execute on function public.leave_group(uuid) to authenticated;

create function private.require_other_owner(account uuid, group_id uuid, member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.group_members m where m.account_id = account and m.group_id = require_other_owner.group_id and m.member_id = member and m.role = 'owner')
    and exists (select from public.group_members m where m.account_id = account and m.group_id = require_other_owner.group_id and m.member_id <> member)
    and not exists (select from public.group_members m
      where m.account_id = account and m.group_id = require_other_owner.group_id and m.member_id <> member and m.role = 'owner') then
    perform private.raise_error('invalid', 'Make somebody else an owner of the group first.');
  end if;
end $$;
comment on function private.require_other_owner is 'A group with members always has an owner.';

create function public.decide_group_request(group_id uuid, member_id uuid, is_approved boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  led public.groups := private.managed_group(decide_group_request.group_id);
begin
  delete from public.group_requests r
   where (r.account_id, r.group_id, r.member_id) = (led.account_id, led.id, decide_group_request.member_id) and (r.kind = 'request' or not is_approved);
  -- Somebody else decided, or it was taken back.
  if not found or not is_approved then return; end if;
  perform private.enter_group(led, decide_group_request.member_id);
  perform private.notify_localized(led.account_id, m.user_id, 'groupJoined', 'You are a member of <b>{{title}}</b> now.',
      jsonb_build_object('title', led.title), 1, '/dashboard/groups/' || led.slug, 'general')
    from public.members m where (m.account_id, m.id) = (led.account_id, decide_group_request.member_id);
end $$;
comment on function public.decide_group_request is 'Lets in who asks to join, or refuses; refused, an invitation is taken back and a ban lifted.';
grant execute on function public.decide_group_request(uuid, uuid, boolean) to authenticated;

create function public.invite_to_group(group_id uuid, member_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  led public.groups := private.managed_group(invite_to_group.group_id);
  guest public.members;
begin
  select * into guest from public.members m
   where m.account_id = led.account_id and m.id = invite_to_group.member_id and m.blocked_at is null
     and not exists (select from public.group_members g where (g.account_id, g.group_id, g.member_id) = (led.account_id, led.id, m.id));
  if guest.id is null then return; end if;
  if exists (select from public.group_requests r where (r.account_id, r.group_id, r.member_id) = (led.account_id, led.id, guest.id) and r.kind = 'request') then
    perform public.decide_group_request(led.id, guest.id, true);
    return;
  end if;
  insert into public.group_requests as r (account_id, group_id, member_id, kind) values (led.account_id, led.id, guest.id, 'invitation')
  on conflict on constraint group_requests_account_id_group_id_member_id_key do update set kind = 'invitation' where r.kind = 'ban';
  if not found then return; end if;
  perform private.notify_localized(led.account_id, guest.user_id, 'groupInvitation', 'You are invited to the group <b>{{title}}</b>.',
    jsonb_build_object('title', led.title), 2, '/dashboard/groups', 'general');
end $$;
comment on function public.invite_to_group is 'Invites a member of the account; one who asked already is let in.';
grant execute on function public.invite_to_group(uuid, uuid) to authenticated;

create function public.remove_group_member(group_id uuid, member_id uuid, is_banned boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  led public.groups := private.managed_group(remove_group_member.group_id);
begin
  delete from public.group_members m
   where (m.account_id, m.group_id, m.member_id) = (led.account_id, led.id, remove_group_member.member_id)
     and m.member_id <> coalesce((select private.member_ids()), m.id)
     and (m.role = 'member' or private.own_group_level(led.id) = 'owner');
  if not found then
    perform private.raise_error('not_found', 'There is nobody here that you can change.');
  elsif is_banned then
    insert into public.group_requests (account_id, group_id, member_id, kind) values (led.account_id, led.id, remove_group_member.member_id, 'ban');
  end if;
end $$;
comment on function public.remove_group_member is 'Takes somebody out of a group, banned for good or until they join again. Moderators take out members, owners anybody else.';
grant execute on function public.remove_group_member(uuid, uuid, boolean) to authenticated;

create function public.set_group_role(group_id uuid, member_id uuid, role text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  led public.groups := private.managed_group(set_group_role.group_id, array['owner']);
begin
  if set_group_role.role is distinct from 'owner' then
    perform private.require_other_owner(led.account_id, led.id, set_group_role.member_id);
  end if;
  update public.group_members m set role = set_group_role.role, is_muted = m.is_muted and set_group_role.role = 'member'
   where (m.account_id, m.group_id, m.member_id) = (led.account_id, led.id, set_group_role.member_id);
  if not found then
    perform private.raise_error('not_found', 'There is nobody here that you can change.');
  end if;
end $$;
comment on function public.set_group_role is 'Makes a member of a group its owner, moderator or member: owners alone do.';
grant execute on function public.set_group_role(uuid, uuid, text) to authenticated;

create function public.mute_group_member(group_id uuid, member_id uuid, is_muted boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  led public.groups := private.managed_group(mute_group_member.group_id);
begin
  update public.group_members m set is_muted = mute_group_member.is_muted
   where (m.account_id, m.group_id, m.member_id) = (led.account_id, led.id, mute_group_member.member_id) and m.role = 'member';
  if not found then
    perform private.raise_error('not_found', 'There is nobody here that you can change.');
  end if;
end $$;
comment on function public.mute_group_member is 'Lets a member read only, or write again.';
grant execute on function public.mute_group_member(uuid, uuid, boolean) to authenticated;

create function public.set_group_level(group_id uuid, notify_level text) returns void
language sql security definer set search_path = '' as $$
  -- What was written until now is not told later because somebody wants to hear more.
  update public.group_members m set notify_level = set_group_level.notify_level, digested_to = private.clock_now()
   where m.group_id = set_group_level.group_id and m.member_id = (select private.member_ids())
     and m.account_id = (select private.account_with('member'))
$$;
comment on function public.set_group_level is 'How much of a group the caller wants to be told.';
grant execute on function public.set_group_level(uuid, text) to authenticated;

create function public.see_group(group_id uuid) returns void
language sql security definer set search_path = '' as $$
  update public.group_members m set seen_at = private.clock_now()
   where m.group_id = see_group.group_id and m.member_id = (select private.member_ids())
     and m.account_id = (select private.account_with('member')) and (select private.actor()) is null
$$;
comment on function public.see_group is 'Notes that the caller reads a group now: they are not told of what they have seen.';
grant execute on function public.see_group(uuid) to authenticated;

create function public.list_groups() returns table (id uuid, slug text, title text, description text, visibility text, join_by text, member_count int,
  role text, request text, unread int, notify_level text, is_muted boolean, welcome text, offers jsonb)
language sql stable security definer set search_path = '' as $$
  select g.id, g.slug, g.title, g.description, g.visibility, g.join_by, g.member_count, own.role,
      coalesce(r.kind, case when own.id is null and p.has_grant then 'grant' end),
      case when own.id is null then 0 else (select count(*)::int from (
        -- One thread, the newest first: so it is read by the index from its end, and never by looking through the posts of everybody.
        select from public.thread_posts p
         where p.account_id = g.account_id and p.thread_id = (select t.id from public.threads t
             where (t.account_id, t.kind, t.subject_id) = (g.account_id, 'group', g.id) and t.is_main)
           and p.status = 'shown' and p.created_at > coalesce(own.seen_at, own.created_at) and p.member_id is distinct from own.member_id
         order by p.created_at desc limit 100) unread) end,
      own.notify_level, own.is_muted, case when own.id is null then '' else g.welcome end,
      case when own.id is null and g.join_by = 'access' then coalesce((select jsonb_agg(jsonb_build_object('title', s.title, 'path', s.path) order by s.title)
        from public.group_sources s where (s.account_id, s.group_id) = (g.account_id, g.id) and s.is_offered), '[]') else '[]' end
    from public.members me
    join public.groups g on g.account_id = me.account_id
    left join public.group_members own on (own.account_id, own.group_id, own.member_id) = (g.account_id, g.id, me.id)
    left join public.group_requests r on (r.account_id, r.group_id, r.member_id) = (g.account_id, g.id, me.id)
    cross join lateral (select exists (select from public.group_grants t where (t.account_id, t.group_id, t.member_id) = (g.account_id, g.id, me.id)) as has_grant) p
   where me.user_id = auth.uid() and me.account_id = (select private.account_with('member')) and private.has_feature(me.account_id, 'groups')
     and r.kind is distinct from 'ban'
     and (own.id is not null or r.id is not null or p.has_grant or g.visibility = 'public' or g.join_by in ('request', 'access')
       or me.account_id = (select private.account_with('manage_options')))
   order by g.title limit 500
$$;
comment on function public.list_groups is 'The groups the caller is in, is invited to, or may join or ask to join: a private group that takes requests, or is opened by a course or product, shows its title, description, number of members and what opens it, and nothing else.';
grant execute on function public.list_groups() to authenticated;

create function public.list_group_people(group_id uuid) returns table (member_id uuid, user_id uuid, name text, slug text, avatar text, role text,
  is_muted boolean, state text, joined_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select m.id, m.user_id, m.name, m.slug, m.avatar, g.role, g.is_muted and l.level <> 'member', 'member', g.created_at
    from (select private.own_group_level(list_group_people.group_id) as level) l
    join public.group_members g on l.level is not null and g.group_id = list_group_people.group_id
    join public.members m on (m.account_id, m.id) = (g.account_id, g.member_id)
  union all
  select m.id, m.user_id, m.name, m.slug, m.avatar, 'member', false, r.kind, r.created_at
    from (select private.own_group_level(list_group_people.group_id) as level) l
    join public.group_requests r on l.level in ('owner', 'moderator') and r.group_id = list_group_people.group_id
    join public.members m on (m.account_id, m.id) = (r.account_id, r.member_id)
   order by 3 limit 1000
$$;
comment on function public.list_group_people is 'Who is in a group, for those who are in it; with who asks, is invited and is kept out, for those who look after it.';
grant execute on function public.list_group_people(uuid) to authenticated;

create function public.group_guests(group_id uuid, term text) returns table (member_id uuid, user_id uuid, name text, avatar text)
language plpgsql stable security definer set search_path = '' as $$
declare
  search_text text := private.folded(left(trim(coalesce(term, '')), 80));
  pattern text := replace(replace(replace(search_text, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if search_text = '' or coalesce(private.own_group_level(group_guests.group_id), 'member') = 'member' then return; end if;
  return query select m.id, m.user_id, m.name, m.avatar from public.members m
    where m.account_id = (select private.account_with('member')) and m.blocked_at is null
      and (m.search_name like pattern or m.search_name like '% ' || pattern)
      and not exists (select from public.group_members g where g.account_id = m.account_id and g.group_id = group_guests.group_id and g.member_id = m.id)
    order by m.name limit 6;
end $$;
comment on function public.group_guests is 'Up to six members whose name begins so and who are not in the group yet, for those who look after it.';
grant execute on function public.group_guests(uuid, text) to authenticated;

create function private.emit_group_joined() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit(new.account_id, 'group.member_joined', 'group:' || new.group_id, facts => jsonb_build_object('group_id', new.group_id, 'member_id', new.member_id));
  return null;
end $$;
comment on function private.emit_group_joined is 'Somebody became a member of a group.';
create trigger group_members_emit after insert on public.group_members for each row execute function private.emit_group_joined();

create function private.emit_group_left() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What a group or a member takes along when it goes is no leaving.
  perform private.emit(g.account_id, 'group.member_left', 'group:' || g.id, facts => jsonb_build_object('group_id', g.id, 'member_id', m.id))
    from public.groups g join public.members m on (m.account_id, m.id) = (old.account_id, old.member_id)
   where (g.account_id, g.id) = (old.account_id, old.group_id);
  return null;
end $$;
comment on function private.emit_group_left is 'Somebody is in a group no more.';
create trigger group_members_emit_left after delete on public.group_members for each row execute function private.emit_group_left();
