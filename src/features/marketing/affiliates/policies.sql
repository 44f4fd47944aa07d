create trigger affiliate_programmes_touch before update on public.affiliate_programmes for each row execute function private.touch_updated_at();
create trigger affiliates_touch before update on public.affiliates for each row execute function private.touch_updated_at();

create function private.my_affiliates() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select a.id from public.affiliates a where a.account_id = (select private.account_with('member')) and a.user_id = auth.uid()
$$;
comment on function private.my_affiliates is 'What the caller is in the programmes of their account.';
grant execute on function private.my_affiliates() to authenticated;

create function private.my_programmes() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select a.programme_id from public.affiliates a where a.account_id = (select private.account_with('member')) and a.user_id = auth.uid()
$$;
comment on function private.my_programmes is 'The programmes the caller is or was in, or is invited to.';
grant execute on function private.my_programmes() to authenticated;

grant select (account_id, id, title, terms, pictures, product_ids, admission, is_active, commission, rate, tiers, renewal_limit, window_days, touch, hold_days,
  minimum_payout, created_at, updated_at) on public.affiliate_programmes to authenticated;
grant insert (account_id, title, terms, pictures, product_ids, admission, is_active, commission, rate, tiers, renewal_limit, window_days, touch, hold_days,
    minimum_payout),
  update (title, terms, pictures, product_ids, admission, is_active, commission, rate, tiers, renewal_limit, window_days, touch, hold_days, minimum_payout),
  delete on public.affiliate_programmes to authenticated;
create policy "Managers see every programme of their account" on public.affiliate_programmes for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Members see the programmes they may join" on public.affiliate_programmes for select to authenticated
  using (is_active and admission <> 'invite' and account_id = (select private.account_with('member')));
create policy "Affiliates see the programmes they are in" on public.affiliate_programmes for select to authenticated
  using (id in (select private.my_programmes()));
create policy "Managers add programmes" on public.affiliate_programmes for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers change programmes" on public.affiliate_programmes for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));
-- What was earned by a programme stays: one that had affiliates is switched off instead.
create policy "Managers remove programmes that nobody is in" on public.affiliate_programmes for delete to authenticated
  using (account_id = (select private.account_with('manage_options'))
    and not exists (select from public.affiliates a where (a.account_id, a.programme_id) = (affiliate_programmes.account_id, affiliate_programmes.id)));

create function private.require_tiers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from (select t.value, t.at, lag(t.value -> 'after') over (order by t.at) as below
        from jsonb_array_elements(new.tiers) with ordinality t(value, at)) t
     where jsonb_typeof(t.value -> 'after') is distinct from 'number' or jsonb_typeof(t.value -> 'percent') is distinct from 'number'
        or (t.value ->> 'after')::numeric not between 0 and 1000000 or scale((t.value ->> 'after')::numeric) > 0
        or (t.value ->> 'percent')::numeric not between 0 and 100 or scale((t.value ->> 'percent')::numeric) > 2
        or (t.at = 1 and (t.value ->> 'after')::numeric <> 0) or (t.below::numeric >= (t.value ->> 'after')::numeric)) then
    perform private.raise_error('invalid', 'The steps of a commission begin at 0 sales and rise; each has a percentage from 0 to 100.');
  end if;
  return new;
end $$;
comment on function private.require_tiers is 'Rejects steps that do not begin at 0 or do not rise.';
create trigger affiliate_programmes_tiers before insert or update of tiers on public.affiliate_programmes
  for each row when (new.tiers <> '[]') execute function private.require_tiers();

-- Affiliates are written only by the functions below; a manager chooses the coupon that stands for one.
grant select (account_id, id, programme_id, member_id, user_id, code, state, note, coupon_id, terms_accepted_at, approved_at, created_at, updated_at)
  on public.affiliates to authenticated;
grant update (coupon_id) on public.affiliates to authenticated;
create policy "Managers see every affiliate of their account" on public.affiliates for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Affiliates see themselves" on public.affiliates for select to authenticated
  using (user_id = (select auth.uid()) and account_id = (select private.account_with('member')));
create policy "Managers choose the coupon of an affiliate" on public.affiliates for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));

create function private.my_coupons() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select a.coupon_id from public.affiliates a
   where a.account_id = (select private.account_with('member')) and a.user_id = auth.uid() and a.coupon_id is not null
$$;
comment on function private.my_coupons is 'The coupons that stand for the caller.';
grant execute on function private.my_coupons() to authenticated;
create policy "Affiliates see the coupon that stands for them" on public.coupons for select to authenticated
  using (id in (select private.my_coupons()));

create function private.affiliate_facts(a public.affiliates) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('affiliate_id', a.id, 'programme_id', a.programme_id, 'member_id', a.member_id, 'user_id', a.user_id)
$$;
comment on function private.affiliate_facts is 'The facts of every event of an affiliate.';

create function private.welcome_affiliate(a public.affiliates) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit(a.account_id, 'affiliate.approved', 'affiliate:' || a.id, facts => private.affiliate_facts(a));
  perform private.enqueue('affiliate-mail', jsonb_build_object('account_id', a.account_id, 'affiliate_id', a.id, 'kind', 'approved'));
end $$;
comment on function private.welcome_affiliate is 'Announces an affiliate who may earn from now on: the event, and the mail with their link.';

create function private.notify_of_application(a public.affiliates) returns void
language sql security definer set search_path = '' as $$
  select private.notify_localized(a.account_id, m.user_id, 'affiliateApplied', '<b>{{name}}</b> would like to join <b>{{title}}</b>.',
      jsonb_build_object('name', coalesce(nullif(p.name, ''), a.code), 'title', g.title), 2, '/dashboard/manage/marketing/affiliates', 'sales', a.user_id)
    from public.affiliate_programmes g
    join public.members m on m.account_id = g.account_id and m.blocked_at is null and m.user_id is not null
    join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id) and 'manage_options' = any (r.caps)
    left join public.members p on (p.account_id, p.id) = (a.account_id, a.member_id)
   where (g.account_id, g.id) = (a.account_id, a.programme_id)
$$;
comment on function private.notify_of_application is 'Tells the managers that somebody would like to join a programme.';

create function private.new_affiliate_code() returns text
language sql volatile set search_path = '' as $$
  select upper(left(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 8))
$$;
comment on function private.new_affiliate_code is 'A code for who chooses none.';

create function public.join_affiliate_programme(programme_id uuid, code text default null, note text default '', accepts boolean default false) returns text
language plpgsql security definer set search_path = '' as $$
declare
  p public.affiliate_programmes%rowtype;
  a public.affiliates%rowtype;
  joined text;
begin
  perform private.forbid_impersonation();
  select * into p from public.affiliate_programmes k where k.id = join_affiliate_programme.programme_id and k.account_id = (select private.account_with('member'));
  select * into a from public.affiliates k where (k.account_id, k.programme_id) = (p.account_id, p.id) and k.user_id = auth.uid() for no key update;
  if p.id is null or (p.admission = 'invite' and a.id is null) then
    perform private.raise_error('not_found', 'There is no such programme here.');
  elsif not p.is_active then
    perform private.raise_error('programme_closed', 'This programme takes nobody new at the moment.');
  elsif a.id is not null and a.state <> 'invited' then
    perform private.raise_error('already_applied', 'You have applied to this programme already.');
  elsif p.terms <> '' and accepts is not true then
    perform private.raise_error('programme_terms', 'Accept the terms of the programme to join it.');
  elsif coalesce(code, '') !~ '^([A-Za-z0-9][A-Za-z0-9_-]{2,39})?$' or length(coalesce(note, '')) > 1000 then
    perform private.raise_error('invalid', 'A code has 3 to 40 letters, digits, hyphens and underscores.');
  elsif exists (select from public.affiliates k where k.account_id = p.account_id and upper(k.code) = upper(join_affiliate_programme.code) and k.id is distinct from a.id) then
    perform private.raise_error('code_taken', 'Somebody has this code already. Choose another.');
  end if;
  joined := case when a.id is not null or p.admission = 'open' then 'approved' else 'applied' end;
  insert into public.affiliates as k (account_id, programme_id, member_id, user_id, code, state, note, terms_accepted_at, approved_at)
    values (p.account_id, p.id, private.member_of(p.account_id), auth.uid(), coalesce(nullif(code, ''), a.code, private.new_affiliate_code()), joined,
      coalesce(note, ''), case when p.terms <> '' then private.clock_now() end, case when joined = 'approved' then private.clock_now() end)
    on conflict on constraint affiliates_account_id_programme_id_member_id_key do update set code = excluded.code, state = excluded.state, note = excluded.note,
      terms_accepted_at = excluded.terms_accepted_at, approved_at = excluded.approved_at
    returning * into a;
  if joined = 'approved' then
    perform private.welcome_affiliate(a);
  else
    perform private.notify_of_application(a);
  end if;
  return joined;
end $$;
comment on function public.join_affiliate_programme is 'Joins a programme, or applies to it where it is approved by a manager; who was invited joins at once. Returns the state.';
grant execute on function public.join_affiliate_programme(uuid, text, text, boolean) to authenticated;

create function public.invite_affiliate(programme_id uuid, member_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := (select private.account_with('manage_options'));
  a public.affiliates%rowtype;
  person uuid;
  programme text;
begin
  select k.title into programme from public.affiliate_programmes k where (k.account_id, k.id) = (account, invite_affiliate.programme_id);
  select m.user_id into person from public.members m where (m.account_id, m.id) = (account, invite_affiliate.member_id) and m.blocked_at is null;
  if programme is null or person is null then
    perform private.raise_error('not_found', 'There is no such programme here.');
  end if;
  insert into public.affiliates (account_id, programme_id, member_id, user_id, code, state)
    values (account, invite_affiliate.programme_id, invite_affiliate.member_id, person, private.new_affiliate_code(), 'invited')
    on conflict on constraint affiliates_account_id_programme_id_member_id_key do nothing returning * into a;
  if a.id is null then
    perform private.raise_error('already_applied', 'This person is in the programme already, or has applied to it.');
  end if;
  perform private.notify_localized(account, person, 'affiliateInvited', 'You are invited to recommend us: <b>{{title}}</b>.',
    jsonb_build_object('title', programme), 2, '/dashboard/orders/recommend', 'general');
  return a.id;
end $$;
comment on function public.invite_affiliate is 'Invites a member to a programme: they join it themselves, by its terms.';
grant execute on function public.invite_affiliate(uuid, uuid) to authenticated;

create function public.set_affiliate_state(affiliate_id uuid, state text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  a public.affiliates%rowtype;
begin
  select * into a from public.affiliates k where k.id = affiliate_id and k.account_id = (select private.account_with('manage_options')) for no key update;
  if a.id is null then
    perform private.raise_error('not_found', 'There is no such affiliate here.');
  elsif (a.state, set_affiliate_state.state) not in (('applied', 'approved'), ('applied', 'refused'), ('invited', 'refused'), ('refused', 'approved'),
      ('approved', 'suspended'), ('suspended', 'approved')) or set_affiliate_state.state is null
    or (a.state = 'refused' and a.terms_accepted_at is null and exists (
      select from public.affiliate_programmes p where (p.account_id, p.id) = (a.account_id, a.programme_id) and p.terms <> '')) then
    perform private.raise_error('affiliate_transition', 'This can’t be done with this affiliate as they are now.');
  end if;
  update public.affiliates k set state = set_affiliate_state.state,
      approved_at = case when set_affiliate_state.state = 'approved' then coalesce(k.approved_at, private.clock_now()) else k.approved_at end
   where (k.account_id, k.id) = (a.account_id, a.id) returning * into a;
  if a.state = 'approved' then
    perform private.welcome_affiliate(a);
  end if;
  return a.state;
end $$;
comment on function public.set_affiliate_state is 'Approves, refuses or suspends an affiliate; who is suspended earns nothing and is paid nothing until approved again.';
grant execute on function public.set_affiliate_state(uuid, text) to authenticated;

create function public.set_affiliate_states(affiliate_ids uuid[], state text) returns jsonb
language sql security definer set search_path = '' as $$
  select private.apply_to_each(affiliate_ids, 'select public.set_affiliate_state($1, $2)', state)
$$;
comment on function public.set_affiliate_states is 'Does the same to up to 200 affiliates; returns how many changed, and the errors of the others.';
grant execute on function public.set_affiliate_states(uuid[], text) to authenticated;

create function private.forget_affiliate() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.affiliates a set user_id = null, code = private.new_affiliate_code(), note = '',
      state = case when a.state in ('approved', 'suspended') then 'suspended' else 'refused' end
   where a.account_id = new.account_id and a.user_id = new.user_id;
  return null;
end $$;
comment on function private.forget_affiliate is 'Erasure: what was earned stays for the books, without who earned it; their links end.';
create trigger erasures_forget_affiliate after insert on private.erasures for each row execute function private.forget_affiliate();
