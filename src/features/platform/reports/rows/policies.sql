create function private.may_list_rows(account uuid, list text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from unnest(case
      when list in ('orders', 'refunds', 'coupon_orders', 'renewals', 'subscriptions_started', 'subscriptions_ended') then '{manage_shop}'::text[]
      when list = 'joined' then '{manage_members,manage_options}'
      when list in ('learners', 'enrolled', 'completions', 'lessons', 'attempts', 'risk') then '{manage_students,manage_options}'
      when list in ('answers', 'subscribed', 'left', 'visits', 'campaign_visits') then '{manage_options}' end) c (capability)
    where account in (select private.account_with(c.capability)))
$$;
comment on function private.may_list_rows is 'Whether the caller may see the rows behind a metric: the same rule as the rows'' own list.';

create function private.report_keys(list text, account uuid, money text, starts timestamptz, ends timestamptz, filters jsonb)
returns table (id uuid, at timestamptz)
language plpgsql stable set search_path = '' as $$
declare
  courses uuid[] := private.report_courses(filters);
  role uuid := filters ->> 'role';
begin
  if list in ('orders', 'coupon_orders') then
    return query select o.id, o.paid_at from public.orders o
      where o.account_id = account and o.status = 'paid' and o.currency = money and o.paid_at >= starts and o.paid_at < ends
        and (list = 'orders' or o.coupon is not null);
  elsif list = 'refunds' then
    return query select r.id, r.created_at from public.refunds r
      where r.account_id = account and r.currency = money and r.created_at >= starts and r.created_at < ends;
  elsif list = 'renewals' then
    return query select p.order_id, o.paid_at from private.paid_periods(account, money) p join public.orders o on (o.account_id, o.id) = (account, p.order_id)
      where (p.period > 1 or p.from_trial) and o.paid_at >= starts and o.paid_at < ends;
  elsif list = 'subscriptions_started' then
    return query select p.subscription_id, p.starts_at from private.paid_periods(account, money) p
      where p.period = 1 and p.starts_at >= starts and p.starts_at < ends;
  elsif list = 'subscriptions_ended' then
    return query select s.id, s.ended_at from public.member_subscriptions s
      where s.account_id = account and s.currency = money and s.price_kind = 'subscription' and s.paid_count > 0 and s.ended_at >= starts and s.ended_at < ends;
  elsif list = 'joined' then
    return query select m.id, m.created_at from public.members m
      where m.account_id = account and m.created_at >= starts and m.created_at < ends and (role is null or m.role_id = role);
  elsif list in ('enrolled', 'learners') then
    return query select e.id, e.created_at from public.enrolments e
      where e.account_id = account and (courses is null or e.course_id = any (courses)) and (list = 'learners' or e.created_at >= starts and e.created_at < ends);
  elsif list = 'completions' then
    return query select e.id, e.completed_at from public.enrolments e
      where e.account_id = account and (courses is null or e.course_id = any (courses)) and e.completed_at >= starts and e.completed_at < ends;
  elsif list = 'risk' then
    return query select r.enrolment_id, r.last_at from private.learners_at_risk(account, courses) r;
  elsif list = 'lessons' then
    return query select p.id, p.completed_at from public.lesson_progress p
      where p.account_id = account and p.completed_at >= starts and p.completed_at < ends and (courses is null or p.course_id = any (courses));
  elsif list = 'attempts' then
    return query select t.id, t.submitted_at from public.attempts t
      where t.account_id = account and not t.is_trial and t.submitted_at >= starts and t.submitted_at < ends and (courses is null or t.course_id = any (courses));
  elsif list = 'answers' then
    return query select s.id, s.created_at from public.form_submissions s
      where s.account_id = account and s.created_at >= starts and s.created_at < ends;
  elsif list in ('subscribed', 'left') then
    return query select k.id, k.created_at from public.contact_consents k
      where k.account_id = account and k.created_at >= starts and k.created_at < ends
        and case list when 'subscribed' then k.kind = 'confirmed' else k.kind in ('withdrawn', 'bounced') end;
  elsif list in ('visits', 'campaign_visits') then
    return query select v.id, v.started_at from private.visits_in(account, starts, ends, filters) v where list = 'visits' or v.campaign <> '';
  end if;
end $$;
comment on function private.report_keys is 'Keys and times of the rows behind a metric.';

create function private.report_items(list text, account uuid, ids uuid[]) returns table (id uuid, item jsonb)
language plpgsql stable set search_path = '' as $$
begin
  if list in ('orders', 'refunds', 'coupon_orders', 'renewals') then
    return query
      select coalesce(r.id, o.id), jsonb_build_object('number', o.number, 'name', o.customer_name, 'email', o.email, 'coupon', o.coupon, 'currency', o.currency,
             'discount', o.discount, 'amount', coalesce(r.amount, o.total - o.refunded),
             'items', (select string_agg(i.title, ', ' order by i.position) from public.order_items i where (i.account_id, i.order_id) = (account, o.id)))
        from public.orders o left join public.refunds r on list = 'refunds' and (r.account_id, r.order_id) = (o.account_id, o.id)
       where o.account_id = account and case list when 'refunds' then r.id else o.id end = any (ids);
  elsif list in ('subscriptions_started', 'subscriptions_ended') then
    return query
      select s.id, jsonb_build_object('name', coalesce(m.name, o.customer_name), 'email', coalesce(m.email, o.email), 'items', s.title, 'currency', s.currency,
             'amount', s.amount * s.quantity, 'payments', s.paid_count, 'reason', s.end_reason)
        from public.member_subscriptions s join public.orders o on (o.account_id, o.id) = (s.account_id, s.order_id)
        left join public.members m on (m.account_id, m.id) = (s.account_id, s.member_id)
       where s.account_id = account and s.id = any (ids);
  elsif list = 'joined' then
    return query
      select m.id, jsonb_build_object('name', m.name, 'email', m.email, 'role', r.name, 'kind', r.kind)
        from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
       where m.account_id = account and m.id = any (ids);
  elsif list in ('enrolled', 'completions', 'learners', 'risk') then
    return query
      with e as (select p.* from public.course_progress p where p.account_id = account and p.id = any (ids)),
        s as (select t.member_id, t.course_id, round(avg(t.score / nullif(t.points, 0)) * 100, 1) as score from public.attempts t
               where t.account_id = account and not t.is_trial and t.submitted_at is not null and t.member_id in (select e.member_id from e) group by 1, 2),
        l as (select a.user_id, max(coalesce(x.refreshed_at at time zone 'UTC', x.created_at)) as login_at
                from private.session_accounts a join auth.sessions x on x.id = a.session_id where a.account_id = account and a.actor_id is null group by 1)
      select e.id, jsonb_build_object('name', m.name, 'email', m.email, 'course', c.title, 'course_language', c.language, 'slug', c.slug,
             'status', case when e.completed_at is not null then 'completed' else e.status end, 'percent', e.percent, 'score', s.score,
             'enrolled_at', e.created_at, 'completed_at', e.completed_at, 'seen_at', e.seen_at, 'login_at', l.login_at)
        from e join public.members m on (m.account_id, m.id) = (e.account_id, e.member_id)
        join public.courses c on (c.account_id, c.id) = (e.account_id, e.course_id)
        left join s on (s.member_id, s.course_id) = (e.member_id, e.course_id) left join l on l.user_id = m.user_id;
  elsif list = 'lessons' then
    return query
      select p.id, jsonb_build_object('name', m.name, 'email', m.email, 'course', c.title, 'course_language', c.language, 'slug', c.slug, 'lesson', l.title)
        from public.lesson_progress p join public.members m on (m.account_id, m.id) = (p.account_id, p.member_id)
        join public.courses c on (c.account_id, c.id) = (p.account_id, p.course_id)
        join public.lessons l on (l.account_id, l.id) = (p.account_id, p.lesson_id)
       where p.account_id = account and p.id = any (ids);
  elsif list = 'attempts' then
    return query
      select t.id, jsonb_build_object('name', m.name, 'email', m.email, 'course', c.title, 'course_language', c.language, 'slug', c.slug, 'lesson', l.title,
             'score', round(t.score / nullif(t.points, 0) * 100, 1), 'passed', t.passed)
        from public.attempts t join public.members m on (m.account_id, m.id) = (t.account_id, t.member_id)
        join public.courses c on (c.account_id, c.id) = (t.account_id, t.course_id)
        join public.quizzes q on (q.account_id, q.id) = (t.account_id, t.quiz_id) join public.lessons l on (l.account_id, l.id) = (q.account_id, q.lesson_id)
       where t.account_id = account and t.id = any (ids);
  elsif list = 'answers' then
    return query
      select s.id, jsonb_build_object('form_id', f.id, 'form', f.name, 'email', s.email, 'path', s.page)
        from public.form_submissions s join public.forms f on (f.account_id, f.id) = (s.account_id, s.form_id)
       where s.account_id = account and s.id = any (ids);
  elsif list in ('subscribed', 'left') then
    return query
      select k.id, jsonb_build_object('name', c.name, 'email', c.email, 'step', k.kind)
        from public.contact_consents k join public.contacts c on (c.account_id, c.id) = (k.account_id, k.contact_id)
       where k.account_id = account and k.id = any (ids);
  elsif list in ('visits', 'campaign_visits') then
    return query
      select v.id, jsonb_build_object('entry', v.entry_path, 'exit', v.exit_path, 'source', v.source, 'medium', v.medium, 'campaign', v.campaign,
             'device', v.device, 'language', v.language, 'country', v.country, 'views', v.views, 'seconds', extract(epoch from v.last_at - v.started_at)::int)
        from public.visits v where v.account_id = account and v.id = any (ids);
  end if;
end $$;
comment on function private.report_items is 'Columns of some rows of a list.';

create function public.report_list(account_id uuid, list text, period text default '30d', since date default null, until date default null,
  filters jsonb default '{}', page int default 1, page_size int default 25) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  f record;
  money text;
  result jsonb;
begin
  if not private.may_list_rows(account_id, list) then
    perform private.raise_error('forbidden', 'Your role does not allow you to see these rows.');
  end if;
  if page not between 1 and 100000 or page_size not between 1 and 20000 or jsonb_typeof(filters) <> 'object' or pg_column_size(filters) > 2000 then
    perform private.raise_error('invalid', 'A page can have 1 to 20,000 rows.');
  end if;
  filters := private.effective_filters(account_id, filters, 'manage_students');
  select * into f from private.report_frame(account_id, period, since, until, 'none');
  money := coalesce(filters ->> 'currency', f.currency);
  -- Columns are only read for the rows of this page.
  with keys as materialized (select k.id, k.at from private.report_keys(list, account_id, money, f.starts, f.ends, filters) k),
    shown as materialized (select k.id, k.at from keys k order by k.at desc, k.id desc limit page_size offset (page - 1)::bigint * page_size),
    items as (select s.id, s.item from private.report_items(list, account_id, (select array_agg(k.id) from shown k)) s)
  select jsonb_build_object(
    'frame', jsonb_build_object('zone', f.zone, 'currency', money, 'unit', f.unit, 'first', f.first, 'last', f.last, 'ends', f.ends),
    'count', (select count(*) from keys),
    'rows', (select coalesce(jsonb_agg(s.item || jsonb_build_object('id', k.id, 'at', k.at) order by k.at desc, k.id desc), '[]')
               from shown k join items s on s.id = k.id)
  ) into result;
  return result;
end $$;
comment on function public.report_list is 'Rows behind a metric, newest first, for callers who may see them.';
grant execute on function public.report_list(uuid, text, text, date, date, jsonb, int, int) to authenticated;
