-- A session that somebody began as somebody else says who, and ends by itself.
alter table private.session_accounts
  add column actor_id uuid references auth.users (id) on delete cascade,
  add column expires_at timestamptz,
  add constraint session_accounts_acting_ends check ((actor_id is null) = (expires_at is null));
create index session_accounts_actor_id_idx on private.session_accounts (actor_id) where actor_id is not null;

alter table public.accounts add column allows_log_in_as boolean not null default true;

create table private.acting_codes (
  code_hash text primary key check (length(code_hash) = 64),
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  actor_id uuid not null references auth.users (id) on delete cascade,
  session_id uuid,
  expires_at timestamptz not null default now() + interval '60 seconds'
);
comment on table private.acting_codes is 'Leave to sign in as somebody, once; afterwards the way back to oneself.';
create index acting_codes_account_id_idx on private.acting_codes (account_id);
create index acting_codes_user_id_idx on private.acting_codes (user_id);
create index acting_codes_actor_id_idx on private.acting_codes (actor_id);
create index acting_codes_expires_at_idx on private.acting_codes (expires_at);
alter table private.acting_codes enable row level security;
alter table private.acting_codes force row level security;
