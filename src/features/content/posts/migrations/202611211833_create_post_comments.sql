create table public.post_comments (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  post_id uuid not null,
  parent_id uuid,
  member_id uuid,
  author_name text not null check (length(author_name) between 1 and 120),
  content text not null check (length(content) between 1 and 4000),
  status text not null default 'waiting' check (status in ('waiting', 'shown', 'hidden')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, post_id) references public.posts (account_id, id) on delete cascade,
  foreign key (account_id, parent_id) references public.post_comments (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete set null (member_id),
  check (parent_id <> id)
);
comment on table public.post_comments is 'What members say under a post, and whether everyone may read it.';
create index post_comments_post_id_idx on public.post_comments (account_id, post_id, created_at);
create index post_comments_parent_id_idx on public.post_comments (account_id, parent_id);
create index post_comments_member_id_idx on public.post_comments (account_id, member_id, created_at);
create index post_comments_status_idx on public.post_comments (account_id, status, created_at);
alter table public.post_comments enable row level security;
alter table public.post_comments force row level security;

create table public.post_comment_reports (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  comment_id uuid not null,
  member_id uuid not null,
  reason text not null default '' check (length(reason) <= 300),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, comment_id, member_id),
  foreign key (account_id, comment_id) references public.post_comments (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.post_comment_reports is 'Members who find that a comment should not stand there, each once.';
create index post_comment_reports_member_id_idx on public.post_comment_reports (account_id, member_id);
alter table public.post_comment_reports enable row level security;
alter table public.post_comment_reports force row level security;
