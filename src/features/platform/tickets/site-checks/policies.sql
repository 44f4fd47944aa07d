create function private.site_of_ticket(account uuid, ticket uuid) returns table (account_id uuid, status text, meters jsonb)
language sql stable security definer set search_path = '' as $$
  select a.account_id, a.status,
         -- Storage is counted from its files; the other meters keep their own count, and those without a cap are left out.
         jsonb_build_array(jsonb_build_object('meter', 'storage', 'limit', private.cap_of(a.account_id, 'storage'), 'used',
           (select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint from storage.objects o
             where o.bucket_id in (a.account_id::text, a.account_id || '-private'))))
         || (select coalesce(jsonb_agg(jsonb_build_object('meter', u.meter, 'used', u.used, 'limit', private.cap_of(u.account_id, u.meter)) order by u.meter), '[]')
               from public.usage_meters u
              where u.account_id = a.account_id and u.meter <> 'storage' and u.period_start = private.period_of(u.meter)
                and private.cap_of(u.account_id, u.meter) > 0)
    from public.tickets t join public.accounts a on a.account_id = coalesce(t.about_account_id, t.account_id)
   where (t.account_id, t.id) = (account, ticket)
$$;
comment on function private.site_of_ticket is 'The site a ticket is about, with its meters and their caps.';

create function private.keep_site_checks(account uuid, ticket uuid, findings jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.ticket_messages (account_id, ticket_id, via, body, checks, created_at)
  values (account, ticket, 'system', '', findings, private.clock_time())
$$;
comment on function private.keep_site_checks is 'Adds the results of the site checks to the ticket.';

create function private.prune_ticket_files() returns bigint
language sql security definer set search_path = '' as $$
  with removed as (
    delete from storage.objects o
     where o.name like 'tickets/%' and o.bucket_id like '%-private' and o.created_at < (select private.clock_now()) - interval '1 day'
       and not private.is_attached(o.bucket_id, o.name)
    returning 1)
  select count(*) from removed
$$;
comment on function private.prune_ticket_files is 'Deletes files that were uploaded a day ago and never sent.';
