-- Features write the policies on realtime.messages: select is the right to listen to a private channel, insert the
-- right to speak on it; `realtime.topic()` is the channel, `extension` is 'broadcast' or 'presence'.

grant usage on schema realtime to anon, authenticated, service_role;
grant select on realtime.messages to anon, authenticated, service_role;
grant insert (topic, extension, payload, event, private) on realtime.messages to anon, authenticated, service_role;
-- realtime.send names the id of what it sends, so that a long message can be fetched by it.
grant insert (id), delete on realtime.messages to service_role;
grant select, delete on realtime.changes to service_role;

create policy "the service reads and writes every message" on realtime.messages
  to service_role using (true) with check (true);
create policy "the service reads and clears every change" on realtime.changes
  to service_role using (true);

create function realtime.topic() returns text
language sql stable set search_path = '' as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
comment on function realtime.topic() is 'The channel whose rights are being asked for.';

create function realtime.plant_probes(topic text, broadcast_id uuid, presence_id uuid) returns void
language sql security definer set search_path = '' as $$
  insert into realtime.messages (id, topic, extension, private)
  values (broadcast_id, topic, 'broadcast', true), (presence_id, topic, 'presence', true)
$$;
comment on function realtime.plant_probes(text, uuid, uuid) is 'Lays down the two rows a listener must be able to read; only ever undone again.';

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
    -- Leaving by an exception undoes every row above; the answer is a variable and stays.
    raise exception using errcode = 'RT000';
  exception when sqlstate 'RT000' then
    return rights;
  end;
end $$;
comment on function realtime.topic_rights(text) is 'What the caller may do on a private channel, tried out under the policies of realtime.messages and undone.';

create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = '' as $$
declare
  message_id uuid := gen_random_uuid();
  message jsonb;
begin
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (message_id, payload, event, topic, private, 'broadcast');
  message := jsonb_build_object('id', message_id, 'topic', topic, 'event', event, 'private', private, 'payload', payload);
  -- A notification holds 8000 bytes; a longer message is fetched by whoever hears its id.
  if octet_length(message::text) > 7900 then message := jsonb_build_object('id', message_id); end if;
  perform pg_notify('realtime', 'm' || message::text);
exception when others then
  -- As on hosted backends: what could not be told must not undo what it was about.
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $$;
comment on function realtime.send(jsonb, text, text, boolean) is 'Broadcasts to a channel once the transaction commits, on every process.';

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
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is 'For a row trigger: broadcasts the change to a private channel, in the published shape.';

grant execute on function realtime.topic(), realtime.topic_rights(text), realtime.plant_probes(text, uuid, uuid)
  to anon, authenticated, service_role;
