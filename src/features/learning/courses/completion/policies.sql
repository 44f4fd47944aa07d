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

create function private.complete_activity(account uuid, member uuid, lesson uuid, reported_by text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  l public.lessons%rowtype;
  completion text;
begin
  select * into l from public.lessons k where (k.account_id, k.id) = (account, lesson);
  completion := (private.lesson_kind(l.kind)).completion;
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
  'Completes a lesson for a member once, if its kind lets whoever reports it (member, opening, server) decide; the caller has checked that the member is enrolled.';

create function public.complete_lesson(lesson_id uuid, is_done boolean default true) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  l public.lessons := private.enrolled_lesson(lesson_id);
begin
  if is_done then
    perform private.complete_activity(l.account_id, private.member_of(l.account_id), l.id, 'member');
  else
    if (private.lesson_kind(l.kind)).completion = 'decided-by-server' then
      perform private.raise_error('quiz_decides', 'This lesson is completed by its result, not manually.');
    end if;
    update public.lesson_progress p set completed_at = null
     where (p.account_id, p.member_id, p.lesson_id) = (l.account_id, private.member_of(l.account_id), l.id);
  end if;
end $$;
comment on function public.complete_lesson is 'Marks a lesson done or not done for the caller.';
grant execute on function public.complete_lesson(uuid, boolean) to authenticated;
