-- Subscriptions and their periods are written only by the functions below.
grant select (account_id, id, member_id, user_id, order_id, order_item_id, product_id, price_id, title, price_kind, quantity, amount, currency, frequency, cycles, paid_count,
  status, period_start, period_end, trial_ends_at, cancel_at_period_end, paused_until, attempt, next_run_at, ended_at, end_reason, payment_method_id, created_at, updated_at)
  on public.member_subscriptions to authenticated;
create policy "Members see their own subscriptions" on public.member_subscriptions for select to authenticated
  using (user_id = (select auth.uid()) and account_id = (select private.account_with('member')));
create policy "Managers see every subscription of their account" on public.member_subscriptions for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));

grant select (account_id, id, subscription_id, position, order_id, starts_at, ends_at, reminder_days, credit, change_id, created_at) on public.subscription_periods to authenticated;
create policy "Who sees a subscription sees its periods" on public.subscription_periods for select to authenticated
  using (exists (select from public.member_subscriptions s
    where (s.account_id, s.id) = (subscription_periods.account_id, subscription_periods.subscription_id)));

create function private.reminder_days(account uuid) returns integer[]
language sql stable security definer set search_path = '' as $$
  select coalesce((select r.reminder_days from public.renewal_settings r where r.account_id = account), '{0,3,5,7}')
$$;
comment on function private.reminder_days is 'On which days after it is due an unpaid period is charged again or reminded of; on the last one its subscription ends instead, and with it the access.';

create function private.grace_period(reminder_days integer[]) returns interval
language sql immutable set search_path = '' as $$
  select make_interval(days => reminder_days[cardinality(reminder_days)])
$$;
comment on function private.grace_period is 'How long access goes on while a period that has begun is unpaid.';

create function private.period_boundary(anchor timestamptz, frequency jsonb, periods integer) returns timestamptz
language sql immutable set search_path = '' as $$
  -- Counted from the anchor and not from the last period: the 28th of February is followed by the 31st of March again.
  select (anchor at time zone 'utc' + periods * ((frequency ->> 'value') || ' ' || (frequency ->> 'parameter'))::interval) at time zone 'utc'
$$;
comment on function private.period_boundary is 'When so many periods after an anchor are over, keeping its day of the month.';

create function private.next_subscription_run(s public.member_subscriptions) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case
    when s.status = 'ended' then null
    when s.status = 'paused' then s.paused_until
    -- While an order to change it is open there is no other.
    when c.id is not null then c.lapses_at
    when s.cancel_at_period_end or s.paid_count >= s.cycles then s.period_end
    when p.id is not null then p.starts_at + make_interval(days => p.reminder_days[least(s.attempt + 1, cardinality(p.reminder_days))])
    -- The order is there in time for a bank transfer, and a charge is announced.
    else s.period_end - least(interval '7 days', (s.period_end - s.period_start) / 4) end
    from (select 1) one
    left join public.subscription_periods p on (p.account_id, p.subscription_id, p.position) = (s.account_id, s.id, s.paid_count + 1)
    left join public.subscription_changes c on (c.account_id, c.subscription_id, c.status, c.takes_effect) = (s.account_id, s.id, 'open', 'now')
$$;
comment on function private.next_subscription_run is 'When the schedule has something to do for a subscription: its next order, a charge or a reminder, the end of an open change, or an end.';

create function private.prepare_subscription() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.status <> old.status
    and not exists (select from private.subscription_transitions t where (t.from_status, t.to_status) = (old.status, new.status)) then
    perform private.raise_error('subscription_transition', 'This can’t be done with the subscription as it is.');
  end if;
  new.next_run_at := private.next_subscription_run(new);
  return new;
end $$;
comment on function private.prepare_subscription is 'Rejects a change of status that private.subscription_transitions does not list, and sets when the schedule looks at the subscription next.';
create trigger member_subscriptions_prepare before insert or update on public.member_subscriptions
  for each row execute function private.prepare_subscription();
create trigger member_subscriptions_touch before update on public.member_subscriptions for each row execute function private.touch_updated_at();

create function private.emit_subscription_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  facts jsonb := jsonb_build_object('subscription_id', new.id, 'order_id', new.order_id, 'user_id', new.user_id, 'member_id', new.member_id,
    'product_id', new.product_id, 'status', new.status, 'amount', new.amount * new.quantity, 'currency', new.currency, 'period_end', new.period_end);
begin
  if tg_op = 'UPDATE' and new.paid_count > old.paid_count then
    perform private.emit(new.account_id, 'subscription.renewed', 'subscription:' || new.id, facts => facts);
  end if;
  if tg_op = 'UPDATE' and new.price_id <> old.price_id then
    perform private.emit(new.account_id, 'subscription.changed', 'subscription:' || new.id, facts => facts);
  end if;
  if tg_op = 'INSERT' or (new.status, new.cancel_at_period_end) is distinct from (old.status, old.cancel_at_period_end) then
    perform private.emit(new.account_id, case
      when tg_op = 'INSERT' then 'subscription.begun'
      when new.status = 'ended' then 'subscription.ended'
      when new.status = 'paused' then 'subscription.paused'
      when new.cancel_at_period_end then 'subscription.cancelled'
      when old.status = 'paused' or old.cancel_at_period_end then 'subscription.resumed'
      when new.status = 'past_due' then 'subscription.past_due' end, 'subscription:' || new.id, facts => facts)
      where tg_op = 'INSERT' or new.status in ('ended', 'paused', 'past_due') or old.status = 'paused' or new.cancel_at_period_end <> old.cancel_at_period_end;
  end if;
  return null;
end $$;
comment on function private.emit_subscription_event is 'What happened to a subscription.';
create trigger member_subscriptions_emit after insert or update on public.member_subscriptions
  for each row execute function private.emit_subscription_event();

create function private.require_one_subscription() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.orders o join public.member_subscriptions s on (s.account_id, s.user_id) = (o.account_id, o.user_id)
      where (o.account_id, o.id) = (new.account_id, new.order_id) and s.product_id = new.product_id and s.status <> 'ended') then
    perform private.raise_error('already_subscribed', 'You have a subscription to this already.');
  end if;
  return new;
end $$;
comment on function private.require_one_subscription is 'Nobody pays for the same product twice a period.';
create trigger order_items_one_subscription before insert on public.order_items for each row
  when (new.renewal_amount is not null) execute function private.require_one_subscription();

create function private.begin_subscriptions(o public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  i public.order_items%rowtype;
  s public.member_subscriptions%rowtype;
  trial_end timestamptz;
begin
  for i in select * from public.order_items l where (l.account_id, l.order_id) = (o.account_id, o.id) and l.renewal_amount is not null order by l.position loop
    trial_end := case when i.trial_days > 0 then o.paid_at + make_interval(days => i.trial_days) end;
    insert into public.member_subscriptions (account_id, member_id, user_id, order_id, order_item_id, product_id, price_id, title, price_kind, quantity, amount, currency,
        frequency, cycles, paid_count, status, anchor_at, period_start, period_end, trial_ends_at, payment_method_id)
      values (o.account_id, o.member_id, o.user_id, o.id, i.id, i.product_id, i.price_id, i.title, i.price_kind, i.quantity, i.renewal_amount, o.currency,
        i.frequency, i.cycles, case when trial_end is null then 1 else 0 end, case when trial_end is null then 'active' else 'trialing' end,
        coalesce(trial_end, o.paid_at), o.paid_at, coalesce(trial_end, private.period_boundary(o.paid_at, i.frequency, 1)), trial_end,
        coalesce(private.method_of_order(o), private.default_method(o)))
      returning * into s;
    if trial_end is null then
      insert into public.subscription_periods (account_id, subscription_id, position, order_id, starts_at, ends_at)
        values (s.account_id, s.id, 1, o.id, s.period_start, s.period_end);
    end if;
    update public.order_items l set access_until = s.period_end where (l.account_id, l.id) = (i.account_id, i.id);
  end loop;
end $$;
comment on function private.begin_subscriptions is 'Begins a subscription for each line of a paid order that later payments follow: with its trial or its first period.';

create function private.release_hold(o public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  held uuid;
begin
  for held in delete from private.order_access a where (a.account_id, a.order_id) = (o.account_id, o.id) returning a.course_id loop
    update public.enrolments e set expires_at = nullif(coalesce(private.paid_access_until(o.account_id, held, o.member_id), private.clock_now()), 'infinity')
     where (e.account_id, e.course_id, e.member_id) = (o.account_id, held, o.member_id) and (e.status, e.source) = ('active', 'order')
       and e.expires_at is not null;
  end loop;
end $$;
comment on function private.release_hold is 'Ends the access during the grace of an unpaid order; what was paid for stays until its own end.';

create function private.hold_access(s public.member_subscriptions, renewal public.orders, item uuid, until timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  stored_price uuid := (select x.price_id from public.member_subscriptions x where (x.account_id, x.id) = (s.account_id, s.id));
begin
  insert into private.order_access (account_id, order_id, order_item_id, course_id, lasts, held_until)
  select distinct s.account_id, renewal.id, item, a.course_id, interval '0', until
    from private.order_access a
   where a.account_id = s.account_id and a.order_item_id in (
       -- What the last period opened, or the trial: an earlier one may have been of a higher level.
       select case when s.paid_count = 0 then s.order_item_id else i.id end
         from public.order_items i
         left join public.subscription_periods p on (p.account_id, p.subscription_id, p.position) = (s.account_id, s.id, s.paid_count)
        where i.account_id = s.account_id and i.order_id = coalesce(p.order_id, s.order_id) and (i.id = s.order_item_id or i.order_id <> s.order_id))
     -- What a lower level does not open any more closes with what was paid for.
     and (s.price_id is not distinct from stored_price or a.course_id in (
       select private.courses_of_line(i) from public.order_items i where (i.account_id, i.id) = (s.account_id, item)));
  update public.enrolments e set status = 'active', expires_at = until
    from private.order_access a
   where (a.account_id, a.order_item_id) = (s.account_id, item) and (e.account_id, e.course_id, e.member_id) = (s.account_id, a.course_id, s.member_id)
     and e.source = 'order' and e.expires_at < until;
end $$;
comment on function private.hold_access is 'Keeps what a subscription opened open while its next period is unpaid, and no longer than the grace.';

create function private.place_subscription_order(s public.member_subscriptions, unused bigint default 0) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype;
  m public.payment_methods := private.method_to_charge(s);
begin
  insert into private.order_counters as k (account_id, last_number) values (s.account_id, 1001)
    on conflict (account_id) do update set last_number = k.last_number + 1 returning last_number into o.number;
  insert into public.orders (account_id, number, user_id, member_id, email, customer_name, billing_address, provider, instructions, locale, currency, subtotal,
      discount, total, prices_include_tax, placed_at)
    select s.account_id, o.number, s.user_id, s.member_id, b.email, f.customer_name, f.billing_address, coalesce(m.provider, 'offline'),
        coalesce((select left(v.value ->> 'offline_instructions', 4000) from public.options v where v.account_id = s.account_id and v.key = 'settings'), ''),
        f.locale, s.currency, s.amount * s.quantity, unused, s.amount * s.quantity - unused, private.has_tax_included(f), private.clock_now()
      from public.orders f join public.members b on (b.account_id, b.id) = (s.account_id, s.member_id)
     where (f.account_id, f.id) = (s.account_id, s.order_id)
    returning * into o;
  insert into public.order_items (account_id, order_id, product_id, price_id, title, type, quantity, amount, discount, frequency, price_kind, position)
    select s.account_id, o.id, s.product_id, s.price_id, s.title, i.type, s.quantity, s.amount, unused, s.frequency, s.price_kind, 1
      from public.order_items i where (i.account_id, i.id) = (s.account_id, s.order_item_id);
  return private.apply_spare_credit(private.tax_order(o));
end $$;
comment on function private.place_subscription_order is 'Places an order of one period of a subscription, with its tax; what is unused of another price pays for a part of it, and so does credit of the buyer.';

create function private.place_renewal(s public.member_subscriptions, has_grace boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype;
  p public.subscription_periods%rowtype;
  c public.subscription_changes%rowtype;
  m public.payment_methods := private.method_to_charge(s);
  next_end timestamptz;
begin
  -- For time that has gone by unpaid and closed, after a pause, nothing is due: periods are counted anew.
  if s.period_end < private.clock_now() then
    update public.member_subscriptions x set anchor_at = private.clock_now(), anchor_position = x.paid_count + 1, period_start = private.clock_now(),
        period_end = private.clock_now()
      where (x.account_id, x.id) = (s.account_id, s.id) returning * into s;
  end if;
  select * into c from public.subscription_changes x where (x.account_id, x.subscription_id, x.status, x.takes_effect) = (s.account_id, s.id, 'open', 'period_end');
  next_end := case when c.frequency <> s.frequency then private.period_boundary(s.period_end, c.frequency, 1)
    else private.period_boundary(s.anchor_at, s.frequency, s.paid_count + 2 - s.anchor_position) end;
  s := private.with_change(s, c);
  o := private.place_subscription_order(s);
  insert into public.subscription_periods (account_id, subscription_id, position, order_id, starts_at, ends_at, reminder_days, change_id)
    values (s.account_id, s.id, s.paid_count + 1, o.id, s.period_end, next_end, private.reminder_days(s.account_id), c.id) returning * into p;
  if o.total = o.credit then
    perform private.settle_order(o.account_id, o.id);
    return;
  end if;
  if has_grace then
    perform private.hold_access(s, o, (select i.id from public.order_items i where (i.account_id, i.order_id) = (o.account_id, o.id)),
      s.period_end + private.grace_period(p.reminder_days));
  end if;
  update public.member_subscriptions x set attempt = 0 where (x.account_id, x.id) = (s.account_id, s.id);
  if m.id is not null then
    perform private.announce_charge(s, p, m);
  else
    perform private.enqueue('order-mail', jsonb_build_object('account_id', s.account_id, 'order_id', o.id, 'kind', 'placed'));
  end if;
end $$;
comment on function private.place_renewal is 'Places the order of the next period at the price that was agreed to, or that it changes to with it, and says when it will be charged or mails how to pay it.';

create function private.end_subscription_of(s public.member_subscriptions, reason text, is_revoked boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  paid public.orders%rowtype;
begin
  update public.member_subscriptions x set status = 'ended', end_reason = reason, ended_at = private.clock_now(), cancel_at_period_end = false, paused_until = null
   where (x.account_id, x.id) = (s.account_id, s.id);
  update public.orders o set status = 'cancelled', closed_at = private.clock_now() from public.subscription_periods p
   where (p.account_id, p.subscription_id) = (s.account_id, s.id) and (o.account_id, o.id) = (p.account_id, p.order_id) and o.status = 'pending';
  update public.subscription_changes c set status = 'cancelled' where (c.account_id, c.subscription_id, c.status) = (s.account_id, s.id, 'open');
  if is_revoked then
    for paid in select distinct o.* from public.orders o
        where o.account_id = s.account_id and o.status = 'paid' and (o.id = s.order_id or o.id in (select p.order_id from public.subscription_periods p
          where (p.account_id, p.subscription_id) = (s.account_id, s.id))) loop
      perform private.revoke_purchases(paid, (select array_agg(i.id) from public.order_items i
        where (i.account_id, i.order_id) = (paid.account_id, paid.id) and (i.id = s.order_item_id or paid.id <> s.order_id)));
    end loop;
  end if;
  if s.user_id is null then return; end if;
  if reason <> 'unpaid' then
    perform private.notify_localized(s.account_id, s.user_id, 'subscriptionEnded', 'Your subscription to <b>{{title}}</b> has ended.',
      jsonb_build_object('title', s.title), 3, '/dashboard/orders', 'orders');
  else
    perform private.notify_localized(s.account_id, s.user_id, 'subscriptionUnpaid',
      'Your subscription to <b>{{title}}</b> has ended because it was not paid.', jsonb_build_object('title', s.title), 3, '/dashboard/orders', 'orders');
    perform private.notify_localized(s.account_id, m.user_id, 'subscriptionLost', 'A subscription to <b>{{title}}</b> has ended unpaid.',
        jsonb_build_object('title', s.title), 2, '/dashboard/manage/ecommerce/orders', 'sales', s.user_id)
      from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
     where m.account_id = s.account_id and m.blocked_at is null and m.user_id is not null and r.caps && '{manage_options,manage_shop}';
  end if;
end $$;
comment on function private.end_subscription_of is 'Ends a subscription: its unpaid order is cancelled, and where it is asked for all that it opened is revoked.';

create function private.collect_period(s public.member_subscriptions, p public.subscription_periods) returns void
language plpgsql security definer set search_path = '' as $$
declare
  attempts integer := (select count(*) from unnest(p.reminder_days) d(days) where p.starts_at + make_interval(days => d.days) <= private.clock_now());
  m public.payment_methods := private.method_to_charge(s);
begin
  if attempts >= cardinality(p.reminder_days) then
    perform private.end_subscription_of(s, 'unpaid');
  elsif m.id is not null then
    -- What becomes of the charge sets the status.
    update public.member_subscriptions x set attempt = attempts where (x.account_id, x.id) = (s.account_id, s.id);
    perform private.charge_period(p, m, attempts::text);
  else
    update public.member_subscriptions x set status = 'past_due', attempt = attempts where (x.account_id, x.id) = (s.account_id, s.id);
    perform private.notify_subscriber(s, p, 'subscriptionDue', 'Pay order {{number}} by {{until}} to keep <b>{{title}}</b>.', '/dashboard/orders');
  end if;
end $$;
comment on function private.collect_period is 'Charges a period that is unpaid, or reminds of it, once for each day of the calendar that has come; on the last one its subscription ends.';

create function private.resume_subscription_of(s public.member_subscriptions) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if s.period_end > private.clock_now() then
    update public.member_subscriptions x set status = 'active', paused_until = null where (x.account_id, x.id) = (s.account_id, s.id);
    return;
  end if;
  -- What it opens opens again once the next period is paid.
  update public.member_subscriptions x set status = 'past_due', paused_until = null where (x.account_id, x.id) = (s.account_id, s.id) returning * into s;
  perform private.place_renewal(s, false);
end $$;
comment on function private.resume_subscription_of is 'Ends a pause: within what was paid for nothing is due, after it the next period begins with its order.';

create function private.advance_subscription(s public.member_subscriptions) returns void
language plpgsql security definer set search_path = '' as $$
declare
  p public.subscription_periods%rowtype;
  c public.subscription_changes%rowtype;
begin
  select * into c from public.subscription_changes x where (x.account_id, x.subscription_id, x.status, x.takes_effect) = (s.account_id, s.id, 'open', 'now');
  if s.status = 'paused' then
    perform private.resume_subscription_of(s);
  elsif c.id is not null then
    perform private.lapse_change(s);
  elsif s.cancel_at_period_end or s.member_id is null then
    perform private.end_subscription_of(s, 'cancelled');
  elsif s.paid_count >= s.cycles then
    perform private.end_subscription_of(s, 'completed');
  else
    select * into p from public.subscription_periods x where (x.account_id, x.subscription_id, x.position) = (s.account_id, s.id, s.paid_count + 1);
    if p.id is null then
      perform private.place_renewal(s, true);
    else
      perform private.collect_period(s, p);
    end if;
  end if;
end $$;
comment on function private.advance_subscription is 'Does the one thing that is due for a subscription.';

create function private.lock_subscription(account uuid, subscription uuid) returns public.member_subscriptions
language plpgsql security definer set search_path = '' as $$
declare
  s public.member_subscriptions%rowtype;
  locked uuid[];
begin
  -- Whoever pays locks the order before its subscription, and so does everybody else: two orders of locking wait for each other.
  loop
    begin
      select array_agg(l.id) into locked from (select o.id from public.orders o join public.subscription_periods p on (p.account_id, p.order_id) = (o.account_id, o.id)
        where (p.account_id, p.subscription_id) = (account, subscription) and o.status = 'pending' for update of o) l;
      select * into s from public.member_subscriptions x where (x.account_id, x.id) = (account, subscription) for update;
      if not exists (select from public.orders o join public.subscription_periods p on (p.account_id, p.order_id) = (o.account_id, o.id)
          where (p.account_id, p.subscription_id) = (account, subscription) and o.status = 'pending' and o.id <> all (coalesce(locked, '{}'))) then
        return s;
      end if;
      -- An order was placed while this waited: give the locks back, and take that one first.
      raise serialization_failure;
    exception when serialization_failure then null;
    end;
  end loop;
end $$;
comment on function private.lock_subscription is 'Locks a subscription with the order of it that waits to be paid.';

create function private.run_subscriptions() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  s public.member_subscriptions%rowtype;
  done integer := 0;
begin
  -- One after the other: what was done for a subscription may make something else due for it.
  while done < 5000 loop
    select * into s from public.member_subscriptions x where x.next_run_at <= private.clock_now() order by x.next_run_at limit 1;
    exit when not found;
    s := private.lock_subscription(s.account_id, s.id);
    if s.next_run_at <= private.clock_now() then
      perform private.advance_subscription(s);
    end if;
    done := done + 1;
  end loop;
  return done;
end $$;
comment on function private.run_subscriptions is 'Does up to 5,000 things that are due for subscriptions: orders, charges, reminders, ends of pauses and ends. What is done is not due again.';

create function private.follow_order_of_subscription() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  p public.subscription_periods%rowtype;
  s public.member_subscriptions%rowtype;
  c public.subscription_changes%rowtype;
  is_last boolean;
begin
  select * into p from public.subscription_periods x where (x.account_id, x.order_id) = (new.account_id, new.id);
  if p.id is null then
    if new.status = 'paid' and new.member_id is not null then
      perform private.begin_subscriptions(new);
    end if;
    return null;
  end if;
  select * into s from public.member_subscriptions x where (x.account_id, x.id) = (p.account_id, p.subscription_id) for update;
  select * into c from public.subscription_changes x where (x.account_id, x.id) = (p.account_id, p.change_id);
  perform private.release_hold(new);
  if new.status = 'paid' then
    s := private.with_change(s, c);
    update public.subscription_changes x set status = 'done' where (x.account_id, x.id) = (c.account_id, c.id);
    -- A period shorter than the grace may be over before it is paid: it begins with the payment.
    if p.ends_at <= new.paid_at then
      update public.member_subscriptions x set anchor_at = new.paid_at, anchor_position = p.position
        where (x.account_id, x.id) = (s.account_id, s.id) returning anchor_at, anchor_position into s.anchor_at, s.anchor_position;
      update public.subscription_periods x set starts_at = new.paid_at, ends_at = private.period_boundary(new.paid_at, s.frequency, 1)
        where (x.account_id, x.id) = (p.account_id, p.id) returning * into p;
    end if;
    is_last := s.price_kind = 'instalments' and s.paid_count + 1 >= s.cycles;
    update public.order_items i set access_until = case when is_last then 'infinity' else p.ends_at end where (i.account_id, i.order_id) = (new.account_id, new.id);
    if c.takes_effect = 'now' or c.frequency <> (select x.frequency from public.member_subscriptions x where (x.account_id, x.id) = (s.account_id, s.id)) then
      s.anchor_at := p.starts_at;
      s.anchor_position := p.position;
    end if;
    update public.member_subscriptions x set paid_count = x.paid_count + 1, period_start = p.starts_at, period_end = p.ends_at, attempt = 0,
        price_id = s.price_id, title = s.title, amount = s.amount, frequency = s.frequency, cycles = s.cycles, anchor_at = s.anchor_at,
        anchor_position = s.anchor_position,
        payment_method_id = coalesce(private.method_of_order(new), x.payment_method_id),
        status = case when is_last then 'ended' else 'active' end, end_reason = case when is_last then 'completed' end,
        ended_at = case when is_last then private.clock_now() end
      where (x.account_id, x.id) = (s.account_id, s.id);
    if c.id is not null then
      perform private.complete_change(s, c, p, new);
    end if;
    return null;
  end if;
  delete from public.subscription_periods x where (x.account_id, x.id) = (p.account_id, p.id);
  if c.takes_effect = 'now' then
    -- What it changes from goes on as it was.
    update public.subscription_changes x set status = 'cancelled' where (x.account_id, x.id) = (c.account_id, c.id);
    update public.member_subscriptions x set attempt = 0 where (x.account_id, x.id) = (s.account_id, s.id);
    return null;
  end if;
  -- It was cancelled because its subscription ended.
  if s.status = 'ended' then return null; end if;
  -- Who cancels the order of the next period by itself wants no next period.
  if s.status = 'past_due' or s.period_end <= private.clock_now() then
    perform private.end_subscription_of(s, 'cancelled');
  else
    update public.member_subscriptions x set attempt = 0, cancel_at_period_end = s.cancel_at_period_end or s.status in ('trialing', 'active')
     where (x.account_id, x.id) = (s.account_id, s.id);
  end if;
  return null;
end $$;
comment on function private.follow_order_of_subscription is 'A paid order begins subscriptions or a period of one; a cancelled one is no period.';
create trigger orders_follow_subscription after update of status on public.orders for each row
  when (old.status = 'pending' and new.status in ('paid', 'cancelled')) execute function private.follow_order_of_subscription();

create function private.sync_subscription_groups() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.sync_product_groups(new.account_id, new.product_id, new.member_id);
  return null;
end $$;
comment on function private.sync_subscription_groups is 'Keeps the groups of a product open during the grace of an unpaid period, and closes them after it.';
create trigger member_subscriptions_sync_groups after update of status on public.member_subscriptions for each row
  when (old.status is distinct from new.status and new.product_id is not null and new.member_id is not null)
  execute function private.sync_subscription_groups();
