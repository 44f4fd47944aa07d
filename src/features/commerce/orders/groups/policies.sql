-- Groups that were bought: what an order opens and takes back holds in the transaction of the order.

create function private.sync_product_groups(account uuid, product uuid, member uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  until timestamptz := private.product_access_until(account, product, member);
begin
  if coalesce(until, private.clock_now()) > private.clock_now() then
    perform private.grant_groups(account, 'product', product, member, until);
  else
    perform private.revoke_groups(account, 'product', product, member);
  end if;
end $$;
comment on function private.sync_product_groups is 'Lets a buyer into the groups of a product, or takes them out, by what they have paid for now.';

create function private.sync_order_groups() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders;
begin
  if tg_table_name = 'orders' then
    bought := new;
  else
    select * into bought from public.orders o where (o.account_id, o.id) = (new.account_id, new.order_id);
  end if;
  if bought.member_id is null then return null; end if;
  perform private.sync_product_groups(bought.account_id, l.product_id, bought.member_id) from (
    select distinct i.product_id from public.order_items i
      join public.group_sources s on (s.account_id, s.kind, s.source_id) = (i.account_id, 'product', i.product_id)
     where (i.account_id, i.order_id) = (bought.account_id, bought.id)) l;
  return null;
end $$;
comment on function private.sync_order_groups is 'An order that is paid, refunded, disputed or given to a member opens and closes the groups of its products.';
create trigger orders_sync_groups after update of status, member_id on public.orders for each row
  when ((old.status, old.member_id) is distinct from (new.status, new.member_id)) execute function private.sync_order_groups();
create trigger order_items_sync_groups after insert or update of revoked_at, access_until on public.order_items
  for each row execute function private.sync_order_groups();

create function private.open_group_to_buyers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.sync_product_groups(new.account_id, new.source_id, b.member_id) from (
    select distinct o.member_id from public.orders o
      join public.order_items i on (i.account_id, i.order_id) = (o.account_id, o.id) and i.product_id = new.source_id
     where o.account_id = new.account_id and o.status = 'paid' and o.member_id is not null) b;
  return null;
end $$;
comment on function private.open_group_to_buyers is 'A group that was added to a product opens to everyone who has bought it.';
create trigger group_sources_open_to_buyers after insert on public.group_sources for each row when (new.kind = 'product')
  execute function private.open_group_to_buyers();
