-- Shipments are written only by ship_line.
grant select (account_id, id, order_id, order_item_id, note, created_at) on public.shipments to authenticated;
create policy "Who sees an order sees what of it was sent" on public.shipments for select to authenticated
  using (exists (select from public.orders o where (o.account_id, o.id) = (shipments.account_id, shipments.order_id)));

create function public.ship_line(order_item_id uuid, note text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  line public.order_items%rowtype;
  o public.orders%rowtype;
  shipment uuid;
begin
  select i.* into line from public.order_items i
    where i.id = order_item_id and i.type = 'physical' and i.account_id = (select private.account_with('manage_shop')) for update;
  if line.id is null then
    perform private.raise_error('not_found', 'There is no such order.');
  end if;
  select * into o from public.orders k where (k.account_id, k.id) = (line.account_id, line.order_id);
  if o.status <> 'paid' or line.revoked_at is not null then
    perform private.raise_error('order_not_paid', 'Only what is paid can be sent.');
  end if;
  insert into public.shipments as s (account_id, order_id, order_item_id, note, created_by)
    values (line.account_id, line.order_id, line.id, left(coalesce(note, ''), 500), auth.uid())
    on conflict on constraint shipments_account_id_order_item_id_key do update set note = excluded.note
    returning s.id into shipment;
  if o.user_id is not null then
    perform private.notify_localized(o.account_id, o.user_id, 'orderShipped', '<b>{{title}}</b> of your order {{number}} is on its way.',
      jsonb_build_object('title', line.title, 'number', '#' || o.number), 3, '/dashboard/orders/items', 'orders');
  end if;
  perform private.enqueue('shipment-mail', jsonb_build_object('account_id', o.account_id, 'order_item_id', line.id));
  return shipment;
end $$;
comment on function public.ship_line is 'Records that a line of a paid order was sent, with a note to follow it by, and tells the buyer; called again it changes the note.';
grant execute on function public.ship_line(uuid, text) to authenticated;
