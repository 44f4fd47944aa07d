create table public.tickets (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  number integer not null check (number > 0),
  user_id uuid not null references auth.users (id) on delete cascade,
  about_account_id uuid references public.accounts (account_id) on delete set null,
  requester_name text not null check (length(requester_name) between 1 and 120),
  requester_email text not null check (length(requester_email) <= 320),
  category text not null check (category in ('siteDown', 'setup', 'issue', 'bug', 'feature')),
  subject text not null check (length(subject) between 3 and 200),
  status text not null default 'unresolved' check (status in ('unresolved', 'awaited', 'resolved')),
  assignee_id uuid references auth.users (id) on delete set null,
  context jsonb not null default '{}' check (jsonb_typeof(context) = 'object' and pg_column_size(context) <= 16384),
  target_seconds integer not null check (target_seconds between 60 and 31536000),
  clock_seconds bigint not null default 0 check (clock_seconds >= 0),
  clock_since timestamptz,
  due_at timestamptz,
  first_replied_at timestamptz,
  resolved_at timestamptz,
  last_message_at timestamptz not null default now(),
  search_text text generated always as (lower('#' || number || ' ' || subject || ' ' || requester_name || ' ' || requester_email)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, number),
  constraint tickets_clock_runs_while_unresolved check ((status = 'unresolved') = (clock_since is not null) and (clock_since is null) = (due_at is null))
);
comment on table public.tickets is 'A question to those who run a site, or on the platform''s account to those who run the platform.';
create index tickets_user_id_idx on public.tickets (user_id);
create index tickets_about_account_id_idx on public.tickets (about_account_id);
create index tickets_assignee_id_idx on public.tickets (assignee_id);
create index tickets_waiting_idx on public.tickets (account_id, status, due_at);
create index tickets_latest_idx on public.tickets (account_id, last_message_at desc);
alter table public.tickets enable row level security;
alter table public.tickets force row level security;

create table public.ticket_changes (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  ticket_id uuid not null,
  kind text not null check (kind in ('status', 'category', 'assignee')),
  old_value text check (length(old_value) <= 60),
  new_value text check (length(new_value) <= 60),
  actor_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, ticket_id) references public.tickets (account_id, id) on delete cascade
);
comment on table public.ticket_changes is 'What became of a ticket, step by step; its clock is counted from the changes of state.';
create index ticket_changes_ticket_idx on public.ticket_changes (account_id, ticket_id, created_at);
create index ticket_changes_actor_id_idx on public.ticket_changes (actor_id);
alter table public.ticket_changes enable row level security;
alter table public.ticket_changes force row level security;

create table public.ticket_messages (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  ticket_id uuid not null,
  author_id uuid references auth.users (id) on delete set null,
  author_name text not null default '' check (length(author_name) <= 120),
  is_staff boolean not null default false,
  is_internal boolean not null default false,
  via text not null default 'web' check (via in ('web', 'mail', 'system')),
  body text not null check (length(body) <= 20000),
  checks jsonb check (jsonb_typeof(checks) = 'array' and pg_column_size(checks) <= 8192),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, ticket_id) references public.tickets (account_id, id) on delete cascade,
  constraint ticket_messages_say_something check (body <> '' or checks is not null),
  constraint ticket_messages_notes_are_of_staff check (not is_internal or is_staff)
);
comment on table public.ticket_messages is 'What was said in a ticket; a note is for those who answer alone.';
create index ticket_messages_ticket_idx on public.ticket_messages (account_id, ticket_id, created_at);
create index ticket_messages_author_id_idx on public.ticket_messages (author_id, created_at);
alter table public.ticket_messages enable row level security;
alter table public.ticket_messages force row level security;

create table private.ticket_letters (
  account_id uuid not null,
  message_id uuid not null,
  mail_id text not null check (length(mail_id) between 1 and 400),
  primary key (account_id, mail_id),
  foreign key (account_id, message_id) references public.ticket_messages (account_id, id) on delete cascade
);
comment on table private.ticket_letters is 'By which mail a message came: a letter that is handed over twice is taken once.';
create index ticket_letters_message_idx on private.ticket_letters (account_id, message_id);
alter table private.ticket_letters enable row level security;
alter table private.ticket_letters force row level security;

create table public.ticket_attachments (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  message_id uuid not null,
  path text not null check (path ~ '^tickets/[0-9a-f-]{36}/[^/]+$' and length(path) <= 400),
  name text not null check (length(name) between 1 and 200),
  mime_type text not null check (length(mime_type) <= 200),
  size bigint not null check (size between 0 and 10485760),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, path),
  foreign key (account_id, message_id) references public.ticket_messages (account_id, id) on delete cascade
);
comment on table public.ticket_attachments is 'A file sent with a message, in the account''s private bucket; who reads the message may fetch it.';
create index ticket_attachments_message_idx on public.ticket_attachments (account_id, message_id);
alter table public.ticket_attachments enable row level security;
alter table public.ticket_attachments force row level security;

create table public.canned_replies (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  title text not null check (length(title) between 1 and 100),
  body text not null check (length(body) between 1 and 10000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, title)
);
comment on table public.canned_replies is 'An answer those who answer give often; {{name}}, {{number}} and {{site}} are filled in.';
alter table public.canned_replies enable row level security;
alter table public.canned_replies force row level security;

create table public.ticket_targets (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  category text not null check (category in ('siteDown', 'setup', 'issue', 'bug', 'feature')),
  minutes integer not null check (minutes between 1 and 525600),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, category)
);
comment on table public.ticket_targets is 'How long a ticket of a category may wait for those who answer, where an account says otherwise than usual.';
alter table public.ticket_targets enable row level security;
alter table public.ticket_targets force row level security;

create table private.ticket_keys (
  id boolean primary key default true check (id),
  secret bytea not null check (length(secret) = 32)
);
comment on table private.ticket_keys is 'The one key that signs the addresses tickets are answered at by mail.';
alter table private.ticket_keys enable row level security;
alter table private.ticket_keys force row level security;
insert into private.ticket_keys (secret) values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

-- Live for whoever may read the row. A publication of all tables, as a hosted backend may have, holds it already.
do $$ begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime' and puballtables) then
    alter publication supabase_realtime add table public.tickets, public.ticket_messages;
  end if;
end $$;

-- The platform's account stood before accounts were furnished with buckets.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
select a.account_id || '-private', a.account_id || '-private', false, 536870912, array[
  'video/*', 'audio/*', 'image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/avif', 'image/svg+xml',
  'image/webp', 'application/pdf', 'application/json', 'application/gzip', 'application/x-gzip', 'application/zip',
  'application/x-zip-compressed', 'application/xml', 'text/xml', 'text/csv', 'text/plain', 'text/markdown',
  'text/vtt', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.ms-excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
] from public.accounts a where a.is_platform
on conflict (id) do nothing;
