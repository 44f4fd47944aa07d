create trigger contacts_touch before update on public.contacts for each row execute function private.touch_updated_at();

create function private.contact_signature(contact uuid, purpose text) returns text
language sql stable security definer set search_path = '' as $$
  select left(encode(sha256(k.secret || sha256(k.secret || uuid_send(contact) || convert_to(purpose, 'UTF8'))), 'hex'), 32)
    from private.contact_keys k
$$;
comment on function private.contact_signature is 'HMAC of a contact and a link''s purpose.';

create function private.contact_token(contact uuid, purpose text) returns text
language sql stable security definer set search_path = '' as $$
  select replace(contact::text, '-', '') || '-' || private.contact_signature(contact, purpose)
$$;
comment on function private.contact_token is 'Token of a mailed link: the contact''s id and its signature.';

create function private.contact_of_token(account uuid, token text, purpose text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  parts text[] := regexp_match(lower(trim(token)), '^([0-9a-f]{32})-([0-9a-f]{32})$');
  found_id uuid;
begin
  if parts is null or parts[2] <> private.contact_signature(parts[1]::uuid, purpose) then
    return null;
  end if;
  select id into found_id from public.contacts where account_id = account and id = parts[1]::uuid for update;
  return found_id;
end $$;
comment on function private.contact_of_token is 'The contact of a token on this account; null where the token is invalid.';

create function private.hash_address(account uuid, address text) returns text
language sql stable security definer set search_path = '' as $$
  select left(encode(sha256(k.secret || uuid_send(account) || convert_to(address, 'UTF8')), 'hex'), 32) from private.contact_keys k
$$;
comment on function private.hash_address is 'Hash of an IP address, the same within an account, as proof without the address.';

create function private.upsert_contact(account uuid, mail text, person text, labels text[], language text) returns uuid
language sql security definer set search_path = '' as $$
  insert into public.contacts as c (account_id, email, name, tags, locale)
  values (account, lower(trim(mail)), left(trim(person), 200), labels, language)
  on conflict (account_id, email) do update
    set name = case when c.name = '' then excluded.name else c.name end,
        tags = (select coalesce(array_agg(tag), '{}') from (
          select tag from (select unnest(c.tags || excluded.tags) as tag) every_tag group by tag order by tag limit 50) kept)
  returning id
$$;
comment on function private.upsert_contact is 'Finds or creates the contact of an e-mail address; adds tags, and the name where none is known.';

create function private.request_consent(account uuid, contact uuid, consent_words text, place text, address text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  c public.contacts%rowtype;
  asked_today int;
begin
  select * into c from public.contacts where account_id = account and id = contact for update;
  if c.id is null or c.state = 'subscribed' then
    return false;
  end if;
  select count(*) into asked_today from public.contact_consents
   where account_id = account and contact_id = contact and kind = 'asked' and created_at > (select private.clock_now()) - interval '1 day';
  insert into public.contact_consents (account_id, contact_id, kind, words, source, address_hash)
  select account, contact, 'asked', left(consent_words, 2000), left(place, 200), private.hash_address(account, address)
   where asked_today < 20;
  -- Anyone can type anyone's address: at most one mail in a quarter of an hour and five a day.
  if asked_today >= 5 or (c.state = 'pending' and c.asked_at > (select private.clock_now()) - interval '15 minutes') then
    return false;
  end if;
  update public.contacts set state = 'pending', asked_at = private.clock_now() where account_id = account and id = contact;
  perform private.enqueue('contact-mail', jsonb_build_object('account_id', account, 'contact_id', contact, 'kind', 'confirm'));
  return true;
end $$;
comment on function private.request_consent is 'Records a newsletter request and mails the confirmation link; subscribers get no further mail.';

create function private.confirm_contact(account uuid, token text, address text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  contact uuid := private.contact_of_token(account, token, 'confirm');
  c public.contacts%rowtype;
begin
  select * into c from public.contacts where account_id = account and id = contact;
  if c.state = 'subscribed' then
    return 'subscribed';
  end if;
  if c.state is distinct from 'pending' or c.asked_at < (select private.clock_now()) - interval '30 days' then
    perform private.raise_error('link_expired', 'This link has expired. Subscribe again and use the latest e-mail.');
  end if;
  update public.contacts set state = 'subscribed' where account_id = account and id = contact;
  insert into public.contact_consents (account_id, contact_id, kind, address_hash)
  values (account, contact, 'confirmed', private.hash_address(account, address));
  perform private.enqueue('contact-mail', jsonb_build_object('account_id', account, 'contact_id', contact, 'kind', 'welcome'));
  return 'subscribed';
end $$;
comment on function private.confirm_contact is 'Confirms a double opt-in by the mailed link, within 30 days.';
grant execute on function private.confirm_contact(uuid, text, text) to anon, authenticated;

create function private.unsubscribe_contact(account uuid, token text, address text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  contact uuid := private.contact_of_token(account, token, 'leave');
begin
  if contact is null then
    perform private.raise_error('link_expired', 'This link is not valid. Use the link at the end of a newsletter.');
  end if;
  with left_now as (
    update public.contacts set state = 'unsubscribed', asked_at = null
     where account_id = account and id = contact and state <> 'unsubscribed' returning id)
  insert into public.contact_consents (account_id, contact_id, kind, address_hash)
  select account, id, 'withdrawn', private.hash_address(account, address) from left_now;
  return 'unsubscribed';
end $$;
comment on function private.unsubscribe_contact is 'Unsubscribes by the link of every newsletter; idempotent.';
grant execute on function private.unsubscribe_contact(uuid, text, text) to anon, authenticated;

create function private.guard_contact_state() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.state not in ('unsubscribed', 'bounced') then
    perform private.raise_error('consent_missing', 'Only the person can subscribe, with the link in their e-mail.');
  end if;
  new.asked_at := null;
  return new;
end $$;
comment on function private.guard_contact_state is 'A manager may end a subscription but never start one: only the person can, by their mail.';
-- Our own functions above run as their owner and pass.
create trigger contacts_guard before update on public.contacts for each row
  when (new.state is distinct from old.state and current_user in ('anon', 'authenticated', 'service_role'))
  execute function private.guard_contact_state();

create function private.record_ended_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.contact_consents (account_id, contact_id, kind, source)
  values (new.account_id, new.id, case new.state when 'bounced' then 'bounced' else 'withdrawn' end, 'manager');
  return null;
end $$;
comment on function private.record_ended_consent is 'Records in the consent history that a manager ended a subscription.';
create trigger contacts_note_end after update on public.contacts for each row
  when (old.state is distinct from new.state and new.state in ('unsubscribed', 'bounced')
    and current_user in ('anon', 'authenticated', 'service_role'))
  execute function private.record_ended_consent();

grant select (account_id, id, email, name, tags, state, locale, asked_at, search_text, created_at, updated_at) on public.contacts to authenticated;
grant insert (account_id, email, name, tags), update (name, tags, state), delete on public.contacts to authenticated;
create policy "Managers see the contacts of their account" on public.contacts for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Managers add contacts" on public.contacts for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers change contacts" on public.contacts for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers forget contacts" on public.contacts for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, contact_id, kind, words, source, address_hash, created_at) on public.contact_consents to authenticated;
create policy "Managers see who consented to what" on public.contact_consents for select to authenticated
  using (account_id = (select private.account_with('manage_options')));

create function private.erase_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.contacts c where c.account_id = new.account_id and c.email = private.verified_email(new.user_id);
  return null;
end $$;
comment on function private.erase_contact is 'Erasure: deletes a person''s contact with its consent history.';
create trigger erasures_forget_contact after insert on private.erasures for each row execute function private.erase_contact();
