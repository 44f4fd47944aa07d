create function private.imagined_points(what_if jsonb) returns table (item_id uuid, points numeric)
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(what_if) is distinct from 'object' or length(what_if::text) > 30000 then
    perform private.raise_error('invalid', 'Some query parameters are not valid.');
  end if;
  return query select x.key::uuid, least(greatest(x.value::numeric, 0), 1000) from jsonb_each_text(what_if) x;
exception when invalid_text_representation then
  perform private.raise_error('invalid', 'Some query parameters are not valid.');
end $$;
comment on function private.imagined_points is 'The points a student imagines for some items.';

create function public.own_grades(course_id uuid, member_id uuid default null, what_if jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  m record;
  c public.courses%rowtype;
  s public.grade_schemes%rowtype;
begin
  select k.* into c from public.courses k join public.enrolments e on (e.account_id, e.course_id) = (k.account_id, k.id)
   where k.id = course_id and e.member_id = coalesce(member_id, private.member_of(private.session_account())) and private.has_feature(k.account_id, 'lms')
     and e.member_id in (select private.member_ids() union all select private.graded_child_ids());
  if c.id is null then
    perform private.raise_error('not_found', 'There are no grades of this course that you may see.');
  end if;
  select k.id, k.name, k.id in (select private.member_ids()) as is_own into m from public.members k
   where (k.account_id, k.id) = (c.account_id, coalesce(member_id, private.member_of(c.account_id)));
  s := private.grade_scheme(c.account_id, c.id);
  return (
    with cells as materialized (
      select k.*, w.points as imagined from private.grade_cells(s, array[m.id], true) k left join private.imagined_points(what_if) w on w.item_id = k.item_id),
    totals as (
      select t.* from private.grade_totals(s, array(
        select row (k.member_id, k.item_id, k.group_id, coalesce(k.imagined, k.counted), k.out_of, k.counts)::private.grade_cell from cells k)) t)
    select jsonb_build_object('member_id', m.id, 'name', m.name, 'is_own', m.is_own, 'title', c.title, 'language', c.language,
        'total', case when s.is_shown then (
          select jsonb_build_object('percent', t.percent, 'final', t.final, 'letter', private.letter_of(s.letters, t.percent), 'is_passing', t.is_passing,
            'groups', t.groups, 'dropped', t.dropped) from totals t) end,
        'weighting', s.weighting, 'pass_percent', s.pass_percent, 'letters', s.letters,
        'groups', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'title', g.title, 'weight', g.weight, 'drop_lowest', g.drop_lowest, 'min_percent', g.min_percent)
          order by g.position, g.id), '[]') from public.grade_groups g where (g.account_id, g.course_id) = (c.account_id, c.id)),
        'items', (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'group_id', i.group_id, 'title', i.title, 'slug', i.slug, 'points', k.points, 'out_of', i.out_of,
            'state', k.state, 'is_late', k.is_late, 'due_at', k.due_at, 'note', case when k.is_entered then k.note else '' end, 'is_counted', k.counts) order by i.place), '[]')
          from cells k join private.course_items(c.account_id, c.id) i on i.id = k.item_id where k.state <> 'closed')));
end $$;
comment on function public.own_grades is
  'The grades of a course for its student, or for a parent who sees results: only what is shown. what_if {item id: points} counts imagined points in place of real ones, and changes nothing.';
grant execute on function public.own_grades(uuid, uuid, jsonb) to authenticated;
