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

create function private.best_grades(items uuid[], points numeric[], out_of numeric[], drops int, out earned numeric, out possible numeric, out dropped uuid[])
language plpgsql immutable set search_path = '' as $$
declare
  share numeric := -1;
  better numeric;
begin
  drops := least(drops, cardinality(items) - 1);
  select sum(p), sum(o), '{}' into earned, possible, dropped from unnest(points, out_of) u (p, o);
  if coalesce(drops, 0) <= 0 then return; end if;
  better := earned / possible;
  -- Whatever is left out, the share of the rest is to be the highest there is. The items that are furthest above a share are the best for it;
  -- their own share is a higher one, until there is none (W. Dinkelbach, On nonlinear fractional programming, 1967).
  while better > share loop
    share := better;
    select sum(r.p) filter (where r.place > drops), sum(r.o) filter (where r.place > drops), array_agg(r.i) filter (where r.place <= drops)
      into earned, possible, dropped
      from (select i, p, o, row_number() over (order by p - share * o, i) as place from unnest(items, points, out_of) u (i, p, o)) r;
    better := earned / possible;
  end loop;
end $$;
comment on function private.best_grades is 'The points of a group without so many of its lowest grades: those whose absence raises its share most. One always stays.';

create function private.letter_of(letters jsonb, percent numeric) returns text
language sql immutable set search_path = '' as $$
  select l ->> 'letter' from jsonb_array_elements(letters) l where (l ->> 'from')::numeric <= percent order by (l ->> 'from')::numeric desc limit 1
$$;
comment on function private.letter_of is 'The letter of a percent; null below the lowest, and where there are none.';

create function private.grade_totals(scheme public.grade_schemes, cells private.grade_cell[])
returns table (member_id uuid, percent numeric, final numeric, is_passing boolean, groups jsonb, dropped uuid[])
language sql stable security definer set search_path = '' as $$
  with counted as (
    -- Twice: of what is graded so far, and with zero points for all that is not.
    select c.member_id, f.is_final, c.group_id, array_agg(c.item_id order by c.item_id) as items, array_agg(coalesce(c.points, 0) order by c.item_id) as points,
        array_agg(c.out_of order by c.item_id) as out_of
      from unnest(cells) c cross join (values (false), (true)) f (is_final)
     where c.counts and (f.is_final or c.points is not null)
     group by c.member_id, f.is_final, c.group_id),
  grouped as (
    select k.member_id, k.is_final, g.id, case when scheme.weighting = 'groups' then g.weight end as weight, g.min_percent, g.position,
        b.earned, b.possible, b.dropped, round(100 * b.earned / b.possible, 2) as percent
      from counted k
      left join public.grade_groups g on (g.account_id, g.course_id, g.id) = (scheme.account_id, scheme.course_id, k.group_id)
     cross join lateral private.best_grades(k.items, k.points, k.out_of, coalesce(g.drop_lowest, 0)) b),
  summed as (
    select g.member_id, g.is_final,
        round(100 * case when scheme.weighting = 'groups' then sum(g.weight * g.earned / g.possible) / nullif(sum(g.weight), 0) else sum(g.earned) / sum(g.possible) end, 2) as percent,
        bool_or(g.percent < g.min_percent) as is_below, bool_or(g.min_percent is not null) as has_min,
        jsonb_agg(jsonb_build_object('id', g.id, 'earned', g.earned, 'possible', g.possible, 'percent', g.percent, 'is_below', coalesce(g.percent < g.min_percent, false))
          order by g.position, g.id) filter (where g.id is not null) as groups
      from grouped g group by g.member_id, g.is_final)
  select f.member_id, s.percent, f.percent,
      case when s.percent is not null and (scheme.pass_percent is not null or s.has_min) then s.percent >= coalesce(scheme.pass_percent, 0) and not coalesce(s.is_below, false) end,
      coalesce(s.groups, '[]'), array(select unnest(g.dropped) from grouped g where g.member_id = f.member_id and not g.is_final)
    from summed f left join summed s on s.member_id = f.member_id and not s.is_final where f.is_final
$$;
comment on function private.grade_totals is
  'What the cells of members make: the percent so far, the final percent if nothing more was graded, whether that passes, the groups, and the items that are dropped. Weights of groups without a grade are shared by the others.';

create function private.grade_cells(scheme public.grade_schemes, members uuid[], is_own boolean default false)
returns table (member_id uuid, item_id uuid, group_id uuid, place bigint, points numeric, out_of numeric, state text, is_entered boolean, is_late boolean, due_at timestamptz,
  note text, version int, counted numeric, counts boolean)
language sql stable security definer set search_path = '' as $$
  with items as materialized (select i.* from private.course_items(scheme.account_id, scheme.course_id) i where i.is_shown or not is_own),
  grades as materialized (select * from private.lesson_grades(scheme.account_id, scheme.course_id, members)),
  cells as (
    select m.id as member_id, i.id as item_id, i.group_id, i.place, i.out_of, i.is_counted, e.status, e.points as entered, g.points as given, coalesce(g.is_late, false) as is_late,
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
    select c.*, case when c.state in ('graded', 'to_grade') then coalesce(c.entered, c.given) end as points from cells c)
  select v.member_id, v.item_id, v.group_id, v.place, v.points, v.out_of, v.state, coalesce(v.status <> 'none', false) and v.state <> 'anonymous', v.is_late and v.state <> 'anonymous',
      v.due_at, case when v.state <> 'anonymous' then v.note else '' end, v.version,
      case when v.state = 'missing' and (v.status = 'missing' or scheme.missing = 'zero') then 0 else v.points end,
      v.is_counted and v.state not in ('anonymous', 'closed', 'excused')
    from valued v
$$;
comment on function private.grade_cells is
  'Each item of a course for each of the members: the points, where it stands, and what counts of it. A grader is not told what stands under a hidden name; a student not what is not shown yet.';

create function private.member_totals(scheme public.grade_schemes, members uuid[], is_own boolean default false)
returns table (member_id uuid, percent numeric, final numeric, is_passing boolean, groups jsonb, dropped uuid[])
language sql stable security definer set search_path = '' as $$
  select t.* from private.grade_totals(scheme, array(
    select row (c.member_id, c.item_id, c.group_id, c.counted, c.out_of, c.counts)::private.grade_cell from private.grade_cells(scheme, members, is_own) c)) t
$$;
comment on function private.member_totals is 'What members have of a course altogether.';

-- The pages of a gradebook

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

create function private.gradebook_rows(scheme public.grade_schemes, members uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  with cells as materialized (select * from private.grade_cells(scheme, members)),
  totals as (
    select * from private.grade_totals(scheme, array(
      select row (c.member_id, c.item_id, c.group_id, c.counted, c.out_of, c.counts)::private.grade_cell from cells c))),
  lines as (
    select c.member_id, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('points', c.points, 'state', c.state, 'is_entered', nullif(c.is_entered, false),
        'is_late', nullif(c.is_late, false), 'version', nullif(c.version, 0))) order by c.place) as cells
      from cells c group by c.member_id)
  select coalesce(jsonb_agg(jsonb_build_object('member_id', m.id, 'name', m.name, 'is_own', m.id in (select private.member_ids()),
      'cells', coalesce(l.cells, '[]'), 'percent', t.percent, 'final', t.final, 'letter', private.letter_of(scheme.letters, t.percent),
      'is_passing', t.is_passing, 'groups', coalesce(t.groups, '[]'), 'dropped', coalesce(t.dropped, '{}')) order by u.place), '[]')
    from unnest(members) with ordinality u (id, place)
    join public.members m on (m.account_id, m.id) = (scheme.account_id, u.id)
    left join lines l on l.member_id = m.id left join totals t on t.member_id = m.id
$$;
comment on function private.gradebook_rows is 'The rows of a gradebook for members in this order; the cells in the order of private.course_items.';

create function public.gradebook(course_id uuid, search text default '', page int default 1, page_size int default 50, sort text default 'name',
  is_descending boolean default false, with_ended boolean default false) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses := private.graded_course(course_id);
  scheme public.grade_schemes := private.grade_scheme(c.account_id, c.id);
  pattern text := '%' || replace(replace(replace(private.folded(trim(left(coalesce(search, ''), 200))), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  members uuid[];
  found_count bigint;
begin
  page_size := least(greatest(coalesce(page_size, 50), 1), 200);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  select array_agg(m.id order by m.search_name, m.id), count(*) into members, found_count
    from public.enrolments e join public.members m on (m.account_id, m.id) = (e.account_id, e.member_id)
   where (e.account_id, e.course_id) = (c.account_id, c.id) and m.search_name like pattern and (with_ended or private.enrolment_state(e) <> 'ended');
  -- By grade, all are counted; by name, the page alone.
  if sort = 'percent' then
    select array_agg(u.id order by case when is_descending then -t.percent else t.percent end nulls last, u.place) into members
      from unnest(members) with ordinality u (id, place) left join private.member_totals(scheme, members) t on t.member_id = u.id;
  elsif is_descending then
    select array_agg(u.id order by u.place desc) into members from unnest(members) with ordinality u (id, place);
  end if;
  return jsonb_build_object('count', found_count,
    'rows', private.gradebook_rows(scheme, coalesce(members[(page - 1) * page_size + 1 : page * page_size], '{}')));
end $$;
comment on function public.gradebook is 'A page of the students of a course with all their grades, for who grades there: {rows, count}; the cells in the order of the items of gradebook_setup.';
grant execute on function public.gradebook(uuid, text, int, int, text, boolean, boolean) to authenticated;

grant select on public.grade_schemes, public.grade_groups, public.grade_items, public.grade_entries, public.grade_changes to authenticated;
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
