-- Lessons are a kind of threads: where a course has discussions, each of its lessons has one, for those to whom it is open.

grant select (has_discussions) on public.courses to anon, authenticated;
grant update (has_discussions) on public.courses to authenticated;

create function private.lesson_thread_access(account uuid, member uuid) returns table (subject_id uuid, level text)
language sql stable security definer set search_path = '' as $$
  select l.id, 'moderate'
    from public.members m
    join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id) and r.caps && '{create_courses,manage_curriculum}'::text[]
    join public.courses c on c.account_id = m.account_id and c.has_discussions and (c.author_id = m.id or exists (
      select from public.course_instructors i where (i.account_id, i.course_id, i.member_id) = (c.account_id, c.id, m.id)))
    join public.lessons l on (l.account_id, l.course_id) = (c.account_id, c.id) and l.archived_at is null
   where m.account_id = account and m.id = member and private.has_feature(account, 'lms')
  union all
  select l.id, 'write'
    from public.enrolments e
    join public.courses c on (c.account_id, c.id) = (e.account_id, e.course_id) and c.has_discussions
   cross join lateral (select coalesce(array_agg(s.lesson_id), '{}') as ids
      from private.lesson_states_at(c, e.member_id, e.starts_at, (select private.clock_now())) s where not s.is_open) closed
    join public.lessons l on (l.account_id, l.course_id) = (c.account_id, c.id) and l.is_published and l.archived_at is null and l.id <> all (closed.ids)
   where e.account_id = account and e.member_id = member and e.status = 'active' and e.starts_at <= (select private.clock_now())
     and (e.expires_at is null or e.expires_at > (select private.clock_now())) and private.has_feature(account, 'lms')
$$;
comment on function private.lesson_thread_access is 'The lessons a member discusses: those that are open to them in the courses they are in; who teaches a course moderates.';

create function private.save_lesson_threads(account uuid, course uuid, lesson uuid default null) returns void
language sql security definer set search_path = '' as $$
  select private.save_main_thread('lesson', l.account_id, l.id, l.title, '/dashboard/courses/' || c.slug || '?lesson=' || l.slug, null,
      c.has_discussions and l.is_published and l.archived_at is null)
    from public.lessons l join public.courses c on (c.account_id, c.id) = (l.account_id, l.course_id)
   where l.account_id = account and l.course_id = course and l.id = coalesce(lesson, l.id)
$$;
comment on function private.save_lesson_threads is 'Tells the conversations of a course''s lessons, or of one, what these are now.';

create function private.save_lesson_thread() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.save_lesson_threads(new.account_id, new.course_id, new.id);
  return null;
end $$;
comment on function private.save_lesson_thread is 'The conversation of a lesson comes and changes with it.';
create trigger lessons_save_thread after insert or update of title, slug, is_published, archived_at on public.lessons
  for each row execute function private.save_lesson_thread();

create function private.save_threads_of_course() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.save_lesson_threads(new.account_id, new.id);
  return null;
end $$;
comment on function private.save_threads_of_course is 'The conversations of the lessons follow the address of their course, and whether it has discussions.';
create trigger courses_save_threads after update of slug, has_discussions on public.courses for each row
  when ((old.slug, old.has_discussions) is distinct from (new.slug, new.has_discussions)) execute function private.save_threads_of_course();

create function private.delete_lesson_thread() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.delete_threads('lesson', old.account_id, old.id);
  return null;
end $$;
comment on function private.delete_lesson_thread is 'What was written beside a lesson goes with it.';
create trigger lessons_delete_thread after delete on public.lessons for each row execute function private.delete_lesson_thread();

create function private.teachers_of(account uuid, course uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select c.author_id from public.courses c where (c.account_id, c.id) = (account, course) and c.author_id is not null
  union
  select i.member_id from public.course_instructors i where (i.account_id, i.course_id) = (account, course)
$$;
comment on function private.teachers_of is 'Who teaches a course: its owner and the instructors that are invited to it.';

create function private.announce_lesson_question(account uuid, post uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  question public.thread_posts;
  thread public.threads;
  course uuid;
  asker uuid;
  place text;
  people uuid[];
begin
  select * into question from public.thread_posts p where p.account_id = account and p.id = post and p.status = 'shown' and p.parent_id is null;
  select * into thread from public.threads t where (t.account_id, t.id) = (question.account_id, question.thread_id) and t.kind = 'lesson';
  select l.course_id into course from public.lessons l where (l.account_id, l.id) = (thread.account_id, thread.subject_id);
  select m.user_id into asker from public.members m where (m.account_id, m.id) = (question.account_id, question.member_id);
  if course is null or asker is null then return; end if;
  place := thread.path || '#comment-' || question.id;
  people := array(select m.user_id from private.teachers_of(account, course) t
    join public.members m on m.account_id = account and m.id = t and m.blocked_at is null
   where m.id <> question.member_id and private.may_see_thread(account, thread.id, m.id)
     -- They hear of it already, or did before it was hidden for a while.
     and not exists (select from public.thread_mentions n where (n.account_id, n.post_id, n.member_id) = (account, question.id, m.id))
     and not exists (select from public.account_notifications n where (n.account_id, n.user_id) = (account, m.user_id)
       and n.said ->> 'key' = 'lessonQuestion' and n.link = place));
  perform private.notify_people(account, people, 'lessonQuestion', '<b>{{name}}</b> asked a question on <b>{{title}}</b>.',
    jsonb_build_object('name', question.author_name, 'title', thread.title), 1, place, 'comments', asker);
end $$;
comment on function private.announce_lesson_question is 'Notifies who teaches a course of a question on one of its lessons, each once.';

create function public.open_questions()
returns table (id uuid, author_name text, content text, created_at timestamptz, replies integer, course_title text, course_slug text,
  course_language text, lesson_title text, lesson_slug text)
language sql stable security definer set search_path = '' as $$
  select p.id, p.author_name, left(p.content, 300), p.created_at, r.replies, c.title, c.slug, c.language, l.title, l.slug
    from public.courses c
    join public.lessons l on (l.account_id, l.course_id) = (c.account_id, c.id) and l.archived_at is null and l.is_published
    join public.threads t on t.account_id = l.account_id and t.kind = 'lesson' and t.subject_id = l.id and t.is_main
    join public.thread_posts p on (p.account_id, p.thread_id) = (t.account_id, t.id) and p.parent_id is null and p.status = 'shown'
   cross join lateral (
      select count(*)::int as replies, coalesce(bool_or(a.accepted_at is not null or a.member_id in (select private.teachers_of(c.account_id, c.id))
          or 'manage_options' = any (o.caps)), false) as is_answered
        from public.thread_posts a
        left join public.members m on (m.account_id, m.id) = (a.account_id, a.member_id)
        left join public.roles o on (o.account_id, o.role_id) = (m.account_id, m.role_id)
       where (a.account_id, a.parent_id) = (p.account_id, p.id) and a.status = 'shown') r
   where c.id in (select private.editable_courses()) and c.has_discussions and private.has_feature(c.account_id, 'lms')
     and t.post_count > 0 and not r.is_answered and p.member_id not in (select private.teachers_of(c.account_id, c.id))
   order by p.created_at limit 100
$$;
comment on function public.open_questions is 'The questions on lessons of courses the caller edits that have no accepted answer and no reply of who teaches, the oldest first.';
grant execute on function public.open_questions() to authenticated;
