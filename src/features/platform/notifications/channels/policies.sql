-- Notification channels for people who are not looking: mail once a notification was unseen for five minutes, push at
-- once; both are delayed by quiet hours, mail also by a daily or weekly digest.

create function private.bell_account() returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce((select a from private.account_with('member') a limit 1),
    (select private.session_account() where private.is_on_platform()))
$$;
comment on function private.bell_account is 'The account of the caller''s notifications: the one they are a member of, or the platform, where owners are no members.';
grant execute on function private.bell_account() to authenticated;

create function private.send_due(rhythm text, quiet_from time, quiet_until time, zone text, since timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  due timestamp;
  mark timestamp;
begin
  due := (since + case rhythm when 'now' then interval '0' else interval '5 minutes' end) at time zone zone;
  if rhythm in ('daily', 'weekly') then
    mark := date_trunc(case rhythm when 'daily' then 'day' else 'week' end, due) + interval '8 hours';
    due := case when mark >= due then mark when rhythm = 'daily' then mark + interval '1 day' else mark + interval '7 days' end;
  end if;
  if quiet_from < quiet_until and due::time >= quiet_from and due::time < quiet_until then
    due := due::date + quiet_until;
  elsif quiet_from > quiet_until and due::time >= quiet_from then
    due := due::date + 1 + quiet_until;
  elsif quiet_from > quiet_until and due::time < quiet_until then
    due := due::date + quiet_until;
  end if;
  return due at time zone zone;
exception when invalid_parameter_value then
  -- An unknown or removed time zone.
  if zone = 'UTC' then raise; end if;
  return private.send_due(rhythm, quiet_from, quiet_until, 'UTC', since);
end $$;
comment on function private.send_due is 'When an event at a given time is sent: `now` for push, `soon` for mail after five minutes, `daily` and `weekly` at eight in the morning in the person''s time zone, never during their quiet hours.';

create function private.has_own_mail(kind text) returns boolean
language sql immutable set search_path = '' as $$ select kind in ('orders', 'tickets', 'forms', 'webhooks') $$;
comment on function private.has_own_mail is 'Kinds whose features send their own mail at once, so that no second mail is sent.';

create function private.schedule_sends(ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  insert into private.notification_sends (account_id, notification_id, channel, user_id, due_at)
  select n.account_id, n.id, way.channel, n.user_id,
         private.send_due(way.rhythm, p.quiet_from, p.quiet_until, coalesce(m.time_zone, p.time_zone, 'UTC'), n.created_at)
    from public.account_notifications n
    left join public.notification_preferences p on (p.account_id, p.user_id) = (n.account_id, n.user_id)
    left join public.members m on (m.account_id, m.user_id) = (n.account_id, n.user_id)
    cross join lateral (
      select 'email' as channel, coalesce(p.email_rhythm, 'soon') as rhythm
       where not private.has_own_mail(n.kind) and n.kind <> all (coalesce(p.no_email, '{}'))
         -- A new order has its own mail with its lines, switched off by the same preference.
         and n.said ->> 'key' is distinct from 'orderPlaced'
         and exists (select from auth.users u where u.id = n.user_id and u.email <> '')
      union all
      select 'push', 'now'
       where n.kind <> all (coalesce(p.no_push, '{}'))
         and exists (select from public.push_subscriptions s where s.account_id = n.account_id and s.user_id = n.user_id)) way
   where n.id = any (ids) and n.seen_at is null
  on conflict (account_id, notification_id, channel) do update set due_at = excluded.due_at
$$;
comment on function private.schedule_sends is 'Schedules notifications that nobody has seen on each channel that is on.';

create function private.schedule_new_sends() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[] := array(select c.id from added c where c.seen_at is null);
begin
  if cardinality(ids) = 0 then return null; end if;
  perform private.schedule_sends(ids);
  if exists (select from private.notification_sends s
      where s.channel = 'push' and s.due_at <= (select private.clock_now()) and s.notification_id = any (ids)) then
    perform private.enqueue('notification-push', '{}');
  end if;
  return null;
end $$;
comment on function private.schedule_new_sends is 'Schedules mail and push for all new notifications of a statement, in the same transaction.';
create trigger account_notifications_plan after insert on public.account_notifications referencing new table as added
  for each statement execute function private.schedule_new_sends();

create function private.reschedule_sends() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
begin
  with planned as (delete from private.notification_sends s where s.account_id = new.account_id and s.user_id = new.user_id
    returning s.notification_id)
  select array_agg(distinct p.notification_id) into ids from planned p;
  if ids is not null then perform private.schedule_sends(ids); end if;
  return null;
end $$;
comment on function private.reschedule_sends is 'Reschedules pending notifications when preferences or the time zone change.';
create trigger notification_preferences_plan after insert or update on public.notification_preferences
  for each row execute function private.reschedule_sends();
create trigger members_plan after update of time_zone on public.members
  for each row when (new.time_zone is distinct from old.time_zone) execute function private.reschedule_sends();

create function private.claim_sends(channel text, at timestamptz)
returns table (account_id uuid, user_id uuid, notification_ids uuid[])
language sql security definer set search_path = '' as $$
  with due as (
    delete from private.notification_sends s where s.channel = claim_sends.channel and s.due_at <= at
    returning s.account_id, s.user_id, s.notification_id
  )
  select d.account_id, d.user_id, (array_agg(n.id order by n.created_at desc, n.id desc))[1:1000]
    from due d
    join public.account_notifications n on (n.account_id, n.id) = (d.account_id, d.notification_id)
   where n.seen_at is null
   group by d.account_id, d.user_id
$$;
comment on function private.claim_sends is 'Claims what is due on a channel, one row for each person; what was seen meanwhile is dropped.';

create function private.claim_mails(at timestamptz default private.clock_now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  c record;
  queued int := 0;
begin
  for c in select * from private.claim_sends('email', at) loop
    perform private.enqueue('notification-mail', jsonb_build_object('account_id', c.account_id, 'user_id', c.user_id,
      'notification_ids', to_jsonb(c.notification_ids)));
    queued := queued + 1;
  end loop;
  return queued;
end $$;
comment on function private.claim_mails is 'Queues every due mail, one for each person. Returns how many.';

create function private.claim_pushes(at timestamptz default private.clock_now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  c record;
  delivery uuid;
  queued int := 0;
begin
  for c in select d.*, s.id as subscription_id from private.claim_sends('push', at) d
      join public.push_subscriptions s on s.account_id = d.account_id and s.user_id = d.user_id loop
    begin
      insert into private.push_deliveries (account_id, subscription_id, notification_ids)
      values (c.account_id, c.subscription_id, c.notification_ids) returning id into delivery;
      perform private.enqueue('push', jsonb_build_object('account_id', c.account_id, 'delivery_id', delivery));
      queued := queued + 1;
    exception when raise_exception then
      -- The plan's push cap is reached and its owner was notified: bell and mail remain.
      null;
    end;
  end loop;
  return queued;
end $$;
comment on function private.claim_pushes is 'Queues every due push, one for each browser. Returns how many.';

create function private.settle_push(account uuid, delivery uuid, outcome text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if outcome = 'gone' then
    delete from public.push_subscriptions s using private.push_deliveries d
     where (d.account_id, d.id) = (account, delivery) and (s.account_id, s.id) = (d.account_id, d.subscription_id);
  else
    update private.push_deliveries d set status = outcome, settled_at = private.clock_now() where (d.account_id, d.id) = (account, delivery);
  end if;
end $$;
comment on function private.settle_push is 'Records the result of a push; an expired subscription is deleted.';

create function public.see_notifications(account_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  seen int;
begin
  -- During impersonation nothing counts as seen.
  if account_id is distinct from private.bell_account() or private.actor() is not null then return 0; end if;
  update public.account_notifications n set seen_at = private.clock_now()
   where n.account_id = account_id and n.user_id = auth.uid() and n.seen_at is null;
  get diagnostics seen = row_count;
  return seen;
end $$;
comment on function public.see_notifications is 'Marks the caller''s notifications as seen, so that they are not mailed. They stay unread until they are pressed.';
grant execute on function public.see_notifications(uuid) to authenticated;

create function public.save_push_subscription(account_id uuid, endpoint text, p256dh text, auth text, device text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  person uuid := auth.uid();
  made uuid;
begin
  perform private.forbid_impersonation();
  if account_id is distinct from private.bell_account() then
    perform private.raise_error('forbidden', 'Sign in on this site first.');
  end if;
  -- A browser belongs to one person: whoever signs in on it next takes it over.
  insert into public.push_subscriptions as s (account_id, user_id, endpoint, p256dh_key, auth_secret, device)
  values (account_id, person, endpoint, p256dh, auth, left(device, 120))
  on conflict on constraint push_subscriptions_account_id_endpoint_key do update
    set user_id = excluded.user_id, p256dh_key = excluded.p256dh_key, auth_secret = excluded.auth_secret, device = excluded.device
  returning s.id into made;
  delete from public.push_subscriptions s where (s.account_id, s.user_id) = (account_id, person) and s.id in (
    select o.id from public.push_subscriptions o where (o.account_id, o.user_id) = (account_id, person)
     order by o.updated_at desc, o.id desc offset 20);
  return made;
end $$;
comment on function public.save_push_subscription is 'Registers this browser''s push subscription for the caller alone. Beyond twenty the oldest are deleted.';
grant execute on function public.save_push_subscription(uuid, text, text, text, text) to authenticated;

create function private.unsubscribe_signature(account uuid, person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select left(encode(sha256(k.secret || sha256(k.secret || uuid_send(account) || uuid_send(person))), 'hex'), 32)
    from private.notification_keys k
$$;
comment on function private.unsubscribe_signature is 'HMAC of the unsubscribe link of a person on an account.';

create function private.unsubscribe_person(account uuid, token text) returns uuid
language sql stable security definer set search_path = '' as $$
  select u.id from regexp_match(lower(trim(token)), '^([0-9a-f]{32})-([0-9a-f]{32})$') as parts
    join auth.users u on u.id = parts[1]::uuid
   where parts[2] = private.unsubscribe_signature(account, u.id)
$$;
comment on function private.unsubscribe_person is 'The holder of an unsubscribe link; null if it is invalid or of another site.';
grant execute on function private.unsubscribe_person(uuid, text) to anon, authenticated;

create function private.unsubscribe_mails(account uuid, token text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := private.unsubscribe_person(account, token);
  every_kind text[] := (select array_agg(k.kind order by k.kind) from private.notification_kinds k);
begin
  if person is null then
    perform private.raise_error('not_found', 'This link is incomplete, or belongs to another site.');
  end if;
  insert into public.notification_preferences as p (account_id, user_id, no_email) values (account, person, every_kind)
  on conflict (account_id, user_id) do update set no_email = excluded.no_email;
  return true;
end $$;
comment on function private.unsubscribe_mails is 'Switches mail off for the holder of an unsubscribe link; mails that a feature sends itself, such as receipts, still arrive.';
grant execute on function private.unsubscribe_mails(uuid, text) to anon, authenticated;

create function private.prune_push_deliveries() returns bigint
language sql security definer set search_path = '' as $$
  with removed as (delete from private.push_deliveries d where d.created_at < (select private.clock_now()) - interval '7 days' returning 1)
  select count(*) from removed
$$;
comment on function private.prune_push_deliveries is 'Deletes push deliveries after a week. Returns how many.';

create function private.guard_preference_kinds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_notification_kinds(new.no_app || new.no_email || new.no_push);
  return new;
end $$;
comment on function private.guard_preference_kinds is 'Preferences name kinds of notifications that there are.';
create trigger notification_preferences_guard_kinds before insert or update of no_app, no_email, no_push on public.notification_preferences
  for each row execute function private.guard_preference_kinds();
create trigger notification_preferences_touch before update on public.notification_preferences
  for each row execute function private.touch_updated_at();
create trigger push_subscriptions_touch before update on public.push_subscriptions
  for each row execute function private.touch_updated_at();

grant select (account_id, id, user_id, no_app, no_email, no_push, email_rhythm, quiet_from, quiet_until, time_zone, created_at, updated_at),
  insert (account_id, user_id, no_app, no_email, no_push, email_rhythm, quiet_from, quiet_until, time_zone),
  update (account_id, user_id, no_app, no_email, no_push, email_rhythm, quiet_from, quiet_until, time_zone)
  on public.notification_preferences to authenticated;
create policy "People read what they wish to hear" on public.notification_preferences for select to authenticated
  using (user_id = (select auth.uid()) and account_id = (select private.bell_account()));
create policy "People say what they wish to hear" on public.notification_preferences for insert to authenticated
  with check (user_id = (select auth.uid()) and account_id = (select private.bell_account()) and (select private.actor()) is null);
create policy "People change what they wish to hear" on public.notification_preferences for update to authenticated
  using (user_id = (select auth.uid()) and account_id = (select private.bell_account()) and (select private.actor()) is null)
  with check (user_id = (select auth.uid()) and account_id = (select private.bell_account()));

grant select (account_id, id, user_id, endpoint, device, created_at, updated_at), delete on public.push_subscriptions to authenticated;
create policy "People see which browsers tell them" on public.push_subscriptions for select to authenticated
  using (user_id = (select auth.uid()) and account_id = (select private.bell_account()));
create policy "People silence a browser" on public.push_subscriptions for delete to authenticated
  using (user_id = (select auth.uid()) and account_id = (select private.bell_account()) and (select private.actor()) is null);

create function private.notification_lines(account uuid, notification uuid) returns table (name text, title text, line text, path text)
language plpgsql stable security definer set search_path = '' as $$
declare
  lines_function text := (select g.lines_function from public.account_notifications n join private.notification_gatherings g on g.key = n.said ->> 'key'
    where (n.account_id, n.id) = (account, notification));
begin
  if lines_function is not null then
    return query execute format('select l.name, l.title, l.line, l.path from private.%I($1, $2) l', lines_function) using account, notification;
  end if;
end $$;
comment on function private.notification_lines is 'What a notification gathers, such as the posts of a digest, as far as its reader may see it now; nothing for most.';
