create function private.require_order_transition() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status <> old.status
    and not exists (select from private.order_transitions t where (t.from_status, t.to_status) = (old.status, new.status)) then
    perform private.raise_error('order_transition', 'This order can’t change to that status.');
  end if;
  return new;
end $$;
comment on function private.require_order_transition is 'Rejects a change of status that private.order_transitions does not list.';
create trigger orders_transition before update of status on public.orders
  for each row execute function private.require_order_transition();

create trigger orders_touch before update on public.orders for each row execute function private.touch_updated_at();

-- Orders are written only by place_order, mark_paid, cancel_order and refund_order.
grant select (account_id, id, number, user_id, member_id, email, customer_name, billing_address, coupon, status, provider, instructions,
  locale, currency, subtotal, discount, tax, prices_include_tax, tax_country, total, credit, refunded, placed_at, paid_at, closed_at, referrals, search_text, created_at, updated_at)
  on public.orders to authenticated;
create policy "Buyers see their own orders" on public.orders for select to authenticated
  using (user_id = (select auth.uid()) and account_id = (select private.account_with('member')));
create policy "Managers see every order of their account" on public.orders for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));

grant select (account_id, id, order_id, product_id, price_id, title, type, quantity, amount, discount, frequency, price_kind, renewal_amount,
  cycles, trial_days, setup_fee, upsell_id, access_until, seats, position, tax, tax_rate, tax_category, tax_name, refunded_quantity, refunded, revoked_at, created_at)
  on public.order_items to authenticated;
create policy "Who sees an order sees its lines" on public.order_items for select to authenticated
  using (exists (select from public.orders o where (o.account_id, o.id) = (order_items.account_id, order_items.order_id)));

grant select (account_id, id, coupon_id, order_id, user_id, created_at) on public.coupon_redemptions to authenticated;
create policy "Managers see who used a coupon" on public.coupon_redemptions for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));

create function private.money_text(amount bigint, currency text) returns text
language sql stable set search_path = '' as $$
  select round(a.major, case when a.major = trunc(a.major) then 0 else a.digits end) || ' ' || currency
    from (select d.digits, amount / power(10::numeric, d.digits) as major from private.currency_digits(currency) d(digits)) a
$$;
comment on function private.money_text is 'An amount of the smallest unit as people write it in any language: 12.50 EUR; a whole one has no fraction digits.';

create function private.money_said(amount bigint, currency text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('key', 'money', 'values', jsonb_build_object('amount', amount, 'currency', currency), 'text', private.money_text(amount, currency))
$$;
comment on function private.money_said is 'An amount as a value of a notification: each reader gets it in their own notation.';

create function private.notify_buyer(o public.orders, kind text, link text, refund public.refunds default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('number', '#' || o.number);
begin
  if o.user_id is not null then
    case kind
      when 'paid' then
        perform private.notify_localized(o.account_id, o.user_id, 'orderPaid',
          'Your order {{number}} is paid. You now have access to what you bought.', params, 3, link, 'orders');
      when 'cancelled' then
        perform private.notify_localized(o.account_id, o.user_id, 'orderCancelled', 'Your order {{number}} was cancelled.', params, 2, link, 'orders');
      when 'refunded' then
        params := params || jsonb_build_object('amount', private.money_said(refund.amount, refund.currency));
        case
          when refund.amount = 0 then
            perform private.notify_localized(o.account_id, o.user_id, 'orderRefunded', 'Your order {{number}} was refunded.', params, 2, link, 'orders');
          when refund.kind = 'credit' then
            perform private.notify_localized(o.account_id, o.user_id, 'orderCredited', 'You have a credit of {{amount}} for your order {{number}}.',
              params, 2, link, 'orders');
          else
            perform private.notify_localized(o.account_id, o.user_id, 'orderRefundedAmount', '{{amount}} of your order {{number}} was refunded.',
              params, 2, link, 'orders');
        end case;
    end case;
  end if;
  perform private.enqueue('order-mail', jsonb_strip_nulls(jsonb_build_object('account_id', o.account_id, 'order_id', o.id, 'kind', kind, 'refund_id', refund.id)));
end $$;
comment on function private.notify_buyer is 'Sends one notification and one mail to the buyer, in the transaction of the change.';

create function private.use_coupon(account uuid, coupon_name text, person uuid) returns public.coupons
language plpgsql security definer set search_path = '' as $$
declare
  c public.coupons%rowtype;
begin
  -- The lock serializes orders with one coupon, so that the last use is not taken twice.
  select * into c from public.coupons where account_id = account and name = coupon_name for update;
  if c.id is null then
    perform private.raise_error('coupon_unknown', 'There is no such coupon.');
  elsif c.usage_limit > 0 and c.usage_count >= c.usage_limit then
    perform private.raise_error('coupon_limit', 'This coupon has reached its usage limit.');
  elsif c.date_start > (select private.clock_now()) then
    perform private.raise_error('coupon_unavailable', 'This coupon can’t be used yet.');
  elsif c.date_end < (select private.clock_now()) then
    perform private.raise_error('coupon_expired', 'This coupon has expired.');
  elsif c.per_user_limit > 0 and (
      select count(*) from public.orders o where o.account_id = account and o.coupon = c.name and o.user_id = person
        and o.status in ('pending', 'paid', 'disputed')) >= c.per_user_limit then
    perform private.raise_error('coupon_limit', 'You have already used this coupon as often as allowed.');
  end if;
  update public.coupons set usage_count = usage_count + 1 where account_id = account and id = c.id;
  return c;
end $$;
comment on function private.use_coupon is 'Takes one use of a coupon for a user, or raises an error by the rules of the specification, section 5.';

create function private.shares_of(total bigint, weights bigint[]) returns table (at bigint, share bigint)
language sql immutable set search_path = '' as $$
  -- In numeric: a total multiplied by a weight does not fit into a bigint.
  with part as (
    select w.at, div(total::numeric * w.weight, s.whole) as least, mod(total::numeric * w.weight, s.whole) as rest
      from unnest(weights) with ordinality w(weight, at)
     cross join (select greatest(sum(weight), 1) as whole from unnest(weights) weight) s)
  select part.at, (least + (row_number() over (order by rest desc, part.at) <= total - sum(least) over ())::int)::bigint from part
$$;
comment on function private.shares_of is 'Divides a total by weights into whole numbers that add up to it; what rounding leaves goes to the largest remainders, the first ones before.';

create function private.line_discounts(lines jsonb, products uuid[], total bigint) returns table (product_id uuid, discount bigint)
language sql immutable set search_path = '' as $$
  with line as (
    select l.product_id, row_number() over (order by l.at) as at, l.amount * l.quantity as weight
      from jsonb_to_recordset(lines) l(product_id uuid, amount bigint, quantity int, at int)
     where products = '{}' or l.product_id = any (products))
  select line.product_id, s.share from line join private.shares_of(total, (select array_agg(line.weight order by line.at) from line)) s on s.at = line.at
$$;
comment on function private.line_discounts is 'The share of a discount each line of an order gets, of those a coupon applies to.';

create function private.owned_products(account uuid, person uuid, products uuid[])
returns table (product_id uuid, title text, course_slug text)
language sql stable security definer set search_path = '' as $$
  select p.id, p.title, (array_agg(c.slug order by c.sort, c.id))[1]
    from public.products p
    cross join lateral (
      select p.course_id as id where p.course_id is not null
      union select pc.course_id from public.product_courses pc where (pc.account_id, pc.product_id) = (p.account_id, p.id)) opened
    join public.courses c on (c.account_id, c.id) = (p.account_id, opened.id)
    left join public.enrolments e on (e.account_id, e.course_id) = (c.account_id, c.id) and e.status = 'active' and e.expires_at is null
      and e.member_id in (select m.id from public.members m where m.account_id = account and m.user_id = person)
   -- A membership also opens future courses; seats and gifts are for others.
   where p.account_id = account and p.id = any (products) and p.type not in ('membership', 'seats', 'gift')
   group by p.account_id, p.id having bool_and(e.id is not null)
$$;
comment on function private.owned_products is 'Which of the products open only courses that a user already has for good.';

create function public.owned_products(account_id uuid, products uuid[]) returns table (product_id uuid, course_slug text)
language sql stable security definer set search_path = '' as $$
  select o.product_id, o.course_slug from private.owned_products(owned_products.account_id, auth.uid(), products) o
   where cardinality(products) <= 50 and owned_products.account_id in (select private.account_with('member'))
$$;
comment on function public.owned_products is 'Which of up to 50 products the caller already owns, each with the slug of a course it opens.';
grant execute on function public.owned_products(uuid, uuid[]) to authenticated;

create function private.waiting_order(account uuid, person uuid, products uuid[]) returns integer
language sql stable security definer set search_path = '' as $$
  select o.number
    from public.orders o
    join public.order_items i on (i.account_id, i.order_id) = (o.account_id, o.id)
    left join public.products p on (p.account_id, p.id) = (i.account_id, i.product_id)
   where o.account_id = account and o.user_id = person and o.status = 'pending' and i.type not in ('digital', 'physical', 'seats', 'gift')
     and (i.product_id = any (products)
       or p.course_id in (select w.course_id from public.products w where w.account_id = account and w.id = any (products)))
   order by o.number limit 1
$$;
comment on function private.waiting_order is 'The number of a pending order of a user with one of the products, or with the same course. Goods may be ordered again.';

create function private.buyer_in(account uuid, accepts boolean) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  buyer uuid := private.member_of(account);
begin
  if auth.uid() is null then
    perform private.raise_error('not_authenticated', 'Sign in or sign up to place the order.');
  end if;
  if private.session_account() is distinct from account
    or not exists (select from public.accounts a where a.account_id = account and a.status = 'active' and not a.is_platform)
    or exists (select from public.members m where m.account_id = account and m.user_id = auth.uid() and m.blocked_at is not null) then
    perform private.raise_error('forbidden', 'You can’t buy here with this account.');
  end if;
  if not accepts and not exists (select from public.members m where m.account_id = account and m.user_id = auth.uid() and m.accepted is not null)
    and exists (select from public.options s where s.account_id = account and s.key = 'settings' and s.value ->> 'terms_url' <> '') then
    perform private.raise_error('terms_not_accepted', 'Accept the terms of this site to place the order.');
  end if;
  buyer := coalesce(buyer, private.make_member(account, auth.uid(), 'student'));
  if accepts and exists (select from public.members m where m.account_id = account and m.id = buyer and m.accepted is null) then
    perform private.record_acceptance(account, auth.uid());
  end if;
  return buyer;
end $$;
comment on function private.buyer_in is 'The member id of the caller; a platform user without a membership becomes a student by buying. Who has not accepted the terms of the site accepts them with the order.';

create function private.place_order(account uuid, items jsonb, coupon_name text, customer_name text, address jsonb, idempotency text, order_locale text,
  accepts boolean default false, shown_total bigint default null, shown_currency text default null, wanted_currency text default null,
  payment_provider text default 'offline', referrals uuid[] default '{}')
returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  buyer uuid := private.buyer_in(account, accepts);
  fingerprint text := md5(jsonb_build_array(items, coupon_name, customer_name, address, wanted_currency, payment_provider)::text);
  previous private.order_requests%rowtype;
  o public.orders%rowtype;
  c public.coupons%rowtype;
  lines jsonb;
  eligible bigint;
  owned text;
  waiting integer;
  tax_reason text;
begin
  -- One order of a buyer at a time, so that two browser windows can't order the same course.
  perform pg_advisory_xact_lock(hashtextextended(account::text || auth.uid()::text, 0));
  select * into previous from private.order_requests r
   where (r.account_id, r.user_id, r.idempotency_key) = (account, auth.uid(), idempotency);
  if previous.order_id is not null then
    if previous.fingerprint <> fingerprint then
      perform private.raise_error('conflict', 'This idempotency key was used for another order.');
    end if;
    select * into o from public.orders k where (k.account_id, k.id) = (account, previous.order_id);
    return o;
  end if;
  if jsonb_typeof(items) <> 'array' or jsonb_array_length(items) not between 1 and 50 then
    perform private.raise_error('invalid', 'An order must have 1 to 50 lines.');
  end if;

  select jsonb_agg(to_jsonb(l) order by l.at), sum(l.amount * l.quantity), min(l.currency)
    into lines, o.subtotal, o.currency from private.price_lines(account, items, wanted_currency) l;
  if exists (select from jsonb_to_recordset(lines) l(type text, quantity int)
      where l.quantity not between 1 and case when l.type in ('digital', 'physical', 'seats', 'gift') then 99 else 1 end) then
    perform private.raise_error('invalid', 'Courses, bundles and memberships are bought once; anything else 1 to 99 times.');
  end if;
  select w.title into owned from private.owned_products(account, auth.uid(),
    (select array_agg(l.product_id) from jsonb_to_recordset(lines) l(product_id uuid))) w limit 1;
  if owned is not null then
    perform private.raise_error('already_owned', format('You already have "%s". Remove it from the cart to order the rest.', owned));
  end if;
  if exists (select from jsonb_to_recordset(lines) l(product_id uuid, trial_days int)
      join public.order_items i on (i.account_id, i.product_id) = (account, l.product_id) and i.trial_days > 0
      join public.orders k on (k.account_id, k.id) = (account, i.order_id) and k.user_id = auth.uid() and k.status <> 'cancelled'
     where l.trial_days > 0) then
    perform private.raise_error('trial_used', 'You have already had this trial. Check the total without it, and order again.');
  end if;
  waiting := private.waiting_order(account, auth.uid(), (select array_agg(l.product_id) from jsonb_to_recordset(lines) l(product_id uuid)));
  if waiting is not null then
    perform private.raise_error('order_waiting', format('Your order #%s for this is awaiting payment. Pay it, or cancel it to order again.', waiting));
  end if;
  o.discount := 0;
  if coupon_name is not null then
    c := private.use_coupon(account, coupon_name, auth.uid());
    select sum(l.amount * l.quantity) into eligible from jsonb_to_recordset(lines) l(product_id uuid, amount bigint, quantity int)
     where c.product_ids = '{}' or l.product_id = any (c.product_ids);
    if eligible is null then
      perform private.raise_error('coupon_not_for_cart', 'This coupon does not apply to anything in your cart.');
    end if;
    o.discount := private.discount_of(c.discount_type, c.coupon_amount, eligible, private.currency_digits(o.currency));
  end if;
  select t.lines, t.tax, t.tax_country, t.prices_include_tax, t.total, t.tax_reason into lines, o.tax, o.tax_country, o.prices_include_tax, o.total, tax_reason
    from private.taxed_lines(account, lines, c.product_ids, o.discount, address) t;
  if o.total > 0 and coalesce(address ->> 'country', '') = '' then
    perform private.raise_error('invalid', 'Choose a country.');
  elsif o.total > 0 and tax_reason = 'region_missing' then
    perform private.raise_error('invalid', 'Choose your state or province: the tax depends on it.');
  end if;
  if shown_total <> o.total or shown_currency <> o.currency then
    perform private.raise_error('total_changed', 'The total has changed since you saw it. Check it, and order again.');
  end if;

  insert into private.order_counters as k (account_id, last_number) values (account, 1001)
    on conflict (account_id) do update set last_number = k.last_number + 1 returning last_number into o.number;
  insert into public.orders (account_id, number, user_id, member_id, email, customer_name, billing_address, coupon, provider, instructions, locale,
      currency, subtotal, discount, tax, prices_include_tax, tax_country, total, referrals)
    select account, o.number, auth.uid(), buyer, m.email, customer_name, address, c.name, payment_provider,
      coalesce((select left(s.value ->> 'offline_instructions', 4000) from public.options s where s.account_id = account and s.key = 'settings'), ''),
      order_locale, o.currency, o.subtotal, o.discount, o.tax, o.prices_include_tax, o.tax_country, o.total, referrals
      from public.members m where m.account_id = account and m.id = buyer
    returning * into o;
  insert into private.order_requests values (account, auth.uid(), idempotency, fingerprint, o.id);
  insert into public.order_items (account_id, order_id, product_id, price_id, title, type, quantity, amount, discount, frequency, price_kind,
      renewal_amount, cycles, trial_days, setup_fee, upsell_id, tax, tax_rate, tax_category, tax_name, position)
    select account, o.id, l.product_id, l.price_id, l.title, l.type, l.quantity, l.amount, l.discount, nullif(l.frequency, 'null'), l.price_kind,
        l.renewal_amount, l.cycles, l.trial_days, l.setup_fee, l.upsell_id, l.tax, l.tax_rate, l.tax_category, l.tax_name, l.at
      from jsonb_to_recordset(lines) l(product_id uuid, price_id uuid, title text, type text, quantity int, amount bigint, discount bigint, frequency jsonb,
        price_kind text, renewal_amount bigint, cycles int, trial_days int, setup_fee bigint, upsell_id uuid, tax bigint, tax_rate numeric, tax_category text, tax_name text, at int);
  if c.id is not null then
    insert into public.coupon_redemptions (account_id, coupon_id, order_id, user_id) values (account, c.id, o.id, auth.uid());
  end if;

  perform private.notify_localized(account, m.user_id, 'orderPlaced', 'New order {{number}} from {{name}}.',
      jsonb_build_object('number', '#' || o.number, 'name', o.customer_name), 2, '/dashboard/manage/ecommerce/orders', 'sales', o.user_id)
    from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
   where m.account_id = account and m.blocked_at is null and r.caps && '{manage_options,manage_shop}';
  perform private.enqueue('sale-mail', jsonb_build_object('account_id', account, 'order_id', o.id));
  o := private.apply_credit(o);
  if o.total = o.credit then
    return private.settle_order(account, o.id);
  end if;
  -- A provider's own page tells the buyer how to pay.
  if o.provider = 'offline' then
    perform private.enqueue('order-mail', jsonb_build_object('account_id', account, 'order_id', o.id, 'kind', 'placed'));
  end if;
  return o;
end $$;
comment on function private.place_order is 'Places an order in one transaction: prices, coupon and tax are computed again from the tables, and must come to the total the buyer was shown, where it is passed. Credit of the buyer pays what it can; where nothing is left to pay the order is paid at once.';
grant execute on function private.place_order(uuid, jsonb, text, text, jsonb, text, text, boolean, bigint, text, text, text, uuid[]) to authenticated;

create function private.forbid_impersonated_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forbid_impersonation();
  return new;
end $$;
comment on function private.forbid_impersonated_order is 'Rejects buying, cancelling and paying during impersonation.';
create trigger orders_not_acting before insert or update of status on public.orders
  for each row execute function private.forbid_impersonated_order();

create function private.anonymize_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders o set email = '', customer_name = '—', billing_address = '{}', user_id = null, member_id = null
   where o.account_id = new.account_id and o.user_id = new.user_id;
  update public.coupon_redemptions c set user_id = null where c.account_id = new.account_id and c.user_id = new.user_id;
  delete from public.carts c where c.account_id = new.account_id
    and (c.user_id = new.user_id or lower(c.email) = private.verified_email(new.user_id));
  return null;
end $$;
comment on function private.anonymize_orders is 'Anonymizes the orders of an erased user: amounts stay for the books; what they left in a cart goes.';
create trigger erasures_forget_buyer after insert on private.erasures for each row execute function private.anonymize_orders();

create function private.event_facts(o public.orders) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('order_id', o.id, 'user_id', o.user_id, 'member_id', o.member_id, 'number', o.number, 'status', o.status,
    'total', o.total, 'currency', o.currency)
$$;
comment on function private.event_facts is 'The facts of every event of an order.';

create function private.emit_order_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Each refund records its own event.
  if new.status = 'refunded' or (tg_op = 'UPDATE' and new.status = old.status) then return null; end if;
  -- The tax of a renewal is added after its lines.
  select o.total into new.total from public.orders o where (o.account_id, o.id) = (new.account_id, new.id);
  perform private.emit(new.account_id, case when new.status = 'pending' then 'order.placed' when new.status = 'disputed' then 'order.disputed'
      when new.status = 'cancelled' then 'order.cancelled' when tg_op = 'UPDATE' and old.status = 'disputed' then 'order.dispute_closed' else 'order.paid' end,
    'order:' || new.id, facts => private.event_facts(new));
  return null;
end $$;
comment on function private.emit_order_event is 'An order was placed, paid, cancelled or disputed, or its dispute is closed.';
-- Deferred: the lines of an order are written after the order.
create constraint trigger orders_emit after insert or update on public.orders
  deferrable initially deferred for each row execute function private.emit_order_event();

create policy "Keys read orders" on public.orders for select to authenticated
  using (account_id = (select private.key_account('orders:read')));
