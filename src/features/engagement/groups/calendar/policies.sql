-- Events of groups: who reads a group sees them, who looks after it plans them, and its members say whether they come.

create function private.planned_groups() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select private.led_groups(array['owner', 'moderator']) where (select private.actor()) is null
  union
  select g.id from public.groups g where g.account_id = (select private.account_with('manage_options'))
$$;
comment on function private.planned_groups is 'The groups whose events the caller plans: those they look after, and for managers every one.';
grant execute on function private.planned_groups() to authenticated;

create trigger group_events_touch before update on public.group_events for each row execute function private.touch_updated_at();

grant select (account_id, id, group_id, member_id, title, description, starts_at, ends_at, time_zone, place, link, going_count, maybe_count, created_at, updated_at)
  on public.group_events to authenticated;
grant insert (account_id, group_id, title, description, starts_at, ends_at, time_zone, place, link),
  update (title, description, starts_at, ends_at, time_zone, place, link), delete on public.group_events to authenticated;
create policy "Whoever reads a group sees its events" on public.group_events for select to authenticated
  using (group_id in (select private.readable_groups()));
create policy "Who looks after a group plans its events" on public.group_events for insert to authenticated
  with check (account_id = (select private.account_with('member')) and group_id in (select private.planned_groups()));
create policy "Who looks after a group changes its events" on public.group_events for update to authenticated
  using (group_id in (select private.planned_groups())) with check (group_id in (select private.planned_groups()));
create policy "Who looks after a group cancels its events" on public.group_events for delete to authenticated
  using (group_id in (select private.planned_groups()));

grant select (account_id, id, event_id, member_id, answer, created_at) on public.group_event_answers to authenticated;
create policy "Members see what they answered" on public.group_event_answers for select to authenticated
  using (member_id = (select private.member_ids()));

create function private.prepare_group_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.member_id := (select m.id from public.members m where m.account_id = new.account_id and m.user_id = auth.uid());
    if (select count(*) from public.group_events e where (e.account_id, e.group_id) = (new.account_id, new.group_id)) >= 1000 then
      perform private.raise_error('invalid', 'A group can have at most 1,000 events.');
    end if;
  elsif new.starts_at > private.clock_now() then
    -- It was put off, or brought forward: those who come are reminded of the new time.
    new.reminded_at := null;
  end if;
  if not exists (select from pg_catalog.pg_timezone_names z where z.name = new.time_zone) then
    perform private.raise_error('invalid', 'There is no such time zone.');
  end if;
  return new;
end $$;
comment on function private.prepare_group_event is 'Who plans an event is noted with it; another time is reminded of anew.';
create trigger group_events_prepare_new before insert on public.group_events for each row execute function private.prepare_group_event();
create trigger group_events_prepare_change before update of starts_at, time_zone on public.group_events for each row
  when (old.starts_at <> new.starts_at or old.time_zone <> new.time_zone) execute function private.prepare_group_event();

create function public.answer_group_event(event_id uuid, answer text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.members := private.own_membership();
  event public.group_events;
begin
  select * into event from public.group_events e where e.id = answer_group_event.event_id and e.account_id = person.account_id for no key update;
  if event.id is null or not exists (select from public.group_members m where (m.account_id, m.group_id, m.member_id) = (event.account_id, event.group_id, person.id)) then
    perform private.raise_error('not_found', 'There is no event here that you can answer.');
  elsif event.ends_at <= private.clock_now() then
    perform private.raise_error('invalid', 'This event is over.');
  elsif answer_group_event.answer is null then
    delete from public.group_event_answers a where (a.account_id, a.event_id, a.member_id) = (event.account_id, event.id, person.id);
    return;
  elsif answer_group_event.answer not in ('going', 'maybe', 'no') then
    perform private.raise_error('invalid', 'Some fields are not valid.');
  end if;
  insert into public.group_event_answers as a (account_id, event_id, member_id, answer)
  values (event.account_id, event.id, person.id, answer_group_event.answer)
  on conflict on constraint group_event_answers_account_id_event_id_member_id_key do update set answer = excluded.answer where a.answer <> excluded.answer;
end $$;
comment on function public.answer_group_event is 'Says whether the caller comes to an event of a group they are in, until it is over; null takes the answer back.';
grant execute on function public.answer_group_event(uuid, text) to authenticated;

create function private.count_event_answers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.group_event_answers := coalesce(new, old);
begin
  update public.group_events e set (going_count, maybe_count) = (
      select count(*) filter (where a.answer = 'going'), count(*) filter (where a.answer = 'maybe')
        from public.group_event_answers a where (a.account_id, a.event_id) = (e.account_id, e.id))
   where (e.account_id, e.id) = (changed.account_id, changed.event_id);
  return null;
end $$;
comment on function private.count_event_answers is 'Counts who comes to an event, in the transaction of the answer.';
create trigger group_event_answers_count after insert or update or delete on public.group_event_answers
  for each row execute function private.count_event_answers();

create function private.delete_event_answers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.group_event_answers a using public.group_events e
   where (e.account_id, e.id) = (a.account_id, a.event_id) and e.group_id = old.group_id and e.ends_at > private.clock_now()
     and (a.account_id, a.member_id) = (old.account_id, old.member_id);
  return null;
end $$;
comment on function private.delete_event_answers is 'Who leaves a group does not come to its events.';
create trigger group_members_leave_events after delete on public.group_members for each row execute function private.delete_event_answers();

create function public.list_event_people(event_id uuid) returns table (member_id uuid, user_id uuid, name text, slug text, avatar text, answer text)
language sql stable security definer set search_path = '' as $$
  select m.id, m.user_id, m.name, m.slug, m.avatar, a.answer from public.group_events e
    join public.group_event_answers a on (a.account_id, a.event_id) = (e.account_id, e.id) and a.answer <> 'no'
    join public.members m on (m.account_id, m.id) = (a.account_id, a.member_id)
   where e.id = list_event_people.event_id and private.own_group_level(e.group_id) is not null
   order by a.answer, m.name limit 500
$$;
comment on function public.list_event_people is 'Who comes to an event, or may, for those who are in its group.';
grant execute on function public.list_event_people(uuid) to authenticated;

create function private.remind_group_events() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  sent integer;
begin
  with due as (
    select e.account_id, e.id, e.group_id, e.title from public.group_events e
     where e.reminded_at is null and e.starts_at between private.clock_now() and private.clock_now() + interval '1 hour'
       and private.has_feature(e.account_id, 'groups') for update skip locked),
  marked as (update public.group_events e set reminded_at = private.clock_now() from due where (e.account_id, e.id) = (due.account_id, due.id) returning e.id),
  notified as (
    select private.notify_localized(due.account_id, m.user_id, 'groupEventSoon', '<b>{{event}}</b> of <b>{{title}}</b> begins within an hour.',
        jsonb_build_object('event', due.title, 'title', g.title), 2, '/dashboard/groups/' || g.slug || '/events', 'general')
      from due join marked on marked.id = due.id
      join public.groups g on (g.account_id, g.id) = (due.account_id, due.group_id)
      join public.group_event_answers a on (a.account_id, a.event_id) = (due.account_id, due.id) and a.answer in ('going', 'maybe')
      join public.members m on (m.account_id, m.id) = (a.account_id, a.member_id) and m.blocked_at is null)
  select count(*) into sent from notified;
  return sent;
end $$;
comment on function private.remind_group_events is 'Reminds those who come, or may, of events that begin within an hour, once. Returns how many were reminded.';
