-- Notifications that name a person are deleted with that person, and with nobody else.

create function private.forget_named(account uuid, person uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.account_notifications n where n.account_id = account and n.about = person;
  -- Old notifications do not record whom they name. One whose name fits several people is deleted with the last of them.
  delete from public.account_notifications n using public.members m
   where m.account_id = account and m.user_id = person and n.account_id = account and n.about is null and n.said -> 'values' ->> 'name' = m.name
     and not exists (select from public.members o where o.account_id = account and o.name = m.name and o.id <> m.id);
$$;
comment on function private.forget_named is 'Deletes notifications that name a person, but none about others of the same name.';

create function private.forget_notified() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forget_named(new.account_id, new.user_id);
  delete from public.account_notifications n where n.account_id = new.account_id and n.user_id = new.user_id;
  delete from public.notification_preferences p where p.account_id = new.account_id and p.user_id = new.user_id;
  delete from public.push_subscriptions s where s.account_id = new.account_id and s.user_id = new.user_id;
  return null;
end $$;
comment on function private.forget_notified is 'Erasure: deletes notifications to and about a person, their preferences and push subscriptions.';
create trigger erasures_forget_notified after insert on private.erasures for each row execute function private.forget_notified();
