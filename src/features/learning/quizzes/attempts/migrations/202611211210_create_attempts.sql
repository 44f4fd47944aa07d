create table public.attempts (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  quiz_id uuid not null,
  member_id uuid not null,
  number smallint not null check (number between 1 and 500),
  is_trial boolean not null default false,
  started_at timestamptz not null default now(),
  due_at timestamptz check (due_at > started_at),
  submitted_at timestamptz,
  pass_mark smallint not null check (pass_mark between 0 and 100),
  points integer not null check (points between 0 and 20000),
  score numeric(8, 2) check (score between 0 and points),
  passed boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, quiz_id, member_id, number),
  check ((submitted_at is null) = (score is null) and (score is null) = (passed is null)),
  foreign key (account_id, course_id, quiz_id) references public.quizzes (account_id, course_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.attempts is 'One try of a member at a quiz: when it began and ends, what it came to.';
comment on column public.attempts.is_trial is 'An author trying their own quiz: counts for nothing.';
create unique index attempts_one_open_idx on public.attempts (account_id, quiz_id, member_id) where submitted_at is null;
create index attempts_quiz_idx on public.attempts (account_id, course_id, quiz_id, started_at desc);
create index attempts_member_idx on public.attempts (account_id, member_id, started_at desc);
create index attempts_due_idx on public.attempts (due_at) where submitted_at is null;
alter table public.attempts enable row level security;
alter table public.attempts force row level security;

create table public.attempt_answers (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  member_id uuid not null,
  attempt_id uuid not null,
  question_id uuid not null,
  answer jsonb not null check (pg_column_size(answer) <= 4000),
  revision integer not null default 1 check (revision > 0),
  saved_at timestamptz not null default now(),
  points numeric(7, 2),
  is_right boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, attempt_id, question_id),
  foreign key (account_id, attempt_id) references public.attempts (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.attempt_answers is 'An answer as it was last given; what it is worth is told by attempt_result alone. The question is one of the attempt''s paper.';
create index attempt_answers_member_idx on public.attempt_answers (account_id, member_id);
alter table public.attempt_answers enable row level security;
alter table public.attempt_answers force row level security;

create table private.attempt_papers (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  attempt_id uuid not null,
  questions jsonb not null check (jsonb_typeof(questions) = 'array'),
  primary key (account_id, attempt_id),
  foreign key (account_id, attempt_id) references public.attempts (account_id, id) on delete cascade
);
comment on table private.attempt_papers is 'The questions of an attempt in its own order, with keys, as they stood when it began: an author''s later change touches no attempt.';
alter table private.attempt_papers enable row level security;
alter table private.attempt_papers force row level security;
