create table public.question_categories (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  parent_id uuid,
  name text not null check (length(trim(name)) between 1 and 80),
  created_at timestamptz not null default private.clock_now(),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, course_id, id),
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade,
  foreign key (account_id, course_id, parent_id) references public.question_categories (account_id, course_id, id) on delete cascade
);
comment on table public.question_categories is 'The tree by which the questions of a course are sorted.';
create unique index question_categories_name_idx on public.question_categories (account_id, course_id, parent_id, lower(trim(name))) nulls not distinct;
alter table public.question_categories enable row level security;
alter table public.question_categories force row level security;

-- A question without a quiz waits in the bank of its course.
alter table public.questions
  alter column quiz_id drop not null,
  add column version integer not null default 1 check (version > 0),
  add column category_id uuid,
  add column tags text[] not null default '{}' check (cardinality(tags) <= 10 and length(array_to_string(tags, '')) <= 400),
  add column source_id uuid,
  add column archived_at timestamptz,
  add foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade,
  add foreign key (account_id, course_id, category_id) references public.question_categories (account_id, course_id, id) on delete set null (category_id),
  add foreign key (account_id, source_id) references public.questions (account_id, id) on delete set null (source_id);
comment on column public.questions.version is 'Counts the changes of what is asked and of its key; each stands in question_versions.';
comment on column public.questions.source_id is 'The question it was copied from.';
comment on column public.questions.archived_at is 'Since when it is out of the bank and drawn no more; a quiz that asks it still does.';
create index questions_category_idx on public.questions (account_id, course_id, category_id);
create index questions_source_idx on public.questions (account_id, source_id) where source_id is not null;
create index questions_tags_idx on public.questions using gin (tags);

create table public.question_versions (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  question_id uuid not null,
  version integer not null check (version > 0),
  content jsonb not null check (jsonb_typeof(content) = 'object' and pg_column_size(content) <= 100000),
  member_id uuid,
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, question_id, version),
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade,
  foreign key (account_id, question_id) references public.questions (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete set null (member_id)
);
comment on table public.question_versions is 'What a question asked, and its key, after each change. Never read by a student.';
create index question_versions_course_idx on public.question_versions (account_id, course_id);
create index question_versions_member_idx on public.question_versions (account_id, member_id) where member_id is not null;
alter table public.question_versions enable row level security;
alter table public.question_versions force row level security;
insert into public.question_versions (account_id, course_id, question_id, version, content, created_at)
  select q.account_id, q.course_id, q.id, 1, jsonb_build_object('kind', q.kind, 'prompt', q.prompt, 'figure', q.figure, 'points', q.points,
      'parts', q.parts, 'options', q.options, 'answer', k.answer, 'explanation', k.explanation), q.updated_at
    from public.questions q join public.question_keys k on (k.account_id, k.id) = (q.account_id, q.id);

create table public.quiz_draws (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  quiz_id uuid not null,
  position smallint not null default 0 check (position between 0 and 20),
  category_id uuid,
  tag text check (length(tag) between 1 and 40),
  amount smallint not null check (amount between 1 and 50),
  points smallint not null default 1 check (points between 1 and 100),
  created_at timestamptz not null default private.clock_now(),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (id),
  check (category_id is not null or tag is not null),
  foreign key (account_id, course_id, quiz_id) references public.quizzes (account_id, course_id, id) on delete cascade,
  foreign key (account_id, course_id, category_id) references public.question_categories (account_id, course_id, id) on delete cascade
);
comment on table public.quiz_draws is 'How many questions of a category or a tag each attempt at a quiz draws, and what each is worth.';
comment on column public.quiz_draws.category_id is 'With all categories below it; with a tag, only those of both.';
create index quiz_draws_quiz_idx on public.quiz_draws (account_id, course_id, quiz_id, position);
create index quiz_draws_category_idx on public.quiz_draws (account_id, course_id, category_id) where category_id is not null;
alter table public.quiz_draws enable row level security;
alter table public.quiz_draws force row level security;
