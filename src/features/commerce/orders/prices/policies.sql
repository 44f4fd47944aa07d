create function private.chosen_amount(price public.prices, line jsonb) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  chosen numeric;
begin
  if price.kind <> 'pay_what_you_want' or coalesce(line -> 'amount', 'null') = 'null' then return public.amount_now(price); end if;
  if jsonb_typeof(line -> 'amount') = 'number' then
    chosen := (line ->> 'amount')::numeric;
  end if;
  if chosen is null or chosen <> trunc(chosen) or chosen not between price.minimum_amount and 1000000000000 then
    perform private.raise_error('invalid', 'Choose an amount that is not below the minimum.');
  end if;
  return chosen::bigint;
end $$;
comment on function private.chosen_amount is 'What one piece costs at a price: the amount a buyer chose where they may choose one, whatever else the browser sent.';

create function private.price_title(price public.prices) returns text
language sql stable security definer set search_path = '' as $$
  select left(s.title || coalesce(' · ' || l.name, ''), 160)
    from public.products s
    left join public.product_levels l on (l.account_id, l.id) = (s.account_id, price.level_id)
   where (s.account_id, s.id) = (price.account_id, price.product_id)
$$;
comment on function private.price_title is 'What is bought at a price: its product, with its level where it has one.';

create function private.price_lines(account uuid, items jsonb, wanted_currency text default null) returns table (
  product_id uuid, price_id uuid, title text, type text, quantity integer, amount bigint, currency text, frequency jsonb, price_kind text,
  renewal_amount bigint, cycles integer, trial_days integer, setup_fee bigint, tax_class text, upsell_id uuid, at bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  cart_currency text;
  product_count integer;
begin
  select count(distinct i ->> 'product_id') into product_count from jsonb_array_elements(items) i;
  if product_count < (select count(distinct i - 'quantity') from jsonb_array_elements(items) i) then
    perform private.raise_error('invalid', 'A product can be in an order at one of its prices.');
  end if;
  -- The account's own currency if every product is sold in it, else one in which every product is.
  select p.currency into cart_currency
    from jsonb_array_elements(items) i
    join public.products s on s.account_id = account and s.id = (i ->> 'product_id')::uuid and s.status = 'published'
    join public.prices p on (p.account_id, p.product_id) = (s.account_id, s.id) and p.is_active and p.id = coalesce((i ->> 'price_id')::uuid, p.id)
   where p.currency = coalesce(wanted_currency, p.currency)
   group by p.currency having count(distinct p.product_id) = product_count
   order by p.currency <> private.account_currency(account), p.currency limit 1;
  if cart_currency is null then
    perform private.raise_error('not_on_sale', 'An item in the cart is no longer for sale, or the items have different currencies.');
  end if;
  return query
    with line as (
      select (i.value ->> 'product_id')::uuid as product_id, (i.value ->> 'price_id')::uuid as price_id, sum((i.value ->> 'quantity')::int)::int as quantity,
          i.value - 'quantity' as choice, min(i.ordinality) as at
        from jsonb_array_elements(items) with ordinality i group by 1, 2, 4),
      priced as (
        select s.id as product_id, p.id as price_id, private.price_title(p) as title, s.type, l.quantity, private.chosen_amount(p, l.choice) as price, p.currency, p.frequency, p.kind,
            p.cycles, case when l.choice -> 'trial' = 'false' then 0 else p.trial_days end as trial_days, p.setup_fee, s.tax_class, u.id as upsell_id,
            case when p.kind = 'once' then coalesce(u.discount_percent, 0) else 0 end as discount_percent, l.at
          from line l
          join public.products s on s.account_id = account and s.id = l.product_id
          join public.prices p on p.account_id = s.account_id and p.id = (
            select o.id from public.prices o
             where (o.account_id, o.product_id) = (s.account_id, s.id) and o.is_active and o.currency = cart_currency and o.id = coalesce(l.price_id, o.id)
             order by o.position, o.id limit 1)
          left join private.upsell_of(account, s.id, array(select o.product_id from line o)) u on u.id is not null)
    select r.product_id, r.price_id, r.title, r.type, r.quantity,
        case when r.trial_days > 0 then 0 else r.price - private.discount_of('percentage', r.discount_percent, r.price, 0) end + r.setup_fee, r.currency, r.frequency,
        r.kind, case when r.frequency is not null and (r.trial_days > 0 or coalesce(r.cycles, 2) > 1) then r.price end, r.cycles, r.trial_days, r.setup_fee, r.tax_class, r.upsell_id, r.at
      from priced r order by r.at;
end $$;
comment on function private.price_lines is 'The lines of a cart with prices from the tables, whatever the browser sent: each at the price it names, else at the first of its product.';
