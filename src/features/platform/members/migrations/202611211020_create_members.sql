create table public.members (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  role_id uuid not null,
  name text not null check (length(name) between 1 and 120),
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  email text not null default '' check (length(email) <= 320),
  avatar text check (length(avatar) <= 500),
  bio text not null default '' check (length(bio) <= 2000),
  is_public boolean not null default false,
  blocked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, user_id),
  unique (account_id, slug),
  foreign key (account_id, role_id) references public.roles (account_id, role_id) on delete restrict
);
comment on table public.members is 'A person in an account. One person may be a member of many.';
create index members_user_id_idx on public.members (user_id);
create index members_role_id_idx on public.members (account_id, role_id);
create index members_name_search_idx on public.members using gin (to_tsvector('simple', name));
alter table public.members enable row level security;
alter table public.members force row level security;

create table public.guardians (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  parent_id uuid not null,
  child_id uuid not null check (child_id <> parent_id),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, parent_id, child_id),
  foreign key (account_id, parent_id) references public.members (account_id, id) on delete cascade,
  foreign key (account_id, child_id) references public.members (account_id, id) on delete cascade
);
comment on table public.guardians is 'Which parent follows which student.';
create index guardians_child_idx on public.guardians (account_id, child_id);
alter table public.guardians enable row level security;
alter table public.guardians force row level security;
