create trigger member_scores_touch before update on public.member_scores for each row execute function private.touch_updated_at();
create trigger member_scores_tell after insert or update or delete on public.member_scores
  for each row execute function private.notify_change('member_scores');

create function private.guard_point_entries() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A course or a group that is deleted takes its name out of the entry, and nothing else is ever changed.
  if to_jsonb(new) - array['course_id', 'group_id'] is distinct from to_jsonb(old) - array['course_id', 'group_id'] then
    raise check_violation using message = 'Entries of points are added, never changed.';
  end if;
  return new;
end $$;
comment on function private.guard_point_entries is 'Makes the ledger of points append-only, for every role.';
create trigger point_entries_guard before update on public.point_entries for each row execute function private.guard_point_entries();

grant select (account_id, id, event_id, member_id, kind, source, effect, day, amount, course_id, group_id, occurred_at, created_at) on public.point_entries to authenticated;
create policy "Members see what their points come from" on public.point_entries for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Managers see what points come from" on public.point_entries for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
grant select (account_id, id, member_id, points, top_points, created_at, updated_at) on public.member_scores to authenticated;
create policy "Members see their own points" on public.member_scores for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Managers see the points of members" on public.member_scores for select to authenticated
  using (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, member_id, kind, points, title, icon, created_at, seen_at) on public.score_messages to authenticated;
create policy "Members see what they earned" on public.score_messages for select to authenticated
  using (member_id = (select private.member_ids()) and (select private.actor()) is null);

create function private.point_facts(e private.events)
returns table (kind text, member_id uuid, source text, effect text, course_id uuid, group_id uuid)
language sql stable security definer set search_path = '' as $$
  with f as (
    select case e.type when 'lesson.completed' then 'lesson_completed' when 'lesson.reopened' then 'lesson_completed'
        when 'course.completed' then 'course_completed' when 'course.reopened' then 'course_completed'
        when 'quiz.passed' then 'quiz_passed' when 'quiz.pass_lost' then 'quiz_passed'
        when 'assignment.submitted' then 'assignment_submitted' when 'assignment.graded' then 'assignment_passed'
        when 'group.member_joined' then 'group_joined' when 'group.member_left' then 'group_joined'
        when 'thread.reaction_added' then 'reaction_received' when 'thread.reaction_removed' then 'reaction_received'
        when 'thread.post_added' then p.kind when 'thread.post_shown' then p.kind when 'thread.post_hidden' then p.kind when 'thread.post_removed' then p.kind
        end as kind,
      case when e.type in ('lesson.reopened', 'course.reopened', 'quiz.pass_lost', 'group.member_left', 'thread.reaction_removed',
          'thread.post_hidden', 'thread.post_removed') or e.type = 'assignment.graded' and e.facts ->> 'result' <> 'passed' then 'undone'
        when e.type = 'thread.post_added' and e.facts ->> 'status' <> 'shown' then null else 'counts' end as effect
      from (select case when e.facts ->> 'parent_id' is null then 'post_added' else 'reply_added' end as kind) p)
  select f.kind, m.id, case f.kind when 'lesson_completed' then e.facts ->> 'lesson_id' when 'course_completed' then e.facts ->> 'course_id'
      when 'quiz_passed' then e.facts ->> 'quiz_id' when 'group_joined' then e.facts ->> 'group_id'
      when 'reaction_received' then (e.facts ->> 'post_id') || ':' || (e.facts ->> 'member_id')
      else coalesce(e.facts ->> 'assignment_id', e.facts ->> 'post_id') end,
      f.effect, c.id, g.id
    from f
    join public.members m on m.account_id = e.account_id
      and m.id = (case f.kind when 'reaction_received' then e.facts ->> 'author_id' else e.facts ->> 'member_id' end)::uuid
    left join public.courses c on (c.account_id, c.id) = (e.account_id, (e.facts ->> 'course_id')::uuid)
    left join public.threads t on (t.account_id, t.id, t.kind) = (e.account_id, (e.facts ->> 'thread_id')::uuid, 'group')
    left join public.groups g on (g.account_id, g.id) = (e.account_id, coalesce(t.subject_id, (e.facts ->> 'group_id')::uuid))
   where f.kind is not null and f.effect is not null
     -- Nobody is praised by themselves.
     and (f.kind <> 'reaction_received' or e.facts ->> 'member_id' <> e.facts ->> 'author_id')
$$;
comment on function private.point_facts is 'What an event says of points: whose, of which kind, of what, and whether it counts or is undone.';

create function private.standing_sources(account uuid, member uuid, of_kind text, next public.point_entries default null)
returns table (source text, day date, "position" bigint, worth integer, daily_limit integer)
language sql stable security definer set search_path = '' as $$
  with marks as (
    select p.* from public.point_entries p
     where (p.account_id, p.member_id, p.kind) = (account, member, of_kind) and p.effect <> 'shifted'
    union all select (next).* where (next).event_id is not null),
  undone as (select m.source, max(m.event_position) as at from marks m where m.effect = 'undone' group by m.source)
  select distinct on (m.source) m.source, m.day, m.event_position, m.worth, m.daily_limit
    from marks m left join undone u on u.source = m.source
   where m.effect = 'counts' and m.event_position > coalesce(u.at, -1)
   order by m.source, m.event_position
$$;
comment on function private.standing_sources is 'What of a kind stands for a member now, or with the next entry: each source since the first event after the last that undid it. The order in which events were handled makes no difference.';

create function private.settle_points(next public.point_entries) returns integer
language sql security definer set search_path = '' as $$
  -- A day gives points for the first events of its limit. What an event changes is the difference to what was credited.
  with ranked as (
    select s.*, row_number() over (partition by s.day order by s.position, s.source) as place
      from private.standing_sources(next.account_id, next.member_id, next.kind, next) s),
  due as (select r.source, case when r.place <= coalesce(r.daily_limit, r.place) then r.worth else 0 end as points from ranked r),
  credited as (
    select p.source, sum(p.amount)::int as points, (array_agg(p.course_id) filter (where p.course_id is not null))[1] as course_id,
        (array_agg(p.group_id) filter (where p.group_id is not null))[1] as group_id
      from public.point_entries p where (p.account_id, p.member_id, p.kind) = (next.account_id, next.member_id, next.kind)
     group by p.source),
  changes as (
    select source, coalesce(d.points, 0) - coalesce(c.points, 0) as amount, c.course_id, c.group_id
      from (select next.source) own full join due d using (source) full join credited c using (source)
     where source = next.source or coalesce(d.points, 0) <> coalesce(c.points, 0)),
  written as (
    insert into public.point_entries (account_id, event_id, event_position, member_id, kind, source, effect, day, worth, daily_limit, amount,
      course_id, group_id, occurred_at)
    select next.account_id, next.event_id, next.event_position, next.member_id, next.kind, c.source,
        case when c.source = next.source then next.effect else 'shifted' end, next.day, next.worth, next.daily_limit, c.amount,
        case when c.source = next.source then coalesce(c.course_id, next.course_id) else c.course_id end,
        case when c.source = next.source then coalesce(c.group_id, next.group_id) else c.group_id end, next.occurred_at
      from changes c
    returning amount)
  select coalesce(sum(w.amount), 0)::int from written w
$$;
comment on function private.settle_points is 'Writes what an event gives or takes back, for its own source and for those that its day now has room for; returns the sum.';

create function private.next_entry(e private.events) returns public.point_entries
language sql stable security definer set search_path = '' as $$
  select e.account_id, null::uuid, e.id, e.position, f.member_id, f.kind, f.source, f.effect,
      (e.occurred_at at time zone private.learner_zone(e.account_id, f.member_id))::date, coalesce(r.points, 0), r.daily_limit, 0,
      f.course_id, f.group_id, e.occurred_at, null::timestamptz
    from private.point_facts(e) f
    left join public.point_rules r on (r.account_id, r.kind) = (e.account_id, f.kind) and private.is_gamified(e.account_id)
   where r.points > 0
      or f.effect = 'undone' and exists (select from public.point_entries p where (p.account_id, p.member_id, p.kind, p.source) = (e.account_id, f.member_id, f.kind, f.source))
$$;
comment on function private.next_entry is 'The entry of an event, by the rules of now; none where it is worth nothing. What it undoes is taken back even where points were switched off since.';

create function private.record_points(event_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  next public.point_entries;
  before public.member_scores%rowtype;
  gained integer;
begin
  select (private.next_entry(e)).* into next from private.events e where e.id = event_id and e.erased_at is null;
  if next.event_id is null then return 0; end if;
  insert into public.member_scores (account_id, member_id) values (next.account_id, next.member_id) on conflict (account_id, member_id) do nothing;
  -- One event of a member after the other, in however many processes.
  select * into before from public.member_scores s where (s.account_id, s.member_id) = (next.account_id, next.member_id) for update;
  if exists (select from public.point_entries p where (p.account_id, p.event_id, p.kind, p.source) = (next.account_id, next.event_id, next.kind, next.source)) then
    return 0;
  end if;
  gained := private.settle_points(next);
  update public.member_scores s set points = s.points + gained, top_points = greatest(s.top_points, s.points + gained)
   where (s.account_id, s.id) = (before.account_id, before.id) and gained <> 0;
  if gained > 0 then
    insert into public.score_messages (account_id, member_id, kind, points) values (next.account_id, next.member_id, 'points', gained);
    perform private.reach_level(before, before.points + gained);
  end if;
  perform private.refresh_badges(next.account_id, next.member_id, next.kind);
  return gained;
end $$;
comment on function private.record_points is 'Handles an event: writes its entries, the sum of the member, and what follows from it. An event counts once, however often it is delivered; returns the points.';

create function private.reach_level(before public.member_scores, points integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  l public.point_levels%rowtype;
begin
  -- A level that was reached before is no news.
  select * into l from public.point_levels k
   where k.account_id = before.account_id and k.min_points > before.top_points and k.min_points <= reach_level.points order by k.min_points desc limit 1;
  if l.id is null then return; end if;
  insert into public.score_messages (account_id, member_id, kind, title) values (before.account_id, before.member_id, 'level', l.name);
  perform private.emit(before.account_id, 'level.reached', 'member:' || before.member_id,
    facts => jsonb_build_object('member_id', before.member_id, 'level_id', l.id, 'points', reach_level.points));
  perform private.notify_localized(before.account_id, m.user_id, 'levelReached', 'You reached the level <b>{{title}}</b>.',
      jsonb_build_object('title', l.name), 1, '/dashboard/leaderboard', 'gamification')
    from public.members m where (m.account_id, m.id) = (before.account_id, before.member_id) and m.user_id is not null;
end $$;
comment on function private.reach_level is 'Tells a member of the highest level that they reach for the first time.';

create function private.count_streak(days date[], today date, max_freezes integer)
returns table (length integer, longest integer, freezes integer, is_today boolean)
language plpgsql immutable set search_path = '' as $$
declare
  day date;
  last date;
  missed integer;
begin
  length := 0; longest := 0; freezes := 0;
  foreach day in array days loop
    missed := day - last - 1;
    if last is null or missed > freezes then
      length := 1;
      if last is not null then freezes := 0; end if;
    else
      freezes := freezes - missed;
      length := length + 1;
    end if;
    if length % 7 = 0 then freezes := least(freezes + 1, max_freezes); end if;
    longest := greatest(longest, length);
    last := day;
  end loop;
  missed := today - last - 1;
  if last is null or missed > freezes then
    length := 0; freezes := 0;
  elsif missed > 0 then
    freezes := freezes - missed;
  end if;
  is_today := coalesce(last >= today, false);
  return next;
end $$;
comment on function private.count_streak is 'The streak of days in ascending order, as of today: every seventh day earns a freeze up to a maximum, and a missed day uses one up; without one the streak begins anew.';

create function private.streak_of(account uuid, member uuid) returns table (length integer, longest integer, freezes integer, is_today boolean)
language sql stable security definer set search_path = '' as $$
  select c.* from public.gamification_settings g
   cross join lateral private.count_streak(array(
       select distinct s.day from private.point_kinds k cross join lateral private.standing_sources(account, member, k.kind) s where k.is_own order by s.day),
     (private.clock_now() at time zone private.learner_zone(account, member))::date, g.max_freezes) c
   where g.account_id = account
$$;
comment on function private.streak_of is 'On how many days in a row a member did something that earns points, by the calendar of where they were then.';

create function public.see_score_messages(ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.score_messages s set seen_at = private.clock_now()
   where s.account_id = (select private.account_with('member')) and s.member_id = (select private.member_ids()) and s.id = any (ids[1:100])
     and s.seen_at is null and (select private.actor()) is null
$$;
comment on function public.see_score_messages is 'Notes that the caller has seen what they earned, so that it is shown once on whichever device.';
grant execute on function public.see_score_messages(uuid[]) to authenticated;

create function private.prune_score_messages() returns integer
language sql security definer set search_path = '' as $$
  with gone as (
    delete from public.score_messages s where s.created_at < private.clock_now() - interval '30 days' returning 1)
  select count(*)::int from gone
$$;
comment on function private.prune_score_messages is 'Deletes messages of the overlay after 30 days; what was earned stays.';

create function public.own_score() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('points', coalesce(s.points, 0),
      'today', (select coalesce(sum(p.amount), 0) from public.point_entries p where (p.account_id, p.member_id) = (m.account_id, m.id)
        and p.day = (private.clock_now() at time zone private.learner_zone(m.account_id, m.id))::date),
      'level', (select jsonb_build_object('name', l.name, 'min_points', l.min_points) from public.point_levels l
        where l.account_id = m.account_id and l.min_points <= coalesce(private.level_points(m.account_id, m.id), 0) order by l.min_points desc limit 1),
      'next', (select jsonb_build_object('name', l.name, 'min_points', l.min_points) from public.point_levels l
        where l.account_id = m.account_id and l.min_points > coalesce(private.level_points(m.account_id, m.id), 0) order by l.min_points limit 1),
      'streak', to_jsonb(t), 'badges', private.own_badges(m.account_id, m.id), 'overlay_ms', g.overlay_ms,
      'is_listed', coalesce(c.is_listed, true), 'alias', c.alias)
    from public.members m
    join public.gamification_settings g on g.account_id = m.account_id and g.is_on
    left join public.member_scores s on (s.account_id, s.member_id) = (m.account_id, m.id)
    left join public.score_choices c on (c.account_id, c.member_id) = (m.account_id, m.id)
   cross join lateral private.streak_of(m.account_id, m.id) t
   where m.user_id = (select auth.uid()) and m.account_id = (select private.account_with('member'))
$$;
comment on function public.own_score is 'What the caller has earned: points, level, streak, badges, and how they stand in leaderboards; null where no points are earned.';
grant execute on function public.own_score() to authenticated;
