create table private.lesson_kinds (
  kind text primary key check (kind ~ '^[a-z_]{1,40}$'),
  completion text not null check (completion in ('manual', 'viewed', 'watched-to-end', 'decided-by-server')),
  holds_content boolean not null default false
);
comment on table private.lesson_kinds is 'What a lesson can be: a row for each activity.tsx, inserted by a migration of its feature.';
comment on column private.lesson_kinds.completion is 'What completes a lesson of this kind: the student by hand, opening it, its end (or by hand), or a function of its feature alone.';
comment on column private.lesson_kinds.holds_content is 'Whether the content stands in tables of its feature, which private.save_KIND_activity writes: such a lesson is never empty.';
alter table private.lesson_kinds enable row level security;
alter table private.lesson_kinds force row level security;
insert into private.lesson_kinds (kind, completion) values
  ('text', 'manual'), ('pdf', 'manual'), ('video', 'watched-to-end'), ('audio', 'watched-to-end');

-- Which kinds there are is decided by the table: private.guard_lesson_kind.
alter table public.lessons drop constraint lessons_kind_check;
alter table public.lessons add constraint lessons_kind_check check (kind ~ '^[a-z_]{1,40}$');
