create function private.emit(account uuid, type text, subject text, actor uuid default null, facts jsonb default '{}', version int default 1) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  event private.events%rowtype;
begin
  insert into private.events (account_id, type, version, subject, actor, facts, occurred_at)
  -- An account that is being deleted takes its rows along one after another: nothing is recorded of them.
  select a.account_id, emit.type, emit.version, emit.subject, coalesce(emit.actor, auth.uid()), emit.facts, now()
    from public.accounts a where a.account_id = account
  returning * into event;
  if event.id is null then return null; end if;
  insert into private.event_deliveries (subscriber, event_id, position, subject)
  select s.name, event.id, event.position, event.subject from private.event_subscribers s where event.type = any (s.types);
  if found then
    perform pg_notify('events', '');
  end if;
  return event.id;
end $$;
comment on function private.emit is 'Records a domain event in the transaction of the fact it states, and queues it for every subscriber of its type. The subject (''order:{id}'') names what it happened to: one subscriber handles the events of one subject in order.';

create function private.set_event_subscribers(subscribers jsonb) returns void
language sql security definer set search_path = '' as $$
  delete from private.event_subscribers s where not subscribers ? s.name;
  insert into private.event_subscribers (name, types)
  select s.key, array(select jsonb_array_elements_text(s.value)) from jsonb_each(subscribers) s
  on conflict (name) do update set types = excluded.types where event_subscribers.types <> excluded.types;
$$;
comment on function private.set_event_subscribers is 'Replaces the list of subscribers ({name: [types]}): called at every start. What a subscriber that is gone had yet to handle goes with it.';

create function private.claim_event_deliveries(subscriber text, max_events int)
returns table (id uuid, account_id uuid, type text, version smallint, subject text, actor uuid, facts jsonb, occurred_at timestamptz, attempts smallint, is_replay boolean, is_erased boolean)
language sql security definer set search_path = '' as $$
  select e.id, e.account_id, e.type, e.version, d.subject, e.actor, e.facts, e.occurred_at, d.attempts, d.replayed_at is not null, e.erased_at is not null
    from private.event_deliveries d join private.events e on e.id = d.event_id
   where d.subscriber = claim_event_deliveries.subscriber and d.dead_at is null and d.next_attempt_at <= clock_timestamp()
     and not exists (select from private.event_deliveries earlier
       where earlier.subscriber = d.subscriber and earlier.subject = d.subject and earlier.dead_at is null and earlier.position < d.position)
   order by d.position limit max_events
   for update of d skip locked
$$;
comment on function private.claim_event_deliveries is 'Locks the next events of a subscriber for this transaction: of each subject the oldest that is not a dead letter, so that no event overtakes another of its subject.';

create function private.finish_event_delivery(subscriber text, event uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.event_deliveries d where d.subscriber = finish_event_delivery.subscriber and d.event_id = event
$$;
comment on function private.finish_event_delivery is 'Takes a handled event out of the queue, in the transaction of what the handler did.';

create function private.fail_event_delivery(subscriber text, event uuid, message text, max_attempts int) returns boolean
language sql security definer set search_path = '' as $$
  update private.event_deliveries d
     set attempts = d.attempts + 1, error = left(message, 2000), first_failed_at = coalesce(d.first_failed_at, clock_timestamp()),
         -- 1, 4, 9, 16 … seconds.
         next_attempt_at = clock_timestamp() + (d.attempts + 1) * (d.attempts + 1) * interval '1 second',
         dead_at = case when d.attempts + 1 >= max_attempts then clock_timestamp() end
   where d.subscriber = fail_event_delivery.subscriber and d.event_id = event
  returning d.dead_at is not null
$$;
comment on function private.fail_event_delivery is 'Counts a failed attempt and schedules the next; the last one makes a dead letter. Returns whether it did.';

create function public.dead_letters(subscriber text default null, page int default 1, page_size int default 25) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 100);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  select jsonb_build_object(
    'count', (select count(*) from private.event_deliveries d where d.dead_at is not null and (subscriber is null or d.subscriber = subscriber)),
    'subscribers', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'count', c.letters) order by c.name), '[]') from (
      select d.subscriber as name, count(*) as letters from private.event_deliveries d where d.dead_at is not null group by d.subscriber) c),
    'rows', (select coalesce(jsonb_agg(to_jsonb(p) order by p.last_tried_at desc, p.event_id), '[]') from (
      select d.subscriber, e.id as event_id, e.account_id, a.slug, e.type, e.subject, d.attempts, d.error, e.occurred_at,
             d.first_failed_at as first_tried_at, d.dead_at as last_tried_at, d.replayed_at
        from private.event_deliveries d join private.events e on e.id = d.event_id join public.accounts a on a.account_id = e.account_id
       where d.dead_at is not null and (subscriber is null or d.subscriber = subscriber)
       order by d.dead_at desc, e.id limit page_size offset (page - 1) * page_size) p)
  ) into result;
  return result;
end $$;
comment on function public.dead_letters is 'One page of the events that a subscriber failed to handle to the last attempt, newest first, and how many each subscriber has; for those who run the platform.';
grant execute on function public.dead_letters(text, int, int) to authenticated;

create function public.replay_dead_letters(events uuid[] default null, subscriber text default null) returns int
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  replayed int;
begin
  perform private.require_super_admin();
  if cardinality(events) > 200 then
    perform private.raise_error('invalid', 'At most 200 deliveries can be resent at a time.');
  end if;
  update private.event_deliveries d
     set attempts = 0, dead_at = null, first_failed_at = null, next_attempt_at = clock_timestamp(), replayed_at = clock_timestamp()
   where d.dead_at is not null and (events is null or d.event_id = any (events)) and (subscriber is null or d.subscriber = subscriber);
  get diagnostics replayed = row_count;
  if replayed > 0 then
    perform pg_notify('events', '');
    perform private.audit(private.platform_account(), 'events.replayed', 'subscriber', null, jsonb_build_object('name', subscriber, 'count', replayed));
  end if;
  return replayed;
end $$;
comment on function public.replay_dead_letters is 'Hands dead letters to their subscribers again, marked as replayed: those named, all of a subscriber, or all. Returns how many.';
grant execute on function public.replay_dead_letters(uuid[], text) to authenticated;

create function private.erase_events(account uuid, person uuid, member uuid) returns void
language sql security definer set search_path = '' as $$
  update private.events e set actor = null,
      -- That somebody left is still owed to subscribers, by the id they knew them by.
      facts = case e.type when 'member.removed' then e.facts - 'user_id' else '{}' end,
      erased_at = case e.type when 'member.removed' then null else clock_timestamp() end
   where e.account_id = account and (e.actor = person or e.facts ->> 'user_id' = person::text or e.facts ->> 'member_id' = member::text)
$$;
comment on function private.erase_events is 'Clears actor and facts of every event of an account that is by or about a person who is being erased.';

create function private.prune_events() returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  removed bigint;
begin
  delete from private.events e where e.id in (
    select k.id from private.events k
     where k.occurred_at < now() - interval '90 days' and not exists (select from private.event_deliveries d where d.event_id = k.id)
     order by k.occurred_at limit 50000);
  get diagnostics removed = row_count;
  return removed;
end $$;
comment on function private.prune_events is 'Deletes events that happened more than 90 days ago and that no subscriber has yet to handle, 50,000 at a time.';
