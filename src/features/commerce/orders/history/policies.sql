create function private.record_order_entry(account uuid, target_order uuid, entry_kind text, facts jsonb default '{}', note text default '',
  person uuid default auth.uid(), at timestamptz default private.clock_now())
returns uuid language sql security definer set search_path = '' as $$
  insert into private.order_entries (account_id, order_id, kind, facts, note, created_by, created_at)
  values (account, target_order, entry_kind, facts, note, person, at) returning id
$$;
comment on function private.record_order_entry is 'Adds an entry to the history of an order, in the transaction of what it tells of.';

create function private.record_order_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A refund and a dispute have entries of their own.
  if tg_op = 'UPDATE' and old.status = 'disputed' then return null; end if;
  if new.status not in ('refunded', 'disputed') and (tg_op = 'INSERT' or new.status <> old.status) then
    perform private.record_order_entry(new.account_id, new.id, case new.status when 'pending' then 'placed' else new.status end,
      at => case new.status when 'pending' then new.placed_at when 'paid' then new.paid_at else new.closed_at end);
  end if;
  return null;
end $$;
comment on function private.record_order_status is 'Records that an order was placed, paid or cancelled.';
create trigger orders_record_status after insert or update of status on public.orders
  for each row execute function private.record_order_status();

create function private.record_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_order_entry(new.account_id, new.order_id, new.kind, jsonb_build_object('amount', new.amount, 'reason', new.reason),
    at => new.created_at);
  return null;
end $$;
comment on function private.record_refund is 'Records a refund or a credit in the history of its order.';
create trigger refunds_record after insert on public.refunds for each row execute function private.record_refund();

create function private.erase_order_entries() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.order_entries e set created_by = null where e.account_id = new.account_id and e.created_by = new.user_id;
  return null;
end $$;
comment on function private.erase_order_entries is 'Takes the name of an erased user out of the history of orders.';
create trigger erasures_leave_order_entries after insert on private.erasures for each row execute function private.erase_order_entries();

create function public.order_history(order_id uuid)
returns table (id uuid, kind text, note text, facts jsonb, actor text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select e.id, e.kind, e.note, e.facts, m.name, e.created_at
    from private.order_entries e
    left join public.members m on (m.account_id, m.user_id) = (e.account_id, e.created_by)
   where e.order_id = order_history.order_id and e.account_id = (select private.account_with('manage_shop'))
   order by e.created_at, e.id
$$;
comment on function public.order_history is 'What happened to an order, the oldest first, each with the name of who did it; nothing without manage_shop.';
grant execute on function public.order_history(uuid) to authenticated;

create function public.add_order_note(order_id uuid, note text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype := private.managed_order(order_id);
begin
  if coalesce(length(btrim(note)), 0) not between 1 and 2000 then
    perform private.raise_error('invalid', 'A note has 1 to 2,000 characters.');
  elsif (select count(*) from private.order_entries e where e.account_id = o.account_id and e.order_id = o.id and e.kind = 'note') >= 200 then
    perform private.raise_error('too_many_notes', 'An order has at most 200 notes.');
  end if;
  return private.record_order_entry(o.account_id, o.id, 'note', note => btrim(note));
end $$;
comment on function public.add_order_note is 'Notes something about an order, for the managers of the shop; returns the id of the entry.';
grant execute on function public.add_order_note(uuid, text) to authenticated;

create function public.remove_order_note(entry_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.order_entries e
   where e.id = entry_id and e.kind = 'note' and e.account_id = (select private.account_with('manage_shop'));
  return found;
end $$;
comment on function public.remove_order_note is 'Removes a note; the rest of the history of an order stays.';
grant execute on function public.remove_order_note(uuid) to authenticated;

create function public.resend_order_mail(order_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype := private.managed_order(order_id);
  mail_kind text := case o.status when 'pending' then 'placed' when 'disputed' then 'paid' else o.status end;
  refund uuid;
begin
  if o.email = '' then
    perform private.raise_error('order_without_email', 'This buyer has no e-mail address.');
  elsif exists (select from private.order_entries e where e.account_id = o.account_id and e.order_id = o.id and e.kind = 'mail'
      and e.facts @> '{"resent": true}' and e.created_at > (select private.clock_now()) - interval '1 minute') then
    perform private.raise_error('mail_sent_recently', 'This mail was sent again less than a minute ago.');
  end if;
  select r.id into refund from public.refunds r where r.account_id = o.account_id and r.order_id = o.id and o.status = 'refunded'
    order by r.created_at desc, r.id desc limit 1;
  perform private.enqueue('order-mail', jsonb_strip_nulls(jsonb_build_object('account_id', o.account_id, 'order_id', o.id, 'kind', mail_kind,
    'refund_id', refund, 'resent_by', auth.uid())));
  return mail_kind;
end $$;
comment on function public.resend_order_mail is 'Sends the buyer the mail of the order''s present status again; returns its kind.';
grant execute on function public.resend_order_mail(uuid) to authenticated;
