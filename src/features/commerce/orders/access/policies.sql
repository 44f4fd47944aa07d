create function private.paid_access_until(account uuid, course uuid, member uuid) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  until timestamptz;
  paid_order record;
begin
  select max(a.held_until) into until
    from private.order_access a join public.orders o on (o.account_id, o.id) = (a.account_id, a.order_id)
   where (a.account_id, a.course_id, coalesce(a.member_id, o.member_id)) = (account, course, member);
  for paid_order in
    select o.paid_at, bool_or(a.lasts is null) as is_for_good, max(a.lasts) filter (where i.access_until is null) as lasts, max(i.access_until) as fixed
      from private.order_access a
      join public.orders o on (o.account_id, o.id) = (a.account_id, a.order_id) and o.status = 'paid'
      join public.order_items i on (i.account_id, i.id) = (a.account_id, a.order_item_id) and i.revoked_at is null
     where (a.account_id, a.course_id, coalesce(a.member_id, o.member_id)) = (account, course, member)
     group by o.account_id, o.id order by o.paid_at, o.id
  loop
    if paid_order.is_for_good then return 'infinity'; end if;
    until := greatest(until, greatest(until, paid_order.paid_at) + paid_order.lasts, paid_order.fixed);
  end loop;
  return until;
end $$;
comment on function private.paid_access_until is 'Until when a member has access to a course: by access they had before they bought it and by what they paid for and still have, one order after the other.';

create function public.paid_until(account_id uuid, products uuid[]) returns table (product_id uuid, until timestamptz, renews boolean)
language sql stable security definer set search_path = '' as $$
  select i.product_id, min(e.expires_at), bool_or(i.access_until is not null)
    from public.orders o
    join public.order_items i on (i.account_id, i.order_id) = (o.account_id, o.id) and i.frequency is not null and i.revoked_at is null
    join private.order_access a on (a.account_id, a.order_item_id) = (i.account_id, i.id)
    join public.enrolments e on (e.account_id, e.course_id, e.member_id) = (a.account_id, a.course_id, o.member_id)
      and e.status = 'active' and e.expires_at > (select private.clock_now())
   where o.account_id = paid_until.account_id and o.user_id = auth.uid() and o.status = 'paid'
     and i.product_id = any (products) and cardinality(products) <= 50
     and paid_until.account_id in (select private.account_with('member'))
   group by i.product_id
$$;
comment on function public.paid_until is 'Until when the caller has paid for up to 50 products with a recurring price; products without current access are left out. What renews is paid by the orders of its subscription.';
grant execute on function public.paid_until(uuid, uuid[]) to authenticated;

create function private.access_period(line public.order_items) returns interval
language sql immutable set search_path = '' as $$
  select case
    when line.access_until = 'infinity' then null
    when line.trial_days > 0 then make_interval(days => line.trial_days)
    else ((line.frequency ->> 'value') || ' ' || (line.frequency ->> 'parameter'))::interval end
$$;
comment on function private.access_period is 'How long a line of an order opens what it opens: its trial, else one period of a recurring price; null where it is for good. The line may say when that ends (access_until).';

create function private.product_access_until(account uuid, product uuid, member uuid) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  until timestamptz;
  line record;
begin
  for line in
    select o.paid_at, private.access_period(i) as lasts, i.access_until
      from public.orders o join public.order_items i on (i.account_id, i.order_id, i.product_id) = (o.account_id, o.id, product)
     where (o.account_id, o.member_id) = (account, member) and o.status = 'paid' and i.revoked_at is null and i.type not in ('seats', 'gift')
    union all
    select o.paid_at, private.access_period(i), i.access_until
      from public.vouchers v
      join public.order_items i on (i.account_id, i.id, i.product_id) = (v.account_id, v.order_item_id, product) and i.revoked_at is null
      join public.orders o on (o.account_id, o.id) = (i.account_id, i.order_id) and o.status = 'paid'
     where (v.account_id, v.member_id) = (account, member)
     order by paid_at
  loop
    -- Early renewals add their period to what was paid for before.
    until := greatest(until, coalesce(line.access_until, greatest(until, line.paid_at) + line.lasts, 'infinity'));
  end loop;
  return greatest(until, (
    select max(s.period_end) + private.grace_period(private.reminder_days(account)) from public.member_subscriptions s
     where (s.account_id, s.member_id, s.product_id, s.status) = (account, member, product, 'past_due')));
end $$;
comment on function private.product_access_until is 'Until when a member has a product that they bought, or a seat or gift that they redeemed, the grace of an unpaid period included: infinity where it is for good, null where they have it not.';

create function private.valid_product_condition(condition jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select (condition ->> 'product')::uuid is not null
$$;
comment on function private.valid_product_condition is 'Whether it names a product.';

create function private.check_product_condition(account uuid, member uuid, started timestamptz, at timestamptz, condition jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('met', coalesce(private.product_access_until(account, (condition ->> 'product')::uuid, member) > at, false))
    || coalesce((select jsonb_build_object('title', p.title, 'slug', case when p.status = 'published' then p.slug end)
         from public.products p where (p.account_id, p.id) = (account, (condition ->> 'product')::uuid)), '{}')
$$;
comment on function private.check_product_condition is 'Open to who has a product or a membership of the shop: {"kind": "product", "product"}.';

create function private.record_order_access(o public.orders, item uuid, course uuid, lasts interval, holder uuid default null) returns void
language sql security definer set search_path = '' as $$
  insert into private.order_access (account_id, order_id, order_item_id, course_id, member_id, lasts, held_until)
  select o.account_id, o.id, item, course, holder, lasts,
    -- Access from other sources than orders stays when the order is refunded.
    (select coalesce(e.expires_at, 'infinity') from public.enrolments e
      where (e.account_id, e.course_id, e.member_id) = (o.account_id, course, coalesce(holder, o.member_id))
        and e.status = 'active' and e.source <> 'order' and (e.expires_at is null or e.expires_at > (select private.clock_now())))
  on conflict on constraint order_access_once do nothing
$$;
comment on function private.record_order_access is 'Records what a line of an order opens, for how long and for whom, its buyer if nobody is named, and what access they had from other sources.';

create function private.courses_of_line(line public.order_items) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select p.course_id from public.products p where (p.account_id, p.id) = (line.account_id, line.product_id) and p.course_id is not null
  union
  select c.course_id from public.product_courses c
   where (c.account_id, c.product_id) = (line.account_id, line.product_id) and private.price_opens(c.account_id, line.price_id, c.level_id)
  union
  select m.id from public.courses m where line.type = 'membership' and m.account_id = line.account_id and m.access = 'members' and m.status = 'published'
$$;
comment on function private.courses_of_line is 'The courses that a line of an order opens, with those of its level and of the levels below.';

create function private.grant_purchased_courses(o public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  purchase record;
  existing public.enrolments%rowtype;
begin
  if o.member_id is null then return; end if;
  for purchase in
    -- A recurring price opens a course for one period; a one-time price opens it for good.
    with opened as (
      select c.course, i.id, private.access_period(i) as lasts, i.access_until
        from public.order_items i cross join private.courses_of_line(i) c(course)
       -- Seats and gifts open for whoever redeems them.
       where (i.account_id, i.order_id) = (o.account_id, o.id) and i.type not in ('seats', 'gift'))
    select c.course, bool_or(c.lasts is null) as is_for_good, max(c.lasts) filter (where c.access_until is null) as lasts, max(c.access_until) as fixed,
           jsonb_agg(jsonb_build_object('item', c.id, 'lasts', c.lasts)) as lines
      from opened c group by c.course
  loop
    select * into existing from public.enrolments e where e.account_id = o.account_id and e.member_id = o.member_id
      and e.course_id = purchase.course and e.status = 'active' and (e.expires_at is null or e.expires_at > (select private.clock_now()));
    perform private.record_order_access(o, l.item, purchase.course, l.lasts)
       from jsonb_to_recordset(purchase.lines) l(item uuid, lasts interval);
    -- An early renewal adds its period to the current end.
    perform private.enrol(o.account_id, purchase.course, o.member_id, 'order', case when not purchase.is_for_good then
      greatest(purchase.fixed, greatest(private.clock_now(), coalesce(existing.expires_at, private.clock_now())) + purchase.lasts) end);
  end loop;
end $$;
comment on function private.grant_purchased_courses is 'Enrols the buyer in every course of an order, for the period it pays for.';

create function private.grant_course_to_buyers(account uuid, course uuid, product uuid, level uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  holder record;
begin
  for holder in
    select o as bought, i.id as item, o.member_id, i.lasts,
      case when i.lasts is not null then
        -- The end of what the order opened before: an early renewal has already extended it.
        coalesce(i.access_until, greatest(o.paid_at + i.lasts, max(e.expires_at))) end as until
      from public.orders o
      join (select l.account_id, l.id, l.order_id, l.product_id, l.price_id, l.type, l.access_until, private.access_period(l) as lasts from public.order_items l
          where l.revoked_at is null and l.type not in ('seats', 'gift')) i
        on (i.account_id, i.order_id) = (o.account_id, o.id)
      left join private.order_access a on (a.account_id, a.order_id) = (o.account_id, o.id)
      left join public.enrolments e on (e.account_id, e.course_id, e.member_id) = (a.account_id, a.course_id, o.member_id) and e.status = 'active'
     where o.account_id = account and o.status = 'paid' and o.member_id is not null
       and case when product is null then i.type = 'membership' else i.product_id = product and private.price_opens(account, i.price_id, level) end
     group by o.account_id, o.id, i.id, i.lasts, i.access_until
  loop
    continue when holder.until <= (select private.clock_now()) or exists (select from public.enrolments e where e.account_id = account
      and e.member_id = holder.member_id and e.course_id = course and e.status = 'active' and e.expires_at is null);
    perform private.record_order_access(holder.bought, holder.item, course, holder.lasts);
    perform private.enrol(account, course, holder.member_id, 'order', holder.until);
  end loop;
end $$;
comment on function private.grant_course_to_buyers is 'Opens a course that was added to a product, from a level on if it says so, or to all memberships, to everyone who has bought it.';

create function private.grant_members_course() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'published' and new.access = 'members'
    and (tg_op = 'INSERT' or (old.status, old.access) is distinct from (new.status, new.access)) then
    perform private.grant_course_to_buyers(new.account_id, new.id, null);
  end if;
  return null;
end $$;
comment on function private.grant_members_course is 'Opens a new course for members to everyone with a membership.';
create trigger courses_open_to_holders after insert or update of status, access on public.courses
  for each row execute function private.grant_members_course();

create function private.grant_product_course() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.grant_course_to_buyers(new.account_id, new.course_id, new.product_id, new.level_id);
  return null;
end $$;
comment on function private.grant_product_course is 'Opens a course that was added to a bundle or a membership, or to a lower level of one, to everyone who bought it.';
create trigger product_courses_open_to_holders after insert or update of level_id on public.product_courses
  for each row execute function private.grant_product_course();

create function private.recompute_access(account uuid, course uuid, member uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  until timestamptz := private.paid_access_until(account, course, member);
begin
  if coalesce(until, private.clock_now()) > (select private.clock_now()) then
    update public.enrolments e set expires_at = nullif(until, 'infinity')
     where (e.account_id, e.course_id, e.member_id) = (account, course, member) and (e.status, e.source) = ('active', 'order');
  -- An enrolment that a manager made after the order is left for a manager to end.
  elsif exists (select from public.enrolments e
      where (e.account_id, e.course_id, e.member_id) = (account, course, member) and (e.status, e.source) = ('active', 'order')) then
    perform private.end_enrolment(account, course, member);
  end if;
end $$;
comment on function private.recompute_access is 'Sets the end of an enrolment by an order to what its member still has by orders, or ends it.';

create function private.revoke_purchases(o public.orders, items uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_items i set revoked_at = private.clock_now()
   where (i.account_id, i.order_id) = (o.account_id, o.id) and i.id = any (items) and i.revoked_at is null;
  perform private.recompute_access(o.account_id, w.course_id, w.member_id) from (
    select distinct a.course_id, coalesce(a.member_id, o.member_id) as member_id from private.order_access a
     where a.account_id = o.account_id and a.order_item_id = any (items)) w
   where w.member_id is not null;
end $$;
comment on function private.revoke_purchases is 'Revokes what lines of an order opened; access from other lines and orders or from a manager stays until its own end.';

create function private.clear_order_access() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.order_access a using public.orders o
   where (o.account_id, o.id) = (a.account_id, a.order_id)
     and (a.account_id, a.course_id, coalesce(a.member_id, o.member_id)) = (new.account_id, new.course_id, new.member_id);
  return null;
end $$;
comment on function private.clear_order_access is 'Deletes the recorded access of an enrolment that was ended by hand, so that earlier orders do not open it again.';
create trigger enrolments_forget_access after update of status on public.enrolments for each row
  when (old.status = 'active' and new.status = 'ended' and new.expires_at is null) execute function private.clear_order_access();

create function private.record_access_notices() returns table (account_id uuid, enrolment_id uuid, stage text)
language sql security definer set search_path = '' as $$
  insert into private.access_notices as n (account_id, enrolment_id, stage, expires_at)
  select e.account_id, e.id, s.stage, e.expires_at from public.enrolments e
   cross join lateral (select case when e.expires_at <= (select private.clock_now()) then 'ended' else 'soon' end as stage) s
   where e.source = 'order' and e.expires_at > (select private.clock_now()) - interval '90 days'
     and e.expires_at <= (select private.clock_now()) + interval '3 days'
     and (s.stage = 'ended' or e.status = 'active')
     and not exists (select from private.access_notices d
       where (d.account_id, d.enrolment_id, d.stage, d.expires_at) = (e.account_id, e.id, s.stage, e.expires_at))
     -- What waits for the payment of its next period has reminders of its own.
     and not exists (select from private.order_access w join public.orders o on (o.account_id, o.id) = (w.account_id, w.order_id)
         and o.status = 'pending' and o.member_id = e.member_id
       where s.stage = 'soon' and (w.account_id, w.course_id) = (e.account_id, e.course_id))
     -- A dispute is told of by itself, and what it closed may open again.
     and not exists (select from private.order_access w join public.orders o on (o.account_id, o.id) = (w.account_id, w.order_id)
         and o.status = 'disputed' and coalesce(w.member_id, o.member_id) = e.member_id
       where (w.account_id, w.course_id) = (e.account_id, e.course_id))
   order by e.expires_at limit 1000
  on conflict on constraint access_notices_pkey do update set expires_at = excluded.expires_at, created_at = private.clock_now()
    where n.expires_at <> excluded.expires_at
  returning n.account_id, n.enrolment_id, n.stage
$$;
comment on function private.record_access_notices is 'Records up to 1,000 ends of paid access that are to be announced now, and returns those: each once, also where two processes ask.';

create function private.notify_access_ends() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  notice record;
  sent integer := 0;
begin
  for notice in
    -- What one product opened ends together and is announced once.
    select distinct d.account_id, d.stage, m.user_id, e.expires_at, coalesce(b.title, c.title) as title,
           case when b.is_sold then '/checkout?add=' || b.product_id else '/course/' || c.slug end as link
      from private.record_access_notices() d
      join public.enrolments e on (e.account_id, e.id) = (d.account_id, d.enrolment_id)
      join public.courses c on (c.account_id, c.id) = (e.account_id, e.course_id)
      join public.members m on (m.account_id, m.id) = (e.account_id, e.member_id) and m.blocked_at is null and m.user_id is not null
      join public.accounts a on a.account_id = d.account_id and a.status = 'active'
      left join lateral (
        select i.product_id, i.title, p.status = 'published' as is_sold, oa.lasts from private.order_access oa
          join public.orders o on (o.account_id, o.id) = (oa.account_id, oa.order_id) and o.status = 'paid' and o.member_id = e.member_id
          join public.order_items i on (i.account_id, i.id) = (oa.account_id, oa.order_item_id) and i.frequency is not null
            and i.revoked_at is null
          join public.products p on (p.account_id, p.id) = (i.account_id, i.product_id)
         where (oa.account_id, oa.course_id) = (e.account_id, e.course_id)
         order by o.paid_at desc, i.position limit 1) b on true
     -- A period of a few days would be announced as it begins.
     where d.stage = 'ended' or b.lasts > interval '3 days'
  loop
    if notice.stage = 'soon' then
      perform private.notify_localized(notice.account_id, notice.user_id, 'accessEndsSoon',
        'Your access to <b>{{title}}</b> ends on {{until}}. Order again to keep it.',
        jsonb_build_object('title', notice.title, 'until', jsonb_build_object('key', 'day',
          'values', jsonb_build_object('at', floor(extract(epoch from notice.expires_at) * 1000)::bigint),
          'text', to_char(notice.expires_at, 'FMMonth FMDD, YYYY'))), 2, notice.link, 'orders');
    else
      perform private.notify_localized(notice.account_id, notice.user_id, 'accessEnded',
        'Your access to <b>{{title}}</b> has ended. Order again to continue; your progress is saved.',
        jsonb_build_object('title', notice.title), 3, notice.link, 'orders');
    end if;
    sent := sent + 1;
  end loop;
  return sent;
end $$;
comment on function private.notify_access_ends is 'Notifies members three days before access that they paid for by the period ends, and when it has ended, with a link to order again.';
