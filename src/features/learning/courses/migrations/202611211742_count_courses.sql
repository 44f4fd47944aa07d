-- From here on a trigger counts them.
insert into public.usage_meters (account_id, meter, period_start, used)
select account_id, 'courses', date '1970-01-01', count(*) from public.courses group by account_id;
