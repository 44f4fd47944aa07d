grant select (account_id, id, subscription_id, price_id, from_title, title, amount, frequency, cycles, takes_effect, effective_at, credit, due, lapses_at, status,
  created_by, created_at) on public.subscription_changes to authenticated;
create policy "Who sees a subscription sees its changes" on public.subscription_changes for select to authenticated
  using (exists (select from public.member_subscriptions s
    where (s.account_id, s.id) = (subscription_changes.account_id, subscription_changes.subscription_id)));

create function private.has_tax_included(first_order public.orders) returns boolean
language sql immutable set search_path = '' as $$
  -- Who agreed to a price without tax pays no more than that.
  select first_order.prices_include_tax or first_order.tax_country is null
$$;
comment on function private.has_tax_included is 'Whether what later periods cost contains their tax, as it was with the order that began a subscription.';

create function private.with_change(s public.member_subscriptions, c public.subscription_changes) returns public.member_subscriptions
language plpgsql stable set search_path = '' as $$
begin
  if c.id is null then return s; end if;
  s.price_id := c.price_id;
  s.title := c.title;
  s.amount := c.amount;
  s.frequency := c.frequency;
  s.cycles := least(s.paid_count + c.cycles, 999);
  return s;
end $$;
comment on function private.with_change is 'A subscription as it is after a change; payments that a price limits are counted from the change on.';

create function private.unused_credit(s public.member_subscriptions) returns bigint
language sql stable security definer set search_path = '' as $$
  with period as (
    select p.credit, greatest(1, ceil(extract(epoch from p.ends_at - p.starts_at) / 86400)) as days,
        ceil(extract(epoch from p.ends_at - private.clock_now()) / 86400) as days_left,
        -- A set-up fee is for no period, and comes in the currency that the price is in, with or without tax, as its period does.
        div((i.amount * i.quantity - i.discount)::numeric * (i.amount - i.setup_fee), greatest(i.amount, 1)) as price,
        l.paid, l.paid - i.refunded as kept, o.total - o.refunded as order_kept,
        o.total - (select sum(x.refunded) from public.order_items x where (x.account_id, x.order_id) = (o.account_id, o.id)) as order_left
      from public.subscription_periods p
      join public.orders o on (o.account_id, o.id) = (p.account_id, p.order_id) and o.status = 'paid'
      join public.order_items i on (i.account_id, i.order_id) = (o.account_id, o.id) and (i.id = s.order_item_id or i.order_id <> s.order_id)
        -- A period that a change has replaced was a credit once.
        and i.revoked_at is null and i.access_until > private.clock_now()
     cross join lateral (select n.paid from private.line_payments(o) n where n.order_item_id = i.id) l
     where (p.account_id, p.subscription_id) = (s.account_id, s.id) and p.position <= s.paid_count and p.ends_at > private.clock_now())
  -- What an amount gave back of the order is of what its lines had left.
  select coalesce(sum(div((div(price * kept * order_kept, greatest(paid, 1)::numeric * greatest(order_left, 1)) + credit) * least(days_left, days), days)), 0)::bigint
    from period
$$;
comment on function private.unused_credit is 'What is left of the paid periods of a subscription by whole days, the day that has begun among them: of what was paid and not refunded, without set-up fees, in prices as they were agreed to, with or without tax.';

create function private.changeable_reason(s public.member_subscriptions) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when s.price_kind <> 'subscription' or s.status not in ('trialing', 'active') or s.cancel_at_period_end or s.member_id is null
      or s.period_end <= private.clock_now() or s.paid_count >= s.cycles then 'subscription_transition'
    when exists (select from public.subscription_changes c where (c.account_id, c.subscription_id, c.status) = (s.account_id, s.id, 'open')) then 'change_open'
    end
$$;
comment on function private.changeable_reason is 'Why a subscription can’t be changed to another price now, as a code; null where it can.';

create function private.prices_to_change_to(s public.member_subscriptions) returns setof public.prices
language sql stable security definer set search_path = '' as $$
  select p.* from public.prices p
    join public.products k on (k.account_id, k.id) = (p.account_id, p.product_id) and k.status = 'published'
   where (p.account_id, p.product_id, p.currency) = (s.account_id, s.product_id, s.currency) and p.is_active and p.kind = 'subscription'
     and p.id is distinct from s.price_id
$$;
comment on function private.prices_to_change_to is 'The other recurring prices of the product of a subscription, in its currency.';

create function private.change_terms(s public.member_subscriptions, price public.prices)
returns table (takes_effect text, effective_at timestamptz, amount bigint, credit bigint, tax bigint, due bigint, ends_at timestamptz, next_tax bigint, next_total bigint,
  prices_include_tax boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  f public.orders%rowtype;
  rank numeric := private.price_rank(price.account_id, price.id);
  rank_before numeric := private.price_rank(s.account_id, s.price_id);
begin
  select * into f from public.orders o where (o.account_id, o.id) = (s.account_id, s.order_id);
  amount := public.amount_now(price) * s.quantity;
  credit := private.unused_credit(s);
  -- A higher level, or more for a period, is an upgrade. Where more is paid already than it costs, it waits for that to be used.
  if s.status = 'active' and credit <= amount and (rank > rank_before or (rank = rank_before and amount > s.amount * s.quantity)) then
    takes_effect := 'now';
    effective_at := private.clock_now();
    ends_at := private.period_boundary(effective_at, price.frequency, 1);
  else
    takes_effect := 'period_end';
    effective_at := s.period_end;
    credit := 0;
  end if;
  return query
    select takes_effect, effective_at, amount, credit, case when takes_effect = 'now' then t.taxes[1] end,
        case when takes_effect = 'now' then amount - credit + case when t.includes then 0 else t.taxes[1] end end, ends_at,
        t.taxes[2], amount + case when t.includes then 0 else t.taxes[2] end, t.includes
      from (select array_agg(l.tax order by l.at) as taxes, bool_and(l.prices_include_tax) as includes
        from public.order_items i
        left join public.products k on (k.account_id, k.id) = (i.account_id, i.product_id)
       cross join lateral private.tax_of_lines(s.account_id, (
           select jsonb_agg(jsonb_build_object('at', n.at, 'net', n.net, 'type', i.type, 'tax_class', coalesce(k.tax_class, 'standard')))
             from (values (1, change_terms.amount - change_terms.credit), (2, change_terms.amount)) n(at, net)),
         f.billing_address, includes => private.has_tax_included(f), max_age => '100 years') l
       where (i.account_id, i.id) = (s.account_id, s.order_item_id)) t;
end $$;
comment on function private.change_terms is 'What a change of a subscription to another price means: when it takes effect, what of the paid period pays for it, what is due with it, and what each later period costs. Shown before consent and applied by the same function.';

create function public.subscription_options(subscription_id uuid)
returns table (price_id uuid, title text, label text, frequency jsonb, cycles integer, takes_effect text, effective_at timestamptz, amount bigint, credit bigint,
  tax bigint, due bigint, ends_at timestamptz, next_tax bigint, next_total bigint, prices_include_tax boolean, charged_to text)
language sql stable security definer set search_path = '' as $$
  select p.id, private.price_title(p), p.label, p.frequency, p.cycles, t.takes_effect, t.effective_at, t.amount, t.credit, t.tax, t.due, t.ends_at, t.next_tax,
      t.next_total, t.prices_include_tax, case when s.user_id = auth.uid() then (select nullif(private.method_text(private.method_to_charge(s)), '')) end
    from private.subscription_of_caller(subscription_options.subscription_id) s
   cross join lateral private.prices_to_change_to(s) p
   cross join lateral private.change_terms(s, p) t
   where s.id is not null and private.changeable_reason(s) is null
   order by private.price_rank(p.account_id, p.id), p.position, p.id
$$;
comment on function public.subscription_options is 'To which prices the caller can change a subscription of theirs, or of the shop they manage, with what each means in numbers, and to what payment method of theirs it is charged.';
grant execute on function public.subscription_options(uuid) to authenticated;

create function private.withdraw_period(s public.member_subscriptions) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype;
begin
  select k.* into o from public.subscription_periods p join public.orders k on (k.account_id, k.id) = (p.account_id, p.order_id) and k.status = 'pending'
   where (p.account_id, p.subscription_id, p.position) = (s.account_id, s.id, s.paid_count + 1);
  if o.id is null then return false; end if;
  -- Without its period the order of one is cancelled and its subscription is not.
  delete from public.subscription_periods p where (p.account_id, p.order_id) = (o.account_id, o.id);
  perform private.release_hold(o);
  update public.orders k set status = 'cancelled', closed_at = private.clock_now() where (k.account_id, k.id) = (o.account_id, o.id);
  update public.member_subscriptions x set attempt = 0 where (x.account_id, x.id) = (s.account_id, s.id);
  return true;
end $$;
comment on function private.withdraw_period is 'Cancels the order of the next period because another one takes its place; whether there was one.';

create function private.notify_plan_change(s public.member_subscriptions, c public.subscription_changes, key text, sentence text, more jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
begin
  if s.user_id is null then return; end if;
  perform private.notify_localized(s.account_id, s.user_id, key, sentence, jsonb_build_object('title', c.title,
    'amount', private.money_said(c.amount * s.quantity, s.currency), 'date', private.day_text(c.effective_at)) || more, 3, '/dashboard/orders/subscriptions', 'orders');
end $$;
comment on function private.notify_plan_change is 'Notifies the buyer of a change of their subscription: its new title, what a period costs, and from when on.';

create function private.collect_change(s public.member_subscriptions, c public.subscription_changes, o public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  m public.payment_methods := private.method_to_charge(s);
begin
  if o.total = o.credit then
    perform private.settle_order(o.account_id, o.id);
  -- Only who was shown the amount is charged; what a manager changes is to be paid.
  elsif m.id is not null and s.user_id = auth.uid() then
    perform private.enqueue('charge-payment', jsonb_build_object('account_id', s.account_id, 'subject', 'order:' || o.id, 'payment_method_id', m.id,
      'idempotency', 'change:' || o.id));
  else
    perform private.enqueue('order-mail', jsonb_build_object('account_id', s.account_id, 'order_id', o.id, 'kind', 'placed'));
    if s.user_id is distinct from auth.uid() then
      perform private.notify_plan_change(s, c, 'subscriptionChangeDue', 'Pay order {{number}} by {{until}} to change to <b>{{title}}</b>.',
        jsonb_build_object('number', '#' || o.number, 'until', private.day_text(c.lapses_at)));
    end if;
  end if;
end $$;
comment on function private.collect_change is 'Has the order of a change charged to the payment method of its buyer, or says how to pay it.';

create function private.change_now(s public.member_subscriptions, c public.subscription_changes, ends_at timestamptz) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype;
begin
  perform private.withdraw_period(s);
  o := private.place_subscription_order(private.with_change(s, c), c.credit);
  insert into public.subscription_periods (account_id, subscription_id, position, order_id, starts_at, ends_at, reminder_days, credit, change_id)
    values (s.account_id, s.id, s.paid_count + 1, o.id, c.effective_at, ends_at, private.reminder_days(s.account_id), c.credit, c.id);
  if o.total <> c.due then
    perform private.raise_error('total_changed', 'The total has changed since you saw it. Check it, and order again.');
  end if;
  update public.member_subscriptions x set attempt = 0 where (x.account_id, x.id) = (s.account_id, s.id);
  perform private.collect_change(s, c, o);
  select * into o from public.orders k where (k.account_id, k.id) = (o.account_id, o.id);
  return o;
end $$;
comment on function private.change_now is 'Places the order of a change that takes effect with its payment: its period begins today, and what is left of the paid one pays for a part of it.';

create function public.change_subscription(subscription_id uuid, price_id uuid, shown_due bigint default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  s public.member_subscriptions%rowtype := private.own_subscription(subscription_id);
  price public.prices%rowtype;
  t record;
  c public.subscription_changes%rowtype;
  o public.orders%rowtype;
begin
  case private.changeable_reason(s)
    when 'change_open' then perform private.raise_error('change_open', 'A change of this subscription is open already. Undo it first.');
    when 'subscription_transition' then
      perform private.raise_error('subscription_transition', 'This can’t be done with the subscription as it is.');
    else null;
  end case;
  select p.* into price from private.prices_to_change_to(s) p where p.id = price_id;
  if price.id is null then
    perform private.raise_error('not_on_sale', 'This subscription can’t be changed to that price.');
  end if;
  select * into t from private.change_terms(s, price);
  if t.due is null and shown_due is not null then
    perform private.raise_error('total_changed', 'This change takes effect at another time than you were shown. Check it, and confirm it again.');
  elsif t.due is distinct from shown_due then
    perform private.raise_error('total_changed', format('What is due has changed since you saw it: it is %s now. Check it, and confirm it again.',
      private.money_text(t.due, s.currency)));
  end if;
  insert into public.subscription_changes (account_id, subscription_id, price_id, from_title, title, amount, frequency, cycles, takes_effect, effective_at, credit,
      due, lapses_at, created_by, created_at)
    values (s.account_id, s.id, price.id, s.title, private.price_title(price), public.amount_now(price), price.frequency, price.cycles, t.takes_effect,
      t.effective_at, t.credit, t.due, case when t.takes_effect = 'now' then least(private.clock_now() + interval '7 days', s.period_end) end, auth.uid(),
      private.clock_now()) returning * into c;
  if c.takes_effect = 'now' then
    o := private.change_now(s, c, t.ends_at);
  else
    -- What was announced for the next period is announced anew.
    if private.withdraw_period(s) then
      perform private.place_renewal(s, true);
    end if;
    perform private.notify_plan_change(s, c, 'subscriptionChangePlanned',
      'On {{date}} your subscription changes to <b>{{title}}</b>: {{amount}} for each period. Until then you can undo it.');
  end if;
  return jsonb_build_object('takes_effect', c.takes_effect, 'effective_at', c.effective_at, 'order_id', o.id, 'order_number', o.number, 'order_status', o.status,
    'is_charged', o.id is not null and exists (select from private.outbox q where q.queue = 'charge-payment' and q.payload ->> 'subject' = 'order:' || o.id));
end $$;
comment on function public.change_subscription is 'Changes a subscription to another price of its product: an upgrade with its payment, for what is due now and was shown; anything else at the end of what is paid for, where nothing is due now (null). By its member or a manager.';
grant execute on function public.change_subscription(uuid, uuid, bigint) to authenticated;

create function private.lapse_change(s public.member_subscriptions) returns void
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype;
begin
  for o in update public.orders k set status = 'cancelled', closed_at = private.clock_now() from public.subscription_periods p
      where (p.account_id, p.subscription_id, p.position) = (s.account_id, s.id, s.paid_count + 1) and (k.account_id, k.id) = (p.account_id, p.order_id)
        and k.status = 'pending' returning k.* loop
    perform private.notify_buyer(o, 'cancelled', '/dashboard/orders');
  end loop;
  update public.subscription_changes c set status = 'cancelled'
   where (c.account_id, c.subscription_id, c.status, c.takes_effect) = (s.account_id, s.id, 'open', 'now');
  update public.member_subscriptions x set attempt = 0 where (x.account_id, x.id) = (s.account_id, s.id);
end $$;
comment on function private.lapse_change is 'Cancels the order of a change that was not paid in time; the subscription goes on as it was.';

create function public.undo_subscription_change(subscription_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  s public.member_subscriptions%rowtype := private.own_subscription(subscription_id);
  c public.subscription_changes%rowtype;
begin
  select * into c from public.subscription_changes x where (x.account_id, x.subscription_id, x.status) = (s.account_id, s.id, 'open');
  if c.id is null or (c.takes_effect = 'period_end' and s.period_end <= private.clock_now() and s.status <> 'paused') then
    perform private.raise_error('subscription_transition', 'This can’t be done with the subscription as it is.');
  end if;
  if exists (select from public.subscription_periods p join public.payments k on k.account_id = p.account_id and k.subject = 'order:' || p.order_id
      and k.idempotency_key is not null and k.status in ('created', 'pending')
      where (p.account_id, p.subscription_id, p.position) = (s.account_id, s.id, s.paid_count + 1)) then
    perform private.raise_error('charge_running', 'This is being charged already. Look again in a few minutes.');
  end if;
  update public.subscription_changes x set status = 'cancelled' where (x.account_id, x.id) = (c.account_id, c.id);
  -- The next period was placed as it would have been after the change.
  if private.withdraw_period(s) and c.takes_effect = 'period_end' then
    perform private.place_renewal(s, true);
  end if;
  update public.member_subscriptions x set attempt = x.attempt where (x.account_id, x.id) = (s.account_id, s.id);
  return s.status;
end $$;
comment on function public.undo_subscription_change is 'Undoes a change of a subscription that has not taken effect, by its member or a manager: the order of it is cancelled.';
grant execute on function public.undo_subscription_change(uuid) to authenticated;

create function private.complete_change(s public.member_subscriptions, c public.subscription_changes, p public.subscription_periods, o public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ended uuid[];
begin
  if c.takes_effect = 'now' then
    -- What is open for both stays open without a moment in between.
    perform private.grant_purchased_courses(o);
    with cut as (
      update public.order_items i set access_until = p.starts_at from public.subscription_periods e
       where (e.account_id, e.subscription_id) = (s.account_id, s.id) and e.position < p.position and e.ends_at > p.starts_at
         and (i.account_id, i.order_id) = (e.account_id, e.order_id) and (i.id = s.order_item_id or i.order_id <> s.order_id) and i.access_until > p.starts_at
      returning i.id)
    select array_agg(cut.id) into ended from cut;
    perform private.recompute_access(s.account_id, w.course_id, s.member_id)
       from (select distinct a.course_id from private.order_access a where a.account_id = s.account_id and a.order_item_id = any (ended)) w
      where s.member_id is not null;
  end if;
  -- After a pause it begins later than it was planned.
  c.effective_at := p.starts_at;
  perform private.notify_plan_change(s, c, 'subscriptionChanged', 'Your subscription is now <b>{{title}}</b>: {{amount}} for each period from {{date}} on.');
end $$;
comment on function private.complete_change is 'What follows when the first period after a change is paid: the paid period that a change at once replaces opens nothing any more.';

create function private.restore_changed_access() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_items i set access_until = e.ends_at
    from public.subscription_periods p
    join public.subscription_changes c on (c.account_id, c.id) = (p.account_id, p.change_id) and c.takes_effect = 'now'
    join public.member_subscriptions s on (s.account_id, s.id) = (p.account_id, p.subscription_id)
    join public.subscription_periods e on (e.account_id, e.subscription_id) = (p.account_id, p.subscription_id) and e.position < p.position and e.ends_at > p.starts_at
   where (p.account_id, p.order_id) = (new.account_id, new.id) and (i.account_id, i.order_id) = (e.account_id, e.order_id)
     and (i.id = s.order_item_id or i.order_id <> s.order_id) and i.access_until = p.starts_at;
  return null;
end $$;
comment on function private.restore_changed_access is 'A change that is refunded whole takes back what it gave: the period it replaced opens again what it opened, to its own end.';
create trigger orders_restore_changed_access after update of status on public.orders for each row
  when (old.status = 'paid' and new.status = 'refunded') execute function private.restore_changed_access();

create function private.follow_failed_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  c public.subscription_changes%rowtype;
  s public.member_subscriptions%rowtype;
  o public.orders%rowtype;
begin
  select * into o from public.orders k where k.account_id = new.account_id and 'order:' || k.id = new.subject and k.status = 'pending';
  select x.* into c from public.subscription_periods p join public.subscription_changes x on (x.account_id, x.id) = (p.account_id, p.change_id) and x.status = 'open'
   where (p.account_id, p.order_id) = (o.account_id, o.id);
  select * into s from public.member_subscriptions x where (x.account_id, x.id) = (c.account_id, c.subscription_id);
  if s.id is not null then
    perform private.notify_plan_change(s, c, 'subscriptionChangeFailed',
      'The payment to change to <b>{{title}}</b> failed. Pay order {{number}} by {{until}}, or your subscription stays as it is.',
      jsonb_build_object('number', '#' || o.number, 'until', private.day_text(c.lapses_at)));
  end if;
  return null;
end $$;
comment on function private.follow_failed_change is 'A change whose charge failed changes nothing; its buyer is told, and can pay its order until it lapses.';
create trigger payments_change_failed after update of status on public.payments for each row
  when (new.status = 'failed' and old.status <> 'failed' and new.idempotency_key like 'change:%') execute function private.follow_failed_change();
