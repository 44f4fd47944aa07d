-- Subscriptions, invoices and customers of the platform.
create function public.list_subscriptions(search text, status text, plan_id text, page int, page_size int, sort text default null, is_descending boolean default true) returns jsonb
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
    select s.id, s.account_id, a.slug, u.email::text as owner, s.plan_id, s.period, s.provider, s.status, s.currency, s.amount,
           s.trial_ends_at, s.period_end, s.created_at,
           s.cancel_at_period_end or (s.status in ('active', 'past_due') and s.period <> 'onetime' and s.next_plan_id is null
             and coalesce(s.issued_count >= s.iterations, false)) as cancel_at_period_end,
           case sort when 'account' then to_jsonb(a.slug) when 'owner' then to_jsonb(lower(u.email)) when 'plan' then to_jsonb(s.plan_id) when 'status' then to_jsonb(s.status)
             when 'amount' then jsonb_build_array(s.currency, s.amount) when 'until' then to_jsonb(extract(epoch from s.period_end))
             else to_jsonb(extract(epoch from s.created_at)) end as rank
      from public.subscriptions s join public.accounts a on a.account_id = s.account_id left join auth.users u on u.id = a.owner_id
     where (list_subscriptions.status is null or s.status = list_subscriptions.status)
       and (list_subscriptions.plan_id is null or s.plan_id = list_subscriptions.plan_id)
       and (pattern = '%%' or private.folded(concat_ws(e'\n', a.slug, u.email, u.raw_user_meta_data ->> 'display_name')) like pattern))
  select jsonb_build_object('count', (select count(*) from found), 'rows', coalesce((select jsonb_agg(to_jsonb(r) - 'rank' - 'place' order by r.place)
    from (select f.*, row_number() over (order by case when is_descending then f.rank end desc nulls last, case when not is_descending then f.rank end nulls last, f.created_at desc, f.id desc) as place
            from found f order by place limit page_size offset (page - 1) * page_size) r), '[]')) into result;
  return result;
end $$;
comment on function public.list_subscriptions is 'One page of the accounts'' subscriptions, newest first unless sorted.';
grant execute on function public.list_subscriptions(text, text, text, int, int, text, boolean) to authenticated;

create function public.list_invoices(search text, status text, account_id uuid, page int, page_size int, sort text default null, is_descending boolean default true) returns jsonb
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
    select i.id, i.account_id, a.slug, u.email::text as owner, i.number, i.provider, i.plan_id, i.period, i.currency, i.amount, i.status,
           i.issued_at, i.due_at, i.paid_at, i.status = 'open' and i.due_at <= (select private.clock_now()) as is_overdue,
           case sort when 'number' then to_jsonb(i.number) when 'account' then to_jsonb(a.slug) when 'owner' then to_jsonb(lower(u.email)) when 'status' then to_jsonb(i.status)
             when 'amount' then jsonb_build_array(i.currency, i.amount) when 'due' then to_jsonb(extract(epoch from i.due_at))
             else to_jsonb(extract(epoch from i.issued_at)) end as rank
      from public.invoices i join public.accounts a on a.account_id = i.account_id left join auth.users u on u.id = a.owner_id
     where (list_invoices.status is null or i.status = list_invoices.status)
       and (list_invoices.account_id is null or i.account_id = list_invoices.account_id)
       and (pattern = '%%' or private.folded(concat_ws(e'\n', i.number, a.slug, u.email, u.raw_user_meta_data ->> 'display_name')) like pattern))
  select jsonb_build_object('count', (select count(*) from found), 'rows', coalesce((select jsonb_agg(to_jsonb(r) - 'rank' - 'place' order by r.place)
    from (select f.*, row_number() over (order by case when is_descending then f.rank end desc nulls last, case when not is_descending then f.rank end nulls last, f.issued_at desc, f.id desc) as place
            from found f order by place limit page_size offset (page - 1) * page_size) r), '[]')) into result;
  return result;
end $$;
comment on function public.list_invoices is 'One page of the platform''s invoices, newest first unless sorted.';
grant execute on function public.list_invoices(text, text, uuid, int, int, text, boolean) to authenticated;

create function public.list_customers(search text, page int, page_size int, sort text default 'name', is_descending boolean default false) returns jsonb
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
           count(*) as subscriptions, min(s.created_at) as since,
           case sort when 'email' then to_jsonb(lower(u.email)) when 'subscriptions' then to_jsonb(count(*)) when 'since' then to_jsonb(extract(epoch from min(s.created_at)))
             else to_jsonb(private.folded(coalesce(nullif(u.raw_user_meta_data ->> 'display_name', ''), split_part(u.email, '@', 1)))) end as rank
      from public.subscriptions s join public.accounts a on a.account_id = s.account_id join auth.users u on u.id = a.owner_id
     where pattern = '%%' or private.folded(concat_ws(e'\n', u.email, u.raw_user_meta_data ->> 'display_name')) like pattern
     group by u.id)
  select jsonb_build_object('count', (select count(*) from found), 'rows', coalesce((select jsonb_agg(to_jsonb(r) - 'rank' - 'place' || jsonb_build_object(
      'sums', (select coalesce(jsonb_agg(to_jsonb(m) order by m.currency), '[]') from (
        select i.currency, coalesce(sum(i.amount) filter (where i.status = 'paid'), 0) as paid, coalesce(sum(i.amount) filter (where i.status = 'open'), 0) as open
          from public.invoices i join public.accounts a on a.account_id = i.account_id where a.owner_id = r.user_id group by i.currency) m)) order by r.place)
    from (select f.*, row_number() over (order by case when is_descending then f.rank end desc nulls last, case when not is_descending then f.rank end nulls last, lower(f.name), f.user_id) as place
            from found f order by place limit page_size offset (page - 1) * page_size) r), '[]')) into result;
  return result;
end $$;
comment on function public.list_customers is 'One page of the owners with a subscription, with paid and open amounts by currency.';
grant execute on function public.list_customers(text, int, int, text, boolean) to authenticated;

create function public.mark_invoices_paid(invoice_ids uuid[]) returns jsonb
language sql security definer set search_path = '' as $$
  select private.apply_to_each(invoice_ids, 'select public.mark_invoice_paid((select i.account_id from public.invoices i where i.id = $1), $1)')
$$;
comment on function public.mark_invoices_paid is 'Marks up to 200 invoices as paid by bank transfer; returns the number changed and the errors of the others.';
grant execute on function public.mark_invoices_paid(uuid[]) to authenticated;

create function private.audit_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_super_admin() then
    perform private.audit(new.account_id, 'invoice.marked_paid', 'invoice', new.id, jsonb_build_object('number', new.number));
  end if;
  return null;
end $$;
comment on function private.audit_invoice is 'Writes an audit entry when an invoice is marked as paid.';
create trigger invoices_audit after update of status on public.invoices for each row
  when (old.status <> 'paid' and new.status = 'paid') execute function private.audit_invoice();
