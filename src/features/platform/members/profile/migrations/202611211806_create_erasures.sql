create table private.erasures (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
comment on table private.erasures is 'Who asked to be forgotten where, by a number that belongs to nobody any more. Each feature that keeps what outlives a member clears it when a row comes.';
alter table private.erasures enable row level security;
alter table private.erasures force row level security;
