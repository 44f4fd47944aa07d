create function private.notify(account uuid, person uuid, message text, severity int default 2, link text default null, kind text default 'general') returns uuid
language sql security definer set search_path = '' as $$
  insert into public.account_notifications (account_id, user_id, message, severity, link, kind)
  values (account, person, message, severity, link, kind) returning id
$$;
comment on function private.notify is 'Creates one notification of a kind for one person. The message is HTML: the caller has escaped user text.';

create function private.localized_message(sentence text, "values" jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  message text := sentence;
  name text;
  value jsonb;
begin
  for name, value in select * from jsonb_each("values") loop
    -- Braces within a value are no placeholder.
    message := replace(message, '{{' || name || '}}',
      replace(private.escape_html(coalesce(case when jsonb_typeof(value) = 'object' then value ->> 'text' else value #>> '{}' end, '')), '{', '&#123;'));
  end loop;
  return message;
end $$;
comment on function private.localized_message is 'The English text of a message as HTML: a sentence with {{placeholders}} and its values, which are escaped.';

create function private.notify_localized(account uuid, person uuid, key text, sentence text, "values" jsonb default '{}', severity int default 2,
  link text default null, kind text default 'general', about uuid default null) returns uuid
language sql security definer set search_path = '' as $$
  insert into public.account_notifications (account_id, user_id, message, said, severity, link, kind, about)
  values (account, person, private.localized_message(sentence, "values"), jsonb_build_object('key', key, 'values', "values"), severity, link, kind, about)
  returning id
$$;
comment on function private.notify_localized is 'As notify, localized for the reader: key is one of notifications:said, sentence its English text with {{placeholders}} for values, which are plain text, a number, or a nested message as {key, values, text}; about is the person it names.';

create function private.notify_people(account uuid, people uuid[], key text, sentence text, "values" jsonb, severity int, link text, kind text, about uuid)
returns void
language sql security definer set search_path = '' as $$
  insert into public.account_notifications (account_id, user_id, message, said, severity, link, kind, about)
  select account, p.id, w.message, w.said, severity, link, kind, about
    from (select private.localized_message(sentence, "values") as message, jsonb_build_object('key', key, 'values', "values") as said offset 0) w
    cross join unnest(people) p (id)
$$;
comment on function private.notify_people is 'As notify_localized, for many people at once: all of a group of ten thousand in one statement.';

create function private.escape_html(plain text) returns text
language sql immutable set search_path = '' as $$
  select replace(replace(replace(replace(plain, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;')
$$;
comment on function private.escape_html is 'Escapes plain text for HTML.';

create function private.set_notification_kinds(kinds text[]) returns void
language sql security definer set search_path = '' as $$
  insert into private.notification_kinds (kind) select unnest(kinds) on conflict (kind) do nothing
$$;
comment on function private.set_notification_kinds is 'Adds the kinds that the features declare: called at every start.';

create function private.require_notification_kinds(kinds text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not kinds <@ coalesce((select array_agg(k.kind) from private.notification_kinds k), '{}') then
    raise check_violation using message = 'A feature declares each kind of notification; one of these is none.';
  end if;
end $$;
comment on function private.require_notification_kinds is 'Raises check_violation where one of these is no kind of notification.';

create function private.apply_preferences() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.type = 'chat' then new.kind := 'messages'; end if;
  perform private.require_notification_kinds(array[new.kind]);
  if new.read then new.seen_at := coalesce(new.seen_at, private.clock_now()); end if;
  -- A kind that is switched off everywhere is still listed, but neither rings nor counts as unread.
  if exists (select from public.notification_preferences p
      where p.account_id = new.account_id and p.user_id = new.user_id and new.kind = any (p.no_app)) then
    new.read := true;
  end if;
  return new;
end $$;
comment on function private.apply_preferences is 'Creates notifications of kinds that are switched off in the app as read; a kind no feature declares is an error.';
create trigger account_notifications_weigh before insert on public.account_notifications
  for each row execute function private.apply_preferences();

create function private.mark_seen() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.seen_at := coalesce(old.seen_at, private.clock_now());
  return new;
end $$;
comment on function private.mark_seen is 'A notification marked as read counts as seen.';
create trigger account_notifications_seen before update of read on public.account_notifications
  for each row when (new.read and not old.read) execute function private.mark_seen();

create function private.publish_notifications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Every member of the account receives the topic, so it carries only the recipient; the message is read under policies. Who has no
  -- session here has no open browser.
  perform realtime.send(jsonb_build_object('type', d.type, 'data', jsonb_build_object('user_id', d.user_id)),
      'notification', 'onlineUsers:' || d.account_id, true)
    from (select distinct a.account_id, a.user_id, a.type from added a where not a.read
      and exists (select from private.session_accounts s where (s.account_id, s.user_id) = (a.account_id, a.user_id))) d;
  return null;
end $$;
comment on function private.publish_notifications is 'Notifies the recipients'' open browsers of new notifications.';
create trigger account_notifications_ring after insert on public.account_notifications referencing new table as added
  for each statement execute function private.publish_notifications();
create trigger account_notifications_touch before update on public.account_notifications
  for each row execute function private.touch_updated_at();

grant select (account_id, id, user_id, type, kind, message, said, about, link, severity, read, seen_at, created_at, updated_at), update (read)
  on public.account_notifications to authenticated;
create policy "People read their own notifications" on public.account_notifications for select to authenticated
  using (user_id = (select auth.uid()) and account_id = (select private.account_with('member')));
create policy "People mark their own notifications" on public.account_notifications for update to authenticated
  using (user_id = (select auth.uid()) and account_id = (select private.account_with('member')))
  with check (user_id = (select auth.uid()));
create policy "Who has signed in as somebody marks nothing of theirs" on public.account_notifications as restrictive
  for update to authenticated using ((select private.actor()) is null);
create policy "Who has signed in as somebody reads none of their messages" on public.account_notifications as restrictive
  for select to authenticated using (type <> 'chat' or (select private.actor()) is null);

create function private.notify_family(account uuid, parent uuid, child uuid, requested_by uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invited public.members%rowtype;
  inviter public.members%rowtype;
  is_parent boolean := requested_by = parent;
begin
  select * into inviter from public.members m where m.account_id = account and m.id = requested_by;
  select * into invited from public.members m where m.account_id = account and m.id = case when is_parent then child else parent end;
  -- Either may have left meanwhile.
  if inviter.id is null or invited.id is null then return; end if;
  if is_parent then
    perform private.notify_localized(account, invited.user_id, 'familyParent',
      '<b>{{name}}</b> wants to follow your progress as your parent. Respond in your profile.',
      jsonb_build_object('name', inviter.name), 3, '/dashboard/profile', 'family', inviter.user_id);
  else
    perform private.notify_localized(account, invited.user_id, 'familyChild',
      '<b>{{name}}</b> asks you to follow their progress as their parent. Respond in your profile.',
      jsonb_build_object('name', inviter.name), 3, '/dashboard/profile', 'family', inviter.user_id);
  end if;
end $$;
comment on function private.notify_family is 'Notifies a person of a request to become their parent or child.';

create function private.notify_family_linked(account uuid, parent uuid, child uuid) returns void
language sql security definer set search_path = '' as $$
  select private.notify_localized(account, c.user_id, 'familyLinked', '<b>{{name}}</b> follows your progress as your parent now. You can end this in your profile.',
      jsonb_build_object('name', p.name), 3, '/dashboard/profile', 'family', p.user_id)
    from public.members p, public.members c
   where (p.account_id, p.id) = (account, parent) and (c.account_id, c.id) = (account, child) and c.user_id is not null
$$;
comment on function private.notify_family_linked is 'Tells a child that a parent has used their code.';
