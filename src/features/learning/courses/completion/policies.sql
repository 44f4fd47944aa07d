create function private.complete_enrolment(account uuid, member uuid, course uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  title text;
begin
  update public.enrolments e set completed_at = private.clock_now()
   where (e.account_id, e.member_id, e.course_id) = (account, member, course) and e.completed_at is null
     and exists (select from public.lessons l where (l.account_id, l.course_id) = (account, course) and l.is_published and l.is_required)
     and not exists (
       select from public.lessons l
         left join public.lesson_progress p on (p.account_id, p.member_id, p.lesson_id) = (account, member, l.id)
        where (l.account_id, l.course_id) = (account, course) and l.is_published and l.is_required and p.completed_at is null
          and not private.is_hidden_from(member, e.starts_at, l));
  if not found then return; end if;
  select c.title into title from public.courses c where (c.account_id, c.id) = (account, course);
  perform private.notify_localized(account, m.user_id, 'courseFinished', 'You completed <strong>{{title}}</strong>.',
      jsonb_build_object('title', title), 1, '/dashboard/courses', 'learning')
    from public.members m where (m.account_id, m.id) = (account, member);
end $$;
comment on function private.complete_enrolment is 'Completes an enrolment with its last required lesson, once, and notifies the student.';

create function private.share_to_watch(l public.lessons) returns integer
language sql immutable set search_path = '' as $$
  -- Nine tenths stand for the whole: what its author wrote as its length may be a little more than there is.
  select case when l.completion = 'watched' then l.completion_amount::int when l.no_skip and l.completion <> 'dwell' then 90 end
$$;
comment on function private.share_to_watch is 'The percent of its video that completes a lesson: by its own rule, or as it can''t be skipped; null where another rule decides.';

create function private.lesson_completion(l public.lessons) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when k.completion = 'decided-by-server' then k.completion
    -- What another site plays is not measured, nor is what has no length: there the rule of the kind holds.
    when private.share_to_watch(l) is not null then case when k.completion = 'watched-to-end' and l.duration_seconds > 0 and exists (
        select from public.lesson_contents c where (c.account_id, c.id) = (l.account_id, l.id)
          and (c.media_path is not null or c.media_url !~* '^https://([a-z0-9-]+\.)*(youtube\.com|youtube-nocookie\.com|youtu\.be|vimeo\.com)/'))
      then 'decided-by-server' when l.completion in ('watched', 'kind') then k.completion else l.completion end
    when l.completion = 'kind' then k.completion
    when l.completion = 'dwell' then 'decided-by-server'
    else l.completion end
    from private.lesson_kinds k where k.kind = l.kind
$$;
comment on function private.lesson_completion is 'What completes a lesson: manual, viewed, watched-to-end or decided-by-server, by its own rule or that of its kind.';

create function private.watched_seconds(watched jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select coalesce(sum((r ->> 1)::numeric - (r ->> 0)::numeric), 0) from jsonb_array_elements(watched) r
$$;
comment on function private.watched_seconds is 'How many seconds of a video were watched, each counted once.';

create function private.complete_if_watched(l public.lessons, member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.share_to_watch(l) is not null and private.lesson_completion(l) = 'decided-by-server' and (private.lesson_kind(l.kind)).completion <> 'decided-by-server'
    and exists (select from public.lesson_progress p where (p.account_id, p.member_id, p.lesson_id) = (l.account_id, member, l.id)
      and p.completed_at is null and private.watched_seconds(p.watched) * 100 >= l.duration_seconds * private.share_to_watch(l)) then
    perform private.complete_activity(l.account_id, member, l.id, 'server');
  end if;
end $$;
comment on function private.complete_if_watched is 'Completes a lesson whose rule is a share of its video once that was watched.';

create function private.complete_activity(account uuid, member uuid, lesson uuid, reported_by text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  l public.lessons%rowtype;
  completion text;
begin
  select * into l from public.lessons k where (k.account_id, k.id) = (account, lesson);
  completion := private.lesson_completion(l);
  if not coalesce(case reported_by when 'server' then true when 'opening' then completion = 'viewed'
      when 'member' then completion <> 'decided-by-server' end, false) then
    perform private.raise_error('quiz_decides', 'This lesson is completed by its result, not manually.');
  end if;
  perform private.touch_progress(account, member, l.course_id, lesson);
  update public.lesson_progress set completed_at = private.clock_now()
   where (account_id, member_id, lesson_id) = (account, member, lesson) and completed_at is null;
  perform private.complete_enrolment(account, member, l.course_id);
end $$;
comment on function private.complete_activity is
  'Completes a lesson for a member once, if its rule lets whoever reports it (member, opening, server) decide; the caller has checked that the member is enrolled.';

create function public.complete_lesson(lesson_id uuid, is_done boolean default true) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  l public.lessons := private.enrolled_lesson(lesson_id);
begin
  if is_done then
    perform private.complete_activity(l.account_id, private.member_of(l.account_id), l.id, 'member');
  else
    if private.lesson_completion(l) = 'decided-by-server' then
      perform private.raise_error('quiz_decides', 'This lesson is completed by its result, not manually.');
    end if;
    update public.lesson_progress p set completed_at = null
     where (p.account_id, p.member_id, p.lesson_id) = (l.account_id, private.member_of(l.account_id), l.id);
  end if;
end $$;
comment on function public.complete_lesson is 'Marks a lesson done or not done for the caller.';
grant execute on function public.complete_lesson(uuid, boolean) to authenticated;

create function public.beat_lesson(lesson_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  l public.lessons := private.enrolled_lesson(lesson_id);
  member uuid := private.member_of(l.account_id);
  p public.lesson_progress%rowtype;
begin
  perform private.touch_progress(l.account_id, member, l.course_id, l.id);
  -- Whatever devices beat, each moment is counted once; a pause of more than a minute is time away.
  update public.lesson_progress k set beat_at = private.clock_now(),
      dwell_seconds = least(360000, k.dwell_seconds + case when private.clock_now() - k.beat_at between interval '0' and interval '1 minute'
        then round(extract(epoch from private.clock_now() - k.beat_at))::int else 0 end)
   where (k.account_id, k.member_id, k.lesson_id) = (l.account_id, member, l.id) returning * into p;
  if l.completion = 'dwell' and (private.lesson_kind(l.kind)).completion <> 'decided-by-server' and p.completed_at is null
    and p.dwell_seconds >= l.completion_amount * 60 then
    perform private.complete_activity(l.account_id, member, l.id, 'server');
    p.completed_at := private.clock_now();
  end if;
  return jsonb_build_object('dwell_seconds', p.dwell_seconds, 'is_done', p.completed_at is not null);
end $$;
comment on function public.beat_lesson is 'Says that a lesson is in front of the caller: the server counts how long, and completes a lesson whose rule is a time there.';
grant execute on function public.beat_lesson(uuid) to authenticated;
