create table public.thread_topics (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  thread_id uuid not null,
  name text not null check (length(name) between 1 and 60),
  position integer not null check (position between 1 and 30),
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, thread_id) references public.threads (account_id, id) on delete cascade
);
comment on table public.thread_topics is 'What the posts of a thread are about, in the order of its moderators: a post has one topic or none.';
create index thread_topics_thread_idx on public.thread_topics (account_id, thread_id, position);
alter table public.thread_topics enable row level security;
alter table public.thread_topics force row level security;

alter table public.thread_posts
  add column topic_id uuid check (topic_id is null or parent_id is null),
  add foreign key (account_id, topic_id) references public.thread_topics (account_id, id) on delete set null (topic_id);
comment on column public.thread_posts.topic_id is 'What it is about; replies are about what they stand under.';
-- A feed shows what is no reply, the newest first: of a thread, and of a topic.
create index thread_posts_feed_idx on public.thread_posts (account_id, thread_id, created_at desc, id desc) where parent_id is null;
create index thread_posts_topic_idx on public.thread_posts (account_id, topic_id, created_at desc, id desc) where topic_id is not null;
create index thread_posts_pinned_idx on public.thread_posts (account_id, thread_id, created_at desc) where is_pinned;
