alter table public.account_notifications add column about uuid references auth.users (id) on delete cascade;
comment on column public.account_notifications.about is 'Whom the message names: with them it goes. Null where it names nobody.';
create index account_notifications_about_idx on public.account_notifications (about) where about is not null;
-- What was told before named people by their name alone: it is about the one member who has it, where there is but one.
update public.account_notifications n set about = m.user_id
  from public.members m
 where m.account_id = n.account_id and n.said ->> 'key' in ('familyParent', 'familyChild', 'commentWaits') and m.name = n.said -> 'values' ->> 'name'
   and not exists (select from public.members o where o.account_id = m.account_id and o.name = m.name and o.id <> m.id);
