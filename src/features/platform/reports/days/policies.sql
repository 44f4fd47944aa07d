create function private.zone_of(account uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  zone text;
begin
  select nullif(o.value ->> 'timezone', '') into zone from public.options o where o.account_id = account and o.key = 'settings';
  if zone is null then
    return 'UTC';
  end if;
  perform private.clock_now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return 'UTC';
end $$;
comment on function private.zone_of is 'Time zone of an account''s days; UTC where none is set or it is unknown.';

create function private.report_frame(account uuid, period text, since date, until date, compare text) returns table (
  zone text, currency text, unit text, first date, last date, starts timestamptz, ends timestamptz,
  past_first date, past_last date, past_starts timestamptz, past_ends timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  today date;
  months int := 0;
  days int := 0;
  shift interval;
  past_end timestamp;
begin
  zone := private.zone_of(account);
  today := (private.clock_now() at time zone zone)::date;
  last := today;
  case period
    when '7d' then first := today - 6; days := 7;
    when '30d' then first := today - 29; days := 30;
    when '90d' then first := today - 89; days := 90;
    when '12m' then first := date_trunc('month', today)::date - interval '11 months'; months := 12;
    when 'month' then first := date_trunc('month', today); months := 1;
    when 'last_month' then first := date_trunc('month', today) - interval '1 month'; last := date_trunc('month', today)::date - 1; months := 1;
    when 'last_week' then first := date_trunc('week', today)::date - 7; last := date_trunc('week', today)::date - 1; days := 7;
    when 'year' then first := date_trunc('year', today); months := 12;
    when 'custom' then
      if since is null or until is null or since > until or until > today or since < date '2000-01-01' or until - since > 1100 then
        perform private.raise_error('invalid', 'Choose a first and a last day, not in the future and at most three years apart.');
      end if;
      first := since;
      last := until;
      -- Full months are compared with full months, whatever their length.
      if extract(day from since) = 1 and extract(day from until + 1) = 1 then
        months := private.report_slot('month', since, until) + 1;
      else
        days := until - since + 1;
      end if;
    else perform private.raise_error('invalid', 'There is no such period.');
  end case;
  if compare = 'year' then
    shift := interval '1 year';
  elsif compare = 'previous' then
    shift := make_interval(months => months, days => days);
  elsif compare <> 'none' then
    perform private.raise_error('invalid', 'Compare with the previous period, the previous year, or nothing.');
  end if;
  currency := coalesce((select nullif(o.value ->> 'currency', '') from public.options o where o.account_id = account and o.key = 'settings'), 'EUR');
  unit := case when last - first < 62 then 'day' when last - first < 190 then 'week' else 'month' end;
  starts := first::timestamp at time zone zone;
  -- An unfinished day is compared with the same part of the other day.
  past_end := case when last >= today then private.clock_now() at time zone zone else (last + 1)::timestamp end - shift;
  ends := case when last >= today then private.clock_now() else (last + 1)::timestamp at time zone zone end;
  past_first := first - shift;
  past_last := (past_end - interval '1 microsecond')::date;
  past_starts := past_first::timestamp at time zone zone;
  past_ends := past_end at time zone zone;
  return next;
end $$;
comment on function private.report_frame is 'Days of a report in the account''s time zone, and the equal part of the period it is compared with.';
