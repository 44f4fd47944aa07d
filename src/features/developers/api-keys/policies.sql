create trigger api_keys_touch before update on public.api_keys for each row execute function private.touch_updated_at();

-- Keys are never written directly: create_api_key and revoke_api_key do it.
grant select (account_id, id, name, prefix, scopes, created_by, last_used_at, expires_at, revoked_at, created_at, updated_at)
  on public.api_keys to authenticated;
create policy "Managers see the keys of their account" on public.api_keys for select to authenticated
  using (account_id = (select private.account_with('manage_options')));

-- A scope exists because a policy asks for it, so that no list has to be kept beside the policies.
create function private.key_scopes() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct m[1]), '{}')
    from pg_catalog.pg_policies p,
         regexp_matches(concat(p.qual, p.with_check), 'key_account\(''([a-z-]+:[a-z]+)''', 'g') m
   where p.schemaname = 'public'
$$;
comment on function private.key_scopes is 'Scopes an API key can have: those that policies ask for.';

create function public.create_api_key(account_id uuid, name text, scopes text[], expires_at timestamptz default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  prefix text := 'stoa_' || left(encode(uuid_send(gen_random_uuid()), 'hex'), 8);
  key text := prefix || '_' || rtrim(translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/', '-_'), '=');
  made uuid;
begin
  if not exists (select from private.account_with('manage_options') a where a = account_id) then
    perform private.raise_error('forbidden', 'Only account managers can create API keys.');
  end if;
  -- A key would outlast the half hour of impersonation.
  perform private.forbid_impersonation();
  if length(btrim(coalesce(name, ''))) not between 1 and 80 then
    perform private.raise_error('invalid', 'Enter a key name of 1 to 80 characters.');
  end if;
  if coalesce(cardinality(scopes), 0) = 0 or not scopes <@ private.key_scopes() then
    perform private.raise_error('invalid', 'Choose at least one scope.');
  end if;
  if expires_at <= now() then
    perform private.raise_error('invalid', 'The expiry of a key must be in the future.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('api keys' || account_id, 0));
  if (select count(*) from public.api_keys k where k.account_id = account_id and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now())) >= 50 then
    perform private.raise_error('too_many_keys', 'An account can have at most 50 active API keys. Revoke one first.');
  end if;
  insert into public.api_keys (account_id, name, prefix, scopes, created_by, expires_at)
  values (account_id, btrim(name), prefix, (select array_agg(distinct s order by s) from unnest(scopes) s), private.member_of(account_id), expires_at)
  returning id into made;
  insert into private.api_key_hashes (account_id, key_id, hash) values (account_id, made, encode(sha256(convert_to(key, 'UTF8')), 'hex'));
  return jsonb_build_object('id', made, 'key', key);
end $$;
comment on function public.create_api_key is 'Creates a key and returns its plain text, only this once.';
grant execute on function public.create_api_key(uuid, text, text[], timestamptz) to authenticated;

create function public.revoke_api_key(key_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  update public.api_keys k set revoked_at = coalesce(k.revoked_at, now())
   where k.id = key_id and k.account_id = (select private.account_with('manage_options'));
  if not found then
    perform private.raise_error('not_found', 'There is no such key here.');
  end if;
end $$;
comment on function public.revoke_api_key is 'Revokes a key at once and for good; it stays in the list.';
grant execute on function public.revoke_api_key(uuid) to authenticated;

create function private.caller_of_key(account uuid, hash text) returns table (id uuid, scopes text[])
language plpgsql security definer set search_path = '' as $$
declare
  k public.api_keys%rowtype;
begin
  select a.* into k from private.api_key_hashes h
    join public.api_keys a on (a.account_id, a.id) = (h.account_id, h.key_id)
    join public.accounts c on c.account_id = a.account_id and c.status = 'active'
   where h.hash = caller_of_key.hash and a.account_id = account and a.revoked_at is null and (a.expires_at is null or a.expires_at > now());
  if k.id is null then return; end if;
  -- Precise to a minute, so that a busy key does not write a row at each request.
  if k.last_used_at is null or k.last_used_at < now() - interval '1 minute' then
    update public.api_keys a set last_used_at = now() where (a.account_id, a.id) = (k.account_id, k.id);
  end if;
  return query select k.id, k.scopes;
end $$;
comment on function private.caller_of_key is 'The key of this account that matches a hash and is valid now.';
grant execute on function private.caller_of_key(uuid, text) to anon;

-- Called by each policy below. Our server alone sets the claim; the key is looked up again, so revoking takes effect at once.
create function private.key_account(scope text) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  key uuid := (auth.jwt() ->> 'api_key')::uuid;
begin
  if key is null then return; end if;
  return query select k.account_id from public.api_keys k join public.accounts a on a.account_id = k.account_id and a.status = 'active'
    where k.id = key and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and key_account.scope = any (k.scopes);
end $$;
comment on function private.key_account is 'The account for which the current API key has a scope; none for people.';
grant execute on function private.key_account(text) to authenticated;

create policy "Keys read members" on public.members for select to authenticated
  using (account_id = (select private.key_account('members:read')));
create policy "Keys read the roles of members" on public.roles for select to authenticated
  using (account_id = (select private.key_account('members:read')));
