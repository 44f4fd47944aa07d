alter table public.order_items
  add column discount bigint not null default 0 check (discount between 0 and amount * quantity);
comment on column public.order_items.discount is 'The part of the order''s discount that this line got, in the smallest unit.';
-- Each line of an earlier order gets its share of the discount; what rounding leaves goes to the largest remainders.
with line as (
  select i.account_id, i.id, i.order_id, i.position, o.discount, o.subtotal,
         div(o.discount::numeric * i.amount * i.quantity, o.subtotal) as share,
         mod(o.discount::numeric * i.amount * i.quantity, o.subtotal) as rest
    from public.order_items i join public.orders o on (o.account_id, o.id) = (i.account_id, i.order_id)
   where o.discount > 0),
given as (
  select account_id, id, share, discount - sum(share) over (partition by account_id, order_id) as left_over,
         row_number() over (partition by account_id, order_id order by rest desc, position) as turn
    from line)
update public.order_items i set discount = g.share + case when g.turn <= g.left_over then 1 else 0 end
  from given g where (i.account_id, i.id) = (g.account_id, g.id);
