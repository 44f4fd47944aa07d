create table private.link_previews (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  url text not null check (url ~ '^https?://' and octet_length(url) <= 2000),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'none')),
  title text not null default '' check (length(title) <= 200),
  description text not null default '' check (length(description) <= 400),
  fetched_at timestamptz,
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, url)
);
comment on table private.link_previews is 'What a page that posts and messages link to says of itself: its title and description, kept for everybody who reads the link.';
comment on column private.link_previews.state is 'Waiting to be fetched, ready to be shown, or none where the page says nothing or can’t be read.';
create index link_previews_created_at_idx on private.link_previews (account_id, created_at);
alter table private.link_previews enable row level security;
alter table private.link_previews force row level security;
