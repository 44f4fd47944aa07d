create table public.quiz_allowances (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  quiz_id uuid not null,
  member_id uuid not null,
  extra_time smallint not null default 0 check (extra_time between 0 and 300),
  extra_attempts smallint not null default 0 check (extra_attempts between 0 and 100),
  created_at timestamptz not null default private.clock_now(),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, quiz_id, member_id),
  foreign key (account_id, course_id, quiz_id) references public.quizzes (account_id, course_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.quiz_allowances is 'What a student gets beyond the rules of a quiz: more time, more attempts.';
comment on column public.quiz_allowances.extra_time is 'Percent of the time limit, from the next attempt on.';
create index quiz_allowances_quiz_idx on public.quiz_allowances (account_id, course_id, quiz_id);
create index quiz_allowances_member_idx on public.quiz_allowances (account_id, member_id);
alter table public.quiz_allowances enable row level security;
alter table public.quiz_allowances force row level security;
