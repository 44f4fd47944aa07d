create function private.subscription_of_caller(subscription_id uuid) returns public.member_subscriptions
language sql stable security definer set search_path = '' as $$
  select x.* from public.member_subscriptions x where x.id = subscription_of_caller.subscription_id and (x.account_id = (select private.account_with('manage_shop'))
    or (x.user_id = auth.uid() and x.account_id = (select private.account_with('member'))))
$$;
comment on function private.subscription_of_caller is 'A subscription of the caller, or of the account whose shop they manage.';

create function private.own_subscription(subscription_id uuid) returns public.member_subscriptions
language plpgsql security definer set search_path = '' as $$
declare
  s public.member_subscriptions%rowtype := private.subscription_of_caller(subscription_id);
begin
  perform private.forbid_impersonation();
  if s.id is null then
    perform private.raise_error('not_found', 'There is no such subscription.');
  end if;
  s := private.lock_subscription(s.account_id, s.id);
  return s;
end $$;
comment on function private.own_subscription is 'As subscription_of_caller, locked with its open order; raises not_found without one.';

create function private.cancel_open_period(s public.member_subscriptions) returns void
language sql security definer set search_path = '' as $$
  update public.orders o set status = 'cancelled', closed_at = private.clock_now() from public.subscription_periods p
   where (p.account_id, p.subscription_id, p.position) = (s.account_id, s.id, s.paid_count + 1) and (o.account_id, o.id) = (p.account_id, p.order_id) and o.status = 'pending'
$$;
comment on function private.cancel_open_period is 'Cancels the order of the next period.';

create function public.cancel_subscription(subscription_id uuid, at_once boolean default false) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  s public.member_subscriptions%rowtype := private.own_subscription(subscription_id);
  is_manager boolean := coalesce(s.account_id = (select private.account_with('manage_shop')), false);
begin
  if s.status = 'ended' or (not is_manager and (at_once or s.price_kind = 'instalments')) then
    perform private.raise_error('subscription_transition', 'This can’t be done with the subscription as it is.');
  elsif at_once then
    perform private.end_subscription_of(s, 'cancelled', is_revoked => true);
  elsif s.status = 'past_due' or s.period_end <= private.clock_now() then
    perform private.end_subscription_of(s, 'cancelled');
  else
    update public.member_subscriptions x set cancel_at_period_end = true, status = case x.status when 'paused' then 'active' else x.status end, paused_until = null
     where x.account_id = s.account_id and x.id = s.id;
    perform private.cancel_open_period(s);
  end if;
  return (select x.status from public.member_subscriptions x where x.account_id = s.account_id and x.id = s.id);
end $$;
comment on function public.cancel_subscription is 'Cancels a subscription with the end of what is paid for, by its member or a manager; a manager also at once, which ends what it opened. Returns the status.';
grant execute on function public.cancel_subscription(uuid, boolean) to authenticated;

create function public.keep_subscription(subscription_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  s public.member_subscriptions%rowtype := private.own_subscription(subscription_id);
begin
  if s.status = 'ended' or not s.cancel_at_period_end then
    perform private.raise_error('subscription_transition', 'This can’t be done with the subscription as it is.');
  end if;
  update public.member_subscriptions x set cancel_at_period_end = false where x.account_id = s.account_id and x.id = s.id;
  return s.status;
end $$;
comment on function public.keep_subscription is 'Undoes the cancellation of a subscription while it still runs.';
grant execute on function public.keep_subscription(uuid) to authenticated;

create function public.pause_subscription(subscription_id uuid, until timestamptz default null) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  s public.member_subscriptions%rowtype := private.own_subscription(subscription_id);
begin
  if s.status <> 'active' or s.cancel_at_period_end or s.price_kind <> 'subscription' or s.period_end <= private.clock_now() then
    perform private.raise_error('subscription_transition', 'This can’t be done with the subscription as it is.');
  elsif until <= private.clock_now() or until > private.clock_now() + interval '2 years' then
    perform private.raise_error('invalid', 'A pause ends within two years.');
  end if;
  update public.member_subscriptions x set status = 'paused', paused_until = until where x.account_id = s.account_id and x.id = s.id;
  perform private.cancel_open_period(s);
  return 'paused';
end $$;
comment on function public.pause_subscription is 'Pauses a subscription until a time or until it is resumed: what is paid for stays open to its end, and nothing is due meanwhile.';
grant execute on function public.pause_subscription(uuid, timestamptz) to authenticated;

create function public.resume_subscription(subscription_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  s public.member_subscriptions%rowtype := private.own_subscription(subscription_id);
begin
  if s.status <> 'paused' then
    perform private.raise_error('subscription_transition', 'This can’t be done with the subscription as it is.');
  end if;
  perform private.resume_subscription_of(s);
  return (select x.status from public.member_subscriptions x where x.account_id = s.account_id and x.id = s.id);
end $$;
comment on function public.resume_subscription is 'Resumes a paused subscription. Returns the status: active within what is paid for, past_due where the next period is due.';
grant execute on function public.resume_subscription(uuid) to authenticated;

create function private.forget_subscriber() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_subscription_of(s, 'cancelled') from public.member_subscriptions s
    where s.account_id = new.account_id and s.user_id = new.user_id and s.status <> 'ended';
  update public.member_subscriptions s set user_id = null, member_id = null where s.account_id = new.account_id and s.user_id = new.user_id;
  return null;
end $$;
comment on function private.forget_subscriber is 'Ends the subscriptions of an erased user and takes their name off them: amounts stay for the books.';
create trigger erasures_forget_subscriber after insert on private.erasures for each row execute function private.forget_subscriber();
