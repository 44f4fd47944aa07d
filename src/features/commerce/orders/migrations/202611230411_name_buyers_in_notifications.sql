-- What managers were told of a purchase before notifications knew whom they name.
update public.account_notifications n set about = o.user_id
  from public.orders o
 where o.account_id = n.account_id and n.about is null and n.said ->> 'key' = 'orderPlaced'
   and n.said -> 'values' ->> 'number' = '#' || o.number and o.user_id is not null;
