-- All users, for super admins: ending their sessions, and restoring access for those who lost their second factor.

create function public.list_people(search text, sort text, is_descending boolean, page int, page_size int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  pattern text := private.person_pattern(search);
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 100);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  is_descending := coalesce(is_descending, false);
  with found as (
    select u.id as user_id, u.email::text as email, u.created_at, u.last_sign_in_at,
           coalesce(nullif(u.raw_user_meta_data ->> 'display_name', ''), nullif(split_part(u.email, '@', 1), ''), u.id::text) as name
      from auth.users u
     where u.deleted_at is null
       and (pattern = '%%' or private.folded(concat_ws(e'\n', u.email, u.raw_user_meta_data ->> 'display_name')) like pattern)),
  page_of as (
    select row_number() over () as place, p.* from (
      select f.* from found f
       order by case when sort = 'last_sign_in_at' and is_descending then f.last_sign_in_at end desc nulls last,
                case when sort = 'last_sign_in_at' and not is_descending then f.last_sign_in_at end nulls first,
                case when sort = 'created_at' and is_descending then f.created_at end desc, case when sort = 'created_at' and not is_descending then f.created_at end,
                case when is_descending then private.folded(f.name) end desc, private.folded(f.name), f.user_id
       limit page_size offset (page - 1) * page_size) p)
  select jsonb_build_object('count', (select count(*) from found), 'rows', coalesce((select jsonb_agg(to_jsonb(p) - 'place' || jsonb_build_object(
      'is_self', p.user_id = auth.uid(),
      'factors', (select count(*) from auth.mfa_factors f where f.user_id = p.user_id and f.status = 'verified'),
      'sessions', (select count(*) from auth.sessions s where s.user_id = p.user_id and (s.not_after is null or s.not_after > (select private.clock_now()))))
    order by p.place) from page_of p), '[]')) into result;
  return result;
end $$;
comment on function public.list_people is 'One page of all users with counts of their second factors and sessions.';
grant execute on function public.list_people(text, text, boolean, int, int) to authenticated;

create function private.person_to_change(person uuid) returns auth.users
language plpgsql security definer set search_path = '' as $$
declare
  u auth.users%rowtype;
begin
  perform private.require_super_admin();
  select * into u from auth.users x where x.id = person and x.deleted_at is null for update;
  if u.id is null then
    perform private.raise_error('not_found', 'There is no such person.');
  end if;
  return u;
end $$;
comment on function private.person_to_change is 'Locks and returns a user, for super admins.';

create function public.end_sessions_of_person(person uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  u auth.users := private.person_to_change(person);
begin
  perform private.audit(private.session_account(), 'person.sessions_ended', 'person', u.id);
  return private.end_sessions_of(u.id);
end $$;
comment on function public.end_sessions_of_person is 'Ends all sessions of a user at once; returns their number.';
grant execute on function public.end_sessions_of_person(uuid) to authenticated;

create function public.end_all_sessions() returns int
language plpgsql security definer set search_path = '' as $$
declare
  max_batch constant int := 5000;
  remaining int;
begin
  perform private.require_super_admin();
  if not private.is_confirmed() then
    perform private.raise_error('reauthentication_needed', 'Confirm your identity first.');
  end if;
  -- One audit entry per click, however many calls it takes.
  if not exists (select from public.audit_entries e where e.account_id = private.session_account() and e.act = 'person.all_sessions_ended'
      and e.target_id = private.session_id()) then
    perform private.audit(private.session_account(), 'person.all_sessions_ended', 'session', private.session_id());
  end if;
  delete from private.handoff_codes;
  delete from private.acting_codes;
  delete from auth.sessions s where s.id in (
    select o.id from auth.sessions o where o.id <> private.session_id() order by o.id limit max_batch);
  select count(*) into remaining from (select from auth.sessions o where o.id <> private.session_id() limit max_batch) o;
  if remaining = 0 then
    delete from auth.sessions s where s.id = private.session_id();
  end if;
  return remaining;
end $$;
comment on function public.end_all_sessions is 'Ends the sessions of all users, five thousand a call, the caller''s last; returns how many are left, so that the client knows whether to call again.';
grant execute on function public.end_all_sessions() to authenticated;

create function public.take_second_steps(person uuid, reason text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  u auth.users := private.person_to_change(person);
  removed int;
begin
  if u.id = auth.uid() then
    perform private.raise_error('forbidden', 'You are not allowed to do this here.');
  elsif length(trim(coalesce(reason, ''))) not between 10 and 500 then
    perform private.raise_error('invalid', 'Give a reason of 10 to 500 characters.');
  elsif not private.is_confirmed() then
    perform private.raise_error('reauthentication_needed', 'Confirm your identity first.');
  end if;
  delete from auth.mfa_factors f where f.user_id = u.id;
  get diagnostics removed = row_count;
  -- A hosted backend has no recovery codes.
  if to_regclass('auth.recovery_codes') is not null then
    execute 'delete from auth.recovery_codes where user_id = $1' using u.id;
  end if;
  perform private.audit(private.session_account(), 'person.second_steps_taken', 'person', u.id,
    jsonb_build_object('reason', trim(reason)));
  if u.email <> '' then
    perform private.enqueue('auth-mail', jsonb_strip_nulls(jsonb_build_object('to', u.email, 'kind', 'second_steps_taken', 'url', '', 'token', '',
      'locale', u.raw_user_meta_data ->> 'locale')) || jsonb_build_object('scope', private.session_account()));
  end if;
  perform private.end_sessions_of(u.id);
  return removed;
end $$;
comment on function public.take_second_steps is 'Removes all second factors and recovery codes of a user and ends their sessions; the password is enough until they enrol a new factor. They are notified by mail.';
grant execute on function public.take_second_steps(uuid, text) to authenticated;
