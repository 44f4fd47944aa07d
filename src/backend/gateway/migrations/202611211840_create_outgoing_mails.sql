-- What the authentication service has to mail where nothing stands above it that could: written in the transaction it
-- follows from, sent by the process that listens.

create table gateway.outgoing_mails (
  id bigint generated always as identity primary key,
  mail jsonb not null check (pg_column_size(mail) <= 65536),
  attempts smallint not null default 0 check (attempts between 0 and 100),
  next_attempt_at timestamptz not null default now(),
  last_error text check (length(last_error) <= 500),
  created_at timestamptz not null default now()
);
comment on table gateway.outgoing_mails is 'Mails that wait to be sent; a row leaves when the mail server has taken it, or when its link is long over.';
create index outgoing_mails_next_attempt_at_idx on gateway.outgoing_mails (next_attempt_at);
alter table gateway.outgoing_mails enable row level security;
alter table gateway.outgoing_mails force row level security;
