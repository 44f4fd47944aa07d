create table public.group_events (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  group_id uuid not null,
  member_id uuid,
  title text not null check (length(title) between 1 and 160),
  description text not null default '' check (length(description) <= 4000),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  time_zone text not null check (length(time_zone) between 1 and 60),
  place text not null default '' check (length(place) <= 300),
  link text not null default '' check (link = '' or (link ~ '^https?://' and length(link) <= 500)),
  going_count integer not null default 0 check (going_count >= 0),
  maybe_count integer not null default 0 check (maybe_count >= 0),
  reminded_at timestamptz,
  created_at timestamptz not null default private.clock_now(),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (id),
  check (ends_at > starts_at and ends_at <= starts_at + interval '31 days'),
  foreign key (account_id, group_id) references public.groups (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete set null (member_id)
);
comment on table public.group_events is 'What a group does together at a time: where it is, and who comes.';
comment on column public.group_events.time_zone is 'In which it was planned; whoever reads it sees their own.';
comment on column public.group_events.reminded_at is 'When those who come, or may, were reminded.';
create index group_events_group_idx on public.group_events (account_id, group_id, starts_at);
create index group_events_member_idx on public.group_events (account_id, member_id);
create index group_events_due_idx on public.group_events (starts_at) where reminded_at is null;
alter table public.group_events enable row level security;
alter table public.group_events force row level security;

create table public.group_event_answers (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  event_id uuid not null,
  member_id uuid not null,
  answer text not null check (answer in ('going', 'maybe', 'no')),
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, event_id, member_id),
  foreign key (account_id, event_id) references public.group_events (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.group_event_answers is 'Who comes to an event of a group, may come, or does not.';
create index group_event_answers_member_idx on public.group_event_answers (account_id, member_id);
alter table public.group_event_answers enable row level security;
alter table public.group_event_answers force row level security;
