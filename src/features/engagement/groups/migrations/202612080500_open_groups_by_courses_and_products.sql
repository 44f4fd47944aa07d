alter table public.groups drop constraint groups_join_by_check;
alter table public.groups add constraint groups_join_by_check check (join_by in ('request', 'invitation', 'access'));
comment on column public.groups.join_by is 'How a private group is joined. One that takes requests, or is opened by a course or a product, is listed to members of the account, one by invitation to nobody.';
alter table public.group_members add column is_granted boolean not null default false;
comment on column public.group_members.is_granted is 'Whether they are in it by a course or a product alone, and leave with the last of those.';

create table public.group_sources (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  group_id uuid not null,
  kind text not null check (kind in ('course', 'product')),
  source_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  path text not null check (path ~ '^/' and length(path) <= 500),
  is_offered boolean not null default false,
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, group_id, kind, source_id),
  foreign key (account_id, group_id) references public.groups (account_id, id) on delete cascade
);
comment on table public.group_sources is 'What opens a group: whoever is in the course, or has bought the product, is a member as long as that lasts.';
comment on column public.group_sources.is_offered is 'Whether it can be had now: the way into the group leads there.';
create index group_sources_source_idx on public.group_sources (account_id, kind, source_id);
alter table public.group_sources enable row level security;
alter table public.group_sources force row level security;

create table public.group_grants (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  group_source_id uuid not null,
  group_id uuid not null,
  member_id uuid not null,
  until timestamptz,
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, group_source_id, member_id),
  foreign key (account_id, group_source_id) references public.group_sources (account_id, id) on delete cascade,
  foreign key (account_id, group_id) references public.groups (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.group_grants is 'Whom a course or a product lets into a group, and until when; null is until it is taken back.';
create index group_grants_member_idx on public.group_grants (account_id, group_id, member_id);
create index group_grants_until_idx on public.group_grants (until) where until is not null;
create index group_grants_person_idx on public.group_grants (account_id, member_id);
alter table public.group_grants enable row level security;
alter table public.group_grants force row level security;
