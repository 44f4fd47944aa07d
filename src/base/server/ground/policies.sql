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
