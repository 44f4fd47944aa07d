-- What a person decides about themselves: where they are signed in, a copy of all that is kept of them, and being forgotten.

-- By the tables and not by the token: the authentication service asks too, which sends no claims.
create function private.reach_of_session(session uuid) returns table (sessions uuid[], is_home boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  person uuid;
  account uuid;
  at_home boolean;
begin
  select s.user_id, b.account_id, coalesce(a.is_platform, false) into person, account, at_home
    from auth.sessions s
    left join private.session_accounts b on b.session_id = s.id and b.user_id = s.user_id
    left join public.accounts a on a.account_id = b.account_id
   where s.id = session
     and (b.actor_id is not null or s.aal <> 'aal1'
       or not exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified')
       or exists (select from auth.mfa_amr_claims m where m.session_id = s.id and m.authentication_method = 'passkey'));
  if account is null then
    return query select array[session], false;
  else
    return query select array(select s.id from auth.sessions s
      where s.user_id = person and (at_home or s.id = session
        or exists (select from private.session_accounts o where o.session_id = s.id and o.account_id = account))), at_home;
  end if;
end $$;
comment on function private.reach_of_session is 'Which sessions of its person one session may see and end: those of its account, on the platform''s host all, and itself alone where it is bound to none or owes its second step.';

create function public.own_sessions() returns table (id uuid, user_agent text, ip text, created_at timestamptz, seen_at timestamptz, is_current boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.user_agent, host(s.ip), s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.created_at), s.id = private.session_id()
    from private.reach_of_session(private.session_id()) r
    join auth.sessions s on s.id = any (r.sessions)
   where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()) and private.actor() is null
     and private.session_account() is not null
     -- One that was idle for too long is never renewed, and is removed later. Hosted backends have no such column.
     and coalesce(coalesce(s.refreshed_at at time zone 'utc', s.created_at)
       + make_interval(secs => (to_jsonb(s) ->> 'idle_seconds')::float8) > now(), true)
   order by 6 desc, 5 desc limit 100
$$;
comment on function public.own_sessions is 'Where the caller is signed in: on this account, on the platform''s host everywhere; nothing is shown to somebody signed in as them.';
grant execute on function public.own_sessions() to authenticated;

create function public.end_own_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.refuse_acting();
  if private.is_session_over() then
    perform private.refuse('not_authenticated', 'Sign in first.');
  end if;
  delete from auth.sessions s using private.reach_of_session(private.session_id()) r
   where s.id = session_id and s.id = any (r.sessions) and s.user_id = auth.uid() and private.session_account() is not null;
  return found;
end $$;
comment on function public.end_own_session is 'Signs the caller out on one device of this account, on the platform''s host of any: the session is not renewed. Answers whether there was one.';
grant execute on function public.end_own_session(uuid) to authenticated;

create function private.names_of_sites(account uuid, person uuid) returns setof text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[a.slug::text, a.domain::text, o.value ->> 'sitetitle'], null)
    from public.accounts a left join public.options o on o.account_id = a.account_id and o.key = 'settings'
   where a.account_id = account or exists (select from public.members m where m.account_id = a.account_id and m.user_id = person)
   order by a.account_id = account desc limit 50
$$;
comment on function private.names_of_sites is 'What an account and those where a person is a member are called, a row each: none of it makes a password.';

create function private.personal_keys() returns table (place regclass, key_column name, is_member boolean)
language sql stable set search_path = '' as $$
  select k.conrelid::regclass, a.attname, k.confrelid = 'public.members'::regclass
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_namespace n on n.oid = k.connamespace and n.nspname in ('public', 'private')
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname not in ('account_id', 'actor_id')
   where k.contype = 'f' and k.confrelid in ('public.members'::regclass, 'auth.users'::regclass)
     and k.conrelid not in ('private.acting_codes'::regclass, 'private.handoff_codes'::regclass, 'private.session_accounts'::regclass)
$$;
comment on function private.personal_keys is 'Every column that says whose a row is: a key to people or members. A new table is in it by its foreign key.';

create function public.export_own_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope uuid := private.session_account();
  everywhere boolean := private.is_on_platform();
  members uuid[] := array(select m.id from public.members m where m.user_id = auth.uid() and (everywhere or m.account_id = scope));
  k record;
  shown text;
  rows jsonb;
  result jsonb;
  most constant int := 10000;
  held bigint;
begin
  if auth.uid() is null or scope is null then
    perform private.refuse('not_authenticated', 'Sign in first.');
  end if;
  perform private.refuse_acting();
  select jsonb_build_object('person', jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'created_at', u.created_at,
      'last_sign_in_at', u.last_sign_in_at, 'metadata', u.raw_user_meta_data),
    'sign_in_methods', (select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'since', i.created_at)), '[]') from auth.identities i where i.user_id = u.id),
    'second_factors', (select coalesce(jsonb_agg(jsonb_build_object('name', f.friendly_name, 'type', f.factor_type, 'since', f.created_at)), '[]') from auth.mfa_factors f where f.user_id = u.id),
    'sessions', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from public.own_sessions() s),
    'memberships', (select coalesce(jsonb_agg(to_jsonb(m)), '[]') from public.members m where m.id = any (members)))
    into result from auth.users u where u.id = auth.uid();
  for k in select * from private.personal_keys() where place <> 'public.members'::regclass order by place::text, key_column loop
    -- Of what clients may read at all, the columns they may read; of the rest, all that is no secret.
    select string_agg(format('%L, t.%I', a.attname, a.attname), ', ' order by a.attnum) into shown
      from pg_catalog.pg_attribute a
     where a.attrelid = k.place and a.attnum > 0 and not a.attisdropped and a.attname !~ '(hash|secret|token|code|_key)$'
       and (pg_catalog.has_column_privilege('authenticated', k.place, a.attnum, 'select')
         or not pg_catalog.has_any_column_privilege('authenticated', k.place, 'select'));
    execute format('select jsonb_agg(jsonb_build_object(%s)) from (select * from %s t where t.%I = any ($1) and ($2 or t.account_id = $3) limit %s) t',
      shown, k.place, k.key_column, most)
      into rows using case when k.is_member then members else array[auth.uid()] end, everywhere, scope;
    if rows is not null then
      result := result || jsonb_build_object(split_part(k.place::text, '.', 2) || '.' || k.key_column, rows);
    end if;
    -- Who asks for all of it has to see where it is not all.
    if jsonb_array_length(rows) = most then
      execute format('select count(*) from %s t where t.%I = any ($1) and ($2 or t.account_id = $3)', k.place, k.key_column)
        into held using case when k.is_member then members else array[auth.uid()] end, everywhere, scope;
      if held > most then
        result := jsonb_set(result, '{incomplete}', coalesce(result -> 'incomplete', '{}') || jsonb_build_object(
          split_part(k.place::text, '.', 2) || '.' || k.key_column, jsonb_build_object('rows_here', most, 'rows_in_all', held)));
      end if;
    end if;
  end loop;
  return result;
end $$;
comment on function public.export_own_data is 'All that is kept of the caller on this account, or on the platform''s host on every one, found by the keys to people in the catalogue; "incomplete" names what is longer than ten thousand rows.';
grant execute on function public.export_own_data() to authenticated;

create function private.names_address(said text, address text) returns boolean
language sql immutable set search_path = '' as $$
  select position(lower(address) in lower(said)) > 0
    and said ~* ('(^|[^[:alnum:].!#$%&''*+/=?^_`{|}~-])' || regexp_replace(address, '[][\\.^$*+?(){}|]', '\\\&', 'g') || '[.-]*([^[:alnum:].-]|$)')
$$;
comment on function private.names_address is 'Whether a text holds this e-mail address, and not a longer one that it is a part of.';

create function private.names_address(said jsonb, address text) returns boolean
language sql immutable set search_path = '' as $$
  select exists (select from jsonb_path_query(said, 'strict $.**') part
    where jsonb_typeof(part) = 'string' and private.names_address(part #>> '{}', address))
$$;
comment on function private.names_address(jsonb, text) is 'The same for any text of a JSON value.';

create function private.drop_pictures(person uuid, account uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects o
   where o.name like 'avatars/' || person || '/%' and (account is null or o.bucket_id = account::text);
exception when others then
  -- A hosted store may let nobody but itself remove a file: whoever asks looks whether any are left.
  null;
end $$;
comment on function private.drop_pictures is 'Removes the pictures of a person, by their person''s or member''s id, from one account or from all.';

create function private.take_pictures_along() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.drop_pictures(old.user_id, old.account_id);
  perform private.drop_pictures(old.id, old.account_id);
  return null;
end $$;
comment on function private.take_pictures_along is 'Whoever is a member no longer has no picture there that everybody could still see.';
create trigger members_take_pictures_along after delete on public.members
  for each row execute function private.take_pictures_along();

create function private.forget_member(account uuid, person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text := private.proved_address(person);
begin
  insert into private.erasures (account_id, user_id) values (account, person);
  -- What was mailed to them, and to others about them.
  delete from private.mails m where m.account_id = account
    and (lower(m.recipient) = address or private.names_address(m.body_text, address) or private.names_address(m.subject, address));
  delete from private.texts t where t.account_id = account
    and t.recipient = (select u.phone from auth.users u where u.id = person and u.phone_confirmed_at is not null);
  delete from private.logs l where l.account_id = account and l.user_id = person;
  delete from private.outbox o where account::text in (o.payload ->> 'account_id', o.payload ->> 'scope') and private.names_address(o.payload, address);
  if address is not null and to_regclass('pgboss.job') is not null then
    execute 'delete from pgboss.job where $1 in (data ->> ''account_id'', data ->> ''scope'') and private.names_address(data::jsonb, $2)'
      using account::text, address;
  end if;
  delete from public.invitations i where i.account_id = account and i.email = address;
  delete from public.member_import_rows r where r.account_id = account and lower(r.email) = address;
  delete from private.acting_codes c where c.account_id = account and person in (c.user_id, c.actor_id);
  delete from public.members m where m.account_id = account and m.user_id = person;
end $$;
comment on function private.forget_member is 'Takes a person out of an account, with what is known of them there, by their address only where they have proved it; other features clear theirs when the erasure is noted.';

create function public.erase_own_data() returns text
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := auth.uid();
  scope uuid := private.session_account();
  everywhere boolean := private.is_on_platform();
  place uuid;
begin
  if person is null or scope is null then
    perform private.refuse('not_authenticated', 'Sign in first.');
  end if;
  perform private.refuse_acting();
  if exists (select from public.accounts a where a.owner_id = person and (everywhere or a.account_id = scope)) then
    perform private.refuse('owner_stays', 'You own a site. Give it to somebody else or close it first.');
  end if;
  if not private.is_confirmed() then
    perform private.refuse('reauthentication_needed', 'Confirm that it is you first.');
  end if;
  for place in select m.account_id from public.members m where m.user_id = person and (everywhere or m.account_id = scope) loop
    perform private.forget_member(place, person);
  end loop;
  perform private.drop_pictures(person, case when everywhere then null else scope end);
  if exists (select from storage.objects o where o.name like 'avatars/' || person || '/%' and (everywhere or o.bucket_id = scope::text)) then
    perform private.refuse('conflict', 'Your picture is still stored. Remove it first.');
  end if;
  if not exists (select from private.erasures e where e.account_id = scope and e.user_id = person) then
    -- Who owns or owned sites is no member of the platform, and who never joined none of a site: both are known there all the same.
    perform private.forget_member(scope, person);
  end if;
  if not everywhere and (exists (select from public.members m where m.user_id = person)
    or exists (select from public.accounts a where a.owner_id = person)
    or exists (select from private.super_admins s where s.email = private.proved_address(person))) then
    delete from auth.sessions s using private.session_accounts b
     where b.session_id = s.id and b.user_id = person and b.account_id = scope;
    return 'left';
  end if;
  delete from auth.audit_log_entries e where e.payload::text like '%' || person || '%';
  delete from auth.users u where u.id = person;
  return 'erased';
end $$;
comment on function public.erase_own_data is 'Forgets the caller: on this account, and where nothing else holds them, as a person. Orders stay without them, as the law has it.';
grant execute on function public.erase_own_data() to authenticated;
