create function private.lesson_funnel(account uuid, course uuid) returns jsonb
language sql stable set search_path = '' as $$
  with last_seen as (
      select distinct on (p.member_id) p.lesson_id from private.learners_at_risk(account, array[course]) r
        join public.enrolments e on (e.account_id, e.id) = (account, r.enrolment_id)
        join public.lesson_progress p on (p.account_id, p.member_id, p.course_id) = (e.account_id, e.member_id, e.course_id)
       order by p.member_id, p.seen_at desc, p.id desc),
    graded as (
      select q.lesson_id, t.score / nullif(t.points, 0) as share
        from public.quizzes q join public.attempts t on (t.account_id, t.quiz_id) = (q.account_id, q.id)
       where q.account_id = account and t.course_id = course and t.submitted_at is not null and not t.is_trial
      union all
      select a.lesson_id, s.points / nullif(a.points, 0)
        from public.assignments a join public.assignment_submissions s on (s.account_id, s.assignment_id) = (a.account_id, a.id)
       where (a.account_id, a.course_id) = (account, course) and s.points is not null)
  select coalesce(jsonb_agg(to_jsonb(x) order by x.place), '[]') from (
    select l.id, l.title as name, row_number() over (order by s.position, l.position, l.id) as place, p.begun, p.completed, p.minutes,
           (select count(*) from last_seen k where k.lesson_id = l.id) as stopped,
           (select round(avg(g.share) * 100, 1) from graded g where g.lesson_id = l.id) as score
      from public.lessons l join public.sections s on (s.account_id, s.id) = (l.account_id, l.section_id)
     cross join lateral (
       select count(*) as begun, count(k.completed_at) as completed, round((percentile_cont(0.5) within group (order by t.seconds) / 60)::numeric, 1) as minutes
         from public.lesson_progress k
        -- Time is known where it was counted: in front of the lesson, or of its video.
        cross join lateral (select nullif(greatest(k.dwell_seconds, private.watched_seconds(k.watched)), 0) as seconds) t
        where (k.account_id, k.course_id, k.lesson_id) = (l.account_id, l.course_id, l.id)) p
     where (l.account_id, l.course_id) = (account, course) and l.is_published limit 200) x
$$;
comment on function private.lesson_funnel is 'The lessons of a course in their order: how many opened and completed each, the median minutes of those whose time was counted, how many were here last and have been inactive for two weeks, and the average score in percent.';
