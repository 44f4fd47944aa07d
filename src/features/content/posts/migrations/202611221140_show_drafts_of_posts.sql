alter table public.posts add column is_featured boolean generated always as (coalesce(settings -> 'featured' = 'true'::jsonb, false)) stored;
comment on column public.posts.is_featured is 'Whether a post stands first, in a form that lists are ordered by: false and unsaid are the same.';
create index posts_featured_idx on public.posts (account_id, is_featured desc, published_at desc);

create table public.post_previews (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  post_id uuid not null,
  token_hash text not null check (length(token_hash) = 64),
  expires_at timestamptz not null,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, post_id) references public.posts (account_id, id) on delete cascade
);
comment on table public.post_previews is 'Secret links to posts being written; of the secret only its digest is kept.';
create index post_previews_post_id_idx on public.post_previews (account_id, post_id);
create index post_previews_created_by_idx on public.post_previews (created_by);
create index post_previews_token_hash_idx on public.post_previews (account_id, token_hash);
alter table public.post_previews enable row level security;
alter table public.post_previews force row level security;
