create function private.access_left(account uuid, course uuid, member uuid) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  until timestamptz;
  given record;
begin
  select max(a.held_until) into until
    from private.order_access a join public.orders o on (o.account_id, o.id) = (a.account_id, a.order_id)
   where (a.account_id, a.course_id, o.member_id) = (account, course, member);
  for given in
    select o.paid_at, a.lasts from private.order_access a join public.orders o on (o.account_id, o.id) = (a.account_id, a.order_id)
     where (a.account_id, a.course_id, o.member_id) = (account, course, member) and o.status = 'paid' order by o.paid_at, o.id
  loop
    if given.lasts is null then return 'infinity'; end if;
    until := greatest(until, given.paid_at) + given.lasts;
  end loop;
  return until;
end $$;
comment on function private.access_left is 'Until when a course is open to a member by what they held before they bought it and by the orders that are paid, one after the other.';

create function private.note_access(o public.orders, course uuid, lasts interval) returns void
language sql security definer set search_path = '' as $$
  insert into private.order_access as order_access (account_id, order_id, course_id, lasts, held_until)
  select o.account_id, o.id, course, lasts,
    -- What was open by other ways than by orders stays when the order is refunded.
    (select coalesce(e.expires_at, 'infinity') from public.enrolments e
      where (e.account_id, e.course_id, e.member_id) = (o.account_id, course, o.member_id)
        and e.status = 'active' and e.source <> 'order' and (e.expires_at is null or e.expires_at > now()))
  on conflict (account_id, order_id, course_id) do update
    set lasts = case when order_access.lasts is null or excluded.lasts is null then null else greatest(order_access.lasts, excluded.lasts) end
$$;
comment on function private.note_access is 'Remembers what an order opens, for how long, and what its buyer held of it otherwise.';

create function private.open_bought(o public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  bought record;
  had public.enrolments%rowtype;
begin
  if o.member_id is null then return; end if;
  for bought in
    -- A price that is due again and again opens for one such time; one paid once, for good.
    select c.course, case when bool_and(c.frequency is not null)
        then max(((c.frequency ->> 'value') || ' ' || (c.frequency ->> 'parameter'))::interval) end as lasts
      from (
        select p.course_id as course, nullif(i.frequency, 'null') as frequency, i.account_id, i.order_id from public.order_items i
          join public.products p on (p.account_id, p.id) = (i.account_id, i.product_id)
        union all
        select pc.course_id, nullif(i.frequency, 'null'), i.account_id, i.order_id from public.order_items i
          join public.product_courses pc on (pc.account_id, pc.product_id) = (i.account_id, i.product_id)
        union all
        select m.id, nullif(i.frequency, 'null'), i.account_id, i.order_id from public.order_items i
          join public.courses m on m.account_id = i.account_id and m.access = 'members' and m.status = 'published'
         where i.type = 'membership') c
     where c.account_id = o.account_id and c.order_id = o.id and c.course is not null
     group by c.course
  loop
    select * into had from public.enrolments e where e.account_id = o.account_id and e.member_id = o.member_id
      and e.course_id = bought.course and e.status = 'active' and (e.expires_at is null or e.expires_at > now());
    perform private.note_access(o, bought.course, bought.lasts);
    -- Whoever renews before the end loses no day.
    perform private.enrol(o.account_id, bought.course, o.member_id, 'order',
      greatest(now(), coalesce(had.expires_at, now())) + bought.lasts);
  end loop;
end $$;
comment on function private.open_bought is 'Enrols the buyer in every course an order opens, for as long as it pays for.';

create function private.open_to_holders(account uuid, course uuid, product uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  holder record;
begin
  for holder in
    select o as bought, o.member_id, case when i.frequency is not null then ((i.frequency ->> 'value') || ' ' || (i.frequency ->> 'parameter'))::interval end as lasts,
      case when i.frequency is not null then
        -- As long as what the order opened before: who renewed early has added to it.
        greatest(o.paid_at + ((i.frequency ->> 'value') || ' ' || (i.frequency ->> 'parameter'))::interval, max(e.expires_at)) end as until
      from public.orders o
      join (select account_id, order_id, product_id, type, nullif(frequency, 'null') as frequency from public.order_items) i
        on (i.account_id, i.order_id) = (o.account_id, o.id)
      left join private.order_access a on (a.account_id, a.order_id) = (o.account_id, o.id)
      left join public.enrolments e on (e.account_id, e.course_id, e.member_id) = (a.account_id, a.course_id, o.member_id) and e.status = 'active'
     where o.account_id = account and o.status = 'paid' and o.member_id is not null
       and case when product is null then i.type = 'membership' else i.product_id = product end
     group by o.account_id, o.id, i.frequency
  loop
    continue when holder.until <= now() or exists (select from public.enrolments e where e.account_id = account
      and e.member_id = holder.member_id and e.course_id = course and e.status = 'active' and e.expires_at is null);
    perform private.note_access(holder.bought, course, holder.lasts);
    perform private.enrol(account, course, holder.member_id, 'order', holder.until);
  end loop;
end $$;
comment on function private.open_to_holders is 'Opens a course that was added to a product, or to all memberships, to those who hold it already.';

create function private.follow_course() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'published' and new.access = 'members'
    and (tg_op = 'INSERT' or (old.status, old.access) is distinct from (new.status, new.access)) then
    perform private.open_to_holders(new.account_id, new.id, null);
  end if;
  return null;
end $$;
comment on function private.follow_course is 'A new course for members is open to who is one.';
create trigger courses_open_to_holders after insert or update of status, access on public.courses
  for each row execute function private.follow_course();

create function private.follow_product_course() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.open_to_holders(new.account_id, new.course_id, new.product_id);
  return null;
end $$;
comment on function private.follow_product_course is 'A course that joins a bundle or a membership is open to who bought it.';
create trigger product_courses_open_to_holders after insert on public.product_courses
  for each row execute function private.follow_product_course();

create function private.close_bought(o public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  opened uuid;
  until timestamptz;
begin
  for opened in select a.course_id from private.order_access a where (a.account_id, a.order_id) = (o.account_id, o.id) and o.member_id is not null loop
    until := private.access_left(o.account_id, opened, o.member_id);
    if coalesce(until, now()) > now() then
      update public.enrolments e set expires_at = nullif(until, 'infinity')
       where (e.account_id, e.course_id, e.member_id) = (o.account_id, opened, o.member_id) and (e.status, e.source) = ('active', 'order');
    -- What the school opened by hand after the order is the school's to close.
    elsif exists (select from public.enrolments e
        where (e.account_id, e.course_id, e.member_id) = (o.account_id, opened, o.member_id) and (e.status, e.source) = ('active', 'order')) then
      perform private.end_enrolment(o.account_id, opened, o.member_id);
    end if;
  end loop;
end $$;
comment on function private.close_bought is 'Takes back of each course just what an order gave: what other paid orders, or the school, opened stays for as long as they opened it.';

create function private.forget_access() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.order_access a using public.orders o
   where (o.account_id, o.id) = (a.account_id, a.order_id)
     and (a.account_id, a.course_id, o.member_id) = (new.account_id, new.course_id, new.member_id);
  return null;
end $$;
comment on function private.forget_access is 'What was closed to somebody is not opened again by the orders before.';
create trigger enrolments_forget_access after update of status on public.enrolments for each row
  when (old.status = 'active' and new.status = 'ended' and new.expires_at is null) execute function private.forget_access();
