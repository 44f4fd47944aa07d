create trigger badges_touch before update on public.badges for each row execute function private.touch_updated_at();
create trigger badges_tell after insert or update or delete on public.badges for each row execute function private.notify_change('badges');
-- Pages that list badges show them to visitors or not, as the settings say.
create trigger gamification_settings_tell_badges after insert or update on public.gamification_settings
  for each row execute function private.notify_change('badges');
create trigger member_badges_tell after insert or delete on public.member_badges for each row execute function private.notify_change('member_badges');

create function private.limit_badges() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.accounts a where a.account_id = new.account_id for update;
  if (select count(*) from public.badges b where b.account_id = new.account_id) >= 100 then
    perform private.raise_error('invalid', 'There can be 100 badges. Delete one to add another.');
  end if;
  return new;
end $$;
comment on function private.limit_badges is 'Rejects more than 100 badges.';
create trigger badges_limit before insert on public.badges for each row execute function private.limit_badges();

grant select (account_id, id, name, description, icon, rule, kind, times, level_id, created_at, updated_at) on public.badges to anon, authenticated;
grant insert (account_id, name, description, icon, rule, kind, times, level_id), update (name, description, icon, rule, kind, times, level_id), delete
  on public.badges to authenticated;
create policy "Visitors see badges where the owner shows them" on public.badges for select to anon, authenticated
  using (private.is_score_public(account_id));
create policy "Members see badges" on public.badges for select to authenticated
  using (account_id = (select private.account_with('member')));
create policy "Managers add badges" on public.badges for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers change badges" on public.badges for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers remove badges" on public.badges for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

-- Badges are awarded only by the functions below.
grant select (account_id, id, badge_id, member_id, awarded_by, is_by_hand, awarded_at) on public.member_badges to authenticated;
create policy "Members see their own badges" on public.member_badges for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Managers see who has which badge" on public.member_badges for select to authenticated
  using (account_id = (select private.account_with('manage_options')));

create function private.award_badge(badge public.badges, member uuid, by uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  insert into public.member_badges (account_id, badge_id, member_id, awarded_by, is_by_hand) values (badge.account_id, badge.id, member, by, by is not null)
  on conflict (account_id, member_id, badge_id) do nothing returning id into made;
  if made is null then return false; end if;
  insert into public.score_messages (account_id, member_id, kind, title, icon) values (badge.account_id, member, 'badge', badge.name, badge.icon);
  perform private.emit(badge.account_id, 'badge.earned', 'member:' || member, facts => jsonb_build_object('member_id', member, 'badge_id', badge.id));
  perform private.notify_localized(badge.account_id, m.user_id, 'badgeEarned', 'You earned the badge <b>{{title}}</b>.',
      jsonb_build_object('title', badge.name), 1, '/dashboard/leaderboard', 'gamification')
    from public.members m where (m.account_id, m.id) = (badge.account_id, member) and m.user_id is not null;
  return true;
end $$;
comment on function private.award_badge is 'Awards a badge to a member once, and tells them.';

create function private.badge_progress(account uuid, member uuid, of_kind text default null)
returns table (badge_id uuid, reached integer, goal integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select b.id, case b.rule
      when 'count' then (select count(*)::int from private.standing_sources(account, member, b.kind))
      when 'level' then coalesce(private.level_points(account, member), 0)
      else coalesce((select t.longest from private.streak_of(account, member) t), 0) end,
      case b.rule when 'level' then l.min_points else b.times end
    from public.badges b
    left join public.point_levels l on (l.account_id, l.id) = (b.account_id, b.level_id)
   where b.account_id = account and b.rule <> 'hand'
     and (b.rule <> 'count' or of_kind is null or b.kind = of_kind);
end $$;
comment on function private.badge_progress is 'How far a member is with each badge that is awarded by a rule; with a kind, of counted badges only those of it.';

create function private.refresh_badges(account uuid, member uuid, of_kind text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  keeps boolean := (select g.keeps_reached from public.gamification_settings g where g.account_id = account);
  p record;
begin
  for p in
    select b as badge, g.reached >= g.goal as is_due, k.id as held
      from private.badge_progress(account, member, of_kind) g
      join public.badges b on (b.account_id, b.id) = (account, g.badge_id)
      left join public.member_badges k on (k.account_id, k.member_id, k.badge_id) = (account, member, b.id)
     where k.id is null or not k.is_by_hand
  loop
    if p.is_due and p.held is null and private.is_gamified(account) then
      perform private.award_badge(p.badge, member, null);
    elsif not p.is_due and p.held is not null and not keeps then
      delete from public.member_badges k where (k.account_id, k.id) = (account, p.held);
    end if;
  end loop;
end $$;
comment on function private.refresh_badges is 'Awards what a member has reached, and takes back what they have not any more, unless the account keeps what was reached.';

create function private.refresh_all_badges() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Beyond these, a member has it with the next thing they do.
  perform private.refresh_badges(new.account_id, s.member_id)
    from (select k.member_id from public.member_scores k where k.account_id = new.account_id order by k.points desc, k.id limit 1000) s;
  return null;
end $$;
comment on function private.refresh_all_badges is 'A new rule counts what members did before it: for the thousand with the most points at once.';
create trigger badges_refresh_new after insert on public.badges for each row when (new.rule <> 'hand') execute function private.refresh_all_badges();
create trigger badges_refresh after update of rule, kind, times, level_id on public.badges for each row
  when (new.rule <> 'hand' and (old.rule, old.kind, old.times, old.level_id) is distinct from (new.rule, new.kind, new.times, new.level_id))
  execute function private.refresh_all_badges();

create function private.managed_badge(badge uuid, member uuid) returns public.badges
language plpgsql stable security definer set search_path = '' as $$
declare
  b public.badges%rowtype;
begin
  select * into b from public.badges k where k.id = badge and k.account_id = (select private.account_with('manage_options'));
  if b.id is null or not exists (select from public.members m where (m.account_id, m.id) = (b.account_id, member)) then
    perform private.raise_error('not_found', 'There is no such badge or member here.');
  end if;
  return b;
end $$;
comment on function private.managed_badge is 'A badge that the caller may award to a member of the same account.';

create function public.give_badge(badge_id uuid, member_id uuid) returns boolean
language sql security definer set search_path = '' as $$
  select private.award_badge(b, give_badge.member_id, private.member_of(b.account_id)) from private.managed_badge(give_badge.badge_id, give_badge.member_id) b
$$;
comment on function public.give_badge is 'Awards a badge by hand; false where the member has it already. With manage_options.';
grant execute on function public.give_badge(uuid, uuid) to authenticated;

create function public.take_badge(badge_id uuid, member_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.member_badges k using private.managed_badge(take_badge.badge_id, take_badge.member_id) b
   where (k.account_id, k.badge_id, k.member_id) = (b.account_id, b.id, take_badge.member_id)
$$;
comment on function public.take_badge is 'Takes a badge back from a member; with manage_options.';
grant execute on function public.take_badge(uuid, uuid) to authenticated;

create function public.list_badge_holders(badge_id uuid) returns table (member_id uuid, name text, avatar text, awarded_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select m.id, m.name, m.avatar, k.awarded_at
    from public.member_badges k join public.members m on (m.account_id, m.id) = (k.account_id, k.member_id)
   where k.account_id = (select private.account_with('manage_options')) and k.badge_id = list_badge_holders.badge_id
   order by k.awarded_at desc, k.id limit 200
$$;
comment on function public.list_badge_holders is 'The 200 members who earned a badge last; with manage_options.';
grant execute on function public.list_badge_holders(uuid) to authenticated;
