create table public.visits (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  day date not null,
  visitor bigint not null,
  started_at timestamptz not null,
  last_at timestamptz not null,
  views integer not null check (views between 1 and 1000000),
  entry_path text not null check (length(entry_path) between 1 and 300),
  exit_path text not null check (length(exit_path) between 1 and 300),
  source text not null default '' check (length(source) <= 120),
  medium text not null default '' check (length(medium) <= 120),
  campaign text not null default '' check (length(campaign) <= 200),
  device text not null check (device in ('phone', 'tablet', 'desktop')),
  language text not null default '' check (length(language) <= 12),
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  primary key (account_id, id),
  unique (id),
  check (last_at >= started_at)
);
comment on table public.visits is 'Visits to a site, counted by the server without cookies. visitor: a hash of address and program with a salt that is thrown away after the day; it tells two visitors of one day apart and nobody from one day to the next.';
create index visits_started_idx on public.visits (account_id, started_at desc);
create index visits_visitor_idx on public.visits (account_id, visitor, last_at desc);
alter table public.visits enable row level security;
alter table public.visits force row level security;

create table public.visit_pages (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  visit_id uuid not null,
  path text not null check (length(path) between 1 and 300),
  views integer not null check (views between 1 and 1000000),
  primary key (account_id, id),
  unique (account_id, visit_id, path),
  foreign key (account_id, visit_id) references public.visits (account_id, id) on delete cascade
);
comment on table public.visit_pages is 'Which pages were seen in a visit, and how often.';
create index visit_pages_path_idx on public.visit_pages (account_id, path);
alter table public.visit_pages enable row level security;
alter table public.visit_pages force row level security;

create table private.visit_salts (
  day date primary key,
  salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
comment on table private.visit_salts is 'What addresses of visitors are hashed with on one day of the calendar; removed once that day has ended everywhere.';
alter table private.visit_salts enable row level security;
alter table private.visit_salts force row level security;
