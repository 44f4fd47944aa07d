-- Functions of the ground that clients and features call.

create function private.enqueue(queue text, payload jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.outbox (queue, payload) values (queue, payload);
  select pg_notify('outbox', '');
$$;
comment on function private.enqueue is 'Puts a side effect beside the row it follows from: both are kept or neither is.';

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function private.touch_updated_at is 'Keeps updated_at true whoever writes.';

create function private.refuse(code text, message text, hint text default null) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = message, detail = code, hint = coalesce(hint, '');
end $$;
comment on function private.refuse is 'Raises a refusal whose detail is a code of docs/error-codes.md.';

create function private.do_each(ids uuid[], act text, said text default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  one uuid;
  sentence text;
  code text;
  touched int;
  changed int := 0;
  refusals jsonb := '[]';
begin
  if coalesce(cardinality(ids), 0) not between 1 and 200 then
    -- By itself: whoever calls this with no more rights than their own may not call private.refuse.
    raise exception using errcode = 'P0001', message = 'Choose between one and 200 entries at a time.', detail = 'invalid';
  end if;
  -- In the order of their ids: two who change the same rows wait for each other instead of for ever.
  for one in select distinct i from unnest(ids) i order by i loop
    begin
      execute act using one, said;
      get diagnostics touched = row_count;
      changed := changed + touched;
    exception when raise_exception then
      get stacked diagnostics sentence = message_text, code = pg_exception_detail;
      -- What would refuse every one of them refuses them all.
      if code in ('forbidden', 'not_authenticated', 'acting', 'invalid') then raise; end if;
      refusals := refusals || jsonb_build_object('sentence', sentence, 'code', code);
    end;
  end loop;
  return jsonb_build_object('changed', changed, 'refused', (select coalesce(jsonb_agg(r.value || jsonb_build_object('count', r.n) order by r.n desc, r.value), '[]')
    from (select value, count(*) as n from jsonb_array_elements(refusals) group by value) r));
end $$;
comment on function private.do_each is 'Does to each of up to 200 rows what one call does to one ($1 its id, $2 what is said of all): those it refuses stay as they are and are counted by the reason.';
grant execute on function private.do_each(uuid[], text, text) to authenticated;
