insert into private.course_copiers values ('certificate');
