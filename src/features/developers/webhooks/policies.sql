create trigger webhooks_touch before update on public.webhooks for each row execute function private.touch_updated_at();
create trigger webhook_deliveries_touch before update on public.webhook_deliveries for each row execute function private.touch_updated_at();

create trigger webhooks_guard_acting before insert or update of address, description, events, status or delete on public.webhooks
  for each row execute function private.guard_impersonation();
grant select (account_id, id, address, description, events, status, disabled_reason, failing_since, delivered_at, created_at, updated_at)
  on public.webhooks to authenticated;
grant insert (account_id, address, description, events), update (address, description, events, status), delete on public.webhooks to authenticated;
create policy "Managers see the webhooks of their account" on public.webhooks for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Managers add webhooks" on public.webhooks for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers change webhooks" on public.webhooks for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers remove webhooks" on public.webhooks for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, webhook_id, event_id, type, body, status, attempts, tries, response_status, next_attempt_at, delivered_at, created_at, updated_at)
  on public.webhook_deliveries to authenticated;
create policy "Managers see what was sent" on public.webhook_deliveries for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
grant select (account_id, id, delivery_id, number, request_headers, response_status, response_body, problem, duration_ms, created_at)
  on public.webhook_attempts to authenticated;
create policy "Managers see what was answered" on public.webhook_attempts for select to authenticated
  using (account_id = (select private.account_with('manage_options')));

create function private.event_types() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce((select s.types from private.event_subscribers s where s.name = 'webhooks'), '{}')
$$;
comment on function private.event_types is 'Event types an account can choose: those the subscriber of webhooks was registered for at the start, from the catalogue of events.';

create function private.new_webhook_secret() returns text
language sql volatile set search_path = '' as $$
  -- 32 bytes of two random UUIDs; Standard Webhooks asks for 24 to 64.
  select 'whsec_' || encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64')
$$;
comment on function private.new_webhook_secret is 'A new signing secret in the format of Standard Webhooks.';

create function private.is_inner_host(host text) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  address inet;
begin
  if host !~ '^\[' and host !~ '(^|\.)(0x[0-9a-f]*|[0-9]+)\.?$' then
    return host ~ '(^|\.)(localhost|local|internal|home\.arpa)\.?$';
  end if;
  address := trim(both '[]' from host)::inet;
  return case family(address) when 4 then address <<= any ('{0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,192.0.2.0/24,192.168.0.0/16,198.18.0.0/15,198.51.100.0/24,203.0.113.0/24,224.0.0.0/3}'::inet[])
    else not address <<= '2000::/3' or address <<= any ('{2001::/23,2002::/16,2001:db8::/32}'::inet[]) end;
exception when invalid_text_representation then
  -- Obfuscated numeric hosts, which some programs resolve to an address.
  return true;
end $$;
comment on function private.is_inner_host is 'Whether a host is private, judged by its text; rules.ts applies the same rules.';

create function private.guard_webhook() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.events <@ private.event_types() then
    perform private.raise_error('invalid', 'There is no such event. See the documentation for all events.');
  end if;
  -- Only plain http on the local machine is left, for development; an operator has to allow it for deliveries.
  if (tg_op = 'INSERT' or new.address <> old.address) and new.address ~* '^https:'
    and private.is_inner_host(lower(substring(new.address from '^\w+://(\[[^\]]*\]|[^/:?]*)'))) then
    perform private.raise_error('invalid', 'The URL points to a private network.');
  end if;
  if tg_op = 'INSERT' then
    -- Lock: webhooks added concurrently count each other.
    perform pg_advisory_xact_lock(hashtextextended('webhooks' || new.account_id, 0));
    if (select count(*) from public.webhooks w where w.account_id = new.account_id) >= 20 then
      perform private.raise_error('too_many_webhooks', 'An account can have at most 20 webhooks. Delete one first.');
    end if;
    return new;
  end if;
  if new.status = 'disabled' and old.status <> 'disabled' and new.disabled_reason is null then
    perform private.raise_error('invalid', 'A webhook can be paused, but not disabled, manually.');
  end if;
  if new.status <> 'disabled' then
    new.disabled_reason := null;
  end if;
  if (new.status = 'active' and old.status <> 'active') or new.address <> old.address then
    new.failing_since := null;
  end if;
  return new;
end $$;
comment on function private.guard_webhook is 'Validates URL, events and limit; enabling a webhook resets its failures.';
create trigger webhooks_guard before insert or update on public.webhooks for each row execute function private.guard_webhook();

create function private.create_webhook_secret() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.webhook_secrets (account_id, webhook_id, secret) values (new.account_id, new.id, private.new_webhook_secret());
  return null;
end $$;
comment on function private.create_webhook_secret is 'Creates the secret of a new webhook.';
create trigger webhooks_furnish after insert on public.webhooks for each row execute function private.create_webhook_secret();

create function private.managed_webhook(webhook uuid) returns public.webhooks
language plpgsql stable security definer set search_path = '' as $$
declare
  w public.webhooks%rowtype;
begin
  select * into w from public.webhooks k where k.id = webhook and k.account_id = (select private.account_with('manage_options'));
  if w.id is null then
    perform private.raise_error('not_found', 'There is no such webhook here.');
  end if;
  perform private.forbid_impersonation();
  return w;
end $$;
comment on function private.managed_webhook is 'A webhook the caller manages; raises not_found otherwise.';

create function public.webhook_secret(webhook_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  w public.webhooks := private.managed_webhook(webhook_id);
begin
  return (select s.secret from private.webhook_secrets s where (s.account_id, s.webhook_id) = (w.account_id, w.id) and s.expires_at is null);
end $$;
comment on function public.webhook_secret is 'The current signing secret of a webhook, for managers of the account.';
grant execute on function public.webhook_secret(uuid) to authenticated;

create function public.rotate_webhook_secret(webhook_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  w public.webhooks := private.managed_webhook(webhook_id);
  made text := private.new_webhook_secret();
begin
  perform from public.webhooks k where (k.account_id, k.id) = (w.account_id, w.id) for update;
  -- At most one old secret still signs: one signature for each would let the header grow.
  delete from private.webhook_secrets s where (s.account_id, s.webhook_id) = (w.account_id, w.id) and s.expires_at is not null;
  update private.webhook_secrets s set expires_at = now() + interval '24 hours'
   where (s.account_id, s.webhook_id) = (w.account_id, w.id);
  insert into private.webhook_secrets (account_id, webhook_id, secret) values (w.account_id, w.id, made);
  return made;
end $$;
comment on function public.rotate_webhook_secret is 'Creates a new secret; the old one still signs for 24 hours.';
grant execute on function public.rotate_webhook_secret(uuid) to authenticated;

create function private.event_body(type text, data jsonb, at timestamptz) returns text
language sql stable set search_path = '' as $$
  select json_build_object('type', type, 'timestamp', to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', data)::text
$$;
comment on function private.event_body is 'An event''s body with the three keys of Standard Webhooks.';

create function public.test_webhook(webhook_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  w public.webhooks := private.managed_webhook(webhook_id);
  made uuid;
begin
  if w.status <> 'active' then
    perform private.raise_error('webhook_off', 'Enable this webhook first.');
  end if;
  insert into public.webhook_deliveries (account_id, webhook_id, event_id, type, body)
  values (w.account_id, w.id, private.uuid_v7(), 'webhook.test',
    private.event_body('webhook.test', jsonb_build_object('webhook_id', w.id, 'message', 'This is a test.'), clock_timestamp()))
  returning id into made;
  perform private.enqueue('webhooks', '{}');
  return made;
end $$;
comment on function public.test_webhook is 'Sends a test event without data.';
grant execute on function public.test_webhook(uuid) to authenticated;

create function public.replay_deliveries(webhook_id uuid, deliveries uuid[] default null) returns int
language plpgsql security definer set search_path = '' as $$
declare
  w public.webhooks := private.managed_webhook(webhook_id);
  replayed int;
begin
  if w.status <> 'active' then
    perform private.raise_error('webhook_off', 'Enable this webhook first.');
  end if;
  if cardinality(deliveries) > 200 then
    perform private.raise_error('invalid', 'At most 200 deliveries can be resent at a time.');
  end if;
  update public.webhook_deliveries d set status = 'pending', tries = 0, next_attempt_at = now(), delivered_at = null
   where d.account_id = w.account_id and d.id in (
     select k.id from public.webhook_deliveries k
      where (k.account_id, k.webhook_id) = (w.account_id, w.id)
        and case when deliveries is null then k.status = 'failed' else k.id = any (deliveries) end
      order by k.created_at limit 1000);
  get diagnostics replayed = row_count;
  if replayed > 0 then perform private.enqueue('webhooks', '{}'); end if;
  return replayed;
end $$;
comment on function public.replay_deliveries is 'Replays deliveries under their original id: the given ones, or all that failed. Returns how many.';
grant execute on function public.replay_deliveries(uuid, uuid[]) to authenticated;

-- For the worker; nobody else may call these.
create function private.claim_deliveries(max_deliveries int, with_failing boolean)
returns table (account_id uuid, delivery_id uuid, event_id uuid, address text, body text, attempt int, secrets text[])
language sql security definer set search_path = '' as $$
  update public.webhook_deliveries d
     set attempts = d.attempts + 1, tries = least(d.tries + 1, 10),
         -- Lease: if this process dies before the response, another retries.
         next_attempt_at = now() + interval '2 minutes'
    from public.webhooks w
   where (w.account_id, w.id) = (d.account_id, d.webhook_id) and (d.account_id, d.id) in (
     select k.account_id, k.id from public.webhook_deliveries k
      where k.status = 'pending' and k.next_attempt_at <= now() and k.id in (
        select r.id from (
          select c.id, c.next_attempt_at, row_number() over (partition by c.account_id, c.webhook_id order by c.next_attempt_at, c.id) as place
            from public.webhook_deliveries c join public.webhooks v on (v.account_id, v.id) = (c.account_id, c.webhook_id)
           where c.status = 'pending' and c.next_attempt_at <= now() and v.status = 'active'
             and (with_failing or v.failing_since is null)) r
         -- A webhook with many deliveries must not hold up the others.
         where r.place <= 4 order by r.next_attempt_at limit max_deliveries)
      for update skip locked)
  returning d.account_id, d.id, d.event_id, w.address, d.body, d.attempts,
    array(select s.secret from private.webhook_secrets s where (s.account_id, s.webhook_id) = (w.account_id, w.id)
      and (s.expires_at is null or s.expires_at > now()) order by s.expires_at nulls first)
$$;
comment on function private.claim_deliveries is 'Claims due deliveries, at most four of one webhook, each leased to one process.';

create function private.retry_delay(tries int) returns interval
language sql immutable set search_path = '' as $$
  select ('{5 seconds,5 minutes,30 minutes,2 hours,5 hours,10 hours,14 hours,20 hours,24 hours}'::interval[])[tries]
$$;
comment on function private.retry_delay is 'Delay before the next attempt after so many tries; null where none is left.';

create function private.settle_delivery(account uuid, delivery uuid, outcome jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  d public.webhook_deliveries%rowtype;
  w public.webhooks%rowtype;
  answered smallint := (outcome ->> 'response_status')::smallint;
  is_well boolean := answered between 200 and 299;
  pause interval;
begin
  select * into w from public.webhooks k
   where (k.account_id, k.id) = (account, (select webhook_id from public.webhook_deliveries v where (v.account_id, v.id) = (account, delivery))) for update;
  select * into d from public.webhook_deliveries k where (k.account_id, k.id) = (account, delivery) for update;
  if d.id is null or w.id is null then return null; end if;
  insert into public.webhook_attempts (account_id, delivery_id, number, request_headers, response_status, response_body, problem, duration_ms)
  values (account, delivery, d.attempts, outcome -> 'request_headers', answered, left(coalesce(outcome ->> 'response_body', ''), 4096),
    left(outcome ->> 'problem', 300), (outcome ->> 'duration_ms')::int)
  on conflict (account_id, delivery_id, number) do nothing;
  if is_well then
    update public.webhook_deliveries k set status = 'delivered', response_status = answered, next_attempt_at = null, delivered_at = now()
     where (k.account_id, k.id) = (account, delivery);
    update public.webhooks k set failing_since = null, delivered_at = now() where (k.account_id, k.id) = (account, w.id);
    return 'delivered';
  end if;
  pause := private.retry_delay(d.tries) * (0.8 + 0.4 * random());
  -- Retry-After is honoured, up to a day.
  if pause is not null and outcome ->> 'retry_after' is not null then
    pause := greatest(pause, least((outcome ->> 'retry_after')::int, 86400) * interval '1 second');
  end if;
  update public.webhook_deliveries k
     set status = case when pause is null then 'failed' else 'pending' end, response_status = answered, next_attempt_at = now() + pause
   where (k.account_id, k.id) = (account, delivery);
  update public.webhooks k set failing_since = coalesce(k.failing_since, now()) where (k.account_id, k.id) = (account, w.id);
  if answered = 410 or w.failing_since < now() - interval '5 days' then
    perform private.disable_webhook(w, case when answered = 410 then 'gone' else 'failing' end);
    return 'disabled';
  end if;
  return case when pause is null then 'failed' else 'pending' end;
end $$;
comment on function private.settle_delivery is 'Records the result of an attempt: delivered, retried with a growing delay, or failed; long failure disables the webhook.';

create function private.disable_webhook(w public.webhooks, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if w.status = 'disabled' then return; end if;
  update public.webhooks k set status = 'disabled', disabled_reason = reason where (k.account_id, k.id) = (w.account_id, w.id);
  update public.webhook_deliveries d set status = 'failed', next_attempt_at = null
   where (d.account_id, d.webhook_id) = (w.account_id, w.id) and d.status = 'pending';
  perform private.notify_localized(w.account_id, m.user_id, 'webhookOff',
      'The webhook to <strong>{{address}}</strong> was disabled because it did not respond. Nothing is sent to it until you enable it again.',
      jsonb_build_object('address', w.address), 4, '/dashboard/manage/developers/webhooks/' || w.id, 'webhooks'),
    private.enqueue('webhook-mail', jsonb_build_object('account_id', w.account_id, 'webhook_id', w.id, 'user_id', m.user_id))
    from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
   where m.account_id = w.account_id and m.blocked_at is null and 'manage_options' = any (r.caps);
end $$;
comment on function private.disable_webhook is 'Disables a webhook and notifies the account''s managers by bell and mail.';

create function private.prune_webhook_log() returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  removed bigint;
begin
  delete from private.webhook_secrets where expires_at < now();
  delete from public.webhook_deliveries d where d.id in (
    select k.id from public.webhook_deliveries k where k.created_at < now() - interval '30 days' and k.status <> 'pending' limit 50000);
  get diagnostics removed = row_count;
  return removed;
end $$;
comment on function private.prune_webhook_log is 'Deletes deliveries after 30 days and expired secrets.';

create function private.erase_delivered() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.webhook_deliveries d
   where d.account_id = new.account_id and d.status <> 'pending' and private.contains_email(d.body, private.verified_email(new.user_id));
  return null;
end $$;
comment on function private.erase_delivered is 'Erasure: deletes a person''s data from the delivery log, except pending deliveries, such as the event that they left.';
create trigger erasures_forget_told after insert on private.erasures for each row execute function private.erase_delivered();
