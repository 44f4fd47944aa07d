-- Parent-child links between members: one requests by address, the other confirms. Managers link members without
-- confirmation.

create policy "Parents and children end their own tie" on public.guardians for delete to authenticated
  using (parent_id = (select private.member_ids()) or child_id = (select private.member_ids()));

create view public.family with (security_barrier) as
  select g.account_id, g.id, g.parent_id, g.child_id, g.confirmed_at is not null as is_confirmed,
         g.child_id = own.id as is_my_parent,
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
