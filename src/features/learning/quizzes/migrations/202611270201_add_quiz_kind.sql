insert into private.lesson_kinds (kind, completion, holds_content) values ('quiz', 'decided-by-server', true);
