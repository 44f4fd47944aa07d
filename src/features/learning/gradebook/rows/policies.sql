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
  select count(*) into found_count
    from public.enrolments e join public.members m on (m.account_id, m.id) = (e.account_id, e.member_id)
   where (e.account_id, e.course_id) = (c.account_id, c.id) and m.search_name like pattern and (with_ended or private.enrolment_state(e) <> 'ended');
  -- By name, the cells of the page alone are counted; by grade, those of all.
  select array_agg(k.id order by k.place) into members from (
    select m.id, row_number() over (order by m.search_name, m.id) * case when is_descending then -1 else 1 end as place
      from public.enrolments e join public.members m on (m.account_id, m.id) = (e.account_id, e.member_id)
     where (e.account_id, e.course_id) = (c.account_id, c.id) and m.search_name like pattern and (with_ended or private.enrolment_state(e) <> 'ended')
     order by place limit case when sort = 'percent' then null else page_size end offset case when sort = 'percent' then 0 else (page - 1) * page_size end) k;
  if sort = 'percent' then
    select array_agg(k.id order by k.place) into members from (
      select u.id, row_number() over (order by case when is_descending then -t.percent else t.percent end nulls last, u.place) as place
        from unnest(members) with ordinality u (id, place) left join private.member_totals(scheme, members) t on t.member_id = u.id
       order by place limit page_size offset (page - 1) * page_size) k;
  end if;
  return jsonb_build_object('count', found_count,
    'rows', private.gradebook_rows(scheme, coalesce(members, '{}')));
end $$;
comment on function public.gradebook is 'A page of the students of a course with all their grades, for who grades there: {rows, count}; the cells in the order of the items of gradebook_setup.';
grant execute on function public.gradebook(uuid, text, int, int, text, boolean, boolean) to authenticated;
