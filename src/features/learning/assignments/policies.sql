create trigger assignments_touch before update on public.assignments for each row execute function private.touch_updated_at();
create trigger assignment_submissions_touch before update on public.assignment_submissions for each row execute function private.touch_updated_at();
create trigger assignment_drafts_touch before update on public.assignment_drafts for each row execute function private.touch_updated_at();

create function private.make_assignment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.assignments (account_id, course_id, lesson_id) values (new.account_id, new.course_id, new.id)
  on conflict (account_id, lesson_id) do nothing;
  return null;
end $$;
comment on function private.make_assignment is 'Creates the assignment of a lesson of kind assignment.';
create trigger lessons_make_assignment after insert or update of kind on public.lessons for each row when (new.kind = 'assignment')
  execute function private.make_assignment();

create function private.late_units(submitted timestamptz, due timestamptz, unit text) returns int
language sql immutable set search_path = '' as $$
  select case when due is null or submitted is null or submitted <= due then 0
    else least(1000000, ceil(extract(epoch from submitted - due) / case unit when 'hour' then 3600 else 86400 end))::int end
$$;
comment on function private.late_units is 'How many hours or days late something is, each begun one counted.';

create function private.late_deduction(earned numeric, out_of int, units int, percent int, floor_percent int) returns numeric
language sql immutable set search_path = '' as $$
  -- The floor raises nothing: who earned less keeps what they earned.
  select earned - greatest(round(earned - out_of::numeric * percent * units / 100, 2), least(earned, round(out_of * floor_percent / 100.0, 2)))
$$;
comment on function private.late_deduction is 'The points taken off late work, as lateDeduction in rules.ts explains it.';

create function private.rubric_points(rubric jsonb, chosen jsonb default null) returns numeric
language sql immutable set search_path = '' as $$
  select coalesce(sum(best.points), 0) from jsonb_array_elements(rubric) c,
    lateral (select max((l ->> 'points')::numeric) as points from jsonb_array_elements(c -> 'levels') l
      where chosen is null or l ->> 'id' = chosen ->> (c ->> 'id')) best
$$;
comment on function private.rubric_points is 'The points of the chosen levels of a rubric, or of the best ones.';

create function private.is_rubric(rubric jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  list jsonb;
begin
  if jsonb_typeof(rubric) is distinct from 'array' or jsonb_array_length(rubric) > 20 then return false; end if;
  for list in select rubric union all select c -> 'levels' from jsonb_array_elements(rubric) c loop
    if jsonb_typeof(list) is distinct from 'array' or exists (
        select from jsonb_array_elements(list) e where not coalesce(e ->> 'id' ~ '^[a-z0-9]{1,12}$' and length(trim(e ->> 'title')) between 1 and 200, false))
      or (select count(distinct e ->> 'id') from jsonb_array_elements(list) e) <> jsonb_array_length(list) then
      return false;
    end if;
  end loop;
  if exists (select from jsonb_array_elements(rubric) c where jsonb_array_length(c -> 'levels') not between 1 and 8)
    or exists (select from jsonb_array_elements(rubric) c, jsonb_array_elements(c -> 'levels') l
      where jsonb_typeof(l -> 'points') is distinct from 'number' or not l ->> 'points' ~ '^[0-9]{1,4}$' or (l ->> 'points')::int > 1000) then
    return false;
  end if;
  return jsonb_array_length(rubric) = 0 or private.rubric_points(rubric) between 1 and 1000;
end $$;
comment on function private.is_rubric is 'Whether a rubric has criteria and levels with ids of their own, titles and whole points, in the numbers that are allowed.';

create function private.save_assignment_activity(lesson public.lessons, activity jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  a public.assignments%rowtype;
  s jsonb := activity -> 'settings';
begin
  select * into a from public.assignments k where (k.account_id, k.lesson_id) = (lesson.account_id, lesson.id) for update;
  if a.version is distinct from (activity ->> 'version')::int then
    perform private.raise_error('assignment_changed', 'This was changed or handed in meanwhile. Look at it again, then try again.');
  end if;
  if not private.is_rubric(s -> 'rubric') then
    perform private.raise_error('invalid', 'The rules of an assignment have limits, which its form names.');
  end if;
  if (s ->> 'is_anonymous')::boolean is distinct from a.is_anonymous
      and exists (select from public.assignment_submissions k where (k.account_id, k.assignment_id) = (a.account_id, a.id) and k.hand_ins > 0) then
    perform private.raise_error('conflict', 'Whether names are hidden can’t be changed after something was handed in.');
  end if;
  update public.assignments k set
      points = case when jsonb_array_length(s -> 'rubric') > 0 then private.rubric_points(s -> 'rubric') else (s ->> 'points')::smallint end,
      pass_mark = (s ->> 'pass_mark')::smallint, takes_text = (s ->> 'takes_text')::boolean, takes_link = (s ->> 'takes_link')::boolean,
      max_files = (s ->> 'max_files')::smallint, max_file_mb = (s ->> 'max_file_mb')::smallint,
      file_types = array(select jsonb_array_elements_text(s -> 'file_types')), due_at = (s ->> 'due_at')::timestamptz, due_days = (s ->> 'due_days')::smallint,
      takes_late = (s ->> 'takes_late')::boolean, late_percent = (s ->> 'late_percent')::smallint,
      late_unit = s ->> 'late_unit', late_floor = (s ->> 'late_floor')::smallint, resubmissions = (s ->> 'resubmissions')::smallint,
      completion = s ->> 'completion', is_anonymous = (s ->> 'is_anonymous')::boolean, rubric = s -> 'rubric', version = k.version + 1
   where (k.account_id, k.id) = (a.account_id, a.id);
  return jsonb_build_object('version', a.version + 1);
exception when not_null_violation or check_violation or invalid_text_representation or numeric_value_out_of_range
    or datetime_field_overflow or invalid_datetime_format or invalid_parameter_value then
  perform private.raise_error('invalid', 'The rules of an assignment have limits, which its form names.');
end $$;
comment on function private.save_assignment_activity is 'Saves the assignment of a lesson with the lesson: what public.save_lesson calls for this kind.';

create function private.graded_courses() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select private.courses_where('manage_submissions')
$$;
comment on function private.graded_courses is 'The courses whose work the caller grades.';
grant execute on function private.graded_courses() to authenticated;

create function private.due_date(a public.assignments, own_due_at timestamptz, started timestamptz) returns timestamptz
language sql immutable as $$
  select coalesce(own_due_at, a.due_at, started + make_interval(days => a.due_days))
$$;
comment on function private.due_date is 'When an assignment is due: by a student''s own due date, everybody''s, or so many days after they enrolled; null is never.';

create function private.due_of(a public.assignments, member uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select private.due_date(a,
    (select s.own_due_at from public.assignment_submissions s where (s.account_id, s.assignment_id, s.member_id) = (a.account_id, a.id, member)),
    (select e.starts_at from public.enrolments e where (e.account_id, e.course_id, e.member_id) = (a.account_id, a.course_id, member)))
$$;
comment on function private.due_of is 'When an assignment is due for a member; null is never.';

create function private.shown_assignments(account uuid, course uuid) returns setof public.assignments
language sql stable security definer set search_path = '' as $$
  select a.* from public.assignments a
    join public.lessons l on (l.account_id, l.id) = (a.account_id, a.lesson_id) and l.is_published and l.kind = 'assignment'
   where (a.account_id, a.course_id) = (account, course)
$$;
comment on function private.shown_assignments is 'The assignments of a course that students see: a lesson that became another kind keeps its own, and shows none.';

create function private.late_units_of(a public.assignments, s public.assignment_submissions, submitted timestamptz) returns int
language sql stable security definer set search_path = '' as $$
  select private.late_units(submitted, private.due_of(a, s.member_id), a.late_unit)
$$;
comment on function private.late_units_of is 'How many hours or days late a work was handed in, by the due date of its student.';

create function private.listed_files(account uuid, files uuid[], is_named boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'path', f.path, 'size', f.size, 'mime_type', f.mime_type,
      'name', case when is_named then f.name else u.place || coalesce(substring(f.path from '\.[a-z0-9]{1,8}$'), '') end) order by u.place), '[]')
    from unnest(files) with ordinality u (id, place) join public.assignment_files f on (f.account_id, f.id) = (account, u.id)
$$;
comment on function private.listed_files is 'The files of a draft or a hand-in in their order; without their names, which may name somebody, they are numbered.';

create function private.hand_ins_of(a public.assignments, s public.assignment_submissions, is_named boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('number', h.number, 'body', h.body, 'link', h.link, 'submitted_at', h.submitted_at,
      'files', private.listed_files(h.account_id, h.files, is_named), 'late_units', private.late_units_of(a, s, h.submitted_at)) order by h.number desc), '[]')
    from public.assignment_hand_ins h where (h.account_id, h.submission_id) = (s.account_id, s.id)
$$;
comment on function private.hand_ins_of is 'All that was handed in of a work, the newest first.';

create function private.grades_of(s public.assignment_submissions, is_named boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'number', g.number, 'earned', g.earned, 'late_units', g.late_units, 'deducted', g.deducted,
      'points', g.points, 'out_of', g.out_of, 'rubric', g.rubric, 'feedback', g.feedback, 'graded_at', g.graded_at,
      'graded_by', case when is_named then m.name end) order by g.id desc), '[]')
    from public.assignment_grades g left join public.members m on (m.account_id, m.id) = (g.account_id, g.graded_by)
   where (g.account_id, g.submission_id) = (s.account_id, s.id)
$$;
comment on function private.grades_of is 'The grades of a work, the newest first.';

create function private.rules_of(a public.assignments) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'course_id', a.course_id, 'lesson_id', a.lesson_id, 'points', a.points, 'pass_mark', a.pass_mark,
    'takes_text', a.takes_text, 'takes_link', a.takes_link, 'max_files', a.max_files, 'max_file_mb', a.max_file_mb, 'file_types', a.file_types,
    'due_at', a.due_at, 'due_days', a.due_days, 'takes_late', a.takes_late, 'late_percent', a.late_percent, 'late_unit', a.late_unit, 'late_floor', a.late_floor,
    'resubmissions', a.resubmissions, 'completion', a.completion, 'is_anonymous', a.is_anonymous, 'rubric', a.rubric)
$$;
comment on function private.rules_of is 'The rules of an assignment, as students and graders read them.';

create function private.assignment_percent(account uuid, member uuid, lesson uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select floor(100 * s.points / a.points) from public.assignments a
    join public.assignment_submissions s on (s.account_id, s.assignment_id) = (a.account_id, a.id)
   where (a.account_id, a.lesson_id) = (account, lesson) and s.member_id = member and s.points is not null
$$;
comment on function private.assignment_percent is 'What a member reached in the assignment of a lesson, in percent; null before there is a grade.';

create function public.assignment_result(lesson_id uuid, member_id uuid)
returns table (status text, points numeric, out_of smallint, passed boolean, submitted_at timestamptz, late_units integer)
language sql stable security definer set search_path = '' as $$
  select s.status, s.points, a.points, s.passed, s.submitted_at, private.late_units_of(a, s, s.submitted_at)
    from public.assignments a join public.assignment_submissions s on (s.account_id, s.assignment_id) = (a.account_id, a.id)
   where a.lesson_id = assignment_result.lesson_id and s.member_id = assignment_result.member_id and s.hand_ins > 0
     and (s.member_id in (select private.member_ids() union all select private.child_ids())
       or (not a.is_anonymous and a.course_id in (select private.graded_courses() union all select private.courses_where('manage_students'))))
$$;
comment on function public.assignment_result is 'Where the work of a member on the assignment of a lesson stands: for themselves, their parents, and, where names are not hidden, who teaches the course.';
grant execute on function public.assignment_result(uuid, uuid) to authenticated;

grant select (account_id, id, course_id, lesson_id, points, pass_mark, takes_text, takes_link, max_files, max_file_mb, file_types, due_at, due_days,
  takes_late, late_percent, late_unit, late_floor, resubmissions, completion, is_anonymous, rubric, version, created_at, updated_at)
  on public.assignments to authenticated;
create policy "Students see the rules of the assignments in their courses" on public.assignments for select to authenticated
  using (course_id in (select private.enrolled_courses())
    and exists (select from public.lessons l where (l.account_id, l.id) = (assignments.account_id, assignments.lesson_id) and l.is_published)
    and private.is_open(account_id, lesson_id));
create policy "Authors, graders and managers see every assignment of their courses" on public.assignments for select to authenticated
  using (course_id in (select private.editable_courses() union all select private.graded_courses()));

-- Graders read work by public.submission_queue and public.submission_sheet alone, which hide names where they are hidden; what is of a student
-- names them here, and is for themselves.
grant select (account_id, id, course_id, assignment_id, member_id, status, hand_ins, submitted_at, own_due_at, points, passed, created_at, updated_at)
  on public.assignment_submissions to authenticated;
create policy "Students see their own work" on public.assignment_submissions for select to authenticated
  using (member_id = (select private.member_ids()));
grant select (account_id, id, submission_id, path, name, mime_type, size, created_at) on public.assignment_files to authenticated;
create policy "Students see their own files" on public.assignment_files for select to authenticated
  using (member_id = (select private.member_ids()));
grant select (account_id, id, body, link, files, revision, created_at, updated_at) on public.assignment_drafts to authenticated;
create policy "Students see their own drafts" on public.assignment_drafts for select to authenticated
  using (member_id = (select private.member_ids()));
grant select (account_id, id, course_id, submission_id, number, body, link, files, submitted_at, created_at) on public.assignment_hand_ins to authenticated;
create policy "Students see what they have handed in" on public.assignment_hand_ins for select to authenticated
  using (member_id = (select private.member_ids()));

grant select (account_id, id, submission_id, number, earned, late_units, deducted, points, out_of, rubric, feedback, graded_at, created_at)
  on public.assignment_grades to authenticated;
create policy "Students see their own grades" on public.assignment_grades for select to authenticated
  using (member_id = (select private.member_ids()));

create trigger assignments_feature before insert on public.assignments for each row execute function private.guard_feature('lms');
create policy "Assignments are there where the plan and the account have lms" on public.assignments as restrictive for all to authenticated
  using (private.has_feature(account_id, 'lms'));

create function private.submission_facts(s public.assignment_submissions) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('submission_id', s.id, 'assignment_id', s.assignment_id, 'course_id', s.course_id, 'member_id', s.member_id,
    'number', s.hand_ins, 'submitted_at', s.submitted_at)
$$;
comment on function private.submission_facts is 'What the events of a work have in common.';
