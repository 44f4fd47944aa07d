create trigger question_categories_touch before update on public.question_categories for each row execute function private.touch_updated_at();


grant select (account_id, id, course_id, parent_id, name, created_at, updated_at), insert (account_id, course_id, parent_id, name),
  update (parent_id, name), delete on public.question_categories to authenticated;
create policy "Authors see the categories of their courses" on public.question_categories for select to authenticated
  using (course_id in (select private.editable_courses()));
create policy "Authors add categories to their courses" on public.question_categories for insert to authenticated
  with check (course_id in (select private.editable_courses()));
create policy "Authors rename and move the categories of their courses" on public.question_categories for update to authenticated
  using (course_id in (select private.editable_courses())) with check (course_id in (select private.editable_courses()));
create policy "Authors remove the categories of their courses" on public.question_categories for delete to authenticated
  using (course_id in (select private.editable_courses()));
grant select (account_id, id, course_id, question_id, version, content, member_id, created_at) on public.question_versions to authenticated;
create policy "Authors see the versions of the questions of their courses" on public.question_versions for select to authenticated
  using (course_id in (select private.editable_courses()));

create function private.categories_below(account uuid, category uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with recursive tree (id) as (
    select category where category is not null
    -- A cycle ends by itself: a row that is there already is no new one.
    union select c.id from tree t join public.question_categories c on (c.account_id, c.parent_id) = (account, t.id))
  select id from tree
$$;
comment on function private.categories_below is 'A category and all that are below it.';

create function private.check_category() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- What goes with its course or its account is asked of nobody.
    if exists (select from public.quiz_draws d where d.account_id = old.account_id and d.category_id = old.id)
        and exists (select from public.courses c where (c.account_id, c.id) = (old.account_id, old.course_id)) then
      perform private.raise_error('category_used', 'A quiz draws questions from this category. Change the quiz first.');
    end if;
    return old;
  end if;
  if tg_op = 'INSERT' and (select count(*) from public.question_categories c where (c.account_id, c.course_id) = (new.account_id, new.course_id)) >= 200 then
    perform private.raise_error('invalid', 'A course has at most 200 question categories.');
  end if;
  if new.parent_id is not null and new.parent_id in (select private.categories_below(new.account_id, new.id)) then
    perform private.raise_error('invalid', 'A category can’t be inside itself.');
  end if;
  new.name := trim(new.name);
  return new;
end $$;
comment on function private.check_category is 'Keeps the categories of a course a tree of at most 200, and those that a quiz draws from.';
create trigger question_categories_check before insert or update or delete on public.question_categories for each row execute function private.check_category();
create trigger question_categories_feature before insert on public.question_categories for each row execute function private.guard_feature('lms');

create function private.question_content(question public.questions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', question.kind, 'prompt', question.prompt, 'figure', question.figure, 'points', question.points,
      'parts', question.parts, 'options', question.options, 'answer', k.answer, 'explanation', k.explanation)
    from public.question_keys k where (k.account_id, k.id) = (question.account_id, question.id)
$$;
comment on function private.question_content is 'All that a version of a question is: what it asks, its key and its explanation.';

create function private.record_version(account uuid, question uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  q public.questions%rowtype;
  v public.question_versions%rowtype;
  content jsonb;
begin
  select * into q from public.questions k where (k.account_id, k.id) = (account, question);
  content := private.question_content(q);
  select * into v from public.question_versions k where (k.account_id, k.question_id) = (account, question) order by k.version desc limit 1;
  if v.content = content then return; end if;
  insert into public.question_versions (account_id, course_id, question_id, version, content, member_id)
  values (account, q.course_id, question, coalesce(v.version, 0) + 1, content, private.member_of(account));
  update public.questions k set version = coalesce(v.version, 0) + 1 where (k.account_id, k.id) = (account, question);
end $$;
comment on function private.record_version is 'Stores a question as a new version if it is another than the last.';

create function private.keep_banked_questions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.questions q set quiz_id = null, position = 0
   where (q.account_id, q.quiz_id) = (old.account_id, old.id) and (q.category_id is not null or cardinality(q.tags) > 0);
  return old;
end $$;
comment on function private.keep_banked_questions is 'What was sorted into the bank outlives its quiz.';
create trigger quizzes_keep_bank before delete on public.quizzes for each row execute function private.keep_banked_questions();

create function public.save_bank_question(course_id uuid, question jsonb, version integer default null) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses%rowtype;
  q public.questions%rowtype;
  question_id uuid := private.uuid_or_null(question ->> 'id');
begin
  select * into c from public.courses k where k.id = course_id and k.id in (select private.editable_courses()) for update;
  if c.id is null then
    perform private.raise_error('forbidden', 'You don’t have permission to edit this course.');
  end if;
  if question_id is null then
    perform private.raise_error('invalid', format('Question %s has no id.', 1));
  end if;
  if private.question_problem(question) is not null then
    perform private.raise_error('invalid', format('Question %s %s', 1, private.question_problem(question)));
  end if;
  select * into q from public.questions k where k.id = question_id for update;
  if q.id is not null and ((q.account_id, q.course_id) is distinct from (c.account_id, c.id) or q.quiz_id is not null) then
    perform private.raise_error('invalid', 'The list includes a question of another quiz.');
  end if;
  if q.version is distinct from version then
    perform private.raise_error('question_changed', 'Somebody else changed this question. Reload it, then make your changes again.');
  end if;
  if q.id is null and (select count(*) from public.questions k where (k.account_id, k.course_id) = (c.account_id, c.id)) >= 5000 then
    perform private.raise_error('invalid', 'The question bank of a course has at most 5,000 questions.');
  end if;
  perform private.write_question(c.account_id, c.id, null, question, 0);
  return (select k.version from public.questions k where k.id = question_id);
end $$;
comment on function public.save_bank_question is 'Stores a question in the bank of a course, in no quiz; a change makes a new version. Returns the version.';
grant execute on function public.save_bank_question(uuid, jsonb, integer) to authenticated;

create function public.change_bank_questions(ids uuid[], change jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  category uuid := private.uuid_or_null(change ->> 'category_id');
  tag text := trim(coalesce(change ->> 'add_tag', change ->> 'remove_tag', ''));
  changed int;
begin
  if coalesce(cardinality(ids), 0) not between 1 and 500 then
    perform private.raise_error('invalid', 'Choose 1 to 500 questions.');
  end if;
  if (select count(*) from public.questions q where q.id = any (ids) and q.course_id in (select private.editable_courses()))
      <> (select count(distinct i) from unnest(ids) i) then
    perform private.raise_error('forbidden', 'You don’t have permission to change these questions.');
  end if;
  if change ->> 'category_id' is not null and exists (select from public.questions q where q.id = any (ids)
      and not exists (select from public.question_categories c where (c.account_id, c.course_id, c.id) = (q.account_id, q.course_id, category))) then
    perform private.raise_error('invalid', 'A category takes questions of its own course.');
  end if;
  if (change ? 'add_tag' or change ? 'remove_tag') and length(tag) not between 1 and 40 then
    perform private.raise_error('invalid', 'A tag has 1 to 40 characters.');
  end if;
  if change ? 'add_tag' and exists (select from public.questions q where q.id = any (ids) and cardinality(q.tags) >= 10 and not q.tags @> array[tag]) then
    perform private.raise_error('invalid', 'A question has at most 10 tags.');
  end if;
  update public.questions q set
    category_id = case when change ? 'category_id' then category else q.category_id end,
    tags = case when change ? 'add_tag' and not q.tags @> array[tag] then q.tags || tag
      when change ? 'remove_tag' then array_remove(q.tags, tag) else q.tags end,
    archived_at = case change -> 'is_archived' when 'true' then coalesce(q.archived_at, private.clock_now()) when 'false' then null else q.archived_at end
  where q.id = any (ids);
  get diagnostics changed = row_count;
  return changed;
end $$;
comment on function public.change_bank_questions is 'Moves, tags or archives questions of the caller’s courses, all or none: {category_id}, {add_tag}, {remove_tag} or {is_archived}. Returns how many.';
grant execute on function public.change_bank_questions(uuid[], jsonb) to authenticated;

create function public.bank_tags() returns table (tag text, course_id uuid, questions bigint)
language sql stable security definer set search_path = '' as $$
  select t, q.course_id, count(*) from public.questions q cross join unnest(q.tags) t
   where q.archived_at is null and q.course_id in (select private.editable_courses())
   group by t, q.course_id order by lower(t), q.course_id limit 1000
$$;
comment on function public.bank_tags is 'The tags of the questions of the caller’s courses.';
grant execute on function public.bank_tags() to authenticated;
