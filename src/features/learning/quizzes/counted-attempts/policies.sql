create function private.is_blank(answer jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select answer is null or not jsonb_path_exists(answer,
    'strict $.** ? (@.type() == "boolean" || @.type() == "number" || (@.type() == "string" && @ != ""))')
$$;
comment on function private.is_blank is 'Whether nothing was answered: no choice, no number, no text.';

create function private.mark_answer(question jsonb, answer jsonb, penalty int) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  earned numeric := private.grade_answer(question ->> 'kind', question -> 'key', question -> 'options', (question ->> 'points')::int, answer);
begin
  -- What earns a part costs nothing, and neither does what was left empty.
  if earned = 0 and penalty > 0 and not private.is_blank(answer) then
    return -round((question ->> 'points')::numeric * penalty / 100, 2);
  end if;
  return earned;
end $$;
comment on function private.mark_answer is 'The points of an answer to a question of a paper, below zero where a wrong one costs some; null where it is graded by hand.';

create function private.counted_percent(grading_method text, percents numeric[]) returns numeric
language sql immutable set search_path = '' as $$
  select case grading_method when 'highest' then max(p) when 'average' then avg(p) when 'first' then percents[1] else percents[cardinality(percents)] end
    from unnest(percents) p
$$;
comment on function private.counted_percent is 'Which percent of several attempts, in their order, counts: the highest, the average, that of the first or of the last.';

create function private.quiz_percent(account uuid, quiz uuid, member uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select floor(private.counted_percent(z.grading_method, array_agg(100.0 * a.score / nullif(a.points, 0) order by a.number)))
    from public.quizzes z join public.attempts a on (a.account_id, a.quiz_id) = (z.account_id, z.id)
   where (z.account_id, z.id, a.member_id) = (account, quiz, member) and a.submitted_at is not null and a.to_grade = 0 and not a.is_trial
   group by z.grading_method
$$;
comment on function private.quiz_percent is 'What a member has reached in a quiz, in percent, by the attempts that count; null without a graded one.';

create function private.passes_quiz(account uuid, quiz uuid, member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(case z.grading_method
      when 'average' then private.quiz_percent(account, quiz, member) >= z.pass_mark
      when 'highest' then exists (select from public.attempts a
        where (a.account_id, a.quiz_id, a.member_id) = (account, quiz, member) and a.passed and not a.is_trial)
      else (select a.passed from public.attempts a
        where (a.account_id, a.quiz_id, a.member_id) = (account, quiz, member) and a.submitted_at is not null and not a.is_trial
        order by case z.grading_method when 'first' then a.number else -a.number end limit 1) end, false)
    from public.quizzes z where (z.account_id, z.id) = (account, quiz)
$$;
comment on function private.passes_quiz is 'Whether a member passes a quiz by the attempts that count.';

create function private.finish_quiz(account uuid, quiz uuid, member uuid) returns void
language sql security definer set search_path = '' as $$
  select private.complete_activity(account, member, z.lesson_id, 'server') from public.quizzes z
   where (z.account_id, z.id) = (account, quiz) and private.passes_quiz(account, quiz, member)
$$;
comment on function private.finish_quiz is 'Completes the lesson of a quiz for a member whose result passes; one that is completed stays so.';

create function public.quiz_result(lesson_id uuid, member_id uuid) returns table (attempts bigint, grading_method text, percent numeric)
language sql stable security definer set search_path = '' as $$
  select count(*), z.grading_method, private.quiz_percent(z.account_id, z.id, quiz_result.member_id)
    from public.quizzes z
    join public.attempts a on (a.account_id, a.quiz_id, a.member_id) = (z.account_id, z.id, quiz_result.member_id) and a.submitted_at is not null and not a.is_trial
   where z.lesson_id = quiz_result.lesson_id and private.has_feature(z.account_id, 'lms')
     and (a.member_id in (select private.member_ids() union all select private.graded_child_ids())
       or z.course_id in (select private.courses_where('manage_submissions') union all select private.editable_courses()))
   group by z.account_id, z.id, z.grading_method
$$;
comment on function public.quiz_result is 'How often a member has tried the quiz of a lesson and what the attempts that count come to in percent: for themselves, parents who see results, and who grades or writes the course.';
grant execute on function public.quiz_result(uuid, uuid) to authenticated;
