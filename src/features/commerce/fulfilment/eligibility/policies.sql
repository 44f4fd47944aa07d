create function private.has_membership(account uuid, person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.orders o join public.order_items i on (i.account_id, i.order_id) = (o.account_id, o.id)
     where o.account_id = account and o.user_id = person and o.status = 'paid' and i.type = 'membership' and i.revoked_at is null
       and case when i.access_until is not null then i.access_until > (select private.clock_now())
         else i.frequency is null or o.paid_at + private.access_period(i) > (select private.clock_now()) end)
$$;
comment on function private.has_membership is 'Whether a person has paid for a membership of an account that has not ended.';

create function private.may_buy(product public.products, person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select case product.buyers
    when 'everyone' then true
    when 'members' then private.has_membership(product.account_id, person)
    else exists (
      select from public.members m
       where m.account_id = product.account_id and m.user_id = person and m.blocked_at is null and case product.buyers
         when 'role' then m.role_id = product.buyers_role_id
         else exists (select from public.enrolments e where (e.account_id, e.course_id, e.member_id) = (m.account_id, product.buyers_course_id, m.id)
           and e.status = 'active' and (e.expires_at is null or e.expires_at > (select private.clock_now()))) end)
    end
$$;
comment on function private.may_buy is 'Whether a person is among those a product is sold to.';

create function private.require_buyers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  title text;
begin
  -- A renewal is placed by the schedule: who was sold a subscription keeps it.
  select l.title into title from lines l
    join public.orders o on (o.account_id, o.id) = (l.account_id, l.order_id) and o.user_id = auth.uid()
    join public.products p on (p.account_id, p.id) = (l.account_id, l.product_id)
   where not private.may_buy(p, o.user_id) limit 1;
  if title is not null then
    perform private.raise_error('not_for_buyer', format('"%s" is not for sale to you: its page says who may buy it.', title));
  end if;
  return null;
end $$;
comment on function private.require_buyers is 'Rejects an order of something that is not sold to its buyer.';
create trigger order_items_require_buyers after insert on public.order_items referencing new table as lines
  for each statement execute function private.require_buyers();
