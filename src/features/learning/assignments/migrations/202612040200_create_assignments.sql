insert into private.lesson_kinds (kind, completion, holds_content) values ('assignment', 'decided-by-server', true);

create table public.assignments (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  lesson_id uuid not null,
  points smallint not null default 100 check (points between 1 and 1000),
  pass_mark smallint not null default 60 check (pass_mark between 0 and 100),
  takes_text boolean not null default true,
  takes_link boolean not null default false,
  max_files smallint not null default 3 check (max_files between 0 and 10),
  max_file_mb smallint not null default 10 check (max_file_mb between 1 and 100),
  file_types text[] not null default '{}' check (cardinality(file_types) <= 20 and array_to_string(file_types, ',', '*') ~ '^([a-z0-9]{1,8}(,[a-z0-9]{1,8})*)?$'),
  due_at timestamptz check (isfinite(due_at)),
  due_days smallint check (due_days between 1 and 3650),
  takes_late boolean not null default true,
  late_percent smallint not null default 0 check (late_percent between 0 and 100),
  late_unit text not null default 'day' check (late_unit in ('hour', 'day')),
  late_floor smallint not null default 0 check (late_floor between 0 and 100),
  resubmissions smallint not null default 1 check (resubmissions between 0 and 20),
  completion text not null default 'graded' check (completion in ('graded', 'handed_in')),
  is_anonymous boolean not null default false,
  rubric jsonb not null default '[]' check (jsonb_typeof(rubric) = 'array' and length(rubric::text) <= 40000),
  version integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, lesson_id),
  unique (account_id, course_id, id),
  check (takes_text or takes_link or max_files > 0),
  check (due_at is null or due_days is null),
  foreign key (account_id, course_id, lesson_id) references public.lessons (account_id, course_id, id) on delete cascade
);
comment on table public.assignments is 'The rules of the assignment a lesson of that kind holds; its title and instructions are the lesson''s.';
comment on column public.assignments.pass_mark is 'Percent of the points that must be reached.';
comment on column public.assignments.file_types is 'The endings a file may have, without the dot; none is any.';
comment on column public.assignments.due_days is 'Due so many days after the enrolment of each student, in place of due_at.';
comment on column public.assignments.late_percent is 'Percent of all points taken off for each late_unit that has begun; never below late_floor percent of all points.';
comment on column public.assignments.resubmissions is 'How often a student may hand in again.';
comment on column public.assignments.completion is 'What completes the lesson: a grade at or above the pass mark, or handing in.';
comment on column public.assignments.is_anonymous is 'Whether graders see no names.';
comment on column public.assignments.rubric is '[{"id", "title", "levels": [{"id", "title", "points"}]}]: what the grader chooses from. Where there is one, points is the sum of its best levels.';
comment on column public.assignments.version is 'Counts the saves: one that began on an older version is refused.';
create index assignments_lesson_idx on public.assignments (account_id, course_id, lesson_id);
alter table public.assignments enable row level security;
alter table public.assignments force row level security;

create table public.assignment_submissions (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  assignment_id uuid not null,
  member_id uuid not null,
  number integer check (number > 0),
  status text not null default 'draft' check (status in ('draft', 'submitted', 'graded')),
  hand_ins smallint not null default 0 check (hand_ins between 0 and 100),
  submitted_at timestamptz,
  own_due_at timestamptz check (isfinite(own_due_at)),
  points numeric(7, 2) check (points between 0 and 1000),
  passed boolean,
  version integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, assignment_id, member_id),
  unique (account_id, assignment_id, number),
  check ((hand_ins = 0) = (status = 'draft') and (submitted_at is null) = (hand_ins = 0) and (number is null) = (hand_ins = 0)),
  foreign key (account_id, course_id, assignment_id) references public.assignments (account_id, course_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.assignment_submissions is 'A student''s work on an assignment, and where it stands.';
comment on column public.assignment_submissions.number is 'What a grader calls it where names are hidden: Student 3 handed in as the third.';
comment on column public.assignment_submissions.hand_ins is 'How often it was handed in.';
comment on column public.assignment_submissions.own_due_at is 'The due date of this student in place of everybody''s.';
comment on column public.assignment_submissions.points is 'The points of the last grade, reduced where it was late.';
comment on column public.assignment_submissions.version is 'Counts hand-ins and grades: a grade that began on an older version is refused.';
create index assignment_submissions_queue_idx on public.assignment_submissions (account_id, course_id, status, submitted_at);
create index assignment_submissions_assignment_idx on public.assignment_submissions (account_id, course_id, assignment_id);
create index assignment_submissions_member_idx on public.assignment_submissions (account_id, member_id);
alter table public.assignment_submissions enable row level security;
alter table public.assignment_submissions force row level security;

create table public.assignment_files (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  submission_id uuid not null,
  member_id uuid not null,
  path text not null check (length(path) between 1 and 500),
  name text not null check (length(name) between 1 and 200),
  mime_type text not null check (length(mime_type) <= 200),
  size bigint not null check (size between 0 and 104857600),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, path),
  foreign key (account_id, submission_id) references public.assignment_submissions (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.assignment_files is 'A file a student attached to their work; the draft and each hand-in list theirs by id.';
comment on column public.assignment_files.path is 'assignments/{submission}/{file} in the account''s private bucket: it names nobody.';
create index assignment_files_submission_idx on public.assignment_files (account_id, submission_id);
create index assignment_files_member_idx on public.assignment_files (account_id, member_id);
alter table public.assignment_files enable row level security;
alter table public.assignment_files force row level security;

create table public.assignment_drafts (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null,
  member_id uuid not null,
  body text not null default '' check (length(body) <= 50000),
  link text not null default '' check (length(link) <= 1000),
  files uuid[] not null default '{}' check (cardinality(files) <= 10),
  revision integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, id) references public.assignment_submissions (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.assignment_drafts is 'What a student is working on, for themselves alone until it is handed in.';
comment on column public.assignment_drafts.id is 'The submission it is the draft of.';
comment on column public.assignment_drafts.revision is 'Counts the saves: one that began on an older revision overwrites nothing.';
create index assignment_drafts_member_idx on public.assignment_drafts (account_id, member_id);
alter table public.assignment_drafts enable row level security;
alter table public.assignment_drafts force row level security;

create table public.assignment_hand_ins (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  submission_id uuid not null,
  member_id uuid not null,
  number smallint not null check (number between 1 and 100),
  body text not null default '' check (length(body) <= 50000),
  link text not null default '' check (length(link) <= 1000),
  files uuid[] not null default '{}' check (cardinality(files) <= 10),
  submitted_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, submission_id, number),
  foreign key (account_id, submission_id) references public.assignment_submissions (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.assignment_hand_ins is 'What was handed in, as it was then: written once, changed never.';
create index assignment_hand_ins_course_idx on public.assignment_hand_ins (account_id, course_id, submitted_at);
create index assignment_hand_ins_member_idx on public.assignment_hand_ins (account_id, member_id);
alter table public.assignment_hand_ins enable row level security;
alter table public.assignment_hand_ins force row level security;

create table public.assignment_grades (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  submission_id uuid not null,
  member_id uuid not null,
  number smallint not null check (number between 1 and 100),
  earned numeric(7, 2) not null check (earned between 0 and 1000),
  late_units integer not null default 0 check (late_units between 0 and 1000000),
  deducted numeric(7, 2) not null default 0 check (deducted between 0 and 1000),
  points numeric(7, 2) not null check (points between 0 and 1000),
  out_of smallint not null check (out_of between 1 and 1000),
  rubric jsonb not null default '{}' check (jsonb_typeof(rubric) = 'object' and length(rubric::text) <= 4000),
  feedback text not null default '' check (length(feedback) <= 10000),
  graded_by uuid,
  graded_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  check (points = earned - deducted),
  foreign key (account_id, submission_id) references public.assignment_submissions (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade,
  foreign key (account_id, graded_by) references public.members (account_id, id) on delete set null (graded_by)
);
comment on table public.assignment_grades is 'Each grade a work was given, in their order: written once, changed never. The last one counts.';
comment on column public.assignment_grades.number is 'Which hand-in was graded.';
comment on column public.assignment_grades.rubric is 'The chosen level of each criterion: {criterion id: level id}.';
create index assignment_grades_submission_idx on public.assignment_grades (account_id, submission_id, id);
create index assignment_grades_member_idx on public.assignment_grades (account_id, member_id);
create index assignment_grades_graded_by_idx on public.assignment_grades (account_id, graded_by);
alter table public.assignment_grades enable row level security;
alter table public.assignment_grades force row level security;

create table private.assignment_tellings (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  course_id uuid not null,
  told_until timestamptz not null,
  primary key (account_id, course_id),
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade
);
comment on table private.assignment_tellings is 'Until when the graders of a course have been told what was handed in.';
alter table private.assignment_tellings enable row level security;
alter table private.assignment_tellings force row level security;
