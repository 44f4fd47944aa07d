-- Open Badges: made by whoever earned something, read by whoever has the address.

create trigger open_badges_touch before update on public.open_badges for each row execute function private.touch_updated_at();
create trigger open_badges_tell after insert or update or delete on public.open_badges
  for each row execute function private.notify_change('open_badges');

grant select (account_id, id, member_id, certificate_id, badge_id, holder, name, description, issuer, language, is_on_card, awarded_at, expires_at, revoked_at,
  created_at, updated_at), update (is_on_card) on public.open_badges to authenticated;
create policy "Members see their own Open Badges" on public.open_badges for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Managers see every Open Badge" on public.open_badges for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Members choose what their card shows" on public.open_badges for update to authenticated
  using (member_id = (select private.member_ids()))
  with check (member_id = (select private.member_ids()));

create function private.next_badge_index(account uuid) returns integer
language sql security definer set search_path = '' as $$
  insert into private.badge_counters as c (account_id, next_index) values (account, 1)
  on conflict (account_id) do update set next_index = c.next_index + 1 returning c.next_index - 1
$$;
comment on function private.next_badge_index is 'The place of a new Open Badge in the status lists of its account.';

create function private.earned(account uuid, member uuid) returns table
  (certificate_id uuid, badge_id uuid, name text, description text, language text, awarded_at timestamptz, expires_at timestamptz, is_valid boolean)
language sql stable security definer set search_path = '' as $$
  select c.id, null::uuid, c.course, '', c.design ->> 'language', c.achieved_at, c.expires_at, private.certificate_state(c) = 'valid'
    from public.certificates c where (c.account_id, c.member_id) = (account, member)
  union all
  select null, b.id, b.name, b.description, null, k.awarded_at, null, true
    from public.member_badges k join public.badges b on (b.account_id, b.id) = (k.account_id, k.badge_id)
   where (k.account_id, k.member_id) = (account, member)
$$;
comment on function private.earned is 'What a member has earned on an account: certificates and badges.';

create function public.make_open_badge(certificate_id uuid default null, badge_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  person public.members%rowtype;
  e record;
  made uuid;
  salt text := replace(gen_random_uuid()::text, '-', '');
begin
  -- Two requests at once make one badge.
  select * into person from public.members m where m.id = (select private.member_ids()) for update;
  if person.id is null then
    perform private.raise_error('forbidden', 'Only members have badges.');
  end if;
  select x.id into made from public.open_badges x
   where (x.account_id, x.member_id) = (person.account_id, person.id)
     and (x.certificate_id = certificate_id or (x.badge_id = badge_id and x.revoked_at is null));
  if made is not null then return made; end if;
  select * into e from private.earned(person.account_id, person.id) x where x.certificate_id = certificate_id or x.badge_id = badge_id limit 1;
  if e.name is null then
    perform private.raise_error('not_found', 'You have no such certificate or badge.');
  elsif not private.has_feature(person.account_id, 'certificates') then
    perform private.raise_error('feature_off', 'This site does not have certificates. Turn it on, or change the plan at /dashboard/upgrade.', '/dashboard/upgrade');
  elsif not e.is_valid then
    perform private.raise_error('conflict', 'This certificate is not valid any more.');
  end if;
  insert into public.open_badges (account_id, member_id, certificate_id, badge_id, holder, name, description, issuer, language, salt, email_hash, status_index,
      awarded_at, expires_at)
    select person.account_id, person.id, e.certificate_id, e.badge_id, person.name, e.name, e.description,
        left(coalesce(nullif(s.value ->> 'sitetitle', ''), a.slug), 200), e.language, salt,
        encode(sha256(convert_to(lower(person.email) || salt, 'UTF8')), 'hex'), private.next_badge_index(person.account_id), e.awarded_at, e.expires_at
      from public.accounts a left join public.options s on s.account_id = a.account_id and s.key = 'settings'
     where a.account_id = person.account_id
    returning id into made;
  return made;
end $$;
comment on function public.make_open_badge is 'The Open Badge of a certificate or a badge that the caller earned: made with the first call, the same one afterwards.';
grant execute on function public.make_open_badge(uuid, uuid) to authenticated;

create function private.revoke_open_badge_of_certificate() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.open_badges b set revoked_at = new.revoked_at where (b.account_id, b.certificate_id) = (new.account_id, new.id) and b.revoked_at is null;
  return null;
end $$;
comment on function private.revoke_open_badge_of_certificate is 'A certificate that is revoked takes its Open Badge along, in the same transaction.';
create trigger certificates_revoke_open_badge after update of revoked_at on public.certificates for each row
  when (new.revoked_at is not null and old.revoked_at is null) execute function private.revoke_open_badge_of_certificate();

create function private.revoke_open_badge_of_badge() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.open_badges b set revoked_at = private.clock_now()
   where (b.account_id, b.member_id, b.badge_id) = (old.account_id, old.member_id, old.badge_id) and b.revoked_at is null;
  return null;
end $$;
comment on function private.revoke_open_badge_of_badge is 'A badge that is taken back takes its Open Badge along, in the same transaction.';
create trigger member_badges_revoke_open_badge after delete on public.member_badges for each row execute function private.revoke_open_badge_of_badge();

create function private.open_badge_state(b public.open_badges) returns text
language sql stable set search_path = '' as $$
  select case when b.revoked_at is not null then 'revoked' when b.expires_at <= (select private.clock_now()) then 'expired' else 'valid' end
$$;
comment on function private.open_badge_state is 'valid, expired or revoked, as of now.';

create function public.own_open_badges() returns table
  (certificate_id uuid, badge_id uuid, id uuid, name text, description text, language text, awarded_at timestamptz, expires_at timestamptz, state text, is_on_card boolean)
language sql stable security definer set search_path = '' as $$
  select e.certificate_id, e.badge_id, b.id, e.name, e.description, e.language, e.awarded_at, e.expires_at,
      case when b.id is not null then private.open_badge_state(b) when e.is_valid then 'valid' else 'ended' end, b.is_on_card
    from public.members m
    cross join private.earned(m.account_id, m.id) e
    left join public.open_badges b on (b.account_id, b.member_id) = (m.account_id, m.id)
      and (b.certificate_id = e.certificate_id or (b.badge_id = e.badge_id and b.revoked_at is null))
   where m.id = (select private.member_ids()) and (e.is_valid or b.id is not null)
   order by e.awarded_at desc, e.name limit 200
$$;
comment on function public.own_open_badges is 'What the caller has earned and may show elsewhere, each with its Open Badge where they made one.';
grant execute on function public.own_open_badges() to authenticated;

create function public.verify_open_badge(account_id uuid, open_badge_id uuid) returns table
  (id uuid, holder text, name text, description text, issuer text, language text, salt text, email_hash text, status_index integer, awarded_at timestamptz,
   expires_at timestamptz, created_at timestamptz, is_certificate boolean, state text)
language sql stable security definer set search_path = '' as $$
  select b.id, b.holder, b.name, b.description, b.issuer, b.language, b.salt, b.email_hash, b.status_index, b.awarded_at, b.expires_at, b.created_at,
      b.certificate_id is not null, private.open_badge_state(b)
    from public.open_badges b where (b.account_id, b.id) = (verify_open_badge.account_id, verify_open_badge.open_badge_id)
$$;
comment on function public.verify_open_badge is 'What anybody who has the id of an Open Badge may know of it; there is no way to list them.';
grant execute on function public.verify_open_badge(uuid, uuid) to anon, authenticated;

create function public.badge_status(account_id uuid, first_index integer, entries integer) returns table (status_index integer)
language sql stable security definer set search_path = '' as $$
  select i from private.badge_counters c,
      generate_series(greatest(badge_status.first_index, 0), least(badge_status.first_index + least(badge_status.entries, 131072), c.next_index) - 1) i
   where c.account_id = badge_status.account_id
     -- One whose member has left is as good as revoked.
     and not exists (select from public.open_badges b where (b.account_id, b.status_index) = (c.account_id, i) and b.revoked_at is null)
$$;
comment on function public.badge_status is 'The places in a status list of an account whose Open Badges are revoked, up to 131,072 from the first one on.';
grant execute on function public.badge_status(uuid, integer, integer) to anon, authenticated;

create function public.card_open_badges(account_id uuid, member_id uuid) returns table (id uuid, badge_id uuid, name text, description text, language text, awarded_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select b.id, b.badge_id, b.name, b.description, b.language, b.awarded_at
    from public.open_badges b join public.members m on (m.account_id, m.id) = (b.account_id, b.member_id) and m.blocked_at is null
   where b.account_id = card_open_badges.account_id and b.member_id = card_open_badges.member_id
     and b.is_on_card and private.open_badge_state(b) = 'valid'
     and (m.is_public or b.account_id = (select private.account_with('member')))
   order by b.awarded_at desc, b.id limit 100
$$;
comment on function public.card_open_badges is 'The Open Badges that a member shows on their card, those that are valid.';
grant execute on function public.card_open_badges(uuid, uuid) to anon, authenticated;

create function private.badge_public_keys(account uuid) returns table (public_key text)
language sql stable security definer set search_path = '' as $$
  select k.public_key from private.badge_keys k where k.account_id = account order by k.created_at desc, k.public_key
$$;
comment on function private.badge_public_keys is 'The public keys of an account, the newest first: what was signed by an older one can still be verified.';
grant execute on function private.badge_public_keys(uuid) to anon, authenticated;
