create function private.guard_lesson_files() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from unnest(array[new.media_path, new.captions_path]) file
     where file is not null and file not like 'courses/' || new.course_id || '/' || new.id || '/%'
       and not exists (select from public.lesson_contents k
         where k.account_id = new.account_id and file in (k.media_path, k.captions_path) and k.course_id in (select private.editable_courses()))) then
    raise check_violation using message = 'A lesson shows files of its own, or those it was copied with.';
  end if;
  return new;
end $$;
comment on function private.guard_lesson_files is 'Rejects a file of another lesson, but where the caller edits a lesson that shows it already.';
create trigger lesson_contents_guard_files before insert or update of media_path, captions_path on public.lesson_contents
  for each row execute function private.guard_lesson_files();

create function private.copied_ids(parts uuid[]) returns jsonb
language sql volatile set search_path = '' as $$
  select coalesce(jsonb_object_agg(p, private.uuid_v7()), '{}') from unnest(parts) p
$$;
comment on function private.copied_ids is 'A new id for each part that is copied: {id: new id}.';

create function private.copy_sections(source public.courses, target public.courses, ids jsonb, names jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.sections (account_id, id, course_id, title, position)
  select target.account_id, (ids ->> s.id::text)::uuid, target.id, coalesce(nullif(trim(names ->> s.id::text), ''), s.title),
      s.position + case when source.id = target.id then 0
        else (select coalesce(max(k.position), 0) from public.sections k where (k.account_id, k.course_id) = (target.account_id, target.id)) end
    from public.sections s
   where (s.account_id, s.course_id) = (source.account_id, source.id) and ids ? s.id::text;
  -- A copy stands after what it was copied from.
  update public.sections s set position = r.n
    from (select x.id, row_number() over (order by x.position, x.id in (select v::uuid from jsonb_each_text(ids) e (k, v)), x.id) as n
            from public.sections x where (x.account_id, x.course_id) = (target.account_id, target.id) and x.archived_at is null) r
   where (s.account_id, s.id) = (target.account_id, r.id) and s.position <> r.n;
end $$;
comment on function private.copy_sections is 'Copies sections, without their lessons, into a course.';

create function private.copy_lessons(source public.courses, target public.courses, ids jsonb, section_ids jsonb, section uuid, names jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  l public.lessons%rowtype;
  title text;
  place uuid;
begin
  for l in select k.* from public.lessons k join public.sections s on (s.account_id, s.id) = (k.account_id, k.section_id)
            where (k.account_id, k.course_id) = (source.account_id, source.id) and ids ? k.id::text order by s.position, k.position, k.id loop
    title := coalesce(nullif(trim(names ->> l.id::text), ''), l.title);
    place := coalesce((section_ids ->> l.section_id::text)::uuid, section, l.section_id);
    insert into public.lessons (account_id, id, course_id, section_id, title, slug, kind, duration_seconds, is_preview, is_required, completion,
      completion_amount, no_skip, is_published, position)
    values (target.account_id, (ids ->> l.id::text)::uuid, target.id, place, title, private.free_lesson_slug(target.account_id, target.id, title), l.kind,
      l.duration_seconds, l.is_preview, l.is_required, l.completion, l.completion_amount, l.no_skip, l.is_published and target.status <> 'published',
      case when place = section and place <> l.section_id
        then (select coalesce(max(k.position), 0) + 1 from public.lessons k where (k.account_id, k.section_id) = (target.account_id, place) and k.archived_at is null)
        else l.position end);
  end loop;
  update public.lessons k set position = r.n
    from (select x.id, row_number() over (partition by x.section_id order by x.position, x.id in (select v::uuid from jsonb_each_text(ids) e (k, v)), x.id) as n
            from public.lessons x where (x.account_id, x.course_id) = (target.account_id, target.id) and x.archived_at is null) r
   where (k.account_id, k.id) = (target.account_id, r.id) and k.position <> r.n;
  insert into public.lesson_contents (account_id, id, course_id, body, media_url, media_path, media_name, captions_path)
  select target.account_id, (ids ->> k.id::text)::uuid, target.id, k.body, k.media_url, k.media_path, k.media_name, k.captions_path
    from public.lesson_contents k where (k.account_id, k.course_id) = (source.account_id, source.id) and ids ? k.id::text;
end $$;
comment on function private.copy_lessons is 'Copies lessons with their text and files into a course: hidden where it is published, for its author shows them when they are ready.';

create function private.with_copied_ids(conditions jsonb, ids jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  with recursive steps (n, tree) as (
    select 0, conditions::text
    union all
    select s.n + 1, replace(s.tree, e.key, e.value) from steps s
      join (select k.key, k.value, row_number() over () as n from jsonb_each_text(ids) k where strpos(conditions::text, k.key) > 0) e on e.n = s.n + 1)
  select tree::jsonb from steps order by n desc limit 1
$$;
comment on function private.with_copied_ids is 'A tree of conditions that names the copies of the lessons it named.';

create function private.copy_availability(source public.courses, target public.courses, ids jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.availability_rules (account_id, id, course_id, conditions, is_hidden)
  select target.account_id, (ids ->> r.id::text)::uuid, target.id, private.with_copied_ids(r.conditions, ids), r.is_hidden
    from public.availability_rules r
   where (r.account_id, r.course_id) = (source.account_id, source.id) and ids ? r.id::text
     -- A condition about a lesson that stays behind has no meaning in another course.
     and (source.id = target.id or not exists (select from private.named_in(r.conditions, 'lesson') n where not ids ? n::text))
$$;
comment on function private.copy_availability is 'Copies when the parts of a course are open.';

create function private.copy_course_parts(source public.courses, target public.courses, sections uuid[], lessons uuid[], section uuid, names jsonb, is_whole boolean)
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  section_ids jsonb := private.copied_ids(sections);
  lesson_ids jsonb := private.copied_ids(lessons);
  copier record;
begin
  perform private.copy_sections(source, target, section_ids, names);
  perform private.copy_lessons(source, target, lesson_ids, section_ids, section, names);
  perform private.copy_availability(source, target,
    section_ids || lesson_ids || case when is_whole then jsonb_build_object(source.id, target.id) else '{}' end);
  for copier in select k.name from private.course_copiers k order by k.name loop
    execute format('select private.%I($1, $2, $3, $4)', 'copy_' || copier.name || '_parts') using source, target, lesson_ids, is_whole;
  end loop;
  if (select count(*) from public.lessons k where (k.account_id, k.course_id) = (target.account_id, target.id) and k.archived_at is null) > 500
    or (select count(*) from public.sections s where (s.account_id, s.course_id) = (target.account_id, target.id) and s.archived_at is null) > 100 then
    perform private.raise_error('invalid', 'An outline has at most 100 sections and 500 lessons.');
  end if;
  update public.courses k set outline_version = k.outline_version + 1 where (k.account_id, k.id) = (target.account_id, target.id);
  return target.outline_version + 1;
end $$;
comment on function private.copy_course_parts is
  'Copies sections and lessons of a course into another or the same one, with what their kinds hold and without anything of a student. Returns the new version of the outline.';

create function public.copy_parts(course_id uuid, part_ids uuid[], section_id uuid default null, names jsonb default '{}') returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  target public.courses%rowtype;
  source public.courses%rowtype;
  sections uuid[];
  lessons uuid[];
begin
  select * into target from public.courses k where k.id = course_id and k.id in (select private.editable_courses()) for update;
  if target.id is null or not private.has_feature(target.account_id, 'lms') then
    perform private.raise_error('forbidden', 'You don’t have permission to edit this course.');
  end if;
  if coalesce(cardinality(part_ids), 0) not between 1 and 600 or jsonb_typeof(names) is distinct from 'object' then
    perform private.raise_error('invalid', 'Choose 1 to 600 sections and lessons.');
  end if;
  sections := array(select s.id from public.sections s where s.account_id = target.account_id and s.id = any (part_ids) and s.archived_at is null);
  lessons := array(select l.id from public.lessons l where l.account_id = target.account_id and l.archived_at is null
    and (l.id = any (part_ids) or l.section_id = any (sections)));
  select * into source from public.courses k
   where k.account_id = target.account_id and k.id in (select private.editable_courses())
     and k.id = (select coalesce((select s.course_id from public.sections s where s.id = sections[1]), (select l.course_id from public.lessons l where l.id = lessons[1])));
  if source.id is null or exists (select from unnest(part_ids) p where p <> all (sections || lessons))
    or exists (select from public.sections s where s.id = any (sections) and s.course_id <> source.id)
    or exists (select from public.lessons l where l.id = any (lessons) and l.course_id <> source.id) then
    perform private.raise_error('not_found', 'Copy sections and lessons of one course that you can edit.');
  end if;
  if section_id is not null and not exists (select from public.sections s
      where (s.account_id, s.course_id, s.id) = (target.account_id, target.id, section_id) and s.archived_at is null) then
    perform private.raise_error('not_found', 'There is no such section in this course.');
  end if;
  -- Without a section to go to, lessons of another course bring theirs.
  if section_id is null and source.id <> target.id then
    sections := array(select distinct u from unnest(sections || array(select l.section_id from public.lessons l where l.id = any (lessons))) u);
  end if;
  return private.copy_course_parts(source, target, sections, lessons, section_id, names, false);
exception when check_violation then
  perform private.raise_error('invalid', 'The outline can''t be read: every part needs an id of its own and a title of at most 160 characters.');
end $$;
comment on function public.copy_parts is
  'Copies sections with their lessons, and lessons, of one course the caller edits into another or the same one; names has other titles by id. Returns the new version of the outline.';
grant execute on function public.copy_parts(uuid, uuid[], uuid, jsonb) to authenticated;

create function public.copy_course(course_id uuid, title text) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  source public.courses%rowtype;
  target public.courses%rowtype;
  slug text;
begin
  select * into source from public.courses k where k.id = course_id and k.id in (select private.editable_courses());
  if source.id is null then
    perform private.raise_error('forbidden', 'You don’t have permission to edit this course.');
  end if;
  slug := public.create_course(source.account_id, title);
  update public.courses c set summary = source.summary, description = source.description, featured_image = source.featured_image,
      trailer_url = source.trailer_url, outcomes = source.outcomes, level = source.level, language = source.language,
      visibility = source.visibility, access = source.access, category_id = source.category_id,
      has_discussions = source.has_discussions
   where (c.account_id, c.slug) = (source.account_id, slug) returning * into target;
  perform private.copy_course_parts(source, target,
    array(select s.id from public.sections s where (s.account_id, s.course_id) = (source.account_id, source.id) and s.archived_at is null),
    array(select l.id from public.lessons l where (l.account_id, l.course_id) = (source.account_id, source.id) and l.archived_at is null), null, '{}', true);
  return slug;
end $$;
comment on function public.copy_course is 'Copies a course the caller edits as a draft of theirs: its page, outline, lessons, quizzes, assignments and gradebook, without students. Returns its slug.';
grant execute on function public.copy_course(uuid, text) to authenticated;
