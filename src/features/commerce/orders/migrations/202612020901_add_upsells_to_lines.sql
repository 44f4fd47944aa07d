alter table public.order_items
  add column upsell_id uuid,
  add foreign key (account_id, upsell_id) references public.upsells (account_id, id) on delete set null (upsell_id);
comment on column public.order_items.upsell_id is 'The upsell by which the line was bought at its price; null where it was not offered.';
create index order_items_upsell_id_idx on public.order_items (account_id, upsell_id) where upsell_id is not null;
