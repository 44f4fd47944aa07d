-- Details behind the usage numbers.

create function public.meter_days(account_id uuid, meter text) returns table (day date, amount bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if not private.may_see_usage(account_id) then
    perform private.raise_error('forbidden', 'Only site managers can see its usage.');
  end if;
  return query
  select (u.created_at at time zone 'UTC')::date, sum(u.amount)::bigint
    from private.meter_uses u
   where u.account_id = account_id and u.meter = meter and u.period_start = private.period_of(meter)
   group by 1 order by 1 desc;
end $$;
comment on function public.meter_days is 'Usage of a monthly meter by day (UTC), newest first; empty for meters of stored amounts, which are counted by their rows.';
grant execute on function public.meter_days(uuid, text) to authenticated;

create function public.meter_places(account_id uuid, meter text) returns table (place text, amount bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if not private.may_see_usage(account_id) then
    perform private.raise_error('forbidden', 'Only site managers can see its usage.');
  end if;
  return query
  select f.place, case meter when 'storage' then sum(f.bytes) else count(*) end::bigint
    from (select coalesce((o.metadata ->> 'size')::bigint, 0) as bytes, case
            when o.bucket_id = account_id::text and o.name like 'public/%' then 'library'
            when o.bucket_id = account_id::text and o.name like 'avatars/%' then 'portraits'
            when o.bucket_id <> account_id::text and o.name ~ '^(courses|products|tickets)/' then split_part(o.name, '/', 1)
            else 'others' end as place
            from storage.objects o
           where o.bucket_id in (account_id::text, account_id || '-private')
             and case meter when 'storage' then true when 'videos' then o.metadata ->> 'mimetype' like 'video/%'
                   when 'cdn_images' then o.metadata ->> 'mimetype' like 'image/%' else false end) f
   group by f.place order by 2 desc, 1;
end $$;
comment on function public.meter_places is 'Where the files counted by storage, videos and cdn_images are: the media library, and files outside it. Empty for other meters.';
grant execute on function public.meter_places(uuid, text) to authenticated;
