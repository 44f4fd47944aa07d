create trigger payment_providers_touch before update on public.payment_providers for each row execute function private.touch_updated_at();
create trigger payments_touch before update on public.payments for each row execute function private.touch_updated_at();
create trigger payment_refunds_touch before update on public.payment_refunds for each row execute function private.touch_updated_at();

grant select (account_id, id, provider, is_enabled, is_test, key_hint, checked_at, last_event_at, reconciled_at, created_at, updated_at)
  on public.payment_providers to authenticated;
create policy "Managers see by which providers their shop is paid" on public.payment_providers for select to authenticated
  using (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, subject, user_id, provider, is_test, amount, currency, status, provider_reference, failure_code, fee, fee_currency, refunded,
  payment_method_id, succeeded_at, created_at, updated_at) on public.payments to authenticated;
create policy "Payers see their own payments" on public.payments for select to authenticated
  using (user_id = (select auth.uid()) and account_id = (select private.account_with('member')));
create policy "Managers of the shop see every payment of their account" on public.payments for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));

grant select (account_id, id, payment_id, origin, kind, amount, status, provider_reference, failure_code, created_at, updated_at)
  on public.payment_refunds to authenticated;
create policy "Managers of the shop see what providers give back" on public.payment_refunds for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));

grant select (account_id, id, provider, kind, reference, payment_id, amount, currency, occurred_at, found_at) on public.payment_differences to authenticated;
create policy "Managers of the shop see what differs" on public.payment_differences for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));

-- A shop without another way takes bank transfer, whatever its row says.
create view public.payment_options with (security_barrier) as
  select a.account_id, 'offline' as provider, false as is_test from public.accounts a
   where a.status = 'active' and not exists (
     select from public.payment_providers p join public.payment_providers o on o.account_id = p.account_id and o.provider <> 'offline' and o.is_enabled
      where p.account_id = a.account_id and p.provider = 'offline' and not p.is_enabled)
  union all
  select p.account_id, p.provider, p.is_test
    from public.payment_providers p join public.accounts a on a.account_id = p.account_id and a.status = 'active'
   where p.is_enabled and p.provider <> 'offline';
comment on view public.payment_options is 'By which providers a shop can be paid.';
grant select on public.payment_options to anon, authenticated;

create function private.notify_payment_options() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('changes', json_build_object('thing', 'payment_options', 'account_id', coalesce(new.account_id, old.account_id), 'id', null,
    'slugs', '[]'::json)::text);
  return null;
end $$;
comment on function private.notify_payment_options is 'Invalidates the checkout of a shop when its providers change.';
create trigger payment_providers_options_added after insert or delete on public.payment_providers
  for each row execute function private.notify_payment_options();
create trigger payment_providers_options_changed after update of is_enabled, is_test on public.payment_providers
  for each row execute function private.notify_payment_options();

create function private.require_payment_manager(account uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if account is distinct from (select private.account_with('manage_options')) then
    perform private.raise_error('forbidden', 'You are not allowed to do this here.');
  end if;
  perform private.forbid_impersonation();
end $$;
comment on function private.require_payment_manager is 'Raises an error unless the caller manages the account themselves.';

create function private.encrypted_payment_keys(account uuid, name text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_payment_manager(account);
  return (select p.sealed_keys from public.payment_providers p where p.account_id = account and p.provider = name);
end $$;
comment on function private.encrypted_payment_keys is 'The encrypted keys of a provider, which the server tries; never sent to a browser.';
grant execute on function private.encrypted_payment_keys(uuid, text) to authenticated;

create function private.save_payment_provider(account uuid, name text, enabled boolean, sealed text default null, is_test_mode boolean default null,
  hint text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_payment_manager(account);
  update public.payment_providers p set is_enabled = enabled, sealed_keys = coalesce(sealed, p.sealed_keys), is_test = coalesce(is_test_mode, p.is_test),
      key_hint = coalesce(hint, p.key_hint), checked_at = case when is_test_mode is null then p.checked_at else private.clock_now() end
   where p.account_id = account and p.provider = name;
  if not found then
    insert into public.payment_providers (account_id, provider, is_enabled, sealed_keys, is_test, key_hint, checked_at)
      values (account, name, enabled, sealed, coalesce(is_test_mode, false), coalesce(hint, ''), case when sealed is not null then private.clock_now() end);
  end if;
end $$;
comment on function private.save_payment_provider is 'Switches a provider on or off, and stores its keys, which the server has tried and encrypted. Without new keys the stored ones stay.';
grant execute on function private.save_payment_provider(uuid, text, boolean, text, boolean, text) to authenticated;

create function private.remove_payment_provider(account uuid, name text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_payment_manager(account);
  if exists (select from public.payments p where p.account_id = account and p.provider = name and p.status = 'pending') then
    perform private.raise_error('payments_open', 'A payment by this provider is still open. Switch the provider off, and remove it later.');
  end if;
  delete from public.payment_providers where account_id = account and provider = name;
end $$;
comment on function private.remove_payment_provider is 'Deletes the keys of a provider; what was paid by it stays.';
grant execute on function private.remove_payment_provider(uuid, text) to authenticated;

create function private.payable(account uuid, subject text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  function_name text;
  details jsonb;
begin
  select s.details_function into function_name from private.payment_subjects s where s.kind = split_part(subject, ':', 1);
  if function_name is null or subject !~ '^[a-z_]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.raise_error('not_found', 'There is nothing to pay.');
  end if;
  execute format('select private.%I($1, $2)', function_name) into details using account, split_part(subject, ':', 2)::uuid;
  return details;
end $$;
comment on function private.payable is 'What is to be paid for a subject {user_id, amount, currency, description, email, locale, path, keeps_method}; amount is null where nothing is due.';

create function private.payment_facts(p public.payments) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('account_id', p.account_id, 'id', p.id, 'subject', p.subject, 'user_id', p.user_id, 'provider', p.provider,
    'amount', p.amount, 'currency', p.currency, 'status', p.status, 'reference', p.provider_reference, 'url', p.url, 'url_expires_at', p.url_expires_at)
$$;
comment on function private.payment_facts is 'What the server needs to know of a payment.';

create function private.open_pages(p public.payments) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(x.id), '[]') from public.payments x
   where x.account_id = p.account_id and x.subject = p.subject and x.id <> p.id and x.idempotency_key is null and x.status in ('created', 'pending')
$$;
comment on function private.open_pages is 'The other payments of a subject whose pages may still be paid on.';

create function private.begin_payment(account uuid, subject text, provider_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  details jsonb;
  p public.payments%rowtype;
  is_test_mode boolean;
begin
  perform private.forbid_impersonation();
  -- One payment of a subject is begun at a time.
  perform pg_advisory_xact_lock(hashtextextended(account::text || begin_payment.subject, 11));
  details := private.payable(account, begin_payment.subject);
  if details is null or details ->> 'user_id' is distinct from auth.uid()::text or private.session_account() is distinct from account then
    perform private.raise_error('not_found', 'There is nothing to pay.');
  elsif details ->> 'amount' is null then
    perform private.raise_error('nothing_due', 'There is nothing left to pay here.');
  end if;
  -- A charge whose response was lost is found within the hour.
  if exists (select from public.payments x where x.account_id = account and x.subject = begin_payment.subject and x.idempotency_key is not null
      and (x.status = 'pending' or (x.status = 'created' and x.created_at > private.clock_now() - interval '1 hour'))) then
    perform private.raise_error('charge_running', 'This is being charged already. Look again in a few minutes.');
  end if;
  select o.is_test into is_test_mode from public.payment_options o
   where o.account_id = account and o.provider = provider_name and o.provider <> 'offline';
  if is_test_mode is null then
    perform private.raise_error('provider_off', 'This way to pay is not available here any more. Choose another.');
  end if;
  select * into p from public.payments x
   where x.account_id = account and x.subject = begin_payment.subject and x.provider = provider_name and x.status in ('created', 'pending')
     and x.idempotency_key is null and x.is_test = is_test_mode
     and (x.amount, x.currency) = ((details ->> 'amount')::bigint, details ->> 'currency')
     and coalesce(x.url_expires_at, x.created_at + interval '20 hours') > (select private.clock_now())
   order by x.id desc limit 1;
  if p.id is null then
    insert into public.payments (account_id, subject, user_id, provider, is_test, amount, currency)
      values (account, begin_payment.subject, auth.uid(), provider_name, is_test_mode, (details ->> 'amount')::bigint, details ->> 'currency')
      returning * into p;
  end if;
  return private.payment_facts(p) || jsonb_build_object('details', details, 'others', private.open_pages(p));
end $$;
comment on function private.begin_payment is 'A new payment of a subject by a provider, or the one that is open; with the other open ones, which are to be cancelled first.';
grant execute on function private.begin_payment(uuid, text, text) to authenticated;

create function private.own_payments(account uuid, subject text) returns table (id uuid, status text)
language sql stable security definer set search_path = '' as $$
  select p.id, p.status from public.payments p
   where p.account_id = account and p.subject = own_payments.subject and p.user_id = auth.uid() and private.session_account() = account
     and p.status in ('created', 'pending', 'succeeded') and p.provider_reference is not null order by p.id desc limit 5
$$;
comment on function private.own_payments is 'Payments of a subject that the caller has begun: those that are open and those that succeeded.';
grant execute on function private.own_payments(uuid, text) to authenticated;

create function private.record_payment(account uuid, payment uuid, state jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  p public.payments%rowtype;
  next_status text := state ->> 'status';
  failure text := left(state ->> 'failure_code', 100);
begin
  select * into p from public.payments x where x.account_id = account and x.id = payment for update;
  if p.id is null then return null; end if;
  if next_status = 'succeeded' and ((state ->> 'amount')::bigint, state ->> 'currency') is distinct from (p.amount, p.currency) then
    -- Money that is not what was asked for settles nothing; the nightly comparison shows it.
    next_status := 'failed';
    failure := 'amount_differs';
  end if;
  -- What succeeded stays so, whatever order messages come in; anything else may still succeed.
  if p.status <> 'succeeded' then
    update public.payments x set status = next_status, failure_code = case when next_status = 'failed' then failure end,
        provider_reference = coalesce(x.provider_reference, state ->> 'reference'),
        succeeded_at = case when next_status = 'succeeded' then private.clock_now() end,
        payment_method_id = case when next_status = 'succeeded' then coalesce(private.keep_payment_method(account, x.user_id, x.provider, state -> 'method'), x.payment_method_id)
          else x.payment_method_id end
     where x.account_id = account and x.id = payment returning * into p;
  end if;
  if next_status = 'succeeded' then
    if p.fee is null and (state #>> '{fee,amount}')::bigint > 0 then
      update public.payments x set fee = (state #>> '{fee,amount}')::bigint, fee_currency = state #>> '{fee,currency}'
       where x.account_id = account and x.id = payment returning * into p;
      perform private.post_transaction(account, 'fee', 'payment:' || p.id, 'payment:' || p.id || ':fee', jsonb_build_array(
        jsonb_build_object('code', 'fees', 'currency', p.fee_currency, 'amount', p.fee),
        jsonb_build_object('code', 'cash:' || p.provider, 'currency', p.fee_currency, 'amount', -p.fee)));
    end if;
    perform private.record_refunds(account, payment, coalesce(state -> 'refunds', '[]'));
  end if;
  return (select x.status from public.payments x where x.account_id = account and x.id = payment);
end $$;
comment on function private.record_payment is 'Records what a provider says of a payment now: doubled, late and reordered messages lead to the same rows. Returns the status.';

create function private.record_refunds(account uuid, payment uuid, reported jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  r record;
  stored public.payment_refunds%rowtype;
begin
  for r in
    select * from jsonb_to_recordset(reported) t(reference text, key text, kind text, amount bigint, status text)
  loop
    select * into stored from public.payment_refunds x where x.account_id = account and x.payment_id = payment
       and (x.provider_reference = r.reference or (x.provider_reference is null and x.id::text = r.key))
     order by x.provider_reference is null limit 1;
    if stored.id is null then
      insert into public.payment_refunds (account_id, payment_id, origin, kind, amount, status, provider_reference)
        values (account, payment, 'provider', r.kind, r.amount, r.status, r.reference);
    elsif (stored.status, stored.provider_reference) is distinct from (r.status, r.reference) then
      update public.payment_refunds x set status = r.status, provider_reference = r.reference, failure_code = null
       where x.account_id = account and x.id = stored.id;
    end if;
  end loop;
  update public.payments p set refunded = least(p.amount, s.amount)
    from (select coalesce(sum(x.amount), 0) as amount from public.payment_refunds x
           where x.account_id = account and x.payment_id = payment and x.status = 'succeeded') s
   where p.account_id = account and p.id = payment and p.refunded <> least(p.amount, s.amount);
end $$;
comment on function private.record_refunds is 'Records the refunds and disputes of a payment as its provider reports them; ours are known by the key we sent along.';

create function private.request_refund(account uuid, subject text, refund_amount bigint, key text) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  p public.payments%rowtype;
  made uuid;
begin
  select * into p from public.payments x
   where x.account_id = account and x.subject = request_refund.subject and x.status = 'succeeded'
     and not exists (select from public.payment_refunds e where (e.account_id, e.payment_id) = (x.account_id, x.id) and e.origin = 'excess')
   order by x.succeeded_at limit 1;
  if p.id is null then return false; end if;
  insert into public.payment_refunds (account_id, payment_id, origin, amount, idempotency_key)
    values (account, p.id, 'shop', refund_amount, key) on conflict (account_id, idempotency_key) do nothing returning id into made;
  if made is not null then
    perform private.enqueue('refund-payment', jsonb_build_object('account_id', account, 'refund_id', made));
  end if;
  return true;
end $$;
comment on function private.request_refund is 'Has the provider give back an amount of what was paid for a subject, once for each key; false where no provider was paid.';

create function private.return_excess(p public.payments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  insert into public.payment_refunds (account_id, payment_id, origin, amount, idempotency_key)
    values (p.account_id, p.id, 'excess', p.amount, 'excess:' || p.id) on conflict (account_id, idempotency_key) do nothing returning id into made;
  if made is not null then
    perform private.enqueue('refund-payment', jsonb_build_object('account_id', p.account_id, 'refund_id', made));
  end if;
end $$;
comment on function private.return_excess is 'Has the provider give back a payment of what was paid already or can''t be paid any more, once.';

create function public.retry_refund(refund_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  r public.payment_refunds%rowtype;
begin
  update public.payment_refunds x set status = 'pending', failure_code = null
   where x.id = refund_id and x.account_id = (select private.account_with('manage_shop')) and x.status = 'failed' and x.origin <> 'provider' returning * into r;
  if r.id is null then
    perform private.raise_error('not_found', 'There is no such refund.');
  end if;
  perform private.forbid_impersonation();
  perform private.enqueue('refund-payment', jsonb_build_object('account_id', r.account_id, 'refund_id', r.id));
end $$;
comment on function public.retry_refund is 'Asks the provider again for a refund that it rejected.';
grant execute on function public.retry_refund(uuid) to authenticated;

create function private.begin_charge(account uuid, subject text, key text, method uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  details jsonb;
  p public.payments%rowtype;
  m public.payment_methods%rowtype;
begin
  perform pg_advisory_xact_lock(hashtextextended(account::text || begin_charge.subject, 11));
  details := private.payable(account, begin_charge.subject);
  select * into p from public.payments x where (x.account_id, x.idempotency_key) = (account, key);
  if details ->> 'amount' is null then
    -- Paid or cancelled meanwhile. What was charged nevertheless goes back as soon as its provider reports it.
    update public.payments x set status = 'cancelled' where x.account_id = account and x.id = p.id and x.status = 'created';
    return null;
  end if;
  select x.* into m from public.payment_methods x
   where x.account_id = account and x.user_id::text = details ->> 'user_id' and x.id = coalesce(p.payment_method_id, method)
     and exists (select from public.payment_providers o where (o.account_id, o.provider) = (x.account_id, x.provider));
  if m.id is null then return null; end if;
  if p.id is null then
    insert into public.payments (account_id, subject, user_id, provider, is_test, amount, currency, payment_method_id, idempotency_key)
      select account, begin_charge.subject, m.user_id, m.provider, o.is_test, (details ->> 'amount')::bigint, details ->> 'currency', m.id, key
        from public.payment_providers o where (o.account_id, o.provider) = (account, m.provider)
      returning * into p;
  end if;
  return private.payment_facts(p) || jsonb_build_object('method', m.provider_reference, 'customer', m.customer_reference,
    'description', details ->> 'description', 'begun_at', p.created_at, 'others', private.open_pages(p));
end $$;
comment on function private.begin_charge is 'The payment of a charge without the buyer, once for each key, with the payment method it is made by and the open pages of the same subject, which are to be closed first; null where nothing is due or the method is gone.';
