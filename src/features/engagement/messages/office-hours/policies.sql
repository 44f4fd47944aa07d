-- Office hours: every member sees when somebody of the staff answers, and only who is of the staff says when that is.

create function private.office_members() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select m.id from public.members m
   where m.account_id = (select private.account_with('member')) and private.is_staff_member(m.account_id, m.id)
     and exists (select from public.office_hours o where (o.account_id, o.member_id) = (m.account_id, m.id))
$$;
comment on function private.office_members is 'Who of the staff of the caller''s account has office hours; looked up once a query.';
grant execute on function private.office_members() to authenticated;

grant select (account_id, id, member_id, time_zone, hours, created_at, updated_at) on public.office_hours to authenticated;
create policy "Members see when staff answer" on public.office_hours for select to authenticated
  using (account_id = (select private.account_with('member')) and member_id in (select private.office_members()));
create trigger office_hours_touch before update on public.office_hours for each row execute function private.touch_updated_at();

create function public.save_office_hours(time_zone text, hours jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.members := private.messaging_member();
  clock constant text := '^([01][0-9]|2[0-3]):[0-5][0-9]$';
begin
  if not private.is_staff_member(person.account_id, person.id) then
    perform private.raise_error('forbidden', 'Only staff have office hours.');
  elsif jsonb_typeof(hours) is distinct from 'array' or jsonb_array_length(hours) > 7 then
    perform private.raise_error('invalid', 'Some fields are not valid.');
  elsif not exists (select from pg_catalog.pg_timezone_names z where z.name = save_office_hours.time_zone) then
    perform private.raise_error('invalid', 'There is no such time zone.');
  elsif exists (select from jsonb_array_elements(hours) d
      where coalesce(d ->> 'day', '') !~ '^[1-7]$' or coalesce(d ->> 'from', '') !~ clock or coalesce(d ->> 'to', '') !~ clock)
      or (select count(*) > count(distinct d ->> 'day') from jsonb_array_elements(hours) d) then
    perform private.raise_error('invalid', 'Some fields are not valid.');
  elsif exists (select from jsonb_array_elements(hours) d where d ->> 'from' >= d ->> 'to') then
    perform private.raise_error('invalid', 'A day of office hours ends after it begins.');
  end if;
  if jsonb_array_length(hours) = 0 then
    delete from public.office_hours o where (o.account_id, o.member_id) = (person.account_id, person.id);
    return;
  end if;
  insert into public.office_hours as o (account_id, member_id, time_zone, hours)
  select person.account_id, person.id, save_office_hours.time_zone,
      jsonb_agg(jsonb_build_object('day', (d ->> 'day')::int, 'from', d ->> 'from', 'to', d ->> 'to') order by d ->> 'day')
    from jsonb_array_elements(hours) d
  on conflict (account_id, member_id) do update set time_zone = excluded.time_zone, hours = excluded.hours;
end $$;
comment on function public.save_office_hours is 'When the caller, who is of the staff, answers messages: [{day, from, to}], one span a day; an empty list says nothing any more.';
grant execute on function public.save_office_hours(text, jsonb) to authenticated;
