create function public.gradebook_setup(course_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses := private.graded_course(course_id);
  s public.grade_schemes := private.grade_scheme(c.account_id, c.id);
begin
  return jsonb_build_object('version', s.version, 'weighting', s.weighting, 'missing', s.missing, 'pass_percent', s.pass_percent, 'letters', s.letters, 'is_shown', s.is_shown,
    'groups', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'title', g.title, 'weight', g.weight, 'drop_lowest', g.drop_lowest, 'min_percent', g.min_percent)
      order by g.position, g.id), '[]') from public.grade_groups g where (g.account_id, g.course_id) = (c.account_id, c.id)),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'lesson_id', i.lesson_id, 'group_id', i.group_id, 'title', i.title, 'slug', i.slug, 'kind', i.kind,
      'points', i.out_of, 'is_shown', i.is_shown, 'is_counted', i.is_counted, 'is_anonymous', i.is_anonymous) order by i.place), '[]')
      from private.course_items(c.account_id, c.id) i),
    'archived', (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'title', i.title, 'points', i.points) order by i.archived_at desc, i.id), '[]')
      from public.grade_items i where (i.account_id, i.course_id) = (c.account_id, c.id) and i.archived_at is not null));
end $$;
comment on function public.gradebook_setup is 'How a course is graded: its scheme, groups and items, and the items that were removed, for who grades there.';
grant execute on function public.gradebook_setup(uuid) to authenticated;

create function private.is_letters(letters jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(letters) = 'array' and (select count(*) <= 20 and coalesce(bool_and(jsonb_typeof(l) = 'object' and length(trim(l ->> 'letter')) between 1 and 20
      and coalesce(jsonb_typeof(l -> 'from') = 'number' and (l ->> 'from')::numeric between 0 and 100, false)), true)
      and count(distinct (l ->> 'from')::numeric) = count(*) and count(distinct l ->> 'letter') = count(*)
    from jsonb_array_elements(case when jsonb_typeof(letters) = 'array' then letters else '[]' end) l)
$$;
comment on function private.is_letters is 'Whether each letter has its own percent.';

create function private.save_grade_groups(course public.courses, groups jsonb) returns void
language sql security definer set search_path = '' as $$
  delete from public.grade_groups g where (g.account_id, g.course_id) = (course.account_id, course.id)
    and not exists (select from jsonb_array_elements(groups) w where (w ->> 'id')::uuid = g.id);
  insert into public.grade_groups as g (account_id, id, course_id, title, position, weight, drop_lowest, min_percent)
  select course.account_id, (w ->> 'id')::uuid, course.id, trim(w ->> 'title'), n - 1, (w ->> 'weight')::numeric, (w ->> 'drop_lowest')::smallint, (w ->> 'min_percent')::smallint
    from jsonb_array_elements(groups) with ordinality u (w, n)
  on conflict (account_id, id) do update set title = excluded.title, position = excluded.position, weight = excluded.weight,
      drop_lowest = excluded.drop_lowest, min_percent = excluded.min_percent
    where g.course_id = excluded.course_id
$$;
comment on function private.save_grade_groups is 'Writes the groups of a gradebook; those that are left out are gone, and their items in none.';

create function private.save_grade_items(course public.courses, items jsonb) returns void
language sql security definer set search_path = '' as $$
  -- What was graded by hand is archived with its grades.
  update public.grade_items i set archived_at = private.clock_now()
   where (i.account_id, i.course_id) = (course.account_id, course.id) and i.lesson_id is null and i.archived_at is null
     and not exists (select from jsonb_array_elements(items) w where (w ->> 'id')::uuid = i.id);
  insert into public.grade_items (account_id, id, course_id, title, points)
  select course.account_id, (w ->> 'id')::uuid, course.id, trim(w ->> 'title'), (w ->> 'points')::smallint
    from jsonb_array_elements(items) w
   where not exists (select from public.grade_items i where (i.account_id, i.id) = (course.account_id, (w ->> 'id')::uuid));
  update public.grade_items i set group_id = (w ->> 'group_id')::uuid, is_shown = (w ->> 'is_shown')::boolean, is_counted = (w ->> 'is_counted')::boolean, position = n - 1,
      title = case when i.lesson_id is null then trim(w ->> 'title') end, points = case when i.lesson_id is null then (w ->> 'points')::smallint end, archived_at = null
    from jsonb_array_elements(items) with ordinality u (w, n)
   where (i.account_id, i.course_id, i.id) = (course.account_id, course.id, (w ->> 'id')::uuid)
$$;
comment on function private.save_grade_items is 'Writes the items of a gradebook: title and points only of those that are graded by hand, which are archived where they are left out.';

create function public.save_gradebook_setup(course_id uuid, setup jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses := private.graded_course(course_id);
  s public.grade_schemes%rowtype;
begin
  -- One at a time in a course.
  perform from public.courses k where (k.account_id, k.id) = (c.account_id, c.id) for no key update;
  s := private.grade_scheme(c.account_id, c.id);
  if s.version is distinct from (setup ->> 'version')::int then
    perform private.raise_error('gradebook_changed', 'Somebody has changed this meanwhile. Look at it again, then try again.');
  end if;
  if not coalesce(private.is_letters(setup -> 'letters') and jsonb_array_length(setup -> 'groups') <= 30 and jsonb_array_length(setup -> 'items') <= 300, false) then
    perform private.raise_error('invalid', 'The rules of a gradebook have limits, which its form names.');
  end if;
  insert into public.grade_schemes (account_id, course_id, weighting, missing, pass_percent, letters, is_shown, version)
  values (c.account_id, c.id, setup ->> 'weighting', setup ->> 'missing', (setup ->> 'pass_percent')::smallint, setup -> 'letters', (setup ->> 'is_shown')::boolean, s.version + 1)
  on conflict on constraint grade_schemes_account_id_course_id_key do update set weighting = excluded.weighting, missing = excluded.missing,
    pass_percent = excluded.pass_percent, letters = excluded.letters, is_shown = excluded.is_shown, version = excluded.version;
  perform private.save_grade_groups(c, setup -> 'groups');
  perform private.save_grade_items(c, setup -> 'items');
  return public.gradebook_setup(course_id);
exception when not_null_violation or check_violation or foreign_key_violation or unique_violation or invalid_text_representation or numeric_value_out_of_range
    or cardinality_violation or invalid_parameter_value then
  perform private.raise_error('invalid', 'The rules of a gradebook have limits, which its form names.');
end $$;
comment on function public.save_gradebook_setup is 'Saves how a course is graded, whole and in one transaction. Returns it.';
grant execute on function public.save_gradebook_setup(uuid, jsonb) to authenticated;
