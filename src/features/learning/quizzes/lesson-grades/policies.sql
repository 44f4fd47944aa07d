-- What a gradebook is told of quizzes.

create function private.quiz_lesson_points(account uuid, course uuid) returns table (lesson_id uuid, out_of numeric, is_anonymous boolean)
language sql stable security definer set search_path = '' as $$
  select z.lesson_id, z.points::numeric, false from public.quizzes z where (z.account_id, z.course_id) = (account, course)
$$;
comment on function private.quiz_lesson_points is 'How many points the quizzes of a course give.';

create function private.quiz_lesson_grades(account uuid, course uuid, members uuid[])
returns table (lesson_id uuid, member_id uuid, points numeric, state text, is_late boolean, due_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select z.lesson_id, a.member_id, round(private.counted_percent(z.grading_method,
        array_agg(100.0 * a.score / nullif(a.points, 0) order by a.number) filter (where a.to_grade = 0)) * z.points / 100, 2),
      case when bool_or(a.to_grade > 0) then 'to_grade' else 'graded' end, false, null::timestamptz
    from public.quizzes z
    join public.attempts a on (a.account_id, a.course_id, a.quiz_id) = (z.account_id, z.course_id, z.id) and a.submitted_at is not null and not a.is_trial
   where (z.account_id, z.course_id) = (account, course) and a.member_id = any (members)
   group by z.lesson_id, z.points, z.grading_method, a.member_id
$$;
comment on function private.quiz_lesson_grades is 'What members reached in the quizzes of a course: by the graded attempts that count, in the points the quiz gives today.';

create function private.quiz_grade_history(account uuid, lesson uuid, member uuid)
returns table (at timestamptz, points numeric, grader uuid)
language sql stable security definer set search_path = '' as $$
  select a.submitted_at, round(a.score / nullif(a.points, 0) * z.points, 2), null::uuid
    from public.quizzes z join public.attempts a on (a.account_id, a.quiz_id) = (z.account_id, z.id)
   where (z.account_id, z.lesson_id, a.member_id) = (account, lesson, member) and a.submitted_at is not null and a.to_grade = 0 and not a.is_trial
$$;
comment on function private.quiz_grade_history is 'Each graded attempt of a member at the quiz of a lesson.';
