-- Used by constraints, so it lives here.
create function private.is_short_list(words text[], most int, longest int) returns boolean
language sql immutable parallel safe as $$
  select cardinality(words) <= most and not exists (
    select from unnest(words) word where word is null or length(word) not between 1 and longest)
$$;
comment on function private.is_short_list is 'Whether a list holds few enough words, each neither empty nor too long.';

create table public.posts (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  title text not null check (length(title) between 1 and 160),
  slug text not null check (slug ~ '^[a-z0-9](?:[a-z0-9-]{0,118}[a-z0-9])?$'),
  excerpt text not null default '' check (length(excerpt) <= 400),
  content text not null default '' check (length(content) <= 200000),
  cover jsonb check (jsonb_typeof(cover) = 'object' and pg_column_size(cover) <= 2000
    and cover ->> 'image' ~ '^(/[^/\\]|https://)'),
  categories text[] not null default '{}' check (private.is_short_list(categories, 5, 60)),
  tags text[] not null default '{}' check (private.is_short_list(tags, 12, 40)),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object' and pg_column_size(settings) <= 8192),
  author_id uuid,
  status text not null default 'draft' check (status in ('draft', 'published')),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, slug),
  foreign key (account_id, author_id) references public.members (account_id, id) on delete set null (author_id)
);
comment on table public.posts is 'The blog as visitors read it.';
create index posts_published_at_idx on public.posts (account_id, published_at desc);
create index posts_updated_at_idx on public.posts (account_id, updated_at desc);
create index posts_author_id_idx on public.posts (account_id, author_id);
create index posts_title_idx on public.posts using gin (to_tsvector('simple', title));
alter table public.posts enable row level security;
alter table public.posts force row level security;

create table public.post_drafts (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  post_id uuid not null,
  title text not null check (length(title) between 1 and 160),
  excerpt text not null default '' check (length(excerpt) <= 400),
  content text not null default '' check (length(content) <= 200000),
  cover jsonb check (jsonb_typeof(cover) = 'object' and pg_column_size(cover) <= 2000
    and cover ->> 'image' ~ '^(/[^/\\]|https://)'),
  categories text[] not null default '{}' check (private.is_short_list(categories, 5, 60)),
  tags text[] not null default '{}' check (private.is_short_list(tags, 12, 40)),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object' and pg_column_size(settings) <= 8192),
  updated_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, post_id),
  foreign key (account_id, post_id) references public.posts (account_id, id) on delete cascade
);
comment on table public.post_drafts is 'What is being written of a post, and no visitor may read.';
create index post_drafts_updated_by_idx on public.post_drafts (updated_by);
alter table public.post_drafts enable row level security;
alter table public.post_drafts force row level security;
