-- Learners hear of a lesson that time opens to them: on a day, or some days after they enrolled.

create function private.opened_lessons(since timestamptz, until timestamptz)
returns table (account_id uuid, member_id uuid, course_id uuid, lesson_id uuid, lessons integer)
language sql stable security definer set search_path = '' as $$
  with near as (
    -- Who has nothing that opens about now is not looked at any further.
    select e.account_id, e.member_id, e.starts_at, c
      from public.courses c
      join public.enrolments e on (e.account_id, e.course_id) = (c.account_id, c.id) and e.status = 'active' and e.starts_at <= opened_lessons.until
        and (e.expires_at is null or e.expires_at > opened_lessons.until)
     where c.status = 'published' and private.has_feature(c.account_id, 'lms') and exists (
       select from public.availability_rules r
        where (r.account_id, r.course_id) = (c.account_id, c.id) and (
          exists (select from jsonb_path_query(r.conditions, 'strict $.** ? (@.kind == "days").days') d
            where e.starts_at + make_interval(days => d::int) between opened_lessons.since - interval '2 days' and opened_lessons.until + interval '2 days')
          or exists (select from jsonb_path_query(r.conditions, 'strict $.** ? (@.kind == "from").at') d
            where (d #>> '{}')::timestamptz between opened_lessons.since and opened_lessons.until)))
  ), opened as (
    select n.account_id, n.member_id, l.course_id, l.id,
        row_number() over (partition by n.account_id, n.member_id, l.course_id order by p.position, l.position, l.id) as place,
        count(*) over (partition by n.account_id, n.member_id, l.course_id) as lessons
      from near n
     cross join lateral private.lesson_states_at(n.c, n.member_id, n.starts_at, opened_lessons.since) s
      join public.lessons l on (l.account_id, l.id) = (n.account_id, s.lesson_id) and l.is_published and l.archived_at is null
      join public.sections p on (p.account_id, p.id) = (l.account_id, l.section_id)
     where not s.is_open and s.opens_at > opened_lessons.since and s.opens_at <= opened_lessons.until
  )
  select o.account_id, o.member_id, o.course_id, o.id, o.lessons::int from opened o where o.place = 1
$$;
comment on function private.opened_lessons is 'Whom time has opened lessons to between two moments: of each course the first of them, and how many.';

create function private.tell_opened_lessons() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  since timestamptz;
  until timestamptz := private.clock_now();
  told integer;
begin
  -- The lock keeps two processes from telling the same twice.
  select o.told_to into since from private.lesson_openings o for update;
  perform private.notify_localized(n.account_id, m.user_id, 'lessonOpened', '<b>{{title}}</b> in <b>{{course}}</b> is open to you now.',
      jsonb_build_object('title', l.title, 'course', c.title), 1, '/dashboard/courses/' || c.slug || '?lesson=' || l.slug, 'learning')
    from private.opened_lessons(since, until) n
    join public.members m on (m.account_id, m.id) = (n.account_id, n.member_id) and m.blocked_at is null
    join public.courses c on (c.account_id, c.id) = (n.account_id, n.course_id)
    join public.lessons l on (l.account_id, l.id) = (n.account_id, n.lesson_id);
  get diagnostics told = row_count;
  update private.lesson_openings set told_to = until;
  return told;
end $$;
comment on function private.tell_opened_lessons is 'Notifies learners of the lessons that time has opened to them since the last run: one note a course, which names the first. Run by the scheduler.';
