create trigger domain_claims_guard_acting before insert on public.domain_claims for each row execute function private.guard_impersonation();
create trigger domain_claims_touch before update on public.domain_claims for each row execute function private.touch_updated_at();
create trigger domain_claims_tell after insert or update or delete on public.domain_claims
  for each row execute function private.notify_change('domain_claims');

create function private.may_manage_domains(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select account in (select private.owned_accounts()) or account in (select private.account_with('manage_options'))
$$;
comment on function private.may_manage_domains is 'Owners on the platform''s host, and managers of the site on its own.';

grant select (account_id, id, domain, token, state, problem, detail, records, asked_at, checked_at, next_check_at, certificate_until, created_at, updated_at)
  on public.domain_claims to authenticated;
create policy "Owners see the domains of their accounts from the platform's host" on public.domain_claims for select to authenticated
  using (account_id in (select private.owned_accounts()));
create policy "Managers see the domains of the site" on public.domain_claims for select to authenticated
  using (account_id = (select private.account_with('manage_options')));

-- Called by our server alone, which knows the platform's own domain.
create function private.claim_domain(account uuid, requested text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  name text := lower(trim(both '. ' from coalesce(requested, '')));
  made uuid;
begin
  if not private.may_manage_domains(account) then
    perform private.raise_error('forbidden', 'Only site managers can change its domains.');
  elsif exists (select from public.accounts a where a.account_id = account and a.is_platform) then
    perform private.raise_error('forbidden', 'The platform’s domain is set when it is started.');
  elsif length(name) > 253 or name !~ '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$' then
    perform private.raise_error('invalid', 'Enter a domain such as school.example.com.');
  end if;
  -- Row lock, so that the count of claims holds.
  perform from public.accounts a where a.account_id = account for update;
  select id into made from public.domain_claims c where c.account_id = account and c.domain = name;
  if found then
    return made;
  elsif (select count(*) from public.domain_claims c where c.account_id = account) >= 5 then
    perform private.raise_error('domains_full', 'A site can have at most five domains. Remove one first.');
  end if;
  insert into public.domain_claims (account_id, domain) values (account, name) returning id into made;
  perform private.enqueue('domain-check', jsonb_build_object('claim_id', made));
  return made;
end $$;
comment on function private.claim_domain is 'Creates a claim of a domain for an account; it has no effect until DNS records prove it.';
grant execute on function private.claim_domain(uuid, text) to authenticated;

create function public.check_domain(account_id uuid, claim_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  seen timestamptz;
begin
  if not private.may_manage_domains(account_id) then
    perform private.raise_error('forbidden', 'Only site managers can change its domains.');
  end if;
  select c.checked_at into seen from public.domain_claims c where (c.account_id, c.id) = (account_id, claim_id) for update;
  if not found then
    perform private.raise_error('not_found', 'This domain no longer exists.');
  elsif seen > now() - interval '15 seconds' then
    return;
  end if;
  update public.domain_claims c set next_check_at = now(), asked_at = now(), failures = 0
   where (c.account_id, c.id) = (account_id, claim_id);
  perform private.enqueue('domain-check', jsonb_build_object('claim_id', claim_id));
end $$;
comment on function public.check_domain is 'Checks a domain''s records now; skipped within 15 seconds of the last check.';
grant execute on function public.check_domain(uuid, uuid) to authenticated;

create function public.remove_domain(account_id uuid, claim_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if not private.may_manage_domains(account_id) then
    perform private.raise_error('forbidden', 'Only site managers can change its domains.');
  end if;
  delete from public.domain_claims c where (c.account_id, c.id) = (account_id, claim_id);
  if not found then
    perform private.raise_error('not_found', 'This domain no longer exists.');
  end if;
end $$;
comment on function public.remove_domain is 'Removes a domain: it stops serving at once and its certificate is deleted.';
grant execute on function public.remove_domain(uuid, uuid) to authenticated;

create function private.update_site_domain() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := coalesce(new.account_id, old.account_id);
  chosen text;
begin
  -- The domain that currently names the site keeps doing so while it is live.
  select c.domain into chosen from public.domain_claims c join public.accounts a using (account_id)
   where c.account_id = account and c.state = 'live' order by (c.domain = a.domain) desc nulls last, c.created_at limit 1;
  update public.accounts a set domain = chosen where a.account_id = account and a.domain is distinct from chosen;
  return null;
end $$;
comment on function private.update_site_domain is 'The site''s canonical host: one of its live domains, else its slug.';
create trigger domain_claims_name_site after update of state or delete on public.domain_claims
  for each row execute function private.update_site_domain();

create function private.claim_domain_checks(max_claims int, claim uuid default null)
returns table (account_id uuid, id uuid, domain text, token text, state text, slug text, certificate_until timestamptz)
language sql security definer set search_path = '' as $$
  with due as (
    select c.id from public.domain_claims c
     where c.next_check_at <= now() and (claim is null or c.id = claim)
     order by c.next_check_at limit max_claims for update skip locked)
  update public.domain_claims c set next_check_at = now() + interval '5 minutes'
    from due, public.accounts a
   where c.id = due.id and a.account_id = c.account_id
  returning c.account_id, c.id, c.domain, c.token, c.state, a.slug, c.certificate_until
$$;
comment on function private.claim_domain_checks is 'Claims the domains due for a check, leased for five minutes.';

create function private.next_domain_check(state text, failures int) returns timestamptz
language sql stable set search_path = '' as $$
  select now() + case when failures = 0 and state = 'live' then interval '12 hours'
    else least(interval '1 minute' * power(2, least(failures, 10)), interval '6 hours') end
$$;
comment on function private.next_domain_check is 'Time of the next check: twice a day for a live domain, for others after a minute and then ever more rarely, at least every six hours.';

create function private.store_domain_records(claim uuid, records jsonb, is_right boolean, tokens text[]) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  current_claim public.domain_claims;
  other_claim public.domain_claims;
  new_problem text := case when not is_right then 'records' end;
begin
  select c.* into current_claim from public.domain_claims c where c.id = claim for update;
  if not found then
    return null;
  end if;
  if is_right and current_claim.state = 'pending' then
    select c.* into other_claim from public.domain_claims c where c.domain = current_claim.domain and c.state <> 'pending' for update;
    if found and other_claim.token = any (tokens) then
      -- The domain still has its holder's record, which its real owner has to remove first.
      new_problem := 'taken';
    elsif found then
      delete from private.domain_certificates d where (d.account_id, d.claim_id) = (other_claim.account_id, other_claim.id);
      update public.domain_claims c set state = 'pending', problem = 'reclaimed', certificate_until = null, next_check_at = null
       where c.id = other_claim.id;
    end if;
  end if;
  if new_problem is not null and current_claim.state <> 'live' and current_claim.asked_at < now() - interval '30 days' then
    new_problem := 'given_up';
  end if;
  update public.domain_claims c set
      records = records, checked_at = now(), problem = new_problem, detail = '',
      state = case when new_problem is null and c.state = 'pending' then 'dns_ok'
        when new_problem is not null and c.state <> 'live' then 'pending' else c.state end,
      failures = case when new_problem is null then c.failures else least(c.failures + 1, 1000) end,
      next_check_at = case when new_problem = 'given_up' then null
        when new_problem is null then private.next_domain_check(c.state, 0) else private.next_domain_check(c.state, c.failures) end
   where c.id = claim
  returning case when new_problem is null then c.state end into new_problem;
  return new_problem;
end $$;
comment on function private.store_domain_records is
  'Stores the DNS records found for a domain; returns its state where it can continue, else null. A claim that proves a domain its holder no longer proves takes it over.';

create function private.store_domain_certificate(claim uuid, chain text, sealed_key text, valid_until timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  account uuid;
begin
  update public.domain_claims c set certificate_until = valid_until, problem = null, detail = '', failures = 0,
      state = case c.state when 'dns_ok' then 'certificate_ok' else c.state end, next_check_at = private.next_domain_check(c.state, 0)
   where c.id = claim and c.state <> 'pending' returning c.account_id into account;
  if account is not null and chain is not null then
    insert into private.domain_certificates as d (account_id, claim_id, chain, sealed_key, valid_until)
    values (account, claim, chain, sealed_key, valid_until)
    on conflict on constraint domain_certificates_pkey
      do update set chain = excluded.chain, sealed_key = excluded.sealed_key, valid_until = excluded.valid_until, created_at = now();
  end if;
end $$;
comment on function private.store_domain_certificate is 'Stores the certificate of a held domain: ours, or (chain null) one observed on a proxy in front of us.';

create function private.activate_domain(claim uuid) returns void
language sql security definer set search_path = '' as $$
  update public.domain_claims set state = 'live', problem = null, detail = '', failures = 0, next_check_at = private.next_domain_check('live', 0)
   where id = claim and state <> 'pending'
$$;
comment on function private.activate_domain is 'The domain answered over https as ours: the site becomes reachable by it.';

create function private.fail_domain(claim uuid, what text, why text) returns void
language sql security definer set search_path = '' as $$
  update public.domain_claims set problem = what, detail = left(why, 500), failures = least(failures + 1, 1000),
      next_check_at = private.next_domain_check(state, failures)
   where id = claim
$$;
comment on function private.fail_domain is 'Records that a step after the DNS records failed; it is retried later.';
