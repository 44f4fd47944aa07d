create table public.course_reviews (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  member_id uuid not null,
  author_name text not null check (length(author_name) between 1 and 120),
  rating smallint not null check (rating between 1 and 5),
  body text not null default '' check (length(body) <= 2000),
  status text not null default 'shown' check (status in ('shown', 'waiting', 'hidden')),
  reply text check (length(btrim(reply)) between 1 and 2000),
  replied_by uuid,
  replied_at timestamptz,
  created_at timestamptz not null default private.clock_now(),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, course_id, member_id),
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade,
  foreign key (account_id, replied_by) references public.members (account_id, id) on delete set null (replied_by),
  constraint course_reviews_replied check ((reply is null) = (replied_at is null))
);
comment on table public.course_reviews is 'What members who take a course say of it: one review each, with an answer of whoever teaches it.';
comment on column public.course_reviews.author_name is 'The name of the member when the review was written.';
create index course_reviews_member_id_idx on public.course_reviews (account_id, member_id);
create index course_reviews_replied_by_idx on public.course_reviews (account_id, replied_by);
create index course_reviews_course_id_idx on public.course_reviews (account_id, course_id, status, created_at desc);
create index course_reviews_created_at_idx on public.course_reviews (account_id, created_at desc, id);
alter table public.course_reviews enable row level security;
alter table public.course_reviews force row level security;

create table public.course_ratings (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  rating_count integer not null check (rating_count > 0),
  rating_sum integer not null check (rating_sum between rating_count and rating_count * 5),
  average numeric(3, 2) not null generated always as (rating_sum::numeric / rating_count) stored,
  primary key (account_id, id),
  unique (account_id, course_id),
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade
);
comment on table public.course_ratings is 'How many reviews of a course are shown, and their stars together; kept by a trigger so that a catalogue is one read.';
alter table public.course_ratings enable row level security;
alter table public.course_ratings force row level security;
