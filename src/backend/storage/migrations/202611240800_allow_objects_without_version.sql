-- As in the published schema: a row that SQL writes needs no version, and has no bytes until somebody uploads under its name.
alter table storage.objects alter column version drop not null;
