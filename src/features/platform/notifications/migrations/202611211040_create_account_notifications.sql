create table public.account_notifications (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  type text not null default 'other' check (type in ('chat', 'other')),
  message text not null check (length(message) between 1 and 4000),
  link text check (link ~ '^/' and length(link) <= 500),
  severity smallint not null default 2 check (severity between 1 and 5),
  read boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id)
);
comment on table public.account_notifications is 'What the bell shows: one row a recipient, the message as safe HTML.';
create index account_notifications_unread_idx on public.account_notifications (user_id, account_id, created_at desc) where not read;
create index account_notifications_recipient_idx on public.account_notifications (account_id, user_id, created_at desc);
alter table public.account_notifications enable row level security;
alter table public.account_notifications force row level security;
