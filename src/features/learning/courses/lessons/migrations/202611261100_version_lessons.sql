alter table public.lessons add column version integer not null default 1;
comment on column public.lessons.version is 'Counts the saves of this lesson: one that began on an older version is refused, and other lessons of the course are not concerned.';
