create table public.invitations (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  email text not null check (email = lower(email) and email ~ '^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*\.[a-z]{2,}$' and length(email) <= 320),
  name text not null default '' check (length(name) <= 120),
  role_id uuid not null,
  invited_by uuid references auth.users (id) on delete set null,
  code_hash text unique check (length(code_hash) = 64),
  expires_at timestamptz not null default now() + interval '14 days',
  sent_at timestamptz,
  sent_count smallint not null default 0 check (sent_count between 0 and 10),
  accepted_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, role_id) references public.roles (account_id, role_id) on delete cascade
);
comment on table public.invitations is 'Who was asked by mail to become a member, as what, and what came of it. Of the code only its hash is kept.';
create unique index invitations_one_open_idx on public.invitations (account_id, email) where accepted_at is null and revoked_at is null;
create index invitations_newest_idx on public.invitations (account_id, created_at desc, id desc);
create index invitations_role_id_idx on public.invitations (account_id, role_id);
create index invitations_invited_by_idx on public.invitations (invited_by);
alter table public.invitations enable row level security;
alter table public.invitations force row level security;

create table public.member_imports (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  user_id uuid references auth.users (id) on delete set null,
  file_name text not null check (length(file_name) between 1 and 200),
  total integer not null check (total between 1 and 5000),
  done integer not null default 0 check (done between 0 and total),
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id)
);
comment on table public.member_imports is 'A file of people who are invited one after another in the background.';
create index member_imports_newest_idx on public.member_imports (account_id, created_at desc);
create index member_imports_user_id_idx on public.member_imports (user_id);
alter table public.member_imports enable row level security;
alter table public.member_imports force row level security;

create table public.member_import_rows (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  import_id uuid not null,
  line integer not null check (line between 1 and 100000),
  email text not null default '' check (length(email) <= 320),
  name text not null default '' check (length(name) <= 120),
  role_id uuid,
  outcome text not null check (outcome in ('waiting', 'invited', 'member', 'already_invited', 'duplicate', 'invalid_email', 'unknown_role', 'forbidden_role', 'failed')),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, import_id, line),
  foreign key (account_id, import_id) references public.member_imports (account_id, id) on delete cascade,
  foreign key (account_id, role_id) references public.roles (account_id, role_id) on delete set null (role_id)
);
comment on table public.member_import_rows is 'What became of each line of an imported file.';
create index member_import_rows_role_id_idx on public.member_import_rows (account_id, role_id);
create index member_import_rows_waiting_idx on public.member_import_rows (account_id, import_id, line) where outcome = 'waiting';
alter table public.member_import_rows enable row level security;
alter table public.member_import_rows force row level security;
