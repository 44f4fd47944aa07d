create table private.course_copiers (
  name text primary key check (name ~ '^[a-z_]{1,40}$')
);
comment on table private.course_copiers is
  'What copies with the lessons of a course beside their text: each has private.copy_NAME_parts. A feature whose kind of lesson holds content adds that kind.';
alter table private.course_copiers enable row level security;
alter table private.course_copiers force row level security;

-- A copied lesson shows the files of the one it was copied from: which files a lesson may name is decided by private.guard_lesson_files.
alter table public.lesson_contents
  drop constraint lesson_contents_check,
  drop constraint lesson_contents_check1,
  add constraint lesson_contents_media_path_check check (length(media_path) <= 500 and media_path like 'courses/%/%/%'),
  add constraint lesson_contents_captions_path_check check (length(captions_path) <= 500 and captions_path like 'courses/%/%/%');
create index lesson_contents_media_path_idx on public.lesson_contents (account_id, media_path) where media_path is not null;
create index lesson_contents_captions_path_idx on public.lesson_contents (account_id, captions_path) where captions_path is not null;
