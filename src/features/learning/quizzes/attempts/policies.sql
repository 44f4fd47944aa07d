create function private.shuffled_items(options jsonb) returns jsonb
language sql volatile set search_path = '' as $$
  -- Turned by one where it came out as it was: what is right must not be shown.
  select case when m.items = options then (m.items - 0) || jsonb_build_array(m.items -> 0) else m.items end
    from (select jsonb_agg(o order by random()) as items from jsonb_array_elements(options) o) m
$$;
comment on function private.shuffled_items is 'The items of an ordering question in an order that is not theirs.';

create function private.paper_question(kind text, options jsonb, key jsonb, is_shuffled boolean) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  shown jsonb := case when kind = 'ordering' then private.shuffled_items(options) when is_shuffled or kind in ('matching', 'labels')
    then (select coalesce(jsonb_agg(o order by random()), '[]') from jsonb_array_elements(options) o) else options end;
  names jsonb;
begin
  if kind not in ('ordering', 'matching', 'labels') then return jsonb_build_object('options', shown, 'key', key, 'source', '{}'::jsonb); end if;
  -- The author's ids stand in the right order, or are those of the rows: on paper an id tells its place and nothing more.
  select jsonb_object_agg(o ->> 'id', chr(96 + n::int)) into names from jsonb_array_elements(shown) with ordinality t (o, n);
  return jsonb_build_object(
    'options', (select jsonb_agg(jsonb_build_object('id', names -> (o ->> 'id'), 'text', o -> 'text') order by n) from jsonb_array_elements(shown) with ordinality t (o, n)),
    'key', case kind when 'ordering' then (select jsonb_agg(names -> id order by n) from jsonb_array_elements_text(key) with ordinality t (id, n))
      else (select jsonb_object_agg(question_row, names -> id) from jsonb_each_text(key) t (question_row, id)) end,
    'source', jsonb_build_object('names', names));
end $$;
comment on function private.paper_question is 'The options of a question as an attempt shows them, with the key that is theirs there, and in `source` which option is which.';

create function private.write_paper(attempt public.attempts, quiz public.quizzes) returns void
language plpgsql security definer set search_path = '' as $$
begin
  with asked as (
    select q.id as question_id, null::uuid as draw_id, q.points, q.position::int as place
      from public.questions q where (q.account_id, q.quiz_id) = (quiz.account_id, quiz.id)
    union all select * from private.drawn_questions(quiz))
  insert into private.attempt_papers (account_id, attempt_id, questions)
  select attempt.account_id, attempt.id, jsonb_agg(jsonb_build_object('id', q.id, 'kind', q.kind, 'prompt', q.prompt, 'figure', q.figure,
      'points', a.points, 'parts', q.parts, 'explanation', k.explanation)
      || s.shown || private.calculated_paper(q.kind, q.parts, k.answer) || jsonb_build_object('source', (s.shown -> 'source') || jsonb_build_object('version', q.version, 'draw', a.draw_id))
      order by case when quiz.shuffle_questions then random() else a.place end, q.id)
    from asked a join public.questions q on (q.account_id, q.id) = (quiz.account_id, a.question_id)
    join public.question_keys k on (k.account_id, k.id) = (q.account_id, q.id)
   cross join lateral private.paper_question(q.kind, q.options, k.answer, quiz.shuffle_options) s (shown)
  having count(*) > 0;
  if not found then
    perform private.raise_error('quiz_empty', 'This quiz has no questions yet.');
  end if;
  -- The bank may hold fewer than it did when the quiz was saved.
  update public.attempts k set points = (select coalesce(sum((q ->> 'points')::int), 0) from private.attempt_papers p, jsonb_array_elements(p.questions) q
      where (p.account_id, p.attempt_id) = (k.account_id, k.id))
   where (k.account_id, k.id) = (attempt.account_id, attempt.id) and quiz.id in (select d.quiz_id from public.quiz_draws d where d.account_id = quiz.account_id);
end $$;
comment on function private.write_paper is 'Stores the questions of an attempt, those of the quiz and those drawn for it, and the keys it is graded by.';

create function private.with_feedback_on(options jsonb, answer jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(case when coalesce(answer, 'null') @> (o -> 'id') then o else o - 'feedback' end order by n), '[]')
    from jsonb_array_elements(options) with ordinality t (o, n)
$$;
comment on function private.with_feedback_on is 'The options of a question with the feedback of those that were chosen, and of no other.';

create function private.shown_question(question jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select (question - 'key' - 'explanation' - 'source') || jsonb_build_object('options', private.with_feedback_on(question -> 'options', null))
$$;
comment on function private.shown_question is 'A question of a paper as a student may see it before grading.';

create function private.count_waiting(account uuid, attempt uuid) returns int
language sql stable security definer set search_path = '' as $$
  select count(*)::int from private.attempt_papers p cross join jsonb_array_elements(p.questions) q
    join public.attempt_answers w on (w.account_id, w.attempt_id) = (p.account_id, p.attempt_id) and w.question_id = (q ->> 'id')::uuid
   where (p.account_id, p.attempt_id) = (account, attempt) and q ->> 'kind' = 'essay' and btrim(coalesce(w.answer #>> '{}', '')) <> ''
     and not exists (select from private.answer_marks g where (g.account_id, g.answer_id) = (w.account_id, w.id))
$$;
comment on function private.count_waiting is 'How many answers of an attempt wait to be graded by hand.';

create function private.hand_in(account uuid, attempt uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  a public.attempts%rowtype;
  total numeric;
  waiting int;
begin
  -- Waits for answers that are being saved, so that each of them is graded.
  select * into a from public.attempts k where (k.account_id, k.id) = (account, attempt) for update;
  if a.submitted_at is not null then return; end if;
  with marks as (
    insert into private.answer_marks (account_id, answer_id, points, is_right)
    select account, w.id, g.points, g.points = (p.q ->> 'points')::int
      from (select jsonb_array_elements(questions) as q from private.attempt_papers where (account_id, attempt_id) = (account, attempt)) p
      join public.attempt_answers w on (w.account_id, w.attempt_id) = (account, attempt) and w.question_id = (p.q ->> 'id')::uuid,
      lateral private.mark_answer(p.q, w.answer, a.wrong_penalty) g (points)
     where g.points is not null
    returning points)
  select greatest(coalesce(sum(points), 0), 0) into total from marks;
  waiting := private.count_waiting(account, attempt);
  update public.attempts k set submitted_at = least(private.clock_time(), k.due_at), score = total, passed = total * 100 >= k.pass_mark * k.points, to_grade = waiting
   where (k.account_id, k.id) = (account, attempt);
  if not a.is_trial then perform private.finish_quiz(a.account_id, a.quiz_id, a.member_id); end if;
end $$;
comment on function private.hand_in is 'Submits an attempt once: grades the saved answers but those that are graded by hand; a pass completes the lesson.';

create function private.is_overdue(due timestamptz) returns boolean
language sql stable set search_path = '' as $$
  -- A grace period for answers still in transit.
  select coalesce(private.clock_time() > due + interval '10 seconds', false)
$$;
comment on function private.is_overdue is 'Whether the time of an attempt is over, grace period included.';

create function private.close_overdue_attempts() returns int
language plpgsql security definer set search_path = '' as $$
declare
  a record;
  closed int := 0;
begin
  for a in select k.account_id, k.id, k.is_trial, m.user_id, l.title from public.attempts k
             join public.members m on (m.account_id, m.id) = (k.account_id, k.member_id)
             join public.quizzes z on (z.account_id, z.id) = (k.account_id, k.quiz_id)
             join public.lessons l on (l.account_id, l.id) = (z.account_id, z.lesson_id)
            where k.submitted_at is null and private.is_overdue(k.due_at) order by k.due_at limit 500
            for update of k skip locked loop
    perform private.hand_in(a.account_id, a.id);
    if not a.is_trial then
      perform private.notify_localized(a.account_id, a.user_id, 'timeUp',
        'Time ran out for <strong>{{title}}</strong>: your answers were submitted.',
        jsonb_build_object('title', a.title), 2, '/dashboard/courses', 'learning');
    end if;
    closed := closed + 1;
  end loop;
  return closed;
end $$;
comment on function private.close_overdue_attempts is 'Submits attempts whose time is over; returns how many.';

create function private.tries_left(quiz public.quizzes, member uuid) returns int
language sql stable security definer set search_path = '' as $$
  select greatest(0, coalesce(nullif(private.attempts_allowed(quiz, member), 0), 500)
    - (select count(*) from public.attempts a where (a.account_id, a.quiz_id, a.member_id) = (quiz.account_id, quiz.id, member) and not a.is_trial)::int)
$$;
comment on function private.tries_left is 'How many more attempts a member may start; at most 500 if the author set no limit.';

create function private.attempt_state(a public.attempts) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'now', private.clock_time(),
    'attempt', jsonb_build_object('id', a.id, 'quiz_id', a.quiz_id, 'number', a.number, 'is_trial', a.is_trial, 'started_at', a.started_at,
      'due_at', a.due_at, 'submitted_at', a.submitted_at, 'pass_mark', a.pass_mark, 'points', a.points),
    'questions', (select jsonb_agg(private.shown_question(q) order by n) from private.attempt_papers p,
      jsonb_array_elements(p.questions) with ordinality t (q, n) where (p.account_id, p.attempt_id) = (a.account_id, a.id)),
    'answers', (select coalesce(jsonb_object_agg(w.question_id, jsonb_build_object('answer', w.answer, 'revision', w.revision, 'saved_at', w.saved_at)), '{}')
      from public.attempt_answers w where (w.account_id, w.attempt_id) = (a.account_id, a.id)))
$$;
comment on function private.attempt_state is 'The state of an open attempt for the player: questions without keys, and saved answers.';

create function public.quiz_overview(quiz_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  z public.quizzes%rowtype;
  me uuid;
begin
  select * into z from public.quizzes k where k.id = quiz_id
    and (k.course_id in (select private.editable_courses()) or (k.course_id in (select private.enrolled_courses())
      and exists (select from public.lessons l where (l.account_id, l.id) = (k.account_id, k.lesson_id) and l.is_published)));
  if z.id is null then
    perform private.raise_error('not_found', 'There is no such quiz, or you don’t have access to it.');
  end if;
  me := private.member_of(z.account_id);
  perform private.hand_in(a.account_id, a.id) from public.attempts a
   where (a.account_id, a.quiz_id, a.member_id) = (z.account_id, z.id, me) and a.submitted_at is null and private.is_overdue(a.due_at);
  return jsonb_build_object(
    'id', z.id, 'lesson_id', z.lesson_id, 'title', (select l.title from public.lessons l where (l.account_id, l.id) = (z.account_id, z.lesson_id)),
    'intro', z.intro, 'pass_mark', z.pass_mark, 'attempts_allowed', private.attempts_allowed(z, me),
    'time_limit_seconds', extract(epoch from private.time_limit(z, me))::int, 'grading_method', z.grading_method, 'wrong_penalty', z.wrong_penalty,
    'percent', private.quiz_percent(z.account_id, z.id, me), 'passed', private.passes_quiz(z.account_id, z.id, me),
    'question_count', z.question_count, 'points', z.points, 'feedback', z.feedback,
    'is_trial', z.course_id not in (select private.enrolled_courses()),
    'tries_left', private.tries_left(z, me),
    'attempts', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'number', a.number, 'is_trial', a.is_trial, 'started_at', a.started_at,
        'due_at', a.due_at, 'submitted_at', a.submitted_at, 'score', a.score, 'points', a.points, 'passed', a.passed, 'to_grade', a.to_grade) order by a.number desc), '[]')
      from (select * from public.attempts a where (a.account_id, a.quiz_id, a.member_id) = (z.account_id, z.id, me) order by a.number desc limit 100) a));
end $$;
comment on function public.quiz_overview is 'The start page of a quiz: its rules, the caller''s attempts, and how many are left.';
grant execute on function public.quiz_overview(uuid) to authenticated;

create function public.start_attempt(quiz_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  z public.quizzes%rowtype;
  a public.attempts%rowtype;
  me uuid;
  trial boolean := false;
begin
  select * into z from public.quizzes k where k.id = quiz_id;
  trial := z.course_id in (select private.editable_courses()) and z.course_id not in (select private.enrolled_courses());
  if not trial then
    perform private.enrolled_lesson(z.lesson_id);
  end if;
  if not exists (select from public.lessons l where (l.account_id, l.id) = (z.account_id, z.lesson_id) and l.kind = 'quiz') then
    perform private.raise_error('not_found', 'There is no such quiz, or you don’t have access to it.');
  end if;
  me := private.member_of(z.account_id);
  -- Two tabs that start at once get the same attempt.
  perform pg_advisory_xact_lock(hashtextextended('attempt' || z.id || me, 0));
  select * into a from public.attempts k where (k.account_id, k.quiz_id, k.member_id) = (z.account_id, z.id, me) and k.submitted_at is null;
  if a.id is not null and private.is_overdue(a.due_at) then
    perform private.hand_in(a.account_id, a.id);
    a := null;
  end if;
  if a.is_trial and not trial then
    delete from public.attempts k where (k.account_id, k.id) = (a.account_id, a.id);
    a := null;
  end if;
  if a.id is not null then return private.attempt_state(a); end if;
  if z.question_count = 0 then
    perform private.raise_error('quiz_empty', 'This quiz has no questions yet.');
  end if;
  if not trial and private.tries_left(z, me) = 0 then
    perform private.raise_error('no_attempts_left', 'You have used every attempt this quiz allows.');
  end if;
  if trial then
    delete from public.attempts k where (k.account_id, k.quiz_id, k.member_id) = (z.account_id, z.id, me) and k.is_trial;
  end if;
  insert into public.attempts (account_id, course_id, quiz_id, member_id, number, is_trial, due_at, pass_mark, points, wrong_penalty)
  values (z.account_id, z.course_id, z.id, me,
    (select coalesce(max(k.number), 0) + 1 from public.attempts k where (k.account_id, k.quiz_id, k.member_id) = (z.account_id, z.id, me)),
    trial, private.clock_now() + private.time_limit(z, me), z.pass_mark, z.points, z.wrong_penalty)
  returning * into a;
  perform private.write_paper(a, z);
  select * into a from public.attempts k where (k.account_id, k.id) = (a.account_id, a.id);
  return private.attempt_state(a);
end $$;
comment on function public.start_attempt is 'Starts an attempt or resumes the open one; for those who may edit the course it is a trial that does not count.';
grant execute on function public.start_attempt(uuid) to authenticated;

create function public.attempt_result(attempt_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  a public.attempts%rowtype;
  z public.quizzes%rowtype;
  is_own boolean;
  shown text;
begin
  select * into a from public.attempts k where k.id = attempt_id and k.submitted_at is not null
    and (k.member_id = (select private.member_ids()) or k.member_id in (select private.graded_child_ids())
      or k.course_id in (select private.courses_where('manage_submissions')) or k.course_id in (select private.editable_courses()));
  if a.id is null then
    perform private.raise_error('not_found', 'There is no such result, or you don’t have access to it.');
  end if;
  select * into z from public.quizzes k where (k.account_id, k.id) = (a.account_id, a.quiz_id);
  is_own := a.member_id in (select private.member_ids() union all select private.graded_child_ids());
  shown := case when not is_own or a.is_trial then 'answers'
    when z.feedback = 'answers_when_done' then case when private.tries_left(z, a.member_id) = 0
      or exists (select from public.attempts k where (k.account_id, k.quiz_id, k.member_id) = (a.account_id, a.quiz_id, a.member_id) and k.passed)
      then 'answers' else 'verdicts' end
    else z.feedback end;
  return jsonb_build_object(
    'attempt', jsonb_build_object('id', a.id, 'quiz_id', a.quiz_id, 'number', a.number, 'is_trial', a.is_trial, 'started_at', a.started_at,
      'submitted_at', a.submitted_at, 'due_at', a.due_at, 'score', a.score, 'points', a.points, 'pass_mark', a.pass_mark, 'passed', a.passed, 'to_grade', a.to_grade),
    'tries_left', private.tries_left(z, a.member_id), 'attempts_allowed', private.attempts_allowed(z, a.member_id), 'shown', shown,
    'passed_before', not a.is_trial and exists (select from public.attempts k
      where (k.account_id, k.quiz_id, k.member_id) = (a.account_id, a.quiz_id, a.member_id) and k.id <> a.id and k.passed and not k.is_trial),
    'questions', (select jsonb_agg(
        case shown when 'score' then private.shown_question(q)
          when 'verdicts' then private.shown_question(q) || jsonb_build_object('earned', coalesce(g.points, 0), 'is_right', coalesce(g.is_right, false))
          -- The guide of an essay is for whoever grades.
          else (case when is_own and q ->> 'kind' = 'essay' then q - 'key' - 'source' else q - 'source' end) || jsonb_build_object('earned', coalesce(g.points, 0), 'is_right', coalesce(g.is_right, false)) end
        || case shown when 'score' then '{}' else jsonb_build_object('options', private.with_feedback_on(q -> 'options', w.answer)) end
        || jsonb_build_object('answer', w.answer, 'comment', coalesce(g.comment, ''),
          'is_waiting', q ->> 'kind' = 'essay' and g.answer_id is null and btrim(coalesce(w.answer #>> '{}', '')) <> '') order by n)
      from private.attempt_papers p cross join jsonb_array_elements(p.questions) with ordinality t (q, n)
      left join public.attempt_answers w on (w.account_id, w.attempt_id) = (a.account_id, a.id) and w.question_id = (q ->> 'id')::uuid
      left join private.answer_marks g on (g.account_id, g.answer_id) = (w.account_id, w.id)
     where (p.account_id, p.attempt_id) = (a.account_id, a.id)));
end $$;
comment on function public.attempt_result is 'The result of a submitted attempt, question by question as far as the feedback setting shows it.';
grant execute on function public.attempt_result(uuid) to authenticated;

create function public.submit_attempt(attempt_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  a public.attempts%rowtype;
begin
  if auth.uid() is null then
    perform private.raise_error('not_authenticated', 'Sign in to continue the quiz.');
  end if;
  select * into a from public.attempts k where k.id = attempt_id and k.member_id = (select private.member_ids());
  if a.id is null then
    perform private.raise_error('not_found', 'You have no such attempt.');
  end if;
  perform private.hand_in(a.account_id, a.id);
  return public.attempt_result(attempt_id);
end $$;
comment on function public.submit_attempt is 'Submits an attempt: grades the saved answers; repeated, it returns the same result.';
grant execute on function public.submit_attempt(uuid) to authenticated;

create trigger attempts_touch before update on public.attempts for each row execute function private.touch_updated_at();

grant select (account_id, id, course_id, quiz_id, member_id, number, is_trial, started_at, due_at, submitted_at, pass_mark, points, score,
  passed, to_grade, graded_at, created_at, updated_at) on public.attempts to authenticated;
create policy "Students see their own attempts" on public.attempts for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Parents see their children's attempts" on public.attempts for select to authenticated
  using (member_id in (select private.graded_child_ids()));
create policy "Managers see every attempt" on public.attempts for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Those who grade see the attempts in their courses" on public.attempts for select to authenticated
  using (course_id in (select private.courses_where('manage_submissions')));
create policy "Authors see the attempts at their quizzes" on public.attempts for select to authenticated
  using (course_id in (select private.editable_courses()));

create trigger attempts_feature before insert on public.attempts for each row execute function private.guard_feature('lms');

create function private.emit_attempt_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An author's own trial is no result, and one that waits to be graded none yet.
  if new.is_trial or new.submitted_at is null or new.to_grade > 0 or (old.submitted_at is not null and old.to_grade = 0) then return null; end if;
  perform private.emit(new.account_id, case when new.passed then 'quiz.passed' else 'quiz.failed' end, 'member:' || new.member_id,
    facts => jsonb_build_object('attempt_id', new.id, 'quiz_id', new.quiz_id, 'course_id', new.course_id, 'member_id', new.member_id, 'number', new.number,
      'score', new.score, 'points', new.points, 'pass_mark', new.pass_mark, 'submitted_at', new.submitted_at));
  return null;
end $$;
comment on function private.emit_attempt_event is 'A quiz was handed in and graded: passed or failed.';

create function private.emit_pass_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.passed and exists (
    select from public.attempts a where (a.account_id, a.member_id, a.quiz_id) = (new.account_id, new.member_id, new.quiz_id) and a.id <> new.id
      and a.passed and a.to_grade = 0 and a.submitted_at is not null and not a.is_trial) then return null; end if;
  perform private.emit(new.account_id, case when new.passed then 'quiz.passed' else 'quiz.pass_lost' end, 'member:' || new.member_id,
    facts => jsonb_build_object('attempt_id', new.id, 'quiz_id', new.quiz_id, 'course_id', new.course_id, 'member_id', new.member_id, 'number', new.number,
      'score', new.score, 'points', new.points, 'pass_mark', new.pass_mark, 'submitted_at', new.submitted_at));
  return null;
end $$;
comment on function private.emit_pass_change is 'A regrade makes a result a pass, or takes away the only pass of a quiz.';
create trigger attempts_emit_pass after update of passed on public.attempts for each row
  when (old.submitted_at is not null and old.to_grade = 0 and new.to_grade = 0 and old.passed <> new.passed and not new.is_trial)
  execute function private.emit_pass_change();
create trigger attempts_emit after update of submitted_at, to_grade on public.attempts for each row execute function private.emit_attempt_event();
