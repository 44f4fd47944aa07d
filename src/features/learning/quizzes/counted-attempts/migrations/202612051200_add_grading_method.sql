alter table public.quizzes
  add column grading_method text not null default 'highest' check (grading_method in ('highest', 'average', 'first', 'last')),
  add column wrong_penalty smallint not null default 0 check (wrong_penalty between 0 and 100);
comment on column public.quizzes.grading_method is 'Which of several attempts counts for the lesson, its conditions and reports.';
comment on column public.quizzes.wrong_penalty is 'Percent of the points of a question that a wrong answer costs; one left empty costs nothing.';
alter table public.attempts add column wrong_penalty smallint not null default 0 check (wrong_penalty between 0 and 100);
comment on column public.attempts.wrong_penalty is 'That of the quiz when the attempt began.';
alter table private.answer_marks drop constraint answer_marks_points_check, add constraint answer_marks_points_check check (points between -100 and 100);
