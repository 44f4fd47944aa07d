grant select (account_id, id, course_id, quiz_id, member_id, reason, changed, created_at) on public.quiz_regrades to authenticated;
create policy "Authors see what was regraded in their courses" on public.quiz_regrades for select to authenticated
  using (course_id in (select private.editable_courses()));
create policy "Those who grade see what was regraded in their courses" on public.quiz_regrades for select to authenticated
  using (course_id in (select private.courses_where('manage_submissions')));
grant select (account_id, id, course_id, regrade_id, attempt_id, member_id, score_before, points_before, passed_before, score, points, passed, created_at)
  on public.quiz_regrade_changes to authenticated;
create policy "Students see what a regrade changed for them" on public.quiz_regrade_changes for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Authors see what regrades changed in their courses" on public.quiz_regrade_changes for select to authenticated
  using (course_id in (select private.editable_courses()));
create policy "Those who grade see what regrades changed in their courses" on public.quiz_regrade_changes for select to authenticated
  using (course_id in (select private.courses_where('manage_submissions')));

create function private.has_keys(names jsonb, ids jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(names ? id), true) from jsonb_array_elements_text(ids) id
$$;
comment on function private.has_keys is 'Whether an object has every key of a list.';

create function private.corrected_question(asked jsonb, now_asked public.questions, answer jsonb, explanation text) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  names jsonb := asked -> 'source' -> 'names';
  key jsonb := answer;
begin
  -- A question that asks for something else today can't judge what was answered then.
  if now_asked.id is null or now_asked.kind <> asked ->> 'kind' then return asked; end if;
  case now_asked.kind
    when 'ordering' then
      if names is null or not private.has_keys(names, answer) or jsonb_array_length(answer) <> jsonb_array_length(asked -> 'key') then return asked; end if;
      key := (select jsonb_agg(names -> id order by n) from jsonb_array_elements_text(answer) with ordinality t (id, n));
    when 'matching', 'labels' then
      if names is null or (select not private.has_keys(names, jsonb_agg(t.id)) from jsonb_each_text(answer) t (question_row, id))
          or (select jsonb_agg(k order by k) from jsonb_object_keys(answer) k) is distinct from (select jsonb_agg(k order by k) from jsonb_object_keys(asked -> 'key') k) then
        return asked;
      end if;
      key := (select jsonb_object_agg(question_row, names -> id) from jsonb_each_text(answer) t (question_row, id));
    when 'calculated' then
      key := private.recalculated_key(answer, now_asked.parts, asked -> 'parts' -> 'values');
      if key is null then return asked; end if;
    when 'hotspot' then
      -- Places on another image say nothing of those on this one.
      if jsonb_array_length(answer -> 'regions') <> jsonb_array_length(asked -> 'key' -> 'regions')
          or now_asked.figure ->> 'image' is distinct from asked -> 'figure' ->> 'image' then
        return asked;
      end if;
    when 'cloze' then
      if (select jsonb_agg(k order by k) from jsonb_object_keys(answer -> 'gaps') k)
          is distinct from (select jsonb_agg(k order by k) from jsonb_object_keys(asked -> 'key' -> 'gaps') k) then
        return asked;
      end if;
    when 'single' then
      if not exists (select from jsonb_array_elements(asked -> 'options') o where o -> 'id' = answer) then return asked; end if;
    when 'multiple' then
      if exists (select from jsonb_array_elements(answer) a where not exists (
          select from jsonb_array_elements(asked -> 'options') o where o -> 'id' = a)) then
        return asked;
      end if;
    else null;
  end case;
  return asked || jsonb_build_object('key', key, 'explanation', explanation,
    -- What a draw is worth is said by the draw.
    'points', case when asked -> 'source' ->> 'draw' is null then to_jsonb(now_asked.points) else asked -> 'points' end,
    'source', coalesce(asked -> 'source', '{}') || jsonb_build_object('version', now_asked.version));
end $$;
comment on function private.corrected_question is 'A question of a paper with the key and the points it has today; as it was, where the question has become another.';

create function private.corrected_papers(quiz public.quizzes) returns table (attempt_id uuid, questions jsonb)
language sql stable security definer set search_path = '' as $$
  select a.id, p.questions
    from public.attempts a
   cross join lateral (
     select jsonb_agg(private.corrected_question(q, k, y.answer, y.explanation) order by n) as questions
       from private.attempt_papers w cross join jsonb_array_elements(w.questions) with ordinality t (q, n)
       left join public.questions k on (k.account_id, k.id) = (a.account_id, (q ->> 'id')::uuid)
       left join public.question_keys y on (y.account_id, y.id) = (k.account_id, k.id)
      where (w.account_id, w.attempt_id) = (a.account_id, a.id)) p
   where (a.account_id, a.quiz_id) = (quiz.account_id, quiz.id) and a.submitted_at is not null and not a.is_trial
$$;
comment on function private.corrected_papers is 'The papers of all submitted attempts at a quiz with the keys of today; a running attempt keeps what it began with.';

create function private.regraded_marks(quiz public.quizzes)
returns table (attempt_id uuid, answer_id uuid, question_id uuid, points numeric, maximum int, is_by_hand boolean)
language sql stable security definer set search_path = '' as $$
  select c.attempt_id, w.id, w.question_id,
      case when g.graded_at is not null then least(g.points, (q ->> 'points')::int)
        else private.mark_answer(q, w.answer, a.wrong_penalty) end,
      (q ->> 'points')::int, g.graded_at is not null
    from private.corrected_papers(quiz) c cross join jsonb_array_elements(c.questions) q
    join public.attempts a on (a.account_id, a.id) = (quiz.account_id, c.attempt_id)
    join public.attempt_answers w on (w.account_id, w.attempt_id) = (quiz.account_id, c.attempt_id) and w.question_id = (q ->> 'id')::uuid
    left join private.answer_marks g on (g.account_id, g.answer_id) = (w.account_id, w.id)
$$;
comment on function private.regraded_marks is 'What each answer is worth by the keys of today; points given by hand stay, up to those of the question.';

create function private.regrade_changes(quiz public.quizzes)
returns table (attempt_id uuid, member_id uuid, number smallint, score_before numeric, points_before int, passed_before boolean,
  score numeric, points int, passed boolean)
language sql stable security definer set search_path = '' as $$
  with totals as (
    select c.attempt_id, (select sum((q ->> 'points')::int)::int from jsonb_array_elements(c.questions) q) as points from private.corrected_papers(quiz) c),
  scores as (select m.attempt_id, greatest(sum(m.points), 0) as score from private.regraded_marks(quiz) m group by m.attempt_id),
  results as (
    select a.id, a.member_id, a.number, a.score as score_before, a.points as points_before, a.passed as passed_before,
        coalesce(s.score, 0) as score, t.points, coalesce(s.score, 0) * 100 >= a.pass_mark * t.points as passed
      from totals t join public.attempts a on (a.account_id, a.id) = (quiz.account_id, t.attempt_id) left join scores s on s.attempt_id = t.attempt_id)
  select r.id, r.member_id, r.number, r.score_before, r.points_before, r.passed_before, r.score, r.points, r.passed from results r
   where (r.score, r.points, r.passed) is distinct from (r.score_before, r.points_before, r.passed_before)
   order by r.id
$$;
comment on function private.regrade_changes is 'Which results a regrade would change, and how.';

create function private.regraded_quiz(quiz uuid) returns public.quizzes
language plpgsql security definer set search_path = '' as $$
declare
  z public.quizzes%rowtype;
begin
  select * into z from public.quizzes k where k.id = quiz
    and k.course_id in (select private.editable_courses()) for update;
  if z.id is null then
    perform private.raise_error('not_found', 'There is no such quiz, or you don’t have access to it.');
  end if;
  return z;
end $$;
comment on function private.regraded_quiz is 'A quiz of a course the caller may edit, locked until the transaction ends.';

create function public.preview_regrade(quiz_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  z public.quizzes := private.regraded_quiz(quiz_id);
begin
  return (
    with changes as materialized (select * from private.regrade_changes(z))
    select jsonb_build_object('total', count(*), 'gained', count(*) filter (where c.passed and not c.passed_before),
        'lost', count(*) filter (where c.passed_before and not c.passed), 'token', md5(coalesce(jsonb_agg(to_jsonb(c) order by c.attempt_id)::text, '')),
        'rows', coalesce((select jsonb_agg(to_jsonb(r)) from (
          select f.*, m.name as student from changes f join public.members m on (m.account_id, m.id) = (z.account_id, f.member_id)
           order by (f.passed <> f.passed_before) desc, m.name, f.number limit 200) r), '[]'))
      from changes c);
end $$;
comment on function public.preview_regrade is 'Whose result a regrade would change and how: those whose pass changes first, at most 200 of them. `token` is what regrade_quiz takes.';
grant execute on function public.preview_regrade(uuid) to authenticated;

create function private.apply_regrade(z public.quizzes, reason text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  regrade uuid;
begin
  insert into public.quiz_regrades (account_id, course_id, quiz_id, member_id, reason, changed)
  values (z.account_id, z.course_id, z.id, private.member_of(z.account_id), trim(coalesce(reason, '')), (select count(*) from private.regrade_changes(z)))
  returning id into regrade;
  insert into public.quiz_regrade_changes (account_id, course_id, regrade_id, attempt_id, member_id, score_before, points_before, passed_before, score, points, passed)
  select z.account_id, z.course_id, regrade, c.attempt_id, c.member_id, c.score_before, c.points_before, c.passed_before, c.score, c.points, c.passed
    from private.regrade_changes(z) c;
  insert into private.answer_marks as g (account_id, answer_id, points, is_right)
  select z.account_id, m.answer_id, m.points, m.points = m.maximum from private.regraded_marks(z) m where m.points is not null
  on conflict (account_id, answer_id) do update set points = excluded.points, is_right = excluded.is_right
    where (g.points, g.is_right) is distinct from (excluded.points, excluded.is_right);
  update private.attempt_papers p set questions = c.questions from private.corrected_papers(z) c
   where (p.account_id, p.attempt_id) = (z.account_id, c.attempt_id) and p.questions <> c.questions;
  update public.attempts a set score = c.score, points = c.points, passed = c.passed from public.quiz_regrade_changes c
   where (c.account_id, c.regrade_id) = (z.account_id, regrade) and (a.account_id, a.id) = (c.account_id, c.attempt_id);
  -- A pass finishes the lesson; a pass that is lost leaves it finished.
  perform private.finish_quiz(c.account_id, z.id, c.member_id) from (select distinct r.account_id, r.member_id from public.quiz_regrade_changes r
   where (r.account_id, r.regrade_id) = (z.account_id, regrade)) c;
  return regrade;
end $$;
comment on function private.apply_regrade is 'Writes what a regrade changes, with its history; a pass completes the lesson. Returns the regrade.';

create function public.regrade_quiz(quiz_id uuid, token text, reason text default '') returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  z public.quizzes := private.regraded_quiz(quiz_id);
  regrade uuid;
  amount int;
begin
  perform 1 from public.attempts a where (a.account_id, a.quiz_id) = (z.account_id, z.id) and a.submitted_at is not null order by a.id for update;
  if public.preview_regrade(quiz_id) ->> 'token' is distinct from token then
    perform private.raise_error('regrade_changed', 'Results have changed since you looked. Look at the preview again, then regrade.');
  end if;
  if length(coalesce(reason, '')) > 500 then
    perform private.raise_error('invalid', 'The reason of a regrade has at most 500 characters.');
  end if;
  select count(*) into amount from private.regrade_changes(z);
  if amount = 0 then
    perform private.raise_error('invalid', 'No result would change.');
  end if;
  regrade := private.apply_regrade(z, reason);
  perform private.notify_localized(s.account_id, s.user_id, 'quizRegraded', 'Your result in <strong>{{title}}</strong> was corrected.',
      jsonb_build_object('title', s.title), 2, '/dashboard/courses/' || s.slug, 'learning')
    from (select distinct m.account_id, m.user_id, l.title, k.slug from public.quiz_regrade_changes c
      join public.members m on (m.account_id, m.id) = (c.account_id, c.member_id)
      join public.lessons l on (l.account_id, l.id) = (z.account_id, z.lesson_id)
      join public.courses k on (k.account_id, k.id) = (z.account_id, z.course_id)
     where (c.account_id, c.regrade_id) = (z.account_id, regrade) and m.user_id is not null) s;
  return amount;
end $$;
comment on function public.regrade_quiz is 'Grades all submitted attempts at a quiz by the keys of today, as its preview said, in one transaction, and keeps what changed. Returns how many results did.';
grant execute on function public.regrade_quiz(uuid, text, text) to authenticated;
