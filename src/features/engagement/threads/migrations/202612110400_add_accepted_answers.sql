alter table private.thread_kinds
  add column takes_answers boolean not null default false,
  add column is_checked_first boolean not null default true;
comment on column private.thread_kinds.takes_answers is 'Whether one reply of a post may be marked as the answer to it.';
comment on column private.thread_kinds.is_checked_first is 'Whether what a member writes for the first time, and what holds a link, waits for a moderator.';

alter table public.thread_posts
  add column accepted_at timestamptz check (accepted_at is null or parent_id is not null);
comment on column public.thread_posts.accepted_at is 'When it was marked as the answer to the post it stands under; one reply of a post can be.';
create unique index thread_posts_accepted_idx on public.thread_posts (account_id, parent_id) where accepted_at is not null;
