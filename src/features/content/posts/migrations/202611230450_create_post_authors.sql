create table public.post_authors (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  post_id uuid not null,
  author_id uuid not null,
  position smallint not null default 1 check (position between 1 and 100),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, post_id, author_id),
  foreign key (account_id, post_id) references public.posts (account_id, id) on delete cascade,
  foreign key (account_id, author_id) references public.members (account_id, id) on delete cascade
);
comment on table public.post_authors is 'Who a post is by, in the order they are named.';
create index post_authors_author_id_idx on public.post_authors (account_id, author_id);
alter table public.post_authors enable row level security;
alter table public.post_authors force row level security;

insert into public.post_authors (account_id, post_id, author_id)
select account_id, id, author_id from public.posts where author_id is not null;
comment on column public.posts.author_id is 'The first of its authors, kept from post_authors.';
