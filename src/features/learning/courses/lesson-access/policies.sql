create trigger availability_rules_touch before update on public.availability_rules for each row execute function private.touch_updated_at();

-- Rules are written only by set_availability and drip_section.
grant select (account_id, id, course_id, conditions, is_hidden, created_at, updated_at) on public.availability_rules to authenticated;
create policy "Authors and managers see when the parts of their courses are open" on public.availability_rules for select to authenticated
  using (course_id in (select private.editable_courses()));

create function private.remove_availability() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.availability_rules r where (r.account_id, r.id) = (old.account_id, old.id);
  return null;
end $$;
comment on function private.remove_availability is 'Removes the conditions of a lesson or a section that is deleted.';
create trigger lessons_remove_availability after delete on public.lessons for each row execute function private.remove_availability();
create trigger sections_remove_availability after delete on public.sections for each row execute function private.remove_availability();

create function private.keep_finished() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.finished_at := coalesce(new.finished_at, new.completed_at);
  return new;
end $$;
comment on function private.keep_finished is 'Keeps when a lesson was finished for the first time.';
create trigger lesson_progress_keep_finished before insert or update of completed_at on public.lesson_progress
  for each row execute function private.keep_finished();

create function private.learner_of(course uuid, account uuid) returns table (member_id uuid, starts_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select e.member_id, e.starts_at from public.enrolments e
   where e.member_id = (select private.member_ids()) and (e.account_id, e.course_id) = (account, course)
$$;
comment on function private.learner_of is 'The caller''s enrolment in a course.';

create function private.are_met(account uuid, course uuid, parts uuid[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(bool_and((private.check_conditions(account, l.member_id, l.starts_at, private.clock_now(), r.conditions) ->> 'met')::boolean), true)
    from public.availability_rules r
    left join private.learner_of(course, account) l on true
   where r.account_id = account and r.id = any (parts)
$$;
comment on function private.are_met is 'Whether the conditions of a lesson, with those of its section and course, are met for the caller.';

create function private.is_open(account uuid, lesson uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select k.is_preview
      or not exists (select from public.availability_rules r where r.account_id = account and r.id in (k.course_id, k.section_id, k.id))
      or exists (select from public.lesson_progress p
        where (p.account_id, p.lesson_id) = (account, lesson) and p.member_id = (select private.member_ids()) and p.finished_at is not null)
      or private.are_met(account, k.course_id, array[k.course_id, k.section_id, k.id])
    from public.lessons k where (k.account_id, k.id) = (account, lesson)
$$;
comment on function private.is_open is 'Whether a lesson is open to the caller now: it is a free preview, nothing holds it, they have finished it before, or its conditions are met.';
grant execute on function private.is_open(uuid, uuid) to anon, authenticated;

create function private.is_shown(account uuid, course uuid, section uuid, lesson uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.availability_rules r where r.account_id = account and r.id in (section, lesson) and r.is_hidden)
    or case when lesson is null then private.are_met(account, course, array[section]) else coalesce(private.is_open(account, lesson), true) end
$$;
comment on function private.is_shown is 'Whether a section (without a lesson), or a lesson, is in the outline the caller sees: what is hidden until it is open is not.';
grant execute on function private.is_shown(uuid, uuid, uuid, uuid) to anon, authenticated;

create function private.is_hidden_from(member uuid, started timestamptz, lesson public.lessons) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(bool_or(r.is_hidden)
      and bool_or(not (private.check_conditions(lesson.account_id, member, started, private.clock_now(), r.conditions) ->> 'met')::boolean), false)
    from public.availability_rules r
   where r.account_id = lesson.account_id and r.id in (lesson.course_id, lesson.section_id, lesson.id)
$$;
comment on function private.is_hidden_from is 'Whether a member does not see a lesson yet; what they don''t see holds up no course.';

create function private.require_named(course public.courses, part uuid, conditions jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select count(*) from jsonb_path_query(conditions, 'strict $.**.kind')) not between 1 and 20 then
    perform private.raise_error('invalid', 'Conditions can be nested four deep, and there can be 20 of them.');
  end if;
  if exists (select from private.named_in(conditions, 'lesson') n where not exists (
      select from public.lessons l where (l.account_id, l.course_id, l.id) = (course.account_id, course.id, n)))
    or exists (select from private.named_in(conditions, 'course') n where n = course.id or not exists (
      select from public.courses c where (c.account_id, c.id) = (course.account_id, n)))
    or exists (select from private.named_in(conditions, 'group') n where not exists (
      select from public.groups g where (g.account_id, g.id) = (course.account_id, n)))
    or exists (select from private.named_in(conditions, 'product') n where not exists (
      select from public.products p where (p.account_id, p.id) = (course.account_id, n))) then
    perform private.raise_error('invalid', 'A condition names something that is not here.');
  end if;
  -- What waits for what: a part for the lessons it names, a lesson for its section and its course.
  if exists (
    with recursive waits as (
        select r.id as part, n as lesson from public.availability_rules r, private.named_in(r.conditions, 'lesson') n
         where (r.account_id, r.course_id) = (course.account_id, course.id) and r.id <> require_named.part
        union all select require_named.part, n from private.named_in(conditions, 'lesson') n),
      edges as (
        select w.part as waiting, w.lesson as needed from waits w
        union all select l.id, holder from public.lessons l, unnest(array[l.section_id, l.course_id]) holder
         where (l.account_id, l.course_id) = (course.account_id, course.id)),
      reached as (
        select needed from edges where waiting = require_named.part
        union select e.needed from reached join edges e on e.waiting = reached.needed)
    select from reached where reached.needed = require_named.part) then
    perform private.raise_error('availability_cycle', 'These conditions wait for each other: nobody could ever open this.');
  end if;
  if exists (
    with recursive needed as (
        select n as id from private.named_in(conditions, 'course') n
        union select n from needed
          join public.availability_rules r on (r.account_id, r.course_id) = (course.account_id, needed.id), private.named_in(r.conditions, 'course') n)
    select from needed where needed.id = course.id) then
    perform private.raise_error('availability_cycle', 'These conditions wait for each other: nobody could ever open this.');
  end if;
end $$;
comment on function private.require_named is 'Rejects conditions that name what is not here, or that wait for themselves.';

create function public.set_availability(course_id uuid, part_id uuid, conditions jsonb, is_hidden boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses%rowtype;
begin
  -- The lock keeps two rules from waiting for each other by being saved at once.
  select * into c from public.courses k where k.id = course_id and k.id in (select private.editable_courses()) for update;
  if c.id is null then
    perform private.raise_error('forbidden', 'You don’t have permission to edit this course.');
  end if;
  if part_id is distinct from c.id
    and not exists (select from public.lessons l where (l.account_id, l.course_id, l.id) = (c.account_id, c.id, part_id))
    and not exists (select from public.sections s where (s.account_id, s.course_id, s.id) = (c.account_id, c.id, part_id)) then
    perform private.raise_error('not_found', 'There is no such part of this course.');
  end if;
  if conditions is null then
    delete from public.availability_rules r where (r.account_id, r.id) = (c.account_id, part_id);
    return;
  end if;
  if not coalesce(private.valid_conditions(conditions), false) then
    perform private.raise_error('invalid', 'Conditions can be nested four deep, and there can be 20 of them.');
  end if;
  perform private.require_named(c, part_id, conditions);
  insert into public.availability_rules as r (account_id, id, course_id, conditions, is_hidden)
    values (c.account_id, part_id, c.id, conditions, is_hidden)
    on conflict (account_id, id) do update set conditions = excluded.conditions, is_hidden = excluded.is_hidden;
end $$;
comment on function public.set_availability is 'Sets when a course, a section or a lesson of it is open to learners; null opens it to everybody who is enrolled.';
grant execute on function public.set_availability(uuid, uuid, jsonb, boolean) to authenticated;

create function public.drip_section(section_id uuid, every_days integer, hour text, from_day integer default 0) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  s public.sections%rowtype;
  changed integer;
begin
  select * into s from public.sections k where k.id = section_id and k.course_id in (select private.editable_courses());
  if s.id is null then
    perform private.raise_error('forbidden', 'You don’t have permission to edit this course.');
  end if;
  if every_days not between 1 and 365 or from_day not between 0 and 365 or hour !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' then
    perform private.raise_error('invalid', 'Choose a number of days from 1 to 365, and an hour.');
  end if;
  insert into public.availability_rules as r (account_id, id, course_id, conditions)
    select s.account_id, l.id, s.course_id, jsonb_build_object('kind', 'days', 'time', hour,
        'days', from_day + every_days * (row_number() over (order by l.position, l.id) - 1))
      from public.lessons l where (l.account_id, l.section_id) = (s.account_id, s.id) and l.archived_at is null
    on conflict (account_id, id) do update set conditions = excluded.conditions;
  get diagnostics changed = row_count;
  return changed;
end $$;
comment on function public.drip_section is 'Opens the lessons of a section one after the other, every so many days after the enrolment, in place of the conditions they have; returns how many.';
grant execute on function public.drip_section(uuid, integer, text, integer) to authenticated;

create function private.lesson_states_at(course public.courses, member uuid, started timestamptz, at timestamptz)
returns table (lesson_id uuid, is_open boolean, is_hidden boolean, opens_at timestamptz, rules jsonb)
language sql stable security definer set search_path = '' as $$
  with checked as (
    select r.id, r.is_hidden, private.check_conditions(course.account_id, member, started, at, r.conditions) as result
      from public.availability_rules r where (r.account_id, r.course_id) = (course.account_id, course.id)),
    held as (
      select l.id, l.is_preview or bool_and((k.result ->> 'met')::boolean) as is_met, bool_or(k.is_hidden) as is_hidden,
          case when bool_and((k.result ->> 'met')::boolean or k.result ->> 'opens_at' is not null)
            then max((k.result ->> 'opens_at')::timestamptz) filter (where not (k.result ->> 'met')::boolean) end as opens_at,
          jsonb_agg(k.result order by k.id = l.id, k.id = l.section_id) as rules
        from public.lessons l
        join checked k on k.id in (l.course_id, l.section_id, l.id)
       where (l.account_id, l.course_id) = (course.account_id, course.id) and l.is_published
       group by l.id, l.is_preview)
  select h.id, h.is_met or p.finished_at is not null, h.is_hidden and not h.is_met and p.finished_at is null, h.opens_at, h.rules
    from held h
    left join public.lesson_progress p on (p.account_id, p.member_id, p.lesson_id) = (course.account_id, member, h.id)
$$;
comment on function private.lesson_states_at is 'Each lesson of a course that has conditions: whether it is open to a member at a moment, when it opens, and what each condition comes to.';

create function public.lesson_states(course_id uuid) returns table (lesson_id uuid, is_open boolean, opens_at timestamptz, rules jsonb)
language sql stable security definer set search_path = '' as $$
  select s.lesson_id, s.is_open, s.opens_at, s.rules
    from public.courses c
    join private.learner_of(c.id, c.account_id) l on true
   cross join lateral private.lesson_states_at(c, l.member_id, l.starts_at, private.clock_now()) s
   where c.id = lesson_states.course_id and not s.is_hidden
$$;
comment on function public.lesson_states is 'Of each lesson of a course with conditions whether it is open to the caller, when it opens, and why not yet; without those they do not see.';
grant execute on function public.lesson_states(uuid) to authenticated;

create function public.preview_availability(course_id uuid, started timestamptz, at timestamptz)
returns table (lesson_id uuid, is_open boolean, is_hidden boolean, opens_at timestamptz, rules jsonb)
language sql stable security definer set search_path = '' as $$
  select s.lesson_id, s.is_open, s.is_hidden, s.opens_at, s.rules
    from public.courses c
   cross join lateral private.lesson_states_at(c, null, started, at) s
   where c.id = preview_availability.course_id and c.id in (select private.editable_courses()) and isfinite(started) and isfinite(at)
$$;
comment on function public.preview_availability is 'The same for somebody who enrolled at a moment and has finished nothing, at another moment: for those who may edit the course.';
grant execute on function public.preview_availability(uuid, timestamptz, timestamptz) to authenticated;

create function public.course_requirements(course_id uuid) returns table (id uuid, title text, slug text, is_finished boolean)
language sql stable security definer set search_path = '' as $$
  select k.id, k.title, k.slug, exists (
      select from public.enrolments e where e.member_id = (select private.member_ids()) and (e.account_id, e.course_id) = (k.account_id, k.id)
        and e.completed_at is not null)
    from public.courses c
    join public.availability_rules r on (r.account_id, r.id) = (c.account_id, c.id)
   cross join lateral private.named_in(r.conditions, 'course') n
    join public.courses k on (k.account_id, k.id) = (c.account_id, n) and k.status = 'published'
   where c.id = course_requirements.course_id and c.status = 'published'
   order by k.title
$$;
comment on function public.course_requirements is 'The published courses that are to be finished before a published course, and whether the caller has.';
grant execute on function public.course_requirements(uuid) to anon, authenticated;
