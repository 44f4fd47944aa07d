create function private.queue_rows(assignment uuid)
returns table (account_id uuid, assignment_id uuid, submission_id uuid, member_id uuid, shown text, since timestamptz)
language sql stable security definer set search_path = '' as $$
  select s.account_id, s.assignment_id, s.id, s.member_id, case s.status when 'submitted' then 'to_grade' else 'graded' end, s.submitted_at
    from public.assignment_submissions s
   where s.hand_ins > 0 and s.course_id in (select private.graded_courses())
     and (assignment is null or s.assignment_id = assignment) and s.member_id not in (select private.member_ids())
  union all
  -- Where names are hidden, who is missing would tell who is not.
  select a.account_id, a.id, s.id, e.member_id, 'open', private.due_date(a, s.own_due_at, e.starts_at)
    from public.assignments a
    join public.lessons l on (l.account_id, l.id) = (a.account_id, a.lesson_id) and l.is_published and l.kind = 'assignment'
    join public.enrolments e on (e.account_id, e.course_id) = (a.account_id, a.course_id) and e.status = 'active'
      and (e.expires_at is null or e.expires_at > (select private.clock_now()))
    left join public.assignment_submissions s on (s.account_id, s.assignment_id, s.member_id) = (a.account_id, a.id, e.member_id)
   where a.course_id in (select private.graded_courses()) and (assignment is null or a.id = assignment)
     and not a.is_anonymous and coalesce(s.hand_ins, 0) = 0 and e.member_id not in (select private.member_ids())
$$;
comment on function private.queue_rows is 'All work of the courses the caller grades, but their own: what is to grade, what is graded, and what is not handed in.';

create function public.submission_queue(shown text default 'to_grade', assignment_id uuid default null, page int default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if coalesce(shown not in ('to_grade', 'graded', 'open'), true) then
    perform private.raise_error('invalid', 'Some query parameters are not valid.');
  end if;
  return (with found as materialized (select q.* from private.queue_rows(assignment_id) q),
    wanted as (
      select f.*, row_number() over (order by case when shown = 'graded' then f.since end desc, f.since, f.submission_id, f.assignment_id, f.member_id) as place
        from found f where f.shown = shown
       order by place limit 50 offset 50 * (least(greatest(coalesce(page, 1), 1), 10000) - 1))
    select jsonb_build_object(
      'counts', (select jsonb_build_object('to_grade', count(*) filter (where f.shown = 'to_grade'), 'graded', count(*) filter (where f.shown = 'graded'),
        'open', count(*) filter (where f.shown = 'open')) from found f),
      'rows', coalesce((select jsonb_agg(jsonb_build_object('id', w.submission_id, 'assignment_id', w.assignment_id, 'title', l.title, 'course', c.title,
          'name', case when not a.is_anonymous then m.name end, 'number', s.number, 'member_id', case when not a.is_anonymous then m.id end,
          -- Asked of the page alone.
          'is_late', case w.shown when 'open' then w.since < private.clock_now() else private.late_units_of(a, s, w.since) > 0 end, 'since', w.since, 'points', s.points, 'out_of', a.points) order by w.place)
        from wanted w
        join public.assignments a on (a.account_id, a.id) = (w.account_id, w.assignment_id)
        join public.lessons l on (l.account_id, l.id) = (a.account_id, a.lesson_id)
        join public.courses c on (c.account_id, c.id) = (a.account_id, a.course_id)
        join public.members m on (m.account_id, m.id) = (w.account_id, w.member_id)
        left join public.assignment_submissions s on (s.account_id, s.id) = (w.account_id, w.submission_id)), '[]'),
      'assignments', coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'title', l.title, 'course', c.title) order by c.title, l.title, a.id)
        from public.assignments a join public.lessons l on (l.account_id, l.id) = (a.account_id, a.lesson_id) and l.archived_at is null and l.kind = 'assignment'
        join public.courses c on (c.account_id, c.id) = (a.account_id, a.course_id)
       where a.course_id in (select private.graded_courses())), '[]')));
end $$;
comment on function public.submission_queue is
  'Work of the courses the caller grades, fifty a page: what is to grade with the oldest first, what is graded with the newest first, what is not handed in by its due date; how much of each there is, and their assignments. Where names are hidden it names nobody.';
grant execute on function public.submission_queue(text, uuid, int) to authenticated;

create function private.graded_submission(submission uuid) returns public.assignment_submissions
language plpgsql security definer set search_path = '' as $$
declare
  s public.assignment_submissions%rowtype;
begin
  select * into s from public.assignment_submissions k
   where k.id = submission and k.hand_ins > 0 and k.course_id in (select private.graded_courses()) and private.has_feature(k.account_id, 'lms') for update;
  if s.id is null then
    perform private.raise_error('not_found', 'There is no such result, or you don’t have access to it.');
  end if;
  if s.member_id in (select private.member_ids()) then
    perform private.raise_error('own_attempt', 'You can’t grade your own attempt.');
  end if;
  return s;
end $$;
comment on function private.graded_submission is 'Work that was handed in and that the caller grades, locked.';

create function private.sheet_of(s public.assignment_submissions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', s.id, 'rules', private.rules_of(a), 'title', l.title, 'course', c.title, 'status', s.status, 'version', s.version,
      'name', case when not a.is_anonymous then m.name end, 'member_id', case when not a.is_anonymous then m.id end,
      'number', s.number, 'own_due_at', case when not a.is_anonymous then s.own_due_at end,
      'handed_in', private.hand_ins_of(a, s, not a.is_anonymous), 'grades', private.grades_of(s, true))
    from public.assignments a
    join public.lessons l on (l.account_id, l.id) = (a.account_id, a.lesson_id)
    join public.courses c on (c.account_id, c.id) = (a.account_id, a.course_id)
    join public.members m on (m.account_id, m.id) = (s.account_id, s.member_id)
   where (a.account_id, a.id) = (s.account_id, s.assignment_id)
$$;
comment on function private.sheet_of is 'Work as its grader sees it, without a name while names are hidden.';

create function public.submission_sheet(submission_id uuid) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.sheet_of(private.graded_submission(submission_id))
$$;
comment on function public.submission_sheet is 'Work that was handed in, with its rules, all hand-ins and all grades, for who grades it.';
grant execute on function public.submission_sheet(uuid) to authenticated;

create function private.tell_grade(s public.assignment_submissions, a public.assignments) returns void
language sql security definer set search_path = '' as $$
  select private.notify_localized(s.account_id, m.user_id, 'assignmentGraded', 'Your work on <strong>{{title}}</strong> is graded.',
      jsonb_build_object('title', l.title), 2, '/dashboard/courses/' || c.slug || '?lesson=' || l.slug, 'learning')
    from public.lessons l join public.courses c on (c.account_id, c.id) = (l.account_id, l.course_id)
    join public.members m on (m.account_id, m.id) = (s.account_id, s.member_id)
   where (l.account_id, l.id) = (a.account_id, a.lesson_id) and m.user_id is not null
$$;
comment on function private.tell_grade is 'Tells a student that their work is graded.';

create function private.rubric_choice(rubric jsonb, chosen jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(chosen) is distinct from 'object' or exists (
      select from jsonb_each_text(chosen) x where not exists (
        select from jsonb_array_elements(rubric) c, jsonb_array_elements(c -> 'levels') l where c ->> 'id' = x.key and l ->> 'id' = x.value)) then
    perform private.raise_error('assignment_changed', 'This was changed or handed in meanwhile. Look at it again, then try again.');
  end if;
  return chosen;
end $$;
comment on function private.rubric_choice is 'The chosen levels, if the rubric has each of them.';

create function private.grade_work(submission uuid, grader uuid, points numeric, chosen jsonb, feedback text, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  s public.assignment_submissions%rowtype;
  a public.assignments%rowtype;
  g public.assignment_grades%rowtype;
begin
  select * into s from public.assignment_submissions k where k.id = submission for update;
  select * into a from public.assignments k where (k.account_id, k.id) = (s.account_id, s.assignment_id);
  if not coalesce(points between 0 and a.points and scale(trim_scale(points)) <= 2, false) or length(coalesce(feedback, '')) > 10000 then
    perform private.raise_error('invalid', format('Points are 0 to %s with at most two decimals, and feedback has at most 10,000 characters.', a.points));
  end if;
  g.late_units := private.late_units_of(a, s, s.submitted_at);
  g.deducted := private.late_deduction(points, a.points, g.late_units, a.late_percent, a.late_floor);
  insert into public.assignment_grades (account_id, submission_id, member_id, number, earned, late_units, deducted, points, out_of, rubric, feedback, graded_by, graded_at)
  values (s.account_id, s.id, s.member_id, s.hand_ins, points, g.late_units, g.deducted, points - g.deducted, a.points, chosen, trim(coalesce(feedback, '')),
    grader, at) returning * into g;
  update public.assignment_submissions k set status = 'graded', points = g.points, passed = g.points * 100 >= a.pass_mark * a.points, version = k.version + 1
   where (k.account_id, k.id) = (s.account_id, s.id) returning * into s;
  if s.passed and a.completion = 'graded' then
    perform private.complete_activity(s.account_id, s.member_id, a.lesson_id, 'server');
  end if;
  perform private.emit(s.account_id, 'assignment.graded', 'member:' || s.member_id, facts => private.submission_facts(s)
    || jsonb_build_object('points', g.points, 'out_of', g.out_of, 'late_units', g.late_units,
      'result', case when s.passed then 'passed' else 'failed' end, 'graded_at', g.graded_at));
  perform private.tell_grade(s, a);
end $$;
comment on function private.grade_work is
  'Grades work as it was last handed in; what is taken off for lateness, a pass and what follows from it are decided here. The caller has checked who grades, and the chosen levels.';

create function public.grade_submission(submission_id uuid, version integer, points numeric, rubric jsonb, feedback text) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  s public.assignment_submissions := private.graded_submission(submission_id);
  a public.assignments%rowtype;
  chosen jsonb;
begin
  select * into a from public.assignments k where (k.account_id, k.id) = (s.account_id, s.assignment_id);
  if s.version is distinct from version then
    perform private.raise_error('submission_changed', 'This was changed or handed in meanwhile. Look at it again, then try again.');
  end if;
  chosen := private.rubric_choice(a.rubric, coalesce(rubric, '{}'));
  -- Where no points are sent, those of the chosen levels count, once each criterion has one.
  if points is null and a.rubric <> '[]' and (select count(*) from jsonb_object_keys(chosen)) = jsonb_array_length(a.rubric) then
    points := private.rubric_points(a.rubric, chosen);
  end if;
  perform private.grade_work(s.id, private.member_of(s.account_id), points, chosen, feedback, private.clock_now());
  return private.sheet_of(private.graded_submission(submission_id));
end $$;
comment on function public.grade_submission is 'Grades work in one transaction with all that follows. Returns the work.';
grant execute on function public.grade_submission(uuid, integer, numeric, jsonb, text) to authenticated;

create function public.set_own_due(assignment_id uuid, member_id uuid, due_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  a public.assignments%rowtype;
begin
  select * into a from public.assignments k where k.id = assignment_id and k.course_id in (select private.graded_courses());
  if a.id is null or a.is_anonymous or not exists (
      select from public.enrolments e where (e.account_id, e.course_id, e.member_id) = (a.account_id, a.course_id, member_id)) then
    perform private.raise_error('not_found', 'There is no such row.');
  end if;
  if not isfinite(due_at) then
    perform private.raise_error('invalid', 'Some query parameters are not valid.');
  end if;
  insert into public.assignment_submissions as s (account_id, course_id, assignment_id, member_id, own_due_at)
  values (a.account_id, a.course_id, a.id, member_id, due_at)
  on conflict on constraint assignment_submissions_account_id_assignment_id_member_id_key do update set own_due_at = excluded.own_due_at;
end $$;
comment on function public.set_own_due is 'Gives one student a due date of their own, null that of everybody. Grades given before stay as they are.';
grant execute on function public.set_own_due(uuid, uuid, timestamptz) to authenticated;

create function private.tell_graders(until timestamptz default private.clock_now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  span record;
  told integer := 0;
begin
  insert into private.assignment_tellings (account_id, course_id, told_until)
  select distinct a.account_id, a.course_id, until - interval '1 day' from public.assignments a on conflict do nothing;
  for span in
    select t.account_id, t.course_id, t.told_until, c.title, c.slug, c.author_id from private.assignment_tellings t
      join public.courses c on (c.account_id, c.id) = (t.account_id, t.course_id)
     where t.told_until < until and private.has_feature(t.account_id, 'lms') and exists (
       select from public.assignment_hand_ins h where (h.account_id, h.course_id) = (t.account_id, t.course_id) and h.submitted_at > t.told_until and h.submitted_at <= until)
     order by t.account_id, t.course_id for update of t skip locked
  loop
    update private.assignment_tellings t set told_until = until where (t.account_id, t.course_id) = (span.account_id, span.course_id);
    perform private.notify_localized(span.account_id, m.user_id, 'assignmentsToGrade', 'Work to grade in <strong>{{title}}</strong>: {{number}}.',
        jsonb_build_object('title', span.title, 'number', w.waiting), 2, '/dashboard/instructor/submissions', 'teaching')
      from (select count(*) as waiting from public.assignment_submissions s
             where (s.account_id, s.course_id) = (span.account_id, span.course_id) and s.status = 'submitted') w
      join public.members m on m.account_id = span.account_id and m.blocked_at is null and m.user_id is not null
        and (m.id = span.author_id or m.id in (select i.member_id from public.course_instructors i where (i.account_id, i.course_id) = (span.account_id, span.course_id)))
      join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id) and r.caps && '{manage_submissions,manage_options}'
     where w.waiting > 0;
    told := told + 1;
  end loop;
  return told;
end $$;
comment on function private.tell_graders is 'Tells those who grade in a course how much waits, once for all that was handed in since they were last told; returns of how many courses.';
