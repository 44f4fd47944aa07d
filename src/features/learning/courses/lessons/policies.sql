create function private.notify_course() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  c record;
begin
  select account_id, id, slug into c from public.courses
   where (account_id, id) = (coalesce(new.account_id, old.account_id), coalesce(new.course_id, old.course_id)) and status = 'published';
  if found then
    perform pg_notify('changes', jsonb_build_object('thing', 'courses', 'account_id', c.account_id, 'id', c.id,
      'slugs', jsonb_build_array(c.slug))::text);
  end if;
  return null;
end $$;
comment on function private.notify_course is 'Invalidates the pages of a published course when one of its parts changes.';

create function private.measure_course() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.courses c set lesson_count = m.lessons, duration_seconds = m.seconds
    from (select count(*)::int as lessons, coalesce(sum(duration_seconds), 0)::int as seconds from public.lessons
           where (account_id, course_id) = (coalesce(new.account_id, old.account_id), coalesce(new.course_id, old.course_id)) and is_published) m
   where (c.account_id, c.id) = (coalesce(new.account_id, old.account_id), coalesce(new.course_id, old.course_id))
     and (c.lesson_count, c.duration_seconds) is distinct from (m.lessons, m.seconds);
  return null;
end $$;
comment on function private.measure_course is 'Maintains a course''s number of lessons and its duration.';

create trigger lessons_measure after insert or delete or update of duration_seconds, is_published on public.lessons
  for each row execute function private.measure_course();
create trigger sections_touch before update on public.sections for each row execute function private.touch_updated_at();
create trigger lessons_touch before update on public.lessons for each row execute function private.touch_updated_at();
create trigger lesson_contents_touch before update on public.lesson_contents for each row execute function private.touch_updated_at();
create trigger sections_tell after insert or update or delete on public.sections for each row execute function private.notify_course();
-- What is hidden, and what is to be finished first, stands on the page of a course.
create trigger availability_rules_tell after insert or update or delete on public.availability_rules
  for each row execute function private.notify_course();
create trigger lessons_tell_new after insert on public.lessons for each row when (new.is_published) execute function private.notify_course();
create trigger lessons_tell after update on public.lessons for each row when (old.is_published or new.is_published)
  execute function private.notify_course();
create trigger lessons_tell_gone after delete on public.lessons for each row when (old.is_published) execute function private.notify_course();

create function private.notify_preview() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  c record;
begin
  select k.account_id, k.id, k.slug into c from public.lessons l
    join public.courses k on (k.account_id, k.id) = (l.account_id, l.course_id) and k.status = 'published'
   where (l.account_id, l.id) = (new.account_id, new.id) and l.is_preview and l.is_published;
  if found then
    perform pg_notify('changes', jsonb_build_object('thing', 'courses', 'account_id', c.account_id, 'id', c.id,
      'slugs', jsonb_build_array(c.slug))::text);
  end if;
  return null;
end $$;
comment on function private.notify_preview is 'Invalidates the pages of a course when a free preview changes; other contents are on no public page.';
create trigger lesson_contents_tell after insert or update on public.lesson_contents for each row execute function private.notify_preview();

create function private.free_lesson_slug(account uuid, course uuid, title text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  base text := private.slug_of_title(title, 'lesson');
  candidate text := base;
begin
  while exists (select from public.lessons where (account_id, course_id, slug) = (account, course, candidate)) loop
    candidate := base || '-' || substr(md5(random()::text), 1, 5);
  end loop;
  return candidate;
end $$;
comment on function private.free_lesson_slug is 'A slug from a title that no other lesson of the course has.';

create function public.save_curriculum(course_id uuid, outline jsonb, version integer) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses%rowtype;
  s record;
  l record;
begin
  select * into c from public.courses k where k.id = course_id and k.id in (select private.editable_courses()) for update;
  if c.id is null then
    perform private.raise_error('forbidden', 'You don’t have permission to edit this course.');
  end if;
  if c.outline_version <> version then
    perform private.raise_error('outline_changed', 'Somebody else changed this outline. Reload it, then make your changes again.');
  end if;
  if jsonb_typeof(outline) is distinct from 'array' or jsonb_array_length(outline) > 100
    or (select coalesce(sum(jsonb_array_length(coalesce(x -> 'lessons', '[]'))), 0) from jsonb_array_elements(outline) x) > 500 then
    perform private.raise_error('invalid', 'An outline has at most 100 sections and 500 lessons.');
  end if;
  if exists (select from public.sections k where k.course_id <> c.id and k.id in (select (x ->> 'id')::uuid from jsonb_array_elements(outline) x))
    or exists (select from public.lessons k where k.course_id <> c.id
         and k.id in (select (y ->> 'id')::uuid from jsonb_array_elements(outline) x, jsonb_array_elements(coalesce(x -> 'lessons', '[]')) y)) then
    perform private.raise_error('invalid', 'The outline includes a part of another course.');
  end if;
  for s in select (x ->> 'id')::uuid as id, trim(x ->> 'title') as title, n::int as position, x -> 'lessons' as lessons
             from jsonb_array_elements(outline) with ordinality as t (x, n) loop
    insert into public.sections as k (account_id, id, course_id, title, position)
    values (c.account_id, coalesce(s.id, private.uuid_v7()), c.id, s.title, s.position)
    on conflict (account_id, id) do update set title = excluded.title, position = excluded.position, archived_at = null
      where (k.title, k.position) is distinct from (excluded.title, excluded.position) or k.archived_at is not null;
  end loop;
  for l in select (x ->> 'id')::uuid as section_id, (y ->> 'id')::uuid as id, trim(y ->> 'title') as title, y ->> 'kind' as kind,
                  coalesce((y ->> 'duration_seconds')::int, 0) as duration_seconds, coalesce((y ->> 'is_preview')::boolean, false) as is_preview,
                  coalesce((y ->> 'is_required')::boolean, true) as is_required, coalesce((y ->> 'is_published')::boolean, true) as is_published,
                  n::int as position,
                  -- Of a lesson that somebody saved meanwhile only the place is taken.
                  exists (select from public.lessons k where (k.account_id, k.id) = (c.account_id, (y ->> 'id')::uuid)
                    and k.archived_at is null and k.version <> (y ->> 'version')::int) as is_older
             from jsonb_array_elements(outline) x, jsonb_array_elements(coalesce(x -> 'lessons', '[]')) with ordinality as t (y, n) loop
    insert into public.lessons as k (account_id, id, course_id, section_id, title, slug, kind, duration_seconds, is_preview, is_required,
      is_published, position)
    values (c.account_id, l.id, c.id, l.section_id, l.title, private.free_lesson_slug(c.account_id, c.id, l.title), l.kind,
      l.duration_seconds, l.is_preview, l.is_required, l.is_published, l.position)
    on conflict (account_id, id) do update set section_id = excluded.section_id, position = excluded.position, archived_at = null,
        title = excluded.title, kind = excluded.kind, is_published = excluded.is_published,
        -- The slug follows the title as long as the lesson was not visible under it.
        slug = case when k.title = excluded.title or (c.status <> 'draft' and k.is_published) then k.slug else excluded.slug end,
        duration_seconds = excluded.duration_seconds, is_preview = excluded.is_preview, is_required = excluded.is_required,
        version = k.version + case when (k.title, k.kind, k.duration_seconds, k.is_preview, k.is_required, k.is_published) is distinct from
          (excluded.title, excluded.kind, excluded.duration_seconds, excluded.is_preview, excluded.is_required, excluded.is_published) then 1 else 0 end
      where not l.is_older and (k.archived_at is not null or (k.title, k.kind, k.duration_seconds, k.is_preview, k.is_required, k.is_published)
        is distinct from (excluded.title, excluded.kind, excluded.duration_seconds, excluded.is_preview, excluded.is_required, excluded.is_published));
    update public.lessons k set section_id = l.section_id, position = l.position, archived_at = null
     where (k.account_id, k.id) = (c.account_id, l.id)
       and ((k.section_id, k.position) is distinct from (l.section_id, l.position) or k.archived_at is not null);
  end loop;
  perform private.archive_removed_parts(c,
    array(select (y ->> 'id')::uuid from jsonb_array_elements(outline) x, jsonb_array_elements(coalesce(x -> 'lessons', '[]')) y),
    array(select (x ->> 'id')::uuid from jsonb_array_elements(outline) x));
  update public.courses k set outline_version = k.outline_version + 1 where (k.account_id, k.id) = (c.account_id, c.id);
  return version + 1;
exception
  when not_null_violation or check_violation or invalid_text_representation or cardinality_violation then
    perform private.raise_error('invalid', 'The outline can''t be read: every part needs an id of its own and a title of at most 160 characters.');
end $$;
comment on function public.save_curriculum is 'Saves the outline of a course as a whole: order, titles, kinds; parts it no longer contains are archived. Returns the new version.';
grant execute on function public.save_curriculum(uuid, jsonb, integer) to authenticated;

create function private.lesson_kind(kind text) returns private.lesson_kinds
language sql stable security definer set search_path = '' as $$
  select k from private.lesson_kinds k where k.kind = lesson_kind.kind
$$;
comment on function private.lesson_kind is 'What completes a lesson of a kind, and where its content stands.';

create function private.guard_lesson_kind() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from private.lesson_kinds k where k.kind = new.kind) then
    raise check_violation using message = format('No activity contributes lessons of the kind %s.', new.kind);
  end if;
  return new;
end $$;
comment on function private.guard_lesson_kind is 'Rejects a lesson of a kind that no feature contributes.';
create trigger lessons_guard_kind before insert or update of kind on public.lessons for each row execute function private.guard_lesson_kind();

create function public.save_lesson(course_id uuid, lesson_id uuid, lesson jsonb, content jsonb, version integer, activity jsonb default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.courses%rowtype;
  l public.lessons%rowtype;
  kind text := lesson ->> 'kind';
  saved_activity jsonb;
begin
  select * into c from public.courses k where k.id = course_id and k.id in (select private.editable_courses());
  if c.id is null or not private.has_feature(c.account_id, 'lms') then
    perform private.raise_error('forbidden', 'You don’t have permission to edit this course.');
  end if;
  select * into l from public.lessons k where (k.account_id, k.course_id, k.id) = (c.account_id, c.id, lesson_id) and k.archived_at is null for update;
  if l.id is null then
    perform private.raise_error('not_found', 'There is no such lesson in this course.');
  end if;
  if l.version is distinct from version then
    perform private.raise_error('lesson_changed', 'Somebody else changed this lesson. Reload it, then make your changes again.');
  end if;
  update public.lessons k set title = trim(lesson ->> 'title'), kind = kind, duration_seconds = (lesson ->> 'duration_seconds')::int,
      is_preview = (lesson ->> 'is_preview')::boolean, is_required = (lesson ->> 'is_required')::boolean,
      is_published = (lesson ->> 'is_published')::boolean, completion = coalesce(lesson ->> 'completion', k.completion),
      completion_amount = coalesce((lesson ->> 'completion_amount')::smallint, k.completion_amount), no_skip = coalesce((lesson ->> 'no_skip')::boolean, k.no_skip),
      version = k.version + 1,
      slug = case when k.title = trim(lesson ->> 'title') or (c.status <> 'draft' and k.is_published) then k.slug
        else private.free_lesson_slug(c.account_id, c.id, trim(lesson ->> 'title')) end
   where (k.account_id, k.id) = (l.account_id, l.id) returning * into l;
  insert into public.lesson_contents as k (account_id, id, course_id, body, media_url, media_path, media_name, captions_path)
  values (l.account_id, l.id, l.course_id, content ->> 'body', content ->> 'media_url', content ->> 'media_path', content ->> 'media_name',
    content ->> 'captions_path')
  on conflict (account_id, id) do update set body = excluded.body, media_url = excluded.media_url, media_path = excluded.media_path,
    media_name = excluded.media_name, captions_path = excluded.captions_path;
  if jsonb_typeof(activity) = 'object' then
    if not (private.lesson_kind(kind)).holds_content then
      perform private.raise_error('invalid', 'This lesson can''t be saved: it needs a title of at most 160 characters, and content that fits its kind.');
    end if;
    execute format('select private.%I($1, $2)', 'save_' || kind || '_activity') into saved_activity using l, activity;
  end if;
  return jsonb_build_object('version', l.version, 'slug', l.slug, 'body', content ->> 'body', 'activity', saved_activity);
exception when not_null_violation or check_violation or invalid_text_representation or numeric_value_out_of_range then
  perform private.raise_error('invalid', 'This lesson can''t be saved: it needs a title of at most 160 characters, and content that fits its kind.');
end $$;
comment on function public.save_lesson is
  'Saves a lesson as a whole in one transaction: its entry in the outline, its content and, where its kind holds more, that, by private.save_KIND_activity. Returns the new version.';
grant execute on function public.save_lesson(uuid, uuid, jsonb, jsonb, integer, jsonb) to authenticated;

grant select (account_id, id, course_id, title, position, created_at, updated_at) on public.sections to anon, authenticated;
create policy "Who sees a course sees its sections" on public.sections for select to anon, authenticated
  using (archived_at is null and exists (select from public.courses c where (c.account_id, c.id) = (sections.account_id, sections.course_id))
    and private.is_shown(account_id, course_id, id, null));
create policy "Authors and managers see sections that are hidden" on public.sections for select to authenticated
  using (archived_at is null and course_id in (select private.editable_courses()));

grant select (account_id, id, course_id, section_id, title, slug, kind, duration_seconds, is_preview, is_required, is_published, position,
  completion, completion_amount, no_skip, version, created_at, updated_at) on public.lessons to anon, authenticated;
create policy "Who sees a course sees its outline" on public.lessons for select to anon, authenticated
  using (is_published and exists (select from public.courses c where (c.account_id, c.id) = (lessons.account_id, lessons.course_id))
    and private.is_shown(account_id, course_id, section_id, id));
create policy "Authors and managers see lessons not yet shown" on public.lessons for select to authenticated
  using (archived_at is null and course_id in (select private.editable_courses()));

grant select (account_id, id, course_id, body, media_url, media_path, media_name, captions_path, created_at, updated_at)
  on public.lesson_contents to anon, authenticated;
grant insert (account_id, id, course_id, body, media_url, media_path, media_name, captions_path),
  update (account_id, id, course_id, body, media_url, media_path, media_name, captions_path) on public.lesson_contents to authenticated;
create policy "Everyone reads the free previews of courses they see" on public.lesson_contents for select to anon, authenticated
  using (exists (select from public.lessons l where (l.account_id, l.id) = (lesson_contents.account_id, lesson_contents.id)
    and l.is_preview and l.is_published));
create policy "Students read the lessons of courses they are in" on public.lesson_contents for select to authenticated
  using (course_id in (select private.enrolled_courses())
    and exists (select from public.lessons l where (l.account_id, l.id) = (lesson_contents.account_id, lesson_contents.id) and l.is_published)
    and private.is_open(account_id, id));
create policy "Authors and managers read every lesson they may change" on public.lesson_contents for select to authenticated
  using (course_id in (select private.editable_courses()));
create policy "Authors and managers write lessons" on public.lesson_contents for insert to authenticated
  with check (course_id in (select private.editable_courses()));
create policy "Authors and managers rewrite lessons" on public.lesson_contents for update to authenticated
  using (course_id in (select private.editable_courses())) with check (course_id in (select private.editable_courses()));

-- Files of lessons: `courses/{course}/{lesson}/{file}` in the account's private bucket.
create function private.uuid_or_null(input text) returns uuid
language sql immutable set search_path = '' as $$
  select case when input ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then input::uuid end
$$;
comment on function private.uuid_or_null is 'Parses an id from a storage path; null if it is not a uuid.';
grant execute on function private.uuid_or_null(text) to anon, authenticated;

create function private.course_folders() returns setof text
language sql stable security definer set search_path = '' as $$
  select c.account_id || '-private/courses/' || c.id from public.courses c where c.id in (select private.editable_courses())
$$;
comment on function private.course_folders is 'The storage folders of the courses the caller may edit, as bucket and folder.';
grant execute on function private.course_folders() to authenticated;

create policy "Who may read a lesson may fetch its files" on storage.objects for select to anon, authenticated
  using (name like 'courses/%/%/%' and exists (
    select from public.lesson_contents k
     where k.id = private.uuid_or_null(split_part(objects.name, '/', 3)) and k.account_id || '-private' = objects.bucket_id
       and k.course_id = private.uuid_or_null(split_part(objects.name, '/', 2))));
-- A copied lesson shows the files of the one it was copied from.
create policy "Who may read a copied lesson may fetch its files" on storage.objects for select to anon, authenticated
  using (name like 'courses/%/%/%' and exists (
    select from public.lesson_contents k
     where k.account_id = private.uuid_or_null(left(objects.bucket_id, 36)) and k.account_id || '-private' = objects.bucket_id
       and (k.media_path = objects.name or k.captions_path = objects.name)));
create policy "Authors and managers see the files of their courses" on storage.objects for select to authenticated
  using (name like 'courses/%/%/%' and bucket_id || '/courses/' || split_part(name, '/', 2) in (select private.course_folders()));
create policy "Authors and managers add files to their courses" on storage.objects for insert to authenticated
  with check (name like 'courses/%/%/%' and bucket_id || '/courses/' || split_part(name, '/', 2) in (select private.course_folders()));
create policy "Authors and managers replace files of their courses" on storage.objects for update to authenticated
  using (name like 'courses/%/%/%' and bucket_id || '/courses/' || split_part(name, '/', 2) in (select private.course_folders()))
  with check (name like 'courses/%/%/%' and bucket_id || '/courses/' || split_part(name, '/', 2) in (select private.course_folders()));
create policy "Authors and managers remove files of their courses" on storage.objects for delete to authenticated
  using (name like 'courses/%/%/%' and bucket_id || '/courses/' || split_part(name, '/', 2) in (select private.course_folders()));

create policy "Lessons are there where the plan and the account have lms" on public.lessons as restrictive for all to anon, authenticated
  using (private.has_feature(account_id, 'lms'));
create policy "Contents are there where the plan and the account have lms" on public.lesson_contents as restrictive for all to anon, authenticated
  using (private.has_feature(account_id, 'lms'));

create view private.lesson_search_rows as
  select l.account_id, l.id, 'lesson'::text as kind, l.course_id as parent_id, l.title, ''::text as summary,
      private.text_of_html(coalesce(k.body, '')) as body, l.slug, null::text as picture, c.language, l.is_published and c.status = 'published' as is_live
    from public.lessons l
    join public.courses c on (c.account_id, c.id) = (l.account_id, l.course_id)
    left join public.lesson_contents k on (k.account_id, k.id) = (l.account_id, l.id)
   where l.archived_at is null;
comment on view private.lesson_search_rows is 'What a lesson is found by: its title and its text.';
create trigger lessons_index after insert or delete or update of title, slug, is_published, archived_at on public.lessons
  for each row execute function private.index_record('lesson_search_rows');
create trigger lesson_contents_index after insert or update of body on public.lesson_contents
  for each row execute function private.index_record('lesson_search_rows');

create function private.index_lessons_of_course() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.put_search_records('lesson_search_rows', l.account_id, l.id) from public.lessons l
   where (l.account_id, l.course_id) = (new.account_id, new.id);
  return null;
end $$;
comment on function private.index_lessons_of_course is 'Writes the search records of a course''s lessons anew when its language or status changes.';
create trigger courses_index_lessons after update of language, status on public.courses for each row
  when ((old.language, old.status) is distinct from (new.language, new.status)) execute function private.index_lessons_of_course();

create policy "Lessons are found by whoever may open them" on public.search_records for select to anon, authenticated
  using (kind = 'lesson' and exists (
    select from public.lessons l where (l.account_id, l.id) = (search_records.account_id, search_records.id)
      and l.is_published and (l.is_preview or (l.course_id in (select private.enrolled_courses()) and private.is_open(l.account_id, l.id)))));
create policy "Lessons are found by whoever may edit them" on public.search_records for select to authenticated
  using (kind = 'lesson' and parent_id in (select private.editable_courses()));
