create table public.report_letters (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  report text not null check (report in ('overview', 'visits', 'members', 'learning', 'sales', 'marketing')),
  rhythm text not null check (rhythm in ('weekly', 'monthly')),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, report, rhythm)
);
comment on table public.report_letters is 'A report that is sent by mail each week or each month to those who are named as its readers.';
create index report_letters_created_by_idx on public.report_letters (created_by);
alter table public.report_letters enable row level security;
alter table public.report_letters force row level security;

create table public.report_readers (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  letter_id uuid not null,
  member_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, letter_id, member_id),
  foreign key (account_id, letter_id) references public.report_letters (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.report_readers is 'Who is sent a report.';
create index report_readers_member_idx on public.report_readers (account_id, member_id);
alter table public.report_readers enable row level security;
alter table public.report_readers force row level security;

create table public.report_posts (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  letter_id uuid not null,
  member_id uuid not null,
  first_day date not null,
  last_day date not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, letter_id, member_id, first_day),
  foreign key (account_id, letter_id) references public.report_letters (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade,
  check (last_day >= first_day),
  check ((state = 'sent') = (sent_at is not null))
);
comment on table public.report_posts is 'Each report that was sent, or is about to be, to one reader about one time: none is sent twice.';
create index report_posts_member_idx on public.report_posts (account_id, member_id);
alter table public.report_posts enable row level security;
alter table public.report_posts force row level security;
