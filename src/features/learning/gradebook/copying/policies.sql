create function private.copy_gradebook_parts(source public.courses, target public.courses, lessons jsonb, is_whole boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  groups jsonb := '{}';
begin
  if is_whole then
    groups := private.copied_ids(array(select g.id from public.grade_groups g where (g.account_id, g.course_id) = (source.account_id, source.id)));
    insert into public.grade_schemes (account_id, course_id, weighting, missing, pass_percent, letters, is_shown)
    select target.account_id, target.id, s.weighting, s.missing, s.pass_percent, s.letters, s.is_shown
      from public.grade_schemes s where (s.account_id, s.course_id) = (source.account_id, source.id);
    insert into public.grade_groups (account_id, id, course_id, title, position, weight, drop_lowest, min_percent)
    select target.account_id, (groups ->> g.id::text)::uuid, target.id, g.title, g.position, g.weight, g.drop_lowest, g.min_percent
      from public.grade_groups g where (g.account_id, g.course_id) = (source.account_id, source.id);
    insert into public.grade_items (account_id, course_id, group_id, title, points, position, is_shown, is_counted)
    select target.account_id, target.id, (groups ->> i.group_id::text)::uuid, i.title, i.points, i.position, i.is_shown, i.is_counted
      from public.grade_items i where (i.account_id, i.course_id) = (source.account_id, source.id) and i.lesson_id is null and i.archived_at is null;
  end if;
  update public.grade_items k set position = i.position, is_shown = i.is_shown, is_counted = i.is_counted,
      group_id = case when source.id = target.id then i.group_id else (groups ->> i.group_id::text)::uuid end
    from public.grade_items i
   where (i.account_id, i.course_id) = (source.account_id, source.id) and lessons ? i.lesson_id::text
     and (k.account_id, k.lesson_id) = (target.account_id, (lessons ->> i.lesson_id::text)::uuid);
end $$;
comment on function private.copy_gradebook_parts is 'Gives copied lessons the group they had, and a copied course the whole setup of its gradebook, without a grade.';
