-- Refunds are written only by private.refund.
grant select (account_id, id, order_id, kind, amount, credit, tax, currency, reason, takes_access, created_at) on public.refunds to authenticated;
create policy "Who sees an order sees its refunds" on public.refunds for select to authenticated
  using (exists (select from public.orders o where (o.account_id, o.id) = (refunds.account_id, refunds.order_id)));
grant select (account_id, id, refund_id, order_item_id, quantity, amount, tax) on public.refund_lines to authenticated;
create policy "Who sees a refund sees its lines" on public.refund_lines for select to authenticated
  using (exists (select from public.refunds r where (r.account_id, r.id) = (refund_lines.account_id, refund_lines.refund_id)));

create function private.line_payments(o public.orders) returns table (order_item_id uuid, paid bigint)
language sql stable security definer set search_path = '' as $$
  with line as (
    select i.id, row_number() over (order by i.position, i.id) as at, i.amount * i.quantity - i.discount as weight,
        i.amount * i.quantity - i.discount + case when o.prices_include_tax then 0 else i.tax end as paid
      from public.order_items i where (i.account_id, i.order_id) = (o.account_id, o.id))
  -- An order from before lines had a tax of their own shares its tax by their prices.
  select line.id, line.paid + s.share
    from line
    join private.shares_of(o.total - (select coalesce(sum(line.paid), 0)::bigint from line), (select array_agg(line.weight order by line.at) from line)) s
      on s.at = line.at
$$;
comment on function private.line_payments is 'What was paid for each line of an order: its price less its discount, with its tax where that comes on top, so that the lines add up to the total. linePayments in refunds/rules.ts computes the same.';

create function private.tax_share(tax bigint, whole bigint, before bigint, amount bigint) returns bigint
language sql immutable set search_path = '' as $$
  select (div(tax::numeric * (before + amount), greatest(whole, 1)) - div(tax::numeric * before, greatest(whole, 1)))::bigint
$$;
comment on function private.tax_share is 'The tax within an amount of a whole of which something was given back before: counted from the first cent on, so that the last one makes it exact.';

create function private.refund_order_lines(o public.orders, items jsonb) returns public.refund_lines[]
language plpgsql security definer set search_path = '' as $$
declare
  remaining bigint := o.total - o.refunded;
  line record;
  share bigint;
  refunded public.refund_lines[] := '{}';
begin
  if jsonb_typeof(items) <> 'array' or jsonb_array_length(items) not between 1 and 50 then
    perform private.raise_error('invalid', 'A refund is of all that is left, of 1 to 50 items with their quantities, or of an amount.');
  end if;
  for line in
    select i.*, p.paid, w.lowest, w.quantity as selected
      from (select r.order_item_id, min(coalesce(r.quantity, 0)) as lowest, sum(r.quantity) as quantity
              from jsonb_to_recordset(items) r(order_item_id uuid, quantity integer) group by r.order_item_id) w
      left join public.order_items i on (i.account_id, i.order_id, i.id) = (o.account_id, o.id, w.order_item_id)
      left join private.line_payments(o) p on p.order_item_id = i.id
     order by i.position, i.id
  loop
    if line.id is null or line.lowest < 1 or line.selected > line.quantity - line.refunded_quantity then
      perform private.raise_error('refund_too_large', 'No more of an item can be refunded than was bought and is not refunded yet.');
    end if;
    -- Counted from the first of the quantity on, so that the last one makes the sum exact; no more than an amount that was refunded before left.
    share := least(div(line.paid::numeric * (line.refunded_quantity + line.selected), line.quantity) - line.refunded, remaining);
    remaining := remaining - share;
    update public.order_items i set refunded_quantity = i.refunded_quantity + line.selected, refunded = i.refunded + share
     where (i.account_id, i.id) = (o.account_id, line.id);
    refunded := refunded || row(o.account_id, private.uuid_v7(), null, line.id, line.selected, share,
      private.tax_share(line.tax, line.paid, line.refunded, share))::public.refund_lines;
  end loop;
  return refunded;
end $$;
comment on function private.refund_order_lines is 'Counts lines of an order as refunded, and returns how much of each.';

create function private.refund(o public.orders, items jsonb default null, sum_of_it bigint default null, why text default '',
  revokes boolean default false, as_kind text default 'refund', key text default null, source text default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  request text := md5(jsonb_build_array(items, sum_of_it, why, revokes, as_kind)::text);
  r public.refunds%rowtype;
  lines public.refund_lines[] := '{}';
  is_whole boolean;
  revoked uuid[];
  tax bigint;
  tax_left bigint;
  credit bigint := 0;
begin
  select * into r from public.refunds f where (f.account_id, f.order_id, f.idempotency_key) = (o.account_id, o.id, key);
  if r.id is not null then
    if r.fingerprint <> request then
      perform private.raise_error('conflict', 'This idempotency key was used for another refund.');
    end if;
    return o;
  end if;
  if o.status not in ('paid', 'disputed') then
    perform private.raise_error('order_not_paid', 'Only a paid order can be refunded.');
  end if;
  if (items is not null and sum_of_it is not null) or sum_of_it < 1 or why is null or length(why) > 500 or as_kind is null
    or as_kind not in ('refund', 'credit', 'chargeback') or length(key) not between 8 and 100 then
    perform private.raise_error('invalid', 'A refund is of all that is left, of 1 to 50 items with their quantities, or of an amount.');
  end if;
  if items is not null then
    lines := private.refund_order_lines(o, items);
    sum_of_it := (select sum(l.amount) from unnest(lines) l);
  end if;
  sum_of_it := coalesce(sum_of_it, o.total - o.refunded);
  if sum_of_it > o.total - o.refunded then
    perform private.raise_error('refund_too_large', 'No more can be refunded than is left of what was paid.');
  end if;
  -- Where lines are refunded, one that cost nothing is still the buyer's.
  is_whole := o.refunded + sum_of_it = o.total and (items is null or not exists (
    select from private.line_payments(o) p join public.order_items i on (i.account_id, i.id) = (o.account_id, p.order_item_id)
     where p.paid = 0 and i.refunded_quantity < i.quantity));
  select array_agg(i.id) into revoked from public.order_items i where (i.account_id, i.order_id) = (o.account_id, o.id)
     and (is_whole or case when items is null then revokes
       else i.refunded_quantity = i.quantity and i.id in (select l.order_item_id from unnest(lines) l) end);

  -- Lines give back the tax of their own, an amount its share; what is left over never holds more tax than money.
  tax_left := o.tax - (select coalesce(sum(f.tax), 0) from public.refunds f where (f.account_id, f.order_id) = (o.account_id, o.id));
  tax := case when items is not null then (select sum(l.tax) from unnest(lines) l) else private.tax_share(tax_left, o.total - o.refunded, 0, sum_of_it) end;
  tax := least(greatest(tax, tax_left - (o.total - o.refunded - sum_of_it)), tax_left, sum_of_it);
  -- Money goes back as money as long as there is some; what was paid by credit becomes credit again.
  credit := case when as_kind = 'credit' then sum_of_it
    when as_kind = 'refund' and source is null then greatest(0, sum_of_it - (o.total - o.credit
      - (select coalesce(sum(f.amount - f.credit), 0) from public.refunds f where (f.account_id, f.order_id) = (o.account_id, o.id))))
    else 0 end;
  insert into public.refunds (account_id, order_id, kind, amount, credit, tax, currency, reason, takes_access, idempotency_key, fingerprint, created_by, created_at)
    values (o.account_id, o.id, as_kind, sum_of_it, credit, tax, o.currency, why, is_whole or items is not null or coalesce(revokes, false), key, request,
      auth.uid(), private.clock_now()) returning * into r;
  insert into public.refund_lines (account_id, id, refund_id, order_item_id, quantity, amount, tax)
    select l.account_id, l.id, r.id, l.order_item_id, l.quantity, l.amount, l.tax from unnest(lines) l;
  update public.orders set refunded = refunded + r.amount, status = case when is_whole then 'refunded' else status end,
      closed_at = case when is_whole then r.created_at end
   where account_id = o.account_id and id = o.id returning * into o;
  perform private.post_transaction(o.account_id, r.kind, 'order:' || o.id, 'refund:' || r.id, jsonb_build_array(
      jsonb_build_object('code', case r.kind when 'chargeback' then 'chargebacks' else 'refunds' end, 'currency', o.currency, 'amount', r.amount - tax),
      jsonb_build_object('code', 'tax', 'currency', o.currency, 'amount', tax),
      jsonb_build_object('code', coalesce(source, 'cash:' || o.provider), 'currency', o.currency, 'amount', r.credit - r.amount),
      jsonb_build_object('code', 'customer_credit', 'currency', o.currency, 'amount', -r.credit)), occurred_at => r.created_at);
  if is_whole then
    perform private.release_coupon(o);
  end if;
  perform private.revoke_purchases(o, revoked);
  perform private.notify_buyer(o, 'refunded', '/dashboard/orders', r);
  perform private.emit(o.account_id, 'order.refunded', 'order:' || o.id, version => 2, facts => private.event_facts(o)
    || jsonb_build_object('refund_id', r.id, 'kind', r.kind, 'amount', r.amount, 'extent', case when is_whole then 'whole' else 'part' end));
  return o;
end $$;
comment on function private.refund is 'Refunds an order that is locked: lines of it, an amount, or all that is left. What is refunded whole releases its coupon use and opens nothing any more; lines close what they opened; an amount closes it where that was asked for. The money comes from the ledger account it was paid to, or from source; what was paid by credit becomes credit again.';

create function public.refund_order(order_id uuid, lines jsonb default null, amount bigint default null, reason text default '',
  takes_access boolean default false, kind text default 'refund', idempotency_key text default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype := private.managed_order(order_id);
begin
  if kind = 'chargeback' then
    perform private.raise_error('invalid', 'A refund is of all that is left, of 1 to 50 items with their quantities, or of an amount.');
  end if;
  if o.status = 'disputed' then
    perform private.raise_error('order_not_paid', 'Only a paid order can be refunded.');
  end if;
  -- Keys that begin so are of refunds that a provider has made already: with one, no money would be given back.
  o := private.refund(o, lines, amount, reason, takes_access, kind,
    case when idempotency_key like 'provider:%' then 'manager:' || idempotency_key else idempotency_key end);
  return o.status;
end $$;
comment on function public.refund_order is 'Refunds a paid order: all that is left, lines [{order_item_id, quantity}], or an amount; kind is refund or credit. The same idempotency key refunds once. Returns the status.';
grant execute on function public.refund_order(uuid, jsonb, bigint, text, boolean, text, text) to authenticated;

create function private.check_order_ledger() returns table (account_id uuid, subject text, booked numeric, posted numeric)
language sql stable security definer set search_path = '' as $$
  with booked as (
      select o.account_id, 'order:' || o.id || ':paid' as reference, o.currency, o.total + o.discount as amount
        from public.orders o where o.paid_at is not null and o.total + o.discount > 0
      union all
      select r.account_id, 'refund:' || r.id, r.currency, r.amount from public.refunds r where r.amount > 0
      union all
      select d.account_id, 'dispute:' || d.id || w.suffix, d.currency, d.amount from public.order_disputes d
        join (values ('', false), (':won', true)) w(suffix, is_won) on not w.is_won or d.status = 'won'),
    posted as (
      select t.account_id, t.reference, e.currency, sum(e.amount) filter (where e.amount > 0) as amount
        from public.ledger_transactions t join public.ledger_entries e on (e.account_id, e.transaction_id) = (t.account_id, t.id)
       where t.subject like 'order:%' group by t.account_id, t.id, e.currency)
  select coalesce(b.account_id, p.account_id), coalesce(b.reference, p.reference), b.amount::numeric, p.amount
    from booked b full join posted p on (p.account_id, p.reference, p.currency) = (b.account_id, b.reference, b.currency)
   where b.amount is distinct from p.amount
  union all
  select o.account_id, 'order:' || o.id, o.refunded, coalesce(r.amount, 0)
    from public.orders o
    left join (select r.account_id, r.order_id, sum(r.amount) as amount from public.refunds r group by 1, 2) r
      on (r.account_id, r.order_id) = (o.account_id, o.id)
   where o.refunded <> coalesce(r.amount, 0)
$$;
comment on function private.check_order_ledger is 'Paid orders, refunds and disputes whose transaction is missing or of another amount, transactions of orders without either, and orders whose refunds don''t add up.';
