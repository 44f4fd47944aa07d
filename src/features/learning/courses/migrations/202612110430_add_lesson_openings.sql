create table private.lesson_openings (
  is_one boolean primary key default true check (is_one),
  told_to timestamptz not null default private.clock_now()
);
comment on table private.lesson_openings is 'Up to when learners were told of lessons that time has opened: each once.';
insert into private.lesson_openings default values;
alter table private.lesson_openings enable row level security;
alter table private.lesson_openings force row level security;
