create trigger gamification_settings_touch before update on public.gamification_settings for each row execute function private.touch_updated_at();
create trigger point_rules_touch before update on public.point_rules for each row execute function private.touch_updated_at();
create trigger point_levels_touch before update on public.point_levels for each row execute function private.touch_updated_at();
create trigger score_choices_touch before update on public.score_choices for each row execute function private.touch_updated_at();
create trigger gamification_settings_tell after insert or update or delete on public.gamification_settings
  for each row execute function private.notify_change('gamification_settings');

create function private.is_gamified(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.gamification_settings s where s.account_id = account and s.is_on)
$$;
comment on function private.is_gamified is 'Whether members of an account earn points.';

create function private.is_score_public(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.gamification_settings s where s.account_id = account and s.is_on and s.is_public)
$$;
comment on function private.is_score_public is 'Whether visitors of an account see its leaderboard and its badges.';
grant execute on function private.is_score_public(uuid) to anon, authenticated;

create function private.begin_gamification() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.point_rules (account_id, kind, points, daily_limit)
  select new.account_id, k.kind, k.points, k.daily_limit from private.point_kinds k
  on conflict (account_id, kind) do nothing;
  return null;
end $$;
comment on function private.begin_gamification is 'A site that switches points on begins with a rule for each kind of event.';
create trigger gamification_settings_begin after insert or update of is_on on public.gamification_settings
  for each row when (new.is_on) execute function private.begin_gamification();

create function private.limit_levels() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.accounts a where a.account_id = new.account_id for update;
  if (select count(*) from public.point_levels l where l.account_id = new.account_id) >= 50 then
    perform private.raise_error('invalid', 'There can be 50 levels. Delete one to add another.');
  end if;
  return new;
end $$;
comment on function private.limit_levels is 'Rejects more than 50 levels.';
create trigger point_levels_limit before insert on public.point_levels for each row execute function private.limit_levels();

grant select (account_id, id, is_on, is_public, keeps_reached, max_freezes, overlay_ms, created_at, updated_at) on public.gamification_settings to authenticated;
grant insert (account_id, is_on, is_public, keeps_reached, max_freezes, overlay_ms), update (is_on, is_public, keeps_reached, max_freezes, overlay_ms)
  on public.gamification_settings to authenticated;
create policy "Members see whether points are earned" on public.gamification_settings for select to authenticated
  using (account_id = (select private.account_with('member')));
create policy "Managers switch points on" on public.gamification_settings for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers change how points are earned" on public.gamification_settings for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, kind, points, daily_limit, created_at, updated_at), update (points, daily_limit) on public.point_rules to authenticated;
create policy "Members see what earns points" on public.point_rules for select to authenticated
  using (account_id = (select private.account_with('member')));
create policy "Managers change what earns points" on public.point_rules for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, name, min_points, created_at, updated_at), insert (account_id, name, min_points), update (name, min_points), delete
  on public.point_levels to authenticated;
create policy "Members see the levels" on public.point_levels for select to authenticated
  using (account_id = (select private.account_with('member')));
create policy "Managers add levels" on public.point_levels for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers change levels" on public.point_levels for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers remove levels" on public.point_levels for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

create function private.level_points(account uuid, member uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select case when g.keeps_reached then s.top_points else s.points end
    from public.member_scores s join public.gamification_settings g on g.account_id = s.account_id
   where (s.account_id, s.member_id) = (account, member)
$$;
comment on function private.level_points is 'The points that decide which level a member has: the most they ever had, where a level that was reached stays.';

create function private.valid_level_condition(condition jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select (condition ->> 'level')::uuid is not null
$$;
comment on function private.valid_level_condition is 'Whether it names a level.';

create function private.check_level_condition(account uuid, member uuid, started timestamptz, at timestamptz, condition jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- A level that is gone holds nobody up, and neither does any where no points are earned.
  select coalesce((
    select jsonb_build_object('met', not private.is_gamified(account) or coalesce(private.level_points(account, member), 0) >= l.min_points, 'title', l.name)
      from public.point_levels l where (l.account_id, l.id) = (account, (condition ->> 'level')::uuid)), '{"met": true}')
$$;
comment on function private.check_level_condition is 'Open from a level on: {"kind": "level", "level"}.';

create function public.save_gamification(account_id uuid, settings jsonb, rules jsonb, levels jsonb) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
begin
  -- Runs with the rights of the caller: the policies decide.
  insert into public.gamification_settings as g (account_id, is_on, is_public, keeps_reached, max_freezes, overlay_ms)
  select save_gamification.account_id, s.is_on, s.is_public, s.keeps_reached, s.max_freezes, s.overlay_ms
    from jsonb_to_record(settings) s(is_on boolean, is_public boolean, keeps_reached boolean, max_freezes integer, overlay_ms integer)
  on conflict on constraint gamification_settings_account_id_key do update set is_on = excluded.is_on, is_public = excluded.is_public,
    keeps_reached = excluded.keeps_reached, max_freezes = excluded.max_freezes, overlay_ms = excluded.overlay_ms;
  update public.point_rules r set points = n.points, daily_limit = n.daily_limit
    from jsonb_to_recordset(rules) n(kind text, points integer, daily_limit integer)
   where r.account_id = save_gamification.account_id and r.kind = n.kind and (r.points, r.daily_limit) is distinct from (n.points, n.daily_limit);
  delete from public.point_levels l where l.account_id = save_gamification.account_id
    and l.id not in (select (n.value ->> 'id')::uuid from jsonb_array_elements(levels) n where n.value ->> 'id' is not null);
  update public.point_levels l set name = n.name, min_points = n.min_points
    from jsonb_to_recordset(levels) n(id uuid, name text, min_points integer)
   where l.account_id = save_gamification.account_id and l.id = n.id and (l.name, l.min_points) is distinct from (n.name, n.min_points);
  insert into public.point_levels (account_id, name, min_points)
  select save_gamification.account_id, n.name, n.min_points from jsonb_to_recordset(levels) n(id uuid, name text, min_points integer) where n.id is null;
end $$;
comment on function public.save_gamification is 'Saves how points are earned, all at once: the general rules, those of each kind, and the levels; a level that is not named is removed.';
grant execute on function public.save_gamification(uuid, jsonb, jsonb, jsonb) to authenticated;
