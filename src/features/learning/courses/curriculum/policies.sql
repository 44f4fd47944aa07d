create function public.change_lessons(course_id uuid, lesson_ids uuid[], change jsonb) returns uuid[]
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses%rowtype;
  changed uuid[];
begin
  select * into c from public.courses k where k.id = course_id and k.id in (select private.editable_courses()) for update;
  if c.id is null or not private.has_feature(c.account_id, 'lms') then
    perform private.raise_error('forbidden', 'You don’t have permission to edit this course.');
  end if;
  if coalesce(cardinality(lesson_ids), 0) not between 1 and 500 or jsonb_typeof(change) is distinct from 'object'
    or not change ?| array['is_published', 'is_required', 'is_preview', 'completion']
    or change ->> 'completion' not in ('kind', 'viewed', 'manual') then
    perform private.raise_error('invalid', 'Choose 1 to 500 lessons of this course.');
  end if;
  if (select count(*) from public.lessons l where (l.account_id, l.course_id) = (c.account_id, c.id) and l.id = any (lesson_ids) and l.archived_at is null)
      <> (select count(distinct i) from unnest(lesson_ids) i) then
    perform private.raise_error('not_found', 'There is no such lesson in this course.');
  end if;
  with written as (
    update public.lessons l set is_published = n.is_published, is_required = n.is_required, is_preview = n.is_preview, completion = n.completion, version = l.version + 1
      from (select k.id, coalesce((change ->> 'is_published')::boolean, k.is_published) as is_published,
                   coalesce((change ->> 'is_required')::boolean, k.is_required) as is_required,
                   coalesce((change ->> 'is_preview')::boolean, k.is_preview) as is_preview, coalesce(change ->> 'completion', k.completion) as completion
              from public.lessons k where k.account_id = c.account_id and k.id = any (lesson_ids)) n
     where (l.account_id, l.id) = (c.account_id, n.id)
       and (l.is_published, l.is_required, l.is_preview, l.completion) is distinct from (n.is_published, n.is_required, n.is_preview, n.completion)
    returning l.id)
  select coalesce(array_agg(w.id), '{}') into changed from written w;
  update public.courses k set outline_version = k.outline_version + 1 where (k.account_id, k.id) = (c.account_id, c.id) and changed <> '{}';
  return changed;
exception when invalid_text_representation then
  perform private.raise_error('invalid', 'Choose 1 to 500 lessons of this course.');
end $$;
comment on function public.change_lessons is 'Shows, hides, requires, previews lessons of a course or says what completes them, all or none: {is_published}, {is_required}, {is_preview}, {completion}. Returns those that were changed.';
grant execute on function public.change_lessons(uuid, uuid[], jsonb) to authenticated;
