-- Accounts, owners and the audit log, for super admins on the platform's host.

create function private.like_pattern(search text) returns text
language sql immutable set search_path = '' as $$
  select '%' || replace(replace(replace(left(coalesce(trim(search), ''), 200), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
comment on function private.like_pattern is 'Escapes a search text into a LIKE pattern that matches it anywhere.';

create function private.person_pattern(search text) returns text
language sql immutable set search_path = '' as $$ select private.like_pattern(private.folded(coalesce(search, ''))) $$;
comment on function private.person_pattern is 'The same for names and addresses, which are compared normalised.';

create function public.list_accounts(search text, status text, owner_id uuid, plan_id text, sort text, is_descending boolean, page int, page_size int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  pattern text := private.person_pattern(search);
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 1000);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  is_descending := coalesce(is_descending, true);
  with found as (
    select a.account_id, a.slug, a.domain, a.status, a.features, a.suspended_at, a.suspension, a.allows_log_in_as, a.plan_id, a.limit_overrides, a.created_at, a.owner_id,
           coalesce(nullif(o.value ->> 'sitetitle', ''), a.slug) as title, u.email::text as owner,
           case sort when 'title' then to_jsonb(private.folded(coalesce(nullif(o.value ->> 'sitetitle', ''), a.slug))) when 'owner' then to_jsonb(private.folded(u.email))
             when 'status' then to_jsonb(a.status) when 'plan' then to_jsonb((select private.folded(p.label) from public.plans p where p.id = a.plan_id))
             when 'members' then to_jsonb((select count(*) from public.members m where m.account_id = a.account_id))
             when 'courses' then to_jsonb((select count(*) from public.courses c where c.account_id = a.account_id))
             when 'orders' then to_jsonb((select count(*) from public.orders r where r.account_id = a.account_id))
             when 'bytes' then to_jsonb((select coalesce(sum((f.metadata ->> 'size')::bigint), 0) from storage.objects f
               where f.bucket_id in (a.account_id::text, a.account_id || '-private')))
             else to_jsonb(extract(epoch from a.created_at)) end as rank
      from public.accounts a
      left join public.options o on o.account_id = a.account_id and o.key = 'settings'
      left join auth.users u on u.id = a.owner_id
     where not a.is_platform and (list_accounts.status is null or a.status = list_accounts.status)
       and (list_accounts.owner_id is null or a.owner_id = list_accounts.owner_id)
       and (list_accounts.plan_id is null or a.plan_id = list_accounts.plan_id)
       and (pattern = '%%' or private.folded(concat_ws(e'\n', a.slug, a.domain, o.value ->> 'sitetitle', u.email, u.raw_user_meta_data ->> 'display_name')) like pattern)),
  page_of as (
    select row_number() over () as place, p.* from (
      select f.* from found f
       order by case when is_descending then f.rank end desc nulls last, case when not is_descending then f.rank end nulls last, f.created_at desc, f.account_id
       limit page_size offset (page - 1) * page_size) p)
  select jsonb_build_object('count', (select count(*) from found), 'rows', coalesce((select jsonb_agg(
      to_jsonb(p) - 'rank' - 'place' || jsonb_build_object(
        'members', (select count(*) from public.members m where m.account_id = p.account_id),
        'courses', (select count(*) from public.courses c where c.account_id = p.account_id),
        'orders', (select count(*) from public.orders r where r.account_id = p.account_id),
        'bytes', (select coalesce(sum((f.metadata ->> 'size')::bigint), 0) from storage.objects f
                   where f.bucket_id in (p.account_id::text, p.account_id || '-private'))) order by p.place) from page_of p), '[]'))
    into result;
  return result;
end $$;
comment on function public.list_accounts is 'One page of the accounts, searched by title, slug or owner, with usage counts.';
grant execute on function public.list_accounts(text, text, uuid, text, text, boolean, int, int) to authenticated;

create function public.list_owners(search text, sort text, is_descending boolean, page int, page_size int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  pattern text := private.person_pattern(search);
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 1000);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  with found as (
    select u.id as user_id, u.email::text as email, coalesce(nullif(u.raw_user_meta_data ->> 'display_name', ''), split_part(u.email, '@', 1)) as name,
           u.created_at, u.last_sign_in_at, count(*) as accounts, count(*) filter (where a.status = 'suspended') as suspended,
           jsonb_agg(a.slug order by a.slug) as slugs
      from auth.users u join public.accounts a on a.owner_id = u.id and not a.is_platform
     where pattern = '%%' or private.folded(concat_ws(e'\n', u.email, u.raw_user_meta_data ->> 'display_name', a.slug)) like pattern
     group by u.id),
  page_of as (
    select row_number() over () as place, p.* from (
      select f.* from found f
       order by case when sort = 'accounts' and is_descending then f.accounts end desc, case when sort = 'accounts' and not is_descending then f.accounts end,
                case when sort = 'last_sign_in_at' and is_descending then f.last_sign_in_at end desc nulls last,
                case when sort = 'last_sign_in_at' and not is_descending then f.last_sign_in_at end nulls first,
                case when sort = 'created_at' and is_descending then f.created_at end desc, case when sort = 'created_at' and not is_descending then f.created_at end,
                case when is_descending then private.folded(f.name) end desc, private.folded(f.name), f.user_id
       limit page_size offset (page - 1) * page_size) p)
  select jsonb_build_object('count', (select count(*) from found), 'rows',
    coalesce((select jsonb_agg(to_jsonb(p) - 'place' order by p.place) from page_of p), '[]')) into result;
  return result;
end $$;
comment on function public.list_owners is 'One page of the account owners.';
grant execute on function public.list_owners(text, text, boolean, int, int) to authenticated;

create function private.account_to_change(account uuid) returns public.accounts
language plpgsql security definer set search_path = '' as $$
declare
  a public.accounts%rowtype;
begin
  perform private.require_super_admin();
  select * into a from public.accounts where account_id = account and not is_platform for update;
  if a.account_id is null then
    perform private.raise_error('not_found', 'There is no such account.');
  end if;
  return a;
end $$;
comment on function private.account_to_change is 'Locks and returns an account, for super admins; never the platform''s own.';

create function public.create_account(title text, slug text, owner_email text) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  person uuid;
  new_id uuid;
begin
  perform private.require_super_admin();
  slug := lower(trim(coalesce(slug, '')));
  if length(trim(coalesce(title, ''))) not between 2 and 80 then
    perform private.raise_error('invalid', 'Enter a site name of 2 to 80 characters.');
  elsif slug !~ '^[a-z0-9](?:[a-z0-9-]{1,61}[a-z0-9])$' or private.is_reserved_slug(slug) then
    perform private.raise_error('invalid', 'Use 3 to 63 lowercase letters, digits and hyphens, and no address that is reserved for the platform.');
  end if;
  select u.id into person from auth.users u where lower(u.email) = lower(trim(owner_email)) and u.deleted_at is null;
  if person is null then
    perform private.raise_error('invalid', 'Nobody has signed up on the platform with this e-mail address yet.');
  elsif private.verified_email(person) is null then
    perform private.raise_error('invalid', 'The person with this e-mail address has not confirmed it yet.');
  end if;
  begin
    insert into public.accounts (slug, owner_id) values (slug, person) returning accounts.account_id into new_id;
  exception when unique_violation then
    perform private.raise_error('conflict', 'This address is taken. Choose another.');
  end;
  insert into public.options as o (account_id, key, value) values (new_id, 'settings', jsonb_build_object('sitetitle', trim(title), 'onboard', true))
  on conflict (account_id, key) do update set value = o.value || excluded.value;
  perform private.audit(new_id, 'account.created', 'account', new_id, jsonb_build_object('slug', slug, 'owner', lower(trim(owner_email))));
  return new_id;
end $$;
comment on function public.create_account is 'Creates an account owned by a user who has signed up.';
grant execute on function public.create_account(text, text, text) to authenticated;

create function public.set_account_features(account_id uuid, features text[]) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  a public.accounts := private.account_to_change(account_id);
begin
  features := array(select distinct f from unnest(coalesce(features, '{}')) f order by f);
  if not features <@ '{lms,groups,appointments,single_session}'::text[] then
    perform private.raise_error('invalid', 'There is no such feature.');
  end if;
  if features <@ a.features and a.features <@ features then return; end if;
  update public.accounts x set features = set_account_features.features where x.account_id = account_id;
  perform private.audit(account_id, 'account.features_changed', 'account', account_id, jsonb_build_object(
    'added', to_jsonb(array(select unnest(features) except select unnest(a.features) order by 1)),
    'taken', to_jsonb(array(select unnest(a.features) except select unnest(features) order by 1))));
end $$;
comment on function public.set_account_features is 'Switches an account''s features on and off.';
grant execute on function public.set_account_features(uuid, text[]) to authenticated;

create function public.search_audit(account_id uuid, actor text, act text, since timestamptz, until timestamptz, search text, page int, page_size int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  pattern text := private.like_pattern(search);
  actor_pattern text := private.like_pattern(actor);
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 1000);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  with found as (
    select e.id, e.created_at, e.account_id, a.slug, e.act, e.actor_id, coalesce(u.email::text, '') as actor, e.as_user_id, p.email::text as as_user,
           e.target_kind, e.target_id, e.details
      from public.audit_entries e
      join public.accounts a on a.account_id = e.account_id
      left join auth.users u on u.id = e.actor_id
      left join auth.users p on p.id = e.as_user_id
     where (search_audit.account_id is null or e.account_id = search_audit.account_id)
       and (search_audit.act is null or e.act = search_audit.act)
       and (since is null or e.created_at >= since) and (until is null or e.created_at < until)
       and (coalesce(actor, '') = '' or u.email ilike actor_pattern)
       and (coalesce(search, '') = '' or e.act ilike pattern or e.details::text ilike pattern or a.slug ilike pattern or u.email ilike pattern or p.email ilike pattern))
  select jsonb_build_object('count', (select count(*) from found), 'rows', coalesce((select jsonb_agg(to_jsonb(r) order by r.created_at desc, r.id desc)
    from (select * from found order by created_at desc, id desc limit page_size offset (page - 1) * page_size) r), '[]')) into result;
  return result;
end $$;
comment on function public.search_audit is 'One page of the audit log of all accounts, newest first.';
grant execute on function public.search_audit(uuid, text, text, timestamptz, timestamptz, text, int, int) to authenticated;

create function public.audit_choices() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  return jsonb_build_object(
    'acts', (select coalesce(jsonb_agg(d.act order by d.act), '[]') from (select distinct e.act from public.audit_entries e) d),
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object('id', a.account_id, 'slug', a.slug) order by a.slug), '[]') from (
      select a.account_id, a.slug from public.accounts a where exists (select from public.audit_entries e where e.account_id = a.account_id)
       order by a.slug limit 200) a));
end $$;
comment on function public.audit_choices is 'The actions and accounts in the audit log, for its filters.';
grant execute on function public.audit_choices() to authenticated;

-- Plans and limit overrides.

create function public.set_account_limits(account_id uuid, plan_id text, limits jsonb) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  a public.accounts := private.account_to_change(account_id);
begin
  limits := coalesce(limits, '{}');
  if not exists (select from public.plans p where p.id = plan_id) then
    perform private.raise_error('invalid', 'There is no such plan.');
  elsif jsonb_typeof(limits) <> 'object' or exists (select from jsonb_each(limits) l
      where l.key <> all ('{members,courses,groups,funnels,storage,videos,cdn_images,mau,emails,ai_tokens,chats,push,email_verify,conferences}'::text[])
         or jsonb_typeof(l.value) <> 'number' or (l.value)::numeric <> trunc((l.value)::numeric) or (l.value)::numeric not between 0 and 1000000000) then
    perform private.raise_error('invalid', 'A limit is a whole number from 0 to 1,000,000,000, for a meter that exists.');
  end if;
  if a.plan_id is distinct from plan_id then
    perform private.set_plan(account_id, plan_id);
    perform private.audit(account_id, 'account.plan_changed', 'account', account_id, jsonb_build_object('from', a.plan_id, 'to', plan_id));
  end if;
  if a.limit_overrides <> limits then
    update public.accounts x set limit_overrides = limits where x.account_id = account_id;
    perform private.audit(account_id, 'account.limits_changed', 'account', account_id, jsonb_build_object('from', a.limit_overrides, 'to', limits));
  end if;
end $$;
comment on function public.set_account_limits is 'Sets an account''s plan and its limit overrides, which take precedence over the plan''s (storage in MB). Its subscription stays unchanged.';
grant execute on function public.set_account_limits(uuid, text, jsonb) to authenticated;

create function public.list_plans() returns table (id text, label text, currency text, pricing jsonb, features text[], limits jsonb, is_offered boolean, accounts bigint, subscriptions bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  return query select p.id, p.label, p.currency, p.pricing, p.features, p.limits, p.is_offered,
      (select count(*) from public.accounts a where a.plan_id = p.id and not a.is_platform),
      (select count(*) from public.subscriptions s where s.plan_id = p.id and s.status <> 'ended')
    from public.plans p order by p.position, p.id;
end $$;
comment on function public.list_plans is 'The plans with the number of accounts on each and of active or trialing subscriptions.';
grant execute on function public.list_plans() to authenticated;

create function public.platform_numbers() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := date_trunc('month', private.clock_now(), 'UTC') - interval '11 months';
  result jsonb;
begin
  perform private.require_super_admin();
  select jsonb_build_object(
    'accounts', (select jsonb_build_object('all', count(*), 'suspended', count(*) filter (where status = 'suspended'),
        'new', count(*) filter (where created_at >= (select private.clock_now()) - interval '30 days')) from public.accounts where not is_platform),
    'owners', (select count(distinct owner_id) from public.accounts where not is_platform),
    'members', (select count(*) from public.members),
    'subscriptions', (select jsonb_build_object('trialing', count(*) filter (where status = 'trialing'), 'active', count(*) filter (where status = 'active'),
        'past_due', count(*) filter (where status = 'past_due')) from public.subscriptions),
    'revenue', (select coalesce(jsonb_agg(to_jsonb(r) order by r.amount desc, r.currency), '[]') from (
      select currency, sum(amount) as amount from public.invoices where status = 'paid' and paid_at >= (select private.clock_now()) - interval '30 days' group by currency) r),
    'months', (select jsonb_agg(jsonb_build_object('at', m, 'accounts', (select count(*) from public.accounts a
        where not a.is_platform and a.created_at >= m and a.created_at < m + interval '1 month')) order by m)
      from generate_series(since, private.clock_now(), interval '1 month') m)
  ) into result;
  return result;
end $$;
comment on function public.platform_numbers is 'Counts of accounts, owners, members and subscriptions, the platform''s revenue of 30 days, and new accounts by month.';
grant execute on function public.platform_numbers() to authenticated;
