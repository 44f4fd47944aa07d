alter table public.certificates add column reminded_days smallint check (reminded_days in (7, 30, 60, 90));
comment on column public.certificates.reminded_days is 'How many days before its end the holder was reminded last; null before the first time.';
update public.certificates set reminded_days = 30 where reminded_at is not null;
