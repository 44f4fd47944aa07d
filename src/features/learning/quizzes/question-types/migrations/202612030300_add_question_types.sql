alter table public.questions
  drop constraint questions_kind_check,
  add constraint questions_kind_check
    check (kind in ('single', 'multiple', 'truefalse', 'short', 'numeric', 'matching', 'ordering', 'cloze', 'essay')),
  add column parts jsonb not null default '{}' check (jsonb_typeof(parts) = 'object' and pg_column_size(parts) <= 32000);
comment on column public.questions.parts is 'What a student sees of some types beside the options. matching: {rows: [{id, text}]}; cloze: {segments: [{text} or {gap, choices}]}; essay: {min_words, max_words}.';

alter table public.question_keys
  drop constraint question_keys_answer_check,
  add constraint question_keys_answer_check check (pg_column_size(answer) <= 32000);
comment on column public.question_keys.answer is 'single: an option''s id; multiple: a list of them; truefalse: a boolean; short: {texts, keep_case, keep_marks, is_pattern}; numeric: {value, tolerance, is_percent, factors}; matching: {row: option}; ordering: option ids; cloze: {text, gaps: {gap: [texts]}}; essay: {guide}.';

alter table public.attempt_answers
  drop constraint attempt_answers_answer_check,
  add constraint attempt_answers_answer_check check (pg_column_size(answer) <= 100000);

alter table public.attempts
  add column to_grade smallint not null default 0 check (to_grade >= 0 and (to_grade = 0 or submitted_at is not null)),
  add column graded_at timestamptz;
comment on column public.attempts.to_grade is 'How many answers wait to be graded by hand; until then the score is of the others, and a fail is none yet.';
create index attempts_to_grade_idx on public.attempts (account_id, course_id, submitted_at) where to_grade > 0;

alter table private.answer_marks
  add column comment text not null default '' check (length(comment) <= 4000),
  add column graded_by uuid,
  add column graded_at timestamptz,
  add foreign key (account_id, graded_by) references public.members (account_id, id) on delete set null (graded_by);
create index answer_marks_graded_by_idx on private.answer_marks (account_id, graded_by) where graded_by is not null;
comment on column private.answer_marks.comment is 'What whoever graded the answer by hand wrote to the student.';
