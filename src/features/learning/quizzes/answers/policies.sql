create function private.fits_question(question jsonb, answer jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when jsonb_typeof(answer) = 'null' then true
    when question ->> 'kind' = 'truefalse' then jsonb_typeof(answer) = 'boolean'
    when question ->> 'kind' = 'short' then jsonb_typeof(answer) = 'string' and length(answer #>> '{}') <= 500
    when question ->> 'kind' in ('numeric', 'calculated') then private.fits_numeric(question, answer)
    when question ->> 'kind' = 'hotspot' then private.fits_hotspot(question, answer)
    when question ->> 'kind' in ('matching', 'labels') then private.fits_matching(question, answer)
    when question ->> 'kind' = 'ordering' then private.fits_ordering(question, answer)
    when question ->> 'kind' = 'cloze' then private.fits_cloze(question, answer)
    when question ->> 'kind' = 'essay' then jsonb_typeof(answer) = 'string' and length(answer #>> '{}') <= 20000
    when question ->> 'kind' = 'single' then jsonb_typeof(answer) = 'string'
      and exists (select from jsonb_array_elements(question -> 'options') o where o -> 'id' = answer)
    when jsonb_typeof(answer) = 'array' then jsonb_array_length(answer) <= 12
      and (select count(*) = count(distinct g) and coalesce(bool_and(exists (
             select from jsonb_array_elements(question -> 'options') o where o -> 'id' = g)), true) from jsonb_array_elements(answer) g)
    else false end;
end $$;
comment on function private.fits_question is 'Whether an answer has the type its question needs; null clears an answer.';

create function private.own_attempt(attempt uuid) returns public.attempts
language plpgsql security definer set search_path = '' as $$
declare
  a public.attempts%rowtype;
begin
  if auth.uid() is null then
    perform private.raise_error('not_authenticated', 'Sign in to continue the quiz.');
  end if;
  -- A shared lock: two tabs may save at once, and submitting waits for both.
  select * into a from public.attempts k where k.id = attempt and k.member_id = (select private.member_ids()) for share;
  if a.id is null then
    perform private.raise_error('not_found', 'You have no such attempt.');
  end if;
  return a;
end $$;
comment on function private.own_attempt is 'The caller''s own attempt, locked against submission until the transaction ends.';

create function public.save_answer(attempt_id uuid, question_id uuid, answer jsonb, revision integer default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  a public.attempts := private.own_attempt(attempt_id);
  w public.attempt_answers%rowtype;
  question jsonb;
begin
  if a.submitted_at is not null then
    perform private.raise_error('attempt_closed', 'This attempt has already been submitted.');
  end if;
  if private.is_overdue(a.due_at) then
    perform private.raise_error('attempt_overdue', 'Time is up for this attempt. Answers saved in time count.');
  end if;
  select q into question from private.attempt_papers p, jsonb_array_elements(p.questions) q
   where (p.account_id, p.attempt_id) = (a.account_id, a.id) and q ->> 'id' = question_id::text;
  if question is null then
    perform private.raise_error('not_found', 'This attempt has no such question.');
  end if;
  answer := coalesce(answer, 'null');
  if not private.fits_question(question, answer) then
    perform private.raise_error('invalid', 'This is not a valid answer to the question.');
  end if;
  insert into public.attempt_answers as k (account_id, course_id, member_id, attempt_id, question_id, answer)
  values (a.account_id, a.course_id, a.member_id, a.id, question_id, answer)
  on conflict on constraint attempt_answers_account_id_attempt_id_question_id_key do update
    set answer = excluded.answer, revision = k.revision + 1, saved_at = private.clock_time()
    -- A delayed answer of one device does not overwrite a later one of another.
    where revision is null or k.revision <= revision or k.answer = excluded.answer
  returning * into w;
  if w.id is null then
    select * into w from public.attempt_answers k where (k.account_id, k.attempt_id, k.question_id) = (a.account_id, a.id, question_id);
    return jsonb_build_object('saved', false, 'answer', w.answer, 'revision', w.revision, 'saved_at', w.saved_at);
  end if;
  return jsonb_build_object('saved', true, 'answer', w.answer, 'revision', w.revision, 'saved_at', w.saved_at);
end $$;
comment on function public.save_answer is 'Saves one answer. If `revision` is older than the stored one, nothing changes and the stored answer is returned.';
grant execute on function public.save_answer(uuid, uuid, jsonb, integer) to authenticated;

create trigger attempt_answers_touch before update on public.attempt_answers for each row execute function private.touch_updated_at();

grant select (account_id, id, course_id, member_id, attempt_id, question_id, answer, revision, saved_at, created_at, updated_at)
  on public.attempt_answers to authenticated;
create policy "Students see their own answers" on public.attempt_answers for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Managers see every answer" on public.attempt_answers for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Those who grade see the answers in their courses" on public.attempt_answers for select to authenticated
  using (course_id in (select private.courses_where('manage_submissions')));
create policy "Authors see the answers to their quizzes" on public.attempt_answers for select to authenticated
  using (course_id in (select private.editable_courses()));
