create function private.claim_course_news(until timestamptz default private.clock_now())
returns table (account_id uuid, user_id uuid, title text, language text, joined bigint, handed_in bigint, away bigint, away_names text[])
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  span record;
begin
  insert into private.course_tellings (account_id, course_id, told_until)
  select c.account_id, c.id, greatest(c.created_at, until - interval '1 day') from public.courses c
  on conflict do nothing;
  for span in
    select t.account_id, t.course_id, t.told_until as since, c.title, m.user_id,
           coalesce(u.raw_user_meta_data ->> 'locale', s.value ->> 'defaultLanguage') as language
      from private.course_tellings t
      join public.courses c on (c.account_id, c.id) = (t.account_id, t.course_id) and c.status <> 'draft'
      join public.members m on (m.account_id, m.id) = (c.account_id, c.author_id) and m.blocked_at is null
      join auth.users u on u.id = m.user_id
      left join public.options s on s.account_id = c.account_id and s.key = 'settings'
     where t.told_until < until and private.has_feature(c.account_id, 'lms')
     order by t.account_id, t.course_id
       for update of t skip locked
  loop
    update private.course_tellings t set told_until = until
     where (t.account_id, t.course_id) = (span.account_id, span.course_id);
    return query
    select span.account_id, span.user_id, span.title, span.language, news.joined, news.handed_in, news.away, news.away_names
      from (select
        (select count(*) from public.enrolments e
          where (e.account_id, e.course_id) = (span.account_id, span.course_id)
            and e.created_at > span.since and e.created_at <= until) as joined,
        (select count(*) from public.attempts a
          where (a.account_id, a.course_id) = (span.account_id, span.course_id) and not a.is_trial
            and a.submitted_at > span.since and a.submitted_at <= until) as handed_in,
        gone.away, gone.away_names
        from (select count(*) as away, coalesce((array_agg(p.name order by p.name))[1:5], '{}') as away_names
          from public.enrolments e
          join public.members p on (p.account_id, p.id) = (e.account_id, e.member_id)
          cross join lateral (select greatest(e.created_at, max(l.seen_at)) + interval '7 days' as gone_at
            from public.lesson_progress l
           where (l.account_id, l.member_id, l.course_id) = (e.account_id, e.member_id, e.course_id)) missed
         where (e.account_id, e.course_id) = (span.account_id, span.course_id)
           and e.status = 'active' and e.completed_at is null and (e.expires_at is null or e.expires_at > until)
           and missed.gone_at > span.since and missed.gone_at <= until) gone) news
     where news.joined + news.handed_in + news.away > 0;
  end loop;
end $$;
comment on function private.claim_course_news is 'The events of each course since its author was last notified: enrolments, submitted attempts, and students inactive for seven days, each reported once. Claiming advances the mark, so that a later call returns only newer events.';
