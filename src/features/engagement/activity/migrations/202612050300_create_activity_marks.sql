create table public.activity_marks (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  member_id uuid not null,
  seen_position bigint not null check (seen_position >= 0),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, member_id),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.activity_marks is 'Up to which event a member has seen their activity.';
alter table public.activity_marks enable row level security;
alter table public.activity_marks force row level security;

-- The log is read by person and by subject, the newest first.
create index events_member_idx on private.events (account_id, (facts ->> 'member_id'), position desc);
create index events_subject_idx on private.events (account_id, subject, position desc);
