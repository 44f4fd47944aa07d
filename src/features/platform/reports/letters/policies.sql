create trigger report_letters_touch before update on public.report_letters for each row execute function private.touch_updated_at();

create function private.received_reports() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select r.letter_id from public.report_readers r where r.member_id in (select private.member_ids())
$$;
comment on function private.received_reports is 'Scheduled reports the caller receives on their session''s account.';
grant execute on function private.received_reports() to authenticated;

grant select (account_id, id, report, rhythm, created_by, created_at, updated_at) on public.report_letters to authenticated;
grant delete on public.report_letters to authenticated;
create policy "Managers see which reports are sent" on public.report_letters for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Readers see which reports they are sent" on public.report_letters for select to authenticated
  using (id in (select private.received_reports()));
create policy "Managers stop a report" on public.report_letters for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, letter_id, member_id, created_at) on public.report_readers to authenticated;
grant delete on public.report_readers to authenticated;
create policy "Managers see who is sent a report" on public.report_readers for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Readers see that they are sent one" on public.report_readers for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Managers take a reader off" on public.report_readers for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Readers take themselves off" on public.report_readers for delete to authenticated
  using (member_id = (select private.member_ids()));

grant select (account_id, id, letter_id, member_id, first_day, last_day, state, sent_at, created_at) on public.report_posts to authenticated;
create policy "Managers see what was sent" on public.report_posts for select to authenticated
  using (account_id = (select private.account_with('manage_options')));

create function private.may_receive_reports(account uuid, member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
                  where (m.account_id, m.id) = (account, member) and m.blocked_at is null and 'manage_options' = any (r.caps))
$$;
comment on function private.may_receive_reports is 'Whether a member may currently see all numbers of an account, as a scheduled report contains them.';

create function public.possible_letter_readers(account_id uuid) returns table (id uuid, name text, email text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if account_id not in (select private.account_with('manage_options')) then
    perform private.raise_error('forbidden', 'Only managers can choose who receives reports.');
  end if;
  return query select m.id, m.name, m.email from public.members m
    where m.account_id = account_id and private.may_receive_reports(account_id, m.id) order by m.name, m.id limit 200;
end $$;
comment on function public.possible_letter_readers is 'Members of an account who may receive scheduled reports.';
grant execute on function public.possible_letter_readers(uuid) to authenticated;

create function public.save_report_letter(account_id uuid, report text, rhythm text, readers uuid[]) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  schedule uuid;
begin
  if account_id not in (select private.account_with('manage_options')) then
    perform private.raise_error('forbidden', 'Only managers can choose who receives reports.');
  end if;
  if coalesce(cardinality(readers), 0) not between 1 and 50 then
    perform private.raise_error('invalid', 'Choose 1 to 50 recipients for this report.');
  end if;
  if private.report_metrics(report) is null or rhythm not in ('weekly', 'monthly') then
    perform private.raise_error('invalid', 'There is no such report.');
  end if;
  if exists (select from unnest(readers) r where not private.may_receive_reports(account_id, r)) then
    perform private.raise_error('invalid', 'A recipient has no permission to see reports. Give them a role that has it, or remove them.');
  end if;
  insert into public.report_letters as l (account_id, report, rhythm, created_by) values (account_id, report, rhythm, auth.uid())
    on conflict on constraint report_letters_account_id_report_rhythm_key do update set updated_at = private.clock_now() returning l.id into schedule;
  delete from public.report_readers r where r.account_id = account_id and r.letter_id = schedule and r.member_id <> all (readers);
  insert into public.report_readers (account_id, letter_id, member_id) select distinct account_id, schedule, r from unnest(readers) r
    on conflict on constraint report_readers_account_id_letter_id_member_id_key do nothing;
  return schedule;
end $$;
comment on function public.save_report_letter is 'Creates or updates a scheduled report with exactly these readers; one for each report and rhythm.';
grant execute on function public.save_report_letter(uuid, text, text, uuid[]) to authenticated;

create function private.queue_scheduled_reports(moment timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  posted integer;
begin
  with due as (
      select l.account_id, l.id, l.created_at, l.rhythm, z.zone,
             date_trunc(case l.rhythm when 'weekly' then 'week' else 'month' end, moment at time zone z.zone) as turn
        from public.report_letters l join public.accounts a on a.account_id = l.account_id and a.status = 'active'
       cross join lateral (select private.zone_of(l.account_id) as zone) z),
    posts as (
      insert into public.report_posts (account_id, letter_id, member_id, first_day, last_day)
      select d.account_id, d.id, r.member_id, (d.turn - case d.rhythm when 'weekly' then interval '7 days' else interval '1 month' end)::date, d.turn::date - 1
        from due d join public.report_readers r on (r.account_id, r.letter_id) = (d.account_id, d.id)
       -- At seven in the morning in the account's time zone; readers added later begin with the next one.
       where moment >= (d.turn + interval '7 hours') at time zone d.zone and r.created_at < (d.turn + interval '7 hours') at time zone d.zone
      on conflict on constraint report_posts_account_id_letter_id_member_id_first_day_key do nothing
      returning account_id, id),
    sent as (select private.enqueue('report-letter', jsonb_build_object('account_id', p.account_id, 'post_id', p.id)) from posts p)
  select count(*) into posted from sent;
  return posted;
end $$;
comment on function private.queue_scheduled_reports is 'Queues every scheduled report whose week or month is over and which is not queued yet, once for each reader.';
