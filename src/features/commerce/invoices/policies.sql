create trigger invoice_settings_touch before update on public.invoice_settings for each row execute function private.touch_updated_at();
grant select (account_id, prefix, credit_note_prefix, has_year, digits) on public.invoice_settings to authenticated;
grant insert (account_id, prefix, credit_note_prefix, has_year, digits), update (prefix, credit_note_prefix, has_year, digits)
  on public.invoice_settings to authenticated;
create policy "Managers see how invoices are numbered" on public.invoice_settings for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));
create policy "Managers say how invoices are numbered" on public.invoice_settings for insert to authenticated
  with check (account_id = (select private.account_with('manage_shop')));
create policy "Managers change how invoices are numbered" on public.invoice_settings for update to authenticated
  using (account_id = (select private.account_with('manage_shop')))
  with check (account_id = (select private.account_with('manage_shop')));

-- Invoices are written only by private.invoice_order and private.credit_refund.
grant select (account_id, id, number, kind, order_id, refund_id, invoice_id, issued_at, locale, currency, net, tax, total, document, search_text,
  created_at) on public.order_invoices to authenticated;
create policy "Who sees an order sees its invoices" on public.order_invoices for select to authenticated
  using (account_id = (select private.account_with('manage_shop')) or (account_id = (select private.account_with('member'))
    and exists (select from public.orders o where (o.account_id, o.id) = (order_invoices.account_id, order_invoices.order_id) and o.user_id = (select auth.uid()))));
create policy "Keys read invoices" on public.order_invoices for select to authenticated
  using (account_id = (select private.key_account('invoices:read')));

create function private.forbid_invoice_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An account, or an order that an operator removes from the database, takes its invoices along.
  if tg_op = 'UPDATE' or (exists (select from public.accounts a where a.account_id = old.account_id)
    and exists (select from public.orders o where (o.account_id, o.id) = (old.account_id, old.order_id))) then
    perform private.raise_error('invoice_immutable', 'An invoice that was issued can’t be changed or removed. A refund corrects it by a credit note.');
  end if;
  return old;
end $$;
comment on function private.forbid_invoice_change is 'Keeps invoices and credit notes as they were issued.';
create trigger order_invoices_stay before update or delete on public.order_invoices for each row execute function private.forbid_invoice_change();

create function private.next_order_invoice_number(account uuid, kind text, at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  stem text;
  places integer;
  next integer;
begin
  select coalesce(max(case next_order_invoice_number.kind when 'credit_note' then s.credit_note_prefix else s.prefix end),
      case next_order_invoice_number.kind when 'credit_note' then 'CN-' else 'INV-' end)
      || case when coalesce(bool_and(s.has_year), true) then to_char(at at time zone 'UTC', 'YYYY') || '-' else '' end, coalesce(max(s.digits), 4)
    into stem, places from public.invoice_settings s where s.account_id = account;
  -- The row stays locked until the transaction ends: one that fails gives its number back, and no gap is left.
  insert into private.invoice_counters as c (account_id, stem, last_number) values (account, stem, 1)
    on conflict on constraint invoice_counters_pkey do update set last_number = c.last_number + 1 returning last_number into next;
  return stem || lpad(next::text, greatest(places, length(next::text)), '0');
end $$;
comment on function private.next_order_invoice_number is 'Takes the next number of the series of an account; each prefix and year is a series of its own, which begins at 1.';

create function private.order_invoice_lines(o public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('item_id', i.id, 'title', i.title, 'quantity', i.quantity, 'discount', i.discount,
      'net', w.total - i.tax, 'tax', i.tax, 'total', w.total, 'tax_rate', i.tax_rate, 'tax_category', i.tax_category, 'tax_name', i.tax_name)
      order by i.position, i.id), '[]')
    from public.order_items i
    cross join lateral (select i.amount * i.quantity - i.discount + case when o.prices_include_tax then 0 else i.tax end as total) w
   where (i.account_id, i.order_id) = (o.account_id, o.id)
$$;
comment on function private.order_invoice_lines is 'The lines of an order as its invoice has them: net and tax after the discount, whether its prices include tax or not.';

create function private.order_invoice_document(o public.orders, lines jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('version', 1, 'order_number', o.number, 'prices_include_tax', o.prices_include_tax, 'tax_country', o.tax_country,
      'provider', o.provider, 'paid_at', o.paid_at, 'lines', lines,
      'site', coalesce(nullif(s.value ->> 'sitetitle', ''), a.slug),
      'seller', jsonb_build_object('legal_name', coalesce(d.legal_name, ''), 'street', coalesce(d.street, ''), 'postcode', coalesce(d.postcode, ''),
        'city', coalesce(d.city, ''), 'region', coalesce(d.region, ''), 'country', coalesce(d.country, ''), 'vat_number', coalesce(d.vat_number, ''),
        'registration_number', coalesce(d.registration_number, ''), 'email', coalesce(d.email, ''), 'phone', coalesce(d.phone, ''),
        'bank', coalesce(d.bank, '')),
      'buyer', jsonb_build_object('name', o.customer_name, 'email', o.email, 'company', coalesce(o.billing_address ->> 'company', ''),
        'street', coalesce(o.billing_address ->> 'street', ''), 'postcode', coalesce(o.billing_address ->> 'postcode', ''),
        'city', coalesce(o.billing_address ->> 'city', ''), 'region', coalesce(o.billing_address ->> 'region', ''),
        'country', coalesce(o.billing_address ->> 'country', ''), 'vat_number', coalesce(o.billing_address ->> 'vat_number', '')),
      'taxes', (select jsonb_agg(jsonb_build_object('tax_category', t.tax_category, 'tax_rate', t.tax_rate, 'tax_name', t.tax_name, 'net', t.net, 'tax', t.tax)
          order by t.tax_rate desc, t.tax_category, t.tax_name)
        from (select l.tax_category, l.tax_rate, l.tax_name, sum(l.net)::bigint as net, sum(l.tax)::bigint as tax
                from jsonb_to_recordset(lines) l(tax_category text, tax_rate numeric, tax_name text, net bigint, tax bigint) group by 1, 2, 3) t))
    from public.accounts a
    left join public.seller_details d on d.account_id = a.account_id
    left join public.options s on s.account_id = a.account_id and s.key = 'settings'
   where a.account_id = o.account_id
$$;
comment on function private.order_invoice_document is 'Everything an invoice or a credit note of an order says but its number and date, as it is at this moment.';

create function private.write_order_invoice(o public.orders, kind text, document jsonb, refund uuid default null, corrects uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  issued public.order_invoices%rowtype;
begin
  insert into public.order_invoices (account_id, number, kind, order_id, refund_id, invoice_id, issued_at, locale, currency, net, tax, total, document)
    select o.account_id, private.next_order_invoice_number(o.account_id, write_order_invoice.kind, (select private.clock_now())), write_order_invoice.kind, o.id, refund,
        corrects, (select private.clock_now()), o.locale, o.currency, sum(l.net), sum(l.tax), sum(l.net + l.tax), write_order_invoice.document
      from jsonb_to_recordset(write_order_invoice.document -> 'lines') l(net bigint, tax bigint)
    returning * into issued;
  perform private.emit(o.account_id, 'invoice.issued', 'invoice:' || issued.id, facts => jsonb_build_object('invoice_id', issued.id, 'order_id', o.id,
    'user_id', o.user_id, 'kind', issued.kind, 'net', issued.net, 'tax', issued.tax, 'total', issued.total, 'currency', issued.currency));
  return issued.id;
end $$;
comment on function private.write_order_invoice is 'Numbers and stores an invoice or a credit note, with its event.';

create function private.invoice_order(o public.orders) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  issued uuid;
  r public.refunds%rowtype;
begin
  select i.id into issued from public.order_invoices i where (i.account_id, i.order_id, i.kind) = (o.account_id, o.id, 'invoice');
  if issued is not null or o.paid_at is null or o.total = 0 then
    return issued;
  end if;
  issued := private.write_order_invoice(o, 'invoice', private.order_invoice_document(o, private.order_invoice_lines(o)));
  for r in select * from public.refunds f where (f.account_id, f.order_id) = (o.account_id, o.id) order by f.created_at, f.id loop
    perform private.credit_refund(o, r);
  end loop;
  return issued;
end $$;
comment on function private.invoice_order is 'Issues the invoice of a paid order, once, and the credit notes of what was refunded of it before; nothing where it cost nothing.';

create function private.invoice_paid_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype;
begin
  select * into o from public.orders k where (k.account_id, k.id) = (new.account_id, new.id);
  perform private.invoice_order(o);
  return null;
end $$;
comment on function private.invoice_paid_order is 'A paid order has its invoice with the transaction that pays it.';
-- Deferred, so that the counter is locked last and for the shortest time, after every lock that paying takes.
create constraint trigger orders_invoice after update of status on public.orders deferrable initially deferred for each row
  when (new.status = 'paid' and old.status = 'pending') execute function private.invoice_paid_order();

create function public.invoice_order(order_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype := private.managed_order(order_id);
begin
  if o.paid_at is null or o.total = 0 then
    perform private.raise_error('invoice_needs_payment', 'An invoice is issued for an order that cost something and was paid.');
  end if;
  return private.invoice_order(o);
end $$;
comment on function public.invoice_order is 'Issues the invoice of an order that was paid before there were invoices, or returns the one it has; with manage_shop.';
grant execute on function public.invoice_order(uuid) to authenticated;

create function public.uninvoiced_orders() returns table (order_id uuid, number integer, customer_name text, total bigint, currency text, paid_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select o.id, o.number, o.customer_name, o.total, o.currency, o.paid_at
    from public.orders o
   where o.account_id = (select private.account_with('manage_shop')) and o.paid_at is not null and o.total > 0
     and not exists (select from public.order_invoices i where (i.account_id, i.order_id) = (o.account_id, o.id))
   order by o.paid_at, o.id limit 100
$$;
comment on function public.uninvoiced_orders is 'Up to 100 orders that were paid before there were invoices, the oldest first; nothing without manage_shop.';
grant execute on function public.uninvoiced_orders() to authenticated;
