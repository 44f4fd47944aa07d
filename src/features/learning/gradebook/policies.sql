create trigger grade_schemes_touch before update on public.grade_schemes for each row execute function private.touch_updated_at();
create trigger grade_groups_touch before update on public.grade_groups for each row execute function private.touch_updated_at();
create trigger grade_items_touch before update on public.grade_items for each row execute function private.touch_updated_at();
create trigger grade_entries_touch before update on public.grade_entries for each row execute function private.touch_updated_at();

create function private.make_grade_item() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (private.lesson_kind(new.kind)).has_grades then
    insert into public.grade_items (account_id, course_id, lesson_id) values (new.account_id, new.course_id, new.id)
    on conflict (account_id, lesson_id) do nothing;
  end if;
  return null;
end $$;
comment on function private.make_grade_item is 'Gives a lesson that gives points its column in the gradebook.';
create trigger lessons_make_grade_item after insert or update of kind on public.lessons for each row execute function private.make_grade_item();

-- What lessons give

create function private.lesson_points(account uuid, course uuid) returns table (lesson_id uuid, out_of numeric, is_anonymous boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  graded record;
begin
  for graded in select k.kind from private.lesson_kinds k where k.has_grades loop
    return query execute format('select p.lesson_id, p.out_of, p.is_anonymous from private.%I($1, $2) p', graded.kind || '_lesson_points') using account, course;
  end loop;
end $$;
comment on function private.lesson_points is 'How many points each lesson of a course gives, as the features of their kinds tell.';

create function private.lesson_grades(account uuid, course uuid, members uuid[])
returns table (lesson_id uuid, member_id uuid, points numeric, state text, is_late boolean, due_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  graded record;
begin
  for graded in select k.kind from private.lesson_kinds k where k.has_grades loop
    return query execute format('select g.lesson_id, g.member_id, g.points, g.state, g.is_late, g.due_at from private.%I($1, $2, $3) g', graded.kind || '_lesson_grades')
      using account, course, members;
  end loop;
end $$;
comment on function private.lesson_grades is 'What members have of the lessons of a course that give points, as the features of their kinds tell: graded, to_grade, missing or open.';

create function private.course_items(account uuid, course uuid)
returns table (id uuid, lesson_id uuid, group_id uuid, title text, slug text, kind text, out_of numeric, is_shown boolean, is_counted boolean,
  is_anonymous boolean, may_hide boolean, place bigint)
language sql stable security definer set search_path = '' as $$
  select i.id, i.lesson_id, i.group_id, coalesce(i.title, l.title), l.slug, l.kind, coalesce(i.points, p.out_of), i.is_shown, i.is_counted,
      coalesce(p.is_anonymous, false),
      exists (select from public.availability_rules r where r.account_id = i.account_id and r.id in (l.course_id, l.section_id, l.id) and r.is_hidden),
      row_number() over (order by s.position nulls last, l.position, i.position, i.id)
    from public.grade_items i
    left join public.lessons l on (l.account_id, l.id) = (i.account_id, i.lesson_id) and l.is_published
    left join public.sections s on (s.account_id, s.id) = (l.account_id, l.section_id)
    left join private.lesson_points(account, course) p on p.lesson_id = l.id
   where (i.account_id, i.course_id) = (account, course) and i.archived_at is null and (i.lesson_id is null or p.out_of > 0)
$$;
comment on function private.course_items is 'The columns of a gradebook in their order: published lessons that give points, then what is graded by hand.';

-- What a course makes of them

create function private.grade_scheme(account uuid, course uuid) returns public.grade_schemes
language plpgsql stable security definer set search_path = '' as $$
declare
  s public.grade_schemes%rowtype;
begin
  select * into s from public.grade_schemes k where (k.account_id, k.course_id) = (account, course);
  if s.id is null then
    s.account_id := account;
    s.course_id := course;
    s.weighting := 'points';
    s.missing := 'ignore';
    s.letters := '[]';
    s.is_shown := true;
    s.version := 0;
  end if;
  return s;
end $$;
comment on function private.grade_scheme is 'How the grades of a course make one: as it was set up, or all points alike.';

create function private.grade_cells(scheme public.grade_schemes, members uuid[], is_own boolean default false)
returns table (member_id uuid, item_id uuid, group_id uuid, place bigint, points numeric, out_of numeric, state text, is_entered boolean, is_late boolean, due_at timestamptz,
  note text, version int, counted numeric, counts boolean)
language sql stable security definer set search_path = '' as $$
  with items as materialized (select i.* from private.course_items(scheme.account_id, scheme.course_id) i where i.is_shown or not is_own),
  grades as materialized (select * from private.lesson_grades(scheme.account_id, scheme.course_id, members)),
  cells as (
    select m.id as member_id, i.id as item_id, i.group_id, i.place, i.out_of, i.is_counted, e.status, e.points as entered, g.points as of_lesson, coalesce(g.is_late, false) as is_late,
        g.due_at, coalesce(e.note, '') as note, coalesce(e.version, 0) as version,
        case
          when i.is_anonymous and not is_own then 'anonymous'
          when i.may_hide and private.is_hidden_from(m.id, (
            select n.starts_at from public.enrolments n where (n.account_id, n.course_id, n.member_id) = (scheme.account_id, scheme.course_id, m.id)), l) then 'closed'
          when e.status = 'points' then 'graded' when e.status in ('excused', 'missing') then e.status
          else coalesce(g.state, 'open') end as state
      from unnest(members) m (id)
     cross join items i
      left join public.lessons l on i.may_hide and (l.account_id, l.id) = (scheme.account_id, i.lesson_id)
      left join grades g on (g.member_id, g.lesson_id) = (m.id, i.lesson_id)
      left join public.grade_entries e on (e.account_id, e.item_id, e.member_id) = (scheme.account_id, i.id, m.id)),
  valued as (
    select c.*, case when c.state in ('graded', 'to_grade') then coalesce(c.entered, c.of_lesson) end as points from cells c)
  select v.member_id, v.item_id, v.group_id, v.place, v.points, v.out_of, v.state, coalesce(v.status <> 'none', false) and v.state <> 'anonymous', v.is_late and v.state <> 'anonymous',
      v.due_at, case when v.state <> 'anonymous' then v.note else '' end, v.version,
      case when v.state = 'missing' and (v.status = 'missing' or scheme.missing = 'zero') then 0 else v.points end,
      v.is_counted and v.state not in ('anonymous', 'closed', 'excused')
    from valued v
$$;
comment on function private.grade_cells is
  'Each item of a course for each of the members: the points, where it stands, and what counts of it. A grader is not told what stands under a hidden name; a student not what is not shown yet.';

create function private.graded_course(course uuid) returns public.courses
language plpgsql stable security definer set search_path = '' as $$
declare
  c public.courses%rowtype;
begin
  select * into c from public.courses k where k.id = course and k.id in (select private.graded_courses()) and private.has_feature(k.account_id, 'lms');
  if c.id is null then
    perform private.raise_error('forbidden', 'You don’t have permission to grade in this course.');
  end if;
  return c;
end $$;
comment on function private.graded_course is 'A course whose work the caller grades; raises forbidden for any other.';

grant select (account_id, id, course_id, weighting, missing, pass_percent, letters, is_shown, version, created_at, updated_at) on public.grade_schemes to authenticated;
grant select (account_id, id, course_id, title, position, weight, drop_lowest, min_percent, created_at, updated_at) on public.grade_groups to authenticated;
grant select (account_id, id, course_id, group_id, lesson_id, title, points, position, is_shown, is_counted, archived_at, created_at, updated_at)
  on public.grade_items to authenticated;
grant select (account_id, id, course_id, item_id, member_id, status, points, note, version, created_at, updated_at) on public.grade_entries to authenticated;
grant select (account_id, id, course_id, item_id, member_id, status, points, note, is_import, changed_by, changed_at, created_at) on public.grade_changes to authenticated;
create policy "Who grades in a course sees how" on public.grade_schemes for select to authenticated using (course_id in (select private.graded_courses()));
create policy "Who grades in a course sees its groups" on public.grade_groups for select to authenticated using (course_id in (select private.graded_courses()));
create policy "Who grades in a course sees its items" on public.grade_items for select to authenticated using (course_id in (select private.graded_courses()));
create policy "Who grades in a course sees what was entered" on public.grade_entries for select to authenticated using (course_id in (select private.graded_courses()));
create policy "Who grades in a course sees what was changed" on public.grade_changes for select to authenticated using (course_id in (select private.graded_courses()));
create policy "Schemes are there where the plan and the account have lms" on public.grade_schemes as restrictive for all to authenticated
  using (private.has_feature(account_id, 'lms'));
create policy "Groups of grades are there where the plan and the account have lms" on public.grade_groups as restrictive for all to authenticated
  using (private.has_feature(account_id, 'lms'));
create policy "Items are there where the plan and the account have lms" on public.grade_items as restrictive for all to authenticated
  using (private.has_feature(account_id, 'lms'));
create policy "Entries are there where the plan and the account have lms" on public.grade_entries as restrictive for all to authenticated
  using (private.has_feature(account_id, 'lms'));
create policy "Changes are there where the plan and the account have lms" on public.grade_changes as restrictive for all to authenticated
  using (private.has_feature(account_id, 'lms'));
