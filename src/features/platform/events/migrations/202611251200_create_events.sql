-- Domain events: the owner of a fact records it once, in the transaction of the fact; whoever cares subscribes.

create table private.events (
  id uuid primary key default private.uuid_v7(),
  position bigint generated always as identity,
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  type text not null check (type ~ '^[a-z_]{1,40}\.[a-z_]{1,40}$'),
  version smallint not null default 1 check (version between 1 and 999),
  subject text not null check (length(subject) between 1 and 120),
  actor uuid,
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object' and pg_column_size(facts) <= 8192),
  occurred_at timestamptz not null,
  erased_at timestamptz
);
comment on table private.events is 'What happened in an account, written in the transaction of the fact. Facts hold ids and numbers, never names or addresses; erasing a person clears actor and facts.';
create index events_account_idx on private.events (account_id, position desc);
create index events_actor_idx on private.events (actor) where actor is not null;
create index events_occurred_idx on private.events (occurred_at);
alter table private.events enable row level security;
alter table private.events force row level security;

create table private.event_subscribers (
  name text primary key check (name ~ '^[a-z][a-z-]{0,59}$'),
  types text[] not null check (cardinality(types) >= 1)
);
comment on table private.event_subscribers is 'Who is handed which types of events; written at every start from the subscribers of the features.';
alter table private.event_subscribers enable row level security;
alter table private.event_subscribers force row level security;

create table private.event_deliveries (
  subscriber text not null references private.event_subscribers (name) on delete cascade,
  event_id uuid not null references private.events (id) on delete cascade,
  position bigint not null,
  subject text not null,
  attempts smallint not null default 0 check (attempts between 0 and 100),
  next_attempt_at timestamptz not null default now(),
  dead_at timestamptz,
  error text check (length(error) <= 2000),
  replayed_at timestamptz,
  primary key (subscriber, event_id)
);
comment on table private.event_deliveries is 'An event that a subscriber has yet to handle: a row goes with the transaction that handled it. dead_at marks a dead letter, which holds up nothing behind it.';
create index event_deliveries_queue_idx on private.event_deliveries (subscriber, subject, position) where dead_at is null;
create index event_deliveries_due_idx on private.event_deliveries (next_attempt_at) where dead_at is null;
create index event_deliveries_event_idx on private.event_deliveries (event_id);
create index event_deliveries_dead_idx on private.event_deliveries (dead_at desc) where dead_at is not null;
alter table private.event_deliveries enable row level security;
alter table private.event_deliveries force row level security;
