create function private.taxed_lines(account uuid, cart_lines jsonb, coupon_products uuid[], discount bigint, address jsonb)
returns table (lines jsonb, tax bigint, tax_country text, prices_include_tax boolean, tax_reason text, total bigint)
language sql stable security definer set search_path = '' as $$
  with line as (
    select l.value || jsonb_build_object('discount', coalesce(d.discount, 0),
        'net', (l.value ->> 'amount')::bigint * (l.value ->> 'quantity')::int - coalesce(d.discount, 0)) as facts
      from jsonb_array_elements(cart_lines) l
      left join private.line_discounts(cart_lines, coupon_products, taxed_lines.discount) d on d.product_id = (l.value ->> 'product_id')::uuid),
    taxed as (
      select line.facts || to_jsonb(t) as facts, t.*, (line.facts ->> 'net')::bigint as net
        from private.tax_of_lines(account, (select jsonb_agg(line.facts) from line), address) t
        join line on (line.facts ->> 'at')::bigint = t.at)
  select jsonb_agg(t.facts order by t.at), sum(t.tax)::bigint, min(t.tax_country), bool_and(t.prices_include_tax), min(t.tax_reason),
      sum(t.net + case when t.prices_include_tax then 0 else t.tax end)::bigint
    from taxed t
$$;
comment on function private.taxed_lines is 'The lines of private.price_lines with their share of a discount and their tax, and what they come to.';

create function private.tax_order(o public.orders) returns public.orders
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  -- A number that was confirmed once stays so until the register says something else.
  with taxed as (
    select i.id, t.* from private.tax_of_lines(o.account_id,
        (select jsonb_agg(jsonb_build_object('at', l.position, 'net', l.amount * l.quantity - l.discount, 'type', l.type, 'tax_class', coalesce(p.tax_class, 'standard')))
           from public.order_items l left join public.products p on (p.account_id, p.id) = (l.account_id, l.product_id)
          where (l.account_id, l.order_id) = (o.account_id, o.id)),
        o.billing_address, includes => o.prices_include_tax, max_age => '100 years') t
      join public.order_items i on (i.account_id, i.order_id, i.position) = (o.account_id, o.id, t.at)),
    lines as (
      update public.order_items i set tax = t.tax, tax_rate = t.tax_rate, tax_category = t.tax_category, tax_name = t.tax_name
        from taxed t where (i.account_id, i.id) = (o.account_id, t.id))
  update public.orders k set tax = s.tax, tax_country = s.tax_country, prices_include_tax = s.includes,
      total = k.subtotal - k.discount + case when s.includes then 0 else s.tax end
    from (select sum(t.tax) as tax, min(t.tax_country) as tax_country, bool_and(t.prices_include_tax) as includes from taxed t) s
   where (k.account_id, k.id) = (o.account_id, o.id) returning k.* into o;
  return o;
end $$;
comment on function private.tax_order is 'Computes the tax of an order from its own lines and address, where something else than a cart made it; returns the order. Whether its prices include tax stays as they were agreed to.';

create function private.quote_order(account uuid, items jsonb, coupon_name text, address jsonb, wanted_currency text default null)
returns table (currency text, subtotal bigint, discount bigint, tax bigint, total bigint, prices_include_tax boolean, tax_country text, tax_reason text,
  taxes jsonb, has_coupon boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  c public.coupons%rowtype;
  cart_lines jsonb;
  cart_currency text;
  undiscounted bigint;
  eligible bigint;
  reduction bigint := 0;
begin
  if jsonb_typeof(items) <> 'array' or jsonb_array_length(items) not between 1 and 50 then
    perform private.raise_error('invalid', 'An order must have 1 to 50 lines.');
  end if;
  select jsonb_agg(to_jsonb(l) order by l.at), sum(l.amount * l.quantity), min(l.currency)
    into cart_lines, undiscounted, cart_currency from private.price_lines(account, items, wanted_currency) l;
  select * into c from public.coupons k where k.account_id = account and k.name = coupon_name;
  if c.id is not null then
    select sum(l.amount * l.quantity) into eligible from jsonb_to_recordset(cart_lines) l(product_id uuid, amount bigint, quantity int)
     where c.product_ids = '{}' or l.product_id = any (c.product_ids);
    reduction := private.discount_of(c.discount_type, c.coupon_amount, coalesce(eligible, 0), private.currency_digits(cart_currency));
  end if;
  return query
    select cart_currency, undiscounted, reduction, t.tax, t.total, t.prices_include_tax, t.tax_country, t.tax_reason,
        (select coalesce(jsonb_agg(to_jsonb(g) order by g.rate desc, g.category), '[]') from (
          select l.tax_name as name, l.tax_rate as rate, l.tax_category as category, sum(l.tax) as tax
            from jsonb_to_recordset(t.lines) l(tax bigint, tax_rate numeric, tax_category text, tax_name text) group by 1, 2, 3) g),
        c.id is not null
      from private.taxed_lines(account, cart_lines, c.product_ids, reduction, address) t;
end $$;
comment on function private.quote_order is 'What private.place_order would charge a buyer at an address for a cart, with its tax by rate. Whether the coupon may be used is left to the order.';
grant execute on function private.quote_order(uuid, jsonb, text, jsonb, text) to anon, authenticated;
