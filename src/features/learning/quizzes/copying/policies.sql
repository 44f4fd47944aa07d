create function private.copied_category(target public.courses, category uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  c public.question_categories%rowtype;
  parent uuid;
  copy uuid;
begin
  select * into c from public.question_categories k where (k.account_id, k.id) = (target.account_id, category);
  if c.id is null or c.course_id = target.id then return c.id; end if;
  parent := private.copied_category(target, c.parent_id);
  select k.id into copy from public.question_categories k
   where (k.account_id, k.course_id) = (target.account_id, target.id) and k.parent_id is not distinct from parent and lower(trim(k.name)) = lower(trim(c.name));
  if copy is null then
    insert into public.question_categories (account_id, course_id, parent_id, name) values (target.account_id, target.id, parent, c.name) returning id into copy;
  end if;
  return copy;
end $$;
comment on function private.copied_category is 'The category of the same name in the bank of another course, added where there is none.';

create function private.copy_question(q public.questions, target public.courses, quiz uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  copy uuid := private.uuid_v7();
begin
  insert into public.questions (account_id, id, course_id, quiz_id, source_id, position, kind, prompt, figure, points, parts, options, category_id, tags)
  values (target.account_id, copy, target.id, quiz, q.id, q.position, q.kind, q.prompt, q.figure, q.points, q.parts, q.options,
    private.copied_category(target, q.category_id), q.tags);
  insert into public.question_keys (account_id, id, course_id, answer, explanation)
  select target.account_id, copy, target.id, k.answer, k.explanation from public.question_keys k where (k.account_id, k.id) = (q.account_id, q.id);
  perform private.record_version(target.account_id, copy);
end $$;
comment on function private.copy_question is 'Copies a question with its key into a quiz, or into the bank of a course.';

create function private.copy_bank(source public.courses, target public.courses, lessons jsonb, is_whole boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  q public.questions%rowtype;
begin
  if source.id = target.id then return; end if;
  for q in
    select k.* from public.questions k
     where (k.account_id, k.course_id) = (source.account_id, source.id) and k.archived_at is null
       and (is_whole and k.quiz_id is null or k.id in (
         select private.draw_candidates(d) from public.quiz_draws d join public.quizzes z on (z.account_id, z.id) = (d.account_id, d.quiz_id)
          where (z.account_id, z.course_id) = (source.account_id, source.id) and lessons ? z.lesson_id::text))
       and not exists (select from public.questions c where (c.account_id, c.course_id, c.source_id) = (target.account_id, target.id, k.id))
     order by k.id loop
    perform private.copy_question(q, target, null);
  end loop;
  if (select count(*) from public.questions k where (k.account_id, k.course_id) = (target.account_id, target.id)) > 5000 then
    perform private.raise_error('invalid', 'The question bank of a course has at most 5,000 questions.');
  end if;
end $$;
comment on function private.copy_bank is 'Brings the questions that copied quizzes draw from into the bank of another course, each once; with a whole course all of its bank.';

create function private.copy_quiz_parts(source public.courses, target public.courses, lessons jsonb, is_whole boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  z public.quizzes%rowtype;
  copy uuid;
  q public.questions%rowtype;
begin
  for z in select k.* from public.quizzes k where (k.account_id, k.course_id) = (source.account_id, source.id) and lessons ? k.lesson_id::text loop
    -- A lesson that is a quiz no more keeps its own without showing it.
    update public.quizzes k set intro = z.intro, pass_mark = z.pass_mark, attempts_allowed = z.attempts_allowed, time_limit_seconds = z.time_limit_seconds,
        shuffle_questions = z.shuffle_questions, shuffle_options = z.shuffle_options, feedback = z.feedback, grading_method = z.grading_method,
        wrong_penalty = z.wrong_penalty, question_count = z.question_count, points = z.points
     where (k.account_id, k.lesson_id) = (target.account_id, (lessons ->> z.lesson_id::text)::uuid) returning k.id into copy;
    continue when copy is null;
    for q in select k.* from public.questions k where (k.account_id, k.quiz_id) = (z.account_id, z.id) order by k.position, k.id loop
      perform private.copy_question(q, target, copy);
    end loop;
    insert into public.quiz_draws (account_id, course_id, quiz_id, position, category_id, tag, amount, points)
    select target.account_id, target.id, copy, d.position, private.copied_category(target, d.category_id), d.tag, d.amount, d.points
      from public.quiz_draws d where (d.account_id, d.quiz_id) = (z.account_id, z.id);
  end loop;
  perform private.copy_bank(source, target, lessons, is_whole);
end $$;
comment on function private.copy_quiz_parts is 'Copies the quizzes of copied lessons: rules, questions with their keys, and draws with the questions they draw from.';
