alter table private.thread_kinds add column takes_polls boolean not null default false;
comment on column private.thread_kinds.takes_polls is 'Whether a post that is no reply may have a poll.';

create table public.thread_polls (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  post_id uuid not null,
  is_multiple boolean not null default false,
  is_anonymous boolean not null default false,
  results text not null default 'always' check (results in ('always', 'voted')),
  ends_at timestamptz,
  voter_count integer not null default 0 check (voter_count >= 0),
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, post_id),
  foreign key (account_id, post_id) references public.thread_posts (account_id, id) on delete cascade
);
comment on table public.thread_polls is 'The poll of a post, whose text is the question.';
comment on column public.thread_polls.is_multiple is 'Whether a member may choose several options.';
comment on column public.thread_polls.is_anonymous is 'Whether nobody learns who voted for what.';
comment on column public.thread_polls.results is 'Who sees the votes before the end: everybody, or who has voted.';
alter table public.thread_polls enable row level security;
alter table public.thread_polls force row level security;

create table public.thread_poll_options (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  poll_id uuid not null,
  position integer not null check (position between 1 and 10),
  label text not null check (length(label) between 1 and 120),
  vote_count integer not null default 0 check (vote_count >= 0),
  primary key (account_id, id),
  unique (id),
  unique (account_id, poll_id, position),
  foreign key (account_id, poll_id) references public.thread_polls (account_id, id) on delete cascade
);
comment on table public.thread_poll_options is 'What can be voted for in a poll.';
alter table public.thread_poll_options enable row level security;
alter table public.thread_poll_options force row level security;

create table public.thread_poll_votes (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  poll_id uuid not null,
  option_id uuid not null,
  member_id uuid not null,
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, option_id, member_id),
  foreign key (account_id, poll_id) references public.thread_polls (account_id, id) on delete cascade,
  foreign key (account_id, option_id) references public.thread_poll_options (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.thread_poll_votes is 'Who voted for what, until the poll ends.';
create index thread_poll_votes_poll_idx on public.thread_poll_votes (account_id, poll_id, member_id);
create index thread_poll_votes_member_idx on public.thread_poll_votes (account_id, member_id);
alter table public.thread_poll_votes enable row level security;
alter table public.thread_poll_votes force row level security;
