grant select (account_id, id, user_id, email, customer_name, locale, lines, coupon, currency, subtotal, changed_at, reminded_at, restored_at,
  stopped_at, ordered_at, order_id, status, created_at) on public.carts to authenticated;
create policy "Managers of the shop see the carts that were left" on public.carts for select to authenticated
  using (account_id in (select private.account_with('manage_shop')));

grant select (account_id, reminder_hours, updated_at) on public.cart_settings to authenticated;
create policy "Managers of the shop see when it reminds" on public.cart_settings for select to authenticated
  using (account_id in (select private.account_with('manage_shop')));
create trigger cart_settings_touch before update on public.cart_settings for each row execute function private.touch_updated_at();
-- The checkout asks or does not.
create trigger cart_settings_tell after insert or update or delete on public.cart_settings
  for each row execute function private.notify_change('cart_settings');

create function public.set_cart_reminder(account_id uuid, hours integer) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  if account_id is null or account_id not in (select private.account_with('manage_shop')) then
    perform private.raise_error('forbidden', 'You are not allowed to do this here.');
  end if;
  perform private.forbid_impersonation();
  if hours not between 1 and 168 then
    perform private.raise_error('invalid', 'Enter 1 to 168 hours.');
  end if;
  insert into public.cart_settings as s (account_id, reminder_hours) values (set_cart_reminder.account_id, hours)
    on conflict on constraint cart_settings_pkey do update set reminder_hours = excluded.reminder_hours;
  return hours;
end $$;
comment on function public.set_cart_reminder is 'After how many hours, 1 to 168, the shop reminds of a cart that was left; null ends it and asks nobody any more.';
grant execute on function public.set_cart_reminder(uuid, integer) to authenticated;

create function public.reminds_of_carts(account_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.cart_settings s where s.account_id = reminds_of_carts.account_id and s.reminder_hours is not null)
$$;
comment on function public.reminds_of_carts is 'Whether the checkout of a shop offers a reminder of the cart.';
grant execute on function public.reminds_of_carts(uuid) to anon, authenticated;

create function private.save_cart(account uuid, items jsonb, coupon_name text, wanted_currency text, address text, person text, cart_locale text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  shopper uuid := case when private.session_account() = account then auth.uid() end;
  c public.carts%rowtype;
begin
  if not public.reminds_of_carts(account) then
    perform private.raise_error('forbidden', 'You are not allowed to do this here.');
  end if;
  c.email := coalesce((select nullif(u.email, '') from auth.users u where u.id = shopper), trim(address));
  select jsonb_agg(jsonb_build_object('product_id', l.product_id, 'price_id', l.price_id, 'title', l.title, 'quantity', l.quantity,
           'amount', l.amount, 'trial', l.trial_days > 0) order by l.at), sum(l.amount * l.quantity), min(l.currency)
    into c.lines, c.subtotal, c.currency from private.price_lines(account, items, wanted_currency) l;
  insert into public.carts as o (account_id, user_id, email, customer_name, locale, lines, coupon, currency, subtotal, changed_at)
    values (account, shopper, c.email, person, cart_locale, c.lines, coupon_name, c.currency, c.subtotal, private.clock_now())
    on conflict (account_id, lower(email)) where ordered_at is null do update
      set user_id = coalesce(excluded.user_id, o.user_id), customer_name = excluded.customer_name, locale = excluded.locale, lines = excluded.lines,
          coupon = excluded.coupon, currency = excluded.currency, subtotal = excluded.subtotal, changed_at = excluded.changed_at
      where o.stopped_at is null
    returning o.token into c.token;
  -- Whoever types the address of another learns nothing of their cart: a new one and a stopped one are answered alike.
  return coalesce(c.token, gen_random_uuid());
end $$;
comment on function private.save_cart is 'Keeps the cart of somebody who asked to be reminded of it, over what they kept before; an address that ended its reminders is not reminded again. Returns its token.';
grant execute on function private.save_cart(uuid, jsonb, text, text, text, text, text) to anon, authenticated;

create function private.forget_cart(account uuid, cart_token uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.carts c where c.account_id = account and c.token = cart_token and c.status in ('open', 'reminded', 'restored')
$$;
comment on function private.forget_cart is 'Forgets a cart whose shopper no longer wishes a reminder.';
grant execute on function private.forget_cart(uuid, uuid) to anon, authenticated;

create function private.restore_cart(account uuid, cart_token uuid) returns jsonb
language sql security definer set search_path = '' as $$
  update public.carts c set restored_at = coalesce(c.restored_at, private.clock_now())
   where c.account_id = account and c.token = cart_token and c.ordered_at is null and c.stopped_at is null
  returning jsonb_build_object('lines', c.lines, 'coupon', c.coupon, 'currency', c.currency)
$$;
comment on function private.restore_cart is 'What was in a cart that has not been ordered; null where there is no such cart any more.';
grant execute on function private.restore_cart(uuid, uuid) to anon, authenticated;

create function private.stop_cart_reminders(account uuid, cart_token uuid) returns void
language sql security definer set search_path = '' as $$
  update public.carts c set stopped_at = private.clock_now()
   where c.account_id = account and c.token = cart_token and c.ordered_at is null and c.stopped_at is null
$$;
comment on function private.stop_cart_reminders is 'Ends the reminders of an address, from the link of one.';
grant execute on function private.stop_cart_reminders(uuid, uuid) to anon, authenticated;

create function private.close_carts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.carts c set ordered_at = new.placed_at, order_id = new.id
   where c.account_id = new.account_id and lower(c.email) = lower(new.email) and c.ordered_at is null and c.stopped_at is null;
  return null;
end $$;
comment on function private.close_carts is 'A cart is closed by the order of the same address, so that nobody is reminded of what they have bought.';
create trigger orders_close_carts after insert on public.orders for each row when (new.email <> '') execute function private.close_carts();

create function private.remind_of_carts(at_most integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  moment timestamptz := private.clock_now();
  reminded integer;
begin
  -- Carts are kept no longer than they are of use; that somebody ended their reminders is kept longer.
  delete from public.carts c where c.changed_at < moment - interval '30 days' and c.status in ('open', 'reminded', 'restored');
  delete from public.carts c where c.changed_at < moment - interval '1 year';
  with due as (
    select c.account_id, c.id from public.carts c join public.cart_settings s on s.account_id = c.account_id
      join public.accounts a on a.account_id = c.account_id and a.status = 'active'
     where c.status = 'open' and c.changed_at < moment - interval '1 hour' and c.changed_at < moment - make_interval(hours => s.reminder_hours)
     order by c.changed_at limit at_most for update of c skip locked),
    claimed as (
      update public.carts c set reminded_at = moment from due where (c.account_id, c.id) = (due.account_id, due.id)
      returning private.enqueue('cart-mail', jsonb_build_object('account_id', c.account_id, 'cart_id', c.id)))
  select count(*) into reminded from claimed;
  return reminded;
end $$;
comment on function private.remind_of_carts is 'Mails one reminder for each cart that was left for as long as its shop waits, and forgets old carts. Returns how many were reminded of.';

create function public.cart_numbers(account_id uuid) returns table (currency text, reminded bigint, ordered bigint, revenue bigint)
language sql stable security definer set search_path = '' as $$
  select c.currency, count(*) filter (where c.reminded_at is not null), count(*) filter (where c.reminded_at is not null and o.status = 'paid'),
         coalesce(sum(o.total - o.refunded) filter (where c.reminded_at is not null and o.status = 'paid'), 0)::bigint
    from public.carts c left join public.orders o on (o.account_id, o.id) = (c.account_id, c.order_id) and o.currency = c.currency
   where c.account_id = cart_numbers.account_id and c.account_id in (select private.account_with('manage_shop'))
   group by c.currency having count(*) filter (where c.reminded_at is not null) > 0 order by 2 desc, 1
$$;
comment on function public.cart_numbers is 'How many carts of the last year were reminded of, how many of them were paid afterwards, and what came in by those, per currency in its smallest unit.';
grant execute on function public.cart_numbers(uuid) to authenticated;
