-- Parent-child links between members: one requests by address, the other confirms. Managers link members without
-- confirmation.

create policy "Parents and children end their own tie" on public.guardians for delete to authenticated
  using (parent_id = (select private.member_ids()) or child_id = (select private.member_ids()));

create view public.family with (security_barrier) as
  select g.account_id, g.id, g.parent_id, g.child_id, g.confirmed_at is not null as is_confirmed,
         g.child_id = own.id as is_my_parent, g.sees_grades,
         other.id as other_id, other.name, other.avatar, other.user_id
    from private.member_ids() own (id)
    join public.guardians g on own.id in (g.parent_id, g.child_id)
    join public.members other on other.account_id = g.account_id and other.id = case when g.parent_id = own.id then g.child_id else g.parent_id end
   -- Before they confirm, a request must not reveal whose address it is.
   where g.confirmed_at is not null or g.asked_by <> own.id;
comment on view public.family is 'The caller''s own parent-child links with the other member''s name.';
grant select on public.family to authenticated;

create function public.ask_family(account_id uuid, email text, as_parent boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  own_id uuid := private.member_of(account_id);
  relative public.members%rowtype;
begin
  if own_id is null then
    perform private.raise_error('forbidden', 'Only members of this site can be connected as a family.');
  end if;
  perform private.forbid_impersonation();
  -- Concurrent requests wait here, so that no two take the last free place.
  perform pg_advisory_xact_lock(hashtext('guardians'), hashtext(own_id::text));
  if (select count(*) from public.guardians g where g.account_id = account_id and own_id in (g.parent_id, g.child_id)) >= 20 then
    perform private.raise_error('conflict', 'You can have at most twenty family connections. End one first.');
  end if;
  if (select count(*) from public.guardians g where g.account_id = account_id and g.asked_by = own_id and g.confirmed_at is null) >= 5 then
    perform private.raise_error('conflict', 'Five people have not responded yet. Wait for their response.');
  end if;
  select * into relative from public.members m
   where m.account_id = account_id and m.email = lower(trim(email)) and m.blocked_at is null and m.id <> own_id
     and private.verified_email(m.user_id) = m.email;
  -- Requests do not reveal who is a member.
  if relative.id is null then return; end if;
  insert into public.guardians (account_id, parent_id, child_id, asked_by, confirmed_at)
  values (account_id, case when as_parent then own_id else relative.id end, case when as_parent then relative.id else own_id end, own_id, null)
  on conflict do nothing;
end $$;
comment on function public.ask_family is 'Requests a parent-child link with a member by address; with `as_parent` the caller is the parent. Does not reveal whether there is such a member.';
grant execute on function public.ask_family(uuid, text, boolean) to authenticated;

create function public.confirm_family(tie_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forbid_impersonation();
  update public.guardians g set confirmed_at = now()
   where g.id = tie_id and g.account_id = private.session_account() and g.confirmed_at is null
     and (select private.member_ids()) in (g.parent_id, g.child_id) and g.asked_by <> (select private.member_ids());
  if not found then
    perform private.raise_error('not_found', 'This request is no longer open.');
  end if;
end $$;
comment on function public.confirm_family is 'Confirms a requested link; only the requested member can.';
grant execute on function public.confirm_family(uuid) to authenticated;

create function private.emit_family_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit(new.account_id, 'family.requested', 'family:' || new.id,
    facts => jsonb_build_object('parent_id', new.parent_id, 'child_id', new.child_id, 'member_id', new.asked_by));
  return null;
end $$;
comment on function private.emit_family_event is 'A member asked to become somebody''s parent or child.';
create trigger guardians_emit after insert on public.guardians for each row when (new.confirmed_at is null)
  execute function private.emit_family_event();

create function private.new_family_code() returns text
language sql volatile set search_path = '' as $$
  -- Ten of 32 characters, none of which is taken for another: 50 random bits.
  select string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + get_byte(b.bytes, i) % 32, 1), '' order by i)
    from (select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes) b, generate_series(0, 9) i
$$;
comment on function private.new_family_code is 'A code to be read out or written down.';

create function private.family_code_hash(code text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(regexp_replace(upper(left(code, 100)), '[^0-9A-Z]', '', 'g'), 'UTF8')), 'hex')
$$;
comment on function private.family_code_hash is 'The stored form of a code; spaces, hyphens and case are not part of it.';

create function private.child_to_link(account uuid, child uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  own_id uuid := private.member_of(account);
begin
  if child is null or child = own_id then
    if own_id is null then
      perform private.raise_error('forbidden', 'Only members of this site can be connected as a family.');
    end if;
    return own_id;
  end if;
  if not exists (select from private.account_with('manage_members') a where a = account)
    or not exists (select from public.members m where (m.account_id, m.id) = (account, child)) then
    perform private.raise_error('forbidden', 'You can only make a code for yourself, or for a member you manage.');
  end if;
  return child;
end $$;
comment on function private.child_to_link is 'The member whom a code of the caller links to a parent: themselves, or one whom they manage.';

create function public.create_family_code(account_id uuid, child_id uuid default null, sees_grades boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  child uuid := private.child_to_link(account_id, child_id);
  code text := private.new_family_code();
  expires timestamptz := private.clock_now() + interval '7 days';
begin
  perform private.forbid_impersonation();
  perform pg_advisory_xact_lock(hashtext('family_codes'), hashtext(child::text));
  delete from public.family_codes c where (c.account_id, c.child_id) = (account_id, child) and c.used_at is null and c.expires_at <= private.clock_now();
  if (select count(*) from public.family_codes c where (c.account_id, c.child_id) = (account_id, child) and c.used_at is null) >= 5 then
    perform private.raise_error('conflict', 'Five codes are open already. Delete one that nobody needs.');
  end if;
  insert into public.family_codes (account_id, child_id, code_hash, sees_grades, expires_at)
  values (account_id, child, private.family_code_hash(code), coalesce(sees_grades, true), expires);
  return jsonb_build_object('code', left(code, 5) || '-' || right(code, 5), 'expires_at', expires);
end $$;
comment on function public.create_family_code is 'A code that links one parent to the caller, or to a member they manage; it is told this once.';
grant execute on function public.create_family_code(uuid, uuid, boolean) to authenticated;

create function public.use_family_code(account_id uuid, code text) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  own_id uuid := private.member_of(account_id);
  c public.family_codes%rowtype;
  child public.members%rowtype;
begin
  if own_id is null then
    perform private.raise_error('forbidden', 'Only members of this site can be connected as a family.');
  end if;
  perform private.forbid_impersonation();
  perform pg_advisory_xact_lock(hashtext('guardians'), hashtext(own_id::text));
  select * into c from public.family_codes k
   where (k.account_id, k.code_hash) = (account_id, private.family_code_hash(code)) and k.used_at is null and k.expires_at > private.clock_now() for update;
  select * into child from public.members m where (m.account_id, m.id) = (account_id, c.child_id) and m.blocked_at is null;
  -- A wrong, a used and an expired code look alike.
  if child.id is null or child.id = own_id then
    perform private.raise_error('code_invalid', 'This code is not valid. A code works once, for seven days: ask for a new one.');
  end if;
  if (select count(*) from public.guardians g where g.account_id = account_id and own_id in (g.parent_id, g.child_id)) >= 20 then
    perform private.raise_error('conflict', 'You can have at most twenty family connections. End one first.');
  end if;
  update public.family_codes k set used_at = private.clock_now(), used_by = own_id where (k.account_id, k.id) = (account_id, c.id);
  insert into public.guardians as g (account_id, parent_id, child_id, confirmed_at, sees_grades)
  values (account_id, own_id, child.id, private.clock_now(), c.sees_grades)
  on conflict on constraint guardians_account_id_parent_id_child_id_key do update
    set confirmed_at = coalesce(g.confirmed_at, excluded.confirmed_at), sees_grades = excluded.sees_grades;
  perform private.emit(account_id, 'family.linked', 'family:' || c.id,
    facts => jsonb_build_object('parent_id', own_id, 'child_id', child.id, 'member_id', own_id));
  return child.name;
end $$;
comment on function public.use_family_code is 'Links the caller as a parent to the child that a code is for; returns the child''s name. A code works once.';
grant execute on function public.use_family_code(uuid, text) to authenticated;

create function public.set_family_grades(tie_id uuid, sees_grades boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forbid_impersonation();
  update public.guardians g set sees_grades = set_family_grades.sees_grades
   where g.id = tie_id and g.account_id = private.session_account()
     and (g.child_id = (select private.member_ids()) or g.account_id = (select private.account_with('manage_members')));
  if not found then
    perform private.raise_error('forbidden', 'Only the child, or who manages members, decides what a parent sees.');
  end if;
end $$;
comment on function public.set_family_grades is 'Sets whether a parent sees results and certificates; for the child and for who manages members.';
grant execute on function public.set_family_grades(uuid, boolean) to authenticated;

grant select (account_id, id, child_id, sees_grades, expires_at, used_at, created_at), delete on public.family_codes to authenticated;
create policy "Children see the codes for their parents" on public.family_codes for select to authenticated
  using (child_id = (select private.member_ids()));
create policy "Managers see the codes of members" on public.family_codes for select to authenticated
  using (account_id = (select private.account_with('manage_members')));
create policy "Children delete codes" on public.family_codes for delete to authenticated
  using (child_id = (select private.member_ids()) and used_at is null);
create policy "Managers delete codes" on public.family_codes for delete to authenticated
  using (account_id = (select private.account_with('manage_members')) and used_at is null);
