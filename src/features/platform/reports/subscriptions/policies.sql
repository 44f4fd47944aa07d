-- What recurs: everything is counted from the periods that were paid, so that a number of the past never depends on what a subscription is today.

create function private.monthly_amount(amount bigint, frequency jsonb) returns numeric
language sql immutable set search_path = '' as $$
  -- A month is a twelfth of 365.25 days.
  select amount / ((frequency ->> 'value')::numeric
    * case frequency ->> 'parameter' when 'year' then 12 when 'month' then 1 when 'week' then 7 / 30.4375 else 1 / 30.4375 end)
$$;
comment on function private.monthly_amount is 'What an amount that is paid once a period comes to in a month, in the smallest unit.';

create function private.paid_periods(account uuid, money text) returns table (
  subscription_id uuid, product_id uuid, title text, user_id uuid, period integer, order_id uuid, starts_at timestamptz, ends_at timestamptz,
  ended_at timestamptz, end_reason text, from_trial boolean, monthly numeric)
language sql stable set search_path = '' as $$
  select s.id, s.product_id, s.title, s.user_id, p.position, o.id, p.starts_at, p.ends_at, s.ended_at, s.end_reason,
      s.trial_ends_at is not null and p.position = 1, private.monthly_amount(s.amount * s.quantity, s.frequency)
    from public.member_subscriptions s
    join public.subscription_periods p on (p.account_id, p.subscription_id) = (s.account_id, s.id)
    join public.orders o on (o.account_id, o.id) = (p.account_id, p.order_id) and o.status = 'paid'
   where s.account_id = account and s.currency = money and s.price_kind = 'subscription'
$$;
comment on function private.paid_periods is 'Periods of subscriptions that are paid and were not refunded whole. Instalments are no recurring revenue.';

create function private.subscription_levels(account uuid, money text, moments timestamptz[]) returns table (metric text, at timestamptz, amount numeric)
language sql stable set search_path = '' as $$
  with paying as (
      select m.at, count(distinct p.subscription_id) as subscribers, coalesce(round(sum(p.monthly)), 0) as mrr
        from unnest(moments) m(at)
        left join private.paid_periods(account, money) p on p.starts_at <= m.at and p.ends_at > m.at and coalesce(p.ended_at > m.at, true)
       group by m.at),
    trialing as (
      select m.at, count(s.id) as trials from unnest(moments) m(at)
        left join public.member_subscriptions s on s.account_id = account and s.currency = money and s.price_kind = 'subscription'
         and s.created_at <= m.at and s.trial_ends_at > m.at and coalesce(s.ended_at > m.at, true)
       group by m.at)
  select v.metric, p.at, v.amount from paying p join trialing t on t.at = p.at
   cross join lateral (values ('mrr', p.mrr), ('subscribers', p.subscribers::numeric), ('trialing', t.trials::numeric)) v (metric, amount)
$$;
comment on function private.subscription_levels is 'Monthly recurring revenue, paying subscriptions and running trials at each of some moments.';

create function private.subscription_events(account uuid, money text, starts timestamptz, ends timestamptz) returns table (metric text, at timestamptz, amount numeric)
language sql stable set search_path = '' as $$
  with period as materialized (select * from private.paid_periods(account, money)),
    event as (
    select v.metric, v.at, v.amount
      from period p
     cross join lateral (values
       ('subscriptions_started', p.starts_at, (p.period = 1)::int::numeric),
       ('trials_converted', p.starts_at, (p.period = 1 and p.from_trial)::int)) v (metric, at, amount)
    union all
    select 'trials_started', s.created_at, 1 from public.member_subscriptions s
     where s.account_id = account and s.currency = money and s.price_kind = 'subscription' and s.trial_ends_at is not null
    union all
    select 'subscriptions_ended', s.ended_at, 1 from public.member_subscriptions s
     where s.account_id = account and s.currency = money and s.price_kind = 'subscription' and s.ended_at is not null and s.paid_count > 0
    union all
    select v.metric, o.paid_at, v.amount
      from period p
      join public.orders o on (o.account_id, o.id) = (account, p.order_id)
     cross join lateral (values ('renewals', 1::numeric), ('renewal_revenue', (o.total - o.refunded)::numeric)) v (metric, amount)
     where p.period > 1 or p.from_trial)
  select e.metric, e.at, e.amount from event e where e.amount <> 0 and e.at >= starts and e.at < ends
$$;
comment on function private.subscription_events is 'What began, ended and was renewed in a time.';

create function private.subscription_counts(account uuid, money text, starts timestamptz, ends timestamptz) returns table (metric text, amount numeric)
language sql stable set search_path = '' as $$
  with period as materialized (select * from private.paid_periods(account, money)),
    lost as (
      select count(distinct p.subscription_id) as n, count(distinct p.subscription_id) filter (where p.ended_at < ends) as ended from period p
       where p.starts_at <= starts and p.ends_at > starts and coalesce(p.ended_at > starts, true)),
    paying as (
      select count(distinct p.subscription_id) as subscribers, sum(p.monthly) as mrr from period p
       where p.starts_at <= ends and p.ends_at > ends and coalesce(p.ended_at > ends, true))
  select v.metric, v.amount from lost cross join paying
   cross join lateral (values
     ('churn', lost.ended::numeric / nullif(lost.n, 0)),
     -- Average revenue of a subscription in a month, by the share of subscriptions a month loses.
     ('ltv', round(paying.mrr / nullif(paying.subscribers, 0)
       / nullif(lost.ended::numeric / nullif(lost.n, 0) / (extract(epoch from ends - starts) / 86400 / 30.4375), 0)))) v (metric, amount)
$$;
comment on function private.subscription_counts is 'Churn: which share of the subscriptions paid at the beginning has ended by the end. Lifetime value: what a subscription brings at that churn; null while none has ended.';

create function private.subscription_tables(account uuid, money text, starts timestamptz, ends timestamptz, zone text) returns jsonb
language sql stable set search_path = '' as $$
  with period as materialized (select * from private.paid_periods(account, money)),
    paying as (
      select p.* from period p where p.starts_at <= ends and p.ends_at > ends and coalesce(p.ended_at > ends, true)),
    began as (
      select p.subscription_id, date_trunc('month', p.starts_at at time zone zone) as month from period p
       where p.period = 1 and p.starts_at >= (date_trunc('month', private.clock_now() at time zone zone) - interval '5 months') at time zone zone)
  select jsonb_build_object(
    'subscription_products', (select coalesce(jsonb_agg(to_jsonb(x) order by x.mrr desc, x.name), '[]') from (
      select coalesce(min(r.title), min(p.title)) as name, p.product_id as id, count(distinct p.subscription_id) as subscribers, round(sum(p.monthly)) as mrr
        from paying p left join public.products r on (r.account_id, r.id) = (account, p.product_id)
       group by p.product_id, case when p.product_id is null then p.title end order by 4 desc, 1 limit 20) x),
    'end_reasons', (select coalesce(jsonb_agg(to_jsonb(x) order by x.subscriptions desc, x.name), '[]') from (
      select s.end_reason as name, count(*) as subscriptions from public.member_subscriptions s
       where s.account_id = account and s.currency = money and s.price_kind = 'subscription' and s.paid_count > 0
         and s.ended_at >= starts and s.ended_at < ends group by 1) x),
    'cohorts', (select coalesce(jsonb_agg(jsonb_build_object('month', c.month::date, 'members', c.members, 'active', c.active) order by c.month), '[]') from (
      select b.month, count(*) as members,
             (select jsonb_agg((select count(distinct p.subscription_id) from began a join period p on p.subscription_id = a.subscription_id
                  where a.month = b.month and p.starts_at <= d.at and p.ends_at > d.at and coalesce(p.ended_at > d.at, true)) order by s)
                from generate_series(0, private.report_slot('month', b.month::date, (private.clock_now() at time zone zone)::date)) s
               cross join lateral (select least((b.month + make_interval(months => s + 1)) at time zone zone, private.clock_now()) as at) d) as active
        from began b group by b.month) c))
$$;
comment on function private.subscription_tables is 'Recurring revenue by product, why subscriptions ended, and how many of those that began in a month were still paid at the end of each month since.';
