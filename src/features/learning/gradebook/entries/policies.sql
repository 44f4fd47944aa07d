create function private.notify_graded(course public.courses, members uuid[]) returns void
language sql security definer set search_path = '' as $$
  select private.notify_localized(course.account_id, m.user_id, 'gradesChanged', 'There are new grades in <strong>{{title}}</strong>.',
      jsonb_build_object('title', course.title), 2, '/dashboard/courses/' || course.slug || '/grades', 'learning')
    from public.members m where m.account_id = course.account_id and m.id = any (members) and m.user_id is not null order by m.id
$$;
comment on function private.notify_graded is 'Tells students that grades were entered for them, once for all of them.';

create function private.entered_grades(course public.courses, changes jsonb)
returns table (item_id uuid, member_id uuid, version int, status text, points numeric, note text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not coalesce(jsonb_array_length(changes) between 1 and 20000, false) then
    perform private.raise_error('invalid', 'Enter 1 to 20,000 grades at once.');
  end if;
  return query select (w ->> 'item_id')::uuid, (w ->> 'member_id')::uuid, coalesce((w ->> 'version')::int, 0), w ->> 'status',
      case when w ->> 'status' = 'points' then (w ->> 'points')::numeric end, left(trim(coalesce(w ->> 'note', '')), 1001) from jsonb_array_elements(changes) w;
exception when invalid_text_representation or numeric_value_out_of_range or invalid_parameter_value then
  perform private.raise_error('invalid', 'A grade is 0 to 1,000 points with at most two decimals, excused or missing.');
end $$;
comment on function private.entered_grades is 'The grades of a request as rows.';

create function private.require_gradable(course public.courses, changes jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  wrong record;
begin
  select bool_or(not coalesce(w.status in ('none', 'excused', 'missing') or (w.status = 'points' and w.points between 0 and 1000 and scale(trim_scale(w.points)) <= 2), false)
        or length(w.note) > 1000) as is_invalid,
      bool_or(i.id is null or e.id is null or i.is_anonymous) as is_foreign, bool_or(w.member_id in (select private.member_ids())) as is_own,
      count(*) > count(distinct (w.item_id, w.member_id)) as is_doubled
    into wrong
    from private.entered_grades(course, changes) w
    left join private.course_items(course.account_id, course.id) i on i.id = w.item_id
    left join public.enrolments e on (e.account_id, e.course_id, e.member_id) = (course.account_id, course.id, w.member_id);
  if wrong.is_invalid or wrong.is_doubled then
    perform private.raise_error('invalid', 'A grade is 0 to 1,000 points with at most two decimals, excused or missing.');
  elsif wrong.is_foreign then
    perform private.raise_error('not_found', 'There is no such row.');
  elsif wrong.is_own then
    perform private.raise_error('own_attempt', 'You can’t grade your own attempt.');
  end if;
end $$;
comment on function private.require_gradable is 'Refuses grades that are none, of items or students that are not of the course, of hidden names, and the caller''s own.';

create function public.enter_grades(course_id uuid, changes jsonb, is_import boolean default false) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses := private.graded_course(course_id);
  grader uuid := private.member_of(c.account_id);
  changed record;
begin
  -- One at a time in a course: two that enter the same grade are told of each other.
  perform from public.courses k where (k.account_id, k.id) = (c.account_id, c.id) for no key update;
  perform private.require_gradable(c, changes);
  if exists (
      select from private.entered_grades(c, changes) w
        left join public.grade_entries e on (e.account_id, e.item_id, e.member_id) = (c.account_id, w.item_id, w.member_id)
       where coalesce(e.version, 0) <> w.version) then
    perform private.raise_error('gradebook_changed', 'Somebody has changed this meanwhile. Look at it again, then try again.');
  end if;
  with written as (
    insert into public.grade_entries as e (account_id, course_id, item_id, member_id, status, points, note)
    select c.account_id, c.id, w.item_id, w.member_id, w.status, w.points, w.note from private.entered_grades(c, changes) w
      left join public.grade_entries k on (k.account_id, k.item_id, k.member_id) = (c.account_id, w.item_id, w.member_id)
     where (coalesce(k.status, 'none'), k.points, coalesce(k.note, '')) is distinct from (w.status, w.points, w.note)
    on conflict on constraint grade_entries_account_id_item_id_member_id_key do update
      set status = excluded.status, points = excluded.points, note = excluded.note, version = e.version + 1
    returning e.item_id, e.member_id, e.status, e.points, e.note),
  noted as (
    insert into public.grade_changes (account_id, course_id, item_id, member_id, status, points, note, is_import, changed_by, changed_at)
    select c.account_id, c.id, w.item_id, w.member_id, w.status, w.points, w.note, coalesce(is_import, false), grader, private.clock_now() from written w
    returning item_id, member_id)
  select count(*) as number, array_agg(distinct n.member_id) filter (where i.is_shown) as members into changed
    from noted n join public.grade_items i on (i.account_id, i.id) = (c.account_id, n.item_id);
  perform private.notify_graded(c, changed.members);
  return changed.number;
end $$;
comment on function public.enter_grades is 'Enters up to 20,000 grades by hand in one transaction, with their history: [{item_id, member_id, version, status, points, note}]. Returns how many changed.';
grant execute on function public.enter_grades(uuid, jsonb, boolean) to authenticated;

create function private.grade_history(account uuid, item public.grade_items, member uuid)
returns table (at timestamptz, status text, points numeric, note text, is_entered boolean, is_import boolean, grader uuid)
language plpgsql stable security definer set search_path = '' as $$
declare
  lesson record;
begin
  return query select h.changed_at, h.status, h.points, h.note, true, h.is_import, h.changed_by from public.grade_changes h
    where (h.account_id, h.item_id, h.member_id) = (account, item.id, member);
  select k.kind into lesson from public.lessons l join private.lesson_kinds k on k.kind = l.kind and k.has_grades
   where (l.account_id, l.id) = (account, item.lesson_id);
  if lesson.kind is not null then
    return query execute format('select h.at, ''points'', h.points, '''', false, false, h.grader from private.%I($1, $2, $3) h', lesson.kind || '_grade_history')
      using account, item.lesson_id, member;
  end if;
end $$;
comment on function private.grade_history is 'Each change of a grade: entered by hand, or given in the lesson.';

create function public.grade_details(item_id uuid, member_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  i public.grade_items%rowtype;
  cell record;
begin
  select * into i from public.grade_items k where k.id = item_id and k.course_id in (select private.graded_courses()) and private.has_feature(k.account_id, 'lms');
  select k.* into cell from private.grade_cells(private.grade_scheme(i.account_id, i.course_id), array[member_id]) k where k.item_id = i.id;
  if cell.state is null or cell.state = 'anonymous' or not exists (
      select from public.enrolments e where (e.account_id, e.course_id, e.member_id) = (i.account_id, i.course_id, member_id)) then
    perform private.raise_error('not_found', 'There is no such row.');
  end if;
  return jsonb_build_object('points', cell.points, 'out_of', cell.out_of, 'state', cell.state, 'is_entered', cell.is_entered, 'is_late', cell.is_late, 'due_at', cell.due_at,
    'note', cell.note, 'version', cell.version, 'is_own', member_id in (select private.member_ids()),
    'history', (select coalesce(jsonb_agg(jsonb_build_object('at', h.at, 'status', h.status, 'points', h.points, 'note', h.note, 'is_entered', h.is_entered,
        'is_import', h.is_import, 'grader', m.name) order by h.at desc), '[]')
      from (select * from private.grade_history(i.account_id, i, member_id) k order by k.at desc limit 100) h
      left join public.members m on (m.account_id, m.id) = (i.account_id, h.grader)));
end $$;
comment on function public.grade_details is 'One grade of a student with its history, newest first, for who grades in the course.';
grant execute on function public.grade_details(uuid, uuid) to authenticated;
