create function private.make_quiz() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.quizzes (account_id, course_id, lesson_id) values (new.account_id, new.course_id, new.id)
  on conflict (account_id, lesson_id) do nothing;
  return null;
end $$;
comment on function private.make_quiz is 'Creates the quiz of a lesson of kind quiz.';
create trigger lessons_make_quiz after insert or update of kind on public.lessons for each row when (new.kind = 'quiz')
  execute function private.make_quiz();
create trigger quizzes_touch before update on public.quizzes for each row execute function private.touch_updated_at();
create trigger questions_touch before update on public.questions for each row execute function private.touch_updated_at();
create trigger question_keys_touch before update on public.question_keys for each row execute function private.touch_updated_at();

create function private.has_unique_ids(options jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select count(*) = count(distinct o ->> 'id') and bool_and(jsonb_typeof(o) = 'object' and coalesce(o ->> 'id' ~ '^[a-z0-9]{1,12}$', false)
      and length(trim(coalesce(o ->> 'text', ''))) between 1 and 500)
    from jsonb_array_elements(options) o
$$;
comment on function private.has_unique_ids is 'Whether each option has a unique short id and a text.';

create function private.question_problem(question jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  kind text := question ->> 'kind';
  options jsonb := coalesce(question -> 'options', '[]');
  answer jsonb := question -> 'answer';
begin
  if coalesce(kind in ('single', 'multiple', 'truefalse', 'short', 'numeric', 'matching', 'ordering', 'cloze', 'essay', 'hotspot', 'labels', 'calculated'), false) is false then
    return 'has an unknown type.';
  end if;
  if length(trim(coalesce(question ->> 'prompt', ''))) not between 1 and 2000 then return 'needs a text of at most 2000 characters.'; end if;
  if length(coalesce(question ->> 'explanation', '')) > 2000 then return 'has an explanation of more than 2000 characters.'; end if;
  if not coalesce(question ->> 'points' ~ '^[0-9]{1,3}$' and (question ->> 'points')::int between 1 and 100, false) then
    return 'is worth 1 to 100 points.';
  end if;
  if jsonb_typeof(question -> 'figure') not in ('null', 'object') or (jsonb_typeof(question -> 'figure') = 'object'
      and not coalesce(question -> 'figure' ->> 'image' ~ '^(/[^/\\]|https://)' and length(question ->> 'figure') <= 1500
        and length(coalesce(question -> 'figure' ->> 'alt', '')) <= 300, false)) then
    return 'has an image that can’t be shown.';
  end if;
  if kind in ('single', 'multiple') then
    if jsonb_typeof(options) <> 'array' or jsonb_array_length(options) not between 2 and 12 then return 'needs 2 to 12 options.'; end if;
    if not private.has_unique_ids(options) then return 'has an option without a text, or one longer than 500 characters.'; end if;
    if (select bool_or(length(coalesce(o ->> 'feedback', '')) > 500) from jsonb_array_elements(options) o) then
      return 'has feedback on an answer of more than 500 characters.';
    end if;
  end if;
  return case kind
    when 'single' then case when jsonb_typeof(answer) = 'string' and exists (
      select from jsonb_array_elements(options) o where o -> 'id' = answer) then null else 'needs one option marked as correct.' end
    when 'multiple' then case when jsonb_typeof(answer) = 'array' and jsonb_array_length(answer) > 0
      and (select count(*) = count(distinct a) and bool_and(exists (select from jsonb_array_elements(options) o where o -> 'id' = a))
             from jsonb_array_elements(answer) a) then null else 'needs at least one option marked as correct.' end
    when 'truefalse' then case when jsonb_typeof(answer) = 'boolean' then null else 'needs true or false marked as correct.' end
    when 'numeric' then private.numeric_problem(question)
    when 'matching' then private.matching_problem(question)
    when 'ordering' then private.ordering_problem(question)
    when 'cloze' then private.cloze_problem(question)
    when 'essay' then private.essay_problem(question)
    when 'calculated' then private.calculated_problem(question)
    when 'hotspot' then private.hotspot_problem(question)
    when 'labels' then private.labels_problem(question)
    else case when jsonb_typeof(answer -> 'texts') = 'array' and jsonb_array_length(answer -> 'texts') between 1 and 20
      and (select bool_and(jsonb_typeof(t) = 'string' and length(trim(t #>> '{}')) between 1 and 200) from jsonb_array_elements(answer -> 'texts') t)
      then null else 'needs 1 to 20 accepted answers of at most 200 characters.' end end;
end $$;
comment on function private.question_problem is 'Why a question is invalid, as the end of a sentence; null if it is valid.';

create function private.write_question(account uuid, course uuid, quiz uuid, question jsonb, question_position int) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.questions as q (account_id, id, course_id, quiz_id, source_id, position, kind, prompt, figure, points, parts, options)
  values (account, (question ->> 'id')::uuid, course, quiz,
    (select s.id from public.questions s where (s.account_id, s.id) = (account, private.uuid_or_null(question ->> 'source_id'))
      and s.course_id in (select private.editable_courses())), question_position, question ->> 'kind', trim(question ->> 'prompt'),
    nullif(question -> 'figure', 'null'), (question ->> 'points')::int, private.question_parts(question), private.question_options(question))
  on conflict (account_id, id) do update set position = excluded.position, kind = excluded.kind, prompt = excluded.prompt,
    figure = excluded.figure, points = excluded.points, parts = excluded.parts, options = excluded.options;
  insert into public.question_keys (account_id, id, course_id, answer, explanation)
  values (account, (question ->> 'id')::uuid, course, private.question_key(question), trim(coalesce(question ->> 'explanation', '')))
  on conflict (account_id, id) do update set answer = excluded.answer, explanation = excluded.explanation;
  perform private.record_version(account, (question ->> 'id')::uuid);
end $$;
comment on function private.write_question is 'Stores a validated question and its key at a position of a quiz, or in the bank; a change makes a new version.';

create function private.write_quiz(z public.quizzes, settings jsonb, questions jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  question jsonb;
  question_number int := 0;
begin
  if jsonb_typeof(settings) is distinct from 'object' or jsonb_typeof(questions) is distinct from 'array' or jsonb_array_length(questions) > 200 then
    perform private.raise_error('invalid', 'A quiz has settings and at most 200 questions.');
  end if;
  if (settings ->> 'wrong_penalty')::numeric not between 0 and 100 then
    perform private.raise_error('invalid', 'A wrong answer costs 0 to 100 percent of the points of its question.');
  end if;
  if exists (select from public.questions q where q.id in (select private.uuid_or_null(x ->> 'id') from jsonb_array_elements(questions) x)
      and (q.account_id, q.quiz_id) is distinct from (z.account_id, z.id)) then
    perform private.raise_error('invalid', 'The list includes a question of another quiz.');
  end if;
  for question in select x from jsonb_array_elements(questions) x loop
    question_number := question_number + 1;
    if private.uuid_or_null(question ->> 'id') is null then
      perform private.raise_error('invalid', format('Question %s has no id.', question_number));
    end if;
    if private.question_problem(question) is not null then
      perform private.raise_error('invalid', format('Question %s %s', question_number, private.question_problem(question)));
    end if;
    perform private.write_question(z.account_id, z.course_id, z.id, question, question_number);
  end loop;
  -- What was sorted into the bank stays there.
  update public.questions q set quiz_id = null, position = 0 where (q.account_id, q.quiz_id) = (z.account_id, z.id)
    and (q.category_id is not null or cardinality(q.tags) > 0)
    and q.id not in (select (x ->> 'id')::uuid from jsonb_array_elements(questions) x);
  delete from public.questions q where (q.account_id, q.quiz_id) = (z.account_id, z.id)
    and q.id not in (select (x ->> 'id')::uuid from jsonb_array_elements(questions) x);
  if settings ? 'draws' then perform private.write_draws(z, settings -> 'draws'); end if;
  update public.quizzes k set
    intro = trim(coalesce(settings ->> 'intro', k.intro)),
    pass_mark = coalesce((settings ->> 'pass_mark')::smallint, k.pass_mark),
    attempts_allowed = coalesce((settings ->> 'attempts_allowed')::smallint, k.attempts_allowed),
    time_limit_seconds = case when settings ? 'time_limit_seconds' then (settings ->> 'time_limit_seconds')::int else k.time_limit_seconds end,
    shuffle_questions = coalesce((settings ->> 'shuffle_questions')::boolean, k.shuffle_questions),
    shuffle_options = coalesce((settings ->> 'shuffle_options')::boolean, k.shuffle_options),
    feedback = coalesce(settings ->> 'feedback', k.feedback),
    grading_method = coalesce(settings ->> 'grading_method', k.grading_method),
    wrong_penalty = coalesce((settings ->> 'wrong_penalty')::smallint, k.wrong_penalty),
    question_count = question_number + (select coalesce(sum(d.amount), 0) from public.quiz_draws d where (d.account_id, d.quiz_id) = (z.account_id, z.id)),
    points = (select coalesce(sum(q.points), 0) from public.questions q where (q.account_id, q.quiz_id) = (z.account_id, z.id))
      + (select coalesce(sum(d.amount * d.points), 0) from public.quiz_draws d where (d.account_id, d.quiz_id) = (z.account_id, z.id)),
    version = k.version + 1
  where (k.account_id, k.id) = (z.account_id, z.id);
  return z.version + 1;
exception when check_violation or invalid_text_representation or numeric_value_out_of_range then
  perform private.raise_error('invalid',
    'The pass mark is 0 to 100 percent, attempts 0 to 100, the time limit one minute to a day, the introduction at most 2000 characters.');
end $$;
comment on function private.write_quiz is 'Replaces the given settings and all questions of a quiz; returns the new version.';

create function public.save_quiz(quiz_id uuid, settings jsonb, questions jsonb, version integer) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  z public.quizzes%rowtype;
begin
  select * into z from public.quizzes k where k.id = quiz_id and k.course_id in (select private.editable_courses()) for update;
  if z.id is null then
    perform private.raise_error('forbidden', 'You don’t have permission to edit this quiz.');
  end if;
  if z.version is distinct from version then
    perform private.raise_error('quiz_changed', 'Somebody else changed this quiz. Reload it, then make your changes again.');
  end if;
  return private.write_quiz(z, settings, questions);
end $$;
comment on function public.save_quiz is 'Saves a quiz as a whole: settings, questions in their order, keys. Returns the new version.';
grant execute on function public.save_quiz(uuid, jsonb, jsonb, integer) to authenticated;

create function private.save_quiz_activity(lesson public.lessons, activity jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  z public.quizzes%rowtype;
begin
  select * into z from public.quizzes k where (k.account_id, k.lesson_id) = (lesson.account_id, lesson.id) for update;
  if z.version is distinct from (activity ->> 'version')::int then
    perform private.raise_error('quiz_changed', 'Somebody else changed this quiz. Reload it, then make your changes again.');
  end if;
  return jsonb_build_object('version', private.write_quiz(z, activity -> 'settings', activity -> 'questions'));
end $$;
comment on function private.save_quiz_activity is 'Saves the quiz of a lesson with the lesson: what public.save_lesson calls for this kind.';

create function public.add_quiz(course_id uuid, title text) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses%rowtype;
  section uuid;
  lesson uuid;
begin
  select * into c from public.courses k where k.id = course_id and k.id in (select private.editable_courses()) for update;
  if c.id is null then
    perform private.raise_error('forbidden', 'You don’t have permission to edit this course.');
  end if;
  if length(trim(coalesce(title, ''))) not between 1 and 160 then
    perform private.raise_error('invalid', 'A quiz needs a title of at most 160 characters.');
  end if;
  if (select count(*) from public.lessons l where (l.account_id, l.course_id) = (c.account_id, c.id) and l.archived_at is null) >= 500 then
    perform private.raise_error('invalid', 'An outline has at most 100 sections and 500 lessons.');
  end if;
  select s.id into section from public.sections s where (s.account_id, s.course_id) = (c.account_id, c.id) and s.archived_at is null order by s.position desc, s.id desc limit 1;
  if section is null then
    insert into public.sections (account_id, course_id, title, position) values (c.account_id, c.id, trim(title), 1) returning id into section;
  end if;
  insert into public.lessons (account_id, course_id, section_id, title, slug, kind, is_published, position)
  values (c.account_id, c.id, section, trim(title), private.free_lesson_slug(c.account_id, c.id, trim(title)), 'quiz', false,
    (select coalesce(max(l.position), 0) + 1 from public.lessons l where (l.account_id, l.section_id) = (c.account_id, section)))
  returning id into lesson;
  update public.courses k set outline_version = k.outline_version + 1 where (k.account_id, k.id) = (c.account_id, c.id);
  return (select z.id from public.quizzes z where (z.account_id, z.lesson_id) = (c.account_id, lesson));
end $$;
comment on function public.add_quiz is 'Creates a quiz as the last, hidden lesson of a course; returns the quiz id.';
grant execute on function public.add_quiz(uuid, text) to authenticated;

grant select (account_id, id, course_id, lesson_id, intro, pass_mark, attempts_allowed, time_limit_seconds, shuffle_questions,
  shuffle_options, feedback, grading_method, wrong_penalty, question_count, points, version, created_at, updated_at) on public.quizzes to authenticated;
create policy "Students see the rules of the quizzes in their courses" on public.quizzes for select to authenticated
  using (course_id in (select private.enrolled_courses())
    and exists (select from public.lessons l where (l.account_id, l.id) = (quizzes.account_id, quizzes.lesson_id) and l.is_published)
    and private.is_open(account_id, lesson_id));
create policy "Authors and managers see every quiz they may change" on public.quizzes for select to authenticated
  using (course_id in (select private.editable_courses()));
grant select (account_id, id, course_id, quiz_id, position, kind, prompt, figure, points, parts, options, version, category_id, tags, source_id,
  archived_at, created_at, updated_at)
  on public.questions to authenticated;
create policy "Authors and managers see the questions of their courses" on public.questions for select to authenticated
  using (course_id in (select private.editable_courses()));
grant select (account_id, id, course_id, answer, explanation, created_at, updated_at) on public.question_keys to authenticated;
create policy "Authors and managers see the right answers of their courses" on public.question_keys for select to authenticated
  using (course_id in (select private.editable_courses()));

create trigger quizzes_feature before insert on public.quizzes for each row execute function private.guard_feature('lms');
create policy "Quizzes are there where the plan and the account have lms" on public.quizzes as restrictive for all to anon, authenticated
  using (private.has_feature(account_id, 'lms'));
