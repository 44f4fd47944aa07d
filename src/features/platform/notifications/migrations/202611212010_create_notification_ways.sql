alter table public.account_notifications
  add column kind text not null default 'general'
    check (kind in ('general', 'messages', 'learning', 'teaching', 'orders', 'sales', 'comments', 'forms', 'tickets', 'family', 'account', 'webhooks')),
  add column seen_at timestamptz;
update public.account_notifications set seen_at = updated_at where read;
update public.account_notifications set kind = 'messages' where type = 'chat';

create table public.notification_preferences (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  no_app text[] not null default '{}',
  no_email text[] not null default '{}',
  no_push text[] not null default '{}',
  email_rhythm text not null default 'soon' check (email_rhythm in ('soon', 'daily', 'weekly')),
  quiet_from time(0),
  quiet_until time(0),
  time_zone text not null default 'UTC' check (length(time_zone) between 1 and 64),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, user_id),
  check (cardinality(no_app) <= 12 and cardinality(no_email) <= 12 and cardinality(no_push) <= 12),
  check ((no_app || no_email || no_push) <@ '{general,messages,learning,teaching,orders,sales,comments,forms,tickets,family,account,webhooks}'::text[]),
  check (num_nonnulls(quiet_from, quiet_until) = 0 or num_nonnulls(quiet_from, quiet_until) = 2 and quiet_from <> quiet_until)
);
comment on table public.notification_preferences is 'Which kinds of notification reach a person by which way, when mail goes out, and when nothing may disturb. Without a row every way is open.';
create index notification_preferences_person_idx on public.notification_preferences (user_id);
alter table public.notification_preferences enable row level security;
alter table public.notification_preferences force row level security;

create table public.push_subscriptions (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  endpoint text not null check (endpoint ~ '^https?://[^\s]+$' and length(endpoint) <= 1000),
  p256dh_key text not null check (p256dh_key ~ '^[A-Za-z0-9_-]{87}$'),
  auth_secret text not null check (auth_secret ~ '^[A-Za-z0-9_-]{22}$'),
  device text not null default '' check (length(device) <= 120),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, endpoint)
);
comment on table public.push_subscriptions is 'A browser that may be told by push what waits for whom (RFC 8030): one row a browser and site.';
create index push_subscriptions_person_idx on public.push_subscriptions (user_id, account_id);
alter table public.push_subscriptions enable row level security;
alter table public.push_subscriptions force row level security;

create table private.notification_sends (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  notification_id uuid not null,
  channel text not null check (channel in ('email', 'push')),
  user_id uuid not null references auth.users (id) on delete cascade,
  due_at timestamptz not null,
  primary key (account_id, notification_id, channel),
  foreign key (account_id, notification_id) references public.account_notifications (account_id, id) on delete cascade
);
comment on table private.notification_sends is 'What still has to go out, and when. A row leaves in the transaction that hands it to the queue: nothing goes out twice.';
create index notification_sends_due_idx on private.notification_sends (channel, due_at);
create index notification_sends_person_idx on private.notification_sends (user_id, account_id);
alter table private.notification_sends enable row level security;
alter table private.notification_sends force row level security;

create table private.push_deliveries (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  subscription_id uuid not null,
  notification_ids uuid[] not null check (cardinality(notification_ids) between 1 and 1000),
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'refused')),
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, subscription_id) references public.push_subscriptions (account_id, id) on delete cascade
);
comment on table private.push_deliveries is 'One push to one browser. What was delivered is not sent again when its job is tried again.';
create index push_deliveries_subscription_idx on private.push_deliveries (account_id, subscription_id);
create index push_deliveries_created_idx on private.push_deliveries (created_at);
alter table private.push_deliveries enable row level security;
alter table private.push_deliveries force row level security;

create table private.push_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null check (length(public_key) = 87),
  sealed_private_key text not null check (length(sealed_private_key) <= 500),
  created_at timestamptz not null default now()
);
comment on table private.push_keys is 'What this installation shows push services (RFC 8292); the private half is sealed by the installation''s secret.';
alter table private.push_keys enable row level security;
alter table private.push_keys force row level security;

create table private.notification_keys (
  is_only boolean primary key default true check (is_only),
  secret bytea not null check (octet_length(secret) = 32)
);
comment on table private.notification_keys is 'What the way out in mails is signed with.';
insert into private.notification_keys (secret)
  values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
alter table private.notification_keys enable row level security;
alter table private.notification_keys force row level security;
