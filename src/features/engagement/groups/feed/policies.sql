-- Realtime. `group:{group}:{account}` says to who reads a group that something was written, planned or changed in it, by ids alone: what
-- it is is read under the policies of threads and groups.

create function private.group_topics() returns setof text
language sql stable security definer set search_path = '' as $$
  select 'group:' || g.id || ':' || g.account_id from private.readable_groups() r join public.groups g on g.id = r
$$;
comment on function private.group_topics is 'The topics of the groups the caller reads.';
grant execute on function private.group_topics() to authenticated;
create policy "Whoever reads a group hears that something was written in it" on realtime.messages for select to authenticated
  using (realtime.topic() like 'group:%' and realtime.topic() in (select private.group_topics()));

create function private.announce_in_group(account uuid, post public.thread_posts, change text) returns void
language sql security definer set search_path = '' as $$
  select realtime.send(jsonb_build_object('post_id', post.id, 'parent_id', post.parent_id, 'topic_id', post.topic_id, 'member_id', post.member_id,
      'change', change), 'post', 'group:' || t.subject_id || ':' || account, true)
    from public.threads t where (t.account_id, t.id) = (account, post.thread_id) and t.kind = 'group'
$$;
comment on function private.announce_in_group is 'Tells the open screens of a group that a post was added or changed.';

create function private.announce_post_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_in_group(coalesce(new.account_id, old.account_id), coalesce(new, old),
    case when new.status = 'shown' and old.status is distinct from 'shown' then 'added' else 'changed' end);
  return null;
end $$;
comment on function private.announce_post_change is 'Tells the open screens of a group what became of a post that is or was shown.';
create trigger thread_posts_announce_new after insert on public.thread_posts for each row
  when (new.status = 'shown') execute function private.announce_post_change();
create trigger thread_posts_announce_change after update of status, content, is_pinned, reactions, topic_id on public.thread_posts for each row
  when ((new.status in ('shown', 'removed') or old.status in ('shown', 'removed'))
    and (old.status, old.content, old.is_pinned, old.reactions, old.topic_id) is distinct from (new.status, new.content, new.is_pinned, new.reactions, new.topic_id))
  execute function private.announce_post_change();
create trigger thread_posts_announce_end after delete on public.thread_posts for each row
  when (old.status in ('shown', 'removed')) execute function private.announce_post_change();

create function private.announce_votes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_in_group(p.account_id, p, 'changed') from public.thread_posts p
   where (p.account_id, p.id) = (new.account_id, new.post_id) and p.status = 'shown';
  return null;
end $$;
comment on function private.announce_votes is 'Tells the open screens of a group that somebody voted in a poll; not who.';
create trigger thread_polls_announce after update on public.thread_polls for each row execute function private.announce_votes();

create function private.announce_group_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  event public.group_events := coalesce(new, old);
begin
  perform realtime.send(jsonb_build_object('event_id', event.id), 'event', 'group:' || event.group_id || ':' || event.account_id, true);
  return null;
end $$;
comment on function private.announce_group_event is 'Tells the open screens of a group that an event is planned, changed, answered or cancelled; not by whom.';
create trigger group_events_announce after insert or delete
  or update of title, description, starts_at, ends_at, time_zone, place, link, going_count, maybe_count on public.group_events
  for each row execute function private.announce_group_event();

create function private.announce_group_members() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One message for all who come in at once, such as everybody who is in a course.
  perform realtime.send('{}', 'member', 'group:' || c.group_id || ':' || c.account_id, true)
    from (select distinct account_id, group_id from changed) c;
  return null;
end $$;
comment on function private.announce_group_members is 'Tells the open screens of a group that somebody came in or went; not who.';
create trigger group_members_announce_new after insert on public.group_members referencing new table as changed
  for each statement execute function private.announce_group_members();
create trigger group_members_announce_gone after delete on public.group_members referencing old table as changed
  for each statement execute function private.announce_group_members();

-- Who leaves, is banned, or may not read a group any more hears nothing of it from then on.

create function private.recheck_member_topics(account uuid, member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- A hosted backend has no such function: its topics check permissions again when the token is refreshed.
  if to_regprocedure('realtime.session_changed(uuid)') is not null then
    perform realtime.session_changed(s.session_id) from private.session_accounts s
     where s.account_id = account and (member is null or s.user_id = (select m.user_id from public.members m where (m.account_id, m.id) = (account, member)));
  end if;
end $$;
comment on function private.recheck_member_topics is 'Makes the open screens of a member, or of everybody in an account, ask again which topics they may hear.';

create function private.recheck_group_topics() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform private.recheck_member_topics((changed ->> 'account_id')::uuid, (changed ->> 'member_id')::uuid);
  return null;
end $$;
comment on function private.recheck_group_topics is 'Who left a group, or was banned, and everybody where a group became private, is checked again.';
create trigger group_members_recheck after delete on public.group_members for each row execute function private.recheck_group_topics();
create trigger group_requests_recheck after insert or update on public.group_requests for each row
  when (new.kind = 'ban') execute function private.recheck_group_topics();
create trigger groups_recheck after update of visibility on public.groups for each row
  when (old.visibility = 'public' and new.visibility = 'private') execute function private.recheck_group_topics();
