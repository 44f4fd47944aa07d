create table public.webhooks (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  address text not null check (length(address) <= 500
    and address ~ '^(https://[^\s/?#@\\]+|http://(127\.0\.0\.1|localhost)(:[0-9]{1,5})?)(/[^\s#\\]*)?$'),
  description text not null default '' check (length(description) <= 200),
  events text[] not null check (cardinality(events) >= 1 and private.is_short_list(events, 40, 60)),
  status text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  disabled_reason text check (disabled_reason in ('failing', 'gone')),
  failing_since timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  constraint webhooks_disabled_for_a_reason check ((status = 'disabled') = (disabled_reason is not null))
);
comment on table public.webhooks is 'Where an account is told of what happens in it, and of which events.';
comment on column public.webhooks.failing_since is 'Since when no attempt has been answered well; null where the last one was.';
create index webhooks_newest_idx on public.webhooks (account_id, created_at desc);
alter table public.webhooks enable row level security;
alter table public.webhooks force row level security;

create table private.webhook_secrets (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  webhook_id uuid not null,
  secret text not null check (secret ~ '^whsec_[A-Za-z0-9+/]{43}=$'),
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, webhook_id) references public.webhooks (account_id, id) on delete cascade
);
comment on table private.webhook_secrets is 'What messages are signed with; a secret that was replaced signs along until it expires.';
create index webhook_secrets_webhook_idx on private.webhook_secrets (account_id, webhook_id);
create unique index webhook_secrets_one_current_idx on private.webhook_secrets (account_id, webhook_id) where expires_at is null;
alter table private.webhook_secrets enable row level security;
alter table private.webhook_secrets force row level security;

create table public.webhook_deliveries (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  webhook_id uuid not null,
  event_id uuid not null,
  type text not null check (length(type) between 1 and 60),
  body text not null check (octet_length(body) <= 65536),
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  tries integer not null default 0 check (tries between 0 and 10),
  response_status smallint,
  next_attempt_at timestamptz default now(),
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, webhook_id, event_id),
  foreign key (account_id, webhook_id) references public.webhooks (account_id, id) on delete cascade,
  constraint webhook_deliveries_pending_has_a_time check ((status = 'pending') = (next_attempt_at is not null))
);
comment on table public.webhook_deliveries is 'One event on its way to one webhook, kept for 30 days.';
comment on column public.webhook_deliveries.attempts is 'How often it was sent in all.';
comment on column public.webhook_deliveries.tries is 'How often since it was last asked for: a replay begins at none again.';
create index webhook_deliveries_newest_idx on public.webhook_deliveries (account_id, webhook_id, created_at desc);
create index webhook_deliveries_due_idx on public.webhook_deliveries (next_attempt_at) where status = 'pending';
create index webhook_deliveries_age_idx on public.webhook_deliveries (created_at);
alter table public.webhook_deliveries enable row level security;
alter table public.webhook_deliveries force row level security;

create table public.webhook_attempts (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  delivery_id uuid not null,
  number integer not null check (number > 0),
  request_headers jsonb not null check (jsonb_typeof(request_headers) = 'object' and pg_column_size(request_headers) <= 4096),
  response_status smallint,
  response_body text not null default '' check (length(response_body) <= 4096),
  problem text check (length(problem) <= 300),
  duration_ms integer not null check (duration_ms >= 0),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, delivery_id, number),
  foreign key (account_id, delivery_id) references public.webhook_deliveries (account_id, id) on delete cascade
);
comment on table public.webhook_attempts is 'What was sent at one attempt and what came back, both cut to a bound.';
alter table public.webhook_attempts enable row level security;
alter table public.webhook_attempts force row level security;
