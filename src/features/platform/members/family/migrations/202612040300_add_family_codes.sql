-- Two parents of one child may see different things, and a code links a parent whose address nobody has to know.
alter table public.guardians add column sees_grades boolean not null default true;
comment on column public.guardians.sees_grades is 'Whether the parent also sees results and certificates; progress and dates are seen by each.';

create table public.family_codes (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  child_id uuid not null,
  code_hash text not null,
  sees_grades boolean not null default true,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, code_hash),
  check ((used_at is null) = (used_by is null)),
  foreign key (account_id, child_id) references public.members (account_id, id) on delete cascade,
  foreign key (account_id, used_by) references public.members (account_id, id) on delete cascade
);
comment on table public.family_codes is 'Codes that link a parent to a child: each works once, for seven days. Only a hash is stored.';
create index family_codes_child_idx on public.family_codes (account_id, child_id);
create index family_codes_used_by_idx on public.family_codes (account_id, used_by);
alter table public.family_codes enable row level security;
alter table public.family_codes force row level security;
