create trigger quiz_draws_touch before update on public.quiz_draws for each row execute function private.touch_updated_at();

grant select (account_id, id, course_id, quiz_id, position, category_id, tag, amount, points, created_at, updated_at) on public.quiz_draws to authenticated;
create policy "Authors see what the quizzes of their courses draw" on public.quiz_draws for select to authenticated
  using (course_id in (select private.editable_courses()));

create function private.draw_candidates(d public.quiz_draws) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select q.id from public.questions q
   where (q.account_id, q.course_id) = (d.account_id, d.course_id) and q.archived_at is null and q.quiz_id is distinct from d.quiz_id
     and (d.category_id is null or q.category_id in (select private.categories_below(d.account_id, d.category_id)))
     and (d.tag is null or q.tags @> array[d.tag])
$$;
comment on function private.draw_candidates is 'The questions of the bank that a draw chooses from: none that its quiz asks by itself.';

create function private.seat_question(candidates jsonb, draw int, inout seats jsonb, inout seen text[], out seated boolean)
language plpgsql volatile set search_path = '' as $$
declare
  question text;
begin
  seated := false;
  for question in select x from jsonb_array_elements_text(candidates -> draw) x order by seats ? x, random() loop
    continue when question = any (seen);
    seen := seen || question;
    seated := not seats ? question;
    if not seated then
      select s.seats, s.seen, s.seated into seats, seen, seated
        from private.seat_question(candidates, (seats ->> question)::int, seats, seen) s;
    end if;
    if seated then
      seats := jsonb_set(seats, array[question], to_jsonb(draw));
      return;
    end if;
  end loop;
end $$;
comment on function private.seat_question is 'Finds one more question for a draw, where another draw has to change its own for it (an augmenting path, after Kuhn).
candidates: per draw an array of ids; seats: {question: draw}, of what is drawn so far.';

create function private.drawn_questions(quiz public.quizzes) returns table (question_id uuid, draw_id uuid, points smallint, place int)
language plpgsql volatile security definer set search_path = '' as $$
declare
  d public.quiz_draws%rowtype;
  draws public.quiz_draws[] := array(select k from public.quiz_draws k where (k.account_id, k.quiz_id) = (quiz.account_id, quiz.id) order by k.position);
  candidates jsonb := '[]';
  seats jsonb := '{}';
  seen text[];
  seated boolean;
begin
  for n in 1 .. cardinality(draws) loop
    d := draws[n];
    candidates := candidates || jsonb_build_array(coalesce((select jsonb_agg(id) from private.draw_candidates(d) id), '[]'));
    -- No question twice, whichever draws would have it.
    seats := seats || coalesce((select jsonb_object_agg(c.id, n - 1) from (
      select id from private.draw_candidates(d) id where not seats ? id::text order by random() limit d.amount) c), '{}');
    for missing in (select count(*) from jsonb_each(seats) where value = to_jsonb(n - 1)) + 1 .. d.amount loop
      select s.seats, s.seated into seats, seated from private.seat_question(candidates, n - 1, seats, '{}') s;
      exit when not seated;
    end loop;
  end loop;
  return query select key::uuid, draws[value::int + 1].id, draws[value::int + 1].points, 1000 + draws[value::int + 1].position::int
    from jsonb_each_text(seats);
end $$;
comment on function private.drawn_questions is 'Draws the questions of one attempt at random, each once; as many as the draws want, wherever the bank has them.';

create function private.write_draws(z public.quizzes, draws jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  entry jsonb;
  place int := 0;
begin
  if jsonb_typeof(draws) is distinct from 'array' or jsonb_array_length(draws) > 20 then
    perform private.raise_error('invalid', 'A quiz draws from at most 20 parts of the question bank.');
  end if;
  delete from public.quiz_draws k where (k.account_id, k.quiz_id) = (z.account_id, z.id);
  for entry in select x from jsonb_array_elements(draws) x loop
    place := place + 1;
    if private.uuid_or_null(entry ->> 'category_id') is null and nullif(trim(coalesce(entry ->> 'tag', '')), '') is null
        or (entry ->> 'category_id' is not null and not exists (select from public.question_categories c
          where (c.account_id, c.course_id, c.id) = (z.account_id, z.course_id, private.uuid_or_null(entry ->> 'category_id')))) then
      perform private.raise_error('invalid', 'Choose a category or a tag of this course to draw questions from.');
    end if;
    insert into public.quiz_draws (account_id, course_id, quiz_id, position, category_id, tag, amount, points)
    values (z.account_id, z.course_id, z.id, place, (entry ->> 'category_id')::uuid, nullif(trim(entry ->> 'tag'), ''),
      (entry ->> 'amount')::smallint, (entry ->> 'points')::smallint);
  end loop;
  if (select count(*) from private.drawn_questions(z))
      < (select coalesce(sum(d.amount), 0) from public.quiz_draws d where (d.account_id, d.quiz_id) = (z.account_id, z.id)) then
    perform private.raise_error('bank_too_small', 'The question bank has fewer questions there than the quiz draws. Draw fewer, or add some first.');
  end if;
exception when check_violation or not_null_violation or invalid_text_representation or numeric_value_out_of_range then
  perform private.raise_error('invalid', 'A draw takes 1 to 50 questions of 1 to 100 points each.');
end $$;
comment on function private.write_draws is 'Replaces what a quiz draws from the bank of its course: [{category_id, tag, amount, points}].';

create function public.question_uses(question_id uuid)
returns table (quiz_id uuid, title text, course text, how text)
language sql stable security definer set search_path = '' as $$
  with q as (select * from public.questions k where k.id = question_id and k.course_id in (select private.editable_courses())),
  uses as (
    select q.account_id, q.quiz_id, 'asked' as how from q where q.quiz_id is not null
    union select k.account_id, k.quiz_id, 'copied' from q join public.questions k on (k.account_id, k.source_id) = (q.account_id, q.id)
     where k.quiz_id is not null and k.course_id in (select private.editable_courses())
    union select d.account_id, d.quiz_id, 'drawn' from q join public.quiz_draws d on (d.account_id, d.course_id) = (q.account_id, q.course_id)
     where q.id in (select private.draw_candidates(d)))
  select u.quiz_id, l.title, c.title, u.how
    from uses u join public.quizzes z on (z.account_id, z.id) = (u.account_id, u.quiz_id)
    join public.lessons l on (l.account_id, l.id) = (z.account_id, z.lesson_id)
    join public.courses c on (c.account_id, c.id) = (z.account_id, z.course_id)
   order by l.title, u.how limit 100
$$;
comment on function public.question_uses is 'The quizzes that ask a question, that have a copy of it, and that may draw it.';
grant execute on function public.question_uses(uuid) to authenticated;
