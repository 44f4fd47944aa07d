-- Whether the user of a session has confirmed their identity recently.

create function private.is_confirmed() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  amr jsonb := auth.jwt() -> 'amr';
begin
  if not exists (select from private.backend_kind k where k.is_hosted) then
    return exists (select from auth.session_confirmations c
      where c.session_id = private.session_id() and c.confirmed_until > now() and not c.is_for_password);
  end if;
  -- A hosted backend has no confirmation: there a recent sign-in counts.
  return exists (select from jsonb_array_elements(case jsonb_typeof(amr) when 'array' then amr else '[]' end) entry
    where jsonb_typeof(entry -> 'timestamp') = 'number'
      and to_timestamp((entry ->> 'timestamp')::double precision) > now() - interval '5 minutes');
end $$;
comment on function private.is_confirmed is 'Whether the caller has confirmed their identity within the last minutes, because a session alone may have been stolen.';
