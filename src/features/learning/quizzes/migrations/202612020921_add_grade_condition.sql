insert into private.availability_kinds values ('grade');
