-- Signing in as somebody: asked for with a reason, begun once within a minute, over after half an hour, always in the log.

create function private.ask_to_act(account uuid, member uuid, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  target public.members%rowtype;
  target_role public.roles%rowtype;
  go text := encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex');
begin
  if account is distinct from (select private.accounts_where('log_in_as')) then
    perform private.refuse('forbidden', 'Your role does not allow signing in as somebody else.');
  end if;
  perform private.refuse_acting();
  if length(trim(reason)) not between 10 and 500 then
    perform private.refuse('invalid', 'Say in 10 to 500 characters why.');
  end if;
  select * into target from public.members m where m.account_id = account and m.id = member;
  if target.id is null then
    perform private.refuse('not_found', 'There is no such member.');
  end if;
  select * into target_role from public.roles r where (r.account_id, r.role_id) = (account, target.role_id);
  if target.user_id = auth.uid() then
    perform private.refuse('invalid', 'This is you.');
  end if;
  if target_role.kind = 'owner' or not target_role.caps <@ (select r.caps from public.members m
      join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id) where m.account_id = account and m.user_id = auth.uid()) then
    perform private.refuse('forbidden', 'Their role allows more than yours.');
  end if;
  if target.blocked_at is not null then
    perform private.refuse('conflict', 'They are blocked: there is nothing to be seen as them.');
  end if;
  if not target.allows_log_in_as or not (select a.allows_log_in_as from public.accounts a where a.account_id = account) then
    perform private.refuse('forbidden', case when target.allows_log_in_as then 'The owner has switched this off for the whole site.'
      else 'They have switched this off for themselves.' end);
  end if;
  delete from private.acting_codes c where c.expires_at < now();
  insert into private.acting_codes (code_hash, account_id, user_id, actor_id)
  values (encode(sha256(convert_to(go, 'UTF8')), 'hex'), account, target.user_id, auth.uid());
  perform private.audit(account, 'member.log_in_as', 'member', target.id, jsonb_build_object('reason', trim(reason)));
  return jsonb_build_object('code', go, 'user_id', target.user_id);
end $$;
comment on function private.ask_to_act is 'Leave to sign in as a member, to be used once within a minute.';
grant execute on function private.ask_to_act(uuid, uuid, text) to authenticated;

create function private.begin_acting(code text, session uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  c private.acting_codes%rowtype;
  until timestamptz := date_trunc('second', now()) + interval '30 minutes';
begin
  -- From here on the code is the way back: it outlives the session a little, so that nobody is left standing.
  update private.acting_codes k set session_id = session, expires_at = until + interval '12 hours'
   where k.code_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex') and k.session_id is null and k.expires_at > now()
  returning * into c;
  update private.session_accounts s set actor_id = c.actor_id, expires_at = until
   where s.session_id = session and s.user_id = c.user_id and s.account_id = c.account_id and s.actor_id is null;
  if not found then
    perform private.refuse('forbidden', 'This code is not good for this session, or no longer.');
  end if;
  update auth.sessions s set not_after = until where s.id = session;
  return until;
end $$;
comment on function private.begin_acting is 'Marks a session that was just begun as somebody else''s doing and sets its end.';
grant execute on function private.begin_acting(text, uuid) to authenticated, anon;

create function private.end_acting(account uuid, code text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  c private.acting_codes%rowtype;
begin
  delete from private.acting_codes k
   where k.code_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex') and k.account_id = account
     and k.session_id is not null and k.expires_at > now()
  returning * into c;
  if c.actor_id is null then return null; end if;
  delete from auth.sessions s where s.id = c.session_id;
  delete from private.session_accounts s where s.session_id = c.session_id;
  insert into public.audit_entries (account_id, actor_id, as_user_id, act, target_kind, target_id)
  select account, c.actor_id, c.user_id, 'member.log_in_as_ended', 'member', m.id
    from public.members m where m.account_id = account and m.user_id = c.user_id;
  -- Who was shut out meanwhile does not come back this way.
  return (select m.user_id from public.members m where m.account_id = account and m.user_id = c.actor_id and m.blocked_at is null);
end $$;
comment on function private.end_acting is 'Ends the session and says who was really there, once.';
grant execute on function private.end_acting(uuid, text) to anon, authenticated;

create function private.session_claims(session uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((select jsonb_build_object('act', jsonb_build_object('sub', s.actor_id,
      'until', extract(epoch from s.expires_at)::bigint))
    from private.session_accounts s where s.session_id = session and s.actor_id is not null), '{}')
$$;
comment on function private.session_claims is 'What a token of a session says besides the usual: who is really there (claim `act`, RFC 8693).';

create function public.allow_log_in_as(account_id uuid, is_allowed boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.refuse_acting();
  if account_id is distinct from (select private.accounts_where('manage_options'))
    or not exists (select from public.accounts a where a.account_id = account_id and a.owner_id = auth.uid()) then
    perform private.refuse('forbidden', 'Only the owner of the site decides this.');
  end if;
  update public.accounts a set allows_log_in_as = is_allowed where a.account_id = account_id;
  perform private.audit(account_id, case when is_allowed then 'account.log_in_as_allowed' else 'account.log_in_as_forbidden' end, 'account', account_id);
end $$;
comment on function public.allow_log_in_as is 'The owner lets those whose role allows it sign in as members, or forbids it to all.';
grant execute on function public.allow_log_in_as(uuid, boolean) to authenticated;
