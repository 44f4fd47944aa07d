create function private.first_attempts(quiz public.quizzes) returns table (attempt_id uuid, score numeric)
language sql stable security definer set search_path = '' as $$
  -- Of each student the first attempt: later ones know the questions.
  select f.id, f.score from (
    select distinct on (a.member_id) a.id, a.score, a.submitted_at from public.attempts a
     where (a.account_id, a.quiz_id) = (quiz.account_id, quiz.id) and a.submitted_at is not null and a.to_grade = 0 and not a.is_trial
     order by a.member_id, a.number) f
   order by f.submitted_at desc limit 5000
$$;
comment on function private.first_attempts is 'The attempts a quiz is judged by: the newest 5,000 first ones that are graded.';

create function private.question_marks(quiz public.quizzes)
returns table (attempt_id uuid, question_id uuid, points numeric, maximum numeric, rest numeric, answer jsonb)
language sql stable security definer set search_path = '' as $$
  select f.attempt_id, (q ->> 'id')::uuid, coalesce(g.points, 0), (q ->> 'points')::numeric, f.score - coalesce(g.points, 0), w.answer
    from private.first_attempts(quiz) f
    join private.attempt_papers p on (p.account_id, p.attempt_id) = (quiz.account_id, f.attempt_id)
   cross join jsonb_array_elements(p.questions) q
    left join public.attempt_answers w on (w.account_id, w.attempt_id) = (quiz.account_id, f.attempt_id) and w.question_id = (q ->> 'id')::uuid
    left join private.answer_marks g on (g.account_id, g.answer_id) = (w.account_id, w.id)
$$;
comment on function private.question_marks is 'What each question of each of these attempts was worth, and the rest of the attempt: no answer is worth nothing.';

create function private.guess_score(kind text, options jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select case when kind = 'truefalse' then 50 when kind in ('single', 'matching', 'labels') then round(100.0 / nullif(jsonb_array_length(options), 0), 1)
    when kind in ('short', 'numeric', 'calculated', 'cloze', 'essay') then 0 end
$$;
comment on function private.guess_score is 'What guessing is worth on average, in percent; null where it depends on how much is guessed.';

create function private.marks_statistics(quiz public.quizzes) returns jsonb
language sql stable security definer set search_path = '' as $$
  with marks as materialized (select * from private.question_marks(quiz)),
  -- The largest covariance that these points and these rests could have: both in ascending order.
  best as (
    select l.question_id, covar_samp(l.points, r.rest) as covariance
      from (select m.question_id, m.points, row_number() over (partition by m.question_id order by m.points) as n from marks m) l
      join (select m.question_id, m.rest, row_number() over (partition by m.question_id order by m.rest) as n from marks m) r using (question_id, n)
     group by l.question_id),
  single as (
    select m.question_id, count(*) as attempts, avg(m.points / m.maximum) as facility, stddev_samp(m.points / m.maximum) as deviation,
        var_samp(m.points) as variance, corr(m.points, m.rest) as discrimination, covar_samp(m.points, m.rest) as covariance,
        count(*) filter (where m.answer is null or m.answer = 'null') as blank
      from marks m group by m.question_id),
  chosen as (
    select m.question_id, jsonb_object_agg(m.choice, m.times) as times
      from (select k.question_id, c.choice, count(*) as times from marks k
        cross join lateral (select jsonb_array_elements_text(case when jsonb_typeof(k.answer) = 'array' then k.answer else jsonb_build_array(k.answer) end)) c (choice)
       where jsonb_typeof(k.answer) in ('array', 'string', 'boolean') group by k.question_id, c.choice) m
      join public.questions q on (q.account_id, q.id) = (quiz.account_id, m.question_id) and q.kind in ('single', 'multiple', 'truefalse')
     group by m.question_id),
  items as (select count(*) as n, sum(s.variance) as variance, sum(s.facility * (1 - s.facility)) as spread from single s),
  totals as (
    select avg(t.share) as mean, var_samp(t.points) as variance, var_pop(t.rights) as rights, bool_and(t.is_plain) as is_plain
      from (select sum(m.points) as points, sum(m.points) / sum(m.maximum) as share, count(*) filter (where m.points = m.maximum) as rights,
          bool_and(m.points in (0, m.maximum)) as is_plain from marks m group by m.attempt_id) t)
  select jsonb_build_object(
      'mean', round(100 * t.mean, 1),
      'alpha', case when i.n > 1 and t.variance > 0 then round((i.n / (i.n - 1.0) * (1 - i.variance / t.variance))::numeric, 3) end,
      -- Kuder-Richardson is defined for questions that are right or wrong, with nothing between.
      'kr20', case when i.n > 1 and t.rights > 0 and t.is_plain then round((i.n / (i.n - 1.0) * (1 - i.spread / t.rights))::numeric, 3) end,
      'questions', (
        select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'kind', q.kind, 'prompt', q.prompt, 'options', q.options, 'key', k.answer,
            'attempts', coalesce(s.attempts, 0), 'facility', round(100 * s.facility, 1), 'deviation', round(100 * s.deviation, 1),
            'guess', private.guess_score(q.kind, q.options), 'discrimination', round((100 * s.discrimination)::numeric, 1),
            'efficiency', case when b.covariance > 0 then round((100 * s.covariance / b.covariance)::numeric, 1) end,
            'blank', coalesce(s.blank, 0), 'chosen', coalesce(c.times, '{}')) order by q.position, q.id), '[]')
          from public.questions q join public.question_keys k on (k.account_id, k.id) = (q.account_id, q.id)
          left join single s on s.question_id = q.id left join best b on b.question_id = q.id left join chosen c on c.question_id = q.id
         where q.account_id = quiz.account_id and (q.quiz_id = quiz.id or q.id in (select m.question_id from marks m))))
    from items i, totals t
$$;
comment on function private.marks_statistics is 'The average and the reliability of a quiz, and facility, deviation, discrimination and distractors of each question, by the formulas that Moodle publishes.';

create function public.quiz_statistics(quiz_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  z public.quizzes%rowtype;
  attempts int;
  least constant int := 10;
begin
  select * into z from public.quizzes k where k.id = quiz_id
    and (k.course_id in (select private.courses_where('manage_stats')) or k.course_id in (select private.editable_courses()));
  if z.id is null then
    perform private.raise_error('not_found', 'There is no such quiz, or you don’t have access to it.');
  end if;
  select count(*) into attempts from private.first_attempts(z);
  if attempts < least then
    return jsonb_build_object('attempts', attempts, 'least', least);
  end if;
  return jsonb_build_object('attempts', attempts, 'least', least) || private.marks_statistics(z);
end $$;
comment on function public.quiz_statistics is 'What the first attempts tell of a quiz and of each question; below ten of them only how many there are.';
grant execute on function public.quiz_statistics(uuid) to authenticated;
