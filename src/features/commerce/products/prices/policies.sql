create function public.set_prices(product_id uuid, prices jsonb) returns setof uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  product public.products%rowtype;
  usual public.prices%rowtype;
  price public.prices%rowtype;
  stored_id uuid;
  ids uuid[] := '{}';
begin
  select * into product from public.products p
    where p.id = product_id and p.account_id = (select private.account_with('manage_shop')) for update;
  if product.id is null then
    perform private.raise_error('not_found', 'There is no such product.');
  end if;
  if jsonb_typeof(prices) is distinct from 'array' or jsonb_array_length(prices) > 50 then
    perform private.raise_error('invalid', 'A product can have at most 50 prices.');
  end if;
  usual.kind := 'once';
  usual.trial_days := 0;
  usual.setup_fee := 0;
  usual.label := '';
  for price in select p.* from jsonb_populate_recordset(usual, prices) p loop
    if price.sale_amount not between 0 and price.amount - 1 or (price.sale_amount is null and coalesce(price.sale_start, price.sale_end) is not null) then
      perform private.raise_error('invalid', 'A sale price must be 0 or more and below the regular price.');
    elsif product.type in ('physical', 'seats', 'gift') and price.frequency is not null then
      perform private.raise_error('invalid', 'Goods, seats and gifts are sold at prices that are paid once.');
    elsif price.level_id is not null and not exists (select from public.product_levels l
        where (l.account_id, l.product_id, l.id) = (product.account_id, product.id, price.level_id) and l.is_active) then
      perform private.raise_error('invalid', 'A price is of a level of its own product.');
    elsif price.sale_end <= price.sale_start then
      perform private.raise_error('invalid', 'A sale must end after it starts.');
    end if;
    select p.id into stored_id from public.prices p
     where (p.account_id, p.product_id) = (product.account_id, product.id) and p.is_active and p.id <> all (ids)
       and (p.kind, p.currency, p.amount, p.trial_days, p.setup_fee) = (price.kind, price.currency, price.amount, price.trial_days, price.setup_fee)
       and (p.frequency, p.cycles, p.minimum_amount, p.sale_amount, p.sale_start, p.sale_end, p.level_id)
         is not distinct from (price.frequency, price.cycles, price.minimum_amount, price.sale_amount, price.sale_start, price.sale_end, price.level_id)
     order by p.id limit 1;
    if stored_id is null then
      insert into public.prices (account_id, product_id, kind, currency, amount, frequency, cycles, trial_days, setup_fee, minimum_amount, label, level_id,
          sale_amount, sale_start, sale_end, position)
        values (product.account_id, product.id, price.kind, price.currency, price.amount, price.frequency, price.cycles, price.trial_days, price.setup_fee,
          price.minimum_amount, price.label, price.level_id, price.sale_amount, price.sale_start, price.sale_end, cardinality(ids) + 1)
        returning id into stored_id;
    else
      update public.prices p set label = price.label, position = cardinality(ids) + 1
       where (p.account_id, p.id) = (product.account_id, stored_id) and (p.label, p.position) is distinct from (price.label, cardinality(ids) + 1);
    end if;
    ids := ids || stored_id;
  end loop;
  update public.prices p set is_active = false
   where (p.account_id, p.product_id) = (product.account_id, product.id) and p.is_active and p.id <> all (ids);
  perform private.announce_sales(product.account_id);
  return query select unnest(ids);
exception when data_exception or integrity_constraint_violation then
  perform private.raise_error('invalid', 'Check the amounts, the interval and the number of payments of each price.');
end $$;
comment on function public.set_prices is 'Sets all prices of a product, in order, and returns their ids: an unchanged one keeps its id, any other is withdrawn, and earlier orders keep theirs.';
grant execute on function public.set_prices(uuid, jsonb) to authenticated;
