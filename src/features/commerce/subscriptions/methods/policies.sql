create function private.use_payment_method(s public.member_subscriptions, m public.payment_methods) returns void
language plpgsql security definer set search_path = '' as $$
declare
  p public.subscription_periods%rowtype;
begin
  update public.member_subscriptions x set payment_method_id = m.id where (x.account_id, x.id) = (s.account_id, s.id);
  select x.* into p from public.subscription_periods x join public.orders o on (o.account_id, o.id) = (x.account_id, x.order_id) and o.status = 'pending'
   where (x.account_id, x.subscription_id, x.position) = (s.account_id, s.id, s.paid_count + 1);
  -- What is due waits for no day of the calendar.
  if p.starts_at + make_interval(days => p.reminder_days[1]) <= private.clock_now() then
    perform private.charge_period(p, m, m.id::text);
  end if;
end $$;
comment on function private.use_payment_method is 'Has a subscription charged to a method from now on, and what is due at once.';

create function public.change_subscription_method(subscription_id uuid, method_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  s public.member_subscriptions%rowtype := private.own_subscription(subscription_id);
  m public.payment_methods%rowtype;
begin
  if s.user_id is distinct from auth.uid() then
    perform private.raise_error('forbidden', 'You are not allowed to do this here.');
  elsif s.status = 'ended' then
    perform private.raise_error('subscription_transition', 'This can’t be done with the subscription as it is.');
  end if;
  m := private.own_payment_method(method_id);
  if m.account_id <> s.account_id then
    perform private.raise_error('not_found', 'There is no such payment method.');
  end if;
  perform private.use_payment_method(s, m);
end $$;
comment on function public.change_subscription_method is 'Has a subscription of the caller charged to another of their payment methods; what is due is charged at once.';
grant execute on function public.change_subscription_method(uuid, uuid) to authenticated;

create function private.subscription_to_charge(account uuid, target uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('user_id', s.user_id, 'amount', null, 'currency', s.currency, 'description', s.title, 'path', '/dashboard/orders/payment-methods')
    from public.member_subscriptions s where (s.account_id, s.id) = (account, target) and s.status <> 'ended'
$$;
comment on function private.subscription_to_charge is 'What the change of a payment method needs to know of a subscription; its orders are what is paid.';

create function private.follow_payment_setup() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  s public.member_subscriptions%rowtype;
  m public.payment_methods%rowtype;
begin
  select * into s from public.member_subscriptions x
   where x.account_id = new.account_id and 'subscription:' || x.id = new.subject and x.user_id = new.user_id and x.status <> 'ended' for update;
  select * into m from public.payment_methods x where (x.account_id, x.id) = (new.account_id, new.payment_method_id);
  if s.id is not null and m.id is not null then
    perform private.use_payment_method(s, m);
  end if;
  return null;
end $$;
comment on function private.follow_payment_setup is 'A method that was kept for a subscription is what it is charged to from then on.';
create trigger payment_setups_follow_subscription after update of status on public.payment_setups for each row
  when (new.status = 'succeeded' and old.status <> 'succeeded' and new.subject like 'subscription:%') execute function private.follow_payment_setup();

create function private.replace_removed_method() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The one that was removed is gone already.
  new.payment_method_id := (select m.id from public.payment_methods m where (m.account_id, m.user_id) = (new.account_id, new.user_id)
    order by m.is_default desc, m.created_at desc, m.id desc limit 1);
  return new;
end $$;
comment on function private.replace_removed_method is 'A subscription whose payment method its provider keeps no more is charged to the default of its buyer, where there is one.';
create trigger member_subscriptions_replace_method before update of payment_method_id on public.member_subscriptions for each row
  when (new.payment_method_id is null and old.payment_method_id is not null and new.status <> 'ended' and new.user_id is not null)
  execute function private.replace_removed_method();

create function private.default_method(o public.orders) returns uuid
language sql stable security definer set search_path = '' as $$
  -- Who pays something now has chosen how by paying.
  select m.id from public.payment_methods m where o.total = 0 and (m.account_id, m.user_id) = (o.account_id, o.user_id) and m.is_default
$$;
comment on function private.default_method is 'What is charged after an order that cost nothing, such as a free trial: the default of its buyer.';

create function private.own_payment_method(method_id uuid) returns public.payment_methods
language plpgsql security definer set search_path = '' as $$
declare
  m public.payment_methods%rowtype;
begin
  perform private.forbid_impersonation();
  select * into m from public.payment_methods x
   where x.id = method_id and x.user_id = auth.uid() and x.account_id = (select private.account_with('member')) for update;
  if m.id is null then
    perform private.raise_error('not_found', 'There is no such payment method.');
  end if;
  return m;
end $$;
comment on function private.own_payment_method is 'A payment method of the caller, locked.';

create function public.set_default_method(method_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  m public.payment_methods%rowtype := private.own_payment_method(method_id);
begin
  update public.payment_methods x set is_default = false where (x.account_id, x.user_id) = (m.account_id, m.user_id) and x.is_default and x.id <> m.id;
  update public.payment_methods x set is_default = true where (x.account_id, x.id) = (m.account_id, m.id);
end $$;
comment on function public.set_default_method is 'Makes a payment method of the caller the one that a subscription without a method of its own is charged to.';
grant execute on function public.set_default_method(uuid) to authenticated;

create function public.remove_payment_method(method_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  m public.payment_methods%rowtype := private.own_payment_method(method_id);
begin
  if exists (select from public.member_subscriptions s
      where (s.account_id, s.payment_method_id) = (m.account_id, m.id) and s.status <> 'ended' and not s.cancel_at_period_end) then
    perform private.raise_error('method_in_use', 'A subscription is paid with this. Choose another payment method for it first.');
  end if;
  delete from public.payment_methods x where (x.account_id, x.id) = (m.account_id, m.id);
end $$;
comment on function public.remove_payment_method is 'Removes a payment method of the caller, here and at its provider; rejected while a subscription is charged to it.';
grant execute on function public.remove_payment_method(uuid) to authenticated;

create function private.announce_expiring_cards() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  card record;
  sent integer := 0;
begin
  for card in
    with due as (
      select m.account_id, m.id, make_date(m.exp_year, m.exp_month, 1) + interval '1 month' - interval '1 day' as last_day
        from public.payment_methods m
       where m.exp_year is not null and make_date(m.exp_year, m.exp_month, 1) + interval '1 month' - interval '21 days' <= private.clock_now()
         and exists (select from public.member_subscriptions s
           where (s.account_id, s.payment_method_id) = (m.account_id, m.id) and s.status <> 'ended' and not s.cancel_at_period_end)
       limit 1000),
    told as (
      update public.payment_methods m set announced_expiry = d.last_day::date from due d
       where (m.account_id, m.id) = (d.account_id, d.id) and m.announced_expiry is distinct from d.last_day::date
       returning m.*, private.method_text(m) as name)
    select t.account_id, t.user_id, t.announced_expiry, t.name,
        (select string_agg(s.title, ', ' order by s.title) from public.member_subscriptions s
          where (s.account_id, s.payment_method_id) = (t.account_id, t.id) and s.status <> 'ended' and not s.cancel_at_period_end) as titles
      from told t
  loop
    perform private.notify_localized(card.account_id, card.user_id, 'cardExpires',
      '{{method}} expires on {{date}}. Change the payment method of <b>{{title}}</b> before then to keep it.',
      jsonb_build_object('method', card.name, 'title', card.titles, 'date', private.day_text(card.announced_expiry + interval '12 hours')), 3,
      '/dashboard/orders/payment-methods', 'orders');
    sent := sent + 1;
  end loop;
  return sent;
end $$;
comment on function private.announce_expiring_cards is 'Tells the owners of cards that subscriptions are charged to three weeks before they expire, once for each expiry; returns how many.';
