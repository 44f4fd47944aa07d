alter table public.questions
  drop constraint questions_kind_check,
  add constraint questions_kind_check
    check (kind in ('single', 'multiple', 'truefalse', 'short', 'numeric', 'matching', 'ordering', 'cloze', 'essay', 'hotspot', 'labels', 'calculated'));
comment on column public.questions.parts is 'What a student sees of some types beside the options. matching: {rows: [{id, text}]}; cloze: {segments: [{text} or {gap, choices}]}; essay: {min_words, max_words}; hotspot: {ratio, description, markers}; labels: {ratio, rows: [{id, text, x, y}]}, places in percent of the image; calculated: {variables: [{name, min, max, decimals}]}, on paper {values} instead.';
comment on column public.question_keys.answer is 'single: an option''s id; multiple: a list of them; truefalse: a boolean; short: {texts, keep_case, keep_marks, is_pattern}; numeric: {value, tolerance, is_percent, factors}; matching, labels: {row: option}; ordering: option ids; cloze: {text, gaps: {gap: [texts]}}; essay: {guide}; hotspot: {ratio, regions: [{id, text, shape, points}]}; calculated: {formula, steps, tolerance, is_percent, factors}, on paper with its value.';
