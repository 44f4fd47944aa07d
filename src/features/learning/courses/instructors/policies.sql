grant select (account_id, id, course_id, member_id, created_at) on public.course_instructors to authenticated;
create policy "Instructors see the courses they are invited to" on public.course_instructors for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Who may change a course sees who teaches it" on public.course_instructors for select to authenticated
  using (course_id in (select private.editable_courses()));

create function private.course_for_instructors(course_id uuid) returns public.courses
language plpgsql security definer set search_path = '' as $$
declare
  course public.courses;
begin
  -- Only the owner and managers choose instructors: an invited instructor neither invites nor removes others.
  select * into course from public.courses c
   where c.id = course_for_instructors.course_id and c.id in (select private.editable_courses())
     and (c.author_id = (select private.member_ids()) or c.account_id = (select private.account_with('manage_options')))
   for update;
  if course.id is null then
    perform private.raise_error('forbidden', 'You don’t have permission to edit this course.');
  end if;
  return course;
end $$;
comment on function private.course_for_instructors is 'A course whose instructors the caller may choose, locked; raises forbidden for any other.';

create function public.possible_instructors(course_id uuid) returns table (id uuid, name text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  course public.courses := private.course_for_instructors(possible_instructors.course_id);
begin
  return query
    select m.id, m.name from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
     where m.account_id = course.account_id and m.blocked_at is null and m.id is distinct from course.author_id
       and 'create_courses' = any (r.caps)
     order by m.name, m.id limit 200;
end $$;
comment on function public.possible_instructors is 'The members whose role lets them teach, for the owner of a course and managers.';
grant execute on function public.possible_instructors(uuid) to authenticated;

create function public.set_course_instructors(course_id uuid, instructors uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  course public.courses := private.course_for_instructors(set_course_instructors.course_id);
begin
  if instructors is null or cardinality(instructors) > 20 then
    perform private.raise_error('invalid', 'A course has at most twenty instructors.');
  end if;
  if exists (
    select i from unnest(instructors) i
    except select k.member_id from public.course_instructors k where (k.account_id, k.course_id) = (course.account_id, course.id)
    except select m.id from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
     where m.account_id = course.account_id and m.blocked_at is null and 'create_courses' = any (r.caps)) then
    perform private.raise_error('invalid', 'Only members whose role allows teaching can be invited to a course.');
  end if;
  delete from public.course_instructors k where (k.account_id, k.course_id) = (course.account_id, course.id)
    and k.member_id <> all (instructors);
  insert into public.course_instructors (account_id, course_id, member_id)
  select distinct course.account_id, course.id, i from unnest(instructors) i where i is distinct from course.author_id
  on conflict on constraint course_instructors_account_id_course_id_member_id_key do nothing;
end $$;
comment on function public.set_course_instructors is 'Sets the instructors of a course beside its owner.';
grant execute on function public.set_course_instructors(uuid, uuid[]) to authenticated;

create policy "Instructors are there where the plan and the account have lms" on public.course_instructors as restrictive for all to authenticated
  using (private.has_feature(account_id, 'lms'));

create function public.taught_course_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select t.id from private.taught_courses() t (id) where t.id in (select private.editable_courses())
$$;
comment on function public.taught_course_ids is 'The courses the caller owns or is invited to teach; without those they may edit only as a manager.';
grant execute on function public.taught_course_ids() to authenticated;
