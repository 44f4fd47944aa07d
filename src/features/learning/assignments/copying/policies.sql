create function private.copy_assignment_parts(source public.courses, target public.courses, lessons jsonb, is_whole boolean) returns void
language sql security definer set search_path = '' as $$
  update public.assignments k set points = a.points, pass_mark = a.pass_mark, takes_text = a.takes_text, takes_link = a.takes_link, max_files = a.max_files,
      max_file_mb = a.max_file_mb, file_types = a.file_types, due_at = a.due_at, due_days = a.due_days, takes_late = a.takes_late,
      late_percent = a.late_percent, late_unit = a.late_unit, late_floor = a.late_floor, resubmissions = a.resubmissions,
      completion = a.completion, is_anonymous = a.is_anonymous, rubric = a.rubric
    from public.assignments a
   where (a.account_id, a.course_id) = (source.account_id, source.id) and lessons ? a.lesson_id::text
     and (k.account_id, k.lesson_id) = (target.account_id, (lessons ->> a.lesson_id::text)::uuid)
$$;
comment on function private.copy_assignment_parts is 'Copies the rules and rubrics of the assignments of copied lessons.';
