-- Billing cycles: a plan is sold for a number of payments, whoever collects them.
create function private.paid_out(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select s.reference from public.subscriptions s
   where s.account_id = account and s.provider <> 'offline' and s.status <> 'ended' and s.period <> 'onetime'
     and not s.cancel_at_period_end and s.next_plan_id is null and s.issued_count >= s.iterations
$$;
comment on function private.paid_out is 'The subscription at a payment service whose billing cycles were all paid but which would renew; null where there is none.';
