-- Custom fields of an account's members. Values are only written by one function, which validates them.

grant select (account_id, id, label, hint, type, options, is_required, on_sign_up, visibility, position, created_at, updated_at)
  on public.member_fields to anon, authenticated;
grant insert (account_id, label, hint, type, options, is_required, on_sign_up, visibility, position),
  update (label, hint, options, is_required, on_sign_up, visibility, position), delete on public.member_fields to authenticated;
create policy "Whoever signs up sees what is asked" on public.member_fields for select to anon, authenticated
  using (on_sign_up or visibility = 'everyone');
create policy "Members see what their site asks" on public.member_fields for select to authenticated
  using (account_id = (select private.account_with('member')));
create policy "Those who manage members add fields" on public.member_fields for insert to authenticated
  with check (account_id = (select private.account_with('manage_members')));
create policy "Those who manage members change fields" on public.member_fields for update to authenticated
  using (account_id = (select private.account_with('manage_members')))
  with check (account_id = (select private.account_with('manage_members')));
create policy "Those who manage members remove fields" on public.member_fields for delete to authenticated
  using (account_id = (select private.account_with('manage_members')));
create trigger member_fields_touch before update on public.member_fields for each row execute function private.touch_updated_at();

create function private.guard_field() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Concurrent inserts wait here, so that no two take the last free place.
  perform pg_advisory_xact_lock(hashtext('member_fields'), hashtext(new.account_id::text));
  if (select count(*) from public.member_fields f where f.account_id = new.account_id) >= 30 then
    perform private.raise_error('conflict', 'A site can have at most 30 fields. Remove one first.');
  end if;
  return new;
end $$;
comment on function private.guard_field is 'Limits the number of fields.';
create trigger member_fields_guard before insert on public.member_fields for each row execute function private.guard_field();

create function private.fields_visible_to(who text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select f.id from public.member_fields f where f.visibility = 'everyone' or (who = 'members' and f.visibility = 'members')
$$;
comment on function private.fields_visible_to is 'The fields whose values everyone, or every member, may read.';
grant execute on function private.fields_visible_to(text) to anon, authenticated;

create function private.public_members() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select m.id from public.members m where m.is_public and m.blocked_at is null
$$;
comment on function private.public_members is 'Members with a public profile.';
grant execute on function private.public_members() to anon, authenticated;

grant select (account_id, id, member_id, field_id, value, updated_at) on public.member_answers to anon, authenticated;
create policy "Visitors read what public members show everyone" on public.member_answers for select to anon, authenticated
  using (field_id in (select private.fields_visible_to('everyone')) and member_id in (select private.public_members()));
create policy "Members read what others show members" on public.member_answers for select to authenticated
  using (account_id = (select private.account_with('member')) and field_id in (select private.fields_visible_to('members')));
create policy "Members read their own answers" on public.member_answers for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Staff read every answer" on public.member_answers for select to authenticated
  using (account_id = (select private.account_with('staff')) or account_id = (select private.account_with('manage_members')));
create trigger member_answers_touch before update on public.member_answers for each row execute function private.touch_updated_at();

create function private.field_value_error(field public.member_fields, value text) returns text
language sql immutable set search_path = '' as $$
  select case
    when field.type = 'text' and length(value) > 200 then field.label || ': at most 200 characters.'
    when length(value) > 2000 then field.label || ': at most 2000 characters.'
    when field.type = 'number' and value !~ '^-?\d{1,15}(\.\d{1,6})?$' then field.label || ': this is not a number.'
    when field.type = 'date' and (value !~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'
      or right(value, 2)::int > extract(day from make_date(left(value, 4)::int, substr(value, 6, 2)::int, 1) + interval '1 month' - interval '1 day')) then field.label || ': this is not a date.'
    when field.type = 'choice' and not value = any (field.options) then field.label || ': choose one of the answers.'
    when field.type = 'yes_no' and value not in ('true', 'false') then field.label || ': yes or no.'
    when field.type = 'link' and value !~ '^https?://[^\s/$.?#][^\s]*$' then field.label || ': a link begins with https://'
    when field.type = 'country' and value !~ '^[A-Z]{2}$' then field.label || ': choose a country.'
  end
$$;
comment on function private.field_value_error is 'The error message for an invalid field value; null for a valid one.';

create function public.save_member_answers(account_id uuid, member_id uuid, answers jsonb) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  own_id uuid := private.member_of(account_id);
  f public.member_fields%rowtype;
  answer_value text;
  problem text;
begin
  if own_id is distinct from member_id and not exists (
    select from public.members m where m.account_id = account_id and m.id = member_id
      and account_id = (select private.account_with('manage_members')) and private.may_assign_role(account_id, m.role_id)) then
    perform private.raise_error('forbidden', 'Only the member and those who manage members can edit this.');
  end if;
  if own_id is null then
    perform private.raise_error('forbidden', 'Only members of this site can answer.');
  end if;
  if coalesce(jsonb_typeof(answers), '') <> 'object' or pg_column_size(answers) > 65536 then
    perform private.raise_error('invalid', 'Answers must be an object of fields and values.');
  end if;
  for f in select * from public.member_fields x where x.account_id = account_id order by x.position, x.id loop
    if not answers ? f.id::text then continue; end if;
    answer_value := trim(coalesce(answers ->> f.id::text, ''));
    if answer_value = '' then
      -- Those who manage members may leave required fields empty.
      if f.is_required and own_id = member_id then
        perform private.raise_error('invalid', format('%s: this field is required.', f.label));
      end if;
      delete from public.member_answers a where a.account_id = account_id and a.member_id = member_id and a.field_id = f.id;
      continue;
    end if;
    problem := private.field_value_error(f, answer_value);
    if problem is not null then
      perform private.raise_error('invalid', problem);
    end if;
    insert into public.member_answers as a (account_id, member_id, field_id, value) values (account_id, member_id, f.id, answer_value)
    on conflict on constraint member_answers_account_id_member_id_field_id_key do update set value = excluded.value where a.value <> excluded.value;
  end loop;
end $$;
comment on function public.save_member_answers is 'Saves a member''s field values; an empty one deletes the value. The first invalid one rejects all.';
grant execute on function public.save_member_answers(uuid, uuid, jsonb) to authenticated;

-- A public profile shows field values: a change invalidates its cached page.
create trigger member_fields_tell after insert or update or delete on public.member_fields
  for each row execute function private.notify_change('member_fields');
create trigger member_answers_tell after insert or update or delete on public.member_answers
  for each row execute function private.notify_change('member_answers');
