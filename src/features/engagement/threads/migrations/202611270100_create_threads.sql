create table private.thread_kinds (
  kind text primary key check (kind ~ '^[a-z_]{1,40}$'),
  capability text not null check (length(capability) <= 60),
  access_function text check (access_function ~ '^[a-z_]{1,60}$'),
  queue_path text not null check (queue_path ~ '^/' and length(queue_path) <= 200)
);
comment on table private.thread_kinds is 'What can be talked about: who moderates it, who may see it beyond what is public, and where its moderators work.';
comment on column private.thread_kinds.access_function is 'A function in private of (account, member) that returns (subject_id, level): the subjects a member may read, write under or moderate. Null where public subjects are all there is, and every member may write.';
alter table private.thread_kinds enable row level security;
alter table private.thread_kinds force row level security;

create table public.threads (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  kind text not null check (length(kind) between 1 and 40),
  subject_id uuid not null,
  is_main boolean not null default false,
  member_id uuid,
  title text not null default '' check (length(title) <= 200),
  path text check (path ~ '^/' and length(path) <= 500),
  public_from timestamptz,
  takes_posts boolean not null default true,
  state text not null default 'open' check (state in ('open', 'locked')),
  is_pinned boolean not null default false,
  post_count integer not null default 0 check (post_count >= 0),
  last_post_at timestamptz,
  created_at timestamptz not null default private.clock_now(),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete set null (member_id)
);
comment on table public.threads is 'A conversation about something: a post of the blog, a lesson, a topic of a group.';
comment on column public.threads.is_main is 'Whether it is the one conversation of its subject, which comes and goes with it.';
comment on column public.threads.title is 'The title of the subject, or of the topic.';
comment on column public.threads.public_from is 'Since when everyone may read it; null where it is not public.';
comment on column public.threads.takes_posts is 'Whether its subject takes posts; state is what moderators decided.';
comment on column public.threads.post_count is 'Posts that are shown.';
create unique index threads_main_idx on public.threads (account_id, kind, subject_id) where is_main;
create index threads_subject_idx on public.threads (account_id, kind, subject_id, is_pinned desc, last_post_at desc);
create index threads_member_id_idx on public.threads (account_id, member_id);
alter table public.threads enable row level security;
alter table public.threads force row level security;

create table public.thread_posts (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  thread_id uuid not null,
  parent_id uuid,
  reply_to_id uuid,
  member_id uuid,
  author_name text not null check (length(author_name) between 1 and 120),
  content text not null check (length(content) between 1 and 20000),
  status text not null default 'waiting' check (status in ('waiting', 'shown', 'hidden', 'removed')),
  reactions jsonb not null default '{}' check (jsonb_typeof(reactions) = 'object' and pg_column_size(reactions) <= 500),
  edited_at timestamptz,
  announced_at timestamptz,
  created_at timestamptz not null default private.clock_now(),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, thread_id) references public.threads (account_id, id) on delete cascade,
  foreign key (account_id, parent_id) references public.thread_posts (account_id, id) on delete cascade,
  foreign key (account_id, reply_to_id) references public.thread_posts (account_id, id) on delete set null (reply_to_id),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete set null (member_id),
  check (parent_id <> id)
);
comment on table public.thread_posts is 'What members write in a thread, and whether those who see the thread may read it.';
comment on column public.thread_posts.parent_id is 'The post it stands under: replies are one level deep, which a phone can show.';
comment on column public.thread_posts.reply_to_id is 'The post it answers: its parent, or another reply to that.';
comment on column public.thread_posts.status is 'removed: its author took it back, and it keeps its place for the replies of others.';
comment on column public.thread_posts.reactions is 'How many members reacted, by reaction.';
comment on column public.thread_posts.announced_at is 'When people were notified of it: once, whatever is decided about it later.';
create index thread_posts_thread_id_idx on public.thread_posts (account_id, thread_id, created_at);
create index thread_posts_parent_id_idx on public.thread_posts (account_id, parent_id);
create index thread_posts_reply_to_id_idx on public.thread_posts (account_id, reply_to_id);
create index thread_posts_member_id_idx on public.thread_posts (account_id, member_id, created_at);
create index thread_posts_status_idx on public.thread_posts (account_id, status, created_at);
alter table public.thread_posts enable row level security;
alter table public.thread_posts force row level security;

create table public.thread_post_edits (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  post_id uuid not null,
  content text not null check (length(content) between 1 and 20000),
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  foreign key (account_id, post_id) references public.thread_posts (account_id, id) on delete cascade
);
comment on table public.thread_post_edits is 'What a post was before each edit, and when it was edited.';
create index thread_post_edits_post_id_idx on public.thread_post_edits (account_id, post_id, created_at desc);
alter table public.thread_post_edits enable row level security;
alter table public.thread_post_edits force row level security;

create table public.thread_reactions (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  post_id uuid not null,
  member_id uuid not null,
  reaction text not null check (reaction in ('like', 'love', 'laugh', 'celebrate', 'thanks')),
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, post_id, member_id, reaction),
  foreign key (account_id, post_id) references public.thread_posts (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.thread_reactions is 'Who reacted to a post, and how.';
create index thread_reactions_member_id_idx on public.thread_reactions (account_id, member_id);
alter table public.thread_reactions enable row level security;
alter table public.thread_reactions force row level security;

create table public.thread_mentions (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  post_id uuid not null,
  member_id uuid not null,
  slug text not null check (length(slug) between 1 and 80),
  announced_at timestamptz,
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, post_id, member_id),
  foreign key (account_id, post_id) references public.thread_posts (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.thread_mentions is 'Members a post names by @slug, among those who may see its thread; derived from the content.';
create index thread_mentions_member_id_idx on public.thread_mentions (account_id, member_id);
alter table public.thread_mentions enable row level security;
alter table public.thread_mentions force row level security;

create table public.thread_attachments (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  post_id uuid not null,
  path text not null check (path ~ '^threads/[0-9a-f-]{36}/[^/]+$' and length(path) <= 400),
  name text not null check (length(name) between 1 and 200),
  mime_type text not null check (length(mime_type) <= 200),
  size bigint not null check (size between 0 and 10485760),
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, path),
  foreign key (account_id, post_id) references public.thread_posts (account_id, id) on delete cascade
);
comment on table public.thread_attachments is 'A file of a post, in the account''s private bucket; who reads the post may fetch it.';
create index thread_attachments_post_id_idx on public.thread_attachments (account_id, post_id);
alter table public.thread_attachments enable row level security;
alter table public.thread_attachments force row level security;

create table public.thread_reports (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  post_id uuid not null,
  member_id uuid not null,
  reason text not null default '' check (length(reason) <= 300),
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, post_id, member_id),
  foreign key (account_id, post_id) references public.thread_posts (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.thread_reports is 'Members who find that a post should not stand there, each once.';
create index thread_reports_member_id_idx on public.thread_reports (account_id, member_id);
alter table public.thread_reports enable row level security;
alter table public.thread_reports force row level security;
