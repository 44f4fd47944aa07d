-- Written only by reset_progress and restore_progress.
grant select (account_id, id, course_id, member_id, lessons, completed_at, reset_by, restored_at, created_at) on public.progress_resets to authenticated;
create policy "Who manages the students of a course sees what was reset" on public.progress_resets for select to authenticated
  using (course_id in (select private.courses_where('manage_students')));

create function private.managed_course(course uuid) returns public.courses
language plpgsql stable security definer set search_path = '' as $$
declare
  c public.courses%rowtype;
begin
  select * into c from public.courses k where k.id = course and k.id in (select private.courses_where('manage_students'));
  if c.id is null then
    perform private.raise_error('forbidden', 'You don’t have permission to manage the students of this course.');
  end if;
  return c;
end $$;
comment on function private.managed_course is 'A course whose students the caller manages; raises forbidden for any other.';

create function private.sees_emails() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select private.account_with('manage_options') union all select private.account_with('manage_members'))
$$;
comment on function private.sees_emails is 'Whether the caller may see the e-mails of the members of their account.';

create function private.enrolment_state(e public.enrolments) returns text
language sql stable set search_path = '' as $$
  select case when e.status = 'ended' or e.expires_at <= private.clock_now() then 'ended' when e.completed_at is not null then 'finished' else 'active' end
$$;
comment on function private.enrolment_state is 'active, finished, or ended: by a date, or by whoever took the access back.';

create function public.course_roster(course_id uuid, search text default '', statuses text[] default '{}', page int default 1, page_size int default 25,
  sort text default 'name', is_descending boolean default false, cohort_ids uuid[] default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses := private.managed_course(course_id);
  pattern text := '%' || replace(replace(replace(private.folded(trim(left(coalesce(search, ''), 200))), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  sees_emails boolean := private.sees_emails();
  direction text := case when is_descending then 'desc' else 'asc' end;
  -- Plain columns, so that an index can give the order: a hundred thousand students are not sorted for a page of them.
  sorted text := case sort when 'created_at' then 'e.starts_at ' || direction || ' nulls last, m.search_name, e.id'
    when 'expires_at' then 'e.expires_at ' || direction || ' nulls last, m.search_name, e.id'
    when 'completed_at' then 'e.completed_at ' || direction || ' nulls last, m.search_name, e.id' else 'm.search_name ' || direction || ', e.id' end;
  matching text := format('(e.account_id, e.course_id) = ($1, $2) and %s and %s and %s',
    case when pattern = '%%' then 'true' when sees_emails then 'm.search_text like $3' else 'm.search_name like $3' end,
    case when statuses = '{}' then 'true' else 'private.enrolment_state(e) = any ($4)' end,
    case when cohort_ids = '{}' then 'true' else 'e.cohort_id = any ($7)' end);
  members constant text := 'join public.members m on (m.account_id, m.id) = (e.account_id, e.member_id)';
  lessons int;
  found_count bigint;
  ids uuid[];
begin
  page_size := least(greatest(coalesce(page_size, 25), 1), 1000);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  select count(*) into lessons from public.lessons l where (l.account_id, l.course_id) = (c.account_id, c.id) and l.is_published and l.is_required;
  execute format('select count(*) from public.enrolments e %s where %s', case when pattern <> '%%' then members end, matching)
    into found_count using c.account_id, c.id, pattern, statuses, null, null, cohort_ids;
  execute format('select array_agg(k.id) from (select e.id from public.enrolments e %s where %s order by %s limit $5 offset $6) k', members, matching, sorted)
    into ids using c.account_id, c.id, pattern, statuses, page_size, (page - 1) * page_size, cohort_ids;
  -- What each has done is counted for the page alone.
  return (select jsonb_build_object('count', found_count, 'rows', coalesce(jsonb_agg(jsonb_build_object(
      'id', e.id, 'member_id', e.member_id, 'name', m.name, 'email', case when sees_emails then m.email end, 'source', e.source, 'cohort', k.name,
      'status', private.enrolment_state(e), 'starts_at', e.starts_at, 'expires_at', e.expires_at, 'completed_at', e.completed_at, 'done', p.done, 'total', lessons,
      'percent', case when lessons = 0 then 0 else floor(100.0 * p.done / lessons) end, 'seen_at', p.seen_at) order by s.place), '[]'))
    from unnest(ids) with ordinality s (id, place)
    join public.enrolments e on (e.account_id, e.id) = (c.account_id, s.id)
    join public.members m on (m.account_id, m.id) = (e.account_id, e.member_id)
    left join public.course_cohorts k on (k.account_id, k.id) = (e.account_id, e.cohort_id)
   cross join lateral (
     select count(*) filter (where x.completed_at is not null and l.is_published and l.is_required) as done, max(x.seen_at) as seen_at
       from public.lesson_progress x join public.lessons l on (l.account_id, l.id) = (x.account_id, x.lesson_id)
      where (x.account_id, x.member_id, x.course_id) = (e.account_id, e.member_id, e.course_id)) p);
end $$;
comment on function public.course_roster is 'A page of the students of a course with what they have done, for who manages them: {rows, count}. E-mails are for who manages members or the site.';
grant execute on function public.course_roster(uuid, text, text[], int, int, text, boolean, uuid[]) to authenticated;

create function private.notify_enrolled(course public.courses, member uuid) returns void
language sql security definer set search_path = '' as $$
  select private.notify_localized(course.account_id, m.user_id, 'courseEnrolled', 'You are enrolled in <strong>{{title}}</strong>.',
      jsonb_build_object('title', course.title), 2, '/dashboard/courses/' || course.slug, 'learning')
    from public.members m where (m.account_id, m.id) = (course.account_id, member) and m.user_id is not null
$$;
comment on function private.notify_enrolled is 'Tells somebody that they were enrolled by hand.';

create function public.enrol_people(course_id uuid, emails text[], expires timestamptz default null, is_trial boolean default false)
returns table (email text, outcome text, name text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses := private.managed_course(course_id);
  sees_emails boolean := private.sees_emails();
  person record;
begin
  if emails is null or cardinality(emails) not between 1 and 1000 then
    perform private.raise_error('invalid', 'Enrol 1 to 1,000 people at once.');
  end if;
  perform private.require_end(expires);
  for person in
    select w.email, m.id, m.name, m.blocked_at, e.id is not null and e.status = 'active' and (e.expires_at is null or e.expires_at > private.clock_now()) as is_in
      from (select distinct on (lower(trim(u.email))) lower(trim(u.email)) as email, u.at from unnest(emails) with ordinality u(email, at) order by 1, 2) w
      left join public.members m on m.account_id = c.account_id and lower(m.email) = w.email
      left join public.enrolments e on (e.account_id, e.member_id, e.course_id) = (m.account_id, m.id, c.id)
     order by w.at
  loop
    email := person.email;
    -- Nobody finds out by trying whose an address is, or who is blocked.
    name := case when sees_emails then person.name end;
    outcome := case when person.id is null then 'unknown' when person.blocked_at is not null then case when sees_emails then 'blocked' else 'unknown' end when person.is_in then 'already' else 'enrolled' end;
    if outcome = 'enrolled' and not is_trial then
      perform private.enrol(c.account_id, c.id, person.id, 'manual', expires);
      perform private.notify_enrolled(c, person.id);
    end if;
    return next;
  end loop;
end $$;
comment on function public.enrol_people is 'Enrols members of the account by e-mail, and says of each what became of it: enrolled, already, unknown, blocked. A trial writes nothing. Names, and who is blocked, are for who may see e-mails.';
grant execute on function public.enrol_people(uuid, text[], timestamptz, boolean) to authenticated;

create function public.enrol_group(course_id uuid, group_id uuid, expires timestamptz default null, is_trial boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses := private.managed_course(course_id);
  g public.groups%rowtype;
  member uuid;
  already integer;
  enrolled integer := 0;
begin
  select * into g from public.groups k
   where (k.account_id, k.id) = (c.account_id, group_id) and private.has_feature(k.account_id, 'groups')
     and (k.visibility = 'public' or k.id in (select private.own_groups()) or exists (select private.account_with('manage_options')));
  if g.id is null then
    perform private.raise_error('not_found', 'There is no such group here.');
  end if;
  perform private.require_end(expires);
  select count(*) into already from public.group_members w
    join public.enrolments e on (e.account_id, e.member_id, e.course_id) = (w.account_id, w.member_id, c.id)
   where (w.account_id, w.group_id) = (g.account_id, g.id) and e.status = 'active' and (e.expires_at is null or e.expires_at > private.clock_now());
  if (select count(*) from public.group_members w where (w.account_id, w.group_id) = (g.account_id, g.id)) > 5000 then
    perform private.raise_error('invalid', 'A group of more than 5,000 members is enrolled by a file.');
  end if;
  for member in
    select m.id from public.group_members w join public.members m on (m.account_id, m.id) = (w.account_id, w.member_id) and m.blocked_at is null
     where (w.account_id, w.group_id) = (g.account_id, g.id)
       -- Who teaches the course is no student of it.
       and m.id is distinct from c.author_id
       and not exists (select from public.course_instructors i where (i.account_id, i.course_id, i.member_id) = (m.account_id, c.id, m.id))
       and not exists (select from public.enrolments e where (e.account_id, e.member_id, e.course_id) = (m.account_id, m.id, c.id)
         and e.status = 'active' and (e.expires_at is null or e.expires_at > private.clock_now()))
     order by m.id
  loop
    enrolled := enrolled + 1;
    continue when is_trial;
    perform private.enrol(c.account_id, c.id, member, 'manual', expires);
    perform private.notify_enrolled(c, member);
  end loop;
  return jsonb_build_object('enrolled', enrolled, 'already', already);
end $$;
comment on function public.enrol_group is 'Enrols who is in a group the caller sees, and says how many: enrolled, already. A trial writes nothing. Blocked members and who teaches the course are left out.';
grant execute on function public.enrol_group(uuid, uuid, timestamptz, boolean) to authenticated;

create function private.chosen_enrolments(course public.courses, enrolments uuid[]) returns setof public.enrolments
language plpgsql security definer set search_path = '' as $$
begin
  if enrolments is null or cardinality(enrolments) not between 1 and 1000 then
    perform private.raise_error('invalid', 'Choose 1 to 1,000 students.');
  end if;
  return query select e.* from public.enrolments e
    where (e.account_id, e.course_id) = (course.account_id, course.id) and e.id = any (enrolments) order by e.id for update;
end $$;
comment on function private.chosen_enrolments is 'Up to 1,000 enrolments of a course, locked.';

create function public.extend_enrolments(course_id uuid, enrolments uuid[], expires timestamptz default null) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses := private.managed_course(course_id);
  e public.enrolments%rowtype;
  changed integer := 0;
begin
  perform private.require_end(expires);
  for e in select * from private.chosen_enrolments(c, enrolments) loop
    -- Access that was paid for is taken back by a refund, not by a date.
    if e.source in ('order', 'membership') and e.status = 'active' and expires is not null and (e.expires_at is null or expires < e.expires_at) then
      perform private.raise_error('paid_access', 'Somebody among them has paid for longer. Choose a later day, or refund their order.');
    end if;
    update public.enrolments k set status = 'active', expires_at = expires
     where (k.account_id, k.id) = (e.account_id, e.id) and (k.status, k.expires_at) is distinct from ('active', expires);
    if found then changed := changed + 1; end if;
  end loop;
  return changed;
end $$;
comment on function public.extend_enrolments is 'Sets until when students of a course have access, null for good; one that has ended begins again. Returns how many changed.';
grant execute on function public.extend_enrolments(uuid, uuid[], timestamptz) to authenticated;

create function public.end_enrolments(course_id uuid, enrolments uuid[], even_paid boolean default false) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses := private.managed_course(course_id);
  e public.enrolments%rowtype;
  changed integer := 0;
begin
  for e in select * from private.chosen_enrolments(c, enrolments) loop
    continue when e.status = 'ended';
    if e.source in ('order', 'membership') and not coalesce(even_paid, false) then
      perform private.raise_error('paid_access', 'Somebody among them has paid for this course. Refund their order, or end the access all the same.');
    end if;
    perform private.end_enrolment(c.account_id, c.id, e.member_id);
    changed := changed + 1;
  end loop;
  return changed;
end $$;
comment on function public.end_enrolments is 'Ends the access of students of a course; progress is kept. Of those who have paid only where even_paid says so.';
grant execute on function public.end_enrolments(uuid, uuid[], boolean) to authenticated;

create function public.reset_progress(course_id uuid, enrolments uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses := private.managed_course(course_id);
  e public.enrolments%rowtype;
  stored jsonb;
  changed integer := 0;
begin
  for e in select * from private.chosen_enrolments(c, enrolments) loop
    with gone as (
      delete from public.lesson_progress p where (p.account_id, p.member_id, p.course_id) = (e.account_id, e.member_id, e.course_id) returning p.*)
    select jsonb_agg(to_jsonb(g)) into stored from gone g;
    continue when stored is null;
    insert into public.progress_resets (account_id, course_id, member_id, progress, lessons, completed_at, reset_by, created_at)
      values (e.account_id, e.course_id, e.member_id, stored,
        (select count(*) from jsonb_array_elements(stored) s where s.value ->> 'completed_at' is not null), e.completed_at, private.member_of(c.account_id),
        private.clock_now());
    update public.enrolments k set completed_at = null where (k.account_id, k.id) = (e.account_id, e.id);
    changed := changed + 1;
  end loop;
  return changed;
end $$;
comment on function public.reset_progress is 'Lets students begin a course anew; what they had done is stored and can be restored. Attempts at quizzes stay. Returns how many had begun.';
grant execute on function public.reset_progress(uuid, uuid[]) to authenticated;

create function public.restore_progress(reset_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  r public.progress_resets%rowtype;
begin
  select * into r from public.progress_resets k
   where k.id = reset_id and k.course_id in (select private.courses_where('manage_students')) and k.restored_at is null for update;
  if r.id is null then
    perform private.raise_error('not_found', 'There is nothing to restore: it was already restored, or never existed.');
  end if;
  -- What was done since stays where it is further.
  insert into public.lesson_progress as p (account_id, member_id, course_id, lesson_id, completed_at, finished_at, position_seconds, watched, dwell_seconds, seen_at)
    select s.account_id, s.member_id, s.course_id, s.lesson_id, s.completed_at, s.finished_at, s.position_seconds, s.watched, coalesce(s.dwell_seconds, 0), s.seen_at
      from jsonb_populate_recordset(null::public.lesson_progress, r.progress) s
      join public.lessons l on (l.account_id, l.course_id, l.id) = (s.account_id, s.course_id, s.lesson_id)
    on conflict (account_id, member_id, lesson_id) do update set completed_at = coalesce(p.completed_at, excluded.completed_at),
      watched = private.merge_watched(p.watched, excluded.watched), dwell_seconds = least(360000, p.dwell_seconds + excluded.dwell_seconds);
  update public.progress_resets k set restored_at = private.clock_now() where (k.account_id, k.id) = (r.account_id, r.id);
  if r.completed_at is not null then
    update public.enrolments e set completed_at = coalesce(e.completed_at, r.completed_at)
     where (e.account_id, e.member_id, e.course_id) = (r.account_id, r.member_id, r.course_id);
  end if;
end $$;
comment on function public.restore_progress is 'Brings back what a student had done before a reset, beside what they have done since.';
grant execute on function public.restore_progress(uuid) to authenticated;
