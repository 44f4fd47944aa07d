alter table public.order_items drop constraint order_items_type_check;
alter table public.order_items
  add constraint order_items_type_check check (type in ('course', 'membership', 'digital', 'bundle', 'physical', 'seats', 'gift')),
  add column seats integer check (seats between 1 and 1000),
  add column stock_taken integer not null default 0 check (stock_taken between 0 and 99);
comment on column public.order_items.seats is 'For how many people one piece is, as it was sold.';
comment on column public.order_items.stock_taken is 'How many pieces were taken from the stock and not put back.';

-- What a line opens may be open for somebody else than the buyer: who has a seat, or was given it.
alter table private.order_access
  add column member_id uuid,
  add foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade,
  drop constraint order_access_account_id_order_item_id_course_id_key,
  add constraint order_access_once unique nulls not distinct (account_id, order_item_id, course_id, member_id);
create index order_access_member_id_idx on private.order_access (account_id, member_id);
comment on column private.order_access.member_id is 'For whom it is open; null for the buyer.';
