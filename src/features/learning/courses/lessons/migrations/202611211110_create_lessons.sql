create table public.sections (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  title text not null check (length(title) between 1 and 160),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, course_id, id),
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade
);
comment on table public.sections is 'The parts of a course, in order.';
create index sections_course_idx on public.sections (account_id, course_id, position);
alter table public.sections enable row level security;
alter table public.sections force row level security;

create table public.lessons (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  section_id uuid not null,
  title text not null check (length(title) between 1 and 160),
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,119}$'),
  kind text not null default 'text' check (kind in ('text', 'video', 'pdf', 'audio', 'quiz')),
  duration_seconds integer not null default 0 check (duration_seconds between 0 and 360000),
  is_preview boolean not null default false,
  is_required boolean not null default true,
  is_published boolean not null default true,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, course_id, id),
  unique (account_id, course_id, slug),
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade,
  foreign key (account_id, course_id, section_id) references public.sections (account_id, course_id, id) on delete cascade
);
comment on table public.lessons is 'The outline of a course, which everyone who sees the course may read: no content stands here.';
create index lessons_section_idx on public.lessons (account_id, course_id, section_id, position);
alter table public.lessons enable row level security;
alter table public.lessons force row level security;

create table public.lesson_contents (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null,
  course_id uuid not null,
  body text not null default '' check (length(body) <= 200000 and private.is_plain_markup(body)),
  media_url text check (media_url ~ '^https://[^\s"<>]+$' and length(media_url) <= 1000),
  media_path text check (length(media_path) <= 500 and media_path like 'courses/' || course_id || '/' || id || '/%'),
  media_name text check (length(media_name) <= 200),
  captions_path text check (length(captions_path) <= 500 and captions_path like 'courses/' || course_id || '/' || id || '/%'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, id) references public.lessons (account_id, id) on delete cascade,
  foreign key (account_id, course_id, id) references public.lessons (account_id, course_id, id) on delete cascade
);
comment on table public.lesson_contents is 'What a lesson teaches; its id is the lesson''s. Read by who may learn here.';
comment on column public.lesson_contents.media_path is 'A file in the account''s private bucket.';
create index lesson_contents_course_idx on public.lesson_contents (account_id, course_id, id);
alter table public.lesson_contents enable row level security;
alter table public.lesson_contents force row level security;
