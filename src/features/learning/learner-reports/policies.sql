-- What a learner has done, told to themselves and to their parents.

create function private.reported_member(member uuid) returns table (account_id uuid, id uuid, name text, is_own boolean, sees_grades boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  own_id uuid := private.member_of(private.session_account());
begin
  if own_id is null then
    perform private.raise_error('forbidden', 'Sign in as a member of this site to see a progress report.');
  end if;
  return query select m.account_id, m.id, m.name, m.id = own_id, m.id = own_id or m.id in (select private.graded_child_ids())
    from public.members m
   where m.account_id = private.session_account() and m.id = coalesce(member, own_id) and (m.id = own_id or m.id in (select private.child_ids()));
  if not found then
    perform private.raise_error('not_found', 'There is no such report, or you don’t follow this learner.');
  end if;
end $$;
comment on function private.reported_member is 'The member whose report the caller asks for, who is themselves or their child; raises forbidden or not_found.';

create function private.upcoming_lessons(e public.enrolments) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- Only lessons that nothing but time holds back, and none that is hidden until it opens.
  select coalesce(jsonb_agg(jsonb_build_object('lesson_id', o.id, 'title', o.title, 'opens_at', o.opens_at) order by o.opens_at, o.place), '[]')
    from (
      select l.id, l.title, s.position * 1000 + l.position as place, c.opens_at
        from public.lessons l
        join public.sections s on (s.account_id, s.id) = (l.account_id, l.section_id)
       cross join lateral (
         select max((k.checked ->> 'opens_at')::timestamptz) filter (where not (k.checked ->> 'met')::boolean) as opens_at,
             bool_and((k.checked ->> 'met')::boolean or k.checked ->> 'opens_at' is not null) as is_timed, bool_or(k.is_hidden) as is_hidden
           from (select r.is_hidden, private.check_conditions(e.account_id, e.member_id, e.starts_at, private.clock_now(), r.conditions) as checked
             from public.availability_rules r where r.account_id = l.account_id and r.id in (l.course_id, l.section_id, l.id)) k) c
        left join public.lesson_progress p on (p.account_id, p.member_id, p.lesson_id) = (e.account_id, e.member_id, l.id)
       where (l.account_id, l.course_id) = (e.account_id, e.course_id) and l.is_published and not l.is_preview and p.finished_at is null
         and c.is_timed and not c.is_hidden and c.opens_at > private.clock_now()
       order by c.opens_at, place limit 5) o
$$;
comment on function private.upcoming_lessons is 'The next five lessons of an enrolment that open by the clock: [{lesson_id, title, opens_at}].';

create function private.quiz_results(e public.enrolments) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('quiz_id', r.quiz_id, 'title', l.title, 'pass_mark', r.pass_mark, 'attempts', r.attempts,
      'to_grade', r.to_grade, 'passed', r.passed, 'percent', r.percent, 'submitted_at', r.submitted_at) order by r.submitted_at desc), '[]')
    from (
      select k.quiz_id, z.lesson_id, z.pass_mark, count(*) as attempts, count(*) filter (where k.to_grade > 0) as to_grade,
          coalesce(bool_or(k.passed), false) as passed, max(k.submitted_at) as submitted_at,
          private.quiz_percent(e.account_id, k.quiz_id, e.member_id) as percent
        from public.attempts k join public.quizzes z on (z.account_id, z.id) = (k.account_id, k.quiz_id)
       where (k.account_id, k.member_id, k.course_id) = (e.account_id, e.member_id, e.course_id) and k.submitted_at is not null and not k.is_trial
       group by k.quiz_id, z.lesson_id, z.pass_mark) r
    join public.lessons l on (l.account_id, l.id) = (e.account_id, r.lesson_id)
$$;
comment on function private.quiz_results is 'The quizzes that a learner has handed in, with the result that counts, newest first.';

create function private.assignment_results(e public.enrolments, sees_grades boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('assignment_id', a.id, 'title', l.title, 'due_at', private.due_of(a, e.member_id),
      'is_overdue', coalesce(s.hand_ins, 0) = 0 and coalesce(private.due_of(a, e.member_id) < private.clock_now(), false),
      'status', case when coalesce(s.hand_ins, 0) = 0 then 'open' else s.status end, 'points', case when sees_grades then s.points end,
      'out_of', a.points, 'passed', case when sees_grades then s.passed end) order by c.position, l.position, l.id), '[]')
    from private.shown_assignments(e.account_id, e.course_id) a
    join public.lessons l on (l.account_id, l.id) = (a.account_id, a.lesson_id)
    join public.sections c on (c.account_id, c.id) = (l.account_id, l.section_id)
    left join public.assignment_submissions s on (s.account_id, s.assignment_id, s.member_id) = (a.account_id, a.id, e.member_id)
   where not private.is_hidden_from(e.member_id, e.starts_at, l)
$$;
comment on function private.assignment_results is 'The assignments of an enrolment: when each is due and whether it is handed in; points and pass are null for a parent who does not see results.';

create function private.course_report(e public.enrolments, sees_grades boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('enrolment_id', e.id, 'course_id', c.id, 'title', c.title, 'slug', c.slug, 'status', private.enrolment_state(e),
      'is_published', c.status = 'published', 'starts_at', e.starts_at, 'expires_at', e.expires_at, 'completed_at', e.completed_at,
      'done', p.done, 'total', p.total, 'percent', case when p.total = 0 then 0 else floor(100.0 * p.done / p.total) end, 'seen_at', p.seen_at,
      'upcoming', case when private.enrolment_state(e) = 'active' then private.upcoming_lessons(e) else '[]' end,
      'assignments', private.assignment_results(e, sees_grades),
      'quizzes', case when sees_grades then private.quiz_results(e) end,
      'certificate_id', case when sees_grades then (
        select k.id from public.certificates k where (k.account_id, k.member_id, k.course_id) = (e.account_id, e.member_id, e.course_id)
           and k.revoked_at is null order by k.issued_at desc limit 1) end)
    from public.courses c
   cross join lateral (
     select count(*) filter (where l.is_required) as total, count(*) filter (where l.is_required and x.completed_at is not null) as done, max(x.seen_at) as seen_at
       from public.lessons l left join public.lesson_progress x on (x.account_id, x.member_id, x.lesson_id) = (e.account_id, e.member_id, l.id)
      where (l.account_id, l.course_id) = (e.account_id, e.course_id) and l.is_published) p
   where (c.account_id, c.id) = (e.account_id, e.course_id)
$$;
comment on function private.course_report is 'What a learner has done in one course; results and the certificate are null for a parent who does not see them.';

create function public.learner_report(member_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  -- Weeks begin on Monday in the learner's own time zone.
  zone text;
  this_week timestamp;
  m record;
begin
  select * into m from private.reported_member(member_id);
  zone := private.learner_zone(m.account_id, m.id);
  this_week := date_trunc('week', private.clock_now() at time zone zone);
  return jsonb_build_object('member_id', m.id, 'name', m.name, 'is_own', m.is_own, 'sees_grades', m.sees_grades,
    'weeks', (
      select jsonb_agg(jsonb_build_object('week', w.week::date, 'lessons', (
          select count(*) from public.lesson_progress p
           where (p.account_id, p.member_id) = (m.account_id, m.id) and p.completed_at >= w.week at time zone zone
             and p.completed_at < (w.week + interval '7 days') at time zone zone)) order by w.week)
        from generate_series(this_week - interval '7 weeks', this_week, '7 days') w (week)),
    'courses', (
      select coalesce(jsonb_agg(private.course_report(e, m.sees_grades) order by e.completed_at is not null, e.starts_at desc, e.id), '[]')
        from (select k.* from public.enrolments k where (k.account_id, k.member_id) = (m.account_id, m.id) order by k.starts_at desc limit 100) e));
end $$;
comment on function public.learner_report is 'Progress, dates and results of the caller, or of a child of theirs: the last eight weeks and each of up to 100 courses.';
grant execute on function public.learner_report(uuid) to authenticated;

create function private.parents_of(account uuid, child uuid, needs_grades boolean) returns table (parent uuid, user_id uuid, child_name text, link text)
language sql stable security definer set search_path = '' as $$
  select p.user_id, c.user_id, c.name, '/dashboard/progress?member=' || c.id
    from public.guardians g
    join public.members p on (p.account_id, p.id) = (g.account_id, g.parent_id) and p.blocked_at is null and p.user_id is not null
    join public.members c on (c.account_id, c.id) = (g.account_id, g.child_id)
   where (g.account_id, g.child_id) = (account, child) and g.confirmed_at is not null and (g.sees_grades or not needs_grades)
   order by p.user_id
$$;
comment on function private.parents_of is 'The people who follow a child, of whom some see no results, with the person of the child and the address of their report.';

create function private.tell_parents_of_course(account uuid, child uuid, course uuid) returns void
language sql security definer set search_path = '' as $$
  select private.notify_localized(account, p.parent, 'childFinishedCourse', '<b>{{name}}</b> has completed <strong>{{title}}</strong>.',
      jsonb_build_object('name', p.child_name, 'title', c.title), 1, p.link, 'family', p.user_id)
    from private.parents_of(account, child, false) p, public.courses c where (c.account_id, c.id) = (account, course)
$$;
comment on function private.tell_parents_of_course is 'Tells parents that their child has completed a course.';

create function private.tell_parents_of_quiz(account uuid, child uuid, quiz uuid) returns void
language sql security definer set search_path = '' as $$
  select private.notify_localized(account, p.parent, 'childFailedQuiz', '<b>{{name}}</b> has not passed <strong>{{title}}</strong> yet.',
      jsonb_build_object('name', p.child_name, 'title', l.title), 2, p.link, 'family', p.user_id)
    from private.parents_of(account, child, true) p, public.quizzes z join public.lessons l on (l.account_id, l.id) = (z.account_id, z.lesson_id)
   where (z.account_id, z.id) = (account, quiz)
     -- Who has passed before has nothing to worry about.
     and not exists (select from public.attempts k where (k.account_id, k.quiz_id, k.member_id) = (account, quiz, child) and k.passed and not k.is_trial)
$$;
comment on function private.tell_parents_of_quiz is 'Tells parents who see results that their child has handed in a quiz and did not pass it.';

create function private.tell_parents_of_grade(account uuid, child uuid, assignment uuid) returns void
language sql security definer set search_path = '' as $$
  select private.notify_localized(account, p.parent, 'childGraded', '<b>{{name}}</b> has a grade for <strong>{{title}}</strong>.',
      jsonb_build_object('name', p.child_name, 'title', l.title), 1, p.link, 'family', p.user_id)
    from private.parents_of(account, child, true) p, public.assignments a join public.lessons l on (l.account_id, l.id) = (a.account_id, a.lesson_id)
   where (a.account_id, a.id) = (account, assignment)
$$;
comment on function private.tell_parents_of_grade is 'Tells parents who see results that work of their child is graded.';
