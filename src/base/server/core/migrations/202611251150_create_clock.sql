-- One clock for every business decision: the real time plus an offset that can only grow. Columns use it as a default, so it lives in a migration.

create table private.clock (
  only_one boolean primary key default true check (only_one),
  time_offset interval not null default '0' check (time_offset >= '0')
);
comment on table private.clock is 'How far the clock of business decisions is ahead of real time. One row; written at the start from CLOCK_OFFSET, moved forward by tests.';
insert into private.clock default values;
alter table private.clock enable row level security;
alter table private.clock force row level security;

create function private.clock_now() returns timestamptz
language sql stable security definer parallel safe set search_path = '' as $$
  select now() + (select c.time_offset from private.clock c)
$$;
comment on function private.clock_now is 'Now, as every business decision sees it: renewal, trial, release, due date, reminder, expiry of access, streak. Tokens and logs keep real time. In a policy or a query over many rows write (select private.clock_now()).';
revoke execute on function private.clock_now() from public;
grant execute on function private.clock_now() to anon, authenticated, service_role;

create function private.clock_time() returns timestamptz
language sql volatile security definer parallel safe set search_path = '' as $$
  select clock_timestamp() + (select c.time_offset from private.clock c)
$$;
comment on function private.clock_time is 'The same clock at this very moment instead of at the start of the transaction.';
revoke execute on function private.clock_time() from public;
grant execute on function private.clock_time() to anon, authenticated, service_role;
