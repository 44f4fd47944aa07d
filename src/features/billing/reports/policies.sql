-- What the sites of one owner do, side by side, asked from the platform's host.

create function public.owned_numbers(days integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  span interval := make_interval(days => least(greatest(coalesce(owned_numbers.days, 30), 1), 366));
  since timestamptz := now() - span;
  before timestamptz := since - span;
begin
  if auth.uid() is null or not private.is_on_platform() then
    perform private.refuse('forbidden', 'These numbers are told on the platform''s own site.');
  end if;
  return coalesce((select jsonb_agg(to_jsonb(n) order by n.title, n.slug) from (
    select a.account_id, a.slug, a.domain, a.status, coalesce(nullif(o.value ->> 'sitetitle', ''), a.slug) as title,
           (select jsonb_build_object('total', count(*), 'now', count(*) filter (where m.created_at >= since),
                    'past', count(*) filter (where m.created_at >= before and m.created_at < since))
              from public.members m where m.account_id = a.account_id) as members,
           (select jsonb_build_object('now', count(*) filter (where e.created_at >= since), 'past', count(*) filter (where e.created_at < since))
              from public.enrolments e where e.account_id = a.account_id and e.created_at >= before) as enrolments,
           (select jsonb_build_object('now', count(*) filter (where e.completed_at >= since), 'past', count(*) filter (where e.completed_at < since))
              from public.enrolments e where e.account_id = a.account_id and e.completed_at >= before) as completions,
           (select jsonb_build_object('now', count(*) filter (where r.paid_at >= since), 'past', count(*) filter (where r.paid_at < since))
              from public.orders r where r.account_id = a.account_id and r.status = 'paid' and r.paid_at >= before) as orders,
           -- Sums of different currencies are never added.
           (select coalesce(jsonb_agg(to_jsonb(s) order by s.now desc, s.currency), '[]') from (
              select r.currency, coalesce(sum(r.total) filter (where r.paid_at >= since), 0) as now,
                     coalesce(sum(r.total) filter (where r.paid_at < since), 0) as past
                from public.orders r where r.account_id = a.account_id and r.status = 'paid' and r.paid_at >= before
               group by r.currency) s) as revenue
      from public.accounts a left join public.options o on o.account_id = a.account_id and o.key = 'settings'
     where a.account_id in (select private.owned_accounts())
     limit 500) n), '[]');
end $$;
comment on function public.owned_numbers is 'Members, enrolments, completions, orders and revenue of each of the caller''s own accounts, in the last days and in as many before.';
grant execute on function public.owned_numbers(integer) to authenticated;
