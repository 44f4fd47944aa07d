alter table public.sections add column archived_at timestamptz;
comment on column public.sections.archived_at is 'When the section was taken out of its course; it can be restored.';
alter table public.lessons
  add column archived_at timestamptz,
  add column was_published boolean not null default false,
  -- Whoever asks whether a lesson is shown need not ask whether it is archived.
  add constraint lessons_archived_is_hidden check (archived_at is null or not is_published);
comment on column public.lessons.archived_at is 'When the lesson was taken out of its course: its progress, attempts and grades stay, and it can be restored.';
comment on column public.lessons.was_published is 'Whether an archived lesson was shown before.';
create index lessons_archived_idx on public.lessons (account_id, course_id) where archived_at is not null;
