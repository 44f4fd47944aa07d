-- Cohorts: made by who manages the students of a course, joined by members, counted in one transaction.

create trigger course_cohorts_touch before update on public.course_cohorts for each row execute function private.touch_updated_at();
create trigger course_cohorts_tell after insert or update or delete on public.course_cohorts
  for each row execute function private.notify_change('course_cohorts');

grant select (account_id, id, course_id, name, starts_at, ends_at, seats, taken, opens_at, closes_at, archived_at, created_at, updated_at)
  on public.course_cohorts to anon, authenticated;
grant insert (account_id, course_id, name, starts_at, ends_at, seats, opens_at, closes_at),
  update (name, starts_at, ends_at, seats, opens_at, closes_at, archived_at), delete on public.course_cohorts to authenticated;
create policy "Whoever sees a course sees when it starts" on public.course_cohorts for select to anon, authenticated
  using (archived_at is null and course_id in (select c.id from public.courses c));
create policy "Who manages the students sees every cohort" on public.course_cohorts for select to authenticated
  using (course_id in (select private.courses_where('manage_students')));
create policy "Who manages the students adds cohorts" on public.course_cohorts for insert to authenticated
  with check (course_id in (select private.courses_where('manage_students')));
create policy "Who manages the students changes cohorts" on public.course_cohorts for update to authenticated
  using (course_id in (select private.courses_where('manage_students')))
  with check (course_id in (select private.courses_where('manage_students')));
create policy "Who manages the students deletes cohorts" on public.course_cohorts for delete to authenticated
  using (course_id in (select private.courses_where('manage_students')));

grant select (cohort_id) on public.enrolments to authenticated;

grant select (account_id, id, cohort_id, member_id, created_at) on public.cohort_waiting to authenticated;
create policy "Members see where they wait" on public.cohort_waiting for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Who manages the students sees who waits" on public.cohort_waiting for select to authenticated
  using (cohort_id in (select k.id from public.course_cohorts k where k.course_id in (select private.courses_where('manage_students'))));

create function private.limit_cohorts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.courses c where (c.account_id, c.id) = (new.account_id, new.course_id) for no key update;
  if (select count(*) from public.course_cohorts k where (k.account_id, k.course_id) = (new.account_id, new.course_id)) >= 200 then
    perform private.raise_error('invalid', 'A course can have 200 cohorts. Delete one to add another.');
  end if;
  return new;
end $$;
comment on function private.limit_cohorts is 'Rejects more than 200 cohorts of a course.';
create trigger course_cohorts_limit before insert on public.course_cohorts for each row execute function private.limit_cohorts();

create function private.locked_cohort(cohort uuid) returns public.course_cohorts
language sql security definer set search_path = '' as $$
  select k.* from public.course_cohorts k where k.id = cohort for update
$$;
comment on function private.locked_cohort is 'A cohort, locked: whoever takes or frees a seat of it waits for the other.';

create function private.seats_left(k public.course_cohorts) returns integer
language sql immutable set search_path = '' as $$
  select case when k.seats is not null then greatest(k.seats - k.taken, 0) end
$$;
comment on function private.seats_left is 'Free seats of a cohort; null where there is no limit.';

create function private.put_in_cohort(k public.course_cohorts, enrolment uuid) returns void
language sql security definer set search_path = '' as $$
  update public.enrolments e
     -- Who was given access for longer keeps it where the cohort has no end.
     set cohort_id = k.id, starts_at = k.starts_at, expires_at = coalesce(k.ends_at, case when e.expires_at > k.starts_at then e.expires_at end)
   where (e.account_id, e.id) = (k.account_id, enrolment)
$$;
comment on function private.put_in_cohort is 'An enrolment begins and ends with its cohort.';

create function private.fill_cohort(cohort uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  k public.course_cohorts := private.locked_cohort(cohort);
  c public.courses%rowtype;
  next record;
begin
  if k.id is null or k.archived_at is not null then return; end if;
  select * into c from public.courses x where (x.account_id, x.id) = (k.account_id, k.course_id);
  loop
    exit when private.seats_left(k) = 0;
    select w.id, w.member_id, m.user_id into next from public.cohort_waiting w
      join public.members m on (m.account_id, m.id) = (w.account_id, w.member_id) and m.blocked_at is null
     where (w.account_id, w.cohort_id) = (k.account_id, k.id) order by w.created_at, w.id limit 1;
    exit when next.id is null;
    delete from public.cohort_waiting w where (w.account_id, w.id) = (k.account_id, next.id);
    perform private.put_in_cohort(k, private.enrol(k.account_id, k.course_id, next.member_id, 'free'));
    perform private.notify_localized(k.account_id, next.user_id, 'cohortSeat', 'A seat in <b>{{cohort}}</b> of <b>{{title}}</b> is yours.',
        jsonb_build_object('cohort', k.name, 'title', c.title), 3, '/dashboard/courses/' || c.slug, 'learning');
    k := private.locked_cohort(cohort);
  end loop;
end $$;
comment on function private.fill_cohort is 'Gives free seats of a cohort to who waits for them, first come first served, and tells them.';

create function private.count_cohort(account uuid, cohort uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if cohort is null or (private.locked_cohort(cohort)).id is null then return; end if;
  update public.course_cohorts k set taken = n.taken
    from (select count(*)::int as taken from public.enrolments e where (e.account_id, e.cohort_id) = (account, cohort) and e.status = 'active') n
   where (k.account_id, k.id) = (account, cohort) and k.taken <> n.taken;
end $$;
comment on function private.count_cohort is 'Counts who is in a cohort and has access.';

create function private.follow_enrolment_cohort() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.count_cohort(old.account_id, old.cohort_id);
  end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.cohort_id is distinct from old.cohort_id) then
    perform private.count_cohort(new.account_id, new.cohort_id);
  end if;
  -- A seat that is freed is given on with the transaction that frees it.
  if tg_op <> 'INSERT' and old.cohort_id is not null and old.status = 'active'
    and (tg_op = 'DELETE' or new.status <> 'active' or new.cohort_id is distinct from old.cohort_id) then
    perform private.fill_cohort(old.cohort_id);
  end if;
  return null;
end $$;
comment on function private.follow_enrolment_cohort is 'Seats follow the enrolments of a cohort.';
create trigger enrolments_cohort_new after insert on public.enrolments for each row when (new.cohort_id is not null) execute function private.follow_enrolment_cohort();
create trigger enrolments_cohort after update of status, cohort_id on public.enrolments for each row
  when ((old.status, old.cohort_id) is distinct from (new.status, new.cohort_id)) execute function private.follow_enrolment_cohort();
create trigger enrolments_cohort_gone after delete on public.enrolments for each row when (old.cohort_id is not null) execute function private.follow_enrolment_cohort();

create function private.follow_cohort() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (new.starts_at, new.ends_at) is distinct from (old.starts_at, old.ends_at) then
    perform private.put_in_cohort(new, e.id) from public.enrolments e where (e.account_id, e.cohort_id) = (new.account_id, new.id) and e.status = 'active';
  end if;
  perform private.fill_cohort(new.id);
  return null;
end $$;
comment on function private.follow_cohort is 'Who is in a cohort begins and ends with it when its dates change; more seats go to who waits.';
create trigger course_cohorts_follow after update of starts_at, ends_at, seats, archived_at on public.course_cohorts for each row
  when ((old.starts_at, old.ends_at, old.seats, old.archived_at) is distinct from (new.starts_at, new.ends_at, new.seats, new.archived_at))
  execute function private.follow_cohort();

create function public.open_cohorts(account_id uuid, course_id uuid) returns table
  (id uuid, name text, starts_at timestamptz, ends_at timestamptz, seats_left integer, closes_at timestamptz)
language sql stable set search_path = '' as $$
  select k.id, k.name, k.starts_at, k.ends_at, private.seats_left(k), k.closes_at from public.course_cohorts k
   where k.account_id = open_cohorts.account_id and k.course_id = open_cohorts.course_id and k.archived_at is null
     and coalesce(k.opens_at, '-infinity') <= (select private.clock_now()) and coalesce(k.closes_at, k.starts_at) > (select private.clock_now())
   order by k.starts_at, k.id limit 20
$$;
comment on function public.open_cohorts is 'The cohorts of a course that members may join now, the next first.';
grant execute on function public.open_cohorts(uuid, uuid) to anon, authenticated;
grant execute on function private.seats_left(public.course_cohorts) to anon, authenticated;

create function public.join_cohort(cohort_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  member uuid := (select private.member_ids());
  k public.course_cohorts;
  e public.enrolments%rowtype;
begin
  if member is null then
    perform private.raise_error('not_authenticated', 'Sign in to enrol.');
  end if;
  select o.* into k from public.course_cohorts o
   where o.id = cohort_id and o.account_id = (select private.account_with('member')) and o.archived_at is null for update;
  if k.id is null then
    perform private.raise_error('not_found', 'There is no such start of this course.');
  end if;
  select * into e from public.enrolments x where (x.account_id, x.member_id, x.course_id) = (k.account_id, member, k.course_id)
    and x.status = 'active' and (x.expires_at is null or x.expires_at > (select private.clock_now()));
  if e.cohort_id = k.id then return 'enrolled'; end if;
  if e.id is not null then
    perform private.raise_error('conflict', 'You take this course already.');
  end if;
  if not exists (select from public.open_cohorts(k.account_id, k.course_id) o where o.id = k.id) then
    perform private.raise_error('conflict', 'This start takes nobody any more. Choose another one.');
  end if;
  if private.seats_left(k) = 0 then
    if not exists (select from public.courses c where (c.account_id, c.id) = (k.account_id, k.course_id) and c.access = 'free' and c.status = 'published') then
      perform private.raise_error('course_not_free', 'This course is not free. Buy it, or a membership that includes it.');
    end if;
    insert into public.cohort_waiting (account_id, cohort_id, member_id) values (k.account_id, k.id, member)
    on conflict do nothing;
    return 'waiting';
  end if;
  perform private.put_in_cohort(k, public.enrol_free(k.course_id));
  delete from public.cohort_waiting w using public.course_cohorts o
   where (w.account_id, w.cohort_id) = (o.account_id, o.id) and (o.account_id, o.course_id) = (k.account_id, k.course_id) and w.member_id = member;
  return 'enrolled';
end $$;
comment on function public.join_cohort is 'Enrols the caller in a cohort of a free course, or notes that they wait for a seat: enrolled or waiting.';
grant execute on function public.join_cohort(uuid) to authenticated;

create function public.leave_waiting(cohort_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.cohort_waiting w where w.cohort_id = leave_waiting.cohort_id and w.member_id = (select private.member_ids())
$$;
comment on function public.leave_waiting is 'The caller waits no longer.';
grant execute on function public.leave_waiting(uuid) to authenticated;

create function public.own_waiting(course_id uuid) returns table (cohort_id uuid, place integer)
language sql stable security definer set search_path = '' as $$
  select w.cohort_id, (select count(*)::int from public.cohort_waiting o
      where (o.account_id, o.cohort_id) = (w.account_id, w.cohort_id) and (o.created_at, o.id) <= (w.created_at, w.id))
    from public.cohort_waiting w join public.course_cohorts k on (k.account_id, k.id) = (w.account_id, w.cohort_id)
   where w.member_id = (select private.member_ids()) and k.course_id = own_waiting.course_id
$$;
comment on function public.own_waiting is 'For which cohorts of a course the caller waits, and at which place, from 1.';
grant execute on function public.own_waiting(uuid) to authenticated;

create function public.move_to_cohort(course_id uuid, enrolments uuid[], cohort_id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses := private.managed_course(course_id);
  k public.course_cohorts;
  e public.enrolments%rowtype;
  moved integer := 0;
begin
  if cohort_id is not null then
    select o.* into k from public.course_cohorts o where (o.account_id, o.course_id, o.id) = (c.account_id, c.id, cohort_id) for update;
    if k.id is null then
      perform private.raise_error('not_found', 'There is no such start of this course.');
    end if;
  end if;
  for e in select * from private.chosen_enrolments(c, enrolments) x where x.cohort_id is distinct from move_to_cohort.cohort_id loop
    if k.id is null then
      update public.enrolments x set cohort_id = null where (x.account_id, x.id) = (e.account_id, e.id);
    else
      k := private.locked_cohort(k.id);
      if e.status = 'active' and private.seats_left(k) = 0 then
        perform private.raise_error('conflict', 'This cohort has no seats left for everybody you chose. Nobody was moved.');
      end if;
      perform private.put_in_cohort(k, e.id);
      delete from public.cohort_waiting w where (w.account_id, w.cohort_id, w.member_id) = (k.account_id, k.id, e.member_id);
    end if;
    moved := moved + 1;
  end loop;
  return moved;
end $$;
comment on function public.move_to_cohort is 'Puts students of a course into a cohort, all or nobody, or takes them out of theirs. Returns how many moved.';
grant execute on function public.move_to_cohort(uuid, uuid[], uuid) to authenticated;
