-- Conversations and messages: only these functions write them, so that limits, order and who may write to whom hold for
-- every client.

create function private.messaging_member() returns public.members
language plpgsql security definer set search_path = '' as $$
declare
  person public.members;
begin
  select * into person from public.members m
   where m.id = (select private.member_ids()) and m.account_id = (select private.account_with('member'));
  if person.id is null then
    perform private.raise_error('forbidden', 'Only members of this site can write messages here.');
  end if;
  perform private.forbid_impersonation();
  return person;
end $$;
comment on function private.messaging_member is 'The caller as a member who may write messages; raises forbidden for anybody else.';

create function private.own_conversation(conversation_id uuid) returns public.conversations
language plpgsql security definer set search_path = '' as $$
declare
  conversation public.conversations;
begin
  select c.* into conversation from public.conversations c
   where c.id = own_conversation.conversation_id
     and (c.account_id, c.id) in (select o.account_id, o.conversation_id from private.own_conversations() o)
   -- Messages of a conversation wait for each other here, which gives them their order.
     for no key update;
  if conversation.id is null then
    perform private.raise_error('not_found', 'There is no such conversation here.');
  end if;
  return conversation;
end $$;
comment on function private.own_conversation is 'Locks and returns a conversation the caller takes part in; raises not_found for any other.';

create function private.check_new_members(sender public.members, ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from unnest(ids) i where not coalesce(private.may_message(sender.account_id, sender.id, i), false)) then
    perform private.raise_error('forbidden', 'You can’t write to one of these members here.');
  end if;
end $$;
comment on function private.check_new_members is 'Rejects members whom the sender may not write to, whether they exist or not.';

create function public.start_conversation(member_ids uuid[], title text default '', conversation_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  sender public.members := private.messaging_member();
  ids uuid[] := array(select distinct i from unnest(start_conversation.member_ids) i where i is not null and i <> sender.id);
  name text := trim(coalesce(start_conversation.title, ''));
  pair_key text;
  made uuid;
begin
  if cardinality(ids) = 0 then
    perform private.raise_error('invalid', 'Choose somebody to write to.');
  elsif cardinality(ids) > 49 then
    perform private.raise_error('invalid', 'A conversation can have at most 50 members.');
  elsif length(name) > 80 then
    perform private.raise_error('invalid', 'The name of a conversation can have at most 80 characters.');
  end if;
  perform private.check_new_members(sender, ids);
  -- Serialises what a member starts, so that the limit below counts correctly.
  perform pg_advisory_xact_lock(hashtext('conversations'), hashtext(sender.id::text));
  if cardinality(ids) = 1 and name = '' then
    pair_key := least(sender.id, ids[1]) || ':' || greatest(sender.id, ids[1]);
    select c.id into made from public.conversations c where (c.account_id, c.pair) = (sender.account_id, pair_key);
  elsif start_conversation.conversation_id is not null then
    select c.id into made from public.conversations c
     where (c.account_id, c.id) = (sender.account_id, start_conversation.conversation_id) and c.creator_id = sender.id;
  end if;
  if made is not null then return made; end if;
  if (select count(*) from public.conversations c where (c.account_id, c.creator_id) = (sender.account_id, sender.id)
      and c.created_at > (select private.clock_now()) - interval '1 hour') >= 30 then
    perform private.raise_error('too_many_messages', 'You started many conversations within an hour. Wait a little before the next one.');
  end if;
  insert into public.conversations (account_id, id, kind, pair, title, creator_id)
  values (sender.account_id, coalesce(case when pair_key is null then start_conversation.conversation_id end, private.uuid_v7()),
    case when pair_key is null then 'group' else 'direct' end, pair_key, name, sender.id)
  on conflict do nothing returning id into made;
  if made is null then
    -- The other one began it in the same moment; an id of somebody else's conversation is refused.
    select c.id into made from public.conversations c where (c.account_id, c.pair) = (sender.account_id, pair_key);
    if made is null then
      perform private.raise_error('invalid', 'Some fields are not valid.');
    end if;
    return made;
  end if;
  insert into public.conversation_members (account_id, conversation_id, member_id, is_admin)
  select sender.account_id, made, i, pair_key is null and i = sender.id from unnest(ids || sender.id) i order by i;
  perform private.notify_inboxes(sender.account_id, made, 'members');
  return made;
end $$;
comment on function public.start_conversation is 'Starts a conversation with one member, or finds the one there is, or starts a group with several or a name. The id of a group may be given, so that asking again starts no second one.';
grant execute on function public.start_conversation(uuid[], text, uuid) to authenticated;

create function private.attach_to_message(message public.messages, person uuid, files text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  attached integer;
begin
  if coalesce(cardinality(files), 0) = 0 then return; end if;
  insert into public.message_attachments (account_id, message_id, path, name, mime_type, size)
  select message.account_id, message.id, f.* from private.files_to_attach(message.account_id, 'messages', person, files) f
  on conflict (account_id, path) do nothing;
  get diagnostics attached = row_count;
  perform private.require_attached(attached, files);
end $$;
comment on function private.attach_to_message is 'Attaches files to a message: those its author just uploaded into their own folder.';

create function private.count_chat(conversation public.conversations) returns void
language plpgsql security definer set search_path = '' as $$
declare
  month date := private.period_of('chats');
begin
  if conversation.metered_in = month then return; end if;
  perform private.use_meter(conversation.account_id, 'chats', 1, conversation.id::text);
  update public.conversations c set metered_in = month where (c.account_id, c.id) = (conversation.account_id, conversation.id);
end $$;
comment on function private.count_chat is 'Counts a conversation on the meter of chats with its first message of a month; raises limit_reached where the plan has no more.';

create function public.send_message(conversation_id uuid, client_id uuid, body text, reply_to uuid default null, files text[] default '{}') returns public.messages
language plpgsql security definer set search_path = '' as $$
declare
  sender public.members := private.messaging_member();
  conversation public.conversations := private.own_conversation(send_message.conversation_id);
  written text := trim(coalesce(send_message.body, ''), E' \t\r\n');
  message public.messages;
begin
  -- Sent again because its answer was lost: it is the message that is there.
  select * into message from public.messages m
   where (m.account_id, m.conversation_id, m.member_id, m.client_id) = (conversation.account_id, conversation.id, sender.id, send_message.client_id);
  if message.id is not null then return message; end if;
  if send_message.client_id is null then
    perform private.raise_error('invalid', 'Some fields are not valid.');
  elsif length(written) > 4000 then
    perform private.raise_error('invalid', 'A message can have at most 4,000 characters.');
  elsif written = '' and coalesce(cardinality(files), 0) = 0 then
    perform private.raise_error('invalid', 'Write something first.');
  elsif not private.may_write_in(conversation, sender.id) then
    perform private.raise_error('forbidden', 'You can’t write in this conversation any more.');
  end if;
  perform pg_advisory_xact_lock(hashtext('messages'), hashtext(sender.id::text));
  if (select count(*) from public.messages m where (m.account_id, m.member_id) = (sender.account_id, sender.id)
      and m.created_at > (select private.clock_now()) - interval '1 minute') >= 60 then
    perform private.raise_error('too_many_messages', 'You sent many messages within a minute. Wait a little before the next one.');
  end if;
  if send_message.reply_to is not null and not exists (
    select from public.messages m join public.conversation_members own
        on (own.account_id, own.conversation_id) = (m.account_id, m.conversation_id) and own.member_id = sender.id and m.seq > own.from_seq
     where (m.account_id, m.conversation_id, m.id) = (conversation.account_id, conversation.id, send_message.reply_to)) then
    perform private.raise_error('not_found', 'The message you are replying to no longer exists.');
  end if;
  perform private.count_chat(conversation);
  insert into public.messages (account_id, conversation_id, seq, client_id, member_id, author_name, body, reply_to_id)
  values (conversation.account_id, conversation.id, conversation.last_seq + 1, send_message.client_id, sender.id, left(sender.name, 120), written,
    send_message.reply_to)
  returning * into message;
  perform private.attach_to_message(message, sender.user_id, send_message.files);
  update public.conversations c set last_seq = message.seq, last_message_at = message.created_at
   where (c.account_id, c.id) = (conversation.account_id, conversation.id);
  update public.conversation_members m set read_seq = message.seq
   where (m.account_id, m.conversation_id, m.member_id) = (conversation.account_id, conversation.id, sender.id);
  perform private.notify_inboxes(conversation.account_id, conversation.id, 'message');
  perform private.emit(conversation.account_id, 'message.sent', 'conversation:' || conversation.id,
    facts => jsonb_build_object('conversation_id', conversation.id, 'message_id', message.id, 'member_id', sender.id));
  return message;
end $$;
comment on function public.send_message is 'Writes a message with its files. Sending the same client_id again returns the message there is; messages are numbered in the order they arrive.';
grant execute on function public.send_message(uuid, uuid, text, uuid, text[]) to authenticated;

create function private.pace_changes(account uuid, member uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  made integer;
begin
  insert into private.message_paces as p (account_id, member_id, minute) values (account, member, date_trunc('minute', private.clock_now()))
  on conflict (account_id, member_id) do update
    set minute = excluded.minute, changes = case when p.minute = excluded.minute then p.changes + 1 else 1 end
  returning p.changes into made;
  if made > 60 then
    perform private.raise_error('too_many_messages', 'You changed many messages within a minute. Wait a little before the next one.');
  end if;
end $$;
comment on function private.pace_changes is 'Counts what a member changes of messages, each of which troubles every open screen of the conversation; raises too_many_messages after sixty in a minute.';

create function private.own_message(message_id uuid) returns public.messages
language plpgsql security definer set search_path = '' as $$
declare
  sender public.members := private.messaging_member();
  message public.messages;
begin
  select * into message from public.messages m
   where m.id = own_message.message_id and (m.account_id, m.member_id) = (sender.account_id, sender.id) and m.deleted_at is null
     and (m.account_id, m.conversation_id) in (select o.account_id, o.conversation_id from private.own_conversations() o)
     for no key update;
  if message.id is null then
    perform private.raise_error('not_found', 'You have no such message here.');
  end if;
  return message;
end $$;
comment on function private.own_message is 'Locks and returns a message the caller wrote; raises not_found for any other.';

create function public.edit_message(message_id uuid, body text) returns public.messages
language plpgsql security definer set search_path = '' as $$
declare
  message public.messages := private.own_message(edit_message.message_id);
  written text := trim(coalesce(edit_message.body, ''), E' \t\r\n');
begin
  if length(written) > 4000 then
    perform private.raise_error('invalid', 'A message can have at most 4,000 characters.');
  elsif written = '' and not exists (select from public.message_attachments a where (a.account_id, a.message_id) = (message.account_id, message.id)) then
    perform private.raise_error('invalid', 'Write something first.');
  elsif written = message.body then
    return message;
  end if;
  perform private.pace_changes(message.account_id, message.member_id);
  update public.messages m set body = written, edited_at = private.clock_now()
   where (m.account_id, m.id) = (message.account_id, message.id) returning * into message;
  perform private.notify_inboxes(message.account_id, message.conversation_id, 'changed');
  return message;
end $$;
comment on function public.edit_message is 'Changes a message of the caller; everybody sees that it was edited.';
grant execute on function public.edit_message(uuid, text) to authenticated;

create function private.clear_message(account uuid, message_id uuid, forget_author boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.message_attachments a where (a.account_id, a.message_id) = (account, clear_message.message_id);
  delete from public.message_reactions r where (r.account_id, r.message_id) = (account, clear_message.message_id);
  delete from public.account_notifications n
   where n.account_id = account and n.type = 'chat' and n.said #>> '{values,message}' = clear_message.message_id::text;
  update public.messages m set body = '', deleted_at = coalesce(m.deleted_at, private.clock_now()),
      author_name = case when forget_author then '—' else m.author_name end
   where (m.account_id, m.id) = (account, clear_message.message_id);
  perform private.notify_inboxes(account, m.conversation_id, 'changed') from public.messages m where (m.account_id, m.id) = (account, clear_message.message_id);
end $$;
comment on function private.clear_message is 'Leaves of a message its place: no text, file or reaction, and nothing in a bell.';

create function public.delete_message(message_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  message public.messages := private.own_message(delete_message.message_id);
begin
  perform private.clear_message(message.account_id, message.id);
end $$;
comment on function public.delete_message is 'Deletes a message of the caller for everybody; its place stays.';
grant execute on function public.delete_message(uuid) to authenticated;

create function public.react_to_message(message_id uuid, reaction text, is_on boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.members := private.messaging_member();
  message public.messages;
begin
  select m.* into message from public.messages m join public.conversation_members own
      on (own.account_id, own.conversation_id) = (m.account_id, m.conversation_id) and own.member_id = person.id and m.seq > own.from_seq
   where m.id = react_to_message.message_id and m.deleted_at is null
     and (m.account_id, m.conversation_id) in (select o.account_id, o.conversation_id from private.own_conversations() o)
     and (m.member_id is null or m.member_id not in (select private.hidden_members()));
  if message.id is null then
    perform private.raise_error('not_found', 'There is no such message here.');
  end if;
  if not coalesce(react_to_message.reaction in ('like', 'love', 'laugh', 'celebrate', 'thanks'), false) then
    perform private.raise_error('invalid', 'Some fields are not valid.');
  end if;
  if is_on then
    insert into public.message_reactions (account_id, message_id, member_id, reaction)
    values (message.account_id, message.id, person.id, react_to_message.reaction) on conflict do nothing;
  else
    delete from public.message_reactions r
     where (r.account_id, r.message_id, r.member_id) = (message.account_id, message.id, person.id) and r.reaction = react_to_message.reaction;
  end if;
  -- Asked for again, it troubles nobody.
  if not found then return; end if;
  perform private.pace_changes(message.account_id, person.id);
  perform private.notify_inboxes(message.account_id, message.conversation_id, 'changed');
end $$;
comment on function public.react_to_message is 'Adds or takes back a reaction of the caller.';
grant execute on function public.react_to_message(uuid, text, boolean) to authenticated;

create function public.read_conversation(conversation_id uuid, seq bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.members := private.messaging_member();
  conversation public.conversations;
  read_now bigint;
begin
  select c.* into conversation from public.conversations c where c.id = read_conversation.conversation_id
     and (c.account_id, c.id) in (select o.account_id, o.conversation_id from private.own_conversations() o);
  update public.conversation_members m set read_seq = least(read_conversation.seq, conversation.last_seq)
   where (m.account_id, m.conversation_id, m.member_id) = (conversation.account_id, conversation.id, person.id)
     and m.read_seq < least(read_conversation.seq, conversation.last_seq)
  returning m.read_seq into read_now;
  if read_now is null then return; end if;
  if read_now = conversation.last_seq then
    update public.account_notifications n set read = true
     where (n.account_id, n.user_id) = (person.account_id, person.user_id) and n.type = 'chat' and not n.read
       and n.link = '/dashboard/messages/' || conversation.id;
  end if;
  perform private.notify_inboxes(conversation.account_id, conversation.id, 'read');
end $$;
comment on function public.read_conversation is 'The caller has read a conversation up to a message; never goes back. Read to the end, its notification is read too.';
grant execute on function public.read_conversation(uuid, bigint) to authenticated;

create function private.led_group(conversation_id uuid) returns public.conversations
language plpgsql security definer set search_path = '' as $$
declare
  person public.members := private.messaging_member();
  conversation public.conversations := private.own_conversation(led_group.conversation_id);
begin
  if conversation.kind <> 'group' or not exists (select from public.conversation_members m
      where (m.account_id, m.conversation_id, m.member_id) = (conversation.account_id, conversation.id, person.id) and m.is_admin) then
    perform private.raise_error('forbidden', 'Only who leads this group can do this.');
  end if;
  return conversation;
end $$;
comment on function private.led_group is 'Locks and returns a group the caller leads; raises an error for any other.';

create function public.rename_conversation(conversation_id uuid, title text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  conversation public.conversations := private.led_group(rename_conversation.conversation_id);
begin
  if length(trim(coalesce(rename_conversation.title, ''))) > 80 then
    perform private.raise_error('invalid', 'The name of a conversation can have at most 80 characters.');
  end if;
  update public.conversations c set title = trim(coalesce(rename_conversation.title, ''))
   where (c.account_id, c.id) = (conversation.account_id, conversation.id);
  perform private.notify_inboxes(conversation.account_id, conversation.id, 'members');
end $$;
comment on function public.rename_conversation is 'Names a group the caller leads.';
grant execute on function public.rename_conversation(uuid, text) to authenticated;

create function public.add_to_conversation(conversation_id uuid, member_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  conversation public.conversations := private.led_group(add_to_conversation.conversation_id);
  ids uuid[] := array(select distinct i from unnest(add_to_conversation.member_ids) i where i is not null and not exists (
    select from public.conversation_members m where (m.account_id, m.conversation_id, m.member_id) = (conversation.account_id, conversation.id, i)));
begin
  perform private.check_new_members(private.messaging_member(), ids);
  if cardinality(ids) + (select count(*) from public.conversation_members m
      where (m.account_id, m.conversation_id) = (conversation.account_id, conversation.id)) > 50 then
    perform private.raise_error('invalid', 'A conversation can have at most 50 members.');
  end if;
  insert into public.conversation_members (account_id, conversation_id, member_id, from_seq, read_seq)
  select conversation.account_id, conversation.id, i, conversation.last_seq, conversation.last_seq from unnest(ids) i order by i;
  perform private.notify_inboxes(conversation.account_id, conversation.id, 'members');
end $$;
comment on function public.add_to_conversation is 'Adds members to a group the caller leads; they read what is written from then on.';
grant execute on function public.add_to_conversation(uuid, uuid[]) to authenticated;

create function public.leave_conversation(conversation_id uuid, member_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.members := private.messaging_member();
  leaver uuid := coalesce(leave_conversation.member_id, person.id);
  conversation public.conversations;
begin
  if leaver = person.id then
    conversation := private.own_conversation(leave_conversation.conversation_id);
    if conversation.kind <> 'group' then
      perform private.raise_error('forbidden', 'Only who leads this group can do this.');
    end if;
  else
    conversation := private.led_group(leave_conversation.conversation_id);
  end if;
  -- First, so that who leaves hears of it too.
  perform private.notify_inboxes(conversation.account_id, conversation.id, 'members');
  delete from public.conversation_members m
   where (m.account_id, m.conversation_id, m.member_id) = (conversation.account_id, conversation.id, leaver);
end $$;
comment on function public.leave_conversation is 'Leaves a group, or removes a member from one the caller leads.';
grant execute on function public.leave_conversation(uuid, uuid) to authenticated;

create function private.announce_message(account uuid, message_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  message public.messages;
  conversation public.conversations;
  recipient record;
  "values" jsonb;
  key text;
  sentence text;
begin
  select * into message from public.messages m where m.account_id = account and m.id = announce_message.message_id;
  -- Deleted, or its author gone, since the event: nothing to announce.
  if message.member_id is null or message.deleted_at is not null then return; end if;
  select * into conversation from public.conversations c where (c.account_id, c.id) = (account, message.conversation_id);
  "values" := jsonb_build_object('name', message.author_name, 'text', left(message.body, 140), 'message', message.id);
  if message.body = '' then
    key := 'chatFiles'; sentence := '<b>{{name}}</b> sent you a file.';
  elsif conversation.kind = 'group' and conversation.title <> '' then
    key := 'chatGroup'; sentence := '<b>{{name}}</b> in <b>{{title}}</b>: {{text}}';
    "values" := "values" || jsonb_build_object('title', conversation.title);
  else
    key := 'chatMessage'; sentence := '<b>{{name}}</b>: {{text}}';
  end if;
  for recipient in
    select p.user_id from public.conversation_members m
      join public.members p on (p.account_id, p.id) = (m.account_id, m.member_id) and p.blocked_at is null
      join public.conversation_preferences f on (f.account_id, f.conversation_id, f.member_id) = (m.account_id, m.conversation_id, m.member_id)
     where (m.account_id, m.conversation_id) = (account, conversation.id) and m.member_id <> message.member_id
       and m.from_seq < message.seq and m.read_seq < message.seq and not f.is_muted
       and (f.notify_level = 'all'
         or exists (select from public.messages r where (r.account_id, r.id) = (account, message.reply_to_id) and r.member_id = m.member_id)
         or lower(message.body) ~ ('(^|[\s(,;])@' || regexp_replace(lower(p.slug), '([.^$*+?()\[\]{}|\\-])', '\\\1', 'g') || '(?![[:alnum:]-])'))
       and not private.are_hidden(account, m.member_id, message.member_id)
     order by p.user_id
  loop
    perform private.notify_of_chat(account, recipient.user_id, '/dashboard/messages/' || conversation.id, key, sentence, "values",
      (select p.user_id from public.members p where (p.account_id, p.id) = (account, message.member_id)));
  end loop;
end $$;
comment on function private.announce_message is 'Rings the chat bell of everybody in a conversation who has not read a message yet and wishes to hear of it.';

create function private.notify_of_chat(account uuid, person uuid, link text, key text, sentence text, "values" jsonb, about uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  html text := sentence;
  name text;
begin
  for name in select jsonb_object_keys("values") loop
    html := replace(html, '{{' || name || '}}', replace(private.escape_html("values" ->> name), '{', '&#123;'));
  end loop;
  -- One unread notification for each conversation, with its newest message: a busy one fills neither bell nor mailbox.
  update public.account_notifications n set message = html, said = jsonb_build_object('key', key, 'values', "values"), about = notify_of_chat.about,
      created_at = private.clock_now()
   where (n.account_id, n.user_id) = (account, person) and n.type = 'chat' and n.link = notify_of_chat.link and not n.read and n.seen_at is null;
  if found then return; end if;
  delete from public.account_notifications n
   where (n.account_id, n.user_id) = (account, person) and n.type = 'chat' and n.link = notify_of_chat.link;
  insert into public.account_notifications (account_id, user_id, type, message, said, link, about)
  values (account, person, 'chat', html, jsonb_build_object('key', key, 'values', "values"), link, about);
end $$;
comment on function private.notify_of_chat is 'Says a message in somebody''s chat bell: one row for each conversation, unread until it is opened.';

create function private.forget_message_author() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.author_name := '—';
  return new;
end $$;
comment on function private.forget_message_author is 'Removes the name from messages whose author is no longer a member; the text stays.';
create trigger messages_forget_author before update of member_id on public.messages for each row
  when (old.member_id is not null and new.member_id is null) execute function private.forget_message_author();
create trigger message_reports_forget_author before update of author_id on public.message_reports for each row
  when (old.author_id is not null and new.author_id is null) execute function private.forget_message_author();

create function private.erase_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := (select m.id from public.members m where m.account_id = new.account_id and m.user_id = new.user_id);
begin
  perform private.clear_message(m.account_id, m.id, true) from public.messages m where (m.account_id, m.member_id) = (new.account_id, member);
  delete from public.message_reports r where r.account_id = new.account_id and r.author_id = member;
  update public.message_reports r set reason = '' where (r.account_id, r.member_id) = (new.account_id, member);
  begin
    delete from storage.objects o
     where o.bucket_id = new.account_id || '-private' and o.name like 'messages/' || new.user_id || '/%' and not private.is_message_file(o.bucket_id, o.name);
  exception when others then
    -- A hosted storage may reject deletion by SQL; the schedule retries.
    null;
  end;
  return null;
end $$;
comment on function private.erase_messages is 'Erasure: of what a person wrote, only the place stays.';
create trigger erasures_forget_messages after insert on private.erasures for each row execute function private.erase_messages();
