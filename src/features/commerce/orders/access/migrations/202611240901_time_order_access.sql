-- How long an order opens a course, null for good, and until when its buyer held the course otherwise.
alter table private.order_access
  add column lasts interval,
  add column held_until timestamptz;

-- What was sold before: a course is open for good where any line that opens it was paid once.
update private.order_access a set lasts = l.lasts
  from (
    select a.account_id, a.id, max(((i.frequency ->> 'value') || ' ' || (i.frequency ->> 'parameter'))::interval) as lasts
      from private.order_access a
      join public.order_items i on (i.account_id, i.order_id) = (a.account_id, a.order_id)
     where i.type = 'membership'
        or exists (select from public.products p where (p.account_id, p.id) = (i.account_id, i.product_id) and p.course_id = a.course_id)
        or exists (select from public.product_courses pc
             where (pc.account_id, pc.product_id, pc.course_id) = (i.account_id, i.product_id, a.course_id))
     group by a.account_id, a.id
    having bool_and(nullif(i.frequency, 'null') is not null)) l
 where (a.account_id, a.id) = (l.account_id, l.id);
