create table public.quizzes (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  lesson_id uuid not null,
  intro text not null default '' check (length(intro) <= 2000),
  pass_mark smallint not null default 60 check (pass_mark between 0 and 100),
  attempts_allowed smallint not null default 0 check (attempts_allowed between 0 and 100),
  time_limit_seconds integer check (time_limit_seconds between 60 and 86400),
  shuffle_questions boolean not null default false,
  shuffle_options boolean not null default false,
  feedback text not null default 'answers' check (feedback in ('score', 'verdicts', 'answers', 'answers_when_done')),
  question_count smallint not null default 0 check (question_count between 0 and 200),
  points integer not null default 0 check (points between 0 and 20000),
  version integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, lesson_id),
  unique (account_id, course_id, id),
  foreign key (account_id, course_id, lesson_id) references public.lessons (account_id, course_id, id) on delete cascade
);
comment on table public.quizzes is 'The rules of the quiz a lesson of that kind holds; its title is the lesson''s.';
comment on column public.quizzes.pass_mark is 'Percent of the points that must be reached.';
comment on column public.quizzes.attempts_allowed is 'How often a student may try; 0 is as often as they like.';
comment on column public.quizzes.feedback is 'After handing in: score alone; right or wrong a question; with the right answers; with them once passed or out of attempts.';
comment on column public.quizzes.version is 'Counts the saves: one that began on an older version is refused.';
create index quizzes_lesson_idx on public.quizzes (account_id, course_id, lesson_id);
alter table public.quizzes enable row level security;
alter table public.quizzes force row level security;

create table public.questions (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  quiz_id uuid not null,
  position smallint not null default 0 check (position between 0 and 200),
  kind text not null check (kind in ('single', 'multiple', 'truefalse', 'short')),
  prompt text not null check (length(prompt) between 1 and 2000),
  figure jsonb check (
    jsonb_typeof(figure) = 'object' and pg_column_size(figure) <= 2000
    and figure ->> 'image' ~ '^(/[^/\\]|https://)' and length(coalesce(figure ->> 'alt', '')) <= 300),
  points smallint not null default 1 check (points between 1 and 100),
  options jsonb not null default '[]' check (
    jsonb_typeof(options) = 'array' and jsonb_array_length(options) <= 12 and pg_column_size(options) <= 16000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, course_id, quiz_id) references public.quizzes (account_id, course_id, id) on delete cascade
);
comment on table public.questions is 'What a quiz asks, for its authors; a student gets a copy when an attempt begins.';
create index questions_quiz_idx on public.questions (account_id, course_id, quiz_id, position);
create index questions_prompt_search_idx on public.questions using gin (to_tsvector('simple', prompt));
alter table public.questions enable row level security;
alter table public.questions force row level security;

create table public.question_keys (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null,
  course_id uuid not null,
  answer jsonb not null check (pg_column_size(answer) <= 8000),
  explanation text not null default '' check (length(explanation) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, id) references public.questions (account_id, id) on delete cascade
);
comment on table public.question_keys is 'The right answer of a question and why; its id is the question''s. Never read by a student.';
comment on column public.question_keys.answer is 'single: an option''s id; multiple: a list of them; truefalse: a boolean; short: {texts, keep_case, keep_marks}.';
alter table public.question_keys enable row level security;
alter table public.question_keys force row level security;
