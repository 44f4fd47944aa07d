create trigger products_touch before update on public.products for each row execute function private.touch_updated_at();
create trigger prices_touch before update on public.prices for each row execute function private.touch_updated_at();

create function private.notify_product(account uuid, product uuid) returns void
language sql security definer set search_path = '' as $$
  -- Invalidates the product's page and list, price lists, and the course page that shows its price.
  select pg_notify('changes', jsonb_build_object('thing', changed.thing, 'account_id', account, 'id', changed.id,
           'slugs', case when changed.slug is null then '[]'::jsonb else jsonb_build_array(changed.slug) end)::text)
    from public.products p
    left join public.courses c on (c.account_id, c.id) = (p.account_id, p.course_id)
    cross join lateral (values ('products', p.id, p.slug), ('prices', p.id, p.slug), ('courses', c.id, c.slug)) changed (thing, id, slug)
   where p.account_id = account and p.id = product and changed.id is not null
$$;
comment on function private.notify_product is 'Notifies which cached pages show a product or its price.';

create function private.notify_product_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.status = 'published' then
      perform pg_notify('changes', jsonb_build_object('thing', thing, 'account_id', old.account_id, 'id', old.id,
        'slugs', jsonb_build_array(old.slug))::text) from unnest('{products,prices}'::text[]) thing;
    end if;
  elsif new.status = 'published' or (tg_op = 'UPDATE' and old.status = 'published') then
    perform private.notify_product(new.account_id, new.id);
  end if;
  return null;
end $$;
comment on function private.notify_product_change is 'Notifies page caches of a published product; a draft invalidates no page.';
create trigger products_tell after insert or update or delete on public.products
  for each row execute function private.notify_product_change();

create function private.redirect_moved_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.redirect_moved(new.account_id, '/shop/' || old.slug, '/shop/' || new.slug);
  return null;
end $$;
comment on function private.redirect_moved_product is 'Redirects the old address of a published product to the new one.';
create trigger products_redirect after update of slug on public.products for each row
  when (old.slug <> new.slug and old.status = 'published') execute function private.redirect_moved_product();

create function private.notify_price_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_product(p.account_id, p.id) from public.products p
    where p.account_id = new.account_id and p.id = new.product_id and p.status = 'published';
  return null;
end $$;
comment on function private.notify_price_change is 'Notifies page caches when the price of a published product changes.';
create trigger prices_tell after insert or update on public.prices
  for each row execute function private.notify_price_change();

create function private.account_currency(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select value ->> 'currency' from public.options
    where account_id = account and key = 'settings' and value ->> 'currency' ~ '^[A-Z]{3}$'), 'EUR')
$$;
comment on function private.account_currency is 'The currency in an account''s settings.';

create function private.currency_digits(currency text) returns integer
language sql immutable set search_path = '' as $$
  select case
    when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    else 2 end
$$;
comment on function private.currency_digits is 'How many digits a currency has after the decimal point; currencyDigits in TypeScript is the same.';

grant select (account_id, id, title, slug, description, body, image, type, status, course_id, tax_class, stock, weight_grams, shipping_note, seats, buyers,
  buyers_course_id, buyers_role_id, search_text, created_at, updated_at) on public.products to anon, authenticated;
grant insert (account_id, title, slug, description, body, image, type, status, course_id, tax_class, weight_grams, shipping_note, seats, buyers, buyers_course_id, buyers_role_id),
  update (title, slug, description, body, image, type, status, course_id, tax_class, weight_grams, shipping_note, seats, buyers, buyers_course_id, buyers_role_id), delete on public.products to authenticated;
create policy "Everyone sees what is on sale" on public.products for select to anon, authenticated
  using (status = 'published');
create policy "Managers see every product of their account" on public.products for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));
create policy "Managers add products" on public.products for insert to authenticated
  with check (account_id = (select private.account_with('manage_shop')));
create policy "Managers change products" on public.products for update to authenticated
  using (account_id = (select private.account_with('manage_shop')))
  with check (account_id = (select private.account_with('manage_shop')));
create policy "Managers remove products" on public.products for delete to authenticated
  using (account_id = (select private.account_with('manage_shop')));

grant select (account_id, id, product_id, course_id, level_id, created_at) on public.product_courses to anon, authenticated;
grant insert (account_id, product_id, course_id), delete on public.product_courses to authenticated;
create policy "Everyone sees what a product on sale opens" on public.product_courses for select to anon, authenticated
  using (exists (select from public.products p where (p.account_id, p.id) = (product_courses.account_id, product_courses.product_id)));
create policy "Managers say what a product opens" on public.product_courses for insert to authenticated
  with check (account_id = (select private.account_with('manage_shop')));
create policy "Managers take a course out of a product" on public.product_courses for delete to authenticated
  using (account_id = (select private.account_with('manage_shop')));

create function private.notify_content_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_product(p.account_id, p.id) from public.products p
    where (p.account_id, p.id) = (coalesce(new.account_id, old.account_id), coalesce(new.product_id, old.product_id)) and p.status = 'published';
  return null;
end $$;
comment on function private.notify_content_change is 'Notifies page caches when what a published product opens or holds changes.';
create trigger product_courses_tell after insert or delete on public.product_courses
  for each row execute function private.notify_content_change();

create function public.amount_now(price public.prices) returns bigint
language sql stable set search_path = '' as $$
  select case
    when price.sale_start > (select private.clock_now()) or price.sale_end <= (select private.clock_now()) then price.amount
    else coalesce(price.sale_amount, price.amount)
  end
$$;
comment on function public.amount_now is 'What is paid at a price now: its sale amount during the sale, else its amount. A computed column.';
grant execute on function public.amount_now(public.prices) to anon, authenticated;

create function public.price_now(product public.products) returns bigint
language sql stable set search_path = '' as $$
  select public.amount_now(p) from public.prices p
   where (p.account_id, p.product_id) = (product.account_id, product.id) and p.is_active
   order by p.currency = coalesce((select o.value ->> 'currency' from public.options o
     where o.account_id = product.account_id and o.key = 'settings'), 'EUR') desc, p.currency, p.position, p.id
   limit 1
$$;
comment on function public.price_now is 'The price of a product in the account''s currency, else in its first: a computed column that lists sort by. Read under the caller''s own policies.';
grant execute on function public.price_now(public.products) to authenticated;

-- Prices are written only by set_prices, which keeps the previous ones.
grant select (account_id, id, product_id, kind, currency, amount, sale_amount, sale_start, sale_end, is_on_sale, frequency, cycles, trial_days, setup_fee,
  minimum_amount, label, level_id, position, is_active, created_at, updated_at)
  on public.prices to anon, authenticated;
create policy "Everyone sees the price of what is on sale" on public.prices for select to anon, authenticated
  using (is_active and exists (
    select from public.products p where (p.account_id, p.id) = (prices.account_id, prices.product_id) and p.status = 'published'));
create policy "Managers see every price of their account" on public.prices for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));

create function private.announce_sales(account uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  changed integer;
begin
  -- The update tells the caches of pages, as every change of a price does.
  update public.prices p set is_on_sale = not p.is_on_sale
   where p.is_active and p.sale_amount is not null and p.is_on_sale <> (public.amount_now(p) < p.amount)
     and (account is null or p.account_id = account);
  get diagnostics changed = row_count;
  return changed;
end $$;
comment on function private.announce_sales is 'Tells pages which sales have begun or ended since the last time; returns how many.';

grant select (account_id, id, product_id, name, path, size, created_at), insert (account_id, product_id, name, path, size), delete
  on public.product_files to authenticated;
create policy "Managers see the files of their products" on public.product_files for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));
create policy "Managers add files to their products" on public.product_files for insert to authenticated
  with check (account_id = (select private.account_with('manage_shop')));
create policy "Managers take files out of their products" on public.product_files for delete to authenticated
  using (account_id = (select private.account_with('manage_shop')));

create function public.change_stock(product_id uuid, stock integer, shown integer default null) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  p public.products%rowtype;
begin
  select * into p from public.products k where k.id = product_id and k.account_id = (select private.account_with('manage_shop')) for update;
  if p.id is null then
    perform private.raise_error('not_found', 'There is no such product.');
  end if;
  update public.products k set stock = case when stock is null or shown is null or p.stock is null then stock else greatest(0, p.stock + stock - shown) end
   where (k.account_id, k.id) = (p.account_id, p.id) returning k.stock into p.stock;
  return p.stock;
end $$;
comment on function public.change_stock is 'Sets the stock of a product; null is any number. Where it names the stock that was shown, what was sold since then stays sold.';
grant execute on function public.change_stock(uuid, integer, integer) to authenticated;

create function public.file_names(product public.products) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'size', f.size) order by f.created_at, f.id), '[]') from public.product_files f
   where (f.account_id, f.product_id) = (product.account_id, product.id)
$$;
comment on function public.file_names is 'The names and sizes of the files of a product, in bytes, for its page: a computed column. Where they are and what is in them stays hidden.';
grant execute on function public.file_names(public.products) to anon, authenticated;

create trigger product_files_tell after insert or delete on public.product_files
  for each row execute function private.notify_content_change();

create function private.product_buckets() returns setof text
language sql stable security definer set search_path = '' as $$
  select account || '-private' from private.account_with('manage_shop') account
$$;
comment on function private.product_buckets is 'The private storage buckets of the accounts whose shop the caller manages.';
grant execute on function private.product_buckets() to authenticated;

create policy "Managers see what lies under their products" on storage.objects for select to authenticated
  using (name like 'products/%/%' and bucket_id in (select private.product_buckets()));
create policy "Managers put files under their products" on storage.objects for insert to authenticated
  with check (name like 'products/%/%' and bucket_id in (select private.product_buckets()));
create policy "Managers remove files from under their products" on storage.objects for delete to authenticated
  using (name like 'products/%/%' and bucket_id in (select private.product_buckets()));
create policy "Who sees a file of a product may fetch it" on storage.objects for select to authenticated
  using (name like 'products/%/%' and exists (
    select from public.product_files f where f.account_id || '-private' = objects.bucket_id and f.path = objects.name));

create view private.product_search_rows as
  select p.account_id, p.id, 'product'::text as kind, p.course_id as parent_id, p.title, p.description as summary, private.text_of_html(p.body) as body, p.slug,
      p.image as picture, null::text as language, p.status = 'published' as is_live
    from public.products p;
comment on view private.product_search_rows is 'What a product is found by.';
create trigger products_index after insert or delete or update of title, slug, description, body, image, status, course_id on public.products
  for each row execute function private.index_record('product_search_rows');
create policy "Products are found by whoever sees them" on public.search_records for select to anon, authenticated
  using (kind = 'product' and exists (
    select from public.products p where (p.account_id, p.id) = (search_records.account_id, search_records.id)));

create policy "Keys read products" on public.products for select to authenticated
  using (account_id = (select private.key_account('products:read')));
create policy "Keys read prices" on public.prices for select to authenticated
  using (account_id = (select private.key_account('products:read')));
