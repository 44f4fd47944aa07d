create trigger forms_touch before update on public.forms for each row execute function private.touch_updated_at();
create trigger forms_tell after insert or update or delete on public.forms
  for each row execute function private.notify_change('forms');

create function private.create_form_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.form_rules (account_id, form_id) values (new.account_id, new.id);
  return null;
end $$;
comment on function private.create_form_rules is 'Creates the rules of a new form.';
create trigger forms_rules after insert on public.forms for each row execute function private.create_form_rules();

create function private.submit_form(account uuid, form uuid, answers jsonb, words text, mail text, person text,
  consent_words text, page text, language text, address text, files jsonb default '[]') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  f public.forms%rowtype;
  r public.form_rules%rowtype;
  contact uuid;
  made uuid;
  confirmation_sent boolean := false;
begin
  select * into f from public.forms where account_id = account and id = form and status = 'open';
  if f.id is null then
    perform private.raise_error('not_found', 'This form is closed.');
  end if;
  select * into r from public.form_rules where account_id = account and form_id = form;
  if mail <> '' then
    contact := private.upsert_contact(account, mail, person, coalesce(r.tags, '{}'), language);
    if f.subscribes and consent_words is not null then
      confirmation_sent := private.request_consent(account, contact, consent_words, f.name, address);
    end if;
  end if;
  insert into public.form_submissions (account_id, form_id, contact_id, user_id, answers, words, email, page, locale, address_hash)
  values (account, form, contact, case when private.session_account() = account then auth.uid() end, answers, words,
    lower(trim(mail)), page, language, private.hash_address(account, address))
  returning id into made;
  perform private.store_form_files(account, made, files);
  if coalesce(r.notifies, true) then
    perform private.enqueue('form-mail', jsonb_build_object('account_id', account, 'submission_id', made));
    perform private.notify_localized(account, m.user_id, 'formSent', 'New submission of the form <strong>{{form}}</strong>.',
        jsonb_build_object('form', f.name), 2, '/dashboard/manage/marketing/forms/' || form || '/answers', 'forms')
      from public.members m
      join public.roles caps on caps.account_id = m.account_id and caps.role_id = m.role_id
     where m.account_id = account and m.blocked_at is null and 'manage_options' = any (caps.caps);
  end if;
  return jsonb_build_object('id', made, 'asked', confirmation_sent);
end $$;
comment on function private.submit_form is 'Stores a submission of an open form, its contact and the newsletter request. Our server has validated the answers and limits the rate; consent_words is null without consent.';
grant execute on function private.submit_form(uuid, uuid, jsonb, text, text, text, text, text, text, text, jsonb) to anon, authenticated;

create function private.rejects_disposable(account uuid, form uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select refuses_throwaway from public.form_rules where account_id = account and form_id = form), false)
$$;
comment on function private.rejects_disposable is 'Whether a form rejects disposable mailboxes; our server checks it before storing anything.';
grant execute on function private.rejects_disposable(uuid, uuid) to anon, authenticated;

create function private.known_answers(account uuid, form uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(field ->> 'id', coalesce(told.value, own.value)) filter (where coalesce(told.value, own.value) is not null), '{}')
    from public.forms f
    cross join jsonb_array_elements(f.fields) field
    join public.members m on m.account_id = f.account_id and m.user_id = (select auth.uid()) and m.blocked_at is null
    left join lateral (
      select answer -> 'value' as value
        from public.form_submissions s, jsonb_array_elements(s.answers) answer
       where s.account_id = f.account_id and s.user_id = m.user_id and answer ->> 'type' = field ->> 'type'
         and (answer ->> 'label' = field ->> 'label' or (s.form_id = f.id and answer ->> 'id' = field ->> 'id'))
       order by s.created_at desc limit 1) told on true
    cross join lateral (select case
        when field ->> 'type' = 'email' then to_jsonb(m.email)
        when field ->> 'type' = 'text' and (field ->> 'isName')::boolean then to_jsonb(m.name) end as value) own
   where f.account_id = account and f.id = form and f.status = 'open' and f.asks_once
     and private.session_account() = account and field ->> 'type' not in ('consent', 'hidden', 'file')
$$;
comment on function private.known_answers is 'A member''s earlier answers, by field of a form with asks_once: the same question of any form of the account, and their own name and address.';
grant execute on function private.known_answers(uuid, uuid) to authenticated;

create function public.asked_fields(account_id uuid, form_id uuid) returns table (id text, label text)
language sql stable security invoker set search_path = '' as $$
  select a.id, a.label from (
    select distinct on (e ->> 'id') e ->> 'id' as id, e ->> 'label' as label, s.created_at
      from public.form_submissions s, jsonb_array_elements(s.answers) e
     where s.account_id = asked_fields.account_id and s.form_id = asked_fields.form_id
     order by e ->> 'id', s.created_at desc) a
   order by a.created_at desc, a.id
$$;
comment on function public.asked_fields is 'Every field a form''s submissions have answered, labelled as most recently; read under the caller''s own policies.';
grant execute on function public.asked_fields(uuid, uuid) to authenticated;

create function public.form_counts(account_id uuid) returns table (form_id uuid, submissions bigint, latest_at timestamptz)
language sql stable security invoker set search_path = '' as $$
  select s.form_id, count(*), max(s.created_at) from public.form_submissions s
   where s.account_id = form_counts.account_id group by s.form_id
$$;
comment on function public.form_counts is 'How often each form of an account was sent, and when last; counted under the caller''s own policies.';
grant execute on function public.form_counts(uuid) to authenticated;

grant select (account_id, id, name, status, fields, submit_label, small_print, thank_you, redirect, subscribes, asks_once, search_text, created_at, updated_at)
  on public.forms to anon, authenticated;
grant insert (account_id, name, status, fields, submit_label, small_print, thank_you, redirect, subscribes, asks_once),
  update (name, status, fields, submit_label, small_print, thank_you, redirect, subscribes, asks_once), delete on public.forms to authenticated;
create policy "Everyone sees open forms" on public.forms for select to anon, authenticated using (status = 'open');
create policy "Managers see every form of their account" on public.forms for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Managers add forms" on public.forms for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers change forms" on public.forms for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers remove forms" on public.forms for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, form_id, tags, notifies, refuses_throwaway), update (tags, notifies, refuses_throwaway)
  on public.form_rules to authenticated;
create policy "Managers see what becomes of what a form brings" on public.form_rules for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Managers say what becomes of what a form brings" on public.form_rules for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, form_id, contact_id, user_id, answers, words, search_text, email, page, locale, address_hash, created_at), delete
  on public.form_submissions to authenticated;
create policy "Managers read what was sent" on public.form_submissions for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Managers remove what was sent" on public.form_submissions for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

create function private.erase_sender() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.form_submissions f
   where f.account_id = new.account_id
     and (f.user_id = new.user_id or f.email = private.verified_email(new.user_id));
  return null;
end $$;
comment on function private.erase_sender is 'What somebody sent by a form, its files included, is forgotten with them.';
create trigger erasures_forget_sender after insert on private.erasures for each row execute function private.erase_sender();

create function public.remove_forms(ids uuid[]) returns jsonb
language sql set search_path = '' as $$
  select private.apply_to_each(ids, 'delete from public.forms where id = $1')
$$;
comment on function public.remove_forms is 'Removes the chosen forms with what was sent by them, under the caller''s own policies.';
grant execute on function public.remove_forms(uuid[]) to authenticated;

create view public.listed_forms with (security_invoker = true) as
  select f.account_id, f.id, f.name, f.status, f.fields, f.submit_label, f.small_print, f.thank_you, f.redirect, f.subscribes, f.asks_once,
      f.search_text, f.created_at, f.updated_at, sent.submissions, sent.latest_at
    from public.forms f
    cross join lateral (select count(*)::int as submissions, max(s.created_at) as latest_at
      from public.form_submissions s where (s.account_id, s.form_id) = (f.account_id, f.id)) sent;
comment on view public.listed_forms is 'Every form with how often it was sent, and when last; counted under the caller''s own policies.';
grant select on public.listed_forms to authenticated;
