create table public.groups (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  title text not null check (length(title) between 1 and 120),
  description text not null default '' check (length(description) <= 4000),
  cover text check (length(cover) <= 500),
  visibility text not null default 'public' check (visibility in ('public', 'private')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, slug)
);
comment on table public.groups is 'People of an account with something in common: a name, and who may see that it exists.';
create index groups_title_idx on public.groups (account_id, title);
create index groups_title_search_idx on public.groups using gin (to_tsvector('simple', title));
alter table public.groups enable row level security;
alter table public.groups force row level security;

create table public.group_members (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  group_id uuid not null,
  member_id uuid not null,
  is_moderator boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, group_id, member_id),
  foreign key (account_id, group_id) references public.groups (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.group_members is 'Who belongs to which group, and who looks after it.';
create index group_members_member_idx on public.group_members (account_id, member_id);
alter table public.group_members enable row level security;
alter table public.group_members force row level security;
