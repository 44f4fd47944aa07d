alter table private.lesson_kinds add column has_grades boolean not null default false;
comment on column private.lesson_kinds.has_grades is 'Whether a lesson of this kind gives points, which private.KIND_lesson_points and private.KIND_lesson_grades of its feature tell.';
