insert into private.availability_kinds values ('product');
