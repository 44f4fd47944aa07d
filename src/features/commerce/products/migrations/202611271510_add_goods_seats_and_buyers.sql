alter table public.products drop constraint products_type_check;
alter table public.products
  add constraint products_type_check check (type in ('course', 'membership', 'digital', 'bundle', 'physical', 'seats', 'gift')),
  add column stock integer check (stock between 0 and 1000000),
  add column weight_grams integer check (weight_grams between 1 and 1000000),
  add column shipping_note text not null default '' check (length(shipping_note) <= 300),
  add column seats integer check (seats between 1 and 1000),
  add column buyers text not null default 'everyone' check (buyers in ('everyone', 'members', 'course', 'role')),
  add column buyers_course_id uuid,
  add column buyers_role_id uuid,
  add constraint products_seats_are_counted check (type <> 'seats' or seats is not null),
  add foreign key (account_id, buyers_course_id) references public.courses (account_id, id) on delete set null (buyers_course_id),
  add foreign key (account_id, buyers_role_id) references public.roles (account_id, role_id) on delete set null (buyers_role_id);
comment on table public.products is 'What an account sells: a course, a membership, a bundle of courses, a digital good, a thing that is sent, seats for a team, a gift.';
comment on column public.products.stock is 'How many pieces of a physical good are left to sell; null for any number.';
comment on column public.products.seats is 'For how many people one piece opens its courses, where it is sold as seats.';
comment on column public.products.buyers is 'Who may buy it: everyone, who has a membership, who has a course, or who has a role. Without the course or role nobody.';
create index products_buyers_course_id_idx on public.products (account_id, buyers_course_id);
create index products_buyers_role_id_idx on public.products (account_id, buyers_role_id);
