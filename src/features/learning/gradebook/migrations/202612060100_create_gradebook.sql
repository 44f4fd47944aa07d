-- A gradebook counts in arrays of these: what one member has of one item.
create type private.grade_cell as (member_id uuid, item_id uuid, group_id uuid, points numeric, out_of numeric, counts boolean);

create table public.grade_schemes (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  weighting text not null default 'points' check (weighting in ('points', 'groups')),
  missing text not null default 'ignore' check (missing in ('ignore', 'zero')),
  pass_percent smallint check (pass_percent between 0 and 100),
  letters jsonb not null default '[]' check (jsonb_typeof(letters) = 'array' and jsonb_array_length(letters) <= 20 and length(letters::text) <= 2000),
  is_shown boolean not null default true,
  version integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, course_id),
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade
);
comment on table public.grade_schemes is 'How the grades of a course make one; a course without a row counts all points alike.';
comment on column public.grade_schemes.weighting is 'points: all points count alike; groups: each group counts by its weight.';
comment on column public.grade_schemes.missing is 'What counts for work that is missing after its due date: nothing, or zero points.';
comment on column public.grade_schemes.pass_percent is 'The percent of the course that pass it; null where a course is not passed or failed.';
comment on column public.grade_schemes.letters is '[{"letter", "from"}] from the best down: the letter of whoever has at least that percent.';
comment on column public.grade_schemes.is_shown is 'Whether students see the grade of the whole course.';
comment on column public.grade_schemes.version is 'Counts the saves of the setup: one that began on an older version is refused.';
alter table public.grade_schemes enable row level security;
alter table public.grade_schemes force row level security;

create table public.grade_groups (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  title text not null check (length(trim(title)) between 1 and 100),
  position smallint not null default 0 check (position between 0 and 100),
  weight numeric(5, 2) not null default 0 check (weight between 0 and 100),
  drop_lowest smallint not null default 0 check (drop_lowest between 0 and 20),
  min_percent smallint check (min_percent between 0 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, course_id, id),
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade
);
comment on table public.grade_groups is 'A group of items of a gradebook: its weight, how many of the lowest grades are dropped, and its minimum.';
comment on column public.grade_groups.min_percent is 'Whoever has less of this group does not pass the course, whatever else they have.';
alter table public.grade_groups enable row level security;
alter table public.grade_groups force row level security;

create table public.grade_items (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  group_id uuid,
  lesson_id uuid,
  title text check (length(trim(title)) between 1 and 200),
  points smallint check (points between 1 and 1000),
  position smallint not null default 0 check (position between 0 and 500),
  is_shown boolean not null default true,
  is_counted boolean not null default true,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, course_id, id),
  unique (account_id, lesson_id),
  check ((lesson_id is null) = (title is not null) and (lesson_id is null) = (points is not null)),
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade,
  foreign key (account_id, course_id, group_id) references public.grade_groups (account_id, course_id, id) on delete set null (group_id),
  foreign key (account_id, course_id, lesson_id) references public.lessons (account_id, course_id, id) on delete cascade
);
comment on table public.grade_items is 'A column of a gradebook: a lesson that gives points, or something that is graded by hand, such as an oral exam.';
comment on column public.grade_items.is_shown is 'Whether students see its grades; what they don''t see counts in nothing they see.';
comment on column public.grade_items.is_counted is 'Whether it counts for the grade of the course.';
create index grade_items_course_idx on public.grade_items (account_id, course_id, position);
create index grade_items_group_idx on public.grade_items (account_id, course_id, group_id);
create index grade_items_lesson_idx on public.grade_items (account_id, course_id, lesson_id);
alter table public.grade_items enable row level security;
alter table public.grade_items force row level security;

create table public.grade_entries (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  item_id uuid not null,
  member_id uuid not null,
  status text not null check (status in ('none', 'points', 'excused', 'missing')),
  points numeric(7, 2) check (points between 0 and 1000),
  note text not null default '' check (length(note) <= 1000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, item_id, member_id),
  check ((status = 'points') = (points is not null)),
  foreign key (account_id, course_id, item_id) references public.grade_items (account_id, course_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.grade_entries is 'A grade that was entered by hand: it stands in place of what a lesson gives.';
comment on column public.grade_entries.status is 'none: it was taken back, and the lesson''s own result counts again.';
comment on column public.grade_entries.note is 'What the student reads beside the grade.';
comment on column public.grade_entries.version is 'Counts the changes: one that began on an older version is refused.';
create index grade_entries_course_idx on public.grade_entries (account_id, course_id, item_id);
create index grade_entries_member_idx on public.grade_entries (account_id, member_id);
alter table public.grade_entries enable row level security;
alter table public.grade_entries force row level security;

create table public.grade_changes (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  item_id uuid not null,
  member_id uuid not null,
  status text not null check (status in ('none', 'points', 'excused', 'missing')),
  points numeric(7, 2) check (points between 0 and 1000),
  note text not null default '' check (length(note) <= 1000),
  is_import boolean not null default false,
  changed_by uuid,
  changed_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, course_id, item_id) references public.grade_items (account_id, course_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade,
  foreign key (account_id, changed_by) references public.members (account_id, id) on delete set null (changed_by)
);
comment on table public.grade_changes is 'Each grade that was entered by hand, in their order: written once, changed never.';
create index grade_changes_item_idx on public.grade_changes (account_id, course_id, item_id, member_id, id);
create index grade_changes_member_idx on public.grade_changes (account_id, member_id);
create index grade_changes_changed_by_idx on public.grade_changes (account_id, changed_by);
alter table public.grade_changes enable row level security;
alter table public.grade_changes force row level security;

insert into public.grade_items (account_id, course_id, lesson_id)
  select l.account_id, l.course_id, l.id from public.lessons l join private.lesson_kinds k on k.kind = l.kind and k.has_grades;
