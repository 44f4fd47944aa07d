-- What was told of a message before notifications knew whom they name: by its ticket, where one of this name alone wrote there.
update public.account_notifications n set about = w.authors[1]
  from (select t.account_id, t.number, coalesce(nullif(m.author_name, ''), t.requester_name) as name,
          array_agg(distinct coalesce(m.author_id, case when not m.is_staff then t.user_id end)) as authors
          from public.tickets t join public.ticket_messages m on (m.account_id, m.ticket_id) = (t.account_id, t.id)
         group by 1, 2, 3) w
 where w.account_id = n.account_id and n.about is null and n.said ->> 'key' = 'ticketMessage' and n.said -> 'values' ->> 'number' = '#' || w.number
   and n.said -> 'values' ->> 'name' = w.name and cardinality(w.authors) = 1 and w.authors[1] is not null;
