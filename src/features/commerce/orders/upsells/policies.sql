create function private.has_just_bought(account uuid, person uuid, product uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.orders o join public.order_items i on (i.account_id, i.order_id) = (o.account_id, o.id) and i.product_id = product
     where o.account_id = account and o.user_id = person and o.status in ('pending', 'paid') and o.placed_at > (select private.clock_now()) - interval '1 day')
$$;
comment on function private.has_just_bought is 'Whether a person has ordered a product within a day: as long as an upsell after the purchase holds.';

create function private.upsell_of(account uuid, product uuid, cart uuid[]) returns public.upsells
language sql stable security definer set search_path = '' as $$
  select u.* from public.upsells u
   where u.account_id = account and u.offered_product_id = product and u.is_active
     and case u.placement when 'checkout' then u.product_id = any (cart) else private.has_just_bought(account, auth.uid(), u.product_id) end
   order by u.discount_percent desc, u.id limit 1
$$;
comment on function private.upsell_of is 'The best upsell by which a product is in a cart; null where it is not offered there.';

create function public.upsells_for(account_id uuid, products uuid[])
returns table (id uuid, placement text, product_id uuid, discount_percent integer, headline text, description text)
language sql stable security definer set search_path = '' as $$
  select u.id, u.placement, u.offered_product_id, u.discount_percent, u.headline, u.description
    from (select distinct on (k.offered_product_id) k.* from public.upsells k
           where k.account_id = upsells_for.account_id and k.is_active
             and case k.placement when 'checkout' then k.product_id = any (products)
               else auth.uid() is not null and private.has_just_bought(k.account_id, auth.uid(), k.product_id) end
           order by k.offered_product_id, k.discount_percent desc, k.id) u
    join public.products p on (p.account_id, p.id) = (u.account_id, u.offered_product_id) and p.status = 'published' and p.stock is distinct from 0
     and p.buyers = 'everyone'
   where cardinality(products) <= 50
     and not exists (select from private.owned_products(u.account_id, auth.uid(), array[u.offered_product_id]))
     and private.waiting_order(u.account_id, auth.uid(), array[u.offered_product_id]) is null
   order by u.created_at, u.id limit 20
$$;
comment on function public.upsells_for is 'What is offered to the caller with up to 50 products in a cart, and because of what they have just bought: each product once, by its best upsell.';
grant execute on function public.upsells_for(uuid, uuid[]) to anon, authenticated;

create function public.upsell_results(product_id uuid) returns table (id uuid, currency text, orders bigint, amount bigint)
language sql stable security definer set search_path = '' as $$
  select u.id, o.currency, count(*), sum(i.amount * i.quantity - i.discount)::bigint
    from public.upsells u
    join public.order_items i on (i.account_id, i.upsell_id) = (u.account_id, u.id)
    join public.orders o on (o.account_id, o.id) = (i.account_id, i.order_id) and o.status = 'paid'
   where u.account_id = (select private.account_with('manage_shop')) and u.product_id = upsell_results.product_id
   group by u.id, o.currency
$$;
comment on function public.upsell_results is 'How many paid orders took each upsell of a product, and what its lines came to before tax is added, by currency.';
grant execute on function public.upsell_results(uuid) to authenticated;
