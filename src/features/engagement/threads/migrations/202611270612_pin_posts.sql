alter table public.thread_posts
  add column is_pinned boolean not null default false check (not is_pinned or parent_id is null);
comment on column public.thread_posts.is_pinned is 'Whether a moderator keeps it above the others; replies stay under what they answer.';
