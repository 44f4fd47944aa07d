alter table public.lessons
  add column completion text not null default 'kind' check (completion in ('kind', 'viewed', 'dwell', 'watched', 'manual')),
  add column completion_amount smallint not null default 1 check (completion_amount between 1 and 600),
  add constraint lessons_watched_share_check check (completion <> 'watched' or completion_amount <= 100);
comment on column public.lessons.completion is
  'What completes it: what its kind says; opening it; completion_amount minutes there; completion_amount percent of its video watched; the student by hand. A kind that the server decides knows no other rule.';
alter table public.lesson_progress
  add column dwell_seconds integer not null default 0 check (dwell_seconds between 0 and 360000),
  add column beat_at timestamptz;
comment on column public.lesson_progress.dwell_seconds is 'How long the lesson was in front of the student, on whatever device; time on two at once counts once.';
comment on column public.lesson_progress.beat_at is 'When a device last said that the lesson is in front of the student.';
