-- Clients read it under policies, so it stands where the data service and every check of client tables look.
alter table private.search_records set schema public;
