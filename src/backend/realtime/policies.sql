-- Features write the policies on realtime.messages: select is the right to read a private channel, insert the right
-- to write to it; `realtime.topic()` is the channel, `extension` is 'broadcast', 'presence' or 'persistence'.

grant usage on schema realtime to anon, authenticated, service_role;
grant select on realtime.messages to anon, authenticated, service_role;
-- `realtime.send` inserts with the rights of the role that fires the calling trigger; it sets the id so that a long
-- message can be fetched by it.
grant insert (id, topic, extension, payload, binary_payload, event, private) on realtime.messages to anon, authenticated, service_role;
grant delete on realtime.messages to service_role;
-- The service inserts persisted broadcasts itself, after checking the sender's right to persist.
grant insert (expires_at) on realtime.messages to service_role;
grant select, delete on realtime.changes to service_role;
grant select on realtime.processes to service_role;
grant select, delete on realtime.bus_messages to service_role;

create policy "the service reads and writes every message" on realtime.messages
  to service_role using (true) with check (true);
create policy "the service reads and clears every change" on realtime.changes
  to service_role using (true);

create policy "the service reads who is there" on realtime.processes for select
  to service_role using (true);
create policy "the service reads and clears what was told between processes" on realtime.bus_messages
  to service_role using (true);

create function realtime.topic() returns text
language sql stable set search_path = '' as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
comment on function realtime.topic() is 'The channel whose rights are being checked.';

create function realtime.session_changed(session uuid) returns void
language sql set search_path = '' as $$
  select pg_notify('realtime', 's' || session::text)
$$;
comment on function realtime.session_changed(uuid) is 'Makes every private channel joined with a session check its rights again.';
revoke execute on function realtime.session_changed(uuid) from public;

create function realtime.plant_probes(topic text, broadcast_id uuid, presence_id uuid) returns void
language sql security definer set search_path = '' as $$
  insert into realtime.messages (id, topic, extension, private)
  values (broadcast_id, topic, 'broadcast', true), (presence_id, topic, 'presence', true)
$$;
comment on function realtime.plant_probes(text, uuid, uuid) is 'Inserts the two rows a reader must be able to select; always rolled back.';

create function realtime.topic_rights(topic text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  broadcast_id uuid := gen_random_uuid();
  presence_id uuid := gen_random_uuid();
  rights jsonb := '{}';
begin
  perform set_config('realtime.topic', topic, true);
  begin
    perform realtime.plant_probes(topic, broadcast_id, presence_id);
    rights := jsonb_build_object(
      'readBroadcast', exists (select from realtime.messages where id = broadcast_id),
      'readPresence', exists (select from realtime.messages where id = presence_id),
      'writeBroadcast', false, 'writePresence', false);
    begin
      insert into realtime.messages (topic, extension, private) values (topic, 'broadcast', true);
      rights := rights || '{"writeBroadcast": true}';
    exception when insufficient_privilege then null;
    end;
    begin
      insert into realtime.messages (topic, extension, private) values (topic, 'presence', true);
      rights := rights || '{"writePresence": true}';
    exception when insufficient_privilege then null;
    end;
    -- Leaving by an exception rolls back every row above; the result is a variable and survives.
    raise exception using errcode = 'RT000';
  exception when sqlstate 'RT000' then
    return rights;
  end;
end $$;
comment on function realtime.topic_rights(text) is 'The caller''s rights on a private channel, tried under the policies of realtime.messages and rolled back.';

create function realtime.may_keep(topic text) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform set_config('realtime.topic', topic, true);
  begin
    insert into realtime.messages (topic, extension, private) values (topic, 'persistence', true);
    raise exception using errcode = 'RT000';
  exception
    when sqlstate 'RT000' then return true;
    when insufficient_privilege then return false;
  end;
end $$;
comment on function realtime.may_keep(text) is 'Whether the caller may persist messages to a private channel: the right to insert with extension persistence, tried and rolled back.';

create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = '' as $$
declare
  message_id uuid := gen_random_uuid();
  former_topic text := current_setting('realtime.topic', true);
  -- As published: a payload without an id carries that of its message.
  identified jsonb := case when jsonb_typeof(payload) = 'object' then jsonb_build_object('id', message_id) || payload else payload end;
  message jsonb;
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (message_id, identified, event, topic, private, 'broadcast');
  message := jsonb_build_object('id', message_id, 'topic', topic, 'event', event, 'private', private, 'payload', identified);
  -- A notification holds 8000 bytes; listeners fetch a longer message by its id.
  if octet_length(message::text) > 7900 then message := jsonb_build_object('id', message_id); end if;
  perform pg_notify('realtime', 'm' || message::text);
  perform set_config('realtime.topic', coalesce(former_topic, ''), true);
exception when others then
  -- As on hosted backends: a failed broadcast must not roll back the change it reports.
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $$;
comment on function realtime.send(jsonb, text, text, boolean) is 'Broadcasts to a channel once the transaction commits, on every process, if the policies of realtime.messages let the caller insert.';

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = '' as $$
declare
  message_id uuid := gen_random_uuid();
  former_topic text := current_setting('realtime.topic', true);
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, binary_payload, event, topic, private, extension)
  values (message_id, payload, event, topic, private, 'broadcast');
  perform pg_notify('realtime', 'm' || jsonb_build_object('id', message_id)::text);
  perform set_config('realtime.topic', coalesce(former_topic, ''), true);
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end $$;
comment on function realtime.send_binary(bytea, text, text, boolean) is 'Broadcasts bytes to a channel once the transaction commits; clients of protocol 1.0.0 do not receive them.';

create function realtime.tell(messages text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  message text;
  message_id bigint;
begin
  foreach message in array messages loop
    if octet_length(message) <= 7900 then
      perform pg_notify('realtime', 'b' || message);
    else
      insert into realtime.bus_messages (body) values (message) returning id into message_id;
      perform pg_notify('realtime', 'B' || message_id);
    end if;
  end loop;
end $$;
comment on function realtime.tell(text[]) is 'Publishes messages to the other processes, by a row where a message is too long for a notification.';

create function realtime.beat(process_id text, uses_triggers boolean, patience_ms integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was_there boolean;
begin
  delete from realtime.processes p where p.seen_at < now() - make_interval(secs => patience_ms / 1000.0);
  was_there := exists (select from realtime.processes p where p.id = process_id);
  insert into realtime.processes as p (id, seen_at, uses_triggers) values (process_id, now(), beat.uses_triggers)
    on conflict (id) do update set seen_at = now(), uses_triggers = excluded.uses_triggers;
  return jsonb_build_object('wasThere', was_there, 'at', now(), 'others',
    coalesce((select jsonb_agg(p.id) from realtime.processes p where p.id <> process_id), '[]'));
end $$;
comment on function realtime.beat(text, boolean, integer) is 'Heartbeat of a process: registers it, deletes expired processes and returns the living ones.';

create function realtime.farewell(process_id text) returns void
language sql security definer set search_path = '' as $$
  delete from realtime.processes where id = process_id
$$;
comment on function realtime.farewell(text) is 'Unregisters a process that shuts down.';

create function realtime.drop_left_slots() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  slot text;
  dropped integer := 0;
begin
  for slot in
    select s.slot_name from pg_catalog.pg_replication_slots s
    where s.slot_name like 'stoa\_realtime\_%' and s.database = current_database() and not s.active
      and not exists (select from realtime.processes p where s.slot_name = 'stoa_realtime_' || p.id)
  loop
    begin
      perform pg_catalog.pg_drop_replication_slot(slot);
      dropped := dropped + 1;
    exception when object_in_use or undefined_object then null;
    end;
  end loop;
  return dropped;
end $$;
comment on function realtime.drop_left_slots() is 'Drops the replication slots of dead processes: an unread slot would retain the log until the disk is full.';

create function realtime.drop_slot(slot text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if slot not like 'stoa\_realtime\_%' then raise exception 'this is not a slot of the live service'; end if;
  -- The server notices a closed connection a moment after the client.
  perform pg_catalog.pg_terminate_backend(s.active_pid) from pg_catalog.pg_replication_slots s
    where s.slot_name = slot and s.active;
  for attempt in 1..50 loop
    exit when not exists (select from pg_catalog.pg_replication_slots s where s.slot_name = slot and s.active);
    perform pg_catalog.pg_sleep(0.02);
  end loop;
  perform pg_catalog.pg_drop_replication_slot(s.slot_name) from pg_catalog.pg_replication_slots s where s.slot_name = slot;
end $$;
comment on function realtime.drop_slot(text) is 'Drops a replication slot of the realtime service and terminates its reader.';

create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void
language plpgsql set search_path = '' as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object('operation', operation, 'schema', table_schema, 'table', table_name,
      'record', case when operation <> 'DELETE' then to_jsonb(new) end,
      'old_record', case when operation <> 'INSERT' then to_jsonb(old) end),
    event_name, topic_name, true);
end $$;
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is 'Broadcasts a row trigger''s change to a private channel, in the published shape.';

grant execute on function realtime.topic(), realtime.topic_rights(text), realtime.may_keep(text), realtime.plant_probes(text, uuid, uuid),
  realtime.send(jsonb, text, text, boolean), realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated, service_role;
revoke execute on function realtime.tell(text[]), realtime.beat(text, boolean, integer), realtime.farewell(text),
  realtime.drop_left_slots(), realtime.drop_slot(text) from public;
grant execute on function realtime.tell(text[]), realtime.beat(text, boolean, integer), realtime.farewell(text),
  realtime.drop_left_slots(), realtime.drop_slot(text) to service_role;
