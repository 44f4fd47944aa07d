create table public.progress_resets (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  member_id uuid not null,
  progress jsonb not null,
  lessons integer not null check (lessons >= 0),
  completed_at timestamptz,
  reset_by uuid,
  restored_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade,
  foreign key (account_id, reset_by) references public.members (account_id, id) on delete set null (reset_by)
);
comment on table public.progress_resets is 'What a student had done in a course before somebody reset it, to be restored.';
comment on column public.progress_resets.progress is 'The rows of lesson_progress as they were.';
create index progress_resets_member_id_idx on public.progress_resets (account_id, member_id, course_id, created_at desc);
create index progress_resets_course_id_idx on public.progress_resets (account_id, course_id);
create index progress_resets_reset_by_idx on public.progress_resets (account_id, reset_by) where reset_by is not null;
alter table public.progress_resets enable row level security;
alter table public.progress_resets force row level security;
