grant select (account_id, id, affiliate_id, day, clicks) on public.affiliate_click_days to authenticated;
create policy "Managers see how often links were followed" on public.affiliate_click_days for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Affiliates see how often their links were followed" on public.affiliate_click_days for select to authenticated
  using (affiliate_id in (select private.my_affiliates()));

-- Visits are counted by private.record_click and claimed by orders: a manager may look at them and remove them.
grant select (account_id, id, affiliate_id, clicked_at), delete on public.affiliate_clicks to authenticated;
create policy "Managers see the visits by links" on public.affiliate_clicks for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Managers remove visits by links" on public.affiliate_clicks for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, affiliate_id, order_id, order_item_id, source, clicked_at, refusal, created_at) on public.affiliate_referrals to authenticated;
create policy "Managers see who brought which order" on public.affiliate_referrals for select to authenticated
  using (account_id = (select private.account_with('manage_options')));

create function private.record_click(account uuid, link_code text) returns table (click_id uuid, days integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  a public.affiliates%rowtype;
begin
  select k.* into a from public.affiliates k
    join public.affiliate_programmes p on (p.account_id, p.id) = (k.account_id, k.programme_id) and p.is_active
   where k.account_id = account and upper(k.code) = upper(link_code) and k.state = 'approved';
  if a.id is null then return; end if;
  insert into public.affiliate_click_days as d (account_id, affiliate_id, day)
    values (account, a.id, (private.clock_now() at time zone 'UTC')::date)
    on conflict (account_id, affiliate_id, day) do update set clicks = least(d.clicks + 1, 1000000000);
  return query
    with click as (
      insert into public.affiliate_clicks (account_id, affiliate_id, clicked_at) values (account, a.id, private.clock_now()) returning id)
    select click.id, p.window_days::integer from click, public.affiliate_programmes p where (p.account_id, p.id) = (account, a.programme_id);
end $$;
comment on function private.record_click is 'Counts a visit by the link of an affiliate, and returns its id with how many days it counts; nothing where the code is nobody''s. Rate-limited by our server.';
grant execute on function private.record_click(uuid, text) to anon, authenticated;

create function private.forget_old_clicks() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  removed integer;
begin
  -- No programme counts longer than a year.
  delete from public.affiliate_clicks c where c.clicked_at < private.clock_now() - interval '366 days';
  get diagnostics removed = row_count;
  return removed;
end $$;
comment on function private.forget_old_clicks is 'Removes visits that no order can claim any more; how many there were stays counted.';

create function private.plain_email(address text) returns text
language sql immutable set search_path = '' as $$
  select lower(regexp_replace(btrim(address), '\+[^@]*@', '@'))
$$;
comment on function private.plain_email is 'An e-mail address without what stands after a plus: both reach the same person.';

create function private.plain_address(address jsonb) returns text
language sql immutable set search_path = '' as $$
  select nullif(regexp_replace(lower(address ->> 'street'), '[^[:alnum:]]', '', 'g'), '') || '|'
    || regexp_replace(lower(coalesce(address ->> 'postcode', '')), '[^[:alnum:]]', '', 'g') || '|' || coalesce(address ->> 'country', '')
$$;
comment on function private.plain_address is 'A billing address as it is compared: street, postcode and country, without signs and case; null without a street.';

create function private.self_referral(a public.affiliates, o public.orders) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when a.user_id = o.user_id or a.member_id = o.member_id then 'self_user'
    when o.email <> '' and exists (select from public.members m where (m.account_id, m.id) = (a.account_id, a.member_id)
        and private.plain_email(m.email) = private.plain_email(o.email)) then 'self_email'
    when exists (select from public.orders own where (own.account_id, own.user_id) = (a.account_id, a.user_id)
        and private.plain_address(own.billing_address) = private.plain_address(o.billing_address)) then 'self_address' end
$$;
comment on function private.self_referral is 'By what the buyer of an order is its affiliate: user, e-mail or an address they bought with before; null where they are not.';

create function private.pays_by_card_of(a public.affiliates, o public.orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.payment_methods paid
      join public.payment_methods own on (own.account_id, own.user_id) = (a.account_id, a.user_id)
       and (own.brand, own.last4, own.exp_month, own.exp_year) is not distinct from (paid.brand, paid.last4, paid.exp_month, paid.exp_year)
     where paid.account_id = o.account_id and paid.id = private.method_of_order(o) and paid.last4 <> '')
$$;
comment on function private.pays_by_card_of is 'Whether an order was paid by a card its affiliate has paid with, too: brand, last digits and expiry are all that is stored of a card.';

create function private.referrer_of(o public.orders, product uuid) returns table (affiliate_id uuid, source text, clicked_at timestamptz, refusal text)
language sql stable security definer set search_path = '' as $$
  with claim as (
      select k.affiliate_id, 'link' as source, k.clicked_at from public.affiliate_clicks k where k.account_id = o.account_id and k.id = any (o.referrals)
      union all
      select a.id, 'coupon', null from public.coupons c join public.affiliates a on (a.account_id, a.coupon_id) = (c.account_id, c.id)
       where c.account_id = o.account_id and c.name = o.coupon),
    candidate as (
      select claim.*, p.id as programme_id, p.touch, p.product_ids, private.self_referral(a, o) as refusal
        from claim
        join public.affiliates a on (a.account_id, a.id) = (o.account_id, claim.affiliate_id) and a.state = 'approved'
        join public.affiliate_programmes p on (p.account_id, p.id) = (a.account_id, a.programme_id) and p.is_active
       where (p.product_ids = '{}' or product = any (p.product_ids))
         and (claim.source = 'coupon' or claim.clicked_at > private.clock_now() - make_interval(days => p.window_days))),
    -- The rule of a programme chooses among its own affiliates.
    chosen as (
      select distinct on (c.programme_id) c.* from candidate c
       order by c.programme_id, c.refusal is null desc, c.source = 'coupon' desc,
         case c.touch when 'first' then c.clicked_at end, case c.touch when 'last' then c.clicked_at end desc)
  select c.affiliate_id, c.source, c.clicked_at, c.refusal from chosen c
   order by c.refusal is null desc, c.source = 'coupon' desc, c.product_ids <> '{}' desc, c.clicked_at desc limit 1
$$;
comment on function private.referrer_of is 'Which affiliate brought a product of an order: one with a coupon before those with links, then by the rule of the programme; a programme that names the product comes before one for all. Who buys for themselves takes nothing from another.';

create function private.attribute_order_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.affiliate_referrals (account_id, affiliate_id, order_id, order_item_id, source, clicked_at, refusal)
    select o.account_id, r.affiliate_id, o.id, l.id, r.source, r.clicked_at, r.refusal
      from lines l
      join public.orders o on (o.account_id, o.id) = (l.account_id, l.order_id)
      cross join lateral private.referrer_of(o, l.product_id) r
     where o.coupon is not null or o.referrals <> '{}';
  return null;
end $$;
comment on function private.attribute_order_lines is 'Stores with an order which affiliate brought each of its lines, in its transaction.';
create trigger order_items_attribute after insert on public.order_items referencing new table as lines
  for each statement execute function private.attribute_order_lines();

create function private.attribute_renewal(o public.orders) returns void
language sql security definer set search_path = '' as $$
  insert into public.affiliate_referrals (account_id, affiliate_id, order_id, order_item_id, source, clicked_at)
    select o.account_id, r.affiliate_id, o.id, i.id, 'renewal', r.clicked_at
      from public.subscription_periods s
      join public.member_subscriptions m on (m.account_id, m.id) = (s.account_id, s.subscription_id) and m.order_id <> o.id
      join public.affiliate_referrals r on (r.account_id, r.order_item_id) = (m.account_id, m.order_item_id) and r.refusal is null
      join public.affiliates a on (a.account_id, a.id) = (r.account_id, r.affiliate_id)
      join public.affiliate_programmes p on (p.account_id, p.id) = (a.account_id, a.programme_id)
      join public.order_items i on (i.account_id, i.order_id) = (o.account_id, o.id)
     where (s.account_id, s.order_id) = (o.account_id, o.id)
       -- The first payment of a subscription is the sale itself, also after a trial.
       and (p.renewal_limit is null or p.renewal_limit >= (
         select count(*) from public.affiliate_commissions c
          where c.account_id = o.account_id and c.kind = 'commission' and (c.order_item_id = m.order_item_id or c.order_id in (
            select x.order_id from public.subscription_periods x where (x.account_id, x.subscription_id) = (m.account_id, m.id)))))
    on conflict (account_id, order_item_id) do nothing
$$;
comment on function private.attribute_renewal is 'A later payment of a subscription belongs to who brought its first, as often as the programme says.';
