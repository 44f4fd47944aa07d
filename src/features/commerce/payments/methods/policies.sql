create trigger payment_methods_touch before update on public.payment_methods for each row execute function private.touch_updated_at();
create trigger payment_setups_touch before update on public.payment_setups for each row execute function private.touch_updated_at();

grant select (account_id, id, user_id, provider, brand, last4, exp_month, exp_year, email, is_default, created_at, updated_at)
  on public.payment_methods to authenticated;
create policy "Payers see what providers keep for them" on public.payment_methods for select to authenticated
  using (user_id = (select auth.uid()) and account_id = (select private.account_with('member')));

grant select (account_id, id, user_id, provider, is_test, subject, status, payment_method_id, created_at, updated_at) on public.payment_setups to authenticated;
create policy "Payers see which methods they began to keep" on public.payment_setups for select to authenticated
  using (user_id = (select auth.uid()) and account_id = (select private.account_with('member')));

create function private.keep_payment_method(account uuid, person uuid, name text, method jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  kept uuid;
begin
  if person is null or coalesce(method ->> 'reference', '') = '' then return null; end if;
  -- The first one is the default, also where two are kept at the same time.
  perform pg_advisory_xact_lock(hashtextextended(account::text || person::text, 12));
  insert into public.payment_methods as m (account_id, user_id, provider, provider_reference, customer_reference, brand, last4, exp_month, exp_year, email, is_default)
    values (account, person, name, method ->> 'reference', coalesce(method ->> 'customer', ''), left(coalesce(method ->> 'brand', ''), 40),
      coalesce(method ->> 'last4', ''), (method ->> 'exp_month')::smallint, (method ->> 'exp_year')::smallint, left(coalesce(method ->> 'email', ''), 254),
      not exists (select from public.payment_methods d where (d.account_id, d.user_id) = (account, person) and d.is_default))
    on conflict (account_id, provider, user_id, provider_reference) do update set brand = excluded.brand, last4 = excluded.last4,
      exp_month = excluded.exp_month, exp_year = excluded.exp_year, email = excluded.email
    returning m.id into kept;
  return kept;
end $$;
comment on function private.keep_payment_method is 'Keeps the reference of a payment method that its provider keeps for later payments; the first one of a buyer is their default.';

create function private.begin_setup(account uuid, subject text, provider_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  details jsonb;
  is_test_mode boolean;
  s public.payment_setups%rowtype;
begin
  perform private.forbid_impersonation();
  if account is distinct from (select private.account_with('member')) then
    perform private.raise_error('not_found', 'There is nothing to pay.');
  end if;
  if subject is not null then
    details := private.payable(account, subject);
    if details is null or details ->> 'user_id' is distinct from auth.uid()::text then
      perform private.raise_error('not_found', 'There is nothing to pay.');
    end if;
  end if;
  select o.is_test into is_test_mode from public.payment_options o
   where o.account_id = account and o.provider = provider_name and o.provider in ('stripe', 'paypal');
  if is_test_mode is null then
    perform private.raise_error('provider_off', 'This way to pay is not available here any more. Choose another.');
  end if;
  insert into public.payment_setups (account_id, user_id, provider, is_test, subject)
    values (account, auth.uid(), provider_name, is_test_mode, subject) returning * into s;
  return jsonb_build_object('id', s.id, 'provider', s.provider, 'path', details ->> 'path', 'description', coalesce(details ->> 'description',
      (select nullif(v.value ->> 'sitetitle', '') from public.options v where v.account_id = account and v.key = 'settings'), ''),
    'email', coalesce((select m.email from public.members m where m.account_id = account and m.user_id = s.user_id), ''));
end $$;
comment on function private.begin_setup is 'Begins to keep a payment method of the caller at a provider, for a subject of theirs that is charged to it from then on, or for none.';
grant execute on function private.begin_setup(uuid, text, text) to authenticated;

create function private.own_setups(account uuid) returns table (id uuid, status text)
language sql stable security definer set search_path = '' as $$
  select s.id, s.status from public.payment_setups s
   where s.account_id = account and s.user_id = auth.uid() and account = (select private.account_with('member')) and s.status in ('pending', 'succeeded')
   order by s.id desc limit 5
$$;
comment on function private.own_setups is 'The methods the caller has begun to keep, the newest first: those that are open and those that are kept.';
grant execute on function private.own_setups(uuid) to authenticated;

create function private.record_setup(account uuid, setup uuid, state jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  s public.payment_setups%rowtype;
begin
  select * into s from public.payment_setups x where x.account_id = account and x.id = setup for update;
  if s.id is null or s.status = 'succeeded' then return s.status; end if;
  update public.payment_setups x set status = state ->> 'status',
      payment_method_id = case when state ->> 'status' = 'succeeded' then private.keep_payment_method(account, s.user_id, s.provider, state -> 'method') end
   where x.account_id = account and x.id = setup returning * into s;
  return s.status;
end $$;
comment on function private.record_setup is 'Records what a provider says of a method that was to be kept; doubled and late messages lead to the same rows. Returns the status.';

create function private.follow_payment_method(account uuid, method uuid, state jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if state is null then
    delete from public.payment_methods m where (m.account_id, m.id) = (account, method);
  else
    update public.payment_methods m set brand = left(coalesce(state ->> 'brand', ''), 40), last4 = coalesce(state ->> 'last4', ''),
        exp_month = (state ->> 'exp_month')::smallint, exp_year = (state ->> 'exp_year')::smallint, email = left(coalesce(state ->> 'email', ''), 254)
     where (m.account_id, m.id) = (account, method);
  end if;
end $$;
comment on function private.follow_payment_method is 'A kept method as its provider has it now: a card that was renewed has a new expiry; what the provider keeps no more is gone here too.';

create function private.release_payment_method() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An account that is deleted takes the keys along by which its provider is asked.
  if not exists (select from public.accounts a where a.account_id = old.account_id) then return null; end if;
  perform private.enqueue('forget-payment-method', jsonb_build_object('account_id', old.account_id, 'provider', old.provider, 'reference', old.provider_reference));
  if old.is_default then
    update public.payment_methods m set is_default = true where (m.account_id, m.id) = (old.account_id,
      (select n.id from public.payment_methods n where (n.account_id, n.user_id) = (old.account_id, old.user_id) order by n.created_at desc, n.id desc limit 1));
  end if;
  return null;
end $$;
comment on function private.release_payment_method is 'What is removed here is removed at its provider; the newest of the others is the default then.';
create trigger payment_methods_release after delete on public.payment_methods for each row execute function private.release_payment_method();

create function private.forget_payment_methods() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.payment_methods m where m.account_id = new.account_id and m.user_id = new.user_id;
  delete from public.payment_setups s where s.account_id = new.account_id and s.user_id = new.user_id;
  update public.payments p set user_id = null, url = null where p.account_id = new.account_id and p.user_id = new.user_id;
  return null;
end $$;
comment on function private.forget_payment_methods is 'Forgets what providers keep for an erased user; amounts stay for the books.';
create trigger erasures_forget_payer after insert on private.erasures for each row execute function private.forget_payment_methods();
