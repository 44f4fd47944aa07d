-- The list of every order of an account. The functions look by the indexes: a policy comes before an operator like LIKE, and reads every row.

create function private.order_conditions(filter jsonb) returns text
language sql immutable set search_path = '' as $$
  select case when filter ->> 'search' ~ '^#?\d{1,9}$' then format(' and o.number = %L', ltrim(filter ->> 'search', '#'))
      when private.folded(trim(coalesce(filter ->> 'search', ''))) <> '' then format(' and o.search_text like %L',
        '%' || regexp_replace(private.folded(left(trim(filter ->> 'search'), 200)), '([%_\\])', '\\\1', 'g') || '%')
      else '' end
    || case when jsonb_typeof(filter -> 'statuses') = 'array' and filter -> 'statuses' <> '[]' then format(' and o.status = any (%L::text[])',
        array(select jsonb_array_elements_text(filter -> 'statuses') limit 10)) else '' end
$$;
comment on function private.order_conditions is 'Turns a filter of orders {search, statuses} into SQL conditions; every value is quoted and every identifier is a constant.';

create function private.require_shop_manager(account uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if account is distinct from (select private.account_with('manage_shop')) then
    perform private.raise_error('forbidden', 'You are not allowed to do this here.');
  end if;
end $$;
comment on function private.require_shop_manager is 'Raises an error unless the caller manages the shop of the account.';

create function public.order_count(account_id uuid, filter jsonb default '{}') returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  total bigint;
begin
  perform private.require_shop_manager(account_id);
  execute 'select count(*) from public.orders o where o.account_id = $1' || private.order_conditions(filter) into total using account_id;
  return total;
end $$;
comment on function public.order_count is 'Number of orders that match a filter {search, statuses}.';
grant execute on function public.order_count(uuid, jsonb) to authenticated;

create function public.order_page(account_id uuid, filter jsonb default '{}', sort text default 'placed_at', is_ascending boolean default false,
  page_size integer default 25, skip integer default 0) returns setof public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  direction text := case when is_ascending then 'asc' else 'desc' end;
  key text := case sort when 'number' then 'o.number' when 'customer_name' then 'o.search_text' when 'status' then 'o.status'
    when 'total' then 'o.total' else 'o.placed_at' end;
begin
  perform private.require_shop_manager(account_id);
  return query execute format('select o.* from public.orders o where o.account_id = $1%s order by %s %s, o.id %s limit %s offset %s',
    private.order_conditions(filter), key, direction, direction, least(greatest(page_size, 1), 1000), least(greatest(skip, 0), 10000000)) using account_id;
end $$;
comment on function public.order_page is 'One page of the orders that match a filter {search, statuses}, sorted by number, customer_name, status, total or placed_at.';
grant execute on function public.order_page(uuid, jsonb, text, boolean, integer, integer) to authenticated;
