create function private.guard_alias() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.members m where m.account_id = new.account_id and m.id <> new.member_id and lower(trim(m.name)) = lower(trim(new.alias))) then
    perform private.raise_error('invalid', 'This is the name of another member. Choose one of your own.');
  end if;
  return new;
end $$;
comment on function private.guard_alias is 'Nobody stands in a leaderboard under the name of another member.';
create trigger score_choices_guard before insert or update of alias on public.score_choices for each row when (new.alias is not null)
  execute function private.guard_alias();
create trigger score_choices_tell after insert or update or delete on public.score_choices for each row execute function private.notify_change('score_choices');
grant select (account_id, id, member_id, is_listed, alias, created_at, updated_at), insert (account_id, member_id, is_listed, alias), update (account_id, member_id, is_listed, alias)
  on public.score_choices to authenticated;
create policy "Members see how they stand in leaderboards" on public.score_choices for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Members choose how they stand in leaderboards" on public.score_choices for insert to authenticated
  with check (member_id = (select private.member_ids()) and account_id = (select private.account_with('member')));
create policy "Members change how they stand in leaderboards" on public.score_choices for update to authenticated
  using (member_id = (select private.member_ids()) and account_id = (select private.account_with('member')))
  with check (member_id = (select private.member_ids()));

create function private.may_see_scores(account uuid, course uuid, of_group uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_gamified(account) and case
    when account = (select private.account_with('manage_options')) then true
    when course is not null then course in (select private.enrolled_courses()) or course in (select private.courses_where('manage_students'))
    when of_group is not null then private.own_group_level(of_group) is not null
    else account = (select private.account_with('member')) or private.is_score_public(account) end
$$;
comment on function private.may_see_scores is 'Who sees a leaderboard: of a course its learners and teachers, of a group its members, of the site its members, and everybody where the owner shows it.';

create function private.period_start(account uuid, period text) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case when period in ('week', 'month') then date_trunc(period, private.clock_now() at time zone z) at time zone z else '-infinity' end
    from private.learner_zone(account, null) z
$$;
comment on function private.period_start is 'When the week or the month began in the time zone of an account; all time has no beginning.';

create function private.summed_points(account uuid, since timestamptz, course uuid, of_group uuid) returns table (member_id uuid, points integer)
language sql stable security definer set search_path = '' as $$
  select s.member_id, s.points from public.member_scores s
   where s.account_id = account and since = '-infinity' and course is null and of_group is null
  union all
  select p.member_id, sum(p.amount)::int from public.point_entries p
   where p.account_id = account and p.occurred_at >= since and (since <> '-infinity' or course is not null or of_group is not null)
     and (course is null or p.course_id = course) and (of_group is null or p.group_id = of_group)
   group by p.member_id
$$;
comment on function private.summed_points is 'The points of each member since a moment: of the site, of a course, or of a group.';

create function public.leaderboard(account_id uuid, period text default 'week', course_id uuid default null, group_id uuid default null, max_rows integer default 50)
returns table (place integer, name text, avatar text, slug text, points integer, level text, is_own boolean)
language sql stable security definer set search_path = '' as $$
  select rank() over (order by s.points desc)::int, coalesce(c.alias, m.name), case when c.alias is null then m.avatar end,
      -- A card that is not public has no page.
      case when c.alias is null and m.is_public then m.slug end, s.points,
      (select l.name from public.point_levels l where l.account_id = m.account_id and l.min_points <= private.level_points(m.account_id, m.id)
        order by l.min_points desc limit 1),
      coalesce(m.user_id = (select auth.uid()), false)
    from private.summed_points(leaderboard.account_id, private.period_start(leaderboard.account_id, leaderboard.period), leaderboard.course_id, leaderboard.group_id) s
    join public.members m on (m.account_id, m.id) = (leaderboard.account_id, s.member_id) and m.blocked_at is null
    left join public.score_choices c on (c.account_id, c.member_id) = (m.account_id, m.id)
   where private.may_see_scores(leaderboard.account_id, leaderboard.course_id, leaderboard.group_id)
     and s.points > 0 and coalesce(c.is_listed, true)
     -- Visitors see nobody who hides their card from them, but under another name.
     and (m.is_public or c.alias is not null or m.account_id = (select private.account_with('member')))
     and (leaderboard.group_id is null or exists (
       select from public.group_members g where (g.account_id, g.group_id, g.member_id) = (m.account_id, leaderboard.group_id, m.id)))
   order by s.points desc, m.id limit least(greatest(coalesce(leaderboard.max_rows, 50), 1), 100)
$$;
comment on function public.leaderboard is 'Who earned the most this week, this month or ever, on the site, in a course or in a group. Whoever opted out is not in it, and whoever chose another name stands there under it alone.';
grant execute on function public.leaderboard(uuid, text, uuid, uuid, integer) to anon, authenticated;

create function private.is_listed(account uuid, member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.score_choices c where (c.account_id, c.member_id) = (account, member) and (not c.is_listed or c.alias is not null))
$$;
comment on function private.is_listed is 'Whether a member shows what they earned under their own name.';

create function public.card_badges(account_id uuid, member_id uuid) returns table (id uuid, name text, description text, icon text, awarded_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select b.id, b.name, b.description, b.icon, k.awarded_at
    from public.member_badges k
    join public.badges b on (b.account_id, b.id) = (k.account_id, k.badge_id)
    join public.members m on (m.account_id, m.id) = (k.account_id, k.member_id) and m.blocked_at is null
   where k.account_id = card_badges.account_id and k.member_id = card_badges.member_id and private.is_gamified(k.account_id)
     and private.is_listed(k.account_id, k.member_id)
     and (k.account_id = (select private.account_with('member')) or m.is_public and private.is_score_public(k.account_id))
   order by k.awarded_at desc, k.id limit 100
$$;
comment on function public.card_badges is 'The badges on a member''s card: for members, and for visitors where both the owner and the member show them.';
grant execute on function public.card_badges(uuid, uuid) to anon, authenticated;

create function private.own_badges(account uuid, member uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'description', b.description, 'icon', b.icon, 'rule', b.rule,
      'awarded_at', k.awarded_at, 'reached', least(g.reached, g.goal), 'goal', g.goal)
      order by k.awarded_at desc nulls last, g.reached::numeric / g.goal desc nulls last, b.name), '[]')
    from public.badges b
    left join public.member_badges k on (k.account_id, k.member_id, k.badge_id) = (b.account_id, member, b.id)
    left join private.badge_progress(account, member) g on g.badge_id = b.id
   where b.account_id = account
$$;
comment on function private.own_badges is 'The badges of an account with when a member earned each, or how far they are.';
