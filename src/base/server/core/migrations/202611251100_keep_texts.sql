-- Texts to telephones, and how many were asked for: each one costs money.

create table private.texts (
  id uuid primary key,
  account_id uuid,
  recipient text not null check (recipient ~ '^[1-9][0-9]{1,14}$'),
  kind text not null check (length(kind) between 1 and 40),
  body_text text not null default '' check (length(body_text) <= 1000),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  problem text check (length(problem) <= 200)
);
comment on table private.texts is 'Every text to a telephone: sent, failed for good, or where no provider is named kept here to be read.';
create index texts_created_at_idx on private.texts (created_at desc);
alter table private.texts enable row level security;
alter table private.texts force row level security;

create table private.text_counts (
  day date not null,
  key text not null check (length(key) between 1 and 120),
  texts integer not null default 0 check (texts >= 0),
  primary key (day, key)
);
comment on table private.text_counts is 'How many texts were asked for in a day (UTC): by number, network, account and in all.';
alter table private.text_counts enable row level security;
alter table private.text_counts force row level security;
