create function private.method_of_order(o public.orders) returns uuid
language sql stable security definer set search_path = '' as $$
  select p.payment_method_id from public.payments p
   where p.account_id = o.account_id and p.subject = 'order:' || o.id and p.status = 'succeeded' and p.payment_method_id is not null
     -- What was charged without the buyer says nothing new: they may have chosen another method meanwhile.
     and p.idempotency_key is null
   order by p.succeeded_at desc, p.id desc limit 1
$$;
comment on function private.method_of_order is 'The payment method that its provider keeps of who paid an order themselves; null where none is kept.';

create function private.method_to_charge(s public.member_subscriptions) returns public.payment_methods
language sql stable security definer set search_path = '' as $$
  select m.* from public.payment_methods m
    join public.payment_providers o on (o.account_id, o.provider) = (m.account_id, m.provider) and o.is_enabled
   where (m.account_id, m.id, m.user_id) = (s.account_id, s.payment_method_id, s.user_id)
$$;
comment on function private.method_to_charge is 'What a subscription is charged to; none where its shop has switched the provider off, so that its orders are to be paid.';

create function private.day_text(at timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('key', 'day', 'values', jsonb_build_object('at', floor(extract(epoch from at) * 1000)::bigint),
    'text', to_char(at, 'FMMonth FMDD, YYYY'))
$$;
comment on function private.day_text is 'A day as a value of a notification: each reader sees it in their own language.';

create function private.method_text(m public.payment_methods) returns text
language sql immutable set search_path = '' as $$
  select btrim(case when m.provider = 'paypal' then 'PayPal' else initcap(replace(m.brand, '_', ' ')) end
    || case when m.last4 <> '' then ' ···· ' || m.last4 when m.email <> '' then ' ' || m.email else '' end)
$$;
comment on function private.method_text is 'A payment method as people recognize it: Visa ···· 4242.';

create function private.notify_subscriber(s public.member_subscriptions, p public.subscription_periods, key text, sentence text, link text,
  more jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
begin
  if s.user_id is null then return; end if;
  perform private.notify_localized(s.account_id, s.user_id, key, sentence, jsonb_build_object('title', s.title,
      'number', (select '#' || o.number from public.orders o where (o.account_id, o.id) = (p.account_id, p.order_id)),
      'until', private.day_text(p.starts_at + private.grace_period(p.reminder_days))) || more, 3, link, 'orders');
end $$;
comment on function private.notify_subscriber is 'Notifies the buyer of something about a period: title, number of its order, and until when it has to be paid.';

create function private.announce_charge(s public.member_subscriptions, p public.subscription_periods, m public.payment_methods) returns void
language sql security definer set search_path = '' as $$
  select private.notify_subscriber(s, p, 'subscriptionCharge',
    '<b>{{title}}</b> renews on {{date}}: {{amount}} will be charged to {{method}}.',
    '/dashboard/orders/subscriptions', jsonb_build_object('date', private.day_text(p.starts_at + make_interval(days => p.reminder_days[1])),
      'amount', (select private.money_said(o.total - o.credit, o.currency) from public.orders o where (o.account_id, o.id) = (p.account_id, p.order_id)),
      'method', private.method_text(m)))
$$;
comment on function private.announce_charge is 'Says before a charge what will be charged, when and to which payment method.';

create function private.charge_period(p public.subscription_periods, m public.payment_methods, attempt text) returns void
language sql security definer set search_path = '' as $$
  -- Of a charge whose outcome is not known yet the outcome is looked for, under its own key.
  select private.enqueue('charge-payment', jsonb_build_object('account_id', p.account_id, 'subject', 'order:' || p.order_id, 'payment_method_id', m.id,
    'idempotency', coalesce((select x.idempotency_key from public.payments x
        where x.account_id = p.account_id and x.subject = 'order:' || p.order_id and x.idempotency_key like 'renewal:%' and x.status in ('created', 'pending')
        order by x.id desc limit 1), 'renewal:' || p.order_id || ':' || attempt)))
$$;
comment on function private.charge_period is 'Has the order of a period charged, once for each attempt: a day of the calendar, or another method its buyer chose.';

create function private.follow_failed_charge() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  p public.subscription_periods%rowtype;
  s public.member_subscriptions%rowtype;
begin
  select x.* into p from public.subscription_periods x join public.orders o on (o.account_id, o.id) = (x.account_id, x.order_id) and o.status = 'pending'
   where x.account_id = new.account_id and 'order:' || x.order_id = new.subject;
  select * into s from public.member_subscriptions x where (x.account_id, x.id) = (p.account_id, p.subscription_id) and x.status <> 'ended' for update;
  if s.id is null then return null; end if;
  if p.starts_at <= private.clock_now() then
    update public.member_subscriptions x set status = 'past_due' where (x.account_id, x.id) = (s.account_id, s.id);
  end if;
  perform private.notify_subscriber(s, p, 'subscriptionChargeFailed',
    'The payment for <b>{{title}}</b> failed. Pay order {{number}} or change the card by {{until}} to keep it.', '/dashboard/orders/subscriptions');
  return null;
end $$;
comment on function private.follow_failed_charge is 'A period whose charge failed is past due; its buyer is told once for each attempt.';
create trigger payments_charge_failed after update of status on public.payments for each row
  when (new.status = 'failed' and old.status <> 'failed' and new.idempotency_key like 'renewal:%') execute function private.follow_failed_charge();

grant select (account_id, reminder_days, updated_at) on public.renewal_settings to authenticated;
create policy "Managers of the shop see how it collects" on public.renewal_settings for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));
create trigger renewal_settings_touch before update on public.renewal_settings for each row execute function private.touch_updated_at();

create function public.set_reminder_days(reminder_days integer[]) returns integer[]
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  account uuid := (select private.account_with('manage_shop'));
  size integer := cardinality(reminder_days);
begin
  if account is null then
    perform private.raise_error('forbidden', 'You are not allowed to do this here.');
  end if;
  perform private.forbid_impersonation();
  if reminder_days is null or size not between 1 and 6 or array_ndims(reminder_days) <> 1 or reminder_days[size] not between 1 and 60
    or exists (select from generate_subscripts(reminder_days, 1) i where coalesce(reminder_days[i], -1) <= coalesce(reminder_days[i - 1], -1)) then
    perform private.raise_error('invalid', 'Enter 1 to 6 rising days from 0 to 60; the last one is at least 1.');
  end if;
  -- What is asked for once is asked for on its due date.
  if size = 1 then reminder_days := 0 || reminder_days; end if;
  insert into public.renewal_settings as r (account_id, reminder_days) values (account, reminder_days)
    on conflict (account_id) do update set reminder_days = excluded.reminder_days;
  return reminder_days;
end $$;
comment on function public.set_reminder_days is 'Sets on which days after they are due unpaid periods are charged again or reminded of, 1 to 6 rising days to 60; the last one ends the subscription. Periods whose orders are placed keep their days. Returns what holds from now on.';
grant execute on function public.set_reminder_days(integer[]) to authenticated;
