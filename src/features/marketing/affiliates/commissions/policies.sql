-- Commissions are written only as orders are paid and refunded, payouts only by public.pay_affiliate.
grant select (account_id, id, kind, affiliate_id, commission_id, refund_id, title, source, base, rate, amount, currency, earned_at, payable_at, payout_id, order_id,
  created_at) on public.affiliate_commissions to authenticated;
create policy "Managers see every commission of their account" on public.affiliate_commissions for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Affiliates see what they earned" on public.affiliate_commissions for select to authenticated
  using (affiliate_id in (select private.my_affiliates()));
grant select (account_id, id, affiliate_id, amount, currency, reference, paid_at, created_at) on public.affiliate_payouts to authenticated;
create policy "Managers see every payout of their account" on public.affiliate_payouts for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Affiliates see what they were paid" on public.affiliate_payouts for select to authenticated
  using (affiliate_id in (select private.my_affiliates()));

create function private.keep_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.accounts a where a.account_id = old.account_id) and (tg_op = 'DELETE' or old.payout_id is not null
      or to_jsonb(new) - 'payout_id' is distinct from to_jsonb(old) - 'payout_id') then
    perform private.raise_error('ledger_immutable', 'What was posted can’t be changed or removed. Post another transaction that corrects it.');
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
comment on function private.keep_commission is 'A commission stays as it was earned: it is paid out once, and a refund adds a row that takes it back.';
create trigger affiliate_commissions_stay before update or delete on public.affiliate_commissions
  for each row execute function private.keep_commission();

create function private.net_of_line(o public.orders, i public.order_items) returns bigint
language sql immutable set search_path = '' as $$
  select i.amount * i.quantity - i.discount - case when o.prices_include_tax then i.tax else 0 end
$$;
comment on function private.net_of_line is 'What a line of an order was sold for: after its discount, without tax.';

create function private.sales_of(a public.affiliates) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from (
    select from public.affiliate_commissions c where (c.account_id, c.affiliate_id) = (a.account_id, a.id) and c.source <> 'renewal'
     group by c.order_id having sum(c.amount) > 0) sale
$$;
comment on function private.sales_of is 'How many orders an affiliate has brought that were not refunded whole; renewals are none.';

create function private.commission_rate(p public.affiliate_programmes, sales bigint) returns numeric
language sql immutable set search_path = '' as $$
  select case p.commission when 'tiered' then (
      select (t.value ->> 'percent')::numeric from jsonb_array_elements(p.tiers) t where (t.value ->> 'after')::bigint <= sales
       order by (t.value ->> 'after')::bigint desc limit 1)
    else p.rate end
$$;
comment on function private.commission_rate is 'What an affiliate with so many sales earns by the next one: percent, or a fixed sum. commissionRate in rules.ts computes the same.';

create function private.commission_of(p public.affiliate_programmes, sales bigint, base bigint, digits integer) returns bigint
language sql immutable set search_path = '' as $$
  -- A percentage is rounded to the smallest unit, half up, once for the order.
  select least(base, round(case p.commission when 'flat' then p.rate * power(10::numeric, digits)
    else base * private.commission_rate(p, sales) / 100 end)::bigint)
$$;
comment on function private.commission_of is 'The commission of an order in the smallest unit of its currency, never more than it was sold for.';

create function private.post_commission(c public.affiliate_commissions) returns void
language sql security definer set search_path = '' as $$
  select private.post_transaction(c.account_id, 'commission', 'affiliate:' || c.affiliate_id, c.kind || ':' || c.id, jsonb_build_array(
    jsonb_build_object('code', 'commissions', 'currency', c.currency, 'amount', c.amount),
    jsonb_build_object('code', 'affiliates_payable', 'currency', c.currency, 'amount', -c.amount)), occurred_at => c.earned_at);
  select private.emit(c.account_id, case c.kind when 'commission' then 'commission.created' else 'commission.reversed' end,
      'commission:' || coalesce(c.commission_id, c.id), facts => private.affiliate_facts(a) || jsonb_build_object('commission_id',
        coalesce(c.commission_id, c.id), 'order_id', c.order_id, 'refund_id', c.refund_id, 'source', c.source, 'amount', abs(c.amount),
        'currency', c.currency, 'payable_at', c.payable_at))
    from public.affiliates a where (a.account_id, a.id) = (c.account_id, c.affiliate_id)
$$;
comment on function private.post_commission is 'Posts a commission or its reversal to the ledger and records the event.';

create function private.earn_commission(o public.orders, affiliate uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  a public.affiliates%rowtype;
  p public.affiliate_programmes%rowtype;
  c public.affiliate_commissions%rowtype;
  lines uuid[];
  bases bigint[];
  sales bigint;
  total bigint;
  is_first boolean;
begin
  -- The lock serializes what changes the sales and the balance of one affiliate; a referral of another order, which points to them, need not wait.
  select * into a from public.affiliates k where (k.account_id, k.id) = (o.account_id, affiliate) for no key update;
  select * into p from public.affiliate_programmes k where (k.account_id, k.id) = (a.account_id, a.programme_id);
  select array_agg(i.id order by i.position, i.id), array_agg(private.net_of_line(o, i) order by i.position, i.id) into lines, bases
    from public.affiliate_referrals r join public.order_items i on (i.account_id, i.id) = (r.account_id, r.order_item_id)
   where (r.account_id, r.order_id, r.affiliate_id) = (o.account_id, o.id, a.id) and r.refusal is null;
  sales := private.sales_of(a);
  total := private.commission_of(p, sales, (select sum(b)::bigint from unnest(bases) b), private.currency_digits(o.currency));
  if a.state <> 'approved' or not p.is_active or coalesce(total, 0) <= 0 then return; end if;
  is_first := not exists (select from public.affiliate_commissions k where (k.account_id, k.affiliate_id) = (a.account_id, a.id));
  for c in
    insert into public.affiliate_commissions (account_id, kind, affiliate_id, order_id, order_item_id, title, source, base, rate, amount, currency,
        earned_at, payable_at)
      select o.account_id, 'commission', a.id, o.id, i.id, i.title, r.source, bases[s.at], private.commission_rate(p, sales), s.share, o.currency,
          o.paid_at, o.paid_at + make_interval(days => p.hold_days)
        from private.shares_of(total, bases) s
        join public.order_items i on (i.account_id, i.id) = (o.account_id, lines[s.at])
        join public.affiliate_referrals r on (r.account_id, r.order_item_id) = (i.account_id, i.id)
       where s.share > 0 order by s.at returning *
  loop
    perform private.post_commission(c);
  end loop;
  if is_first and c.id is not null then
    perform private.enqueue('affiliate-mail', jsonb_build_object('account_id', a.account_id, 'affiliate_id', a.id, 'kind', 'earned', 'commission_id', c.id));
  end if;
  if a.user_id is not null then
    perform private.notify_localized(a.account_id, a.user_id, 'affiliateEarned', 'You earned <b>{{amount}}</b> by a recommendation.',
      jsonb_build_object('amount', private.money_said(total, o.currency)), 2, '/dashboard/orders/recommend', 'general');
  end if;
end $$;
comment on function private.earn_commission is 'What an affiliate earns by a paid order, divided among its lines by their prices, so that the parts add up to it.';

create function private.earn_commissions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype;
  affiliate uuid;
begin
  select * into o from public.orders k where (k.account_id, k.id) = (new.account_id, new.id);
  perform private.attribute_renewal(o);
  update public.affiliate_referrals r set refusal = 'self_card' from public.affiliates a
   where (r.account_id, r.order_id) = (o.account_id, o.id) and r.refusal is null and (a.account_id, a.id) = (r.account_id, r.affiliate_id)
     and private.pays_by_card_of(a, o);
  -- In one order, so that two orders with the same affiliates wait for each other instead of deadlocking.
  for affiliate in select distinct r.affiliate_id from public.affiliate_referrals r
      where (r.account_id, r.order_id) = (o.account_id, o.id) and r.refusal is null order by r.affiliate_id loop
    perform private.earn_commission(o, affiliate);
  end loop;
  return null;
end $$;
comment on function private.earn_commissions is 'A paid order earns the commissions of who brought it, in its transaction.';
create trigger orders_earn_commissions after update of status on public.orders for each row
  when (old.status = 'pending' and new.status = 'paid') execute function private.earn_commissions();

create function private.returned_base(o public.orders, c public.affiliate_commissions) returns bigint
language sql stable security definer set search_path = '' as $$
  select case when o.status = 'refunded' or i.refunded_quantity = i.quantity then c.base
      else least(c.base, coalesce(l.net, 0) + div(coalesce(f.net, 0) * c.base, greatest(o.subtotal - o.discount - case when o.prices_include_tax then o.tax else 0 end, 1))::bigint) end
    from public.order_items i
    left join lateral (select sum(x.amount - x.tax)::bigint as net from public.refund_lines x where (x.account_id, x.order_item_id) = (i.account_id, i.id)) l on true
    -- An amount that names no lines goes back from each of them by its price.
    left join lateral (select sum(r.amount - r.tax) as net from public.refunds r where (r.account_id, r.order_id) = (o.account_id, o.id)
      and not exists (select from public.refund_lines x where (x.account_id, x.refund_id) = (r.account_id, r.id))) f on true
   where (i.account_id, i.id) = (c.account_id, c.order_item_id)
$$;
comment on function private.returned_base is 'How much of what a commission is of has gone back to the buyer so far.';

create function private.reverse_commissions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype;
  c public.affiliate_commissions%rowtype;
  reversal public.affiliate_commissions%rowtype;
  refund uuid;
  before record;
  returned bigint;
  target bigint;
begin
  if not exists (select from public.affiliate_commissions k where (k.account_id, k.order_id) = (new.account_id, new.id)) then return null; end if;
  select * into o from public.orders k where (k.account_id, k.id) = (new.account_id, new.id);
  select r.id into refund from public.refunds r where (r.account_id, r.order_id) = (o.account_id, o.id) order by r.id desc limit 1;
  perform from public.affiliates a where a.account_id = o.account_id and a.id in (
    select k.affiliate_id from public.affiliate_commissions k where (k.account_id, k.order_id) = (o.account_id, o.id)) order by a.id for no key update;
  for c in select * from public.affiliate_commissions k where (k.account_id, k.order_id, k.kind) = (o.account_id, o.id, 'commission') order by k.id loop
    returned := private.returned_base(o, c);
    -- Counted from the first cent on, so that refunds in parts add up to the commission.
    target := div(c.amount::numeric * returned, c.base);
    select coalesce(-sum(k.amount), 0)::bigint as amount, coalesce(-sum(k.base), 0)::bigint as base into before
      from public.affiliate_commissions k where (k.account_id, k.commission_id) = (c.account_id, c.id);
    continue when target <= before.amount;
    insert into public.affiliate_commissions (account_id, kind, affiliate_id, order_id, order_item_id, commission_id, refund_id, title, source, base, rate, amount,
        currency, earned_at, payable_at)
      values (c.account_id, 'reversal', c.affiliate_id, c.order_id, c.order_item_id, c.id, refund, c.title, c.source, before.base - returned, c.rate,
        before.amount - target, c.currency, private.clock_now(), c.payable_at)
      returning * into reversal;
    perform private.post_commission(reversal);
  end loop;
  return null;
end $$;
comment on function private.reverse_commissions is 'What goes back to a buyer takes back its part of the commission, also one that was paid out: it is less at the next payout.';
create trigger orders_reverse_commissions after update of refunded, status on public.orders for each row
  when (new.refunded <> old.refunded or (new.status = 'refunded' and old.status <> 'refunded')) execute function private.reverse_commissions();

create function public.affiliate_balances(account_id uuid) returns table (affiliate_id uuid, currency text, pending bigint, payable bigint, paid bigint)
language sql stable set search_path = '' as $$
  select c.affiliate_id, c.currency,
      coalesce(sum(c.amount) filter (where c.payout_id is null and c.payable_at > (select private.clock_now())), 0)::bigint,
      coalesce(sum(c.amount) filter (where c.payout_id is null and c.payable_at <= (select private.clock_now())), 0)::bigint,
      coalesce(sum(c.amount) filter (where c.payout_id is not null), 0)::bigint
    from public.affiliate_commissions c where c.account_id = affiliate_balances.account_id
   group by c.affiliate_id, c.currency
$$;
comment on function public.affiliate_balances is 'What affiliates have earned in each currency, as far as the caller sees it: pending, payable and paid. What was taken back after it was paid makes payable less.';
grant execute on function public.affiliate_balances(uuid) to authenticated;

create function public.pay_affiliate(affiliate_id uuid, currency text, amount bigint, reference text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  a public.affiliates%rowtype;
  p public.affiliate_payouts%rowtype;
  due bigint;
  minimum numeric;
  moment timestamptz := private.clock_now();
begin
  perform private.forbid_impersonation();
  select * into a from public.affiliates k where k.id = pay_affiliate.affiliate_id and k.account_id = (select private.account_with('manage_options')) for no key update;
  if a.id is null then
    perform private.raise_error('not_found', 'There is no such affiliate here.');
  elsif a.state = 'suspended' then
    perform private.raise_error('affiliate_suspended', 'This affiliate is suspended. Approve them again to pay what is due.');
  elsif length(coalesce(reference, '')) > 200 then
    perform private.raise_error('invalid', 'A reference has at most 200 characters.');
  end if;
  select coalesce(sum(c.amount), 0) into due from public.affiliate_commissions c
   where (c.account_id, c.affiliate_id, c.currency) = (a.account_id, a.id, pay_affiliate.currency) and c.payout_id is null and c.payable_at <= moment;
  select g.minimum_payout * power(10::numeric, private.currency_digits(pay_affiliate.currency)) into minimum
    from public.affiliate_programmes g where (g.account_id, g.id) = (a.account_id, a.programme_id);
  if due <= 0 then
    perform private.raise_error('nothing_due', 'Nothing is due to this affiliate.');
  elsif due is distinct from pay_affiliate.amount then
    perform private.raise_error('due_changed', 'What is due has changed since you saw it. Check it, and mark it as paid again.');
  elsif due < minimum then
    perform private.raise_error('below_minimum_payout', 'What is due is below the minimum payout of the programme.');
  end if;
  insert into public.affiliate_payouts (account_id, affiliate_id, amount, currency, reference, created_by, paid_at)
    values (a.account_id, a.id, due, pay_affiliate.currency, coalesce(reference, ''), auth.uid(), moment) returning * into p;
  update public.affiliate_commissions c set payout_id = p.id
   where (c.account_id, c.affiliate_id, c.currency) = (a.account_id, a.id, p.currency) and c.payout_id is null and c.payable_at <= moment;
  perform private.post_transaction(p.account_id, 'payout', 'affiliate:' || a.id, 'payout:' || p.id, jsonb_build_array(
    jsonb_build_object('code', 'affiliates_payable', 'currency', p.currency, 'amount', p.amount),
    jsonb_build_object('code', 'bank', 'currency', p.currency, 'amount', -p.amount)), occurred_at => p.paid_at);
  perform private.emit(p.account_id, 'payout.paid', 'payout:' || p.id, facts => private.affiliate_facts(a)
    || jsonb_build_object('payout_id', p.id, 'amount', p.amount, 'currency', p.currency));
  perform private.enqueue('affiliate-mail', jsonb_build_object('account_id', a.account_id, 'affiliate_id', a.id, 'kind', 'paid', 'payout_id', p.id));
  return p.id;
end $$;
comment on function public.pay_affiliate is 'Marks what is due to an affiliate as paid, once: amount is what the owner was shown. The ledger, the event and the mail follow.';
grant execute on function public.pay_affiliate(uuid, text, bigint, text) to authenticated;

create function private.check_affiliate_ledger() returns table (account_id uuid, currency text, booked numeric, posted numeric)
language sql stable security definer set search_path = '' as $$
  with booked as (
      select c.account_id, c.currency, sum(c.amount) as amount from public.affiliate_commissions c where c.payout_id is null group by 1, 2),
    posted as (
      select e.account_id, e.currency, -sum(e.amount) as amount from public.ledger_entries e where e.code = 'affiliates_payable' group by 1, 2)
  select coalesce(b.account_id, p.account_id), coalesce(b.currency, p.currency), coalesce(b.amount, 0), coalesce(p.amount, 0)
    from booked b full join posted p on (p.account_id, p.currency) = (b.account_id, b.currency)
   where coalesce(b.amount, 0) <> coalesce(p.amount, 0)
$$;
comment on function private.check_affiliate_ledger is 'Accounts and currencies where what is owed to affiliates is not what the ledger says.';

create function public.affiliate_counts(account_id uuid) returns table (affiliate_id uuid, clicks bigint, sales bigint)
language sql stable set search_path = '' as $$
  select a.id,
      (select coalesce(sum(d.clicks), 0)::bigint from public.affiliate_click_days d where (d.account_id, d.affiliate_id) = (a.account_id, a.id)),
      (select count(*) from (select from public.affiliate_commissions c where (c.account_id, c.affiliate_id) = (a.account_id, a.id) and c.source <> 'renewal'
        group by c.order_id having sum(c.amount) > 0) sale)
    from public.affiliates a where a.account_id = affiliate_counts.account_id
$$;
comment on function public.affiliate_counts is 'How often the links of affiliates were followed, and how many sales they brought, as far as the caller sees it.';
grant execute on function public.affiliate_counts(uuid) to authenticated;
