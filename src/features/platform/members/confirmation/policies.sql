-- Whether the person behind a session has just shown that they are there.

create function private.is_confirmed() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  amr jsonb := auth.jwt() -> 'amr';
begin
  if not exists (select from private.backend_kind k where k.is_hosted) then
    return exists (select from auth.session_confirmations c
      where c.session_id = private.session_id() and c.confirmed_until > now() and not c.is_for_password);
  end if;
  -- A hosted backend knows of no confirmation: there it is signing in anew that counts.
  return exists (select from jsonb_array_elements(case jsonb_typeof(amr) when 'array' then amr else '[]' end) entry
    where jsonb_typeof(entry -> 'timestamp') = 'number'
      and to_timestamp((entry ->> 'timestamp')::double precision) > now() - interval '5 minutes');
end $$;
comment on function private.is_confirmed is 'Whether the caller has shown within the last minutes that it is them: a session alone may have been taken.';
