create trigger coupons_touch before update on public.coupons for each row execute function private.touch_updated_at();

create function private.query_filter(column_name text) returns text
language sql stable set search_path = '' as $$
  select substring(nullif(current_setting('request.query', true), '')::jsonb ->> column_name from '^eq\.(.*)$')
$$;
comment on function private.query_filter is 'The value that the current request compares a column with by eq; null where it does not filter by that column.';
grant execute on function private.query_filter(text) to anon, authenticated;

create function private.coupon_name_header() returns text
language sql stable set search_path = '' as $$
  select nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-coupon-name'
   where coalesce(current_setting('request.query', true), '') = ''
$$;
comment on function private.coupon_name_header is 'The coupon name in the x-coupon-name header; only where the backend does not pass the query string to policies.';
grant execute on function private.coupon_name_header() to anon, authenticated;

grant select (account_id, id, name, usage_limit, usage_count, date_start, date_end, per_user_limit, discount_type, coupon_amount, product_ids, search_text, created_at, updated_at)
  on public.coupons to anon, authenticated;
grant insert (account_id, name, usage_limit, date_start, date_end, per_user_limit, discount_type, coupon_amount, product_ids),
  update (name, usage_limit, date_start, date_end, per_user_limit, discount_type, coupon_amount, product_ids), delete on public.coupons to authenticated;
-- The managers' policy is evaluated first: PostgreSQL tries permissive policies from the last name in the alphabet to the first.
create policy "A shopper finds a coupon by its name" on public.coupons for select to anon, authenticated
  using (name = (select private.query_filter('name')) and account_id::text = (select lower(private.query_filter('account_id'))));
create policy "A shopper names a coupon by header on a hosted backend" on public.coupons for select to anon, authenticated
  using (name = (select private.coupon_name_header()));
create policy "Managers see every coupon of their account" on public.coupons for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));
create policy "Managers add coupons" on public.coupons for insert to authenticated
  with check (account_id = (select private.account_with('manage_shop')));
create policy "Managers change coupons" on public.coupons for update to authenticated
  using (account_id = (select private.account_with('manage_shop')))
  with check (account_id = (select private.account_with('manage_shop')));
create policy "Managers remove coupons" on public.coupons for delete to authenticated
  using (account_id = (select private.account_with('manage_shop')));

create function private.discount_of(discount_type text, coupon_amount numeric, subtotal bigint, digits integer) returns bigint
language sql immutable set search_path = '' as $$
  -- A percentage is rounded to the smallest unit of the currency, half up.
  select least(subtotal, round(case
    when discount_type = 'flat' then coupon_amount * power(10::numeric, digits)
    else subtotal * coupon_amount / 100
  end)::bigint)
$$;
comment on function private.discount_of is 'The discount of a coupon on a subtotal, in the smallest unit of the currency; discountOf in rules.ts computes the same before the order.';

create policy "Keys read coupons" on public.coupons for select to authenticated
  using (account_id in (select private.key_account('coupons:read') union all select private.key_account('coupons:write')));
create policy "Keys add coupons" on public.coupons for insert to authenticated
  with check (account_id = (select private.key_account('coupons:write')));
create policy "Keys remove coupons" on public.coupons for delete to authenticated
  using (account_id = (select private.key_account('coupons:write')));
