-- Core functions that clients and features call.

create function private.enqueue(queue text, payload jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.outbox (queue, payload) values (queue, payload);
  select pg_notify('outbox', '');
$$;
comment on function private.enqueue is 'Enqueues a side effect in the transaction of the row it follows from: both are committed or neither is.';

create function private.count_text(account uuid, number text, network text, most integer) returns text
language plpgsql security definer set search_path = '' as $$
declare
  today date := (now() at time zone 'UTC')::date;
  caps jsonb := jsonb_build_object('number ' || number, 10, 'network ' || network, 100, 'account ' || coalesce(account::text, 'none'), 200, 'all', most);
  reached text;
begin
  -- Locked in the order of their keys, so that two concurrent requests wait instead of deadlocking.
  insert into private.text_counts (day, key) select today, k from jsonb_object_keys(caps) k order by k on conflict do nothing;
  perform from private.text_counts c where c.day = today and caps ? c.key order by c.key for update;
  select split_part(c.key, ' ', 1) into reached from private.text_counts c
   where c.day = today and caps ? c.key and c.texts >= (caps ->> c.key)::integer order by c.key limit 1;
  if reached is null then
    update private.text_counts c set texts = c.texts + 1 where c.day = today and caps ? c.key;
  end if;
  return reached;
end $$;
comment on function private.count_text is 'Counts a text message about to be sent and returns null, or counts nothing and returns which daily limit is reached: number, network, account or all.';

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function private.touch_updated_at is 'Sets updated_at on every update, whoever makes it.';

create function private.slug_of_title(title text, fallback text, longest integer default 80) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(regexp_replace(left(ltrim(normalize(regexp_replace(regexp_replace(lower(normalize(coalesce(title, ''), nfkc)),
    '[[:space:][:cntrl:]/?#%&+\\"''<>|^`{}@:;,=.*~$()!\[\]\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]', '-', 'g'),
    -- Everything that is no letter, digit or combining mark in the scripts of our languages.
    '[-_\u00a1\u00a7\u00ab\u00b6\u00b7\u00bb\u00bf\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0609\u060a\u060c\u060d\u061b\u061d-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u09fd\u0e4f\u0e5a\u0e5b\u2010-\u2027\u2030-\u2043\u2045-\u2051\u2053-\u205e\u2308-\u230b\u2329\u232a\u2768-\u2775\u27e6-\u27ef\u2e00-\u2e5d\u3001-\u3003\u3008-\u3011\u3014-\u301f\u3030\u303d\u30a0\u30fb]+', '-', 'g'), nfc), '-'), longest),
    '[-\u200c\u200d]+$', ''), ''), fallback)
$$;
comment on function private.slug_of_title is 'A title as the last segment of a URL, in its own script; a fallback where no character of it is allowed there.';

create function private.raise_error(code text, message text, hint text default null) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = message, detail = code, hint = coalesce(hint, '');
end $$;
comment on function private.raise_error is 'Raises an error whose detail is a code of docs/error-codes.md.';

create function private.apply_to_each(ids uuid[], act text, said text default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  row_id uuid;
  sentence text;
  code text;
  touched int;
  changed int := 0;
  errors jsonb := '[]';
begin
  if coalesce(cardinality(ids), 0) not between 1 and 200 then
    -- Raised directly: a caller without further privileges may not call private.raise_error.
    raise exception using errcode = 'P0001', message = 'Choose between one and 200 entries at a time.', detail = 'invalid';
  end if;
  -- In the order of their ids, so that two updates of the same rows wait for each other instead of deadlocking.
  for row_id in select distinct i from unnest(ids) i order by i loop
    begin
      execute act using row_id, said;
      get diagnostics touched = row_count;
      changed := changed + touched;
    exception when raise_exception then
      get stacked diagnostics sentence = message_text, code = pg_exception_detail;
      -- An error that applies to every row is raised for all of them.
      if code in ('forbidden', 'not_authenticated', 'acting', 'invalid') then raise; end if;
      errors := errors || jsonb_build_object('sentence', sentence, 'code', code);
    end;
  end loop;
  return jsonb_build_object('changed', changed, 'refused', (select coalesce(jsonb_agg(r.value || jsonb_build_object('count', r.n) order by r.n desc, r.value), '[]')
    from (select value, count(*) as n from jsonb_array_elements(errors) group by value) r));
end $$;
comment on function private.apply_to_each is 'Does to each of up to 200 rows what one call does to one ($1 its id, $2 the shared parameters): rows that raise an error stay unchanged and are counted by reason.';
grant execute on function private.apply_to_each(uuid[], text, text) to authenticated;

create function private.move_clock(ahead interval) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if ahead < (select c.time_offset from private.clock c for update) then
    raise exception using errcode = 'P0001', message = 'The clock can only be moved forward.', detail = 'clock_moved_back';
  end if;
  update private.clock set time_offset = ahead;
  perform pg_notify('clock', '');
end $$;
comment on function private.move_clock is 'Sets how far the clock is ahead of real time; refuses to go back, because rows of the later time exist.';
