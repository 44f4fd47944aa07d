create table public.course_instructors (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  member_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, course_id, member_id),
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.course_instructors is 'Who teaches a course beside its owner: whoever the owner or a manager invited.';
create index course_instructors_member_idx on public.course_instructors (account_id, member_id, course_id);
alter table public.course_instructors enable row level security;
alter table public.course_instructors force row level security;
