-- What a member did and what happened in their groups, read from the event log. What they may not see now is not listed, whenever it happened.

grant select (account_id, id, member_id, seen_position, updated_at) on public.activity_marks to authenticated;
create policy "Members see how far they have looked" on public.activity_marks for select to authenticated
  using (member_id = (select private.member_ids()));

create function private.is_shown_activity(e private.events, me public.members) returns boolean
language sql stable security definer set search_path = '' as $$
  select case e.type
    when 'thread.post_added' then exists (
      select from public.thread_posts p where (p.account_id, p.id) = (e.account_id, (e.facts ->> 'post_id')::uuid) and p.status = 'shown'
        and private.may_see_thread(p.account_id, p.thread_id, me.id))
    when 'group.member_joined' then exists (
      select from public.group_members m where (m.account_id, m.group_id, m.member_id) = (e.account_id, (e.facts ->> 'group_id')::uuid, me.id))
    else true end
$$;
comment on function private.is_shown_activity is 'Whether a member may see now what happened then: no post that is gone or hidden, and nothing of a group they left.';

create function private.activity_events(me public.members, part text, before bigint, max_rows integer) returns setof private.events
language sql stable security definer set search_path = '' as $$
  select e.* from (
    (select own.* from private.events own
      where part <> 'groups' and own.account_id = me.account_id and own.facts ->> 'member_id' = me.id::text and own.erased_at is null
        and own.type in ('thread.post_added', 'course.completed', 'certificate.issued', 'quiz.passed', 'group.member_joined', 'badge.earned', 'level.reached')
        and own.position < before and private.is_shown_activity(own, me)
      order by own.position desc limit max_rows)
    union
    (select of_group.* from public.group_members g
       join public.threads t on (t.account_id, t.kind, t.subject_id) = (g.account_id, 'group', g.group_id)
       cross join lateral (
         select x.* from private.events x
          where x.account_id = me.account_id and x.subject in ('thread:' || t.id, 'group:' || g.group_id) and x.erased_at is null
            and x.type in ('thread.post_added', 'group.member_joined') and x.position < before
            -- What was there before they joined is no news.
            and (x.occurred_at >= g.created_at or x.facts ->> 'member_id' = me.id::text) and private.is_shown_activity(x, me)
          order by x.position desc limit max_rows) of_group
      where part <> 'own' and g.account_id = me.account_id and g.member_id = me.id and private.has_feature(me.account_id, 'groups')
      order by of_group.position desc limit max_rows)) e
   order by e.position desc limit max_rows
$$;
comment on function private.activity_events is 'The newest events of a member and of their groups below a position: own, groups, or all of them.';

create function public.list_activity(part text default 'all', before bigint default null, max_rows integer default 30)
returns table ("position" bigint, kind text, happened_at timestamptz, is_own boolean, is_new boolean, name text, title text, path text)
language sql stable security definer set search_path = '' as $$
  select e.position, case e.type when 'thread.post_added' then case when p.parent_id is null then 'post' else 'answer' end
        when 'course.completed' then 'completed' when 'certificate.issued' then 'certificate' when 'quiz.passed' then 'passed'
        when 'badge.earned' then 'badge' when 'level.reached' then 'level' else 'joined' end,
      e.occurred_at, e.facts ->> 'member_id' = me.id::text,
      e.facts ->> 'member_id' <> me.id::text and e.position > coalesce(k.seen_position, 0), who.name,
      coalesce(t.title, g.title, c.title, b.name, l.name), coalesce(t.path || '#comment-' || p.id, '/dashboard/groups/' || g.slug, '/dashboard/courses/' || c.slug, '/dashboard/leaderboard')
    from public.members me
    left join public.activity_marks k on (k.account_id, k.member_id) = (me.account_id, me.id)
    cross join lateral private.activity_events(me, coalesce(list_activity.part, 'all'), coalesce(list_activity.before, 9223372036854775807),
      least(greatest(coalesce(list_activity.max_rows, 30), 1), 100)) e
    join public.members who on (who.account_id, who.id) = (e.account_id, (e.facts ->> 'member_id')::uuid)
    left join public.thread_posts p on e.type = 'thread.post_added' and (p.account_id, p.id) = (e.account_id, (e.facts ->> 'post_id')::uuid)
    left join public.threads t on (t.account_id, t.id) = (p.account_id, p.thread_id)
    left join public.groups g on e.type = 'group.member_joined' and (g.account_id, g.id) = (e.account_id, (e.facts ->> 'group_id')::uuid)
    left join public.courses c on e.type in ('course.completed', 'certificate.issued', 'quiz.passed') and (c.account_id, c.id) = (e.account_id, (e.facts ->> 'course_id')::uuid)
    left join public.badges b on e.type = 'badge.earned' and (b.account_id, b.id) = (e.account_id, (e.facts ->> 'badge_id')::uuid)
    left join public.point_levels l on e.type = 'level.reached' and (l.account_id, l.id) = (e.account_id, (e.facts ->> 'level_id')::uuid)
   where me.user_id = auth.uid() and me.account_id = (select private.account_with('member'))
     and coalesce(t.id, g.id, c.id, b.id, l.id) is not null
   order by e.position desc
$$;
comment on function public.list_activity is 'The activity of the caller and of their groups, the newest first: posts, answers, new members, what they completed and earned. Of a post that is gone or hidden, and of a group they left, nothing is listed.';
grant execute on function public.list_activity(text, bigint, integer) to authenticated;

create function public.see_activity("position" bigint) returns void
language sql security definer set search_path = '' as $$
  insert into public.activity_marks as k (account_id, member_id, seen_position)
  select m.account_id, m.id, least(greatest(see_activity.position, 0), (select max(e.position) from private.events e)) from public.members m
   where m.user_id = auth.uid() and m.account_id = (select private.account_with('member')) and (select private.actor()) is null
     and exists (select from private.events)
  on conflict (account_id, member_id) do update set seen_position = greatest(k.seen_position, excluded.seen_position), updated_at = private.clock_now()
$$;
comment on function public.see_activity is 'Notes up to which event the caller has seen their activity; it never goes back.';
grant execute on function public.see_activity(bigint) to authenticated;
