create trigger quiz_allowances_touch before update on public.quiz_allowances for each row execute function private.touch_updated_at();
create trigger quiz_allowances_feature before insert on public.quiz_allowances for each row execute function private.guard_feature('lms');

grant select (account_id, id, course_id, quiz_id, member_id, extra_time, extra_attempts, created_at, updated_at),
  insert (account_id, course_id, quiz_id, member_id, extra_time, extra_attempts), update (extra_time, extra_attempts), delete
  on public.quiz_allowances to authenticated;
create policy "Students see what they are allowed" on public.quiz_allowances for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Authors see what students are allowed in their courses" on public.quiz_allowances for select to authenticated
  using (course_id in (select private.editable_courses()));
create policy "Authors allow the students of their courses more" on public.quiz_allowances for insert to authenticated
  with check (course_id in (select private.editable_courses())
    and exists (select from public.enrolments e where (e.account_id, e.course_id, e.member_id) = (quiz_allowances.account_id, quiz_allowances.course_id, quiz_allowances.member_id)));
create policy "Authors change what students are allowed in their courses" on public.quiz_allowances for update to authenticated
  using (course_id in (select private.editable_courses())) with check (course_id in (select private.editable_courses()));
create policy "Authors end what students are allowed in their courses" on public.quiz_allowances for delete to authenticated
  using (course_id in (select private.editable_courses()));

create function private.time_limit(quiz public.quizzes, member uuid) returns interval
language sql stable security definer set search_path = '' as $$
  select make_interval(secs => quiz.time_limit_seconds * (100 + coalesce((select w.extra_time from public.quiz_allowances w
    where (w.account_id, w.quiz_id, w.member_id) = (quiz.account_id, quiz.id, member)), 0)) / 100.0)
$$;
comment on function private.time_limit is 'How long an attempt of a member lasts, with the extra time they are allowed; null without a limit.';

create function private.attempts_allowed(quiz public.quizzes, member uuid) returns int
language sql stable security definer set search_path = '' as $$
  select case quiz.attempts_allowed when 0 then 0 else quiz.attempts_allowed + coalesce((select w.extra_attempts from public.quiz_allowances w
    where (w.account_id, w.quiz_id, w.member_id) = (quiz.account_id, quiz.id, member)), 0) end
$$;
comment on function private.attempts_allowed is 'How often a member may try a quiz, with the extra attempts they are allowed; 0 is as often as they like.';
