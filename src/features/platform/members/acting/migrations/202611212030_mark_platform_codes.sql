-- Who came from the platform's host is led back there.
alter table private.acting_codes add column is_from_platform boolean not null default false;
