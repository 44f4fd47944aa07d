create table public.quiz_regrades (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  quiz_id uuid not null,
  member_id uuid,
  reason text not null default '' check (length(reason) <= 500),
  changed integer not null check (changed > 0),
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, course_id, quiz_id) references public.quizzes (account_id, course_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete set null (member_id)
);
comment on table public.quiz_regrades is 'When the attempts at a quiz were graded again after a correction, by whom and why.';
create index quiz_regrades_quiz_idx on public.quiz_regrades (account_id, course_id, quiz_id, created_at desc);
create index quiz_regrades_member_idx on public.quiz_regrades (account_id, member_id) where member_id is not null;
alter table public.quiz_regrades enable row level security;
alter table public.quiz_regrades force row level security;

create table public.quiz_regrade_changes (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  regrade_id uuid not null,
  attempt_id uuid not null,
  member_id uuid not null,
  score_before numeric(8, 2) not null,
  points_before integer not null,
  passed_before boolean not null,
  score numeric(8, 2) not null,
  points integer not null,
  passed boolean not null,
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, regrade_id, attempt_id),
  foreign key (account_id, regrade_id) references public.quiz_regrades (account_id, id) on delete cascade,
  foreign key (account_id, attempt_id) references public.attempts (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.quiz_regrade_changes is 'What a regrade changed in an attempt; never changed itself.';
create index quiz_regrade_changes_attempt_idx on public.quiz_regrade_changes (account_id, attempt_id);
create index quiz_regrade_changes_member_idx on public.quiz_regrade_changes (account_id, member_id);
alter table public.quiz_regrade_changes enable row level security;
alter table public.quiz_regrade_changes force row level security;
