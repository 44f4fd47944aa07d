create table public.message_settings (
  account_id uuid primary key references public.accounts (account_id) on delete cascade,
  member_messages text not null default 'everyone' check (member_messages in ('everyone', 'staff')),
  updated_at timestamptz not null default private.clock_now()
);
comment on table public.message_settings is 'To whom the members of an account may write: each other, or its staff alone. No row: each other.';
alter table public.message_settings enable row level security;
alter table public.message_settings force row level security;

create table public.conversations (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  kind text not null check (kind in ('direct', 'group')),
  pair text check (length(pair) = 73),
  title text not null default '' check (length(title) <= 80),
  creator_id uuid,
  last_seq bigint not null default 0 check (last_seq >= 0),
  last_message_at timestamptz not null default private.clock_now(),
  metered_in date,
  created_at timestamptz not null default private.clock_now(),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, pair),
  foreign key (account_id, creator_id) references public.members (account_id, id) on delete set null (creator_id),
  check ((kind = 'direct') = (pair is not null))
);
comment on table public.conversations is 'What members write to each other: two of them, or a group.';
comment on column public.conversations.pair is 'The two members of a direct conversation, so that there is one.';
comment on column public.conversations.last_seq is 'The number of the newest message: messages of a conversation are numbered without gaps, in the order they arrive.';
comment on column public.conversations.metered_in is 'The month in which it was last counted as a chat of the account.';
create index conversations_creator_id_idx on public.conversations (account_id, creator_id);
alter table public.conversations enable row level security;
alter table public.conversations force row level security;

create table public.conversation_members (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  conversation_id uuid not null,
  member_id uuid not null,
  is_admin boolean not null default false,
  from_seq bigint not null default 0 check (from_seq >= 0),
  read_seq bigint not null default 0 check (read_seq >= 0),
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, conversation_id, member_id),
  foreign key (account_id, conversation_id) references public.conversations (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.conversation_members is 'Who takes part in a conversation, and how far they have read.';
comment on column public.conversation_members.is_admin is 'Whether they name the group and choose its members.';
comment on column public.conversation_members.from_seq is 'They read what was written after this message: who joins later reads nothing from before.';
comment on column public.conversation_members.read_seq is 'The newest message they have read.';
create index conversation_members_member_id_idx on public.conversation_members (account_id, member_id);
alter table public.conversation_members enable row level security;
alter table public.conversation_members force row level security;

create table public.conversation_preferences (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  conversation_id uuid not null,
  member_id uuid not null,
  is_muted boolean not null default false,
  notify_level text not null default 'all' check (notify_level in ('all', 'mentions')),
  draft text not null default '' check (length(draft) <= 4000),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, conversation_id, member_id),
  foreign key (account_id, conversation_id, member_id) references public.conversation_members (account_id, conversation_id, member_id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.conversation_preferences is 'What nobody else in a conversation sees of a member: whether it notifies them, and what they have begun to write.';
create index conversation_preferences_member_id_idx on public.conversation_preferences (account_id, member_id);
alter table public.conversation_preferences enable row level security;
alter table public.conversation_preferences force row level security;

create table public.messages (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  conversation_id uuid not null,
  seq bigint not null check (seq > 0),
  client_id uuid not null,
  member_id uuid,
  author_name text not null check (length(author_name) between 1 and 120),
  body text not null check (length(body) <= 4000),
  reply_to_id uuid,
  edited_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, conversation_id, seq),
  unique (account_id, conversation_id, member_id, client_id),
  foreign key (account_id, conversation_id) references public.conversations (account_id, id) on delete cascade,
  foreign key (account_id, reply_to_id) references public.messages (account_id, id) on delete set null (reply_to_id),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete set null (member_id)
);
comment on table public.messages is 'A message of a conversation. A deleted one keeps its place and nothing else.';
comment on column public.messages.seq is 'Its number in the conversation: the order everybody sees.';
comment on column public.messages.client_id is 'Made by the sender before sending: the same message sent again is the same row.';
create index messages_member_id_idx on public.messages (account_id, member_id, created_at);
create index messages_reply_to_id_idx on public.messages (account_id, reply_to_id);
alter table public.messages enable row level security;
alter table public.messages force row level security;

create table public.message_reactions (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  message_id uuid not null,
  member_id uuid not null,
  reaction text not null check (reaction in ('like', 'love', 'laugh', 'celebrate', 'thanks')),
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, message_id, member_id, reaction),
  foreign key (account_id, message_id) references public.messages (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.message_reactions is 'Who reacted to a message, and how.';
create index message_reactions_member_id_idx on public.message_reactions (account_id, member_id);
alter table public.message_reactions enable row level security;
alter table public.message_reactions force row level security;

create table public.message_attachments (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  message_id uuid not null,
  path text not null check (path ~ '^messages/[0-9a-f-]{36}/[^/]+$' and length(path) <= 400),
  name text not null check (length(name) between 1 and 200),
  mime_type text not null check (length(mime_type) <= 200),
  size bigint not null check (size between 0 and 10485760),
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, path),
  foreign key (account_id, message_id) references public.messages (account_id, id) on delete cascade
);
comment on table public.message_attachments is 'A file of a message, in the account''s private bucket; who reads the message may fetch it.';
create index message_attachments_message_id_idx on public.message_attachments (account_id, message_id);
alter table public.message_attachments enable row level security;
alter table public.message_attachments force row level security;

create table public.member_blocks (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  member_id uuid not null,
  blocked_id uuid not null,
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, member_id, blocked_id),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade,
  foreign key (account_id, blocked_id) references public.members (account_id, id) on delete cascade,
  check (member_id <> blocked_id)
);
comment on table public.member_blocks is 'Members who neither write to nor read each other: one of them wished it so, and both are hidden from the other. Staff are never hidden.';
create index member_blocks_blocked_id_idx on public.member_blocks (account_id, blocked_id);
alter table public.member_blocks enable row level security;
alter table public.member_blocks force row level security;

create table public.message_reports (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  message_id uuid,
  member_id uuid,
  author_id uuid,
  author_name text not null check (length(author_name) between 1 and 120),
  body text not null check (length(body) <= 4000),
  reason text not null default '' check (length(reason) <= 300),
  state text not null default 'open' check (state in ('open', 'removed', 'dismissed')),
  decided_at timestamptz,
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, message_id, member_id),
  foreign key (account_id, message_id) references public.messages (account_id, id) on delete set null (message_id),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete set null (member_id),
  foreign key (account_id, author_id) references public.members (account_id, id) on delete set null (author_id)
);
comment on table public.message_reports is 'A message that a member reported, as it was then: moderators read what was reported and nothing else of a conversation.';
create index message_reports_member_id_idx on public.message_reports (account_id, member_id);
create index message_reports_author_id_idx on public.message_reports (account_id, author_id);
create index message_reports_state_idx on public.message_reports (account_id, state, created_at);
alter table public.message_reports enable row level security;
alter table public.message_reports force row level security;
