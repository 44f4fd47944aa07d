create trigger vouchers_touch before update on public.vouchers for each row execute function private.touch_updated_at();

-- Vouchers are written only by the functions below.
grant select (account_id, id, order_id, order_item_id, kind, code, email, recipient_name, message, send_at, sent_at, member_id, redeemed_at, created_at)
  on public.vouchers to authenticated;
create policy "Who sees an order sees its seats and gifts" on public.vouchers for select to authenticated
  using (exists (select from public.orders o where (o.account_id, o.id) = (vouchers.account_id, vouchers.order_id)));

create function private.record_seats() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select p.seats into new.seats from public.products p where (p.account_id, p.id) = (new.account_id, new.product_id);
  return new;
end $$;
comment on function private.record_seats is 'A line keeps for how many people a piece was when it was sold.';
create trigger order_items_record_seats before insert on public.order_items for each row when (new.type = 'seats') execute function private.record_seats();

create function private.places_of(line public.order_items) returns integer
language sql immutable set search_path = '' as $$
  select case when line.revoked_at is null then (line.quantity - line.refunded_quantity) * coalesce(line.seats, 1) else 0 end
$$;
comment on function private.places_of is 'How many people a line of seats or gifts is for, less what was refunded.';

create function private.new_voucher_code() returns text
language sql volatile set search_path = '' as $$
  select left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 20)
$$;
comment on function private.new_voucher_code is 'A code of 80 random bits.';

create function private.opened_courses(account uuid, product uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select p.course_id from public.products p where (p.account_id, p.id) = (account, product) and p.course_id is not null
  union select pc.course_id from public.product_courses pc where (pc.account_id, pc.product_id) = (account, product)
$$;
comment on function private.opened_courses is 'The courses that a product names.';

create function private.open_voucher(v public.vouchers, course uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders%rowtype;
begin
  select * into o from public.orders k where (k.account_id, k.id) = (v.account_id, v.order_id);
  perform private.record_order_access(o, v.order_item_id, course, null, v.member_id);
  perform private.enrol(v.account_id, course, v.member_id, 'order', null);
end $$;
comment on function private.open_voucher is 'Opens a course for who has redeemed a voucher.';

create function private.redeem(v public.vouchers, holder uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.vouchers k set member_id = holder, redeemed_at = private.clock_now() where (k.account_id, k.id) = (v.account_id, v.id) returning * into v;
  perform private.open_voucher(v, c.course) from public.order_items i
    cross join lateral private.opened_courses(i.account_id, i.product_id) c(course)
   where (i.account_id, i.id) = (v.account_id, v.order_item_id);
end $$;
comment on function private.redeem is 'Gives a voucher to a member and opens what it opens.';

create function private.close_voucher(v public.vouchers) returns void
language plpgsql security definer set search_path = '' as $$
declare
  closed uuid;
begin
  delete from public.vouchers k where (k.account_id, k.id) = (v.account_id, v.id);
  if v.member_id is null then return; end if;
  for closed in
    delete from private.order_access a where (a.account_id, a.order_item_id, a.member_id) = (v.account_id, v.order_item_id, v.member_id) returning a.course_id
  loop
    perform private.recompute_access(v.account_id, closed, v.member_id);
  end loop;
end $$;
comment on function private.close_voucher is 'Removes a voucher and closes what it opened; access from elsewhere stays.';

create function private.issue_gifts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.vouchers (account_id, order_id, order_item_id, kind, code)
    select i.account_id, i.order_id, i.id, 'gift', private.new_voucher_code() from public.order_items i cross join generate_series(1, i.quantity)
     where (i.account_id, i.order_id) = (new.account_id, new.id) and i.type = 'gift';
  return null;
end $$;
comment on function private.issue_gifts is 'A paid order has a voucher for each gift.';
create trigger orders_issue_gifts after update of status on public.orders for each row
  when (new.status = 'paid' and old.status = 'pending') execute function private.issue_gifts();

create function private.withdraw_vouchers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What nobody uses yet goes first, then what was given last.
  perform private.close_voucher(v) from (
    select k.* from public.vouchers k where (k.account_id, k.order_item_id) = (new.account_id, new.id)
     order by k.redeemed_at nulls last, k.created_at, k.id offset private.places_of(new)) v;
  return null;
end $$;
comment on function private.withdraw_vouchers is 'Removes the vouchers beyond what is left of a line after a refund.';
create trigger order_items_withdraw_vouchers after update of refunded_quantity, revoked_at on public.order_items for each row
  when (new.type in ('seats', 'gift')) execute function private.withdraw_vouchers();

create function private.open_added_course() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.open_voucher(v, new.course_id) from public.vouchers v
    join public.order_items i on (i.account_id, i.id) = (v.account_id, v.order_item_id) and i.revoked_at is null
   where (i.account_id, i.product_id) = (new.account_id, new.product_id) and v.member_id is not null;
  return null;
end $$;
comment on function private.open_added_course is 'A course that was added to seats or a gift opens for everyone who has redeemed one.';
create trigger product_courses_open_to_vouchers after insert on public.product_courses
  for each row execute function private.open_added_course();

create function private.shared_line(item uuid, of_type text) returns public.order_items
language plpgsql security definer set search_path = '' as $$
declare
  line public.order_items%rowtype;
begin
  perform private.forbid_impersonation();
  -- The lock keeps two windows from taking the last seat.
  select i.* into line from public.order_items i join public.orders o on (o.account_id, o.id) = (i.account_id, i.order_id)
   where i.id = item and i.type = of_type and (o.account_id = (select private.account_with('manage_shop'))
     or (o.user_id = auth.uid() and o.account_id = (select private.account_with('member')))) for update of i;
  if line.id is null then
    perform private.raise_error('not_found', 'There is no such order.');
  elsif line.revoked_at is not null or not exists (select from public.orders o where (o.account_id, o.id) = (line.account_id, line.order_id) and o.status = 'paid') then
    perform private.raise_error('order_not_paid', 'This can be given away as soon as the order is paid.');
  end if;
  return line;
end $$;
comment on function private.shared_line is 'A paid line of the caller, or of their shop, locked.';

create function public.assign_seats(order_item_id uuid, people jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  line public.order_items%rowtype := private.shared_line(assign_seats.order_item_id, 'seats');
  person record;
  v public.vouchers%rowtype;
  holder uuid;
  assigned integer := 0;
begin
  if jsonb_typeof(people) is distinct from 'array' or jsonb_array_length(people) not between 1 and 1000 then
    perform private.raise_error('invalid', 'Name 1 to 1,000 people by their e-mail addresses.');
  end if;
  for person in
    select lower(trim(p.email)) as email, left(trim(coalesce(p.name, '')), 120) as name
      from jsonb_to_recordset(people) p(email text, name text)
  loop
    if person.email is null or person.email !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' or length(person.email) > 254 then
      perform private.raise_error('invalid', 'Name 1 to 1,000 people by their e-mail addresses.');
    end if;
    continue when exists (select from public.vouchers k where (k.account_id, k.order_item_id, lower(k.email)) = (line.account_id, line.id, person.email));
    select m.id into holder from public.members m
      where m.account_id = line.account_id and lower(m.email) = person.email and m.blocked_at is null and private.verified_email(m.user_id) = person.email
        and not exists (select from public.vouchers k where (k.account_id, k.order_item_id, k.member_id) = (line.account_id, line.id, m.id));
    insert into public.vouchers (account_id, order_id, order_item_id, kind, code, email, recipient_name, sent_at, sent_count)
      values (line.account_id, line.order_id, line.id, 'seat', private.new_voucher_code(), person.email, person.name, private.clock_now(), 1)
      returning * into v;
    if holder is not null then
      perform private.redeem(v, holder);
    end if;
    perform private.enqueue('voucher-mail', jsonb_build_object('account_id', v.account_id, 'voucher_id', v.id));
    assigned := assigned + 1;
  end loop;
  if (select count(*) from public.vouchers k where (k.account_id, k.order_item_id) = (line.account_id, line.id)) > private.places_of(line) then
    perform private.raise_error('seats_taken', format('There are %s seats. Free some first, or buy more.', private.places_of(line)));
  end if;
  return assigned;
end $$;
comment on function public.assign_seats is 'Gives seats of a paid line to people [{email, name}], all or none, and mails them; returns how many are new. Who is a member with that address has the courses at once.';
grant execute on function public.assign_seats(uuid, jsonb) to authenticated;

create function public.free_seat(voucher_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v public.vouchers%rowtype;
begin
  select k.* into v from public.vouchers k where k.id = voucher_id and k.kind = 'seat';
  perform private.shared_line(v.order_item_id, 'seats');
  perform private.close_voucher(v);
end $$;
comment on function public.free_seat is 'Takes a seat from whoever has it: what it opened closes, and somebody else can have it.';
grant execute on function public.free_seat(uuid) to authenticated;

create function private.mail_voucher(v public.vouchers) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if v.sent_count >= 5 then
    perform private.raise_error('mail_limit', 'This was mailed five times already. Hand over the link another way.');
  end if;
  update public.vouchers k set sent_at = private.clock_now(), sent_count = k.sent_count + 1 where (k.account_id, k.id) = (v.account_id, v.id);
  perform private.enqueue('voucher-mail', jsonb_build_object('account_id', v.account_id, 'voucher_id', v.id));
end $$;
comment on function private.mail_voucher is 'Mails a voucher, five times at most.';

create function public.send_gift(voucher_id uuid, email text, recipient_name text default '', message text default '', send_at timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v public.vouchers%rowtype;
begin
  select k.* into v from public.vouchers k where k.id = send_gift.voucher_id and k.kind = 'gift';
  perform private.shared_line(v.order_item_id, 'gift');
  select k.* into v from public.vouchers k where (k.account_id, k.id) = (v.account_id, v.id) for update;
  if v.redeemed_at is not null then
    perform private.raise_error('voucher_redeemed', 'This was redeemed already.');
  end if;
  if coalesce(send_gift.email, '') !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' or length(send_gift.email) > 254 or send_gift.send_at > private.clock_now() + interval '2 years' then
    perform private.raise_error('invalid', 'Enter the e-mail address of who gets it, and a day within two years.');
  end if;
  update public.vouchers k set email = lower(trim(send_gift.email)), recipient_name = left(trim(coalesce(send_gift.recipient_name, '')), 120),
      message = left(coalesce(send_gift.message, ''), 1000), sent_at = null,
      send_at = case when send_gift.send_at > private.clock_now() then send_gift.send_at end
   where (k.account_id, k.id) = (v.account_id, v.id) returning * into v;
  if v.send_at is null then
    perform private.mail_voucher(v);
  end if;
end $$;
comment on function public.send_gift is 'Says who gets a gift, with a message, and mails it: at once, or on a day within two years.';
grant execute on function public.send_gift(uuid, text, text, text, timestamptz) to authenticated;

create function private.send_due_gifts() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v public.vouchers%rowtype;
  sent integer := 0;
begin
  for v in
    select k.* from public.vouchers k where k.sent_at is null and k.send_at <= (select private.clock_now()) and k.email <> '' and k.redeemed_at is null
     order by k.send_at limit 500 for update skip locked
  loop
    perform private.mail_voucher(v);
    sent := sent + 1;
  end loop;
  return sent;
end $$;
comment on function private.send_due_gifts is 'Mails the gifts whose day has come; returns how many.';

create function public.read_voucher(account_id uuid, code text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', v.kind, 'title', i.title, 'from', o.customer_name, 'name', v.recipient_name, 'message', v.message,
      'is_redeemed', v.redeemed_at is not null, 'is_own', v.member_id is not distinct from private.member_of(v.account_id))
    from public.vouchers v
    join public.order_items i on (i.account_id, i.id) = (v.account_id, v.order_item_id) and i.revoked_at is null
    join public.orders o on (o.account_id, o.id) = (v.account_id, v.order_id) and o.status = 'paid'
   where v.account_id = read_voucher.account_id and v.code = read_voucher.code and length(read_voucher.code) = 20
$$;
comment on function public.read_voucher is 'What a code opens and who gave it; null where there is no such code or it was withdrawn.';
grant execute on function public.read_voucher(uuid, text) to authenticated;

create function public.redeem_voucher(account_id uuid, code text) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  account uuid := (select a.id from private.account_with('member') a(id) where a.id = redeem_voucher.account_id);
  holder uuid := private.member_of(account);
  v public.vouchers%rowtype;
  slug text;
begin
  perform private.forbid_impersonation();
  -- The line is locked before the voucher, as a refund does.
  perform from public.order_items i join public.vouchers k on (k.account_id, k.order_item_id) = (i.account_id, i.id)
    where k.account_id = account and k.code = redeem_voucher.code for update of i;
  select k.* into v from public.vouchers k join public.order_items i on (i.account_id, i.id) = (k.account_id, k.order_item_id) and i.revoked_at is null
    join public.orders o on (o.account_id, o.id) = (k.account_id, k.order_id) and o.status = 'paid'
   where k.account_id = account and k.code = redeem_voucher.code;
  if v.id is null or holder is null then
    perform private.raise_error('not_found', 'There is no such code here, or it was withdrawn.');
  elsif v.redeemed_at is not null and v.member_id is distinct from holder then
    perform private.raise_error('voucher_redeemed', 'This was redeemed already.');
  end if;
  if v.redeemed_at is null then
    if exists (select from public.vouchers k where (k.account_id, k.order_item_id, k.member_id, k.kind) = (account, v.order_item_id, holder, 'seat')) and v.kind = 'seat' then
      perform private.raise_error('already_owned', 'You have a seat of this already. The code is still good for somebody else.');
    end if;
    if v.kind = 'gift' and not exists (
        select from public.order_items i cross join lateral private.opened_courses(i.account_id, i.product_id) c(course)
          left join public.enrolments e on (e.account_id, e.course_id, e.member_id) = (account, c.course, holder) and e.status = 'active' and e.expires_at is null
         where (i.account_id, i.id) = (account, v.order_item_id) and e.id is null) then
      perform private.raise_error('already_owned', 'You have all of this already. The code is still good for somebody else.');
    end if;
    perform private.redeem(v, holder);
  end if;
  select c.slug into slug from public.order_items i cross join lateral private.opened_courses(i.account_id, i.product_id) o(course)
    join public.courses c on (c.account_id, c.id) = (i.account_id, o.course)
   where (i.account_id, i.id) = (account, v.order_item_id) order by c.sort, c.id limit 1;
  return slug;
end $$;
comment on function public.redeem_voucher is 'Redeems a seat or a gift for the caller, once; returns the slug of a course it opens.';
grant execute on function public.redeem_voucher(uuid, text) to authenticated;

create function private.anonymize_vouchers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.vouchers v set email = '', recipient_name = '', message = '' from public.members m
   where v.account_id = new.account_id and (m.account_id, m.id) = (v.account_id, v.member_id) and m.user_id = new.user_id;
  return null;
end $$;
comment on function private.anonymize_vouchers is 'Removes the address of an erased person from what they redeemed.';
create trigger erasures_forget_holder after insert on private.erasures for each row execute function private.anonymize_vouchers();
