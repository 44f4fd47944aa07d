-- Reports over everything an account has; who may see them is decided here.

create function private.require_numbers(account uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if account is null or account not in (select private.account_with('manage_stats') union select private.account_with('manage_options')) then
    perform private.raise_error('forbidden', 'You don’t have permission to see reports.');
  end if;
end $$;
comment on function private.require_numbers is 'Raises forbidden for callers who may not see an account''s numbers.';

create function private.report_courses(filters jsonb) returns uuid[]
language sql immutable set search_path = '' as $$
  select case when filters ? 'courses' then array(
           select id::uuid from jsonb_array_elements_text(filters -> 'courses') id
            where filters ->> 'course' is null or id = filters ->> 'course')
         when filters ->> 'course' is not null then array[(filters ->> 'course')::uuid] end
$$;
comment on function private.report_courses is 'Courses of a report; null means every course of the account.';

create function private.effective_filters(account uuid, filters jsonb, capability text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when account in (select private.account_with('manage_options')) then filters - 'courses'
    else filters || jsonb_build_object('courses', to_jsonb(array(select private.courses_where(capability)))) end
$$;
comment on function private.effective_filters is 'Effective filters of a report: an instructor''s numbers and rows are limited to the courses they teach.';

create function private.without_metrics(report jsonb, metrics text[], tables text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select report || jsonb_build_object('numbers', (report -> 'numbers') - metrics, 'series', (report -> 'series') - metrics,
    'tables', (report -> 'tables') - tables)
$$;
comment on function private.without_metrics is 'A report without some of its metrics and tables.';

create function private.report_slot(unit text, first date, day date) returns integer
language sql immutable set search_path = '' as $$
  select case unit when 'day' then day - first when 'week' then (day - first) / 7
    else (extract(year from day) - extract(year from first))::int * 12 + (extract(month from day) - extract(month from first))::int end
$$;
comment on function private.report_slot is 'Index from 0 of the day, week or month a time falls in, counted from a first day.';

create function private.slot_day(unit text, first date, slot integer) returns date
language sql immutable set search_path = '' as $$
  select case unit when 'month' then (date_trunc('month', first) + make_interval(months => slot))::date
    when 'week' then first + 7 * slot else first + slot end
$$;
comment on function private.slot_day is 'The first day of a slot: the inverse of report_slot.';

create function private.report_metrics(report text) returns text[]
language sql immutable set search_path = '' as $$
  select case report
    when 'overview' then '{revenue,orders,joined,enrolled,completions,visitors,views,answers,subscribed}'::text[]
    when 'sales' then '{revenue,orders,discount,tax,refunds,refunded}'
    when 'members' then '{joined}'
    when 'learning' then '{enrolled,lessons,completions,attempts,passed}'
    when 'marketing' then '{answers,subscribed,left,campaign_visits,coupon_orders,coupon_discount}'
    when 'visits' then '{visitors,visits,views,bounces,seconds}'
    when 'subscriptions' then '{subscriptions_started,subscriptions_ended,trials_started,trials_converted,renewals,renewal_revenue}' end
$$;
comment on function private.report_metrics is 'Metrics a report counts by event; null for an unknown report.';

create function private.report_events(report text, account uuid, money text, starts timestamptz, ends timestamptz, filters jsonb)
returns table (metric text, at timestamptz, amount numeric)
language plpgsql stable set search_path = '' as $$
declare
  courses uuid[] := private.report_courses(filters);
  role uuid := filters ->> 'role';
  zone text := private.zone_of(account);
begin
  if report in ('overview', 'sales') then
    -- Summed by day here: a year of a large shop has a million orders.
    return query
      select m.metric, o.paid_at, m.amount from (
        select min(paid.paid_at) as paid_at, sum(paid.total - paid.refunded) as revenue, count(*) as orders, sum(paid.discount) as discount, sum(paid.tax) as tax
          from public.orders paid
         where paid.account_id = account and paid.status = 'paid' and paid.currency = money and paid.paid_at >= starts and paid.paid_at < ends
         group by (paid.paid_at at time zone zone)::date) o
       cross join lateral (values ('revenue', o.revenue), ('orders', o.orders), ('discount', o.discount), ('tax', o.tax)) m (metric, amount)
      union all
      select m.metric, r.created_at, m.amount::numeric from public.refunds r
       cross join lateral (values ('refunds', 1), ('refunded', r.amount)) m (metric, amount)
       where r.account_id = account and r.currency = money and r.created_at >= starts and r.created_at < ends;
  end if;
  if report in ('overview', 'members') then
    return query select 'joined', m.created_at, 1::numeric from public.members m
      where m.account_id = account and m.created_at >= starts and m.created_at < ends and (role is null or m.role_id = role);
  end if;
  if report in ('overview', 'learning') then
    return query
      select 'enrolled', e.created_at, 1::numeric from public.enrolments e
       where e.account_id = account and e.created_at >= starts and e.created_at < ends and (courses is null or e.course_id = any (courses))
      union all
      select 'completions', e.completed_at, 1 from public.enrolments e
       where e.account_id = account and e.completed_at >= starts and e.completed_at < ends and (courses is null or e.course_id = any (courses));
  end if;
  if report = 'learning' then
    return query
      select 'lessons', p.completed_at, 1::numeric from public.lesson_progress p
       where p.account_id = account and p.completed_at >= starts and p.completed_at < ends and (courses is null or p.course_id = any (courses))
      union all
      select m.metric, t.submitted_at, m.amount from public.attempts t cross join lateral (values ('attempts', 1), ('passed', t.passed::int)) m (metric, amount)
       where t.account_id = account and not t.is_trial and t.submitted_at >= starts and t.submitted_at < ends and (courses is null or t.course_id = any (courses));
  end if;
  if report in ('overview', 'marketing') then
    return query
      select 'answers', s.created_at, 1::numeric from public.form_submissions s where s.account_id = account and s.created_at >= starts and s.created_at < ends
      union all
      select case c.kind when 'confirmed' then 'subscribed' else 'left' end, c.created_at, 1 from public.contact_consents c
       where c.account_id = account and c.kind <> 'asked' and c.created_at >= starts and c.created_at < ends;
  end if;
  if report = 'marketing' then
    return query
      select 'campaign_visits', v.started_at, 1::numeric from public.visits v
       where v.account_id = account and v.campaign <> '' and v.started_at >= starts and v.started_at < ends
      union all
      select m.metric, o.paid_at, m.amount from public.orders o cross join lateral (values ('coupon_orders', 1), ('coupon_discount', o.discount)) m (metric, amount)
       where o.account_id = account and o.coupon is not null and o.status = 'paid' and o.currency = money and o.paid_at >= starts and o.paid_at < ends;
  end if;
  if report = 'subscriptions' then
    return query select v.metric, v.at, v.amount from private.subscription_events(account, money, starts, ends) v;
  end if;
  if report in ('overview', 'visits') then
    -- Aggregated by quarter hours: every time zone offset is a multiple of one.
    return query
      with seen as materialized (select v.visitor, v.started_at, v.last_at, v.views from private.visits_in(account, starts, ends, filters) v)
      select 'visitors', min(x.began), count(*)::numeric from (select min(v.started_at) as began from seen v group by v.visitor) x
       group by date_bin('15 minutes', x.began, timestamptz 'epoch')
      union all
      select m.metric, x.began, m.amount from (
        select min(v.started_at) as began, count(*) as visits, sum(v.views) as views, count(*) filter (where v.views = 1) as bounces,
               sum(extract(epoch from v.last_at - v.started_at)) as seconds
          from seen v group by date_bin('15 minutes', v.started_at, timestamptz 'epoch')) x
       cross join lateral (values ('visits', x.visits::numeric), ('views', x.views), ('bounces', x.bounces), ('seconds', x.seconds)) m (metric, amount);
  end if;
end $$;
comment on function private.report_events is 'Events a report sums up: what, when, how much. Money in minor units of one currency.';

create function private.report_levels(report text, account uuid, money text, moments timestamptz[]) returns table (metric text, at timestamptz, amount numeric)
language plpgsql stable set search_path = '' as $$
begin
  if report = 'subscriptions' then
    return query select v.metric, v.at, v.amount from private.subscription_levels(account, money, moments) v;
  end if;
end $$;
comment on function private.report_levels is 'Metrics that are a level and no sum: what they are at each of some moments.';

create function private.visits_in(account uuid, starts timestamptz, ends timestamptz, filters jsonb) returns setof public.visits
language sql stable set search_path = '' as $$
  select v.* from public.visits v
   where v.account_id = account and v.started_at >= starts and v.started_at < ends
     and (filters ->> 'source' is null or v.source = filters ->> 'source')
     and (filters ->> 'campaign' is null or v.campaign = filters ->> 'campaign')
     and (filters ->> 'device' is null or v.device = filters ->> 'device')
     and (filters ->> 'path' is null or exists (select from public.visit_pages p
           where p.account_id = account and p.visit_id = v.id and p.path = filters ->> 'path'))
$$;
comment on function private.visits_in is 'Visits that began in a period, filtered by source, campaign, device or page.';

create function private.report_counts(report text, account uuid, money text, starts timestamptz, ends timestamptz, filters jsonb)
returns table (metric text, amount numeric)
language plpgsql stable set search_path = '' as $$
declare
  courses uuid[] := private.report_courses(filters);
  role uuid := filters ->> 'role';
begin
  if starts is null then
    return;
  end if;
  if report in ('members', 'overview') then
    return query select 'total', count(*)::numeric from public.members m
      where m.account_id = account and m.created_at < ends and (role is null or m.role_id = role);
  end if;
  if report in ('members', 'learning') then
    return query
      select 'learners', count(distinct x.member_id)::numeric from (
        select p.member_id from public.lesson_progress p
         where p.account_id = account and p.completed_at >= starts and p.completed_at < ends and (courses is null or p.course_id = any (courses))
        union all
        select t.member_id from public.attempts t where t.account_id = account and not t.is_trial
           and t.submitted_at >= starts and t.submitted_at < ends and (courses is null or t.course_id = any (courses))) x
        join public.members m on (m.account_id, m.id) = (account, x.member_id)
       where role is null or m.role_id = role;
  end if;
  if report = 'learning' then
    return query select 'score', round(avg(t.score / t.points) * 100, 1) from public.attempts t
      where t.account_id = account and not t.is_trial and t.points > 0 and t.submitted_at >= starts and t.submitted_at < ends
        and (courses is null or t.course_id = any (courses));
  elsif report = 'subscriptions' then
    return query select v.metric, v.amount from private.subscription_counts(account, money, starts, ends) v;
  elsif report = 'sales' then
    return query select 'buyers', count(*)::numeric from (
      select distinct coalesce(o.user_id::text, lower(o.email)) from public.orders o
       where o.account_id = account and o.status = 'paid' and o.currency = money and o.paid_at >= starts and o.paid_at < ends);
  end if;
end $$;
comment on function private.report_counts is 'Metrics counted once over the whole period, which cannot be summed from days: people, averages, totals at its end.';

create function private.report_tables(report text, account uuid, money text, starts timestamptz, ends timestamptz, filters jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  course uuid := filters ->> 'course';
  courses uuid[] := private.report_courses(filters);
  zone text := private.zone_of(account);
  answer jsonb := '{}';
begin
  if report = 'sales' then
    with paid as not materialized (select * from public.orders o where o.account_id = account and o.status = 'paid' and o.currency = money and o.paid_at >= starts and o.paid_at < ends)
    select jsonb_build_object(
      'products', (select coalesce(jsonb_agg(to_jsonb(x) order by x.amount desc, x.name), '[]') from (
        select coalesce(min(p.title), min(i.title)) as name, i.product_id as id, sum(i.quantity - i.refunded_quantity) as units,
               sum(i.amount * (i.quantity - i.refunded_quantity)) as amount
          from paid join public.order_items i on (i.account_id, i.order_id) = (paid.account_id, paid.id)
          left join public.products p on (p.account_id, p.id) = (i.account_id, i.product_id)
         group by i.product_id, case when i.product_id is null then i.title end order by 4 desc, 1 limit 20) x),
      'coupons', (select coalesce(jsonb_agg(to_jsonb(x) order by x.orders desc, x.name), '[]') from (
        select coupon as name, count(*) as orders, sum(discount) as discount, sum(total - refunded) as amount from paid where coupon is not null
         group by 1 order by 2 desc, 1 limit 20) x),
      'countries', (select coalesce(jsonb_agg(to_jsonb(x) order by x.amount desc, x.name), '[]') from (
        select coalesce(billing_address ->> 'country', '') as name, count(*) as orders, sum(total - refunded) as amount from paid group by 1 order by 3 desc, 1 limit 20) x),
      'currencies', (select coalesce(jsonb_agg(to_jsonb(x) order by x.orders desc, x.name), '[]') from (
        select o.currency as name, count(*) as orders, sum(o.total - o.refunded) as amount from public.orders o
         where o.account_id = account and o.status = 'paid' and o.paid_at >= starts and o.paid_at < ends group by 1) x)
    ) into answer;
  elsif report = 'subscriptions' then
    answer := private.subscription_tables(account, money, starts, ends, zone);
  elsif report = 'members' then
    select jsonb_build_object(
      'roles', (select coalesce(jsonb_agg(to_jsonb(x) order by x.members desc, x.name), '[]') from (
        select r.role_id as id, r.kind, r.name, count(m.id) as members,
               count(m.id) filter (where m.created_at >= starts) as joined
          from public.roles r left join public.members m on (m.account_id, m.role_id) = (r.account_id, r.role_id) and m.created_at < ends
         where r.account_id = account group by r.account_id, r.role_id) x),
      'cohorts', private.member_cohorts(account, zone)
    ) into answer;
  elsif report = 'learning' then
    select jsonb_build_object(
      'courses', (select coalesce(jsonb_agg(to_jsonb(x) order by x.enrolled desc, x.students desc, x.name), '[]') from (
        select c.id, c.title as name, c.slug, c.language, count(p.id) filter (where p.status = 'active') as students,
               count(p.id) filter (where p.created_at >= starts and p.created_at < ends) as enrolled,
               count(p.id) filter (where p.status = 'active' and p.completed_at is not null) as completed,
               round(avg(p.percent) filter (where p.status = 'active')) as percent,
               round((percentile_cont(0.5) within group (order by extract(epoch from p.completed_at - p.created_at)) / 86400)::numeric, 1) as days
          from public.courses c left join public.course_progress p on (p.account_id, p.course_id) = (c.account_id, c.id)
         where c.account_id = account and c.status <> 'draft' and (courses is null or c.id = any (courses))
         group by c.account_id, c.id order by 6 desc, 5 desc, 2 limit 50) x),
      'lessons', case when courses is null or course = any (courses) then private.lesson_funnel(account, course) else '[]' end,
      'quizzes', (select coalesce(jsonb_agg(to_jsonb(x) order by x.attempts desc, x.name), '[]') from (
        select t.quiz_id as id, min(l.title) as name, count(*) as attempts, count(*) filter (where t.passed) as passed,
               round(avg(t.score / nullif(t.points, 0)) * 100, 1) as score
          from public.attempts t join public.quizzes q on (q.account_id, q.id) = (t.account_id, t.quiz_id)
          join public.lessons l on (l.account_id, l.id) = (q.account_id, q.lesson_id)
         where t.account_id = account and not t.is_trial and t.submitted_at >= starts and t.submitted_at < ends and (courses is null or t.course_id = any (courses))
         group by 1 order by 3 desc, 2 limit 20) x),
      'risk', (select count(*) from private.learners_at_risk(account, courses))
    ) into answer;
  elsif report = 'marketing' then
    select jsonb_build_object(
      'campaigns', (select coalesce(jsonb_agg(to_jsonb(x) order by x.visits desc, x.name), '[]') from (
        select v.campaign as name, v.source, v.medium, count(*) as visits, sum(v.views) as views from public.visits v
         where v.account_id = account and v.campaign <> '' and v.started_at >= starts and v.started_at < ends group by 1, 2, 3 order by 4 desc, 1 limit 20) x),
      'forms', (select coalesce(jsonb_agg(to_jsonb(x) order by x.answers desc, x.name), '[]') from (
        select f.id, f.name, count(*) as answers from public.form_submissions s join public.forms f on (f.account_id, f.id) = (s.account_id, s.form_id)
         where s.account_id = account and s.created_at >= starts and s.created_at < ends group by f.account_id, f.id order by 3 desc, 2 limit 20) x),
      'coupons', (select coalesce(jsonb_agg(to_jsonb(x) order by x.orders desc, x.name), '[]') from (
        select o.coupon as name, count(*) as orders, sum(o.discount) as discount, sum(o.total - o.refunded) as amount from public.orders o
         where o.account_id = account and o.coupon is not null and o.status = 'paid' and o.currency = money and o.paid_at >= starts and o.paid_at < ends
         group by 1 order by 2 desc, 1 limit 20) x),
      'readers', (select count(*) from public.contacts c where c.account_id = account and c.state = 'subscribed')
    ) into answer;
  elsif report = 'visits' then
    with seen as materialized (select * from private.visits_in(account, starts, ends, filters)),
      named as (
        select x.kind, x.name, count(*) as visitors, sum(x.visits) as visits, sum(x.views) as views,
               row_number() over (partition by x.kind order by count(*) desc, sum(x.visits) desc, x.name) as place
          from (select k.kind, k.name, v.visitor, count(*) as visits, sum(v.views) as views
                  from seen v cross join lateral (values ('sources', v.source), ('entries', v.entry_path), ('devices', v.device), ('languages', v.language),
                       ('countries', v.country), ('campaigns', nullif(v.campaign, ''))) k (kind, name)
                 where k.name is not null group by 1, 2, 3) x group by 1, 2
        union all
        select 'pages', p.path, count(distinct v.visitor), count(*), sum(p.views),
               row_number() over (order by count(distinct v.visitor) desc, sum(p.views) desc, p.path)
          from seen v join public.visit_pages p on (p.account_id, p.visit_id) = (account, v.id)
         where filters ->> 'path' is null or p.path = filters ->> 'path' group by 2)
    select coalesce(jsonb_object_agg(t.kind, t.rows), '{}') into answer from (
      select n.kind, jsonb_agg(jsonb_build_object('name', n.name, 'visitors', n.visitors, 'visits', n.visits, 'views', n.views) order by n.place) as rows
        from named n where n.place <= 20 group by 1) t;
  end if;
  return answer;
end $$;
comment on function private.report_tables is 'Breakdowns of a report, largest first, 20 rows at most.';

create function private.member_cohorts(account uuid, zone text) returns jsonb
language sql stable set search_path = '' as $$
  with learned as (
      select p.member_id, p.completed_at as at from public.lesson_progress p where p.account_id = account and p.completed_at is not null
      union all
      select t.member_id, t.submitted_at from public.attempts t where t.account_id = account and not t.is_trial and t.submitted_at is not null),
    joined as (
      select m.id, date_trunc('month', m.created_at at time zone zone) as month from public.members m
       where m.account_id = account and m.created_at >= (date_trunc('month', private.clock_now() at time zone zone) - interval '5 months') at time zone zone),
    active as (
      select distinct j.month, j.id, private.report_slot('month', j.month::date, (l.at at time zone zone)::date) as step
        from joined j join learned l on l.member_id = j.id)
  select coalesce(jsonb_agg(jsonb_build_object('month', c.month::date, 'members', c.members, 'active', c.active) order by c.month), '[]') from (
    select j.month, count(*) as members,
           (select jsonb_agg((select count(*) from active a where a.month = j.month and a.step = s) order by s)
              from generate_series(0, private.report_slot('month', j.month::date, (private.clock_now() at time zone zone)::date)) s) as active
      from joined j group by j.month) c
$$;
comment on function private.member_cohorts is 'Members by the month they joined, for six months, and how many of them learned something in each month since.';

create function private.learners_at_risk(account uuid, courses uuid[]) returns table (enrolment_id uuid, last_at timestamptz)
language sql stable set search_path = '' as $$
  select e.id, greatest(e.created_at, max(p.seen_at)) from public.enrolments e
    join public.courses c on (c.account_id, c.id) = (e.account_id, e.course_id) and c.status = 'published' and c.lesson_count > 0
    left join public.lesson_progress p on (p.account_id, p.member_id, p.course_id) = (e.account_id, e.member_id, e.course_id)
   where e.account_id = account and e.status = 'active' and e.completed_at is null and (courses is null or e.course_id = any (courses))
   group by e.account_id, e.id having greatest(e.created_at, max(p.seen_at)) < (select private.clock_now()) - interval '14 days'
$$;
comment on function private.learners_at_risk is 'Learners who started a course, did not finish it and have been inactive for two weeks.';

create function private.report_of(account uuid, report text, period text, since date, until date, compare text, filters jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  f record;
  money text;
  result jsonb;
begin
  if private.report_metrics(report) is null then
    perform private.raise_error('invalid', 'There is no such report.');
  end if;
  if jsonb_typeof(filters) <> 'object' or pg_column_size(filters - 'courses') > 2000 then
    perform private.raise_error('invalid', 'These filters are not valid.');
  end if;
  select * into f from private.report_frame(account, period, since, until, compare);
  money := coalesce(filters ->> 'currency', f.currency);
  -- Grouped by day first, so that the slot is computed once for each day.
  with e as (
      select d.metric, private.report_slot(f.unit, f.first, d.day) as slot, sum(d.amount) as amount from (
        select v.metric, (v.at at time zone f.zone)::date as day, sum(v.amount) as amount
          from private.report_events(report, account, money, f.starts, f.ends, filters) v group by 1, 2) d group by 1, 2),
    p as (
      select d.metric, private.report_slot(f.unit, f.past_first, d.day) as slot, sum(d.amount) as amount from (
        select v.metric, (v.at at time zone f.zone)::date as day, sum(v.amount) as amount
          from private.report_events(report, account, money, f.past_starts, f.past_ends, filters) v group by 1, 2) d group by 1, 2),
    m as (select metric from unnest(private.report_metrics(report)) metric),
    slots as (
      select s as slot, private.slot_day(f.unit, f.first, s) as day,
          least(private.slot_day(f.unit, f.first, s + 1) at time zone f.zone, f.ends) as ends,
          least(private.slot_day(f.unit, f.past_first, s + 1) at time zone f.zone, f.past_ends) as past_ends
        from generate_series(0, private.report_slot(f.unit, f.first, f.last)) s),
    levels as (
      select v.metric, v.at, v.amount from private.report_levels(report, account, money,
        (select array_agg(distinct at) from slots s cross join lateral (values (s.ends), (s.past_ends), (f.ends), (f.past_ends)) t(at) where at is not null)) v),
    counted as (
      select c.metric, c.amount as now, q.amount as past from private.report_counts(report, account, money, f.starts, f.ends, filters) c
        left join private.report_counts(report, account, money, f.past_starts, f.past_ends, filters) q on q.metric = c.metric)
  select jsonb_build_object(
    'frame', jsonb_build_object('zone', f.zone, 'currency', money, 'unit', f.unit, 'first', f.first, 'last', f.last,
      'past_first', f.past_first, 'past_last', f.past_last, 'ends', f.ends),
    'numbers', (select jsonb_object_agg(n.metric, jsonb_build_object('now', n.now, 'past', n.past)) from (
        select m.metric, coalesce((select sum(e.amount) from e where e.metric = m.metric), 0) as now,
               case when f.past_starts is not null then coalesce((select sum(p.amount) from p where p.metric = m.metric), 0) end as past from m
        union all select * from counted
        union all select v.metric, v.amount, (select b.amount from levels b where (b.metric, b.at) = (v.metric, f.past_ends)) from levels v where v.at = f.ends) n),
    'series', (select jsonb_object_agg(x.metric, x.points) from (
        select v.metric, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('at', s.day, 'now', v.amount,
                 'past', (select b.amount from levels b where (b.metric, b.at) = (v.metric, s.past_ends)))) order by s.slot) as points
          from levels v join slots s on s.ends = v.at group by 1
        union all
        select m.metric, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('at', s.day, 'now', coalesce(e.amount, 0),
                 'past', case when f.past_starts is not null then coalesce(p.amount, 0) end)) order by s.slot) as points
          from m cross join slots s left join e on (e.metric, e.slot) = (m.metric, s.slot) left join p on (p.metric, p.slot) = (m.metric, s.slot)
         group by 1) x),
    'tables', private.report_tables(report, account, money, f.starts, f.ends, filters)
  ) into result;
  return result;
end $$;
comment on function private.report_of is 'A report: its days, metrics with comparison, series and breakdowns.';

create function public.report(account_id uuid, report text, period text default '30d', since date default null, until date default null,
  compare text default 'previous', filters jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  -- Who may see the orders may see what they add up to; `manage_options` counts as `manage_shop`.
  sees_money boolean := account_id in (select private.account_with('manage_shop'));
  sees_people boolean := account_id in (select private.account_with('manage_members'));
  sees_site boolean := account_id in (select private.account_with('manage_options'));
  result jsonb;
begin
  perform private.require_numbers(account_id);
  if (report in ('sales', 'subscriptions') and not sees_money) or (report = 'members' and not sees_people) or (report in ('visits', 'marketing') and not sees_site) then
    perform private.raise_error('forbidden', 'Your role does not include this report.');
  end if;
  if jsonb_typeof(filters) = 'object' then
    filters := private.effective_filters(account_id, filters, 'manage_stats');
  end if;
  result := private.report_of(account_id, report, period, since, until, compare, filters);
  if not sees_money then
    result := private.without_metrics(result, '{revenue,orders,coupon_orders,coupon_discount}', '{coupons}');
  end if;
  if not sees_people then
    result := private.without_metrics(result, '{joined,total}', '{}');
  end if;
  if not sees_site then
    result := private.without_metrics(result, '{visitors,views,answers,subscribed}', '{}');
  end if;
  return result;
end $$;
comment on function public.report is 'One report on an account. manage_stats alone shows what is learned in the courses one teaches; sales and subscriptions need manage_shop, members manage_members, visits and marketing manage_options.';
grant execute on function public.report(uuid, text, text, date, date, text, jsonb) to authenticated;

create function public.account_reports(period text default '30d', since date default null, until date default null, compare text default 'previous') returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('account_id', a.account_id, 'slug', a.slug, 'domain', a.domain, 'title', a.title, 'status', a.status,
      'is_member', a.is_member) || private.report_of(a.account_id, 'overview', period, since, until, compare, '{}') order by a.title, a.slug), '[]')
    from (select x.account_id, x.slug, x.domain, x.status, coalesce(nullif(o.value ->> 'sitetitle', ''), x.slug) as title,
                 exists (select from public.members m where m.account_id = x.account_id and m.user_id = auth.uid() and m.blocked_at is null) as is_member
            from public.accounts x left join public.options o on o.account_id = x.account_id and o.key = 'settings'
           where x.account_id in (select private.owned_accounts()) order by 5, x.slug limit 100) a
$$;
comment on function public.account_reports is 'On the platform''s host: the numbers of each of the caller''s own accounts, each in its own time zone and currency.';
grant execute on function public.account_reports(text, date, date, text) to authenticated;

create function public.site_numbers(account_id uuid, days int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  zone text;
  span interval;
  step interval;
  first timestamp;
  since timestamptz;
  before timestamptz;
  -- The previous period is cut to the part that has passed of this one: half a month against half a month.
  until timestamptz;
  unit text;
  money text;
  result jsonb;
begin
  if account_id is null or account_id not in (select private.account_with('manage_options')) then
    perform private.raise_error('forbidden', 'You don’t have permission to see reports.');
  end if;
  zone := private.zone_of(account_id);
  days := least(greatest(coalesce(days, 30), 1), 366);
  unit := case when days > 62 then 'month' else 'day' end;
  span := case when unit = 'month' then interval '1 year' else make_interval(days => days) end;
  step := case when unit = 'month' then interval '1 month' else interval '1 day' end;
  -- Full days and months, so that a chart's first bar is not partial.
  first := case when unit = 'month' then date_trunc('month', private.clock_now() at time zone zone) - interval '11 months'
                else date_trunc('day', private.clock_now() at time zone zone) - make_interval(days => days - 1) end;
  since := first at time zone zone;
  before := (first - span) at time zone zone;
  until := (private.clock_now() at time zone zone - span) at time zone zone;
  select coalesce(o.value ->> 'currency', 'EUR') into money from public.options o where o.account_id = account_id and o.key = 'settings';
  money := coalesce(money, 'EUR');

  select jsonb_build_object(
    'currency', money, 'unit', unit, 'zone', zone, 'since', since,
    'revenue', (select jsonb_build_object('now', coalesce(sum(o.total - o.refunded) filter (where o.paid_at >= since), 0),
                  'past', coalesce(sum(o.total - o.refunded) filter (where o.paid_at < until), 0))
                from public.orders o where o.account_id = account_id and o.status = 'paid' and o.currency = money and o.paid_at >= before),
    'orders', (select jsonb_build_object('now', count(*) filter (where o.paid_at >= since), 'past', count(*) filter (where o.paid_at < until))
               from public.orders o where o.account_id = account_id and o.status = 'paid' and o.currency = money and o.paid_at >= before),
    'pending', (select count(*) from public.orders o where o.account_id = account_id and o.status = 'pending'),
    'members', (select jsonb_build_object('total', count(*), 'now', count(*) filter (where m.created_at >= since),
                  'past', count(*) filter (where m.created_at >= before and m.created_at < until))
                from public.members m where m.account_id = account_id),
    'completions', (select jsonb_build_object('now', count(*) filter (where e.completed_at >= since), 'past', count(*) filter (where e.completed_at < until))
                    from public.enrolments e where e.account_id = account_id and e.completed_at >= before),
    'visitors', (select jsonb_build_object('now', count(distinct v.visitor) filter (where v.started_at >= since),
                   'past', count(distinct v.visitor) filter (where v.started_at < until))
                 from public.visits v where v.account_id = account_id and v.started_at >= before),
    'series', (select jsonb_agg(jsonb_build_object('at', slot.day,
                 'revenue', (select coalesce(sum(o.total - o.refunded), 0) from public.orders o
                              where o.account_id = account_id and o.status = 'paid' and o.currency = money
                                and o.paid_at >= slot.at and o.paid_at < slot.until),
                 'past', (select coalesce(sum(o.total - o.refunded), 0) from public.orders o
                           where o.account_id = account_id and o.status = 'paid' and o.currency = money
                             and o.paid_at >= slot.past and o.paid_at < least(slot.past_until, until)),
                 'members', (select count(*) from public.members m
                              where m.account_id = account_id and m.created_at >= slot.at and m.created_at < slot.until),
                 'visitors', (select count(distinct v.visitor) from public.visits v
                               where v.account_id = account_id and v.started_at >= slot.at and v.started_at < slot.until)) order by slot.at)
               from (select g::date as day, g at time zone zone as at, (g + step) at time zone zone as until,
                            (g - span) at time zone zone as past, (g + step - span) at time zone zone as past_until
                       from generate_series(first, private.clock_now() at time zone zone, step) g) slot),
    'courses', (select coalesce(jsonb_agg(to_jsonb(c) order by c.students desc, c.title), '[]')
                from (select c.id, c.title, c.slug,
                             count(e.id) as students, count(e.completed_at) as completed
                        from public.courses c left join public.enrolments e on (e.account_id, e.course_id) = (c.account_id, c.id) and e.status = 'active'
                       where c.account_id = account_id and c.status = 'published'
                       group by c.account_id, c.id order by count(e.id) desc, c.title limit 5) c),
    'done', jsonb_build_object(
      'look', exists (select from public.options o where o.account_id = account_id and o.key = 'theme'),
      'name', exists (select from public.options o where o.account_id = account_id and o.key = 'settings'
                       and coalesce(nullif(o.value ->> 'icon', ''), nullif(o.value ->> 'logo', '')) is not null),
      'course', exists (select from public.courses c where c.account_id = account_id and c.status = 'published'),
      'payment', exists (select from public.options o where o.account_id = account_id and o.key = 'settings'
                          and nullif(o.value ->> 'offline_instructions', '') is not null),
      'member', (select count(*) > 1 from public.members m where m.account_id = account_id),
      'order', exists (select from public.orders o where o.account_id = account_id and o.status = 'paid'))
  ) into result;
  return result;
end $$;
comment on function public.site_numbers is 'Revenue, paid orders, members, completions and visitors of an account now and in the same part of the previous period, and its setup checklist.';
grant execute on function public.site_numbers(uuid, int) to authenticated;

create function public.account_numbers() returns table (
  account_id uuid, slug text, domain text, status text, title text, icon text, members bigint, courses bigint, is_member boolean, created_at timestamptz, suspension text
)
language sql stable security definer set search_path = '' as $$
  select a.account_id, a.slug, a.domain, a.status, coalesce(nullif(o.value ->> 'sitetitle', ''), a.slug), nullif(o.value ->> 'icon', ''),
         (select count(*) from public.members m where m.account_id = a.account_id),
         (select count(*) from public.courses c where c.account_id = a.account_id and c.status = 'published'),
         exists (select from public.members m where m.account_id = a.account_id and m.user_id = auth.uid() and m.blocked_at is null),
         a.created_at, a.suspension
    from public.accounts a left join public.options o on o.account_id = a.account_id and o.key = 'settings'
   where not a.is_platform
     and ((a.owner_id = auth.uid() and private.is_on_platform()) or private.is_super_admin())
   order by 5, a.slug
   limit 500
$$;
comment on function public.account_numbers is 'On the platform''s host: the caller''s own accounts with their numbers; all accounts for administrators.';
grant execute on function public.account_numbers() to authenticated;
