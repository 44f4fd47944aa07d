create trigger plans_touch before update on public.plans for each row execute function private.touch_updated_at();

create function private.update_held_features() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.held_features := case when new.is_platform then new.features else
    array(select f from unnest(new.features || new.addons) f
           where f = any ((select p.features || p.addons from public.plans p where p.id = new.plan_id)::text[])) end;
  return new;
end $$;
comment on function private.update_held_features is 'Keeps accounts.held_features: features and add-ons that are switched on and included in the plan; never written by hand.';
create trigger accounts_hold_features before insert or update of features, addons, plan_id, is_platform, held_features on public.accounts
  for each row execute function private.update_held_features();

create function private.update_held_features_of_plan() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.accounts set held_features = '{}' where plan_id = new.id;
  return null;
end $$;
comment on function private.update_held_features_of_plan is 'Updates the held features of a plan''s accounts when the plan changes, through the trigger of accounts.';
create trigger plans_hold_features after update of features, addons on public.plans
  for each row when ((old.features, old.addons) is distinct from (new.features, new.addons)) execute function private.update_held_features_of_plan();

create function private.features_of(account uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select case when a.grace_until > (select private.clock_now()) then
    array(select f from unnest(a.features || a.addons) f
           where f = any (a.held_features) or f = any ((select p.features || p.addons from public.plans p where p.id = a.grace_plan_id)::text[]))
    else a.held_features end
    from public.accounts a
   where a.account_id = account
$$;
comment on function private.features_of is 'Features and add-ons of an account: switched on, and included in its plan or the larger plan of its grace period. The one rule behind menus, routes, requests and policies.';
grant execute on function private.features_of(uuid) to anon, authenticated;

-- In plpgsql for its cached plan: restrictive policies call this for each row, nearly always answered by held_features.
create function private.has_feature(account uuid, feature text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select has_feature.feature = any (a.held_features)
      or (a.grace_until > (select private.clock_now()) and has_feature.feature = any (private.features_of(account)))
    from public.accounts a where a.account_id = account);
end $$;
comment on function private.has_feature is 'Whether an account has a feature, by the rule of private.features_of.';
grant execute on function private.has_feature(uuid, text) to anon, authenticated;

create function private.owned_accounts() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select account_id from public.accounts where owner_id = auth.uid() and not is_platform and private.is_on_platform()
     and (not needs_second_step or private.has_second_step())
$$;
comment on function private.owned_accounts is 'The accounts the caller owns, on the platform''s host, with a second factor where the account requires one; empty on any other host.';
grant execute on function private.owned_accounts() to anon, authenticated;

create function private.limit_key(meter text) returns text
language sql immutable set search_path = '' as $$ select case meter when 'active_users' then 'mau' else meter end $$;
comment on function private.limit_key is 'The specification''s plan limit that caps a meter.';

create function private.cap_in(limits jsonb, meter text) returns bigint
language sql immutable set search_path = '' as $$
  select (limits ->> private.limit_key(meter))::bigint * case meter when 'storage' then 1048576 else 1 end
$$;
comment on function private.cap_in is 'A plan''s cap of a meter in the meter''s unit; null where it has none.';

create function private.cap_of(account uuid, meter text) returns bigint
language sql stable security definer set search_path = '' as $$
  select case
    when a.is_platform then null
    when a.limit_overrides ? private.limit_key(meter) then private.cap_in(a.limit_overrides, meter)
    when a.grace_until > (select private.clock_now()) and g.id is not null then
      case when private.cap_in(g.limits, meter) is null or (p.id is not null and private.cap_in(p.limits, meter) is null) then null
           else greatest(private.cap_in(g.limits, meter), private.cap_in(p.limits, meter)) end
    when p.id is null then 0
    else private.cap_in(p.limits, meter) end
    from public.accounts a
    left join public.plans p on p.id = a.plan_id
    left join public.plans g on g.id = a.grace_plan_id
   where a.account_id = account
$$;
comment on function private.cap_of is 'An account''s cap of a meter: null without a cap, 0 without a plan. A cap granted to the account wins, then that of the plan of its grace period.';

create function private.is_stored_amount(meter text) returns boolean
language sql immutable set search_path = '' as $$
  select meter in ('members', 'courses', 'groups', 'funnels', 'storage', 'videos', 'cdn_images')
$$;
comment on function private.is_stored_amount is 'Whether a meter measures a stored amount rather than monthly usage.';

create function private.period_of(meter text) returns date
language sql stable set search_path = '' as $$
  select case when private.is_stored_amount(meter) then date '1970-01-01' else date_trunc('month', private.clock_now() at time zone 'UTC')::date end
$$;
comment on function private.period_of is 'First day of a meter''s current period.';

create function private.meter_name(meter text) returns text
language sql immutable set search_path = '' as $$
  select case meter when 'cdn_images' then 'images' when 'ai_tokens' then 'AI tokens' when 'active_users' then 'active users'
    when 'push' then 'push notifications' when 'email_verify' then 'e-mail verifications' when 'emails' then 'e-mails' else meter end
$$;
comment on function private.meter_name is 'English name of a meter.';

create function private.format_amount(meter text, amount bigint) returns text
language sql immutable set search_path = '' as $$
  select case when meter = 'storage' then round(amount / 1048576.0)::bigint || ' MB of storage'
              else to_char(amount, 'FM999,999,999,990') || ' ' || private.meter_name(meter) end
$$;
comment on function private.format_amount is 'English text of an amount of a meter.';

create function private.count_meter(account uuid, meter text, n bigint, reference text, is_hard boolean) returns bigint
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  start date := private.period_of(meter);
  row_now public.usage_meters%rowtype;
  cap bigint;
  sum_now bigint;
  level smallint;
  owner uuid;
  params jsonb;
begin
  insert into public.usage_meters as m (account_id, meter, period_start)
  select a.account_id, meter, start from public.accounts a where a.account_id = account
  on conflict on constraint usage_meters_account_id_meter_period_start_key do nothing;
  -- Row lock: concurrent uses of a meter wait here, so that two cannot both take the last unit.
  select m.* into row_now from public.usage_meters m
   where m.account_id = account and m.meter = meter and m.period_start = start for update;
  if row_now.id is null then return 0; end if;
  if not private.is_stored_amount(meter) then
    insert into private.meter_uses (account_id, meter, period_start, amount, reference) values (account, meter, start, n, reference)
    on conflict do nothing;
    if not found then return row_now.used; end if;
  end if;
  cap := private.cap_of(account, meter);
  sum_now := greatest(0, row_now.used + n);
  if is_hard and n > 0 and sum_now > cap then
    perform private.raise_error('limit_reached', format(
      case when cap = 0 then 'This site''s plan does not include %2$s. Change the plan at /dashboard/upgrade.'
           else 'This site has reached the limit of its plan: %1$s. Free some up, or change the plan at /dashboard/upgrade.' end,
      private.format_amount(meter, cap), private.meter_name(meter)), '/dashboard/upgrade');
  end if;
  level := case when cap is null or cap = 0 then 0 when sum_now >= cap then 100 when sum_now * 5 >= cap * 4 then 80 else 0 end;
  update public.usage_meters m set used = sum_now, told = level, updated_at = private.clock_now()
   where m.account_id = account and m.id = row_now.id;
  if level > row_now.told then
    select a.owner_id into owner from public.accounts a where a.account_id = account;
    if owner is not null then
      params := jsonb_build_object(
        'meter', jsonb_build_object('key', 'meter.' || meter, 'values', '{}'::jsonb, 'text', private.meter_name(meter)),
        'amount', jsonb_build_object('key', 'amount.' || meter, 'text', private.format_amount(meter, cap), 'values',
          jsonb_build_object('count', case meter when 'storage' then round(cap / 1048576.0)::bigint else cap end)));
      if level = 100 then
        perform private.notify_localized(account, owner, 'usedUp',
          '<strong>You reached your limit for {{meter}}.</strong> Your plan allows {{amount}}. Free some up, or change your plan.',
          params, 5, '/dashboard/upgrade', 'account');
      else
        perform private.notify_localized(account, owner, 'almostUsedUp',
          '<strong>You are close to your limit for {{meter}}:</strong> 80% of {{amount}} used.', params, 4, '/dashboard/upgrade', 'account');
      end if;
    end if;
  end if;
  return sum_now;
end $$;
comment on function private.count_meter is 'Counts a use and notifies the owner once at 80 and once at 100 %; raises an error over the cap where the caller asks for that.';

create function private.use_meter(account uuid, meter text, n bigint default 1, reference text default null) returns bigint
language sql security definer set search_path = '' as $$ select private.count_meter(account, meter, n, reference, true) $$;
comment on function private.use_meter is 'Uses n of a meter or raises limit_reached; never exceeds the cap, even concurrently. Returns the usage.';

create function private.record_meter(account uuid, meter text, n bigint default 1, reference text default null) returns bigint
language sql security definer set search_path = '' as $$ select private.count_meter(account, meter, n, reference, false) $$;
comment on function private.record_meter is 'Counts what has already happened or must not fail; a reference counts once a month.';

create function private.meter_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.use_meter(new.account_id, tg_argv[0], 1);
  else
    perform private.record_meter(old.account_id, tg_argv[0], -1);
  end if;
  return null;
end $$;
comment on function private.meter_rows is 'Trigger: counts a table''s rows on the meter named in its argument.';
create trigger members_meter after insert or delete on public.members for each row execute function private.meter_rows('members');

create function private.guard_feature() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.has_feature(new.account_id, tg_argv[0]) then
    perform private.raise_error('feature_off', format('This site does not have %s. Turn it on, or change the plan at /dashboard/upgrade.', tg_argv[0]),
      '/dashboard/upgrade');
  end if;
  return new;
end $$;
comment on function private.guard_feature is 'Trigger: rejects inserts of a feature the account does not have, whoever writes.';

create function private.meter_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  bucket text := left(coalesce(new.bucket_id, old.bucket_id), 36);
  account uuid;
  bytes bigint := coalesce((new.metadata ->> 'size')::bigint, 0) - coalesce((old.metadata ->> 'size')::bigint, 0);
  videos int := coalesce((new.metadata ->> 'mimetype' like 'video/%')::int, 0) - coalesce((old.metadata ->> 'mimetype' like 'video/%')::int, 0);
  images int := coalesce((new.metadata ->> 'mimetype' like 'image/%')::int, 0) - coalesce((old.metadata ->> 'mimetype' like 'image/%')::int, 0);
begin
  select a.account_id into account from public.accounts a
   where a.account_id::text = bucket and coalesce(new.bucket_id, old.bucket_id) in (bucket, bucket || '-private');
  if account is null then return null; end if;
  if bytes <> 0 then perform private.use_meter(account, 'storage', bytes); end if;
  if videos <> 0 then perform private.use_meter(account, 'videos', videos); end if;
  if images <> 0 then perform private.use_meter(account, 'cdn_images', images); end if;
  return null;
end $$;
comment on function private.meter_files is 'Trigger: counts bytes, videos and pictures of an account''s two buckets.';
create trigger objects_meter after insert or update of metadata or delete on storage.objects
  for each row execute function private.meter_files();

create function private.meter_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.account_id is not null then perform private.record_meter(new.account_id, 'emails', 1); end if;
  return null;
end $$;
comment on function private.meter_mails is 'Trigger: counts mails. Receipts and password mails are never held back; a campaign uses the meter before it sends.';
create trigger mails_meter after insert on private.mails for each row execute function private.meter_mails();

create function private.meter_pushes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  cap bigint := private.cap_of(new.account_id, 'push');
begin
  if tg_op = 'UPDATE' then
    perform private.record_meter(new.account_id, 'push', 1, new.id::text);
  elsif cap is not null then
    -- The lock makes concurrent inserts wait, so that two cannot both take the last unit.
    perform pg_advisory_xact_lock(hashtextextended('push' || new.account_id::text, 0));
    if (select count(*) from private.push_deliveries d where d.account_id = new.account_id and d.status = 'waiting')
       + coalesce((select m.used from public.usage_meters m
                    where (m.account_id, m.meter, m.period_start) = (new.account_id, 'push', private.period_of('push'))), 0) > cap then
      perform private.raise_error('limit_reached', format(
        'This site has reached the limit of its plan: %1$s. Free some up, or change the plan at /dashboard/upgrade.',
        private.format_amount('push', cap)), '/dashboard/upgrade');
    end if;
  end if;
  return null;
end $$;
comment on function private.meter_pushes is 'Trigger: counts a push once the push service accepted it; past the plan''s cap, with those that wait, none is sent.';
create trigger push_deliveries_cap after insert on private.push_deliveries
  for each row execute function private.meter_pushes();
create trigger push_deliveries_meter after update of status on private.push_deliveries
  for each row when (new.status = 'delivered' and old.status <> 'delivered') execute function private.meter_pushes();

create function private.meter_sessions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_meter(new.account_id, 'active_users', 1, new.user_id::text);
  return null;
end $$;
comment on function private.meter_sessions is 'Trigger: counts a person once a month on the account they sign in to; never blocks a sign-in.';
create trigger session_accounts_meter after insert on private.session_accounts
  for each row execute function private.meter_sessions();

create function private.set_plan(account uuid, plan text, grace interval default interval '14 days') returns void
language plpgsql security definer set search_path = '' as $$
declare
  old_plan public.plans%rowtype;
  new_plan public.plans%rowtype;
  is_less boolean;
begin
  select p.* into old_plan from public.accounts a join public.plans p on p.id = a.plan_id where a.account_id = account for update of a;
  select * into new_plan from public.plans where id = plan;
  is_less := old_plan.id is not null and old_plan.id is distinct from new_plan.id and (new_plan.id is null or not old_plan.features <@ new_plan.features
    or exists (select from jsonb_each_text(new_plan.limits) l where old_plan.limits ->> l.key is null or l.value::bigint < (old_plan.limits ->> l.key)::bigint));
  update public.accounts a set plan_id = new_plan.id,
      grace_plan_id = case when is_less then old_plan.id when a.plan_id is distinct from new_plan.id then null else a.grace_plan_id end,
      grace_until = case when is_less then private.clock_now() + grace when a.plan_id is distinct from new_plan.id then null else a.grace_until end
   where a.account_id = account and a.plan_id is distinct from new_plan.id;
  -- A larger plan has room at once: the 80 and 100 % notices are reset, to be sent again when they apply.
  update public.usage_meters m set told = case when c.cap is null or c.cap = 0 then 0 when m.used >= c.cap then 100
      when m.used * 5 >= c.cap * 4 then 80 else 0 end
    from (select u.id, private.cap_of(u.account_id, u.meter) as cap from public.usage_meters u where u.account_id = account) c
   where m.account_id = account and m.id = c.id;
end $$;
comment on function private.set_plan is 'Changes an account''s plan; after a downgrade the larger plan holds for a grace period. Nothing is ever deleted.';

create function private.may_see_usage(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select account in (select private.owned_accounts()) or account in (select private.account_with('manage_options')) or private.is_super_admin()
$$;
comment on function private.may_see_usage is 'Owners on the platform''s host, managers on the account''s own, and platform administrators.';

create function public.account_usage(account_id uuid) returns table (meter text, used bigint, cap bigint, period_start date, is_kept boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if not private.may_see_usage(account_id) then
    perform private.raise_error('forbidden', 'Only site managers can see its usage.');
  end if;
  return query
  select m.name, coalesce(u.used, 0), private.cap_of(account_id, m.name), private.period_of(m.name), private.is_stored_amount(m.name)
    from unnest(array['active_users', 'emails', 'ai_tokens', 'cdn_images', 'videos', 'storage', 'chats', 'push', 'email_verify',
      'conferences', 'members', 'courses', 'groups', 'funnels']) with ordinality m (name, place)
    left join public.usage_meters u on u.account_id = account_id and u.meter = m.name and u.period_start = private.period_of(m.name)
   order by m.place;
end $$;
comment on function public.account_usage is 'Every meter of an account with its cap; storage in bytes.';
grant execute on function public.account_usage(uuid) to authenticated;

create function public.over_plan(account_id uuid, plan_id text) returns table (meter text, used bigint, cap bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if not private.may_see_usage(account_id) then
    perform private.raise_error('forbidden', 'Only site managers can see its usage.');
  end if;
  return query
  select u.meter, u.used, private.cap_in(p.limits, u.meter)
    from public.usage_meters u join public.plans p on p.id = plan_id
   where u.account_id = account_id and private.is_stored_amount(u.meter) and u.used > private.cap_in(p.limits, u.meter)
   order by u.meter;
end $$;
comment on function public.over_plan is 'Meters on which an account exceeds a plan, shown before and after a downgrade.';
grant execute on function public.over_plan(uuid, text) to authenticated;

create function public.lost_features(account_id uuid, plan_id text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if not private.may_see_usage(account_id) then
    perform private.raise_error('forbidden', 'Only site managers can see its usage.');
  end if;
  return array(select f from public.plans p, unnest(private.features_of(account_id)) f
                where p.id = plan_id and f <> all (p.features || p.addons) order by f);
end $$;
comment on function public.lost_features is 'Features an account would lose with a plan, shown before a downgrade. Existing content is kept.';
grant execute on function public.lost_features(uuid, text) to authenticated;

create function public.plan_limit(account_id uuid, name text) returns bigint
language sql stable security definer set search_path = '' as $$
  select case when private.may_see_usage(account_id) then coalesce(private.cap_of(account_id, name), 0) else 0 end
$$;
comment on function public.plan_limit is 'Numeric limit of a plan, 0 if none (specification, section 6).';
grant execute on function public.plan_limit(uuid, text) to authenticated;

create function public.choose_addons(account_id uuid, addons text[]) returns text[]
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  chosen text[];
begin
  if account_id not in (select private.owned_accounts()) then
    perform private.raise_error('forbidden', 'Only the owner can choose add-ons.');
  end if;
  update public.accounts a set addons = coalesce((select array_agg(distinct x order by x) from unnest(addons) x), '{}')
    where a.account_id = account_id
      and addons <@ (select p.addons from public.plans p where p.id = a.plan_id) returning a.addons into chosen;
  if chosen is null then
    perform private.raise_error('invalid', 'There is no such add-on in this plan.');
  end if;
  return chosen;
end $$;
comment on function public.choose_addons is 'Sets an account''s add-ons; owners only.';
grant execute on function public.choose_addons(uuid, text[]) to authenticated;

create function public.choose_features(account_id uuid, features text[]) returns text[]
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if account_id not in (select private.owned_accounts()) then
    perform private.raise_error('forbidden', 'Only the owner can turn features on or off.');
  elsif not coalesce(features <@ '{lms,groups,appointments,single_session}'::text[], false) then
    perform private.raise_error('invalid', 'There is no such feature.');
  end if;
  update public.accounts a set features = coalesce((select array_agg(distinct x order by x) from unnest(features) x), '{}')
    where a.account_id = account_id;
  return private.features_of(account_id);
end $$;
comment on function public.choose_features is 'Sets an account''s features; owners only. Returns those in effect, which also depend on the plan. Existing content is kept.';
grant execute on function public.choose_features(uuid, text[]) to authenticated;

grant select (id, label, description, currency, pricing, features, limits, addons, is_offered, position, created_at, updated_at)
  on public.plans to anon, authenticated;
create policy "Everyone reads the plans on offer" on public.plans for select to anon, authenticated using (is_offered);
create policy "Those who run the platform read every plan" on public.plans for select to authenticated
  using ((select private.is_super_admin()));

grant select (plan_id, grace_plan_id, grace_until, limit_overrides, addons, held_features) on public.accounts to authenticated;

grant select (account_id, id, meter, period_start, used, told, updated_at) on public.usage_meters to authenticated;
create policy "Owners see what their accounts use" on public.usage_meters for select to authenticated
  using (account_id in (select private.owned_accounts()));
create policy "Managers see what their account uses" on public.usage_meters for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Those who run the platform see what accounts use" on public.usage_meters for select to authenticated
  using ((select private.is_super_admin()));
