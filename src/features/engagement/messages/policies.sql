-- Who may write to whom, and who sees what of a conversation. Everything of a conversation goes by own_conversations, which
-- knows nobody but those who take part: an administrator reads no conversation of others.

create function private.is_staff_member(account uuid, member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
    where m.account_id = account and m.id = member and m.blocked_at is null and private.holds(r.caps, 'staff'))
$$;
comment on function private.is_staff_member is 'Whether a member teaches or manages here: staff write to everybody, and everybody to them.';

create function private.are_hidden(account uuid, one uuid, other uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.member_blocks b where b.account_id = account
      and (b.member_id, b.blocked_id) in ((one, other), (other, one)))
    and not private.is_staff_member(account, one) and not private.is_staff_member(account, other)
$$;
comment on function private.are_hidden is 'Whether one of two members has blocked the other. Staff are hidden from nobody.';

create function private.hidden_members() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select case when b.member_id = m.id then b.blocked_id else b.member_id end
    from public.members m join public.member_blocks b on b.account_id = m.account_id and m.id in (b.member_id, b.blocked_id)
   where m.id = (select private.member_ids()) and private.are_hidden(b.account_id, b.member_id, b.blocked_id)
$$;
comment on function private.hidden_members is 'The members whom the caller has blocked, or who have blocked them; looked up once a query.';
grant execute on function private.hidden_members() to authenticated;

create function private.own_conversations() returns table (account_id uuid, conversation_id uuid)
language sql stable security definer set search_path = '' as $$
  select own.account_id, own.conversation_id
    from public.conversation_members own join public.conversations c on (c.account_id, c.id) = (own.account_id, own.conversation_id)
   where own.member_id = (select private.member_ids()) and own.account_id = (select private.account_with('member'))
     -- Who has signed in as somebody reads none of their messages.
     and (select private.actor()) is null
     and not (c.kind = 'direct' and exists (select from public.conversation_members other
       where (other.account_id, other.conversation_id) = (own.account_id, own.conversation_id) and other.member_id in (select private.hidden_members())))
$$;
comment on function private.own_conversations is 'The conversations the caller takes part in, without those with a member who is hidden from them; looked up once a query.';
grant execute on function private.own_conversations() to authenticated;

create function private.members_write_to_each_other(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.message_settings s where s.account_id = account and s.member_messages = 'staff')
$$;
comment on function private.members_write_to_each_other is 'Whether members may write to each other here, and not to staff alone.';

create function private.may_message(account uuid, sender uuid, recipient uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select sender <> recipient
    and (select count(*) from public.members m where m.account_id = account and m.id in (sender, recipient) and m.blocked_at is null) = 2
    and (private.is_staff_member(account, sender) or private.is_staff_member(account, recipient)
      or private.members_write_to_each_other(account) and not private.are_hidden(account, sender, recipient))
$$;
comment on function private.may_message is 'Whether a member may write to another: staff to everybody, everybody to staff, members to each other where the account allows it and neither has blocked the other.';

create function private.may_write_in(conversation public.conversations, member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.conversation_members other
    where (other.account_id, other.conversation_id) = (conversation.account_id, conversation.id) and other.member_id <> member
      and case conversation.kind when 'direct' then private.may_message(other.account_id, member, other.member_id)
          else private.members_write_to_each_other(other.account_id) or private.is_staff_member(other.account_id, member)
            or private.is_staff_member(other.account_id, other.member_id) end)
$$;
comment on function private.may_write_in is 'Whether a member may go on writing in a conversation: to somebody who is still there, and as the account allows it now.';

grant select (account_id, member_messages, updated_at), insert (account_id, member_messages), update (member_messages)
  on public.message_settings to authenticated;
create policy "Members see to whom they may write" on public.message_settings for select to authenticated
  using (account_id = (select private.account_with('member')));
create policy "Managers decide it first" on public.message_settings for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers decide to whom members may write" on public.message_settings for update to authenticated
  using (account_id = (select private.account_with('manage_options'))) with check (account_id = (select private.account_with('manage_options')));
create trigger message_settings_touch before update on public.message_settings for each row execute function private.touch_updated_at();
create trigger message_settings_guard_acting before insert or update on public.message_settings for each row execute function private.guard_impersonation();

grant select (account_id, id, kind, title, creator_id, last_seq, last_message_at, created_at, updated_at) on public.conversations to authenticated;
create policy "Members see the conversations they take part in" on public.conversations for select to authenticated
  using ((account_id, id) in (select o.account_id, o.conversation_id from private.own_conversations() o));
create trigger conversations_touch before update of title on public.conversations for each row execute function private.touch_updated_at();

grant select (account_id, id, conversation_id, member_id, is_admin, from_seq, read_seq, created_at) on public.conversation_members to authenticated;
create policy "Members see who takes part with them" on public.conversation_members for select to authenticated
  using ((account_id, conversation_id) in (select o.account_id, o.conversation_id from private.own_conversations() o));

grant select (account_id, id, conversation_id, member_id, is_muted, notify_level, draft, updated_at), update (is_muted, notify_level, draft)
  on public.conversation_preferences to authenticated;
create policy "Members see their own preferences and drafts" on public.conversation_preferences for select to authenticated
  using (member_id = (select private.member_ids()) and (select private.actor()) is null);
create policy "Members change their own preferences and drafts" on public.conversation_preferences for update to authenticated
  using (member_id = (select private.member_ids()) and (select private.actor()) is null)
  with check (member_id = (select private.member_ids()));
create trigger conversation_preferences_touch before update on public.conversation_preferences for each row execute function private.touch_updated_at();

grant select (account_id, id, conversation_id, seq, client_id, member_id, author_name, body, reply_to_id, edited_at, deleted_at, created_at)
  on public.messages to authenticated;
create policy "Members read what was written since they take part, but nothing of whom is hidden from them" on public.messages for select to authenticated
  using ((account_id, conversation_id) in (select o.account_id, o.conversation_id from private.own_conversations() o)
    and seq > (select m.from_seq from public.conversation_members m
      where (m.account_id, m.conversation_id) = (messages.account_id, messages.conversation_id) and m.member_id = (select private.member_ids()))
    and (member_id is null or member_id not in (select private.hidden_members())));

grant select (account_id, id, message_id, member_id, reaction, created_at) on public.message_reactions to authenticated;
create policy "Whoever reads a message sees who reacted to it" on public.message_reactions for select to authenticated
  using (exists (select from public.messages m where (m.account_id, m.id) = (message_reactions.account_id, message_id))
    and member_id not in (select private.hidden_members()));

grant select (account_id, id, message_id, path, name, mime_type, size, created_at) on public.message_attachments to authenticated;
create policy "Whoever reads a message sees its files" on public.message_attachments for select to authenticated
  using (exists (select from public.messages m where (m.account_id, m.id) = (message_attachments.account_id, message_id)));

grant select (account_id, id, member_id, blocked_id, created_at), insert (account_id, member_id, blocked_id), delete on public.member_blocks to authenticated;
create policy "Members see whom they have blocked" on public.member_blocks for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Members block others of their account" on public.member_blocks for insert to authenticated
  with check (member_id = (select private.member_ids()) and account_id = (select private.account_with('member')));
create policy "Members unblock" on public.member_blocks for delete to authenticated
  using (member_id = (select private.member_ids()));
create trigger member_blocks_guard_acting before insert or delete on public.member_blocks for each row execute function private.guard_impersonation();

create function private.check_block() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_staff_member(new.account_id, new.blocked_id) then
    perform private.raise_error('forbidden', 'Staff can’t be blocked. Mute the conversation instead.');
  elsif private.is_staff_member(new.account_id, new.member_id) then
    perform private.raise_error('forbidden', 'Staff block nobody in messages. Mute the conversation, or block the member from the site.');
  elsif (select count(*) from public.member_blocks b where (b.account_id, b.member_id) = (new.account_id, new.member_id)) >= 500 then
    perform private.raise_error('invalid', 'You can block 500 members. Unblock some to block more.');
  end if;
  return new;
end $$;
comment on function private.check_block is 'Rejects a block of or by staff, who stay in reach of everybody, and more than 500 blocks of a member.';
create trigger member_blocks_check before insert on public.member_blocks for each row execute function private.check_block();

create function private.create_preferences() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.conversation_preferences (account_id, conversation_id, member_id) values (new.account_id, new.conversation_id, new.member_id);
  return null;
end $$;
comment on function private.create_preferences is 'Gives whoever joins a conversation their preferences.';
create trigger conversation_members_prefer after insert on public.conversation_members for each row execute function private.create_preferences();

create function private.delete_empty_conversation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.conversations c where (c.account_id, c.id) = (old.account_id, old.conversation_id) and not exists (
    select from public.conversation_members m where (m.account_id, m.conversation_id) = (c.account_id, c.id));
  -- A group is never without somebody who may choose its members.
  update public.conversation_members m set is_admin = true
   where (m.account_id, m.id) = (select next.account_id, next.id from public.conversation_members next
       join public.conversations c on (c.account_id, c.id) = (next.account_id, next.conversation_id) and c.kind = 'group'
      where (next.account_id, next.conversation_id) = (old.account_id, old.conversation_id) order by next.is_admin desc, next.id limit 1)
     and not m.is_admin;
  return null;
end $$;
comment on function private.delete_empty_conversation is 'Deletes a conversation that its last member has left; a group whose last admin left is led by whoever joined first.';
create trigger conversation_members_leave after delete on public.conversation_members for each row execute function private.delete_empty_conversation();

-- Files: as those of threads, in a folder of their own.

create function private.is_message_file(bucket text, file text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.message_attachments a where a.path = file and a.account_id || '-private' = bucket)
$$;
comment on function private.is_message_file is 'Whether a file belongs to a message.';
grant execute on function private.is_message_file(text, text) to authenticated;

create policy "Whoever reads a message may fetch its files" on storage.objects for select to authenticated
  using (name like 'messages/%' and exists (
    select from public.message_attachments a where a.account_id || '-private' = objects.bucket_id and a.path = objects.name));
create policy "Members see the files they are about to send" on storage.objects for select to authenticated
  using (bucket_id = (select private.account_with('member')) || '-private' and name like 'messages/' || (select auth.uid()) || '/%'
    and (select private.actor()) is null and not private.is_message_file(bucket_id, name));
create policy "Members add files they are about to send" on storage.objects for insert to authenticated
  with check (bucket_id = (select private.account_with('member')) || '-private' and name like 'messages/' || (select auth.uid()) || '/%'
    and (select private.actor()) is null);
create policy "Members take back files they have not sent" on storage.objects for delete to authenticated
  using (bucket_id = (select private.account_with('member')) || '-private' and name like 'messages/' || (select auth.uid()) || '/%'
    and (select private.actor()) is null and not private.is_message_file(bucket_id, name));
create function private.preview_message_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.want_link_preview(new.account_id, new.body);
  return null;
end $$;
comment on function private.preview_message_link is 'A message has the page it links to read.';
create trigger messages_preview after insert or update of body on public.messages for each row
  when (new.body ~ 'https?://') execute function private.preview_message_link();

create trigger message_attachments_delete_file after delete on public.message_attachments
  for each row execute function private.delete_thread_file();

create function private.prune_message_files() returns bigint
language sql security definer set search_path = '' as $$
  with removed as (
    delete from storage.objects o
     where o.name like 'messages/%' and o.bucket_id like '%-private' and o.created_at < (select private.clock_now()) - interval '1 day'
       and not private.is_message_file(o.bucket_id, o.name)
    returning 1)
  select count(*) from removed
$$;
comment on function private.prune_message_files is 'Deletes files that were uploaded a day ago and belong to no message. Run by the scheduler.';

-- Realtime. `inbox:{user}:{account}` says to every device of a person that a conversation changed, by ids alone: what changed is read under
-- the policies above. In `typing:{conversation}:{account}` those who take part say that they are writing.

create policy "Members hear what changes in their conversations" on realtime.messages for select to authenticated
  using (realtime.topic() in (select 'inbox:' || auth.uid() || ':' || a from private.account_with('member') a) and (select private.actor()) is null);
create policy "Those who take part see who is writing" on realtime.messages for select to authenticated
  using (realtime.topic() in (select 'typing:' || o.conversation_id || ':' || o.account_id from private.own_conversations() o));
create policy "Those who take part say that they are writing" on realtime.messages for insert to authenticated
  with check (extension = 'broadcast'
    and realtime.topic() in (select 'typing:' || o.conversation_id || ':' || o.account_id from private.own_conversations() o));

create function private.notify_inboxes(account uuid, conversation uuid, change text, only_member uuid default null) returns void
language sql security definer set search_path = '' as $$
  select realtime.send(jsonb_build_object('conversation_id', conversation, 'change', change), 'conversation', 'inbox:' || p.user_id || ':' || account, true)
    from public.conversation_members m join public.members p on (p.account_id, p.id) = (m.account_id, m.member_id)
   where m.account_id = account and m.conversation_id = conversation and (only_member is null or m.member_id = only_member)
$$;
comment on function private.notify_inboxes is 'Tells the open screens of those who take part in a conversation that it changed.';

create function private.recheck_topics() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
  gone uuid[] := array_remove(array[(changed ->> 'member_id')::uuid, (changed ->> 'blocked_id')::uuid], null);
begin
  -- A hosted backend has no such function: its topics check permissions again when the token is refreshed.
  if to_regprocedure('realtime.session_changed(uuid)') is not null then
    perform realtime.session_changed(s.session_id) from private.session_accounts s
      join public.members m on (m.account_id, m.user_id) = (s.account_id, s.user_id) where m.id = any (gone);
  end if;
  return null;
end $$;
comment on function private.recheck_topics is 'Makes the open screens of who left, or is blocked, ask again which topics they may hear.';
create trigger conversation_members_recheck after delete on public.conversation_members for each row execute function private.recheck_topics();
create trigger member_blocks_recheck after insert on public.member_blocks for each row execute function private.recheck_topics();
