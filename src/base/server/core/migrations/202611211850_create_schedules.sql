create table private.schedules (
  name text primary key check (length(name) between 1 and 60),
  cron text not null check (length(cron) between 1 and 100),
  next_run_at timestamptz,
  is_known boolean not null default true,
  paused_at timestamptz,
  paused_by uuid,
  updated_at timestamptz not null default now()
);
comment on table private.schedules is 'What the clock starts: when, next when, and whether somebody told it to wait. Not known is what the product no longer has.';
alter table private.schedules enable row level security;
alter table private.schedules force row level security;

create table private.schedule_runs (
  id uuid primary key default private.uuid_v7(),
  name text not null references private.schedules (name) on delete cascade,
  cause text not null check (cause in ('clock', 'hand')),
  asked_by uuid,
  status text not null check (status in ('waiting', 'running', 'succeeded', 'failed')),
  asked_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  output text not null default '' check (length(output) <= 20000),
  error text check (length(error) <= 4000)
);
comment on table private.schedule_runs is 'What the clock or somebody''s hand started: how it went and what it said. The newest 200 of each schedule are kept.';
create index schedule_runs_name_idx on private.schedule_runs (name, id desc);
create unique index schedule_runs_one_waiting_idx on private.schedule_runs (name) where status = 'waiting';
create unique index schedule_runs_one_running_idx on private.schedule_runs (name) where status = 'running';
alter table private.schedule_runs enable row level security;
alter table private.schedule_runs force row level security;
