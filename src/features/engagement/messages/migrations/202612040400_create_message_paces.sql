create table private.message_paces (
  account_id uuid not null,
  member_id uuid not null,
  minute timestamptz not null,
  changes integer not null default 1,
  primary key (account_id, member_id),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table private.message_paces is 'How many messages a member has edited or reacted to in a minute: who goes on is stopped.';
alter table private.message_paces enable row level security;
alter table private.message_paces force row level security;
