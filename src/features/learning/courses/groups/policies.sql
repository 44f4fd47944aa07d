-- Groups of a course: whoever is enrolled is in them, as long as they are.

create function private.course_group_source(course public.courses) returns void
language sql security definer set search_path = '' as $$
  select private.update_group_source(course.account_id, 'course', course.id, course.title, '/course/' || course.slug,
    course.status = 'published' and course.visibility = 'public')
$$;
comment on function private.course_group_source is 'Tells the groups of a course what it is called, where it stands and whether it can be joined.';

create function private.save_course_groups() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.delete_group_sources(old.account_id, 'course', old.id);
  else
    perform private.course_group_source(new);
  end if;
  return null;
end $$;
comment on function private.save_course_groups is 'The groups of a course are told when it changes, and opened by it no longer when it is gone.';
create trigger courses_save_groups after update of title, slug, status, visibility on public.courses for each row execute function private.save_course_groups();
create trigger courses_close_groups after delete on public.courses for each row execute function private.save_course_groups();

create function private.sync_course_groups(account uuid, course uuid, member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- What holds now counts, in whichever order events arrive.
  if exists (select from public.enrolments e where (e.account_id, e.course_id, e.member_id) = (account, course, member)
      and e.status = 'active' and (e.expires_at is null or e.expires_at > private.clock_now())) then
    perform private.grant_groups(account, 'course', course, member, null);
  else
    perform private.revoke_groups(account, 'course', course, member);
  end if;
end $$;
comment on function private.sync_course_groups is 'Lets a member into the groups of a course, or takes them out, by whether they are enrolled now.';

create function public.set_course_groups(course_id uuid, group_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  course public.courses;
begin
  select * into course from public.courses c where c.id = set_course_groups.course_id and c.id in (select private.editable_courses()) for no key update;
  if course.id is null then
    perform private.raise_error('not_found', 'There is nothing here that you can edit.');
  end if;
  perform private.set_group_sources(course.account_id, 'course', course.id, coalesce(group_ids, '{}'), course.title, '/course/' || course.slug,
    course.status = 'published' and course.visibility = 'public');
  perform private.sync_course_groups(course.account_id, course.id, e.member_id) from public.enrolments e
   where (e.account_id, e.course_id) = (course.account_id, course.id) and e.status = 'active';
end $$;
comment on function public.set_course_groups is 'Which groups a course opens: whoever is enrolled comes in, and leaves with the end of the enrolment. By who edits the course and owns the group.';
grant execute on function public.set_course_groups(uuid, uuid[]) to authenticated;
