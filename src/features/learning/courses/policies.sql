create function private.taught_courses() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select c.id from public.courses c where c.author_id = (select private.member_ids())
  union all
  select i.course_id from public.course_instructors i where i.member_id = (select private.member_ids())
$$;
comment on function private.taught_courses is 'The courses the caller owns or is invited to teach, whatever their role permits.';

create function private.courses_where(capability text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select c.id from public.courses c where c.account_id = (select private.account_with('manage_options'))
  union
  select t.id from private.taught_courses() t (id) where exists (select private.account_with(capability))
$$;
comment on function private.courses_where is 'The courses where the caller has a capability: those they teach, or all for managers of the account.';
grant execute on function private.courses_where(text) to authenticated;

create function private.editable_courses() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select c.id from public.courses c where c.account_id = (select private.account_with('manage_options'))
  union
  select t.id from private.taught_courses() t (id)
   where exists (select private.account_with('create_courses') union all select private.account_with('manage_curriculum'))
$$;
comment on function private.editable_courses is 'The courses the caller may edit: those they own or are invited to, or all for managers of the account.';
grant execute on function private.editable_courses() to authenticated;

create function public.create_course(account_id uuid, title text) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  base text := private.slug_of_title(title, 'course');
  candidate text := base;
begin
  if account_id not in (select private.account_with('create_courses') union all select private.account_with('manage_options')) then
    perform private.raise_error('forbidden', 'You don’t have permission to create courses here.');
  end if;
  if length(trim(coalesce(title, ''))) not between 1 and 160 then
    perform private.raise_error('invalid', 'A course needs a title of at most 160 characters.');
  end if;
  loop
    -- New courses are sorted last.
    insert into public.courses (account_id, title, slug, author_id, sort)
    values (account_id, trim(title), candidate, private.member_of(account_id),
      (select coalesce(max(c.sort) + 1, 0) from public.courses c where c.account_id = create_course.account_id))
    on conflict do nothing;
    exit when found;
    candidate := base || '-' || substr(md5(random()::text), 1, 5);
  end loop;
  return candidate;
end $$;
comment on function public.create_course is 'Creates a draft with the caller as author; returns its slug.';
grant execute on function public.create_course(uuid, text) to authenticated;

create function private.redirect_moved_course() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.redirect_moved(new.account_id, tg_argv[0] || old.slug, tg_argv[0] || new.slug);
  return null;
end $$;
comment on function private.redirect_moved_course is 'Redirects the old URL of a course or category that was public to the new one.';
create trigger courses_note_move after update of slug on public.courses for each row
  when (old.slug <> new.slug and (old.status = 'published' or old.published_at is not null))
  execute function private.redirect_moved_course('/course/');
create trigger course_categories_note_move after update of slug on public.course_categories for each row
  when (old.slug <> new.slug) execute function private.redirect_moved_course('/course/category/');

create function private.guard_course() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from public.accounts a where a.account_id = old.account_id)
      and exists (select from public.enrolments e where (e.account_id, e.course_id) = (old.account_id, old.id)) then
      perform private.raise_error('course_has_students', 'People are enrolled in this course. Archive it instead.');
    end if;
    return old;
  end if;
  if new.status = 'published' and old.status <> 'published' then
    if length(trim(new.summary)) = 0 then
      perform private.raise_error('course_incomplete', 'A course needs a summary before it is published.');
    end if;
    if new.lesson_count = 0 then
      perform private.raise_error('course_incomplete', 'A course needs at least one lesson before it is published.');
    end if;
    new.published_at := coalesce(new.published_at, private.clock_now());
  end if;
  return new;
end $$;
comment on function private.guard_course is 'Rejects publishing an incomplete course and deleting one with students.';
create trigger courses_guard before update of status or delete on public.courses for each row execute function private.guard_course();
create trigger courses_touch before update on public.courses for each row execute function private.touch_updated_at();
create trigger course_categories_touch before update on public.course_categories for each row execute function private.touch_updated_at();
create trigger course_categories_tell after insert or update or delete on public.course_categories
  for each row execute function private.notify_change('course_categories');
-- A change of a draft invalidates no page.
create trigger courses_tell_new after insert on public.courses for each row when (new.status = 'published')
  execute function private.notify_change('courses');
create trigger courses_tell after update on public.courses for each row
  when ((old.status = 'published' or new.status = 'published') and to_jsonb(old) - 'updated_at' - 'outline_version' is distinct from to_jsonb(new) - 'updated_at' - 'outline_version')
  execute function private.notify_change('courses');
create trigger courses_tell_gone after delete on public.courses for each row when (old.status = 'published')
  execute function private.notify_change('courses');

grant select (account_id, id, name, slug, description, position, created_at, updated_at) on public.course_categories to anon, authenticated;
grant insert (account_id, name, slug, description, position), update (name, slug, description, position), delete
  on public.course_categories to authenticated;
create policy "Everyone reads the categories of a catalogue" on public.course_categories for select to anon, authenticated using (true);
create policy "Managers add categories" on public.course_categories for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers change categories" on public.course_categories for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers remove categories" on public.course_categories for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, title, slug, summary, description, featured_image, trailer_url, outcomes, level, language, status,
  visibility, access, category_id, author_id, lesson_count, duration_seconds, outline_version, sort, published_at, search_text, created_at, updated_at)
  on public.courses to anon, authenticated;
grant update (title, slug, summary, description, featured_image, trailer_url, outcomes, level, language, status, visibility, access,
  category_id, sort), delete on public.courses to authenticated;
-- PostgreSQL tries permissive policies in the reverse order of their names: this one is the cheapest and decides most rows, so its name comes last.
create policy "Visitors and members see published courses" on public.courses for select to anon, authenticated
  using (status = 'published' and visibility = 'public');
create policy "Members see what is published for members" on public.courses for select to authenticated
  using (status = 'published' and account_id = (select private.account_with('member')));
create policy "Authors and managers see every course they may change" on public.courses for select to authenticated
  using (id in (select private.editable_courses()));
create policy "Authors and managers change courses" on public.courses for update to authenticated
  using (id in (select private.editable_courses()))
  with check (id in (select private.editable_courses()));
create policy "Authors and managers delete courses" on public.courses for delete to authenticated
  using (id in (select private.editable_courses()));

create trigger courses_meter after insert or delete on public.courses for each row execute function private.meter_rows('courses');
create policy "Courses are there where the plan and the account have lms" on public.courses as restrictive for all to anon, authenticated
  using (private.has_feature(account_id, 'lms'));
create trigger courses_feature before insert on public.courses for each row execute function private.guard_feature('lms');

create view private.course_search_rows as
  select c.account_id, c.id, 'course'::text as kind, null::uuid as parent_id, c.title, c.summary,
      private.text_of_html(c.description) || ' ' || coalesce((select string_agg(o, ' ') from jsonb_array_elements_text(c.outcomes) o), '') as body, c.slug,
      c.featured_image ->> 'image' as picture, c.language, c.status = 'published' as is_live
    from public.courses c;
comment on view private.course_search_rows is 'What a course is found by.';
create trigger courses_index after insert or delete or update of title, slug, summary, description, outcomes, featured_image, language, status
  on public.courses for each row execute function private.index_record('course_search_rows');
create policy "Courses are found by whoever sees them" on public.search_records for select to anon, authenticated
  using (kind = 'course' and exists (
    select from public.courses c where (c.account_id, c.id) = (search_records.account_id, search_records.id)));

create policy "Keys read courses" on public.courses for select to authenticated
  using (account_id = (select private.key_account('courses:read')));
