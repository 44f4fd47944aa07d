create function private.archive_removed_parts(course public.courses, lesson_ids uuid[], section_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Lessons without content and progress are deleted instead of archived.
  delete from public.lessons k
   where (k.account_id, k.course_id) = (course.account_id, course.id) and k.id <> all (lesson_ids) and k.archived_at is null and not (private.lesson_kind(k.kind)).holds_content
     and not exists (select from public.lesson_contents x where (x.account_id, x.id) = (k.account_id, k.id))
     and not exists (select from public.lesson_progress p where (p.account_id, p.course_id, p.lesson_id) = (k.account_id, k.course_id, k.id));
  update public.lessons k set archived_at = private.clock_now(), was_published = k.is_published, is_published = false
   where (k.account_id, k.course_id) = (course.account_id, course.id) and k.id <> all (lesson_ids) and k.archived_at is null;
  -- A section stays as long as an archived lesson belongs to it.
  delete from public.sections s
   where (s.account_id, s.course_id) = (course.account_id, course.id) and s.id <> all (section_ids)
     and not exists (select from public.lessons k where (k.account_id, k.course_id, k.section_id) = (s.account_id, s.course_id, s.id));
  update public.sections s set archived_at = private.clock_now()
   where (s.account_id, s.course_id) = (course.account_id, course.id) and s.id <> all (section_ids) and s.archived_at is null;
end $$;
comment on function private.archive_removed_parts is 'Archives the sections and lessons that an outline no longer contains, with the progress of students.';

create function public.archived_parts(course_id uuid)
returns table (id uuid, kind text, title text, section_title text, archived_at timestamptz, lessons integer, students integer)
language sql stable security definer set search_path = '' as $$
  with course as (
      select c.account_id, c.id from public.courses c
       where c.id = archived_parts.course_id and c.id in (select private.editable_courses())),
    students as (
      select k.id, k.section_id, k.archived_at, p.member_id from course
        join public.lessons k on (k.account_id, k.course_id) = (course.account_id, course.id) and k.archived_at is not null
        join public.lesson_progress p on (p.account_id, p.course_id, p.lesson_id) = (k.account_id, k.course_id, k.id))
  select s.id, 'section', s.title, null, s.archived_at,
         (select count(*) from public.lessons k where (k.account_id, k.section_id, k.archived_at) = (s.account_id, s.id, s.archived_at))::int,
         (select count(distinct x.member_id) from students x where (x.section_id, x.archived_at) = (s.id, s.archived_at))::int
    from course join public.sections s on (s.account_id, s.course_id) = (course.account_id, course.id) and s.archived_at is not null
   where exists (select from public.lessons k where (k.account_id, k.section_id, k.archived_at) = (s.account_id, s.id, s.archived_at))
  union all
  select k.id, k.kind, k.title, s.title, k.archived_at, 1, (select count(distinct x.member_id) from students x where x.id = k.id)::int
    from course join public.lessons k on (k.account_id, k.course_id) = (course.account_id, course.id) and k.archived_at is not null
    join public.sections s on (s.account_id, s.id) = (k.account_id, k.section_id)
   where s.archived_at is distinct from k.archived_at
   order by 5 desc, 3, 1
$$;
comment on function public.archived_parts is 'The archived parts of a course, newest first: sections with the lessons archived with them, and lessons archived alone.';
grant execute on function public.archived_parts(uuid) to authenticated;

create function public.restore_part(course_id uuid, part_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses%rowtype;
  section public.sections%rowtype;
  section_archived_at timestamptz;
begin
  select * into c from public.courses k where k.id = course_id and k.id in (select private.editable_courses()) for update;
  if c.id is null then
    perform private.raise_error('forbidden', 'You don’t have permission to edit this course.');
  end if;
  select s.archived_at into section_archived_at from public.sections s
   where (s.account_id, s.course_id, s.id) = (c.account_id, c.id, part_id) and s.archived_at is not null;
  select s.* into section from public.sections s
   where (s.account_id, s.course_id) = (c.account_id, c.id)
     and s.id = coalesce((select k.section_id from public.lessons k
       where (k.account_id, k.course_id, k.id) = (c.account_id, c.id, part_id) and k.archived_at is not null),
       case when section_archived_at is not null then part_id end);
  if section.id is null then
    perform private.raise_error('not_found', 'There is nothing to restore: it was already restored, or never existed.');
  end if;
  -- What stands at the former place now moves one down.
  if section.archived_at is not null then
    update public.sections s set archived_at = null, position = r.n
      from (select x.id, row_number() over (order by x.position, x.archived_at is null, x.id) as n from public.sections x
             where (x.account_id, x.course_id) = (c.account_id, c.id) and (x.archived_at is null or x.id = section.id)) r
     where (s.account_id, s.id) = (c.account_id, r.id) and (s.position <> r.n or s.archived_at is not null);
  end if;
  update public.lessons k set archived_at = null, position = r.n,
      is_published = case when k.archived_at is null then k.is_published else k.was_published end
    from (select x.id, row_number() over (order by x.position, x.archived_at is null, x.id) as n from public.lessons x
           where (x.account_id, x.course_id, x.section_id) = (c.account_id, c.id, section.id)
             and (x.archived_at is null
               or case when section_archived_at is null then x.id = part_id else x.archived_at = section_archived_at end)) r
   where (k.account_id, k.id) = (c.account_id, r.id) and (k.position <> r.n or k.archived_at is not null);
  if (select count(*) from public.lessons k where (k.account_id, k.course_id) = (c.account_id, c.id) and k.archived_at is null) > 500
    or (select count(*) from public.sections s where (s.account_id, s.course_id) = (c.account_id, c.id) and s.archived_at is null) > 100 then
    perform private.raise_error('invalid', 'An outline has at most 100 sections and 500 lessons.');
  end if;
  update public.courses k set outline_version = k.outline_version + 1 where (k.account_id, k.id) = (c.account_id, c.id);
  return c.outline_version + 1;
end $$;
comment on function public.restore_part is 'Restores an archived lesson, or a section with the lessons archived with it, at its former place. Returns the new version of the outline.';
grant execute on function public.restore_part(uuid, uuid) to authenticated;
