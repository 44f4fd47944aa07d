create table private.traffic_hours (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  hour timestamptz not null,
  requests bigint not null default 0 check (requests >= 0),
  failures bigint not null default 0 check (failures >= 0),
  slow bigint not null default 0 check (slow >= 0),
  milliseconds bigint not null default 0 check (milliseconds >= 0),
  primary key (account_id, hour)
);
comment on table private.traffic_hours is 'What was asked of each account by the hour: answers of our own failure (500 and up), answers that took a second and more, and the time of all.';
create index traffic_hours_hour_idx on private.traffic_hours (hour);
alter table private.traffic_hours enable row level security;
alter table private.traffic_hours force row level security;

create table private.slow_statements (
  hash text primary key check (length(hash) between 1 and 64),
  statement text not null check (length(statement) <= 4000),
  calls bigint not null,
  milliseconds bigint not null,
  longest bigint not null,
  last_at timestamptz not null default now()
);
comment on table private.slow_statements is 'Statements of our own that took longer than 250 ms, counted since they were first seen. Never their values.';
create index slow_statements_last_at_idx on private.slow_statements (last_at);
alter table private.slow_statements enable row level security;
alter table private.slow_statements force row level security;

create table private.processes (
  instance text primary key check (length(instance) between 1 and 120),
  role text not null check (role in ('all', 'web', 'worker')),
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  memory_bytes bigint not null,
  sockets int not null,
  disk_bytes bigint,
  disk_free_bytes bigint
);
comment on table private.processes is 'Each process of the product as it last told of itself.';
create index processes_seen_at_idx on private.processes (seen_at);
alter table private.processes enable row level security;
alter table private.processes force row level security;
