create function private.purchased_products() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select i.product_id from public.orders o join public.order_items i on (i.account_id, i.order_id) = (o.account_id, o.id)
   where o.user_id = auth.uid() and o.status = 'paid' and i.revoked_at is null and o.account_id = (select private.account_with('member'))
$$;
comment on function private.purchased_products is 'The products the caller has paid for in this account and still has.';
grant execute on function private.purchased_products() to authenticated;

create policy "Buyers see the files of what they paid for" on public.product_files for select to authenticated
  using (product_id in (select private.purchased_products()));

create function private.release_coupon(o public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  released_coupon uuid;
begin
  delete from public.coupon_redemptions r where r.account_id = o.account_id and r.order_id = o.id returning coupon_id into released_coupon;
  if released_coupon is not null then
    update public.coupons c set usage_count = greatest(0, usage_count - 1) where c.account_id = o.account_id and c.id = released_coupon;
  end if;
end $$;
comment on function private.release_coupon is 'Releases the coupon use of an order, once.';

create function private.release_unpaid_coupons() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype;
  released integer := 0;
begin
  for o in
    select k.* from public.orders k join public.coupon_redemptions r on (r.account_id, r.order_id) = (k.account_id, k.id)
     where k.status = 'pending' and k.placed_at < (select private.clock_now()) - interval '7 days'
     order by k.id for update of k skip locked
  loop
    perform private.release_coupon(o);
    released := released + 1;
  end loop;
  return released;
end $$;
comment on function private.release_unpaid_coupons is 'Releases the coupon uses of orders unpaid for seven days; the orders keep their price.';

create function private.settle_order(account uuid, target_id uuid, at timestamptz default private.clock_now()) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype;
  coupon uuid;
begin
  update public.orders set status = 'paid', paid_at = at
    where account_id = account and id = target_id and status = 'pending' returning * into o;
  if o.id is null then
    perform private.raise_error('order_not_pending', 'Only an order awaiting payment can be marked as paid.');
  end if;
  -- Paid after its coupon use was released: it counts as a use again, beyond the limit if need be.
  insert into public.coupon_redemptions (account_id, coupon_id, order_id, user_id)
    select o.account_id, c.id, o.id, o.user_id from public.coupons c where c.account_id = o.account_id and c.name = o.coupon
    on conflict (account_id, order_id) do nothing returning coupon_id into coupon;
  update public.coupons c set usage_count = usage_count + 1 where c.account_id = o.account_id and c.id = coupon;
  perform private.post_transaction(o.account_id, 'order', 'order:' || o.id, 'order:' || o.id || ':paid', jsonb_build_array(
      jsonb_build_object('code', 'cash:' || o.provider, 'currency', o.currency, 'amount', o.total - o.credit),
      jsonb_build_object('code', 'customer_credit', 'currency', o.currency, 'amount', o.credit),
      jsonb_build_object('code', 'discounts', 'currency', o.currency, 'amount', o.discount),
      jsonb_build_object('code', 'sales', 'currency', o.currency, 'amount', -(o.subtotal - case when o.prices_include_tax then o.tax else 0 end)),
      jsonb_build_object('code', 'tax', 'currency', o.currency, 'amount', -o.tax)), occurred_at => o.paid_at);
  perform private.grant_purchased_courses(o);
  perform private.notify_buyer(o, 'paid', '/dashboard/orders');
  return o;
end $$;
comment on function private.settle_order is 'The only transition from pending to paid: ledger, access, notification and mail follow exactly once.';

create function private.managed_order(order_id uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype;
begin
  select * into o from public.orders where id = order_id and account_id = (select private.account_with('manage_shop')) for update;
  if o.id is null then
    perform private.raise_error('not_found', 'There is no such order.');
  end if;
  return o;
end $$;
comment on function private.managed_order is 'An order of the caller''s account, locked; raises not_found without manage_shop.';

create function public.mark_paid(order_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype := private.managed_order(order_id);
begin
  -- The money came past the provider that was chosen.
  update public.orders set provider = 'offline' where account_id = o.account_id and id = o.id and status = 'pending' and provider <> 'offline';
  o := private.settle_order(o.account_id, o.id);
  return o.status;
end $$;
comment on function public.mark_paid is 'Marks an order paid: access, notification and mail follow, exactly once.';
grant execute on function public.mark_paid(uuid) to authenticated;

create function public.cancel_order(order_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype;
begin
  select * into o from public.orders where id = order_id and (account_id = (select private.account_with('manage_shop'))
    or (user_id = auth.uid() and account_id = (select private.account_with('member')))) for update;
  if o.id is null then
    perform private.raise_error('not_found', 'There is no such order.');
  elsif o.status <> 'pending' then
    perform private.raise_error('order_not_pending', 'Only an order awaiting payment can be cancelled.');
  end if;
  update public.orders set status = 'cancelled', closed_at = private.clock_now() where account_id = o.account_id and id = o.id returning * into o;
  perform private.release_coupon(o);
  perform private.notify_buyer(o, 'cancelled', '/dashboard/orders');
  return o.status;
end $$;
comment on function public.cancel_order is 'Cancels a pending order, by the buyer or a manager; its coupon use is released.';
grant execute on function public.cancel_order(uuid) to authenticated;

create function public.mark_orders_paid(order_ids uuid[]) returns jsonb
language sql security definer set search_path = '' as $$
  select private.apply_to_each(order_ids, 'select public.mark_paid($1)')
$$;
comment on function public.mark_orders_paid is 'Marks up to 200 orders paid; returns how many changed, and the errors of the others.';
grant execute on function public.mark_orders_paid(uuid[]) to authenticated;

create function public.cancel_orders(order_ids uuid[]) returns jsonb
language sql security definer set search_path = '' as $$
  select private.apply_to_each(order_ids, 'select public.cancel_order($1)')
$$;
comment on function public.cancel_orders is 'Cancels up to 200 pending orders; returns how many changed, and the errors of the others.';
grant execute on function public.cancel_orders(uuid[]) to authenticated;

create function private.order_to_pay(account uuid, target uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('user_id', o.user_id, 'amount', case when o.status = 'pending' then o.total - o.credit end, 'currency', o.currency,
      'description', '#' || o.number || ': ' || left((select string_agg(i.title, ', ' order by i.position) from public.order_items i
        where (i.account_id, i.order_id) = (o.account_id, o.id)), 200),
      'email', o.email, 'locale', o.locale, 'path', '/thankyou?order=' || o.id,
      'keeps_method', exists (select from public.order_items i where (i.account_id, i.order_id) = (o.account_id, o.id) and i.frequency is not null))
    from public.orders o where (o.account_id, o.id) = (account, target)
$$;
comment on function private.order_to_pay is 'What a payment of an order needs to know of it.';

create function private.order_of_payment(account uuid, subject text) returns public.orders
language sql security definer set search_path = '' as $$
  select o.* from public.orders o where o.account_id = account and 'order:' || o.id = subject for update
$$;
comment on function private.order_of_payment is 'The order a payment is of, locked.';

create function private.settle_paid_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype := private.order_of_payment(new.account_id, new.subject);
begin
  if o.id is null or o.status <> 'pending' or (o.total - o.credit, o.currency) is distinct from (new.amount, new.currency) then
    -- Paid twice, or after it was cancelled: the money goes back, and the order stays as it is.
    perform private.return_excess(new);
    return null;
  end if;
  update public.orders set provider = new.provider where (account_id, id) = (o.account_id, o.id);
  perform private.settle_order(o.account_id, o.id, new.succeeded_at);
  return null;
end $$;
comment on function private.settle_paid_order is 'A payment settles its order, in one transaction; what can settle nothing is given back.';
create trigger payments_settle_order after update of status on public.payments for each row
  when (new.status = 'succeeded' and old.status <> 'succeeded' and new.subject like 'order:%') execute function private.settle_paid_order();

create function private.refund_by_provider() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What the provider reported itself has gone back already.
  if new.idempotency_key like 'provider:%' then return null; end if;
  perform private.request_refund(new.account_id, 'order:' || new.order_id, new.amount - new.credit, 'refund:' || new.id);
  return null;
end $$;
comment on function private.refund_by_provider is 'The money of a refund goes back by the provider it was paid through, if any.';
create trigger refunds_by_provider after insert on public.refunds for each row
  when (new.kind = 'refund' and new.amount > new.credit) execute function private.refund_by_provider();

create function private.book_reported_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype;
begin
  select (private.order_of_payment(p.account_id, p.subject)).* into o from public.payments p
   where (p.account_id, p.id) = (new.account_id, new.payment_id)
     and not exists (select from public.payment_refunds e where (e.account_id, e.payment_id) = (p.account_id, p.id) and e.origin = 'excess');
  if o.id is null then return null; end if;
  if new.kind = 'chargeback' then
    perform private.follow_dispute(o, new);
  elsif new.status = 'succeeded' and o.status in ('paid', 'disputed') and o.total - o.refunded > private.disputed_amount(o) then
    perform private.refund(o, sum_of_it => least(new.amount, o.total - o.refunded - private.disputed_amount(o)), key => 'provider:' || new.id);
  end if;
  return null;
end $$;
comment on function private.book_reported_refund is 'A refund that a provider reports becomes one of the order; a dispute closes it until it is decided.';
create trigger payment_refunds_reported_added after insert on public.payment_refunds for each row
  when (new.origin = 'provider' and (new.status = 'succeeded' or new.kind = 'chargeback')) execute function private.book_reported_refund();
create trigger payment_refunds_reported_changed after update of status on public.payment_refunds for each row
  when (new.origin = 'provider' and new.status <> old.status and (new.status = 'succeeded' or new.kind = 'chargeback')) execute function private.book_reported_refund();
