create table private.logs (
  id uuid primary key default private.uuid_v7(),
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  message text not null check (length(message) between 1 and 8192),
  created_at timestamptz not null default now()
);
comment on table private.logs is 'What browsers report of their own failures, by the account on whose site it happened.';
create index logs_account_idx on private.logs (account_id, created_at desc);
create index logs_user_id_idx on private.logs (user_id);
create index logs_created_at_idx on private.logs (created_at);
alter table private.logs enable row level security;
alter table private.logs force row level security;
