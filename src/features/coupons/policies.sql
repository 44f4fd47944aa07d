create trigger coupons_touch before update on public.coupons for each row execute function private.touch_updated_at();

create function private.asked_for(wanted text) returns text
language sql stable set search_path = '' as $$
  select substring(nullif(current_setting('request.query', true), '')::jsonb ->> wanted from '^eq\.(.*)$')
$$;
comment on function private.asked_for is 'The value that the query at hand compares a column with by eq; null where it does not.';
grant execute on function private.asked_for(text) to anon, authenticated;

create function private.asks_by_header(name text) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(current_setting('request.query', true), '') = ''
    and nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-coupon-name' = name
$$;
comment on function private.asks_by_header is 'Whether a shopper names a coupon by header: only where the backend does not tell policies the query.';
grant execute on function private.asks_by_header(text) to anon, authenticated;

grant select (account_id, id, name, usage_limit, usage_count, date_start, date_end, per_user_limit, discount_type, coupon_amount, created_at, updated_at)
  on public.coupons to anon, authenticated;
grant insert (account_id, name, usage_limit, date_start, date_end, per_user_limit, discount_type, coupon_amount),
  update (name, usage_limit, date_start, date_end, per_user_limit, discount_type, coupon_amount), delete on public.coupons to authenticated;
create policy "Shoppers find a coupon by its name" on public.coupons for select to anon, authenticated
  using (account_id::text = (select lower(private.asked_for('account_id'))) and name = (select private.asked_for('name')));
create policy "Shoppers name a coupon by header on a hosted backend" on public.coupons for select to anon, authenticated
  using (private.asks_by_header(name));
create policy "Managers see every coupon of their account" on public.coupons for select to authenticated
  using (account_id = (select private.accounts_where('manage_shop')));
create policy "Managers add coupons" on public.coupons for insert to authenticated
  with check (account_id = (select private.accounts_where('manage_shop')));
create policy "Managers change coupons" on public.coupons for update to authenticated
  using (account_id = (select private.accounts_where('manage_shop')))
  with check (account_id = (select private.accounts_where('manage_shop')));
create policy "Managers remove coupons" on public.coupons for delete to authenticated
  using (account_id = (select private.accounts_where('manage_shop')));

create function private.discount_of(discount_type text, coupon_amount numeric, subtotal bigint, digits integer) returns bigint
language sql immutable set search_path = '' as $$
  -- A percentage is rounded to whole units of the currency, half up; a hundred percent is all of it.
  select case
    when discount_type = 'flat' then least(subtotal, round(coupon_amount * power(10::numeric, digits))::bigint)
    when coupon_amount >= 100 then subtotal
    else least(subtotal, (round(subtotal * coupon_amount / 100 / power(10::numeric, digits)) * power(10::numeric, digits))::bigint)
  end
$$;
comment on function private.discount_of is 'What a coupon takes off a subtotal, in the smallest unit; rules.ts says the same before the order.';
