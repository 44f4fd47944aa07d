-- What users manage themselves: their sessions, the export of their data, and their erasure.

-- Reads tables instead of the token, because the auth service calls it too, without claims.
create function private.sessions_visible_to(session uuid) returns table (sessions uuid[], is_home boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  person uuid;
  account uuid;
  on_platform boolean;
begin
  select s.user_id, b.account_id, coalesce(a.is_platform, false) into person, account, on_platform
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
      where s.user_id = person and (on_platform or s.id = session
        or exists (select from private.session_accounts o where o.session_id = s.id and o.account_id = account))), on_platform;
  end if;
end $$;
comment on function private.sessions_visible_to is 'The sessions of a user that one session may see and end: those of its account, all of them on the platform''s host, and only itself if it is unbound or owes its second step.';

create function public.own_sessions() returns table (id uuid, user_agent text, ip text, created_at timestamptz, seen_at timestamptz, is_current boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.user_agent, host(s.ip), s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.created_at), s.id = private.session_id()
    from private.sessions_visible_to(private.session_id()) r
    join auth.sessions s on s.id = any (r.sessions)
   where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()) and private.actor() is null
     and private.session_account() is not null
     -- A session idle for too long can't be refreshed and is deleted later. Hosted backends have no such column.
     and coalesce(coalesce(s.refreshed_at at time zone 'utc', s.created_at)
       + make_interval(secs => (to_jsonb(s) ->> 'idle_seconds')::float8) > now(), true)
   order by 6 desc, 5 desc limit 100
$$;
comment on function public.own_sessions is 'The caller''s sessions: on this account, on the platform''s host all; none during an impersonation.';
grant execute on function public.own_sessions() to authenticated;

create function public.end_own_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.forbid_impersonation();
  if private.has_session_expired() then
    perform private.raise_error('not_authenticated', 'Sign in first.');
  end if;
  delete from auth.sessions s using private.sessions_visible_to(private.session_id()) r
   where s.id = session_id and s.id = any (r.sessions) and s.user_id = auth.uid() and private.session_account() is not null;
  return found;
end $$;
comment on function public.end_own_session is 'Ends one session of the caller on this account, on the platform''s host any; it can''t be refreshed. Returns whether there was one.';
grant execute on function public.end_own_session(uuid) to authenticated;

create function private.account_names(account uuid, person uuid) returns setof text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[a.slug::text, a.domain::text, o.value ->> 'sitetitle'], null)
    from public.accounts a left join public.options o on o.account_id = a.account_id and o.key = 'settings'
   where a.account_id = account or exists (select from public.members m where m.account_id = a.account_id and m.user_id = person)
   order by a.account_id = account desc limit 50
$$;
comment on function private.account_names is 'Titles and slugs of an account and of those a user is a member of, a row each; not allowed as passwords.';

create function private.personal_keys() returns table (place regclass, key_column name, is_member boolean)
language sql stable set search_path = '' as $$
  select k.conrelid::regclass, a.attname, k.confrelid = 'public.members'::regclass
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_namespace n on n.oid = k.connamespace and n.nspname in ('public', 'private')
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname not in ('account_id', 'actor_id')
   where k.contype = 'f' and k.confrelid in ('public.members'::regclass, 'auth.users'::regclass)
     and k.conrelid not in ('private.acting_codes'::regclass, 'private.handoff_codes'::regclass, 'private.session_accounts'::regclass)
$$;
comment on function private.personal_keys is 'Every foreign key column to users or members. A new table is included by its foreign key.';

create function public.export_own_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope uuid := private.session_account();
  everywhere boolean := private.is_on_platform();
  members uuid[] := array(select m.id from public.members m where m.user_id = auth.uid() and (everywhere or m.account_id = scope));
  k record;
  column_list text;
  rows jsonb;
  result jsonb;
  max_rows constant int := 10000;
  row_total bigint;
begin
  if auth.uid() is null or scope is null then
    perform private.raise_error('not_authenticated', 'Sign in first.');
  end if;
  perform private.forbid_impersonation();
  select jsonb_build_object('person', jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'created_at', u.created_at,
      'last_sign_in_at', u.last_sign_in_at, 'metadata', u.raw_user_meta_data),
    'sign_in_methods', (select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'since', i.created_at)), '[]') from auth.identities i where i.user_id = u.id),
    'second_factors', (select coalesce(jsonb_agg(jsonb_build_object('name', f.friendly_name, 'type', f.factor_type, 'since', f.created_at)), '[]') from auth.mfa_factors f where f.user_id = u.id),
    'sessions', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from public.own_sessions() s),
    'memberships', (select coalesce(jsonb_agg(to_jsonb(m)), '[]') from public.members m where m.id = any (members)))
    into result from auth.users u where u.id = auth.uid();
  for k in select * from private.personal_keys() where place <> 'public.members'::regclass order by place::text, key_column loop
    -- For tables clients may read: the columns they may read; for others all but secrets.
    select string_agg(format('%L, t.%I', a.attname, a.attname), ', ' order by a.attnum) into column_list
      from pg_catalog.pg_attribute a
     where a.attrelid = k.place and a.attnum > 0 and not a.attisdropped and a.attname !~ '(hash|secret|token|code|_key)$'
       and (pg_catalog.has_column_privilege('authenticated', k.place, a.attnum, 'select')
         or not pg_catalog.has_any_column_privilege('authenticated', k.place, 'select'));
    execute format('select jsonb_agg(jsonb_build_object(%s)) from (select * from %s t where t.%I = any ($1) and ($2 or t.account_id = $3) limit %s) t',
      column_list, k.place, k.key_column, max_rows)
      into rows using case when k.is_member then members else array[auth.uid()] end, everywhere, scope;
    if rows is not null then
      result := result || jsonb_build_object(split_part(k.place::text, '.', 2) || '.' || k.key_column, rows);
    end if;
    -- Reports truncated tables, so that an incomplete export does not look complete.
    if jsonb_array_length(rows) = max_rows then
      execute format('select count(*) from %s t where t.%I = any ($1) and ($2 or t.account_id = $3)', k.place, k.key_column)
        into row_total using case when k.is_member then members else array[auth.uid()] end, everywhere, scope;
      if row_total > max_rows then
        result := jsonb_set(result, '{incomplete}', coalesce(result -> 'incomplete', '{}') || jsonb_build_object(
          split_part(k.place::text, '.', 2) || '.' || k.key_column, jsonb_build_object('rows_here', max_rows, 'rows_in_all', row_total)));
      end if;
    end if;
  end loop;
  return result;
end $$;
comment on function public.export_own_data is 'Exports all data about the caller on this account, on the platform''s host of every account, found by foreign keys in the catalogue; "incomplete" names tables with more than ten thousand rows.';
grant execute on function public.export_own_data() to authenticated;

create function private.contains_email(said text, address text) returns boolean
language sql immutable set search_path = '' as $$
  select position(lower(address) in lower(said)) > 0
    and said ~* ('(^|[^[:alnum:].!#$%&''*+/=?^_`{|}~-])' || regexp_replace(address, '[][\\.^$*+?(){}|]', '\\\&', 'g') || '[.-]*([^[:alnum:].-]|$)')
$$;
comment on function private.contains_email is 'Whether a text contains this e-mail address, and not just as part of a longer one.';

create function private.contains_email(said jsonb, address text) returns boolean
language sql immutable set search_path = '' as $$
  select exists (select from jsonb_path_query(said, 'strict $.**') part
    where jsonb_typeof(part) = 'string' and private.contains_email(part #>> '{}', address))
$$;
comment on function private.contains_email(jsonb, text) is 'The same for any text in a JSON value.';

create function private.delete_pictures(person uuid, account uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects o
   where o.name like 'avatars/' || person || '/%' and (account is null or o.bucket_id = account::text);
exception when others then
  -- A hosted storage service may deny deleting its rows: the caller checks whether any are left.
  null;
end $$;
comment on function private.delete_pictures is 'Deletes a user''s pictures, by user or member id, from one account or from all.';

create function private.delete_member_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.delete_pictures(old.user_id, old.account_id);
  perform private.delete_pictures(old.id, old.account_id);
  return null;
end $$;
comment on function private.delete_member_pictures is 'Deletes the public picture of a removed member.';
create trigger members_take_pictures_along after delete on public.members
  for each row execute function private.delete_member_pictures();

create function private.erase_member(account uuid, person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
  address text := private.verified_email(person);
begin
  insert into private.erasures (account_id, user_id) values (account, person);
  -- Mails to them, and mails to others about them.
  delete from private.mails m where m.account_id = account
    and (lower(m.recipient) = address or private.contains_email(m.body_text, address) or private.contains_email(m.subject, address));
  delete from private.texts t where t.account_id = account
    and t.recipient = (select u.phone from auth.users u where u.id = person and u.phone_confirmed_at is not null);
  delete from private.logs l where l.account_id = account and l.user_id = person;
  delete from private.outbox o where account::text in (o.payload ->> 'account_id', o.payload ->> 'scope') and private.contains_email(o.payload, address);
  if address is not null and to_regclass('pgboss.job') is not null then
    execute 'delete from pgboss.job where $1 in (data ->> ''account_id'', data ->> ''scope'') and private.contains_email(data::jsonb, $2)'
      using account::text, address;
  end if;
  delete from public.invitations i where i.account_id = account and i.email = address;
  delete from public.member_import_rows r where r.account_id = account and lower(r.email) = address;
  delete from private.acting_codes c where c.account_id = account and person in (c.user_id, c.actor_id);
  delete from public.members m where m.account_id = account and m.user_id = person returning m.id into member;
  -- Last: leaving is an event too.
  perform private.erase_events(account, person, member);
end $$;
comment on function private.erase_member is 'Erases a user''s data on an account, by address only if it is verified; other features delete theirs when the erasure is inserted.';

create function public.erase_own_data() returns text
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := auth.uid();
  scope uuid := private.session_account();
  everywhere boolean := private.is_on_platform();
  own_account uuid;
begin
  if person is null or scope is null then
    perform private.raise_error('not_authenticated', 'Sign in first.');
  end if;
  perform private.forbid_impersonation();
  if exists (select from public.accounts a where a.owner_id = person and (everywhere or a.account_id = scope)) then
    perform private.raise_error('owner_stays', 'You own a site. Transfer it to somebody else or close it first.');
  end if;
  if not private.is_confirmed() then
    perform private.raise_error('reauthentication_needed', 'Confirm your identity first.');
  end if;
  for own_account in select m.account_id from public.members m where m.user_id = person and (everywhere or m.account_id = scope) loop
    perform private.erase_member(own_account, person);
  end loop;
  perform private.delete_pictures(person, case when everywhere then null else scope end);
  if exists (select from storage.objects o where o.name like 'avatars/' || person || '/%' and (everywhere or o.bucket_id = scope::text)) then
    perform private.raise_error('conflict', 'Your profile image is still stored. Remove it first.');
  end if;
  if not exists (select from private.erasures e where e.account_id = scope and e.user_id = person) then
    -- Account owners are no members of the platform and others never joined the account: both still have data there.
    perform private.erase_member(scope, person);
  end if;
  if not everywhere and (exists (select from public.members m where m.user_id = person)
    or exists (select from public.accounts a where a.owner_id = person)
    or exists (select from private.super_admins s where s.email = private.verified_email(person))) then
    delete from auth.sessions s using private.session_accounts b
     where b.session_id = s.id and b.user_id = person and b.account_id = scope;
    return 'left';
  end if;
  delete from auth.audit_log_entries e where e.payload::text like '%' || person || '%';
  delete from auth.users u where u.id = person;
  return 'erased';
end $$;
comment on function public.erase_own_data is 'Erases the caller on this account, and as a user if no other account has them. Orders are kept without the person, as the law requires.';
grant execute on function public.erase_own_data() to authenticated;
