create function private.enrolled_courses() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select e.course_id from public.enrolments e
   where e.member_id = (select private.member_ids()) and e.status = 'active'
     and e.starts_at <= (select private.clock_now()) and (e.expires_at is null or e.expires_at > (select private.clock_now()))
$$;
comment on function private.enrolled_courses is 'The courses the caller has access to now.';
grant execute on function private.enrolled_courses() to anon, authenticated;

create function private.child_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select child_id from public.guardians where parent_id = (select private.member_ids()) and confirmed_at is not null
$$;
comment on function private.child_ids is 'The member ids of the caller''s children.';
grant execute on function private.child_ids() to anon, authenticated;

create function private.graded_child_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select child_id from public.guardians where parent_id = (select private.member_ids()) and confirmed_at is not null and sees_grades
$$;
comment on function private.graded_child_ids is 'The member ids of the children whose results the caller may see.';
grant execute on function private.graded_child_ids() to anon, authenticated;

create function private.followed_courses() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select course_id from public.enrolments
   where member_id in (select private.member_ids() union all select private.child_ids())
$$;
comment on function private.followed_courses is 'The courses the caller or their child is or was enrolled in: enough to see them in a list, not to learn them.';
grant execute on function private.followed_courses() to authenticated;

create policy "People see the courses they or their children are in" on public.courses for select to authenticated
  using (id in (select private.followed_courses()));

create function private.enrol(account uuid, course uuid, member uuid, source text, expires timestamptz default null) returns uuid
language sql security definer set search_path = '' as $$
  insert into public.enrolments as e (account_id, course_id, member_id, source, expires_at)
  values (account, course, member, source, expires)
  on conflict (account_id, member_id, course_id) do update
    set status = 'active', source = excluded.source,
        -- The later end wins; an enrolment that has ended starts again.
        expires_at = case when e.status <> 'active' then excluded.expires_at
                          when e.expires_at is null or excluded.expires_at is null then null
                          else greatest(e.expires_at, excluded.expires_at) end
  returning id
$$;
comment on function private.enrol is 'Enrols a member in a course; repeated, it only extends the access.';

create function private.end_enrolment(account uuid, course uuid, member uuid) returns void
language sql security definer set search_path = '' as $$
  -- expires_at is cleared: a past date means expired, null means ended by hand.
  update public.enrolments set status = 'ended', expires_at = null where (account_id, course_id, member_id) = (account, course, member)
$$;
comment on function private.end_enrolment is 'Ends a member''s enrolment; progress is kept.';

create function private.end_expired_enrolments() returns integer
language sql security definer set search_path = '' as $$
  with expired as (
    select account_id, id from public.enrolments where status = 'active' and expires_at <= (select private.clock_now())
     order by expires_at limit 5000 for update skip locked
  ), ended as (
    update public.enrolments e set status = 'ended' from expired x where (e.account_id, e.id) = (x.account_id, x.id) returning 1
  )
  select count(*)::int from ended
$$;
comment on function private.end_expired_enrolments is 'Ends up to 5,000 expired enrolments, which updates counts and emits the event. Expired enrolments give no access even before that.';

create function public.enrol_free(course_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses%rowtype;
begin
  if auth.uid() is null then
    perform private.raise_error('not_authenticated', 'Sign in to enrol.');
  end if;
  select * into c from public.courses where id = course_id and status = 'published'
    and account_id = (select private.account_with('member'));
  if c.id is null then
    perform private.raise_error('not_found', 'There is no such course here.');
  end if;
  if c.access <> 'free' then
    perform private.raise_error('course_not_free', 'This course is not free. Buy it, or a membership that includes it.');
  end if;
  -- A student removed by hand can't enrol again; one whose enrolment expired can.
  if exists (select from public.enrolments e where (e.account_id, e.member_id, e.course_id) = (c.account_id, private.member_of(c.account_id), c.id)
    and e.status = 'ended' and (e.expires_at is null or e.expires_at > (select private.clock_now()))) then
    perform private.raise_error('enrolment_ended', 'Your enrolment in this course was ended. Ask the school to enrol you again.');
  end if;
  return private.enrol(c.account_id, c.id, private.member_of(c.account_id), 'free');
end $$;
comment on function public.enrol_free is 'Enrols the caller in a free course.';
grant execute on function public.enrol_free(uuid) to authenticated;

create function private.touch_progress(account uuid, member uuid, course uuid, lesson uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.lesson_progress (account_id, member_id, course_id, lesson_id) values (account, member, course, lesson)
  on conflict (account_id, member_id, lesson_id) do update set seen_at = private.clock_now()
$$;
comment on function private.touch_progress is 'Records that a member opened a lesson.';

create function private.enrolled_lesson(lesson uuid) returns public.lessons
language plpgsql stable security definer set search_path = '' as $$
declare
  l public.lessons%rowtype;
begin
  if auth.uid() is null then
    perform private.raise_error('not_authenticated', 'Sign in to continue learning.');
  end if;
  select * into l from public.lessons
   where id = lesson and is_published and course_id in (select private.enrolled_courses());
  if l.id is null then
    perform private.raise_error('not_enrolled', 'You are not enrolled in the course of this lesson.');
  end if;
  if not private.is_open(l.account_id, l.id) then
    perform private.raise_error('lesson_locked', 'This lesson is not open to you yet.');
  end if;
  return l;
end $$;
comment on function private.enrolled_lesson is 'The lesson, if the caller is enrolled in its course and it is open to them; else raises not_enrolled or lesson_locked.';

create function private.merge_watched(stored_ranges jsonb, new_ranges jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  with pieces as (
      select unnest(range_agg(int4range(floor((x ->> 0)::numeric)::int, ceil((x ->> 1)::numeric)::int, '[]'))) as piece
        from jsonb_array_elements(stored_ranges || new_ranges) x
       where jsonb_typeof(x) = 'array' and jsonb_typeof(x -> 0) = 'number' and jsonb_typeof(x -> 1) = 'number'
         and (x ->> 0)::numeric < (x ->> 1)::numeric and (x ->> 0)::numeric >= 0 and (x ->> 1)::numeric <= 360000),
    -- A row stores at most 200 ranges: the longest.
    longest as (select piece from pieces order by upper(piece) - lower(piece) desc, piece limit 200)
  select coalesce(jsonb_agg(jsonb_build_array(lower(piece), upper(piece) - 1) order by piece), '[]') from longest
$$;
comment on function private.merge_watched is 'Merges the watched ranges of a video from two devices: sorted, and joined where they touch within a second.';

create function private.believed_watched(l public.lessons, p public.lesson_progress, watched jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when l.no_skip and private.watched_seconds(watched) > 30 + 2.1 * extract(epoch from private.clock_now() - p.created_at)
    then p.watched else watched end
$$;
comment on function private.believed_watched is 'What a learner says they watched, but of a lesson that can''t be skipped no more than plays at double speed since they opened it first.';

create function public.save_position(lesson_id uuid, seconds numeric default null, watched jsonb default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  l public.lessons := private.enrolled_lesson(lesson_id);
begin
  if seconds not between 0 and 360000 or jsonb_typeof(watched) <> 'array' or jsonb_array_length(watched) > 200 then
    perform private.raise_error('invalid', 'This is not a valid position in a video.');
  end if;
  perform private.touch_progress(l.account_id, private.member_of(l.account_id), l.course_id, l.id);
  update public.lesson_progress p
     set position_seconds = coalesce(seconds, p.position_seconds),
         watched = private.believed_watched(l, p, private.merge_watched(p.watched, coalesce(watched, '[]')))
   where (p.account_id, p.member_id, p.lesson_id) = (l.account_id, private.member_of(l.account_id), l.id);
  if private.lesson_completion(l) = 'viewed' then
    perform private.complete_activity(l.account_id, private.member_of(l.account_id), l.id, 'opening');
  end if;
  perform private.complete_if_watched(l, private.member_of(l.account_id));
end $$;
comment on function public.save_position is 'Stores the lesson a student opened last and the position in its video; completes a lesson that is completed by opening it. Watched ranges of several devices are merged.';
grant execute on function public.save_position(uuid, numeric, jsonb) to authenticated;

create function private.count_courses() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.status = 'active' then
    update public.members m set course_count = course_count - 1 where (m.account_id, m.id) = (old.account_id, old.member_id);
  end if;
  if tg_op <> 'DELETE' and new.status = 'active' then
    update public.members m set course_count = course_count + 1 where (m.account_id, m.id) = (new.account_id, new.member_id);
  end if;
  return null;
end $$;
comment on function private.count_courses is 'Maintains the number of active enrolments of each member.';
create trigger enrolments_count_new after insert or delete on public.enrolments for each row execute function private.count_courses();
create trigger enrolments_count after update of status, member_id on public.enrolments for each row
  when ((old.status, old.member_id) is distinct from (new.status, new.member_id)) execute function private.count_courses();

create trigger enrolments_touch before update on public.enrolments for each row execute function private.touch_updated_at();
create trigger lesson_progress_touch before update on public.lesson_progress for each row execute function private.touch_updated_at();

grant select (account_id, id, member_id, course_id, source, status, starts_at, expires_at, completed_at, created_at, updated_at)
  on public.enrolments to authenticated;
create policy "Students see their own enrolments" on public.enrolments for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Parents see their children's enrolments" on public.enrolments for select to authenticated
  using (member_id in (select private.child_ids()));
create policy "Managers see every enrolment" on public.enrolments for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Instructors see who is enrolled in their courses" on public.enrolments for select to authenticated
  using (course_id in (select private.courses_where('manage_students')));
grant select (account_id, id, member_id, course_id, lesson_id, completed_at, position_seconds, watched, dwell_seconds, seen_at, created_at, updated_at)
  on public.lesson_progress to authenticated;
create policy "Students see their own progress" on public.lesson_progress for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Parents see their children's progress" on public.lesson_progress for select to authenticated
  using (member_id in (select private.child_ids()));
create policy "Managers see every progress" on public.lesson_progress for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Instructors see the progress in their courses" on public.lesson_progress for select to authenticated
  using (course_id in (select private.courses_where('manage_students')));

create view public.course_progress with (security_invoker) as
  select e.account_id, e.id, e.member_id, e.course_id, e.status, e.starts_at, e.expires_at, e.completed_at, e.created_at,
         count(l.id) filter (where l.is_required)::int as total,
         count(l.id) filter (where l.is_required and p.completed_at is not null)::int as done,
         coalesce(floor(100.0 * count(l.id) filter (where l.is_required and p.completed_at is not null)
           / nullif(count(l.id) filter (where l.is_required), 0)), 0)::int as percent,
         coalesce(sum(l.duration_seconds) filter (where p.completed_at is null), 0)::int as seconds_left,
         max(p.seen_at) as seen_at,
         (array_agg(p.lesson_id order by p.seen_at desc) filter (where p.lesson_id is not null))[1] as last_lesson_id
    from public.enrolments e
    left join public.lessons l on (l.account_id, l.course_id) = (e.account_id, e.course_id) and l.is_published
    left join public.lesson_progress p on (p.account_id, p.member_id, p.lesson_id) = (e.account_id, e.member_id, l.id)
   group by e.account_id, e.id;
comment on view public.course_progress is 'One row per enrolment: how many required lessons are done, and which lesson was opened last.';
grant select on public.course_progress to authenticated;

create trigger enrolments_feature before insert on public.enrolments for each row execute function private.guard_feature('lms');

create function private.emit_enrolment_events() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  facts jsonb := jsonb_build_object('enrolment_id', new.id, 'member_id', new.member_id, 'course_id', new.course_id, 'status', new.status,
    'source', new.source, 'expires_at', new.expires_at, 'completed_at', new.completed_at);
begin
  if new.status = 'active' and (tg_op = 'INSERT' or old.status <> 'active') then
    perform private.emit(new.account_id, 'enrolment.created', 'enrolment:' || new.id, facts => facts);
  end if;
  if tg_op = 'UPDATE' and new.status = 'ended' and old.status <> 'ended' then
    perform private.emit(new.account_id, 'enrolment.ended', 'enrolment:' || new.id, facts => facts);
  end if;
  if tg_op = 'UPDATE' and new.completed_at is not null and old.completed_at is null then
    perform private.emit(new.account_id, 'course.completed', 'enrolment:' || new.id, facts => facts);
  end if;
  if tg_op = 'UPDATE' and new.completed_at is null and old.completed_at is not null then
    perform private.emit(new.account_id, 'course.reopened', 'enrolment:' || new.id, facts => facts);
  end if;
  return null;
end $$;
comment on function private.emit_enrolment_events is 'A course was opened to somebody, closed, or finished.';
create trigger enrolments_emit after insert or update on public.enrolments for each row execute function private.emit_enrolment_events();

create function private.emit_lesson_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.completed_at is not null and (tg_op = 'INSERT' or old.completed_at is null) then
    perform private.emit(new.account_id, 'lesson.completed', 'member:' || new.member_id, facts => jsonb_build_object('lesson_id', new.lesson_id,
      'course_id', new.course_id, 'member_id', new.member_id, 'completed_at', new.completed_at));
  end if;
  return null;
end $$;
comment on function private.emit_lesson_event is 'Somebody finished a lesson.';
create trigger lesson_progress_emit after insert or update of completed_at on public.lesson_progress
  for each row execute function private.emit_lesson_event();

create function private.emit_lesson_reopened() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A member who is removed takes their progress along: nothing is recorded of it.
  perform private.emit(m.account_id, 'lesson.reopened', 'member:' || m.id,
      facts => jsonb_build_object('lesson_id', old.lesson_id, 'course_id', old.course_id, 'member_id', m.id))
    from public.members m where (m.account_id, m.id) = (old.account_id, old.member_id);
  return null;
end $$;
comment on function private.emit_lesson_reopened is 'A finished lesson is not finished any more.';
create trigger lesson_progress_emit_reopened after update of completed_at on public.lesson_progress
  for each row when (old.completed_at is not null and new.completed_at is null) execute function private.emit_lesson_reopened();
create trigger lesson_progress_emit_removed after delete on public.lesson_progress
  for each row when (old.completed_at is not null) execute function private.emit_lesson_reopened();

create policy "Keys read enrolments" on public.enrolments for select to authenticated
  using (account_id in (select private.key_account('enrolments:read') union all select private.key_account('enrolments:write')));

create function private.require_end(ends timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if ends <= private.clock_now() or not isfinite(ends) then
    perform private.raise_error('invalid', 'The end of an enrolment must be in the future.');
  end if;
end $$;
comment on function private.require_end is 'Rejects an end of access that is past.';

create function private.enrol_by_key(course uuid, member uuid, expires timestamptz) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := private.key_account('enrolments:write');
begin
  if account is null then
    perform private.raise_error('forbidden', 'This API key can’t enrol members.');
  end if;
  if not exists (select from public.courses c where (c.account_id, c.id) = (account, course)) then
    perform private.raise_error('not_found', 'There is no such course.');
  end if;
  if not exists (select from public.members m where (m.account_id, m.id) = (account, member) and m.blocked_at is null) then
    perform private.raise_error('not_found', 'There is no such member.');
  end if;
  perform private.require_end(expires);
  return private.enrol(account, course, member, 'manual', expires);
end $$;
comment on function private.enrol_by_key is 'Enrols a member in a course by API key.';
grant execute on function private.enrol_by_key(uuid, uuid, timestamptz) to authenticated;

create function private.end_enrolment_by_key(enrolment uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  e public.enrolments%rowtype;
begin
  select * into e from public.enrolments k where k.id = enrolment and k.account_id = (select private.key_account('enrolments:write'));
  if e.id is null then
    perform private.raise_error('not_found', 'There is no such enrolment.');
  end if;
  perform private.end_enrolment(e.account_id, e.course_id, e.member_id);
end $$;
comment on function private.end_enrolment_by_key is 'Ends a member''s enrolment by API key; their progress is kept.';
grant execute on function private.end_enrolment_by_key(uuid) to authenticated;
