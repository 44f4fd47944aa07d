-- Disputes are written only by what their provider reports.
grant select (account_id, id, order_id, amount, currency, status, opened_at, closed_at, created_at) on public.order_disputes to authenticated;
create policy "Who sees an order sees its disputes" on public.order_disputes for select to authenticated
  using (exists (select from public.orders o where (o.account_id, o.id) = (order_disputes.account_id, order_disputes.order_id)));

create function private.disputed_amount(o public.orders) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(d.amount), 0)::bigint from public.order_disputes d where (d.account_id, d.order_id) = (o.account_id, o.id) and d.status = 'open'
$$;
comment on function private.disputed_amount is 'How much of an order is disputed now.';

create function private.suspend_purchases(o public.orders) returns void
language sql security definer set search_path = '' as $$
  -- Ended with a date, not by hand: what the order opens is still recorded, so that it can open again.
  update public.enrolments e set status = case when w.until > private.clock_now() then e.status else 'ended' end,
      expires_at = case when w.until > private.clock_now() then nullif(w.until, 'infinity') else private.clock_now() end
    from (select a.course_id, a.member_id, private.paid_access_until(o.account_id, a.course_id, a.member_id) as until
            from (select distinct x.course_id, coalesce(x.member_id, o.member_id) as member_id from private.order_access x
                   where (x.account_id, x.order_id) = (o.account_id, o.id)) a) w
   where (e.account_id, e.course_id, e.member_id) = (o.account_id, w.course_id, w.member_id) and (e.status, e.source) = ('active', 'order')
$$;
comment on function private.suspend_purchases is 'Closes what an order opened while it is disputed; what other orders opened stays.';

create function private.restore_purchases(o public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  w record;
begin
  for w in
    select a.course_id, a.member_id, private.paid_access_until(o.account_id, a.course_id, a.member_id) as until
      from (select distinct x.course_id, coalesce(x.member_id, o.member_id) as member_id from private.order_access x
             where (x.account_id, x.order_id) = (o.account_id, o.id)) a where a.member_id is not null
  loop
    continue when coalesce(w.until, private.clock_now()) <= private.clock_now();
    perform private.enrol(o.account_id, w.course_id, w.member_id, 'order', nullif(w.until, 'infinity'));
  end loop;
end $$;
comment on function private.restore_purchases is 'Opens again what an order opened, as long as it has paid for, after its dispute is won.';

create function private.sellers_of(o public.orders) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select m.user_id from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
   where m.account_id = o.account_id and m.blocked_at is null and m.user_id is not null and r.caps && '{manage_options,manage_shop}'
     and m.user_id is distinct from o.user_id
$$;
comment on function private.sellers_of is 'Who manages the shop of an order, but for its buyer.';

create function private.open_dispute(o public.orders, r public.payment_refunds) returns void
language plpgsql security definer set search_path = '' as $$
declare
  d public.order_disputes%rowtype;
  left_of_it bigint := o.total - o.refunded - private.disputed_amount(o);
  facts jsonb := jsonb_build_object('number', '#' || o.number);
begin
  if o.status not in ('paid', 'disputed') or left_of_it < 1 then return; end if;
  insert into public.order_disputes (account_id, order_id, payment_refund_id, amount, currency, opened_at)
    values (o.account_id, o.id, r.id, least(r.amount, left_of_it), o.currency, private.clock_now())
    on conflict (account_id, payment_refund_id) do nothing returning * into d;
  if d.id is null then return; end if;
  perform private.post_transaction(o.account_id, 'chargeback', 'order:' || o.id, 'dispute:' || d.id, jsonb_build_array(
    jsonb_build_object('code', 'chargebacks', 'currency', d.currency, 'amount', d.amount),
    jsonb_build_object('code', 'cash:' || o.provider, 'currency', d.currency, 'amount', -d.amount)), occurred_at => d.opened_at);
  perform private.record_order_entry(o.account_id, o.id, 'dispute', jsonb_build_object('amount', d.amount, 'reason', ''), at => d.opened_at);
  if o.status = 'paid' then
    update public.orders x set status = 'disputed' where (x.account_id, x.id) = (o.account_id, o.id) returning * into o;
    perform private.suspend_purchases(o);
    perform private.notify_localized(o.account_id, o.user_id, 'orderDisputed',
      'The payment of your order {{number}} is disputed. What it opened is closed until your bank has decided.',
      facts, 2, '/dashboard/orders', 'orders') where o.user_id is not null;
    perform private.notify_localized(o.account_id, s, 'saleDisputed',
      'The payment of order {{number}} is disputed. Answer on the pages of the provider in time.',
      facts, 2, '/dashboard/manage/ecommerce/orders', 'sales', o.user_id) from private.sellers_of(o) s;
  end if;
end $$;
comment on function private.open_dispute is 'A payment that the bank of its buyer has taken back disputes its order: the ledger has the chargeback, and what it opened is closed.';

create function private.close_dispute(o public.orders, d public.order_disputes, outcome text) returns public.orders
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_disputes x set status = outcome, closed_at = private.clock_now() where (x.account_id, x.id) = (d.account_id, d.id);
  if o.status = 'disputed' and private.disputed_amount(o) = 0 then
    update public.orders x set status = 'paid' where (x.account_id, x.id) = (o.account_id, o.id) returning * into o;
  end if;
  return o;
end $$;
comment on function private.close_dispute is 'Records how a dispute ended; without another one the order is paid again.';

create function private.win_dispute(o public.orders, d public.order_disputes) returns void
language plpgsql security definer set search_path = '' as $$
declare
  facts jsonb := jsonb_build_object('number', '#' || o.number);
begin
  perform private.post_transaction(o.account_id, 'adjustment', 'order:' || o.id, 'dispute:' || d.id || ':won', jsonb_build_array(
    jsonb_build_object('code', 'cash:' || o.provider, 'currency', d.currency, 'amount', d.amount),
    jsonb_build_object('code', 'chargebacks', 'currency', d.currency, 'amount', -d.amount)));
  perform private.record_order_entry(o.account_id, o.id, 'dispute_won', jsonb_build_object('amount', d.amount, 'reason', ''));
  o := private.close_dispute(o, d, 'won');
  if o.status = 'paid' then
    perform private.restore_purchases(o);
    perform private.notify_localized(o.account_id, o.user_id, 'orderRestored',
      'The dispute about your order {{number}} is over. What it opened is open again.',
      facts, 2, '/dashboard/orders', 'orders') where o.user_id is not null;
    perform private.notify_localized(o.account_id, s, 'saleRestored',
      'The dispute about order {{number}} is won. The money is back.',
      facts, 2, '/dashboard/manage/ecommerce/orders', 'sales', o.user_id) from private.sellers_of(o) s;
  end if;
end $$;
comment on function private.win_dispute is 'A dispute that the shop won gives back the money, the order and what it opened.';

create function private.lose_dispute(o public.orders, d public.order_disputes, key text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  o := private.close_dispute(o, d, 'lost');
  -- The money has gone already: what was posted as a whole is split into its tax now.
  perform private.refund(o, sum_of_it => least(d.amount, o.total - o.refunded), revokes => true, as_kind => 'chargeback', key => key, source => 'chargebacks');
end $$;
comment on function private.lose_dispute is 'A dispute that the shop lost becomes a refund of the order by its bank.';

create function private.follow_dispute(o public.orders, r public.payment_refunds) returns void
language plpgsql security definer set search_path = '' as $$
declare
  d public.order_disputes%rowtype;
begin
  select * into d from public.order_disputes x where (x.account_id, x.payment_refund_id) = (r.account_id, r.id);
  if r.status = 'pending' then
    perform private.open_dispute(o, r);
  elsif d.status = 'open' and r.status = 'failed' then
    perform private.win_dispute(o, d);
  elsif d.status = 'open' then
    perform private.lose_dispute(o, d, 'provider:' || r.id);
  elsif d.id is null and r.status = 'succeeded' and o.status in ('paid', 'disputed') and o.total > o.refunded then
    -- Heard of only when it was lost already.
    perform private.refund(o, sum_of_it => least(r.amount, o.total - o.refunded), revokes => true, as_kind => 'chargeback', key => 'provider:' || r.id);
  end if;
end $$;
comment on function private.follow_dispute is 'What a provider says of a dispute now: open, won or lost.';
