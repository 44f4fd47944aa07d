-- Messages of tickets. Only these functions write the rows: they decide who may post and how the state changes.
create function private.notify_ticket(account uuid, ticket uuid, message uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  t public.tickets%rowtype;
  m public.ticket_messages%rowtype;
  person uuid;
begin
  select * into t from public.tickets where (account_id, id) = (account, ticket);
  select * into m from public.ticket_messages where (account_id, id) = (account, message);
  for person in
    -- A note notifies the assignee, a reply the requester, a question the staff.
    select r from (
      select case when m.is_internal then t.assignee_id when m.is_staff then t.user_id else t.assignee_id end as r
      union
      select s from private.ticket_staff(account) s where not m.is_staff and t.assignee_id is null limit 20) those
     where r is not null and r is distinct from m.author_id
  loop
    perform private.notify_localized(account, person, 'ticketMessage', '<b>{{name}}</b>: {{subject}} <b>{{number}}</b>',
      jsonb_build_object('name', coalesce(nullif(m.author_name, ''), t.requester_name), 'subject', t.subject, 'number', '#' || t.number),
      case when t.category = 'siteDown' then 4 else 2 end, '/dashboard/tickets/' || t.id, 'tickets',
      coalesce(m.author_id, case when not m.is_staff then t.user_id end));
    if not m.is_internal then
      perform private.enqueue('ticket-mail', jsonb_build_object('account_id', account, 'message_id', message, 'user_id', person));
    end if;
  end loop;
end $$;
comment on function private.notify_ticket is 'Notifies the recipients of a message by bell, and by mail unless it is an internal note.';

create function private.attach_to_ticket(account uuid, message uuid, person uuid, files text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  attached integer;
begin
  if coalesce(cardinality(files), 0) = 0 then return; end if;
  if cardinality(files) > 5 then
    perform private.raise_error('invalid', 'A message can have at most 5 files.');
  end if;
  if exists (select from storage.objects o where o.bucket_id = account || '-private' and o.name = any (files)
      and (o.metadata ->> 'size')::bigint > 10485760) then
    perform private.raise_error('invalid', 'A file in a message can have at most 10 MB.');
  end if;
  insert into public.ticket_attachments (account_id, message_id, path, name, mime_type, size)
  select account, message, o.name, right(regexp_replace(o.name, '^tickets/[^/]+/(?:[0-9a-z]+-)?', ''), 200),
         left(coalesce(o.metadata ->> 'mimetype', 'application/octet-stream'), 200), coalesce((o.metadata ->> 'size')::bigint, 0)
    from storage.objects o
   where o.bucket_id = account || '-private' and o.name = any (files) and o.name like 'tickets/' || person || '/%'
     and not exists (select from public.ticket_attachments a where a.account_id = account and a.path = o.name);
  get diagnostics attached = row_count;
  if attached <> (select count(distinct f) from unnest(files) f) then
    perform private.raise_error('invalid', 'A file no longer exists, or was already sent. Choose it again.');
  end if;
end $$;
comment on function private.attach_to_ticket is 'Attaches files to a message: those its author just uploaded into their own folder.';

create function private.add_ticket_message(account uuid, ticket uuid, person uuid, words text, of_staff boolean, internal boolean,
  way text default 'web', files text[] default '{}') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  if length(trim(coalesce(words, ''))) not between 1 and 20000 then
    perform private.raise_error('invalid', 'A message must have 1 to 20,000 characters.');
  end if;
  -- The start of the transaction is the same for all its messages: their order needs the moment.
  insert into public.ticket_messages (account_id, ticket_id, author_id, author_name, is_staff, is_internal, via, body, created_at)
  values (account, ticket, person, coalesce(private.ticket_name(account, person), ''), of_staff, internal, way, trim(words), private.clock_time())
  returning id into made;
  perform private.attach_to_ticket(account, made, person, files);
  if not internal then
    update public.tickets t set last_message_at = private.clock_now(),
        first_replied_at = coalesce(t.first_replied_at, case when of_staff then private.clock_now() end)
     where (t.account_id, t.id) = (account, ticket);
  end if;
  perform private.notify_ticket(account, ticket, made);
  return made;
end $$;
comment on function private.add_ticket_message is 'Adds a message with its files and notifies its recipients.';

create function private.create_ticket(account uuid, person uuid, kind text, title text, words text, about uuid default null,
  facts jsonb default '{}', files text[] default '{}') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  if kind not in ('siteDown', 'setup', 'issue', 'bug', 'feature') or kind is null then
    perform private.raise_error('invalid', 'Choose one of the ticket categories.');
  end if;
  if length(trim(coalesce(title, ''))) not between 3 and 200 then
    perform private.raise_error('invalid', 'A subject must have 3 to 200 characters.');
  end if;
  if jsonb_typeof(facts) is distinct from 'object' or pg_column_size(facts) > 16384 then
    perform private.raise_error('invalid', 'The attached context can have at most 16 kB.');
  end if;
  -- Ticket numbers of an account have no gap.
  perform pg_advisory_xact_lock(hashtextextended('tickets ' || account, 0));
  insert into public.tickets (account_id, number, user_id, about_account_id, requester_name, requester_email, category, subject, context)
  select account, coalesce((select max(t.number) from public.tickets t where t.account_id = account), 0) + 1, person, about,
         private.ticket_name(account, person), coalesce(u.email, ''), kind, trim(title), facts
    from auth.users u where u.id = person
  returning id into made;
  perform private.add_ticket_message(account, made, person, words, false, false, 'web', files);
  if kind = 'siteDown' then
    perform private.enqueue('ticket-checks', jsonb_build_object('account_id', account, 'ticket_id', made));
  end if;
  return made;
end $$;
comment on function private.create_ticket is 'Creates a ticket with its first message.';

create function public.open_ticket(account_id uuid, category text, subject text, body text, about_account_id uuid default null,
  context jsonb default '{}', files text[] default '{}') returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if account_id is null or account_id is distinct from private.ticket_account() then
    perform private.raise_error('forbidden', 'Ask for help on a site you are a member of.');
  end if;
  if about_account_id is not null and not exists (
    select from public.accounts a where a.account_id = about_account_id and a.owner_id = auth.uid() and private.is_on_platform()) then
    perform private.raise_error('forbidden', 'A ticket must be about an account of your own.');
  end if;
  -- Lock: the rate limit holds for concurrent requests too.
  perform pg_advisory_xact_lock(hashtextextended('tickets ' || account_id, 0));
  if (select count(*) from public.tickets t where t.account_id = account_id and t.user_id = auth.uid()
      and t.created_at > (select private.clock_now()) - interval '1 day') >= 20 then
    perform private.raise_error('too_many_tickets', 'You opened 20 tickets in one day. Reply to one of them, or try again tomorrow.');
  end if;
  return private.create_ticket(account_id, auth.uid(), category, subject, body, about_account_id, coalesce(context, '{}'), files);
end $$;
comment on function public.open_ticket is 'Opens a ticket to the managers of a site, or on the platform''s host to the platform''s administrators.';
grant execute on function public.open_ticket(uuid, text, text, text, uuid, jsonb, text[]) to authenticated;

create function private.reply_as(account uuid, ticket uuid, person uuid, staff boolean, words text, internal boolean, next_status text,
  way text, files text[]) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
  new_status text := case when internal then next_status when staff then coalesce(next_status, 'awaited') else coalesce(next_status, 'unresolved') end;
begin
  if new_status is not null and (new_status not in ('unresolved', 'awaited', 'resolved') or (not staff and new_status = 'awaited')) then
    perform private.raise_error('invalid', 'A ticket is unresolved, awaited or resolved.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('ticket messages ' || person, 0));
  if (select count(*) from public.ticket_messages m where m.author_id = person and m.created_at > (select private.clock_now()) - interval '1 hour') >= 120 then
    perform private.raise_error('too_many_messages', 'You wrote 120 messages within an hour. Wait a little.');
  end if;
  made := private.add_ticket_message(account, ticket, person, words, staff, internal, way, files);
  update public.tickets t set status = new_status
   where (t.account_id, t.id) = (account, ticket) and new_status is not null and t.status <> new_status;
  return made;
end $$;
comment on function private.reply_as is 'Adds a message and updates the state: a question sets unresolved, a reply waits for the requester.';

create function public.answer_ticket(account_id uuid, ticket_id uuid, body text, is_internal boolean default false,
  next_status text default null, files text[] default '{}') returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  asker uuid;
  answers boolean := account_id is not distinct from private.staffed_account();
  asks boolean := account_id is not distinct from private.ticket_account();
begin
  select t.user_id into asker from public.tickets t where (t.account_id, t.id) = (account_id, ticket_id) for update;
  if asker is null or not (answers or (asks and asker = auth.uid())) then
    perform private.raise_error('not_found', 'There is no such ticket.');
  end if;
  if is_internal and not answers then
    perform private.raise_error('forbidden', 'Only support staff can use notes.');
  end if;
  -- A manager's own ticket stays theirs as the requester: only an internal note counts as staff.
  return private.reply_as(account_id, ticket_id, auth.uid(), answers and (asker <> auth.uid() or is_internal), body,
    is_internal, next_status, 'web', files);
end $$;
comment on function public.answer_ticket is 'Writes into a ticket: a reply, a question, or an internal note for staff.';
grant execute on function public.answer_ticket(uuid, uuid, text, boolean, text, text[]) to authenticated;

create function public.check_site(account_id uuid, ticket_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if not exists (select from public.tickets t where (t.account_id, t.id) = (account_id, ticket_id) and t.category = 'siteDown'
      and (t.account_id = private.staffed_account() or t.user_id = auth.uid() and t.account_id = private.ticket_account())) then
    perform private.raise_error('not_found', 'There is no such ticket.');
  end if;
  if exists (select from public.ticket_messages m where (m.account_id, m.ticket_id) = (account_id, ticket_id) and m.checks is not null
      and m.created_at > (select private.clock_now()) - interval '1 minute') then
    perform private.raise_error('checked_just_now', 'The site was checked less than a minute ago.');
  end if;
  perform private.enqueue('ticket-checks', jsonb_build_object('account_id', account_id, 'ticket_id', ticket_id));
end $$;
comment on function public.check_site is 'Checks the site of a ticket again.';
grant execute on function public.check_site(uuid, uuid) to authenticated;

-- Erasure removes a person's name; the messages stay.
create function private.erase_author() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.author_name := '';
  return new;
end $$;
comment on function private.erase_author is 'Removes the name from messages whose author was deleted.';
create trigger ticket_messages_forget_author before update of author_id on public.ticket_messages for each row
  when (old.author_id is not null and new.author_id is null) execute function private.erase_author();

create function private.erase_requester() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.mails m using public.tickets t
   where t.account_id = new.account_id and t.user_id = new.user_id and m.account_id = t.account_id and position(t.id::text in m.body_text) > 0;
  delete from public.tickets t where t.account_id = new.account_id and t.user_id = new.user_id;
  begin
    delete from storage.objects o
     where o.bucket_id = new.account_id || '-private' and o.name like 'tickets/' || new.user_id || '/%' and not private.is_attached(o.bucket_id, o.name);
  exception when others then
    -- A hosted storage may reject deletion by SQL; the file has no owner any more, and the schedule retries.
    null;
  end;
  update public.ticket_messages m set author_id = null where m.account_id = new.account_id and m.author_id = new.user_id;
  return null;
end $$;
comment on function private.erase_requester is 'Erasure: deletes a person''s tickets; their replies to others stay without a name.';
create trigger erasures_forget_asker after insert on private.erasures for each row execute function private.erase_requester();

grant select (account_id, id, ticket_id, author_id, author_name, is_staff, is_internal, via, body, checks, created_at)
  on public.ticket_messages to authenticated;
create policy "Those who answer see all that was said" on public.ticket_messages for select to authenticated
  using (account_id = (select private.staffed_account()));
create policy "People see what was said to them and by them, never a note" on public.ticket_messages for select to authenticated
  using (not is_internal and account_id = (select private.ticket_account()) and exists (
    select from public.tickets t where (t.account_id, t.id) = (ticket_messages.account_id, ticket_messages.ticket_id)
      and t.user_id = (select auth.uid())));

grant select (account_id, id, message_id, path, name, mime_type, size, created_at) on public.ticket_attachments to authenticated;
create policy "Who sees a message sees its files" on public.ticket_attachments for select to authenticated
  using (account_id in ((select private.staffed_account()), (select private.ticket_account())) and exists (
    select from public.ticket_messages m where (m.account_id, m.id) = (ticket_attachments.account_id, ticket_attachments.message_id)));

create function private.is_attached(bucket text, file text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.ticket_attachments a where a.account_id || '-private' = bucket and a.path = file)
$$;
comment on function private.is_attached is 'Whether a file is attached to a ticket message.';
grant execute on function private.is_attached(text, text) to authenticated;

create policy "Who sees a message may fetch its files" on storage.objects for select to authenticated
  using (name like 'tickets/%' and exists (
    select from public.ticket_attachments a where a.account_id || '-private' = objects.bucket_id and a.path = objects.name));
create policy "People see the files they are about to send" on storage.objects for select to authenticated
  using (bucket_id = (select private.ticket_account()) || '-private' and name like 'tickets/' || (select auth.uid()) || '/%'
    and not private.is_attached(bucket_id, name));
create policy "People add files they are about to send" on storage.objects for insert to authenticated
  with check (bucket_id = (select private.ticket_account()) || '-private' and name like 'tickets/' || (select auth.uid()) || '/%');
create policy "People take back files they have not sent" on storage.objects for delete to authenticated
  using (bucket_id = (select private.ticket_account()) || '-private' and name like 'tickets/' || (select auth.uid()) || '/%'
    and not private.is_attached(bucket_id, name));
