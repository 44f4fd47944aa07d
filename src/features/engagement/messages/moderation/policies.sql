-- A report shows moderators the message as it was, and nothing else of the conversation.

grant select (account_id, id, message_id, member_id, author_id, author_name, body, reason, state, decided_at, created_at) on public.message_reports to authenticated;
create policy "Those who manage members read what was reported" on public.message_reports for select to authenticated
  using (account_id = (select private.account_with('manage_members')));
create policy "Members see what they reported in messages" on public.message_reports for select to authenticated
  using (member_id = (select private.member_ids()) and (select private.actor()) is null);

create function public.report_message(message_id uuid, reason text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.members := private.messaging_member();
  message public.messages;
begin
  select m.* into message from public.messages m join public.conversation_members own
      on (own.account_id, own.conversation_id) = (m.account_id, m.conversation_id) and own.member_id = person.id and m.seq > own.from_seq
   where m.id = report_message.message_id and m.account_id = person.account_id and m.deleted_at is null and m.member_id <> person.id
     -- Not by own_conversations: who is blocked stays answerable for what they wrote.
     ;
  if message.id is null then
    perform private.raise_error('not_found', 'There is no message here that you can report.');
  end if;
  insert into public.message_reports (account_id, message_id, member_id, author_id, author_name, body, reason)
  values (message.account_id, message.id, person.id, message.member_id, message.author_name,
    left(coalesce(nullif(message.body, ''), (select string_agg(a.name, ', ' order by a.id) from public.message_attachments a
      where (a.account_id, a.message_id) = (message.account_id, message.id)), ''), 4000), left(trim(coalesce(report_message.reason, '')), 300))
  on conflict do nothing;
  if not found then return; end if;
  perform private.notify_localized(m.account_id, m.user_id, 'messageReported', '<b>{{name}}</b> reported a message.',
      jsonb_build_object('name', person.name), 4, '/dashboard/messages/reports', 'general', person.user_id)
    from (select m.account_id, m.user_id from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
       where m.account_id = person.account_id and m.blocked_at is null and m.id <> person.id and m.id <> message.member_id
         and private.holds(r.caps, 'manage_members')
       order by m.id limit 20) m;
end $$;
comment on function public.report_message is 'Reports a message, once per member, to those who manage members: they read it as it is now.';
grant execute on function public.report_message(uuid, text) to authenticated;

create function public.decide_message_reports(ids uuid[], removes boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := (select private.account_with('manage_members'));
  report public.message_reports;
  changed integer := 0;
begin
  if account is null then
    perform private.raise_error('forbidden', 'You are not allowed to do this here.');
  end if;
  perform private.forbid_impersonation();
  for report in
    select r.* from public.message_reports r where r.account_id = account and r.id = any (ids) and r.state = 'open' order by r.id for update
  loop
    changed := changed + 1;
    if removes and report.message_id is not null then
      perform private.clear_message(account, report.message_id);
      perform private.audit(account, 'message.removed', 'message', report.message_id, jsonb_build_object('report', report.id));
    end if;
    update public.message_reports r set state = case when removes then 'removed' else 'dismissed' end, decided_at = private.clock_now()
     where r.account_id = account and r.state = 'open'
       -- A message that is gone is gone for everybody who reported it.
       and (r.id = report.id or removes and r.message_id = report.message_id);
  end loop;
  return jsonb_build_object('changed', changed, 'refused', '[]'::jsonb);
end $$;
comment on function public.decide_message_reports is 'Removes reported messages for everybody, or dismisses the reports; returns how many were decided.';
grant execute on function public.decide_message_reports(uuid[], boolean) to authenticated;
