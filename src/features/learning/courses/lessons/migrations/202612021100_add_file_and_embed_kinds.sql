insert into private.lesson_kinds (kind, completion) values ('file', 'manual'), ('embed', 'manual');
