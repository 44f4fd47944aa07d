-- Schedules: only platform administrators may see and run them.

create function private.require_super_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_super_admin() then
    perform private.raise_error('forbidden', 'Only platform administrators can do this.');
  end if;
end $$;
comment on function private.require_super_admin is 'Raises forbidden unless the caller is a platform administrator on the platform''s own host.';

create function private.platform_account() returns uuid
language sql stable security definer set search_path = '' as $$ select account_id from public.accounts where is_platform $$;
comment on function private.platform_account is 'The account of the platform''s own site.';

create function public.list_schedules() returns table (
  name text, cron text, is_paused boolean, paused_at timestamptz, paused_by text, next_run_at timestamptz,
  last_status text, last_at timestamptz, last_seconds double precision, runs bigint, failures bigint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  return query
  select s.name, s.cron, s.paused_at is not null, s.paused_at, u.email::text, s.next_run_at, l.status, coalesce(l.started_at, l.asked_at),
         extract(epoch from l.finished_at - l.started_at)::double precision,
         (select count(*) from private.schedule_runs r where r.name = s.name),
         (select count(*) from private.schedule_runs r where r.name = s.name and r.status = 'failed')
    from private.schedules s
    left join auth.users u on u.id = s.paused_by
    left join lateral (select * from private.schedule_runs r where r.name = s.name order by r.id desc limit 1) l on true
   where s.is_known
   order by s.name;
end $$;
comment on function public.list_schedules is 'Every schedule with its last and next run; runs and failures count the stored history.';
grant execute on function public.list_schedules() to authenticated;

create function public.list_schedule_runs(name text, status text, page int, page_size int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 100);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  with runs as (
    select r.* from private.schedule_runs r
     where (list_schedule_runs.name is null or r.name = list_schedule_runs.name)
       and (list_schedule_runs.status is null or r.status = list_schedule_runs.status))
  select jsonb_build_object('count', (select count(*) from runs), 'rows', coalesce((
    select jsonb_agg(to_jsonb(p) order by p.id desc) from (
      select f.id, f.name, f.cause, u.email as asked_by, f.status, f.asked_at, f.started_at, f.finished_at,
             extract(epoch from f.finished_at - f.started_at) as seconds, f.output, f.error
        from runs f left join auth.users u on u.id = f.asked_by
       order by f.id desc limit page_size offset (page - 1) * page_size) p), '[]')) into result;
  return result;
end $$;
comment on function public.list_schedule_runs is 'One page of scheduled and manual runs, newest first, with their log.';
grant execute on function public.list_schedule_runs(text, text, int, int) to authenticated;

create function public.run_schedule(name text) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  run uuid;
begin
  perform private.require_super_admin();
  if not exists (select from private.schedules s where s.name = run_schedule.name and s.is_known) then
    perform private.raise_error('not_found', 'There is no such job.');
  end if;
  update private.schedule_runs r set status = 'failed', finished_at = now(), error = 'Nobody took it: no worker was running.'
   where r.name = run_schedule.name and r.status = 'waiting' and r.asked_at < now() - interval '15 minutes';
  insert into private.schedule_runs (name, cause, asked_by, status) values (run_schedule.name, 'hand', auth.uid(), 'waiting')
  on conflict do nothing returning id into run;
  if run is null then
    perform private.raise_error('conflict', 'A run of this job is already waiting.');
  end if;
  perform private.enqueue('run-schedule', jsonb_build_object('name', run_schedule.name, 'run_id', run));
  perform private.audit(private.platform_account(), 'schedule.run', 'schedule', run, jsonb_build_object('name', run_schedule.name));
  return run;
end $$;
comment on function public.run_schedule is 'Runs a schedule manually, paused or not; at most one run is queued at a time.';
grant execute on function public.run_schedule(text) to authenticated;

create function public.pause_schedule(name text, is_paused boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.require_super_admin();
  update private.schedules s set paused_at = case when is_paused then now() end,
      paused_by = case when is_paused then auth.uid() end, updated_at = now()
   where s.name = pause_schedule.name and s.is_known and (s.paused_at is not null) <> is_paused;
  if found then
    perform private.audit(private.platform_account(), case when is_paused then 'schedule.paused' else 'schedule.resumed' end,
      'schedule', null, jsonb_build_object('name', pause_schedule.name));
  elsif not exists (select from private.schedules s where s.name = pause_schedule.name and s.is_known) then
    perform private.raise_error('not_found', 'There is no such job.');
  end if;
end $$;
comment on function public.pause_schedule is 'Pauses or resumes a schedule.';
grant execute on function public.pause_schedule(text, boolean) to authenticated;

-- Health: metrics of the last day, each with the list of rows behind it.

create function private.job_counts() returns table (queue text, state text, jobs bigint, oldest timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select o.queue, 'outbox', count(*), min(o.created_at) from private.outbox o group by o.queue;
  -- The job queue creates its schema when the first worker starts.
  if to_regclass('pgboss.job') is not null then
    return query execute 'select name, state::text, count(*), min(created_on) from pgboss.job
      where state in (''created'', ''retry'', ''active'', ''failed'') and name not like ''\_\_%'' group by name, state';
  end if;
end $$;
comment on function private.job_counts is 'Number of jobs by state: in the outbox, or in the job queue.';

create function public.platform_health() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := date_trunc('hour', now()) - interval '23 hours';
  result jsonb;
begin
  perform private.require_super_admin();
  select jsonb_build_object(
    'since', since,
    'traffic', (select jsonb_build_object('requests', coalesce(sum(requests), 0), 'failures', coalesce(sum(failures), 0),
        'slow', coalesce(sum(slow), 0), 'milliseconds', coalesce(sum(milliseconds), 0))
      from private.traffic_hours where hour >= since),
    'hours', (select jsonb_agg(jsonb_build_object('at', h,
        'requests', (select coalesce(sum(t.requests), 0) from private.traffic_hours t where t.hour = h),
        'failures', (select coalesce(sum(t.failures), 0) from private.traffic_hours t where t.hour = h)) order by h)
      from generate_series(since, now(), interval '1 hour') h),
    'queues', (select coalesce(jsonb_agg(to_jsonb(q) order by q.queue), '[]') from (
      select c.queue, coalesce(sum(c.jobs) filter (where c.state in ('outbox', 'created')), 0) as waiting,
             coalesce(sum(c.jobs) filter (where c.state = 'retry'), 0) as retrying, coalesce(sum(c.jobs) filter (where c.state = 'active'), 0) as active,
             coalesce(sum(c.jobs) filter (where c.state = 'failed'), 0) as failed,
             min(c.oldest) filter (where c.state in ('outbox', 'created', 'retry')) as oldest
        from private.job_counts() c group by c.queue) q),
    'mails', (select jsonb_build_object('made', count(*), 'sent', count(sent_at)) from private.mails where created_at >= since),
    'reports', (select count(*) from private.logs where created_at >= since),
    'storage', (select jsonb_build_object('files', count(*), 'bytes', coalesce(sum((metadata ->> 'size')::bigint), 0)) from storage.objects),
    'database', jsonb_build_object('bytes', pg_database_size(current_database()),
      'connections', (select count(*) from pg_stat_activity where datname = current_database()), 'limit', current_setting('max_connections')::int),
    'processes', (select coalesce(jsonb_agg(to_jsonb(p) order by p.started_at), '[]') from private.processes p where p.seen_at > now() - interval '2 minutes'),
    'slow', (select count(*) from private.slow_statements where last_at >= since),
    'schedules', (select jsonb_build_object('all', count(*), 'paused', count(s.paused_at), 'failing', count(*) filter (where l.status = 'failed'))
      from private.schedules s left join lateral (select r.status from private.schedule_runs r
        where r.name = s.name and r.status in ('succeeded', 'failed') order by r.id desc limit 1) l on true where s.is_known)
  ) into result;
  return result;
end $$;
comment on function public.platform_health is 'Platform health since 23 full hours ago: traffic, queues, mail, storage, processes and schedules.';
grant execute on function public.platform_health() to authenticated;

create function public.list_jobs(state text, queue text, page int, page_size int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 100);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  if state = 'outbox' or to_regclass('pgboss.job') is null then
    select jsonb_build_object('count', count(*), 'rows', coalesce((select jsonb_agg(to_jsonb(p) order by p.at desc) from (
        select o.id::text, o.queue, 'outbox' as state, o.created_at as at, 0 as tries, null as error
          from private.outbox o where state = 'outbox' and (list_jobs.queue is null or o.queue = list_jobs.queue)
         order by o.id desc limit page_size offset (page - 1) * page_size) p), '[]'))
      into result from private.outbox o where state = 'outbox' and (list_jobs.queue is null or o.queue = list_jobs.queue);
    return result;
  end if;
  -- A job's payload is never returned: it may contain personal data.
  execute 'with found as (select id::text as id, name as queue, state::text as state, created_on as at, retry_count as tries,
      left(coalesce(output ->> ''message'', output #>> ''{value,message}'', output::text), 2000) as error
      from pgboss.job where state::text = $1 and ($2 is null or name = $2) and name not like ''\_\_%'')
    select jsonb_build_object(''count'', (select count(*) from found), ''rows'',
      coalesce((select jsonb_agg(to_jsonb(p) order by p.at desc) from (select * from found order by at desc limit $3 offset $4) p), ''[]''))'
    into result using state, list_jobs.queue, page_size, (page - 1) * page_size;
  return result;
end $$;
comment on function public.list_jobs is 'One page of the jobs in a state (outbox, created, retry, active, failed), newest first, without their payloads.';
grant execute on function public.list_jobs(text, text, int, int) to authenticated;

create function public.list_reports(account_id uuid, search text, page int, page_size int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  pattern text := '%' || replace(replace(replace(left(coalesce(search, ''), 200), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 100);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  with matching as (
    select l.id, l.account_id, a.slug, l.message, l.created_at from private.logs l join public.accounts a on a.account_id = l.account_id
     where l.created_at >= date_trunc('hour', now()) - interval '23 hours'
       and (list_reports.account_id is null or l.account_id = list_reports.account_id) and l.message ilike pattern)
  select jsonb_build_object('count', (select count(*) from matching), 'rows', coalesce((select jsonb_agg(to_jsonb(p) order by p.id desc)
    from (select * from matching order by id desc limit page_size offset (page - 1) * page_size) p), '[]')) into result;
  return result;
end $$;
comment on function public.list_reports is 'One page of errors reported by browsers since 23 full hours ago, newest first.';
grant execute on function public.list_reports(uuid, text, int, int) to authenticated;

create function public.list_slow_statements() returns table (hash text, statement text, calls bigint, milliseconds bigint, longest bigint, last_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  return query select s.hash, s.statement, s.calls, s.milliseconds, s.longest, s.last_at from private.slow_statements s
   where s.last_at >= date_trunc('hour', now()) - interval '23 hours' order by s.milliseconds desc, s.hash limit 100;
end $$;
comment on function public.list_slow_statements is 'The statements with the longest total time, of those slow since 23 full hours ago.';
grant execute on function public.list_slow_statements() to authenticated;

create function public.list_noise(sort text, page int, page_size int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  since timestamptz := date_trunc('hour', now()) - interval '23 hours';
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 100);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  with sums as (
    select a.account_id, a.slug, coalesce(t.requests, 0) as requests, coalesce(t.failures, 0) as failures, coalesce(t.milliseconds, 0) as milliseconds,
           (select count(*) from private.mails m where m.account_id = a.account_id and m.created_at >= since) as mails,
           (select count(*) from private.logs l where l.account_id = a.account_id and l.created_at >= since) as reports,
           (select coalesce(sum((o.metadata ->> 'size')::bigint), 0) from storage.objects o
             where o.bucket_id in (a.account_id::text, a.account_id || '-private')) as bytes
      from public.accounts a
      left join (select h.account_id, sum(h.requests) as requests, sum(h.failures) as failures, sum(h.milliseconds) as milliseconds
                   from private.traffic_hours h where h.hour >= since group by h.account_id) t on t.account_id = a.account_id)
  select jsonb_build_object('count', (select count(*) from sums), 'rows', coalesce((select jsonb_agg(to_jsonb(p)) from (
    select * from sums s order by case sort when 'failures' then s.failures when 'milliseconds' then s.milliseconds when 'mails' then s.mails
        when 'reports' then s.reports when 'bytes' then s.bytes else s.requests end desc, s.slug
     limit page_size offset (page - 1) * page_size) p), '[]')) into result;
  return result;
end $$;
comment on function public.list_noise is 'Requests of each account since 23 full hours ago, most first.';
grant execute on function public.list_noise(text, int, int) to authenticated;

create function private.prune_figures() returns text
language plpgsql security definer set search_path = '' as $$
declare
  hours bigint;
  removed bigint;
begin
  delete from private.traffic_hours where hour < now() - interval '90 days';
  get diagnostics hours = row_count;
  delete from private.slow_statements where last_at < now() - interval '30 days';
  delete from private.processes where seen_at < now() - interval '1 day';
  get diagnostics removed = row_count;
  return format('Removed %s hours of traffic and %s processes that are gone.', hours, removed);
end $$;
comment on function private.prune_figures is 'Deletes expired usage statistics.';

create function private.prune_mails() returns text
language plpgsql security definer set search_path = '' as $$
declare
  removed bigint;
  cleared bigint;
begin
  delete from private.mails where created_at < now() - interval '90 days';
  get diagnostics removed = row_count;
  -- Sign-in links are valid for a day at most, invitations for fourteen: expired ones are cleared.
  update private.mails m set html = '', body_text = ''
   where m.html <> '' and m.created_at < now() - interval '1 day'
     and (m.html || m.body_text ~ '/auth/v1/verify\?|/login/reset-password\?|/signup/confirm\?'
       or m.created_at < now() - interval '14 days' and m.html || m.body_text ~ '/members/invitation\?code=');
  get diagnostics cleared = row_count;
  -- A code sent by text message is valid for five minutes; its number is not needed after that.
  delete from private.texts where created_at < now() - interval '30 days';
  update private.texts set body_text = '' where body_text <> '' and created_at < now() - interval '1 day';
  delete from private.text_counts where day < (now() at time zone 'UTC')::date - 2;
  return format('Removed %s mails and emptied %s whose links hold no longer.', removed, cleared);
end $$;
comment on function private.prune_mails is 'Deletes mails after 90 days and text messages after 30, and clears the bodies of those with one-time links or codes once these expire.';
