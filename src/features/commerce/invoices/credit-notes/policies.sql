create function private.credit_note_lines(invoice public.order_invoices, r public.refunds) returns jsonb
language sql stable security definer set search_path = '' as $$
  with credited as (
      select e.line ->> 'item_id' as item_id, sum((e.line ->> 'total')::bigint)::bigint as total, sum((e.line ->> 'tax')::bigint)::bigint as tax
        from public.order_invoices n cross join jsonb_array_elements(n.document -> 'lines') e(line)
       where (n.account_id, n.invoice_id) = (invoice.account_id, invoice.id) group by 1),
    line as (
      select l.at, l.line, (l.line ->> 'total')::bigint - coalesce(c.total, 0) as remaining, (l.line ->> 'tax')::bigint - coalesce(c.tax, 0) as tax_left,
          f.quantity, coalesce(f.amount, 0) as refunded
        from jsonb_array_elements(invoice.document -> 'lines') with ordinality l(line, at)
        left join credited c on c.item_id = l.line ->> 'item_id'
        left join public.refund_lines f on (f.account_id, f.refund_id) = (r.account_id, r.id) and f.order_item_id::text = l.line ->> 'item_id'),
    own as (select line.*, least(refunded, remaining) as share from line),
    -- What names no line is of every line, as far as it is not credited yet.
    shared as (
      select own.*, own.share + s.share as total
        from own join private.shares_of(r.amount - (select sum(share)::bigint from own), (select array_agg(remaining - share order by at) from own)) s
          on s.at = own.at),
    taxed as (
      -- Of what is left, so that the last credit note makes the tax of a line exact.
      select shared.at, line, quantity, total, remaining, tax_left, div(tax_left::numeric * total, greatest(remaining, 1))::bigint as tax
        from shared where total > 0),
    room as (
      -- No line has more tax than it has left, and what stays of it never more tax than money.
      select taxed.*, r.tax - (sum(tax) over ())::bigint as missing, least(total, tax_left) - tax as up,
          tax - greatest(tax_left - (remaining - total), 0) as down
        from taxed),
    exact as (
      -- The tax of a refund was rounded as a whole: the lines take the difference one after another, as far as they have room.
      select at, line, quantity, total, (tax
          + least(up, greatest(missing - coalesce(sum(up) over before, 0), 0))
          - least(down, greatest(-missing - coalesce(sum(down) over before, 0), 0)))::bigint as tax
        from room window before as (order by at rows between unbounded preceding and 1 preceding))
  select jsonb_agg(line || jsonb_build_object('quantity', coalesce(quantity, 1), 'discount', 0, 'net', total - tax, 'tax', tax, 'total', total) order by at)
    from exact
$$;
comment on function private.credit_note_lines is 'What a refund takes back of each line of an invoice: the lines it names, or an amount shared among them; with the tax that the refund gives back; all credit notes together never more than the invoice.';

create function private.credit_refund(o public.orders, r public.refunds) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  invoice public.order_invoices%rowtype;
begin
  select * into invoice from public.order_invoices i where (i.account_id, i.order_id, i.kind) = (o.account_id, o.id, 'invoice');
  -- An order that was paid before there were invoices has nothing to correct.
  if invoice.id is null or r.amount = 0
    or exists (select from public.order_invoices n where (n.account_id, n.refund_id) = (r.account_id, r.id)) then
    return null;
  end if;
  return private.write_order_invoice(o, 'credit_note', private.order_invoice_document(o, private.credit_note_lines(invoice, r))
    || jsonb_build_object('seller', invoice.document -> 'seller', 'buyer', invoice.document -> 'buyer', 'site', invoice.document -> 'site',
      'reason', r.reason, 'refund_kind', r.kind, 'corrects', jsonb_build_object('number', invoice.number, 'issued_at', invoice.issued_at)), r.id, invoice.id);
end $$;
comment on function private.credit_refund is 'Issues the credit note of a refund, once, with the parties of the invoice it corrects.';

create function private.credit_new_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype;
begin
  select * into o from public.orders k where (k.account_id, k.id) = (new.account_id, new.order_id);
  perform private.credit_refund(o, new);
  return null;
end $$;
comment on function private.credit_new_refund is 'A refund has its credit note with the transaction that refunds.';
-- Deferred: the lines of a refund are written after it.
create constraint trigger refunds_credit_note after insert on public.refunds deferrable initially deferred for each row
  execute function private.credit_new_refund();
