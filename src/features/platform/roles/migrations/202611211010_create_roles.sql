create table public.roles (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  role_id uuid not null default private.uuid_v7(),
  kind text check (kind in ('owner', 'instructor', 'student', 'parent')),
  name text not null check (length(name) between 1 and 60),
  caps text[] not null default '{}' check (caps <@ '{manage_options,create_courses,edit_posts,manage_curriculum,manage_students,manage_submissions,manage_stats}'::text[]),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, role_id),
  unique (role_id),
  unique (account_id, kind),
  unique (account_id, name)
);
comment on table public.roles is 'What a member of an account may do: a name and a list of capabilities.';
alter table public.roles enable row level security;
alter table public.roles force row level security;
