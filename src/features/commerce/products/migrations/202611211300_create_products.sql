create table public.products (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  title text not null check (length(title) between 1 and 160),
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,99}$'),
  description text not null default '' check (length(description) <= 5000),
  image text check (length(image) <= 1000),
  type text not null default 'course' check (type in ('course', 'membership', 'digital', 'bundle')),
  status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  course_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, slug),
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete set null (course_id),
  constraint products_course_has_one check (type = 'course' or course_id is null)
);
comment on table public.products is 'What an account sells: a course, a membership, a bundle of courses, a digital good.';
create index products_course_id_idx on public.products (account_id, course_id);
create index products_newest_idx on public.products (account_id, created_at desc);
create index products_title_search_idx on public.products using gin (to_tsvector('simple', title));
alter table public.products enable row level security;
alter table public.products force row level security;

create table public.product_courses (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  product_id uuid not null,
  course_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, product_id, course_id),
  foreign key (account_id, product_id) references public.products (account_id, id) on delete cascade,
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade
);
comment on table public.product_courses is 'The courses that a bundle or a membership opens.';
create index product_courses_course_id_idx on public.product_courses (account_id, course_id);
alter table public.product_courses enable row level security;
alter table public.product_courses force row level security;

create table public.prices (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  product_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount between 0 and 1000000000000),
  frequency jsonb check (coalesce(
    jsonb_typeof(frequency -> 'value') = 'number' and frequency ->> 'value' ~ '^[1-9][0-9]{0,2}$'
      and frequency ->> 'parameter' in ('day', 'week', 'month', 'year'), frequency is null)),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, product_id) references public.products (account_id, id) on delete cascade
);
comment on table public.prices is 'A price of a product in the currency''s smallest unit; a price that was replaced stays, no longer active.';
create unique index prices_one_active_idx on public.prices (account_id, product_id, currency) where is_active;
create index prices_product_id_idx on public.prices (account_id, product_id);
alter table public.prices enable row level security;
alter table public.prices force row level security;
