create function private.record_grade(a public.attempts, grade jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  question jsonb;
  answer uuid;
begin
  select q into question from private.attempt_papers p, jsonb_array_elements(p.questions) q
   where (p.account_id, p.attempt_id) = (a.account_id, a.id) and q ->> 'id' = grade ->> 'question_id';
  select w.id into answer from public.attempt_answers w
   where (w.account_id, w.attempt_id) = (a.account_id, a.id) and w.question_id = private.uuid_or_null(grade ->> 'question_id');
  if question is null or answer is null then
    perform private.raise_error('not_found', 'This attempt has no such question.');
  end if;
  if not coalesce(jsonb_typeof(grade -> 'points') = 'number' and (grade ->> 'points')::numeric between 0 and (question ->> 'points')::int, false)
      or length(coalesce(grade ->> 'comment', '')) > 4000 then
    perform private.raise_error('invalid', 'Grades are points from 0 to those of the question, with a comment of at most 4000 characters.');
  end if;
  insert into private.answer_marks as g (account_id, answer_id, points, is_right, comment, graded_by, graded_at)
  values (a.account_id, answer, round((grade ->> 'points')::numeric, 2), (grade ->> 'points')::numeric = (question ->> 'points')::int,
    trim(coalesce(grade ->> 'comment', '')), private.member_of(a.account_id), private.clock_now())
  on conflict (account_id, answer_id) do update set points = excluded.points, is_right = excluded.is_right, comment = excluded.comment,
    graded_by = excluded.graded_by, graded_at = excluded.graded_at;
end $$;
comment on function private.record_grade is 'Grades one answer by hand, over what it was graded before: {question_id, points, comment}.';

create function public.grade_attempt(attempt_id uuid, grades jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  a public.attempts%rowtype;
  before_waiting int;
begin
  select * into a from public.attempts k where k.id = attempt_id and k.submitted_at is not null
    and (k.course_id in (select private.courses_where('manage_submissions')) or k.course_id in (select private.editable_courses())) for update;
  if a.id is null then
    perform private.raise_error('not_found', 'There is no such result, or you don’t have access to it.');
  end if;
  if a.member_id in (select private.member_ids()) and not a.is_trial then
    perform private.raise_error('own_attempt', 'You can’t grade your own attempt.');
  end if;
  if jsonb_typeof(grades) is distinct from 'array' or jsonb_array_length(grades) not between 1 and 200 then
    perform private.raise_error('invalid', 'Grades are points from 0 to those of the question, with a comment of at most 4000 characters.');
  end if;
  before_waiting := a.to_grade;
  perform private.record_grade(a, g) from jsonb_array_elements(grades) g;
  update public.attempts k set to_grade = private.count_waiting(a.account_id, a.id), score = s.total, passed = s.total * 100 >= k.pass_mark * k.points,
      graded_at = private.clock_now()
    from (select greatest(coalesce(sum(g.points), 0), 0) as total from private.answer_marks g
      join public.attempt_answers w on (w.account_id, w.id) = (g.account_id, g.answer_id) where (w.account_id, w.attempt_id) = (a.account_id, a.id)) s
   where (k.account_id, k.id) = (a.account_id, a.id) returning k.* into a;
  if not a.is_trial then perform private.finish_quiz(a.account_id, a.quiz_id, a.member_id); end if;
  if not a.is_trial and before_waiting > 0 and a.to_grade = 0 then
    perform private.notify_localized(a.account_id, m.user_id, 'quizGraded', 'Your answers in <strong>{{title}}</strong> are graded.',
        jsonb_build_object('title', l.title), 2, '/dashboard/courses/' || c.slug, 'learning')
      from public.quizzes z join public.lessons l on (l.account_id, l.id) = (z.account_id, z.lesson_id)
      join public.courses c on (c.account_id, c.id) = (z.account_id, z.course_id)
      join public.members m on (m.account_id, m.id) = (a.account_id, a.member_id)
     where (z.account_id, z.id) = (a.account_id, a.quiz_id) and m.user_id is not null;
  end if;
  return public.attempt_result(attempt_id);
end $$;
comment on function public.grade_attempt is 'Grades answers of a submitted attempt by hand; the score, a pass and its event follow in the same transaction. For those who grade in its course. Returns the result.';
grant execute on function public.grade_attempt(uuid, jsonb) to authenticated;

create function public.attempts_to_grade(at_most integer default 50)
returns table (attempt_id uuid, number smallint, student text, quiz text, course text, submitted_at timestamptz, to_grade smallint, total bigint)
language sql stable security definer set search_path = '' as $$
  select a.id, a.number, m.name, l.title, c.title, a.submitted_at, a.to_grade, count(*) over ()
    from public.attempts a join public.members m on (m.account_id, m.id) = (a.account_id, a.member_id)
    join public.quizzes z on (z.account_id, z.id) = (a.account_id, a.quiz_id)
    join public.lessons l on (l.account_id, l.id) = (z.account_id, z.lesson_id)
    join public.courses c on (c.account_id, c.id) = (a.account_id, a.course_id)
   where a.to_grade > 0 and not a.is_trial and a.member_id not in (select private.member_ids())
     and (a.course_id in (select private.courses_where('manage_submissions')) or a.course_id in (select private.editable_courses()))
   order by a.submitted_at, a.id limit greatest(1, least(at_most, 100))
$$;
comment on function public.attempts_to_grade is 'The attempts with answers that wait for the caller to grade them, the oldest first; `total` counts all of them.';
grant execute on function public.attempts_to_grade(integer) to authenticated;
