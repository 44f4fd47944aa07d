create table public.lesson_notes (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  member_id uuid not null,
  course_id uuid not null,
  lesson_id uuid not null,
  seconds integer check (seconds between 0 and 360000),
  body text not null default '' check (length(body) <= 5000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade,
  foreign key (account_id, course_id, lesson_id) references public.lessons (account_id, course_id, id) on delete cascade
);
comment on table public.lesson_notes is 'What a learner writes down beside a lesson, for themselves alone; without text it is a bookmark.';
comment on column public.lesson_notes.seconds is 'The place in the video it is about; null where it is about the lesson.';
create index lesson_notes_member_id_idx on public.lesson_notes (account_id, member_id, course_id, created_at);
create index lesson_notes_lesson_id_idx on public.lesson_notes (account_id, course_id, lesson_id);
alter table public.lesson_notes enable row level security;
alter table public.lesson_notes force row level security;
