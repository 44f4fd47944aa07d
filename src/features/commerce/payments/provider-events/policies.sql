grant select (account_id, id, provider, event_id, type, reference, payment_id, status, error, attempts, received_at, processed_at)
  on public.provider_events to authenticated;
create policy "Managers of the shop see the messages of their providers" on public.provider_events for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));

create function private.store_provider_event(account uuid, name text, event text, kind text, about text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  stored uuid;
begin
  insert into public.provider_events (account_id, provider, event_id, type, reference) values (account, name, event, left(kind, 120), about)
    on conflict (account_id, provider, event_id) do nothing returning id into stored;
  if stored is null then return false; end if;
  update public.payment_providers p set last_event_at = private.clock_now() where p.account_id = account and p.provider = name;
  perform private.enqueue('provider-event', jsonb_build_object('account_id', account, 'event_id', stored));
  return true;
end $$;
comment on function private.store_provider_event is 'Stores a verified message of a provider, once, and has a job work on it; false for a copy.';

create function public.rerun_provider_events(event_ids uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := (select private.account_with('manage_shop'));
  changed integer;
begin
  if account is null or cardinality(event_ids) not between 1 and 200 then
    perform private.raise_error('forbidden', 'You are not allowed to do this here.');
  end if;
  update public.provider_events e set status = 'received', error = '' where e.account_id = account and e.id = any (event_ids);
  get diagnostics changed = row_count;
  perform private.enqueue('provider-event', jsonb_build_object('account_id', account, 'event_id', e.id))
     from public.provider_events e where e.account_id = account and e.id = any (event_ids);
  return changed;
end $$;
comment on function public.rerun_provider_events is 'Works on up to 200 messages of providers again; returns how many. What they say was recorded already stays as it is.';
grant execute on function public.rerun_provider_events(uuid[]) to authenticated;
