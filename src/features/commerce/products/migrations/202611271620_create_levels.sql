create table public.product_levels (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  product_id uuid not null,
  position numeric(3, 1) not null check (position between 0.5 and 6.5),
  name text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 300),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, product_id) references public.products (account_id, id) on delete cascade
);
comment on table public.product_levels is 'The levels of a membership, from the lowest up: each opens what it names and all that the ones below it open. One that was taken out stays for who has it.';
comment on column public.product_levels.position is 'Its rank: whole numbers from 1 for those that are sold; one that was taken out stands by a half above those it was above.';
create index product_levels_product_id_idx on public.product_levels (account_id, product_id, position);
alter table public.product_levels enable row level security;
alter table public.product_levels force row level security;

alter table public.product_courses
  add column level_id uuid,
  add foreign key (account_id, level_id) references public.product_levels (account_id, id) on delete set null (level_id);
comment on column public.product_courses.level_id is 'From which level on the course is open; null for every level.';
create index product_courses_level_id_idx on public.product_courses (account_id, level_id) where level_id is not null;

alter table public.prices
  add column level_id uuid,
  add foreign key (account_id, level_id) references public.product_levels (account_id, id) on delete set null (level_id);
comment on column public.prices.level_id is 'The level that is bought at this price; null opens everything, as before there were levels.';
create index prices_level_id_idx on public.prices (account_id, level_id) where level_id is not null;
