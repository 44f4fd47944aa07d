-- Numbers over everything an account has; who may see them is decided here.

create function public.site_numbers(account_id uuid, days int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  span interval;
  since timestamptz;
  before timestamptz;
  unit text;
  money text;
  answer jsonb;
begin
  if account_id not in (select private.accounts_where('manage_stats') union select private.accounts_where('manage_options')) then
    perform private.refuse('forbidden', 'Only those who may see numbers see these.');
  end if;
  days := least(greatest(coalesce(days, 30), 1), 366);
  unit := case when days > 62 then 'month' else 'day' end;
  span := case when unit = 'month' then interval '1 year' else make_interval(days => days) end;
  -- Whole days and months: a chart's first bar is not half a day.
  since := case when unit = 'month' then date_trunc('month', now(), 'UTC') - interval '11 months'
                else date_trunc('day', now(), 'UTC') - make_interval(days => days - 1) end;
  before := since - span;
  select coalesce(o.value ->> 'currency', 'EUR') into money from public.options o where o.account_id = account_id and o.key = 'settings';
  money := coalesce(money, 'EUR');

  select jsonb_build_object(
    'currency', money, 'unit', unit, 'since', since,
    'revenue', (select jsonb_build_object('now', coalesce(sum(o.total) filter (where o.paid_at >= since), 0),
                  'past', coalesce(sum(o.total) filter (where o.paid_at < since), 0))
                from public.orders o where o.account_id = account_id and o.status = 'paid' and o.currency = money and o.paid_at >= before),
    'orders', (select jsonb_build_object('now', count(*) filter (where o.created_at >= since), 'past', count(*) filter (where o.created_at < since))
               from public.orders o where o.account_id = account_id and o.created_at >= before),
    'pending', (select count(*) from public.orders o where o.account_id = account_id and o.status = 'pending'),
    'members', (select jsonb_build_object('total', count(*), 'now', count(*) filter (where m.created_at >= since),
                  'past', count(*) filter (where m.created_at >= before and m.created_at < since))
                from public.members m where m.account_id = account_id),
    'completions', (select jsonb_build_object('now', count(*) filter (where e.completed_at >= since), 'past', count(*) filter (where e.completed_at < since))
                    from public.enrolments e where e.account_id = account_id and e.completed_at >= before),
    'series', (select jsonb_agg(jsonb_build_object('at', slot.at,
                 'revenue', (select coalesce(sum(o.total), 0) from public.orders o
                              where o.account_id = account_id and o.status = 'paid' and o.currency = money
                                and o.paid_at >= slot.at and o.paid_at < slot.until),
                 'past', (select coalesce(sum(o.total), 0) from public.orders o
                           where o.account_id = account_id and o.status = 'paid' and o.currency = money
                             and o.paid_at >= slot.at - span and o.paid_at < slot.until - span),
                 'members', (select count(*) from public.members m
                              where m.account_id = account_id and m.created_at >= slot.at and m.created_at < slot.until)) order by slot.at)
               from (select g as at, g + case when unit = 'month' then interval '1 month' else interval '1 day' end as until
                       from generate_series(since, now(), case when unit = 'month' then interval '1 month' else interval '1 day' end) g) slot),
    'courses', (select coalesce(jsonb_agg(to_jsonb(c) order by c.students desc, c.title), '[]')
                from (select c.id, c.title, c.slug,
                             count(e.id) as students, count(e.completed_at) as completed
                        from public.courses c left join public.enrolments e on (e.account_id, e.course_id) = (c.account_id, c.id)
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
  ) into answer;
  return answer;
end $$;
comment on function public.site_numbers is 'Revenue, orders, members and completions of an account now and in the time before; what its owner has set up.';
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
comment on function public.account_numbers is 'On the platform''s host: a person''s own accounts with their numbers; for those who run the platform, all of them.';
grant execute on function public.account_numbers() to authenticated;
