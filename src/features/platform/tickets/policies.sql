-- Requesters and staff. On a site its members ask its managers; on the platform's host any signed-in person asks the
-- platform's administrators.
create function private.staffed_account() returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce((select a from private.account_with('manage_options') a),
    case when private.is_super_admin() then private.session_account() end)
$$;
comment on function private.staffed_account is 'The account for which the caller is support staff; null where there is none.';
grant execute on function private.staffed_account() to anon, authenticated;

create function private.ticket_account() returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce((select a from private.account_with('member') a),
    case when auth.uid() is not null and private.is_on_platform() then private.session_account() end)
$$;
comment on function private.ticket_account is 'The account at which the caller may open tickets; null where there is none.';
grant execute on function private.ticket_account() to anon, authenticated;

create function private.ticket_staff(account uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select m.user_id from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
   where m.account_id = account and m.blocked_at is null and 'manage_options' = any (r.caps)
  union
  select u.id from private.super_admins s join auth.users u on lower(u.email) = s.email
   where private.verified_email(u.id) is not null and exists (select from public.accounts a where a.account_id = account and a.is_platform)
$$;
comment on function private.ticket_staff is 'Support staff of an account.';
grant execute on function private.ticket_staff(uuid) to authenticated;

create function private.may_open_ticket(account uuid, person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.accounts a where a.account_id = account and a.status = 'active' and (a.is_platform
    or exists (select from public.members m where m.account_id = account and m.user_id = person and m.blocked_at is null)))
$$;
comment on function private.may_open_ticket is 'Whether a person may write to an account''s support, on the web or by mail.';

create function private.ticket_name(account uuid, person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select left(coalesce(nullif(m.name, ''), nullif(u.raw_user_meta_data ->> 'display_name', ''), nullif(split_part(u.email, '@', 1), ''), '?'), 120)
    from auth.users u left join public.members m on m.user_id = u.id and m.account_id = account where u.id = person
$$;
comment on function private.ticket_name is 'Display name of a person in an account.';

create function public.ticket_staff(account_id uuid) returns table (user_id uuid, name text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if account_id is distinct from private.staffed_account() then
    perform private.raise_error('forbidden', 'Only support staff can see who answers tickets.');
  end if;
  return query select s, private.ticket_name(account_id, s) from private.ticket_staff(account_id) s order by 2;
end $$;
comment on function public.ticket_staff is 'Possible assignees of a ticket, for staff.';
grant execute on function public.ticket_staff(uuid) to authenticated;

create function public.assignee_name(ticket public.tickets) returns text
language sql stable security definer set search_path = '' as $$
  select case when ticket.account_id = private.staffed_account() then private.folded(private.ticket_name(ticket.account_id, ticket.assignee_id)) end
$$;
comment on function public.assignee_name is 'Name of a ticket''s assignee, used for sorting lists; for staff only.';
grant execute on function public.assignee_name(public.tickets) to authenticated;

-- The response clock runs while a ticket is unresolved and stops while it waits for the requester.
create function private.default_ticket_target(category text) returns integer
language sql immutable set search_path = '' as $$
  select 60 * case category when 'siteDown' then 60 when 'setup' then 480 when 'issue' then 1440 when 'bug' then 2880 else 10080 end
$$;
comment on function private.default_ticket_target is 'Default response target of a category in seconds.';
grant execute on function private.default_ticket_target(text) to authenticated;

create function private.ticket_target(account uuid, for_category text) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce((select t.minutes * 60 from public.ticket_targets t where t.account_id = account and t.category = for_category),
    private.default_ticket_target(for_category))
$$;
comment on function private.ticket_target is 'Response target of a category in an account, in seconds.';

create function private.ticket_clock(account uuid, ticket uuid, until timestamptz) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(round(sum(extract(epoch from least(ended, until) - began)) filter (where state = 'unresolved' and began < until)), 0)::bigint
    from (select c.new_value as state, c.created_at as began,
                 lead(c.created_at, 1, 'infinity') over (order by c.created_at, c.id) as ended
            from public.ticket_changes c where c.account_id = account and c.ticket_id = ticket and c.kind = 'status') spans
$$;
comment on function private.ticket_clock is 'Seconds a ticket has waited for staff, computed from its changes of state.';

create function private.update_ticket_clock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.target_seconds := private.ticket_target(new.account_id, new.category);
    new.clock_since := new.created_at;
  else
    if new.category is distinct from old.category then
      new.target_seconds := private.ticket_target(new.account_id, new.category);
    end if;
    if new.status is distinct from old.status then
      new.clock_seconds := private.ticket_clock(new.account_id, new.id, private.clock_now());
      new.clock_since := case when new.status = 'unresolved' then private.clock_now() end;
      new.resolved_at := case when new.status = 'resolved' then private.clock_now() end;
      -- A resolved ticket must not be viewed any more.
      if new.status = 'resolved' then new.view_as_until := null; end if;
    end if;
  end if;
  new.due_at := new.clock_since + make_interval(secs => new.target_seconds - new.clock_seconds);
  return new;
end $$;
comment on function private.update_ticket_clock is 'Stops and starts a ticket''s clock with its state, and revokes on resolving what only an open ticket allows.';
create trigger tickets_keep_clock before insert or update on public.tickets
  for each row execute function private.update_ticket_clock();
create trigger tickets_touch before update on public.tickets for each row execute function private.touch_updated_at();

create function private.record_ticket_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.ticket_changes (account_id, ticket_id, kind, old_value, new_value, actor_id, created_at)
  select new.account_id, new.id, c.kind, c.old_value, c.new_value, (select u.id from auth.users u where u.id = auth.uid()),
         case when tg_op = 'INSERT' then new.created_at else private.clock_now() end
    from (values ('status', case when tg_op = 'UPDATE' then old.status end, new.status),
                 ('category', case when tg_op = 'UPDATE' then old.category else new.category end, new.category),
                 ('assignee', case when tg_op = 'UPDATE' then old.assignee_id::text end, new.assignee_id::text),
                 ('view_as', case when tg_op = 'UPDATE' then old.view_as_until::text end, new.view_as_until::text)) c(kind, old_value, new_value)
   where c.old_value is distinct from c.new_value;
  return null;
end $$;
comment on function private.record_ticket_changes is 'Records the history of a ticket.';
create trigger tickets_note_changes after insert or update on public.tickets
  for each row execute function private.record_ticket_changes();

-- Security invoker: it checks current_user, to let our own functions pass.
create function private.guard_ticket() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') then return new; end if;
  if new.account_id is distinct from private.staffed_account() then
    if (new.category, new.assignee_id) is distinct from (old.category, old.assignee_id) or new.status = 'awaited' and old.status <> 'awaited' then
      raise exception using errcode = 'P0001', detail = 'forbidden', message = 'Only support staff can change this.';
    end if;
  elsif new.assignee_id is distinct from old.assignee_id and new.assignee_id is not null
    and new.assignee_id not in (select private.ticket_staff(new.account_id)) then
    raise exception using errcode = 'P0001', detail = 'invalid', message = 'Assign the ticket to somebody who answers tickets here.';
  end if;
  return new;
end $$;
comment on function private.guard_ticket is 'The requester may only resolve or reopen; an assignee must be staff.';
create trigger tickets_guard before update on public.tickets for each row execute function private.guard_ticket();

create function private.notify_assignee() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_localized(new.account_id, new.assignee_id, 'ticketGiven', 'A ticket was assigned to you: {{subject}} <b>{{number}}</b>',
    jsonb_build_object('subject', new.subject, 'number', '#' || new.number), 2, '/dashboard/tickets/' || new.id, 'tickets');
  return null;
end $$;
comment on function private.notify_assignee is 'Notifies the new assignee of a ticket, unless they assigned it themselves.';
create trigger tickets_tell_assignee after update of assignee_id on public.tickets for each row
  when (new.assignee_id is not null and new.assignee_id is distinct from old.assignee_id and new.assignee_id is distinct from auth.uid())
  execute function private.notify_assignee();

grant select (account_id, id, number, user_id, about_account_id, requester_name, requester_email, category, subject, status, assignee_id,
    context, target_seconds, clock_seconds, clock_since, due_at, first_replied_at, resolved_at, last_message_at, view_as_until, search_text, created_at, updated_at),
  update (status, category, assignee_id) on public.tickets to authenticated;
create policy "Those who answer see the tickets of their account" on public.tickets for select to authenticated
  using (account_id = (select private.staffed_account()));
create policy "People see the tickets they opened" on public.tickets for select to authenticated
  using (user_id = (select auth.uid()) and account_id = (select private.ticket_account()));
create policy "Those who answer change tickets of their account" on public.tickets for update to authenticated
  using (account_id = (select private.staffed_account())) with check (account_id = (select private.staffed_account()));
create policy "People resolve and reopen the tickets they opened" on public.tickets for update to authenticated
  using (user_id = (select auth.uid()) and account_id = (select private.ticket_account()))
  with check (user_id = (select auth.uid()) and account_id = (select private.ticket_account()));

grant select (account_id, id, ticket_id, kind, old_value, new_value, actor_id, created_at) on public.ticket_changes to authenticated;
create policy "Those who answer see what became of a ticket" on public.ticket_changes for select to authenticated
  using (account_id = (select private.staffed_account()));
create policy "People see the states of the tickets they opened" on public.ticket_changes for select to authenticated
  using (kind in ('status', 'view_as') and account_id = (select private.ticket_account()) and exists (
    select from public.tickets t where (t.account_id, t.id) = (ticket_changes.account_id, ticket_changes.ticket_id)
      and t.user_id = (select auth.uid())));

grant select (account_id, id, title, body, created_at, updated_at) on public.canned_replies to authenticated;
grant insert (account_id, title, body), update (title, body), delete on public.canned_replies to authenticated;
create trigger canned_replies_touch before update on public.canned_replies for each row execute function private.touch_updated_at();
create policy "Those who answer see the replies kept ready" on public.canned_replies for select to authenticated
  using (account_id = (select private.staffed_account()));
create policy "Those who answer keep replies ready" on public.canned_replies for insert to authenticated
  with check (account_id = (select private.staffed_account()));
create policy "Those who answer change replies kept ready" on public.canned_replies for update to authenticated
  using (account_id = (select private.staffed_account())) with check (account_id = (select private.staffed_account()));
create policy "Those who answer remove replies kept ready" on public.canned_replies for delete to authenticated
  using (account_id = (select private.staffed_account()));

grant select (account_id, id, category, minutes, created_at, updated_at) on public.ticket_targets to authenticated;
grant insert (account_id, category, minutes), update (minutes), delete on public.ticket_targets to authenticated;
create trigger ticket_targets_touch before update on public.ticket_targets for each row execute function private.touch_updated_at();
create policy "Those who answer see how long a ticket may wait" on public.ticket_targets for select to authenticated
  using (account_id = (select private.staffed_account()));
create policy "Those who answer say how long a ticket may wait" on public.ticket_targets for insert to authenticated
  with check (account_id = (select private.staffed_account()));
create policy "Those who answer change how long a ticket may wait" on public.ticket_targets for update to authenticated
  using (account_id = (select private.staffed_account())) with check (account_id = (select private.staffed_account()));
create policy "Those who answer go back to the usual" on public.ticket_targets for delete to authenticated
  using (account_id = (select private.staffed_account()));

create function public.ticket_counts(account_id uuid)
returns table (unresolved bigint, awaited bigint, resolved bigint, overdue bigint, mine bigint, unassigned bigint)
language sql stable set search_path = '' as $$
  select count(*) filter (where t.status = 'unresolved'), count(*) filter (where t.status = 'awaited'),
         count(*) filter (where t.status = 'resolved'), count(*) filter (where t.due_at < (select private.clock_now())),
         count(*) filter (where t.status <> 'resolved' and t.assignee_id = auth.uid()),
         count(*) filter (where t.status <> 'resolved' and t.assignee_id is null)
    from public.tickets t where t.account_id = ticket_counts.account_id
$$;
comment on function public.ticket_counts is 'Number of tickets by state, among those the caller sees.';
grant execute on function public.ticket_counts(uuid) to authenticated;

-- On the platform's host people are not members: replies of its support reach their bell all the same.
create policy "People read what the platform tells them" on public.account_notifications for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_on_platform()) and account_id = (select private.session_account()));
create policy "People mark what the platform told them" on public.account_notifications for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_on_platform()) and account_id = (select private.session_account()))
  with check (user_id = (select auth.uid()));
