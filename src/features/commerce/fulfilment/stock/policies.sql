create function private.take_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  line record;
  available integer;
begin
  if exists (select from lines l join public.orders o on (o.account_id, o.id) = (l.account_id, l.order_id)
      where l.type = 'physical' and (coalesce(o.billing_address ->> 'street', '') = '' or coalesce(o.billing_address ->> 'city', '') = '')) then
    perform private.raise_error('address_incomplete', 'Enter the street and the city to which your order is to be sent.');
  end if;
  -- In the order of the products, so that two orders never wait for each other.
  for line in
    select l.account_id, l.product_id, sum(l.quantity)::integer as quantity, min(l.title) as title from lines l
     where l.type = 'physical' group by l.account_id, l.product_id order by l.product_id
  loop
    select p.stock into available from public.products p where (p.account_id, p.id) = (line.account_id, line.product_id) for update;
    continue when available is null;
    if available = 0 then
      perform private.raise_error('sold_out', format('"%s" is sold out.', line.title));
    elsif available < line.quantity then
      perform private.raise_error('sold_out', format('Only %s of "%s" are left.', available, line.title));
    end if;
    update public.products p set stock = p.stock - line.quantity where (p.account_id, p.id) = (line.account_id, line.product_id);
    update public.order_items i set stock_taken = i.quantity from lines l
     where (i.account_id, i.id) = (l.account_id, l.id) and (l.type, l.product_id) = ('physical', line.product_id);
  end loop;
  return null;
end $$;
comment on function private.take_stock is 'Takes the physical goods of an order from their stock, or rejects the order; they need a street and a city to be sent to.';
create trigger order_items_take_stock after insert on public.order_items referencing new table as lines
  for each statement execute function private.take_stock();

create function private.put_back(line public.order_items, pieces integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- What was sent is put back by hand when it has arrived.
  if pieces <= 0 or exists (select from public.shipments s where (s.account_id, s.order_item_id) = (line.account_id, line.id)) then return; end if;
  update public.products p set stock = p.stock + pieces where (p.account_id, p.id) = (line.account_id, line.product_id) and p.stock is not null;
  update public.order_items i set stock_taken = i.stock_taken - pieces where (i.account_id, i.id) = (line.account_id, line.id);
end $$;
comment on function private.put_back is 'Puts pieces of a line that were not sent back into the stock.';

create function private.return_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.put_back(new, case when new.revoked_at is not null then new.stock_taken
    else least(new.stock_taken, new.refunded_quantity - old.refunded_quantity) end);
  return null;
end $$;
comment on function private.return_stock is 'Puts back what was refunded.';
create trigger order_items_return_stock after update of refunded_quantity, revoked_at on public.order_items for each row
  when (new.stock_taken > 0) execute function private.return_stock();

create function private.return_cancelled_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.put_back(i, i.stock_taken) from public.order_items i
    where (i.account_id, i.order_id) = (new.account_id, new.id) and i.stock_taken > 0 order by i.product_id;
  return null;
end $$;
comment on function private.return_cancelled_stock is 'Puts back what a cancelled order had taken.';
create trigger orders_return_stock after update of status on public.orders for each row
  when (new.status = 'cancelled' and old.status <> 'cancelled') execute function private.return_cancelled_stock();
