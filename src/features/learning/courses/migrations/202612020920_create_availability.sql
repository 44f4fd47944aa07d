create table private.availability_kinds (
  kind text primary key check (kind ~ '^[a-z]+$')
);
comment on table private.availability_kinds is 'What a condition can be about: each has private.check_KIND_condition. A feature adds its own.';
alter table private.availability_kinds enable row level security;
alter table private.availability_kinds force row level security;
insert into private.availability_kinds values ('from'), ('until'), ('days'), ('lesson'), ('course'), ('group');

create table public.availability_rules (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null,
  course_id uuid not null,
  conditions jsonb not null check (length(conditions::text) <= 8000),
  is_hidden boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade
);
comment on table public.availability_rules is 'When a course, a section or a lesson is open to a learner: one tree of conditions for each that has any.';
comment on column public.availability_rules.id is 'The lesson, the section or the course it is about.';
comment on column public.availability_rules.conditions is '{"all": [...]}, {"any": [...]}, {"not": ...} or {"kind": ..., ...}, nested at most four deep, with at most 20 conditions.';
comment on column public.availability_rules.is_hidden is 'Whether it is left out of the outline until it is open; else it is shown locked with its reason.';
create index availability_rules_course_id_idx on public.availability_rules (account_id, course_id);
alter table public.availability_rules enable row level security;
alter table public.availability_rules force row level security;

alter table public.lesson_progress add column finished_at timestamptz;
comment on column public.lesson_progress.finished_at is 'When the lesson was finished for the first time: it never locks again, whatever becomes of its conditions.';
update public.lesson_progress set finished_at = completed_at where completed_at is not null;
