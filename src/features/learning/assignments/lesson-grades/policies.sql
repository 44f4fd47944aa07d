-- What a gradebook is told of assignments.

create function private.assignment_lesson_points(account uuid, course uuid) returns table (lesson_id uuid, out_of numeric, is_anonymous boolean)
language sql stable security definer set search_path = '' as $$
  select a.lesson_id, a.points::numeric, a.is_anonymous from private.shown_assignments(account, course) a
$$;
comment on function private.assignment_lesson_points is 'How many points the assignments of a course give, and whether their graders see no names.';

create function private.assignment_lesson_grades(account uuid, course uuid, members uuid[])
returns table (lesson_id uuid, member_id uuid, points numeric, state text, is_late boolean, due_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select w.lesson_id, w.member_id, w.points,
      case when w.status = 'graded' then 'graded' when w.status = 'submitted' then 'to_grade' when w.due_at < (select private.clock_now()) then 'missing' else 'open' end,
      coalesce(w.submitted_at > w.due_at, false), w.due_at
    from (
      select a.lesson_id, e.member_id, s.points, s.status, s.submitted_at, private.due_date(a, s.own_due_at, e.starts_at) as due_at
        from private.shown_assignments(account, course) a
        join public.enrolments e on (e.account_id, e.course_id) = (a.account_id, a.course_id) and e.member_id = any (members)
        left join public.assignment_submissions s on (s.account_id, s.assignment_id, s.member_id) = (a.account_id, a.id, e.member_id)) w
$$;
comment on function private.assignment_lesson_grades is 'Where the work of members on the assignments of a course stands: graded, to grade, missing after its due date, or open.';

create function private.assignment_grade_history(account uuid, lesson uuid, member uuid)
returns table (at timestamptz, points numeric, grader uuid)
language sql stable security definer set search_path = '' as $$
  select g.graded_at, g.points, g.graded_by
    from public.assignments a join public.assignment_submissions s on (s.account_id, s.assignment_id) = (a.account_id, a.id)
    join public.assignment_grades g on (g.account_id, g.submission_id) = (s.account_id, s.id)
   where (a.account_id, a.lesson_id, s.member_id) = (account, lesson, member)
$$;
comment on function private.assignment_grade_history is 'Each grade a member was given for the assignment of a lesson.';
