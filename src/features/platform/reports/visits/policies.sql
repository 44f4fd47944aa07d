-- Visits are written by the server alone; who manages the account may read them, but not what tells visitors apart.
grant select (account_id, id, day, started_at, last_at, views, entry_path, exit_path, source, medium, campaign, device, language, country)
  on public.visits to authenticated;
create policy "Managers see visits" on public.visits for select to authenticated
  using (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, visit_id, path, views) on public.visit_pages to authenticated;
create policy "Managers see the pages of visits" on public.visit_pages for select to authenticated
  using (account_id = (select private.account_with('manage_options')));

create function private.visit_salts_of(accounts uuid[]) returns table (account_id uuid, day date, salt text)
language plpgsql security definer set search_path = '' as $$
begin
  -- The last time zone to end a day is twelve hours behind UTC; after that the day's salt is not needed.
  delete from private.visit_salts s where s.day < (private.clock_now() at time zone 'Etc/GMT+12')::date;
  insert into private.visit_salts (day)
    select distinct (private.clock_now() at time zone private.zone_of(a))::date from unnest(accounts) a on conflict do nothing;
  return query
    select a, s.day, encode(s.salt, 'hex') from unnest(accounts) a join private.visit_salts s on s.day = (private.clock_now() at time zone private.zone_of(a))::date;
end $$;
comment on function private.visit_salts_of is 'Today''s date in each account''s time zone, and the salt of that day.';

create function private.count_visits(seen jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v record;
  visit uuid;
  counted integer := 0;
begin
  -- Lock: two processes that see one visitor at once must not begin two visits.
  perform pg_advisory_xact_lock(hashtext('visits'));
  for v in
    select r.account_id as account, r.visitor, min(r.day) as day, min(r.at) as first_at, max(r.at) as last_at,
           count(*)::integer as views, array_agg(r.path order by r.place) as paths,
           (array_agg(r.source order by r.place))[1] as source, (array_agg(r.medium order by r.place))[1] as medium,
           (array_agg(r.campaign order by r.place))[1] as campaign, (array_agg(r.device order by r.place))[1] as device,
           (array_agg(r.language order by r.place))[1] as language, (array_agg(r.country order by r.place))[1] as country
      from rows from (jsonb_to_recordset(seen) as (account_id uuid, visitor bigint, day date, at timestamptz, path text, source text,
             medium text, campaign text, device text, language text, country text)) with ordinality
           r (account_id, visitor, day, at, path, source, medium, campaign, device, language, country, place)
      join public.accounts a on a.account_id = r.account_id
     group by 1, 2
  loop
    update public.visits t set views = least(t.views + v.views, 1000000), last_at = greatest(t.last_at, v.last_at), exit_path = v.paths[cardinality(v.paths)]
     where t.account_id = v.account and t.id = (select k.id from public.visits k where k.account_id = v.account and k.visitor = v.visitor
             and k.last_at > v.first_at - interval '30 minutes' order by k.last_at desc limit 1)
    returning t.id into visit;
    if not found then
      insert into public.visits (account_id, day, visitor, started_at, last_at, views, entry_path, exit_path, source, medium, campaign, device, language, country)
      values (v.account, v.day, v.visitor, v.first_at, v.last_at, v.views, v.paths[1], v.paths[cardinality(v.paths)],
              v.source, v.medium, v.campaign, v.device, v.language, v.country)
      returning id into visit;
    end if;
    insert into public.visit_pages as p (account_id, visit_id, path, views)
      select v.account, visit, x.path, count(*) from unnest(v.paths) x (path) group by x.path
      on conflict (account_id, visit_id, path) do update set views = least(p.views + excluded.views, 1000000);
    counted := counted + v.views;
  end loop;
  return counted;
end $$;
comment on function private.count_visits is 'Records page views in order: a visitor who returns within 30 minutes continues their visit. Returns how many were counted.';

create function private.prune_visits() returns bigint
language sql security definer set search_path = '' as $$
  with removed as (delete from public.visits where started_at < (select private.clock_now()) - interval '25 months' returning 1) select count(*) from removed
$$;
comment on function private.prune_visits is 'Deletes visits older than two years and a month, so that a year can still be compared.';
