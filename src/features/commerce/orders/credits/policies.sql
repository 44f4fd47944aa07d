create function private.credit_of(account uuid, person uuid, currency text) returns bigint
language sql stable security definer set search_path = '' as $$
  select greatest(0, coalesce(sum(w.amount), 0))::bigint
    from public.orders o
   cross join lateral (
     -- The shop owes what stands on the credit side of the ledger.
     select -e.amount as amount
       from public.ledger_transactions t
       join public.ledger_entries e on (e.account_id, e.transaction_id) = (t.account_id, t.id) and e.code = 'customer_credit' and e.currency = credit_of.currency
      where (t.account_id, t.subject) = (o.account_id, 'order:' || o.id)
     -- An order that waits to be paid keeps the credit it will take.
     union all select -o.credit where o.status = 'pending' and o.currency = credit_of.currency) w
   where (o.account_id, o.user_id) = (account, person)
$$;
comment on function private.credit_of is 'What a shop owes a buyer in a currency and is not promised to an order yet, in the smallest unit.';

create function private.apply_credit(o public.orders) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  usable bigint := least(o.total, private.credit_of(o.account_id, o.user_id, o.currency));
begin
  if usable > 0 then
    update public.orders k set credit = usable where (k.account_id, k.id) = (o.account_id, o.id) returning * into o;
  end if;
  return o;
end $$;
comment on function private.apply_credit is 'Pays a new order by the credit of its buyer, as far as that goes. The caller has locked the buyer.';

create function private.apply_spare_credit(o public.orders) returns public.orders
language plpgsql security definer set search_path = '' as $$
begin
  -- Whoever orders holds this lock and then counts orders; the schedule counts first, and may not wait for it.
  if o.user_id is not null and pg_try_advisory_xact_lock(hashtextextended(o.account_id::text || o.user_id::text, 0)) then
    return private.apply_credit(o);
  end if;
  return o;
end $$;
comment on function private.apply_spare_credit is 'Pays an order that the schedule places by the credit of its buyer, unless they place an order of their own at this moment: that one takes it.';

create function public.own_credits(account_id uuid) returns table (currency text, amount bigint)
language sql stable security definer set search_path = '' as $$
  select c.currency, private.credit_of(own_credits.account_id, auth.uid(), c.currency)
    from (select distinct o.currency from public.orders o
           where o.account_id = own_credits.account_id and o.user_id = auth.uid() and own_credits.account_id in (select private.account_with('member'))) c
$$;
comment on function public.own_credits is 'What the shop owes the caller, by currency, in the smallest unit.';
grant execute on function public.own_credits(uuid) to authenticated;
