create table public.office_hours (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  member_id uuid not null,
  time_zone text not null check (length(time_zone) between 1 and 60),
  hours jsonb not null check (jsonb_typeof(hours) = 'array' and length(hours::text) <= 1000),
  created_at timestamptz not null default private.clock_now(),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, member_id),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.office_hours is 'When somebody of the staff answers messages: who writes to them is told.';
comment on column public.office_hours.hours is 'Days of the week with their times in the time zone: [{day, from, to}], Monday is 1.';
alter table public.office_hours enable row level security;
alter table public.office_hours force row level security;
