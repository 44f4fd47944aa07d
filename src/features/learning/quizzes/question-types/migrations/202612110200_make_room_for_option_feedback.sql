alter table public.questions
  drop constraint questions_options_check,
  add constraint questions_options_check check (
    jsonb_typeof(options) = 'array' and jsonb_array_length(options) <= 12 and pg_column_size(options) <= 48000);
comment on column public.questions.options is 'What is chosen from: [{id, text}]; of single and multiple choice with the feedback of those that have one, which a student gets with the result.';
