create trigger subscriptions_touch before update on public.subscriptions for each row execute function private.touch_updated_at();
create trigger invoices_touch before update on public.invoices for each row execute function private.touch_updated_at();

create function private.begin_trial() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.subscriptions (account_id, plan_id, period, status, currency, amount, iterations, trial_ends_at, period_end)
  select new.account_id, p.id, 'monthly', 'trialing', p.currency, (p.pricing #>> '{offline,monthly,amount}')::bigint,
         (p.pricing #>> '{offline,monthly,iterations}')::int, private.clock_now() + t.lasts, private.clock_now() + t.lasts
    from public.plans p, lateral (select make_interval(days => coalesce((p.pricing #>> '{offline,monthly,trial_days}')::int, 0)) as lasts) t
   where p.id = new.plan_id and not new.is_platform and p.pricing #> '{offline,monthly}' is not null;
  return null;
end $$;
comment on function private.begin_trial is 'Starts a new account with the trial of its plan; no payment details are needed before it ends.';
create trigger accounts_begin_trial after insert on public.accounts for each row execute function private.begin_trial();

create function private.end_of_period(anchor timestamptz, at timestamptz, period text) returns timestamptz
language sql immutable set search_path = '' as $$
  -- Counted from the first day and not from the last: the 28th of February is followed by the 31st of March again.
  select (a + make_interval(months => (extract(year from b) * 12 + extract(month from b) - extract(year from a) * 12 - extract(month from a))::int
      + case period when 'monthly' then 1 when 'annual' then 12 end)) at time zone 'utc'
    from (select anchor at time zone 'utc' as a, at at time zone 'utc' as b) days
$$;
comment on function private.end_of_period is 'End of a billing period that starts at a time, keeping the day of month of the first; null for a one-time payment.';

create function private.notify_owner(account uuid, kind text, fields jsonb default '{}') returns void
language sql security definer set search_path = '' as $$
  select private.enqueue('billing-mail', jsonb_build_object('account_id', account, 'kind', kind, 'fields', fields))
$$;
comment on function private.notify_owner is 'Queues a mail about the account''s billing to its owner.';

create function private.issue_invoice(s public.subscriptions, at timestamptz) returns public.invoices
language plpgsql security definer set search_path = '' as $$
declare
  made public.invoices%rowtype;
  place int;
begin
  insert into private.invoice_numbers as n (year, last) values (extract(year from at)::int, 1)
    on conflict (year) do update set last = n.last + 1 returning last into place;
  insert into public.invoices (account_id, number, provider, plan_id, period, currency, amount, status, period_start, period_end, issued_at, due_at, paid_at)
  values (s.account_id, format('ST-%s-%s', extract(year from at)::int, lpad(place::text, 4, '0')), 'offline', s.plan_id, s.period, s.currency, s.amount,
    case when s.amount = 0 then 'paid' else 'open' end, s.period_start, s.period_end, at, at + interval '14 days', case when s.amount = 0 then at end)
  returning * into made;
  if made.status = 'open' then
    perform private.notify_owner(s.account_id, 'invoice', jsonb_build_object('number', made.number, 'amount', made.amount, 'currency', made.currency, 'due', made.due_at, 'invoice_id', made.id));
  end if;
  return made;
end $$;
comment on function private.issue_invoice is 'Issues the invoice of a period paid without a payment service: gapless number, due in fourteen days.';

create function private.begin_period(account uuid, plan text, period text, at timestamptz) returns public.subscriptions
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  s public.subscriptions%rowtype;
  price jsonb;
  money text;
  -- A period that follows without a gap keeps the anchor day.
  first timestamptz := coalesce((select x.anchor_at from public.subscriptions x
    where x.account_id = account and x.provider = 'offline' and x.status in ('active', 'past_due') and x.period_end = at), at);
begin
  select p.pricing #> array['offline', period], p.currency into price, money from public.plans p where p.id = plan;
  update public.subscriptions x set plan_id = plan, period = period, provider = 'offline', status = 'active', currency = money,
      amount = (price ->> 'amount')::bigint, iterations = (price ->> 'iterations')::int,
      -- A plan taken anew after it was fully paid or cancelled counts its billing cycles from the first.
      issued_count = case when x.plan_id = plan and x.period = period and x.status in ('active', 'past_due') then x.issued_count + 1 else 1 end,
      trial_ends_at = null, period_start = at, anchor_at = first, period_end = private.end_of_period(first, at, period), cancel_at_period_end = false,
      next_plan_id = null, next_period = null, past_due_since = null, reminders = 0, ended_at = null,
      reference = null, card = null
    where x.account_id = account returning * into s;
  perform private.set_plan(account, plan);
  perform private.issue_invoice(s, at);
  return s;
end $$;
comment on function private.begin_period is 'Starts the next period of a plan paid without a payment service, with its invoice.';

create function private.end_subscription(account uuid, kind text, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.subscriptions s set status = 'ended', ended_at = at, cancel_at_period_end = false, next_plan_id = null, next_period = null
    where s.account_id = account and s.status <> 'ended';
  if found then
    update public.invoices i set status = case kind when 'exhausted' then 'uncollectible' else 'void' end
      where i.account_id = account and i.status = 'open' and i.provider = 'offline';
    perform private.set_plan(account, null);
    perform private.notify_owner(account, kind, jsonb_build_object('until', at + interval '14 days'));
  end if;
end $$;
comment on function private.end_subscription is 'Ends a subscription: fourteen days of grace follow, and nothing is deleted.';

create function private.owned_subscription(account uuid) returns public.subscriptions
language plpgsql security definer set search_path = '' as $$
declare
  s public.subscriptions%rowtype;
begin
  if account not in (select private.owned_accounts()) then
    perform private.raise_error('forbidden', 'Only the owner can change the plan of an account, on the platform’s own site.');
  end if;
  select * into s from public.subscriptions x where x.account_id = account for update;
  if s.id is null then
    perform private.raise_error('not_found', 'This account has no paid plan.');
  end if;
  return s;
end $$;
comment on function private.owned_subscription is 'The subscription of one of the caller''s own accounts, locked.';

-- A downgrade takes effect at the period end; an upgrade or another period of the same plan at once.
create function private.is_downgrade(s public.subscriptions, plan text, period text, amount bigint) returns boolean
language sql immutable set search_path = '' as $$
  select s.status in ('active', 'past_due') and s.period <> 'onetime' and period <> 'onetime' and plan <> s.plan_id
    and amount::numeric / case period when 'annual' then 12 else 1 end < s.amount::numeric / case s.period when 'annual' then 12 else 1 end
$$;
comment on function private.is_downgrade is 'Whether a plan costs less a month than the current one.';

create function private.quote_plan(account uuid, plan text, period text, provider text) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  s public.subscriptions%rowtype := private.owned_subscription(account);
  p public.plans%rowtype;
  price jsonb;
begin
  select * into p from public.plans x where x.id = plan and x.is_offered;
  price := p.pricing #> array[provider, period];
  if price is null then
    perform private.raise_error('invalid', 'This plan is not available this way.');
  end if;
  if s.plan_id = plan and s.period = period and s.provider = provider and s.status in ('active', 'past_due') and s.next_plan_id is null then
    perform private.raise_error('conflict', 'The account is already on this plan.');
  end if;
  return price || jsonb_build_object('is_smaller', private.is_downgrade(s, plan, period, (price ->> 'amount')::bigint), 'label', p.label, 'currency', p.currency, 'customer', s.customer, 'reference', s.reference,
    'provider', s.provider, 'status', s.status,
    -- A trial is granted once: its remaining days carry over to another plan with a trial.
    'trial_end', case when s.status = 'trialing' and (price ->> 'trial_days')::int > 0 and s.trial_ends_at > (select private.clock_now()) + interval '48 hours' then s.trial_ends_at end,
    'email', (select u.email from auth.users u where u.id = auth.uid()));
end $$;
comment on function private.quote_plan is 'Price of a plan for one of the caller''s own accounts, and its payer''s details.';
grant execute on function private.quote_plan(uuid, text, text, text) to authenticated;

create function private.choose_plan(account uuid, plan text, period text) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  s public.subscriptions%rowtype := private.owned_subscription(account);
  quote jsonb := private.quote_plan(account, plan, period, 'offline');
begin
  if s.status = 'trialing' and (quote ->> 'trial_days')::int > 0 then
    update public.subscriptions x set plan_id = plan, period = period, currency = quote ->> 'currency', amount = (quote ->> 'amount')::bigint,
        iterations = (quote ->> 'iterations')::int, cancel_at_period_end = false, provider = 'offline', reference = null, card = null
      where x.account_id = account;
    perform private.set_plan(account, plan);
    return 'trialing';
  end if;
  -- Choosing the current plan cancels a scheduled change; nothing is due for it.
  if s.status in ('active', 'past_due') and (s.plan_id, s.period, s.provider) = (plan, period, 'offline') then
    update public.subscriptions x set next_plan_id = null, next_period = null where x.account_id = account;
    return 'active';
  end if;
  -- The current period was paid at the payment service: the subscription there ends with it, and invoices follow.
  if (quote ->> 'is_smaller')::boolean or (s.status, s.plan_id, s.period) = ('active', plan, period) and period <> 'onetime' then
    update public.subscriptions x set next_plan_id = plan, next_period = period, cancel_at_period_end = s.provider <> 'offline' where x.account_id = account;
    return 'scheduled';
  end if;
  update public.invoices i set status = 'void' where i.account_id = account and i.status = 'open' and i.provider = 'offline';
  perform private.begin_period(account, plan, period, private.clock_now());
  return 'active';
end $$;
comment on function private.choose_plan is 'Changes the owner''s plan with payment by invoice: at once, or at the period end for a downgrade.';
grant execute on function private.choose_plan(uuid, text, text) to authenticated;

create function private.set_cancellation(account uuid, is_cancelled boolean) returns text
language plpgsql security definer set search_path = '' as $$
declare
  s public.subscriptions%rowtype := private.owned_subscription(account);
begin
  if s.status = 'ended' then
    perform private.raise_error('conflict', 'The plan has ended. Choose a new one to continue.');
  end if;
  if s.period_end is null then
    perform private.raise_error('conflict', 'A plan that was paid once can’t be cancelled.');
  end if;
  if not is_cancelled and s.issued_count >= s.iterations then
    perform private.raise_error('conflict', 'All payments of this plan have been made, and it ends with its period. Choose a new one to continue.');
  end if;
  update public.subscriptions x set cancel_at_period_end = is_cancelled, next_plan_id = null, next_period = null where x.account_id = account;
  perform private.notify_owner(account, case when is_cancelled then 'cancelled' else 'resumed' end, jsonb_build_object('until', s.period_end));
  return s.reference;
end $$;
comment on function private.set_cancellation is 'Cancels a plan at its period end, or undoes that while it runs. Returns the id at the payment service.';
grant execute on function private.set_cancellation(uuid, boolean) to authenticated;

create function private.store_customer(account uuid, customer text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.owned_subscription(account);
  update public.subscriptions s set customer = store_customer.customer where s.account_id = account;
end $$;
comment on function private.store_customer is 'Stores an account''s customer id at the payment service.';
grant execute on function private.store_customer(uuid, text) to authenticated;

create function private.payer_of(account uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  s public.subscriptions%rowtype := private.owned_subscription(account);
begin
  return jsonb_build_object('provider', s.provider, 'customer', s.customer, 'reference', s.reference, 'status', s.status);
end $$;
comment on function private.payer_of is 'Customer and subscription ids at the payment service of one of the caller''s own accounts.';
grant execute on function private.payer_of(uuid) to authenticated;

create function public.mark_invoice_paid(account_id uuid, invoice_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if not private.is_super_admin() then
    perform private.raise_error('forbidden', 'Only platform administrators can confirm payments.');
  end if;
  update public.invoices i set status = 'paid', paid_at = private.clock_now()
    where i.account_id = account_id and i.id = invoice_id and i.status = 'open' and i.provider = 'offline';
  if not found then
    perform private.raise_error('conflict', 'Only an open invoice can be marked as paid.');
  end if;
  update public.subscriptions s set status = 'active', past_due_since = null, reminders = 0
    where s.account_id = account_id and s.status = 'past_due'
      and not exists (select from public.invoices i where i.account_id = account_id and i.status = 'open' and i.due_at <= (select private.clock_now()));
  perform private.notify_owner(account_id, 'paid', jsonb_build_object('invoice_id', invoice_id));
  return 'paid';
end $$;
comment on function public.mark_invoice_paid is 'Marks an invoice as paid by bank transfer and clears an overdue state.';
grant execute on function public.mark_invoice_paid(uuid, uuid) to authenticated;

create function private.run_billing(at timestamptz default private.clock_now()) returns int
language plpgsql security definer set search_path = '' as $$
declare
  s public.subscriptions%rowtype;
  overdue timestamptz;
  step smallint;
  done int := 0;
begin
  for s in select * from public.subscriptions x where x.provider = 'offline' and x.status <> 'ended'
      and (x.period_end <= at or exists (select from public.invoices i where i.account_id = x.account_id and i.status = 'open' and i.due_at <= at))
    order by x.account_id for update skip locked
  loop
    done := done + 1;
    select min(i.due_at) into overdue from public.invoices i
     where i.account_id = s.account_id and i.provider = 'offline' and i.status = 'open' and i.due_at <= at;
    if overdue + interval '14 days' <= at then
      perform private.end_subscription(s.account_id, 'exhausted', at);
      continue;
    end if;
    if s.period_end <= at then
      if s.cancel_at_period_end then
        perform private.end_subscription(s.account_id, 'ended', at);
        continue;
      elsif s.status <> 'trialing' and s.next_plan_id is null and s.issued_count >= s.iterations then
        perform private.end_subscription(s.account_id, 'completed', at);
        continue;
      end if;
      s := private.begin_period(s.account_id, coalesce(s.next_plan_id, s.plan_id), coalesce(s.next_period, s.period), s.period_end);
    end if;
    if overdue is not null then
      -- Reminders on the due day, after three and after seven days: each once, however often this runs.
      step := 1 + (overdue + interval '3 days' <= at)::int + (overdue + interval '7 days' <= at)::int;
      if step > s.reminders then
        perform private.notify_owner(s.account_id, 'reminder', jsonb_build_object('step', step, 'until', overdue + interval '14 days',
          'invoice_id', (select i.id from public.invoices i where i.account_id = s.account_id and i.provider = 'offline' and i.status = 'open'
                            and i.due_at = overdue order by i.id limit 1)));
      end if;
      update public.subscriptions x set status = 'past_due', past_due_since = coalesce(x.past_due_since, overdue), reminders = greatest(x.reminders, step)
        where x.account_id = s.account_id;
    end if;
  end loop;
  return done;
end $$;
comment on function private.run_billing is 'Processes everything due by a time for accounts that pay by invoice: ended trials, new periods, reminders, ends. Idempotent.';

create function private.newest_invoice(account uuid, state text) returns uuid
language sql stable security definer set search_path = '' as $$
  select i.id from public.invoices i where i.account_id = account and i.status = state order by i.issued_at desc, i.id desc limit 1
$$;
comment on function private.newest_invoice is 'The invoice a billing mail is about; null where the payment service issued none.';

create function private.apply_billing(account uuid, state jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  s public.subscriptions%rowtype;
  invoice jsonb;
  attempts smallint := coalesce((state ->> 'attempts')::smallint, 0);
  is_live boolean := state ->> 'status' <> 'ended';
begin
  select * into s from public.subscriptions x where x.account_id = account for update;
  -- A subscription that was replaced no longer affects the account.
  if s.id is null or (not is_live and (s.reference is distinct from state ->> 'reference' or s.status = 'ended'))
    or not exists (select from public.plans p where p.id = state ->> 'plan_id') then return null; end if;
  -- A one-time payment stays paid: a repeated webhook must not undo later choices.
  if state ->> 'period' = 'onetime' and s.reference is distinct from state ->> 'reference' and exists (select from public.invoices i
      where i.account_id = account and i.provider = state ->> 'provider' and i.reference = state ->> 'reference') then return null; end if;
  for invoice in select * from jsonb_array_elements(coalesce(state -> 'invoices', '[]')) loop
    insert into public.invoices as i (account_id, number, provider, reference, plan_id, period, currency, amount, status, url,
      period_start, period_end, issued_at, due_at, paid_at)
    values (account, invoice ->> 'number', state ->> 'provider', invoice ->> 'reference', state ->> 'plan_id', state ->> 'period',
      invoice ->> 'currency', (invoice ->> 'amount')::bigint, invoice ->> 'status', invoice ->> 'url', (invoice ->> 'period_start')::timestamptz,
      (invoice ->> 'period_end')::timestamptz, (invoice ->> 'issued_at')::timestamptz, (invoice ->> 'due_at')::timestamptz, (invoice ->> 'paid_at')::timestamptz)
    on conflict (provider, reference) do update set status = excluded.status, paid_at = excluded.paid_at, amount = excluded.amount, url = excluded.url;
  end loop;
  if not is_live and s.cancel_at_period_end and s.next_plan_id is not null then
    perform private.begin_period(account, s.next_plan_id, s.next_period, private.clock_now());
    return null;
  elsif not is_live then
    perform private.end_subscription(account, case when s.status = 'past_due' then 'exhausted'
      when s.issued_count >= s.iterations then 'completed' else 'ended' end, private.clock_now());
    return null;
  end if;
  update public.invoices i set status = 'void' where i.account_id = account and i.provider = 'offline' and i.status = 'open';
  update public.subscriptions x set plan_id = state ->> 'plan_id', period = state ->> 'period', provider = state ->> 'provider',
      status = state ->> 'status', currency = state ->> 'currency', amount = (state ->> 'amount')::bigint, iterations = (state ->> 'iterations')::int,
      trial_ends_at = (state ->> 'trial_ends_at')::timestamptz, period_start = (state ->> 'period_start')::timestamptz,
      period_end = (state ->> 'period_end')::timestamptz, cancel_at_period_end = (state ->> 'cancel_at_period_end')::boolean,
      customer = state ->> 'customer', reference = state ->> 'reference', card = nullif(state -> 'card', 'null'), next_plan_id = n.id,
      next_period = case when n.is_kept then x.next_period when n.id is not null then state #>> '{next,period}' end,
      past_due_since = case when state ->> 'status' = 'past_due' then coalesce(x.past_due_since, private.clock_now()) end,
      reminders = case when state ->> 'status' = 'past_due' then greatest(x.reminders, attempts) else 0 end, ended_at = null,
      -- A trial's invoice of 0 is no payment. The payment service's clock may differ a little from its invoices.
      issued_count = (select count(*) from public.invoices i where i.account_id = account and i.provider = state ->> 'provider'
        and i.plan_id = state ->> 'plan_id' and i.period = state ->> 'period' and i.status = 'paid' and i.amount > 0
        and i.issued_at >= (state ->> 'started_at')::timestamptz - interval '1 day')
    -- The next plan to be paid by invoice after the service's last period is stored only here.
    from (select case when k.is_kept then s.next_plan_id else (select p.id from public.plans p where p.id = state #>> '{next,plan_id}') end as id, k.is_kept
            from (select s.cancel_at_period_end and s.next_plan_id is not null and s.reference = state ->> 'reference'
                           and (state ->> 'cancel_at_period_end')::boolean as is_kept) k) n
    where x.account_id = account;
  perform private.set_plan(account, state ->> 'plan_id');
  if state ->> 'status' = 'past_due' and attempts > s.reminders then
    perform private.notify_owner(account, 'reminder', jsonb_build_object('step', attempts, 'invoice_id', private.newest_invoice(account, 'open')));
  elsif s.status = 'past_due' and state ->> 'status' = 'active' then
    perform private.notify_owner(account, 'paid', jsonb_build_object('invoice_id', private.newest_invoice(account, 'paid')));
  end if;
  return case when s.provider = state ->> 'provider' and s.reference like 'sub\_%' and s.reference <> state ->> 'reference' and s.status <> 'ended' then s.reference end;
end $$;
comment on function private.apply_billing is 'Applies the current state reported by a payment service; repeated or reordered webhooks give the same result. Returns the replaced subscription where it is still active.';

grant select (account_id, id, plan_id, period, provider, status, currency, amount, iterations, issued_count, trial_ends_at, period_start, period_end,
  cancel_at_period_end, next_plan_id, next_period, past_due_since, card, ended_at, created_at, updated_at) on public.subscriptions to authenticated;
create policy "Owners see what they pay for" on public.subscriptions for select to authenticated
  using (account_id in (select private.owned_accounts()));
create policy "Those who run the platform see every subscription" on public.subscriptions for select to authenticated
  using ((select private.is_super_admin()));

grant select (account_id, id, number, provider, plan_id, period, currency, amount, status, url, period_start, period_end, issued_at, due_at, paid_at, updated_at)
  on public.invoices to authenticated;
create policy "Owners see their invoices" on public.invoices for select to authenticated
  using (account_id in (select private.owned_accounts()));
create policy "Those who run the platform see every invoice" on public.invoices for select to authenticated
  using ((select private.is_super_admin()));

create function private.invoice_document(invoice uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('number', i.number, 'provider', i.provider, 'period', i.period, 'currency', i.currency, 'amount', i.amount,
      'status', i.status, 'period_start', i.period_start, 'period_end', i.period_end, 'issued_at', i.issued_at, 'due_at', i.due_at,
      'paid_at', i.paid_at, 'plan', p.label, 'account_id', a.account_id, 'slug', a.slug, 'domain', a.domain,
      'site', coalesce(nullif(o.value ->> 'sitetitle', ''), a.slug), 'email', u.email, 'name', coalesce(u.raw_user_meta_data ->> 'display_name', ''),
      'seller', coalesce((select nullif(s.value ->> 'sitetitle', '') from public.options s join public.accounts x on x.account_id = s.account_id
                           where x.is_platform and s.key = 'settings'), 'Stoa'))
    from public.invoices i join public.accounts a on a.account_id = i.account_id
    left join public.plans p on p.id = i.plan_id
    left join public.options o on o.account_id = a.account_id and o.key = 'settings'
    left join auth.users u on u.id = a.owner_id
   where i.id = invoice
$$;
comment on function private.invoice_document is 'All data of an invoice; the caller checks who may see it.';

create function public.invoice_document(invoice_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.invoices i where i.id = invoice_id
      and (i.account_id in (select private.owned_accounts()) or private.is_super_admin())) then
    perform private.raise_error('not_found', 'You have no such invoice.');
  end if;
  return private.invoice_document(invoice_id);
end $$;
comment on function public.invoice_document is 'All data of an invoice, for the account''s owner and platform administrators.';
grant execute on function public.invoice_document(uuid) to authenticated;

create function public.takes_payment(account_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if account_id not in (select private.owned_accounts()) then
    perform private.raise_error('forbidden', 'Only the owner can see the setup steps.');
  end if;
  return exists (select from public.options o where o.account_id = account_id and o.key = 'settings'
    and nullif(o.value ->> 'offline_instructions', '') is not null)
    or exists (select from public.payment_options p where p.account_id = takes_payment.account_id and p.provider <> 'offline');
end $$;
comment on function public.takes_payment is 'Whether one of the caller''s own sites has set up a payment method.';
grant execute on function public.takes_payment(uuid) to authenticated;

-- Onboarding: a person on the platform's host becomes the owner of a site.
create function public.is_free_slug(slug text) returns boolean
language sql stable security definer set search_path = '' as $$
  select slug ~ '^[a-z0-9](?:[a-z0-9-]{1,61}[a-z0-9])$' and not private.is_reserved_slug(slug)
    and not exists (select from public.accounts a where a.slug = is_free_slug.slug)
$$;
comment on function public.is_free_slug is 'Whether a slug is available: three characters or more, unused, not reserved.';
grant execute on function public.is_free_slug(text) to authenticated;

create function public.open_account(title text, slug text, kind text, preset text, language text, currency text) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  made uuid;
begin
  if auth.uid() is null then
    perform private.raise_error('not_authenticated', 'Sign in first.');
  elsif not private.is_on_platform() then
    perform private.raise_error('forbidden', 'Create sites on the platform’s own site.');
  end if;
  -- Lock: someone opening two sites at once waits here, so that the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('open_account ' || auth.uid(), 0));
  if (select count(*) >= 20 from public.accounts a where a.owner_id = auth.uid()) then
    perform private.raise_error('limit_reached', 'You can create at most twenty sites. Write to us for more.');
  elsif length(trim(coalesce(title, ''))) not between 2 and 80 then
    perform private.raise_error('invalid', 'Enter a site name of 2 to 80 characters.');
  elsif kind is null or kind not in ('courses', 'coaching', 'community') then
    perform private.raise_error('invalid', 'Choose what kind of site it will be.');
  elsif preset is null or preset !~ '^[a-z]{3,20}$' then
    perform private.raise_error('invalid', 'Choose an available design.');
  elsif language is null or language <> all ('{en,es,fr,de,it,pt,ru,ja,zh,ko,ar,hi,bn,tr,vi,pl,nl,sv,uk,th}'::text[]) then
    perform private.raise_error('invalid', 'Choose one of the languages.');
  elsif currency is null or currency !~ '^[A-Z]{3}$' then
    perform private.raise_error('invalid', 'Choose a currency.');
  elsif not coalesce(public.is_free_slug(slug), false) then
    perform private.raise_error('slug_taken', 'This address is taken or not valid. Choose another.');
  end if;
  begin
    insert into public.accounts (slug, owner_id, features) values (slug, auth.uid(),
      case kind when 'courses' then '{lms}' when 'coaching' then '{lms,appointments}' else '{lms,groups}' end::text[])
    returning account_id into made;
  exception when unique_violation then
    perform private.raise_error('slug_taken', 'This address is taken or not valid. Choose another.');
  end;
  insert into public.options as o (account_id, key, value) values
    (made, 'settings', jsonb_build_object('sitetitle', trim(title), 'currency', currency, 'defaultLanguage', language, 'onboard', true)),
    (made, 'theme', jsonb_build_object('preset', preset))
  on conflict (account_id, key) do update set value = o.value || excluded.value;
  return made;
end $$;
comment on function public.open_account is 'Creates a site for a signed-in person: live at once, with the trial of the smallest plan.';
grant execute on function public.open_account(text, text, text, text, text, text) to authenticated;
