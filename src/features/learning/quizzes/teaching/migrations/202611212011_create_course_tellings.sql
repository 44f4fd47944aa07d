create table private.course_tellings (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  course_id uuid not null,
  told_until timestamptz not null,
  primary key (account_id, course_id),
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade
);
comment on table private.course_tellings is 'Until when the author of a course has been told what happened in it.';
alter table private.course_tellings enable row level security;
alter table private.course_tellings force row level security;
