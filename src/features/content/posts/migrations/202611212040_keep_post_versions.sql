create table public.post_versions (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  post_id uuid not null,
  kind text not null check (kind in ('published', 'saved')),
  title text not null check (length(title) between 1 and 160),
  excerpt text not null check (length(excerpt) <= 400),
  content text not null check (length(content) <= 200000),
  cover jsonb check (pg_column_size(cover) <= 2000),
  categories text[] not null check (private.is_short_list(categories, 5, 60)),
  tags text[] not null check (private.is_short_list(tags, 12, 40)),
  settings jsonb not null check (pg_column_size(settings) <= 8192),
  saved_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, post_id) references public.posts (account_id, id) on delete cascade
);
comment on table public.post_versions is 'What a post was: each time it was published, and every ten minutes of writing; of each kind the newest thirty are kept.';
create index post_versions_post_id_idx on public.post_versions (account_id, post_id, created_at desc);
create index post_versions_saved_by_idx on public.post_versions (saved_by);
alter table public.post_versions enable row level security;
alter table public.post_versions force row level security;

-- The dashboard's own address /dashboard/posts/comments: a post of that name could not be edited.
insert into public.redirects (account_id, from_path, to_address, is_automatic)
select account_id, '/blog/comments', '/blog/comments-' || left(replace(id::text, '-', ''), 12), true
  from public.posts where slug = 'comments' and status = 'published'
on conflict (account_id, from_path) do nothing;
update public.posts set slug = 'comments-' || left(replace(id::text, '-', ''), 12) where slug = 'comments';
alter table public.posts add constraint posts_slug_not_reserved check (slug <> 'comments');
