-- email_confirmed_at says that somebody may sign in; email_proved_at, that a mailbox has answered for the address.
alter table auth.users add column email_proved_at timestamptz;
comment on column auth.users.email_proved_at is
  'Ours: when whoever signs in proved that the address is theirs; null while nobody has.';

alter table auth.one_time_tokens add column is_mailed boolean not null default false;
comment on column auth.one_time_tokens.is_mailed is
  'Ours: the link or code left for the mailbox, so that using it proves the address.';

create table auth.deferred_requests (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (char_length(kind) between 1 and 40),
  url text not null check (char_length(url) <= 8192),
  headers jsonb not null default '{}',
  input jsonb not null check (octet_length(input::text) <= 131072),
  created_at timestamptz not null default now()
);
comment on table auth.deferred_requests is
  'Requests for a mail, answered before anybody looks up who is registered; each is deleted with its work.';
create index deferred_requests_created_at_idx on auth.deferred_requests (created_at);
alter table auth.deferred_requests enable row level security;
alter table auth.deferred_requests force row level security;
