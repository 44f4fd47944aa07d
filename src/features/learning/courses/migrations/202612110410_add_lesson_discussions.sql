-- Courses from before keep their lessons as they are; those that are made from now on begin with discussions.
alter table public.courses add column has_discussions boolean not null default false;
alter table public.courses alter column has_discussions set default true;
comment on column public.courses.has_discussions is 'Whether learners discuss its lessons: questions, replies and the answers that were accepted.';

insert into private.thread_kinds (kind, capability, access_function, queue_path, takes_answers, is_checked_first)
  values ('lesson', 'manage_options', 'lesson_thread_access', '/dashboard/instructor', true, false);
insert into public.threads (account_id, kind, subject_id, is_main, title, path, takes_posts)
  select l.account_id, 'lesson', l.id, true, left(l.title, 200), '/dashboard/courses/' || c.slug || '?lesson=' || l.slug, false
    from public.lessons l join public.courses c on (c.account_id, c.id) = (l.account_id, l.course_id);
