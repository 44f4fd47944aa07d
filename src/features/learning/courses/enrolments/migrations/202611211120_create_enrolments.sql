create table public.enrolments (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  member_id uuid not null,
  course_id uuid not null,
  source text not null default 'free' check (source in ('free', 'order', 'membership', 'manual')),
  status text not null default 'active' check (status in ('active', 'ended')),
  starts_at timestamptz not null default now(),
  expires_at timestamptz check (expires_at > starts_at),
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, member_id, course_id),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade,
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade
);
comment on table public.enrolments is 'Who learns what, by which right, until when. One row a member and course, kept when it ends.';
create index enrolments_course_idx on public.enrolments (account_id, course_id, status);
alter table public.enrolments enable row level security;
alter table public.enrolments force row level security;

create table public.lesson_progress (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  member_id uuid not null,
  course_id uuid not null,
  lesson_id uuid not null,
  completed_at timestamptz,
  position_seconds numeric(9, 2) not null default 0 check (position_seconds between 0 and 360000),
  watched jsonb not null default '[]' check (jsonb_typeof(watched) = 'array' and jsonb_array_length(watched) <= 200),
  seen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, member_id, lesson_id),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade,
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade,
  foreign key (account_id, course_id, lesson_id) references public.lessons (account_id, course_id, id) on delete cascade
);
comment on table public.lesson_progress is 'How far a member is in a lesson: when last here, where in the film, when done.';
comment on column public.lesson_progress.watched is 'The stretches of a film that were seen, as [from, to] in whole seconds, sorted and apart.';
create index lesson_progress_course_idx on public.lesson_progress (account_id, member_id, course_id, seen_at desc);
create index lesson_progress_lesson_idx on public.lesson_progress (account_id, course_id, lesson_id);
alter table public.lesson_progress enable row level security;
alter table public.lesson_progress force row level security;
