create table public.course_cohorts (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 80),
  starts_at timestamptz not null,
  ends_at timestamptz,
  seats integer check (seats between 1 and 100000),
  taken integer not null default 0 check (taken >= 0),
  opens_at timestamptz,
  closes_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null default private.clock_now(),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, course_id, name),
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade,
  constraint course_cohorts_end_after_start check (ends_at > starts_at),
  constraint course_cohorts_close_after_opening check (closes_at > opens_at)
);
comment on table public.course_cohorts is 'Learners who begin a course together: when it starts and ends for them, and how many there may be.';
comment on column public.course_cohorts.taken is 'How many are in it and have access; kept by a trigger.';
comment on column public.course_cohorts.opens_at is 'From when on members may join by themselves; null from the beginning. closes_at: until when; null until it starts.';
alter table public.course_cohorts enable row level security;
alter table public.course_cohorts force row level security;

alter table public.enrolments add column cohort_id uuid;
alter table public.enrolments add constraint enrolments_cohort_id_fkey
  foreign key (account_id, cohort_id) references public.course_cohorts (account_id, id) on delete set null (cohort_id);
create index enrolments_cohort_id_idx on public.enrolments (account_id, cohort_id) where cohort_id is not null;
comment on column public.enrolments.cohort_id is 'The cohort in which a member takes the course: its start and end are those of the enrolment.';

create table public.cohort_waiting (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  cohort_id uuid not null,
  member_id uuid not null,
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, cohort_id, member_id),
  foreign key (account_id, cohort_id) references public.course_cohorts (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.cohort_waiting is 'Who waits for a seat of a cohort that is full, first come first served.';
create index cohort_waiting_member_id_idx on public.cohort_waiting (account_id, member_id);
create index cohort_waiting_order_idx on public.cohort_waiting (account_id, cohort_id, created_at, id);
alter table public.cohort_waiting enable row level security;
alter table public.cohort_waiting force row level security;
