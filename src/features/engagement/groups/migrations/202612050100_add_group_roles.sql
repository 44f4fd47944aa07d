-- A group is looked after by its owners and moderators, and is joined at once, on request, or by invitation alone.
alter table public.groups
  add column join_by text not null default 'invitation' check (join_by in ('request', 'invitation')),
  add column rules text not null default '' check (length(rules) <= 4000),
  add column welcome text not null default '' check (length(welcome) <= 2000);
comment on column public.groups.join_by is 'How a private group is joined. One that takes requests is listed to members of the account, one by invitation to nobody.';
comment on column public.groups.welcome is 'What a member is greeted with when they join.';

alter table public.group_members
  add column role text not null default 'member' check (role in ('owner', 'moderator', 'member')),
  add column is_muted boolean not null default false,
  add column notify_level text not null default 'mentions' check (notify_level in ('none', 'mentions', 'daily', 'weekly', 'each')),
  add column seen_at timestamptz,
  add column digested_to timestamptz not null default private.clock_now();
comment on column public.group_members.is_muted is 'Whether they may read only.';
comment on column public.group_members.seen_at is 'When they last read the group: nobody is told of what they have seen.';
comment on column public.group_members.digested_to is 'Up to when posts were told of: each stands in one digest.';
update public.group_members set role = 'moderator' where is_moderator;
alter table public.group_members drop column is_moderator;

create table public.group_requests (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  group_id uuid not null,
  member_id uuid not null,
  kind text not null check (kind in ('request', 'invitation', 'ban')),
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, group_id, member_id),
  foreign key (account_id, group_id) references public.groups (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.group_requests is 'Who asks to join a group, is invited to it, or is kept out of it: one of them for each member who is not in it.';
create index group_requests_member_idx on public.group_requests (account_id, member_id);
alter table public.group_requests enable row level security;
alter table public.group_requests force row level security;

insert into private.thread_kinds (kind, capability, access_function, queue_path)
  values ('group', 'manage_options', 'group_thread_access', '/dashboard/groups');
