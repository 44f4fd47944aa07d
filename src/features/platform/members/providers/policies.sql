create trigger sign_in_providers_touch before update on public.sign_in_providers for each row execute function private.touch_updated_at();

grant select (account_id, provider, source, is_on, is_shared, client_id, tenant, team_id, key_id, has_secret, created_at, updated_at)
  on public.sign_in_providers to authenticated;
create policy "Managers see by what people sign in on their account" on public.sign_in_providers for select to authenticated
  using (account_id = (select private.account_with('manage_options')));

create view private.usable_sign_in_providers as
  select p.account_id, p.provider, c.client_id, c.tenant, c.team_id, c.key_id, c.sealed_secret, c.version, c.account_id as holder_id
    from public.sign_in_providers p
    join public.accounts a on a.account_id = p.account_id and a.status = 'active'
    join public.sign_in_providers c on c.provider = p.provider and c.source = 'own' and (
      (p.source = 'own' and c.account_id = p.account_id)
      or (p.source = 'platform' and c.is_shared and exists (select from public.accounts o where o.account_id = c.account_id and o.is_platform)))
   where p.is_on
     -- A hosted backend configures its own providers.
     and not exists (select from private.backend_kind k where k.is_hosted);
comment on view private.usable_sign_in_providers is 'The enabled providers of an account with their effective credentials: its own, or the platform''s where shared.';

create view public.sign_in_buttons with (security_barrier) as
  select u.account_id, u.provider from private.usable_sign_in_providers u;
comment on view public.sign_in_buttons is 'The external providers users can sign in with on an account.';
grant select on public.sign_in_buttons to anon, authenticated;

create function private.notify_sign_in_buttons() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.sign_in_providers%rowtype := case tg_op when 'DELETE' then old else new end;
begin
  perform pg_notify('changes', json_build_object('thing', 'sign_in_buttons', 'account_id', p.account_id, 'id', null, 'slugs', '[]'::json)::text)
    from public.sign_in_providers p
   where p.provider = changed.provider and p.source = 'platform' and p.account_id <> changed.account_id
     and exists (select from public.accounts a where a.account_id = changed.account_id and a.is_platform);
  perform pg_notify('changes', json_build_object('thing', 'sign_in_buttons', 'account_id', changed.account_id, 'id', null, 'slugs', '[]'::json)::text);
  return null;
end $$;
comment on function private.notify_sign_in_buttons is 'Invalidates an account''s login pages when its providers change, or the platform''s if it uses those.';
create trigger sign_in_providers_tell after insert or update or delete on public.sign_in_providers
  for each row execute function private.notify_sign_in_buttons();

create function private.shared_sign_in_providers() returns setof text
language sql stable security definer set search_path = '' as $$
  select c.provider from public.sign_in_providers c join public.accounts a on a.account_id = c.account_id and a.is_platform
   where c.source = 'own' and c.is_shared order by 1
$$;
comment on function private.shared_sign_in_providers is 'Providers whose platform credentials accounts may use.';
grant execute on function private.shared_sign_in_providers() to authenticated;

create function private.encrypted_provider_secret(account uuid, name text) returns text
language sql stable security definer set search_path = '' as $$
  select p.sealed_secret from public.sign_in_providers p
   where p.account_id = account and p.provider = name and p.account_id = (select private.account_with('manage_options'))
$$;
comment on function private.encrypted_provider_secret is 'The stored encrypted secret, which the server checks again when other settings change; never sent to a browser.';
grant execute on function private.encrypted_provider_secret(uuid, text) to authenticated;

create function private.is_sign_in_complete(account uuid, person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified')
    and (exists (select from public.members m where m.account_id = account and m.user_id = person and m.blocked_at is null)
      or exists (select from public.accounts a where a.account_id = account and a.is_platform))
$$;
comment on function private.is_sign_in_complete is 'Whether a sign-in by a provider is complete: the user owes no second step and is a member. Others continue on the login page.';
grant execute on function private.is_sign_in_complete(uuid, uuid) to anon, authenticated;

create function private.save_sign_in_provider(account uuid, name text, settings jsonb, sealed text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_platform boolean := exists (select from public.accounts a where a.account_id = account and a.is_platform);
begin
  if account is distinct from (select private.account_with('manage_options')) then
    perform private.raise_error('forbidden', 'You are not allowed to do this here.');
  end if;
  perform private.forbid_impersonation();
  if settings ->> 'source' = 'platform' and (is_platform or name not in (select private.shared_sign_in_providers())) then
    perform private.raise_error('invalid', 'The platform has no credentials for this provider to share.');
  end if;
  update public.sign_in_providers p
     set source = settings ->> 'source', is_on = (settings ->> 'is_on')::boolean,
         is_shared = is_platform and (settings ->> 'is_shared')::boolean, client_id = coalesce(settings ->> 'client_id', ''),
         tenant = coalesce(settings ->> 'tenant', ''), team_id = coalesce(settings ->> 'team_id', ''), key_id = coalesce(settings ->> 'key_id', ''),
         sealed_secret = case when settings ->> 'source' = 'own' then coalesce(sealed, p.sealed_secret) end, version = gen_random_uuid()
   where p.account_id = account and p.provider = name;
  if not found then
    insert into public.sign_in_providers (account_id, provider, source, is_on, is_shared, client_id, tenant, team_id, key_id, sealed_secret)
    values (account, name, settings ->> 'source', (settings ->> 'is_on')::boolean, is_platform and (settings ->> 'is_shared')::boolean,
      coalesce(settings ->> 'client_id', ''), coalesce(settings ->> 'tenant', ''), coalesce(settings ->> 'team_id', ''),
      coalesce(settings ->> 'key_id', ''), sealed);
  end if;
end $$;
comment on function private.save_sign_in_provider is 'Saves the settings of a provider on an account; the server has checked the credentials and encrypted the secret. Without a new secret the stored one is kept.';
grant execute on function private.save_sign_in_provider(uuid, text, jsonb, text) to authenticated;

create function private.remove_sign_in_provider(account uuid, name text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if account is distinct from (select private.account_with('manage_options')) then
    perform private.raise_error('forbidden', 'You are not allowed to do this here.');
  end if;
  perform private.forbid_impersonation();
  delete from public.sign_in_providers where account_id = account and provider = name;
end $$;
comment on function private.remove_sign_in_provider is 'Disables a provider on the account and deletes its credentials. Users and their identities are kept.';
grant execute on function private.remove_sign_in_provider(uuid, text) to authenticated;
